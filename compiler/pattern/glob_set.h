/* glob_set.h - simulate several globs at once, octet by octet, as an NFA.
 *
 * In    globs, and their positions before an octet.
 * Out   the positions after it, in the order of the globs, and the best rank of those that have
 *       matched, whatever follows.
 * Cost  O(positions).  Takes no memory.
 *
 * When a glob reaches a star, its positions before that star are dropped: the star matches whatever
 * they could have matched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GLOB_SET_H
#define ROBOTSC_GLOB_SET_H

#include <stdbool.h>
#include <string.h>

#include "dialect/normalize.h"

/* A pattern in canonical octets and the operators of normalize.h. */
struct glob {
	const uint8_t *text;
	uint32_t len;
	uint32_t rank; /* of a match; the low bit is the verdict */
	uint32_t line; /* line number of the rule, or 0 */
};

/* The progress of a glob: at / POSITION_PARTS is the offset of the next item, the rest is what was
 * read of it: 1 or 2 octets of an escape, or POSITION_PAIR plus the first octet of a pair. */
struct position {
	uint32_t glob, at;
};
#define POSITION_PARTS 32
#define POSITION_PAIR 16

struct positions {
	void *all; /* struct position each, at any alignment */
	uint32_t n;
};

/* A step writes at most this many positions of one glob. */
static inline size_t glob_room(const struct glob *g)
{
	return 2 * (size_t)g->len + 1;
}

static inline struct position position_get(const struct positions *p, uint32_t i)
{
	struct position position;
	memcpy(&position, (const uint8_t *)p->all + i * sizeof position, sizeof position);
	return position;
}

static inline void position_add(struct positions *p, uint32_t glob, uint32_t at)
{
	const struct position position = {glob, at};
	memcpy((uint8_t *)p->all + p->n++ * sizeof position, &position, sizeof position);
}

/* The size of an operator or literal octet, in octets. */
static inline uint32_t glob_item_size(const uint8_t *item)
{
	return *item == OP_SET ? 2 + 2 * (uint32_t)item[1] : 1;
}

/* Find the positions at the start of a path.  Returns the greater of best and the greatest rank of
 * a glob that matches every path. */
uint32_t robotsc__glob_set_start(const struct glob *globs, uint32_t n, struct positions *out, uint32_t best);

/* Find the positions after an octet; out must not overlap from.  query: the path has had a '?'
 * already.  Returns the best rank as robotsc__glob_set_start does. */
uint32_t robotsc__glob_set_step(const struct glob *globs, const struct positions *from, uint8_t octet, bool query,
                                struct positions *out, uint32_t best);

/* The best rank if the path ends here. */
uint32_t robotsc__glob_set_end(const struct glob *globs, const struct positions *at, uint32_t best);

/* Drop positions of globs that cannot change the verdict because they do not outrank best.  alone:
 * no other rules count, so globs of this verdict below all opposed ones are dropped too. */
void robotsc__glob_set_prune(const struct glob *globs, struct positions *at, uint32_t best, uint32_t verdict, bool alone);

/* Set named[] for each octet that the positions distinguish from other octets. */
void robotsc__glob_set_name(const struct glob *globs, const struct positions *at, bool query, uint8_t named[256]);

/* Set named[] for each octet that any position of these globs distinguishes. */
void robotsc__glob_set_name_all(const struct glob *globs, uint32_t n, uint8_t named[256]);

#endif
