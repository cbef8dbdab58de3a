/* refine.h - find the coarsest partition into equal states, by partition refinement.
 *
 * In    a DFA, and room for the class and hash of each state.
 * Out   classes.  If the budget runs out they may be too coarse.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REFINE_H
#define ROBOTSC_REFINE_H

#include <stdbool.h>

#include "dfa.h"
#include "support/arena.h"
#include "support/hash.h"

/* A partition of the states of a DFA.  The row of a state is its verdict and the class of each
 * octet's target; only edges to another class than that of dfa->other count. */
struct partition {
	const struct dfa *in;
	uint32_t *class; /* of each state */
	uint32_t n;      /* class numbers are below n */
	uint64_t *hash;  /* of each state: its row's hash when that was last computed */
	uint64_t budget; /* edges that may still be followed to split classes */
};

/* Make a zeroed hash table for n rows, at most half full.  *mask receives its size - 1. */
static inline uint32_t *row_table(struct arena *a, uint32_t n, uint32_t *mask)
{
	uint32_t size = 16;
	while (size < 2 * n)
		size *= 2;
	*mask = size - 1;
	return robotsc__arena_zeroed(a, size, sizeof(uint32_t));
}

/* Hash the row of a state.  Returns the number of edges that count. */
static inline uint32_t row_hash(struct partition *c, uint32_t s)
{
	const struct dfa *in = c->in;
	const uint32_t end = in->first[s + 1], other = c->class[in->other[s]];
	uint32_t n = 0;
	uint64_t h = hash_add(2u + in->end[s], other);
	for (uint32_t e = in->first[s]; e < end; e++) {
		const uint32_t class = c->class[in->target[e]];
		if (class == other)
			continue;
		h = hash_add(h, (uint64_t) class << 8 | in->octet[e]);
		n++;
	}
	c->hash[s] = h;
	return n;
}

/* The first edge from e on that counts, or end. */
static inline uint32_t row_next(const struct partition *c, uint32_t e, uint32_t end, uint32_t other)
{
	while (e < end && c->class[c->in->target[e]] == other)
		e++;
	return e;
}

/* True if two states have equal rows. */
static inline bool row_equal(const struct partition *c, uint32_t x, uint32_t y)
{
	const struct dfa *in = c->in;
	const uint32_t other = c->class[in->other[x]], end_x = in->first[x + 1], end_y = in->first[y + 1];
	if (c->hash[x] != c->hash[y] || in->end[x] != in->end[y] || c->class[in->other[y]] != other)
		return false;
	for (uint32_t ex = in->first[x], ey = in->first[y];; ex++, ey++) {
		ex = row_next(c, ex, end_x, other);
		ey = row_next(c, ey, end_y, other);
		if (ex == end_x || ey == end_y)
			return ex == end_x && ey == end_y;
		if (in->octet[ex] != in->octet[ey] || c->class[in->target[ex]] != c->class[in->target[ey]])
			return false;
	}
}

enum robotsc_status robotsc__refine_run(struct arena *a, struct partition *c);

#endif
