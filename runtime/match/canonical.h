/* canonical.h - write the canonical octets of a path into a buffer.
 * docs/formats/blob.md, "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CANONICAL_H
#define ROBOTSC_CANONICAL_H

#include "prefix.h"
#include "cursor.h"

#define CANONICAL_MAX 2048 /* octets of a DFA's buffer, through which a longer path moves */
#define CANONICAL_ROOM (CANONICAL_MAX + 16 + 16)

/* A buffer of canonical octets, filled as the walk needs them. */
struct canonical {
	struct path *path;
	const uint8_t *from; /* the first unread octet of the path */
	uint8_t *end;        /* end of the octets in room */
	uint8_t *room;       /* the buffer, of CANONICAL_ROOM octets */
};

/* Writes canonical octets from *from on until to reaches most or the path ends.  Advances *from.
 * Returns the new end: at most 15 octets past most.  Overwrites up to 16 octets after it. */
uint8_t *robotsc__canonical_make(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most);

/* Writes the octets after the first '/': at least PREFIX_MAX, or all of a shorter path.  to: where
 * they go.  *n: how many were written.  Returns the first 16. */
struct prefix_octets robotsc__canonical_first(struct path *path, const uint8_t **from, uint8_t *to, size_t *n);

/* Extends the buffer: first by a few octets, then doubling.  Returns 0 if full or at the end. */
int robotsc__canonical_more(struct canonical *c);

/* True if the path goes on but the buffer is full. */
static inline int canonical_full(const struct canonical *c)
{
	return c->from < c->path->end && c->end >= c->room + CANONICAL_MAX;
}

/* Moves the octets from at on to the start of a full buffer, and fills it again. */
void robotsc__canonical_slide(struct canonical *c, const uint8_t *at);

/* Writes the whole path.  Returns 0 if it has more than `most` octets. */
static inline int canonical_all(struct canonical *c, size_t most)
{
	c->end = robotsc__canonical_make(c->path, &c->from, c->end, c->room + most);
	return c->from >= c->path->end;
}

/* Starts a buffer at an octet of the path.  At the path's start it supplies a missing '/'. */
static inline struct canonical canonical_begin(struct path *path, const uint8_t *from, uint8_t room[CANONICAL_ROOM])
{
	const int lacks = from == path->begin && path_start(path).pending;
	room[0] = '/';
	return (struct canonical){.path = path, .from = from, .end = room + lacks, .room = room};
}

#endif
