/* radix.h - make the states of sorted words: a radix tree whose equal states are one.
 *
 * A state is a branch, or a run that reads a whole text.  Verdicts: words are patterns without
 * stars, and the states are those of their minimal DFA.  Marks: words are the literals of a filter.
 *
 * In    words in ascending order of their octets; equal ones are neighbours.
 * Out   states, the sinks first where there are verdicts; ways lead to lower numbers until
 *       robotsc__radix_share.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets + n log n), memory O(n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RADIX_H
#define ROBOTSC_RADIX_H

#include "automaton/dfa.h"
#include "machine.h"
#include "support/hash.h"

struct radix_word {
	const uint8_t *text;
	uint32_t len;
	uint32_t best; /* verdicts: the rank of all paths that begin with it; 0: none */
	uint32_t end;  /* verdicts: the rank of the path that equals it; marks: its mark; 0: none */
};

struct radix_state {
	const uint8_t *text; /* run */
	/* Verdicts: where the path ends, and where another octet follows (RADIX_KIND); a run has
	 * them at each octet.  Marks: the mark, which a run has at its first octet only. */
	uint32_t kind;
	uint32_t n;    /* octets of a run, ways of a branch */
	uint32_t next; /* run: the state after it; branch: its first way */
	bool run, used, start;
};

#define RADIX_KIND(end, other) ((end) | (other) << 1)

struct radix {
	struct arena *arena;
	bool marks;
	struct radix_state *states;
	uint32_t n;
	uint8_t *octet; /* of each way */
	uint32_t *target;
	uint32_t nways;
	struct hash_table table;
	size_t room; /* for states and ways together */
};

void robotsc__radix_init(struct radix *r, struct arena *a, bool marks);

/* Make the states of n words, at least one.  fallback: the verdict where no word begins the path.
 * *start receives the first state: verdicts: a sink, or a state that no way leads to. */
enum robotsc_status robotsc__radix_add(struct radix *r, const struct radix_word *words, uint32_t n, uint32_t fallback,
                                       uint32_t *start);

/* Let runs to the same state share the octets with which they end, where these are of one kind. */
enum robotsc_status robotsc__radix_share(struct radix *r);

/* Fill in the states of the machine and their edges.  The caller sets its start, its prefix table,
 * and all other members. */
enum robotsc_status robotsc__radix_machine(struct radix *r, struct machine *m);

/* The kind of all octets of a run but the first. */
static inline uint32_t radix_inside(const struct radix *r, const struct radix_state *run)
{
	return r->marks ? 0 : run->kind;
}

/* Make a prefix table: a hash table of prefixes, which replaces the first edges of a walk.
 *
 * In    a minimal DFA, or a radix tree.
 * Out   the prefix table after the first '/' of a path.  It has no prefixes if '%' may follow that.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(edges + PREFIXES_MAX * PREFIX_MAX), and PREFIX_SEEDS
 *       hashes of each prefix.
 *
 * A prefix is a word that leads from the start to a state.  Inside the word, all other octets and
 * the path's end must do what they do at `back` after the octets read so far.  So a walk that finds
 * no prefix continues at `back` as if it had read nothing.  docs/formats/blob.md, "Prefix tables"
 *
 * Both set m->prefix_table; of a DFA also STATE_PREFIX where its prefixes lead. */
enum robotsc_status robotsc__prefix_table_of_dfa(struct arena *a, const struct dfa *dfa, struct machine *m);
enum robotsc_status robotsc__prefix_table_of_radix(struct radix *r, struct machine *m);

#endif
