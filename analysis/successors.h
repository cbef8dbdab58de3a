/* successors.h - the states that follow one state of a lazy DFA.
 *
 * A state distinguishes few octets, so most of the symbols that may come next lead to a state
 * that is already known.  The DFA is stepped once for each that is not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUCCESSORS_H
#define ROBOTSC_SUCCESSORS_H

#include "alphabet.h"
#include "lazy_dfa.h"

/* The state after some octets, and its own successors as far as they were asked for. */
struct successor {
	const uint8_t *state;
	size_t len;
	uint32_t hash;  /* for the caller; 0 to begin with */
	uint8_t *named; /* by octet: 0 if the state does not name it; NULL: nobody asked yet */
	/* By octet: only where named says SUCCESSOR_KNOWN. */
	struct successor **next;
	struct successor *other; /* after all octets that are not named; NULL: not known yet */
	uint64_t other_steps;    /* of the DFA, to that */
	uint64_t named_steps;    /* of the DFA, to find what is named */
	/* The state before it, if they are equal, and it is after an octet that is not named. */
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

/* They have an arena of their own, which each state empties. */
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
 * become as many octets lead to the same state.  Three octets begin with '%', so the first of three
 * does not matter.  named: out: what the states on the way name. */
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
