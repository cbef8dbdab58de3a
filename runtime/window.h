/* window.h - canonical octets of a path, side by side, made when a walk comes to them.
 *
 * While all octets are their own canonical form they are read where they stand in the path.  From the first
 * other one on they are copied, from the path's beginning, as far as there is room.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WINDOW_H
#define ROBOTSC_WINDOW_H

#include "canonical.h"

/* Of the functions that every program has; their header may need an operating system. */
void *memcpy(void *to, const void *from, size_t n);

#define WINDOW_PLAIN 64  /* octets looked at at first; later, as many as there are */
#define WINDOW_SLOW 16   /* octets copied at first; later, as many as there are */
#define WINDOW_LEAST 256 /* of room: a walk goes back by RUN_MAX octets at the most */
#define WINDOW_ROOM 512  /* for a decided machine */

struct window {
	const uint8_t *begin, *end; /* the octets that are there */
	size_t before;              /* canonical octets in front of them, which are not there any more */
	struct path *path;
	const uint8_t *rest; /* what was not made canonical yet */
	uint8_t *room;
	size_t size; /* of the room */
	int copied;  /* they are in the room, not in the path */
	int full;    /* there is more, but no room for it */
};

/* Begin within the path, and with the room. */
static inline void window_begin(struct window *w, const uint8_t *at)
{
	w->rest = at;
	w->begin = w->end = w->room;
	w->before = 0;
	w->copied = 1;
	w->full = 0;
}

/* Begin with the path, of which nothing is read yet. */
static inline void window_open(struct window *w)
{
	w->rest = w->begin = w->end = w->path->begin;
	w->before = 0;
	w->copied = path_start(w->path).pending != 0;
	if (w->copied) {
		w->room[0] = '/';
		w->begin = w->room;
		w->end = w->room + 1;
	}
	w->full = 0;
}

/* Go back to the path's beginning. */
static inline void window_rewind(struct window *w)
{
	if (w->before)
		window_open(w);
}

/* Make canonical octets behind those that are there, until there are so many more. */
static void window_copy(struct window *w, size_t more)
{
	const size_t n = (size_t)(w->end - w->begin), room = w->size - CANONICAL_SLACK;
	w->end = make_canonical(w->path, &w->rest, w->room + n, w->room + (room - n > more ? n + more : room));
}

/* Make more canonical octets; all of them may move.  Returns whether there are: not where the path ends,
 * nor where the window is full. */
static int window_more(struct window *w)
{
	const size_t n = (size_t)(w->end - w->begin);
	if (!w->copied) {
		w->end = w->rest = canonical_end(w->path, w->rest, n > WINDOW_PLAIN ? n : WINDOW_PLAIN);
		if ((size_t)(w->end - w->begin) > n)
			return 1;
	}
	if (w->rest == w->path->end)
		return 0;
	w->full = w->size - CANONICAL_SLACK <= n;
	if (w->full)
		return 0;
	if (!w->copied) {
		memcpy(w->room, w->begin, n);
		w->begin = w->room;
		w->end = w->room + n;
		w->copied = 1;
	}
	window_copy(w, n > WINDOW_SLOW ? n : WINDOW_SLOW);
	return (size_t)(w->end - w->begin) > n;
}

/* Forget what is in front of a place. */
static inline void window_drop(struct window *w, const uint8_t *at)
{
	w->before += (size_t)(at - w->begin);
	if (!w->copied) {
		w->begin = at;
		return;
	}
	uint8_t *to = w->room;
	while (at < w->end) /* they may overlap */
		*to++ = *at++;
	w->end = to;
}

/* As window_more, for a walk that needs nothing in front of *at, which moves with what is there. */
static inline int window_go_on(struct window *w, const uint8_t **at)
{
	const size_t n = (size_t)(*at - w->begin);
	int more = window_more(w);
	*at = w->begin + n;
	if (!more && w->full) {
		window_drop(w, *at);
		more = window_more(w);
		*at = w->begin;
	}
	return more;
}

#endif
