/* alphabet.h - the symbols that paths are made of, in classes that two lazy DFAs cannot tell apart.
 *
 * A symbol is an octet of a URL, or an escape of three octets, as written.  What it becomes in a
 * canonical form may depend on whether a '?' was written before it.  Symbols that both DFAs read
 * alike are one class; its nicest member stands for it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ALPHABET_H
#define ROBOTSC_ALPHABET_H

#include <stdbool.h>

#include "lazy_dfa.h"
#include "match/load.h"
#include "support/arena.h"

/* What a symbol becomes in one form. */
struct image {
	uint8_t octets[3];
	uint8_t n;
};

enum symbol_kind {
	SYMBOL_OCTET,
	SYMBOL_DIGIT,   /* a hexadecimal digit */
	SYMBOL_PERCENT, /* '%' that begins no escape: two digits must not follow */
	SYMBOL_ESCAPE
};

struct symbol {
	uint8_t written[3];
	uint8_t n;
	uint8_t kind;
	uint8_t query;            /* '?', written as it is */
	struct image image[2][2]; /* for each DFA; without and with a '?' before it */
};

struct alphabet {
	struct symbol *all; /* one of each class; the nicest first */
	uint32_t n;
};

enum alphabet_kind {
	ALPHABET_ALL,
	/* Octets that a URL cannot hold are symbols as escapes only, unless a form reads octet and
	 * escape differently.  A stray '%' is a symbol only if a DFA names it. */
	ALPHABET_LEGAL,
	ALPHABET_USUAL /* as crawlers write: escapes only of octets that no URL holds; no '*' */
};

/* Make the classes for two DFAs.  By DFA: the form that it reads, and the octets that it names.
 * Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__alphabet_make(struct arena *a, const uint8_t form[2], const uint8_t named[2][256],
                                           enum alphabet_kind which, struct alphabet *out);

/* What decides which symbol may follow: a '?' was written, an escape has begun. */
#define CONTEXT_START 0
#define CONTEXT_QUERY 1
#define CONTEXT_PERCENT 2 /* after SYMBOL_PERCENT */
#define CONTEXT_DIGIT 4   /* '%' and a digit after it */
#define CONTEXTS 8
#define CONTEXT_REFUSED 255

/* The context after a symbol, or CONTEXT_REFUSED if it cannot stand there. */
static inline uint8_t robotsc__alphabet_follow(uint8_t context, const struct symbol *symbol)
{
	const uint8_t query = (uint8_t)((context & CONTEXT_QUERY) | symbol->query);
	if (symbol->kind == SYMBOL_PERCENT)
		return query | CONTEXT_PERCENT;
	if (symbol->kind != SYMBOL_DIGIT)
		return query;
	if (context & CONTEXT_DIGIT)
		return CONTEXT_REFUSED;
	return context & CONTEXT_PERCENT ? query | CONTEXT_DIGIT : query;
}

/* ---- which symbols of an alphabet a pair of states must be stepped by ---- */

#define SYMBOL_KINDS 4 /* digits, '%', '?', others: each leads to another context */

#define PLACE_OCTETS 32 /* most octets at a place: digits, or those of pairs */

/* At one place of what symbols become: its octets, and for each the symbols that have it there. */
struct symbol_place {
	uint32_t n;
	uint8_t octets[PLACE_OCTETS];
	uint64_t *sets[PLACE_OCTETS]; /* the symbols that have this octet there */
};

/* Sets of symbols; NULL: an empty one.  Indices are a side, and whether there is a '?' before. */
struct symbol_sets {
	uint32_t words;                     /* words of a set; each has 64 symbols */
	uint64_t *octet[2][2][256];         /* by octet: symbols that become this octet alone */
	uint64_t *several[2];               /* symbols that become several octets for a side */
	uint64_t *escape[2][2][4];          /* escapes, by the number of octets that they become */
	struct symbol_place place[2][2][3]; /* each octet of escapes that become several octets */
	uint64_t *kind[SYMBOL_KINDS];
	const struct symbol *example[SYMBOL_KINDS];
	/* chosen: the symbols to step by.  named: those that a state tells from others.  apart:
	 * those of named that become one octet. */
	uint64_t *chosen, *named, *apart;
	uint64_t *alike; /* for robotsc__symbol_sets_drop */
};

enum robotsc_status robotsc__symbol_sets_make(struct arena *a, const struct alphabet *symbols, struct symbol_sets *out);

/* Choose the symbols to step a pair of states by: s->chosen.  named[]: by side, its octets. */
void robotsc__symbol_sets_choose(struct symbol_sets *s, uint8_t context, const uint8_t *const named[2]);

