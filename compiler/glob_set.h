/* glob_set.h - globs stepped through the octets of a path, many at once.
 *
 * In    globs, and their positions before an octet.
 * Out   the positions after it, in the order of the globs; the best rank of those that match, whatever follows.
 * Cost  O(positions).  Takes no memory.
 *
 * Once a glob reaches a star, its positions before that star are dropped: the star takes what they could have read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GLOB_SET_H
#define ROBOTSC_GLOB_SET_H

#include <string.h>

#include "norm.h"

/* A pattern in canonical octets and the operators of norm.h. */
struct glob {
	const uint8_t *text;
	uint32_t len;
	uint32_t rank; /* of a match; its low bit is the verdict */
	uint32_t line; /* that says it, or 0 */
};

/* How far a glob has come.  at is the offset of the item that is read next, times POSITION_PARTS, plus what was read of
 * that item: one or two octets of an escape, or POSITION_PAIR and the first octet of a pair. */
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

/* Octets of an operator or literal octet. */
static inline uint32_t glob_item_size(const uint8_t *item)
{
	return *item == OP_SET ? 2 + 2 * (uint32_t)item[1] : 1;
}

/* The positions before a path.  Returns the best rank: best, or that of a glob that matches every path. */
uint32_t robotsc__glob_set_start(const struct glob *globs, uint32_t n, struct positions *out, uint32_t best);

/* The positions after an octet; out is other memory than from.  query: the path has had a '?' before.  Returns as start. */
uint32_t robotsc__glob_set_step(const struct glob *globs, const struct positions *from, uint8_t octet, int query,
                                struct positions *out, uint32_t best);

/* The best rank if the path ends here. */
uint32_t robotsc__glob_set_end(const struct glob *globs, const struct positions *at, uint32_t best);

/* Drop positions of globs that cannot change the verdict: those that do not outrank best.  alone: no other rules count,
 * so globs of that verdict below all others go, too. */
void robotsc__glob_set_prune(const struct glob *globs, struct positions *at, uint32_t best, uint32_t verdict, int alone);

/* Set named[] of each octet that the positions tell from others. */
void robotsc__glob_set_name(const struct glob *globs, const struct positions *at, int query, uint8_t named[256]);

/* Set named[] of each octet that any position of these globs does. */
void robotsc__glob_set_name_all(const struct glob *globs, uint32_t n, uint8_t named[256]);

#endif
