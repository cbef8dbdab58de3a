/* canonical.h - the canonical octets of a path, side by side.  docs/format.md, "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CANONICAL_H
#define ROBOTSC_CANONICAL_H

#include "label.h"
#include "path.h"

#define CANONICAL_MAX 2048 /* canonical octets of a path that are made side by side for a DFA */
#define CANONICAL_ROOM (CANONICAL_MAX + 16 + 16)

/* Canonical octets of a path, or of its end, as far as they are made. */
struct canonical {
	struct path *path;
	const uint8_t *from; /* what was not read yet */
	uint8_t *end;        /* of those that are made */
	uint8_t *room;       /* of CANONICAL_ROOM */
};

/* Write canonical octets of a path from *from on until they reach most, or the path ends.  Up to 15 more may be made, and
 * 16 octets behind the last one be written.  Returns where they end; *from is what was not read yet. */
uint8_t *robotsc__canonical_make(struct path *path, const uint8_t **from, uint8_t *to, uint8_t *most);

/* Write the octets behind a '/' that to points behind, at least FAN_LABEL if the path has them; *n: how many.  Returns the
 * first ones. */
struct fan_octets robotsc__canonical_first(struct path *path, const uint8_t **from, uint8_t *to, size_t *n);

/* Make more octets: at first a few, then as many as there are.  Returns 0 where the path ends, or there is no room. */
int robotsc__canonical_more(struct canonical *c);

/* Is there more of the path, but no room for it? */
static inline int canonical_full(const struct canonical *c)
{
	return c->from < c->path->end && c->end >= c->room + CANONICAL_MAX;
}

/* Make all.  Returns 0 where there are more than most. */
static inline int canonical_all(struct canonical *c, size_t most)
{
	c->end = robotsc__canonical_make(c->path, &c->from, c->end, c->room + most);
	return c->from >= c->path->end;
}

/* Begin at a place of the path: with the '/' that it lacks at its beginning. */
static inline struct canonical canonical_begin(struct path *path, const uint8_t *from, uint8_t room[CANONICAL_ROOM])
{
	const int lacks = from == path->begin && path_start(path).pending;
	room[0] = '/';
	return (struct canonical){.path = path, .from = from, .end = room + lacks, .room = room};
}

#endif