/* Drop the escapes after symbol `after` that lead to the same pair as `like`: they become the same
 * number of octets, and no state on the way names these octets.  named[]: by side, what the state
 * before each octet names.  Returns how many were dropped. */
uint32_t robotsc__symbol_sets_drop(struct symbol_sets *s, const struct symbol *like, int query, uint32_t after,
                                   const uint8_t *named[2][3]);

/* The first symbol of a set that is at least `from`; UINT32_MAX: there is none. */
static inline uint32_t symbol_set_next(const struct symbol_sets *s, const uint64_t *set, uint32_t from)
{
	uint32_t word = from / 64;
	if (word >= s->words)
		return UINT32_MAX;
	uint64_t bits = set[word] & UINT64_MAX << from % 64;
	while (!bits && ++word < s->words)
		bits = set[word];
	return bits ? 64 * word + lowest_bit(bits) : UINT32_MAX;
}

static inline bool symbol_set_has(const uint64_t *set, uint32_t symbol)
{
	return set[symbol / 64] >> symbol % 64 & 1;
}

/* ---- the states that follow one state of a lazy DFA ---- */

/* The state after some octets, and its own successors as far as somebody asked for them. */
struct successor {
	const uint8_t *state;
	size_t len;
	uint32_t hash;  /* for the caller; 0 to begin with */
	uint8_t *named; /* by octet: 0 if the state does not name it; NULL: nobody asked yet */
	/* By octet; filled in where named says SUCCESSOR_KNOWN. */
	struct successor **next;
	struct successor *other; /* after all octets that are not named; NULL: not known yet */
	uint64_t other_steps;    /* steps that the DFA takes to get there */
	uint64_t named_steps;    /* steps that the DFA takes to find the named octets */
	/* The state before this one, if the two are equal and the octet between them is not
	 * named. */
	struct successor *twin;
};
#define SUCCESSOR_KNOWN 2 /* name_next writes 1 */

struct successors {
	struct arena arena;
	struct arena_mark mark;
	struct lazy_dfa *dfa;
	uint8_t *room; /* for one state */
	struct successor root;
	/* The symbol that was asked for last, and the states before its octets. */
	struct image last;
	struct successor *way[3];
};

/* Successors have an arena of their own, which robotsc__successors_begin empties. */
void robotsc__successors_make(struct successors *s, const struct robotsc_alloc *alloc);
void robotsc__successors_free(struct successors *s);

/* Begin with a state, which stays borrowed until another one begins.  All states must be of one
 * DFA.  False: no memory. */
bool robotsc__successors_begin(struct successors *s, struct lazy_dfa *dfa, const uint8_t *state, size_t len);

/* Make the state after one octet.  NULL: no memory. */
struct successor *robotsc__successors_add(struct successors *s, struct successor *from, uint8_t octet);

static inline struct successor *robotsc__successors_after(struct successors *s, struct successor *from, uint8_t octet)
{
	const uint8_t named = from->named[octet];
	if (named == SUCCESSOR_KNOWN)
		return from->next[octet];
	return !named && from->other ? from->other : robotsc__successors_add(s, from, octet);
}

/* Find the state before the last octet of a symbol.  False: no memory. */
bool robotsc__successors_turn(struct successors *s, const struct image *image);

/* The state after a symbol; the same for all symbols that the DFA cannot tell apart there.  Symbols
 * that begin like the last one are found at once.  NULL: no memory. */
static inline struct successor *robotsc__successors_step(struct successors *s, const struct image *image)
{
	const struct image *const last = &s->last;
	const bool alike = image->n == last->n && (image->n < 2 || image->octets[0] == last->octets[0]) &&
	                   (image->n < 3 || image->octets[1] == last->octets[1]);
	if (!alike && !robotsc__successors_turn(s, image))
		return NULL;
	return robotsc__successors_after(s, s->way[image->n - 1u], image->octets[image->n - 1u]);
}

/* True if no state on the way of the last symbol names an octet of it.  All such symbols that
 * become as many octets lead to the same state.  If there are three octets, the first is '%' in any
 * case and does not count.  named: out: what the states on the way name. */
static inline bool robotsc__successors_passes(const struct successors *s, const struct image *last, const uint8_t *named[3])
{
	bool unnamed = true;
	for (unsigned i = 0; i < last->n; i++) {
		named[i] = s->way[i]->named;
		unnamed &= (i == 0 && last->n == 3) || !named[i][last->octets[i]];
	}
	return unnamed;
}

#endif
