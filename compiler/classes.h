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

/* A state's verdict and row as a function of classes: edges to the class of other octets are no edges.  Returns how many
 * others there are. */
static inline uint32_t row_hash(struct classes *c, uint32_t s)
{
	const struct dfa *in = c->in;
	const uint32_t end = in->first[s + 1], other = c->class[in->other[s]];
	uint32_t n = 0;
	uint64_t h = row_mix(2u + in->end[s], other);
	for (uint32_t e = in->first[s]; e < end; e++) {
		const uint32_t class = c->class[in->target[e]];
		if (class == other)
			continue;
		h = row_mix(h, (uint64_t) class << 8 | in->octet[e]);
		n++;
	}
	c->hash[s] = h;
	return n;
}

/* The first edge of a row from e on that is one; end when there is none. */
static inline uint32_t row_next(const struct classes *c, uint32_t e, uint32_t end, uint32_t other)
{
	while (e < end && c->class[c->in->target[e]] == other)
		e++;
	return e;
}

/* Have two states the same verdict at the end of a path, and the same row? */
static inline int row_equal(const struct classes *c, uint32_t x, uint32_t y)
{
	const struct dfa *in = c->in;
	const uint32_t other = c->class[in->other[x]], end_x = in->first[x + 1], end_y = in->first[y + 1];
	if (c->hash[x] != c->hash[y] || in->end[x] != in->end[y] || c->class[in->other[y]] != other)
		return 0;
	for (uint32_t ex = in->first[x], ey = in->first[y];; ex++, ey++) {
		ex = row_next(c, ex, end_x, other);
		ey = row_next(c, ey, end_y, other);
		if (ex == end_x || ey == end_y)
			return ex == end_x && ey == end_y;
		if (in->octet[ex] != in->octet[ey] || c->class[in->target[ex]] != c->class[in->target[ey]])
			return 0;
	}
}

#endif
