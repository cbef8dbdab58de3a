/* classes.h - states of a dfa put into classes, and their rows in terms of those.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CLASSES_H
#define ROBOTSC_CLASSES_H

#include "arena.h"
#include "dfa.h"

struct classes {
	const struct dfa *in;
	uint32_t *class; /* of each state */
	uint32_t n;      /* classes are numbered below this */
	uint64_t *hash;  /* of a state's row when it was last looked at */
	uint64_t budget; /* edges that may still be followed when classes are split */
};

static inline uint64_t row_mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

/* A table for the hashes of n states, zeroed, at most half full; *mask receives its size less 1. */
static inline uint32_t *row_table(struct arena *a, uint32_t n, uint32_t *mask)
{
	uint32_t size = 16;
	while (size < 2 * n)
		size *= 2;
	*mask = size - 1;
	return robotsc__arena_zeroed(a, size, sizeof(uint32_t));
}

/* A row as a function of classes: edges to the class of other octets are no edges. */
static inline void row_hash(struct classes *c, uint32_t s)
{
	const struct dfa *in = c->in;
	const uint32_t end = in->first[s + 1], other = c->class[in->other[s]];
	uint64_t h = row_mix(1, other);
	for (uint32_t e = in->first[s]; e < end; e++) {
		const uint32_t class = c->class[in->target[e]];
		if (class != other)
			h = row_mix(h, (uint64_t) class << 8 | in->octet[e]);
	}
	c->hash[s] = h;
}

/* The next edge of a row that is one; its end when there is none. */
static inline uint32_t row_next(const struct classes *c, uint32_t s, uint32_t e)
{
	while (e < c->in->first[s + 1] && c->class[c->in->target[e]] == c->class[c->in->other[s]])
		e++;
	return e;
}

/* Order of rows: 0 for equal functions. */
static inline int row_compare(const struct classes *c, uint32_t x, uint32_t y)
{
	const struct dfa *in = c->in;
	const uint32_t ox = c->class[in->other[x]], oy = c->class[in->other[y]];
	uint32_t ex = row_next(c, x, in->first[x]), ey = row_next(c, y, in->first[y]);
	if (c->hash[x] != c->hash[y])
		return c->hash[x] < c->hash[y] ? -1 : 1;
	if (ox != oy)
		return ox < oy ? -1 : 1;
	while (ex < in->first[x + 1] && ey < in->first[y + 1]) {
		const uint32_t cx = c->class[in->target[ex]], cy = c->class[in->target[ey]];
		if (in->octet[ex] != in->octet[ey])
			return in->octet[ex] < in->octet[ey] ? -1 : 1;
		if (cx != cy)
			return cx < cy ? -1 : 1;
		ex = row_next(c, x, ex + 1);
		ey = row_next(c, y, ey + 1);
	}
	return (ex < in->first[x + 1]) - (ey < in->first[y + 1]);
}

#endif
