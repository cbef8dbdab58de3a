/* window.h - canonical octets of a path, side by side, made when a walk comes to them.
 *
 * While all octets are their own canonical form they are read where they stand in the path.  From the first
 * other one on they are copied, from the path's beginning, as far as there is room.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WINDOW_H
#define ROBOTSC_WINDOW_H

#include "path.h"
#include "scan.h"

/* Of the functions that every program has; their header may need an operating system. */
void *memcpy(void *to, const void *from, size_t n);
void *memchr(const void *at, int octet, size_t n);

#define WINDOW_PLAIN 64  /* octets looked at at first; later, as many as there are */
#define WINDOW_SLOW 16   /* octets copied at first; later, a quarter of what is there */
#define WINDOW_ESCAPE 3  /* canonical octets of one of a path, at most */
#define WINDOW_LEAST 256 /* of room: a walk goes back by RUN_MAX octets at the most */

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

/* The end of the octets from rest on, at most so many, that are their own canonical form. */
static inline const uint8_t *plain_end(const struct path *path, const uint8_t *at, size_t most)
{
	const uint8_t *end = (size_t)(path->end - at) > most ? at + most : path->end;
	return scan_path(octet_scan[path->form], 0, path->begin, at, end);
}

/* Copy canonical octets behind the n that are there, until there are so many more. */
static void window_copy(struct window *w, size_t more)
{
	struct path *path = w->path;
	const uint8_t *from = w->rest;
	size_t n = (size_t)(w->end - w->begin);
	const size_t most = w->size - n > more + WINDOW_ESCAPE ? n + more : w->size - WINDOW_ESCAPE;
	while (n < most && from < path->end) {
		if (octet_class[*from] & path->slow) {
			const uint32_t octets = slow_octets(path, &from);
			for (unsigned i = 0; i < WINDOW_ESCAPE; i++)
				w->room[n + i] = (uint8_t)(octets >> (8 * i));
			n += octets >> OCTETS_COUNT;
			continue;
		}
		w->room[n++] = *from++;
		if (from < path->end && n < most && !(octet_class[*from] & path->slow)) {
			const size_t plain = (size_t)(plain_end(path, from, most - n) - from);
			memcpy(w->room + n, from, plain);
			n += plain;
			from += plain;
		}
	}
	w->rest = from;
	w->end = w->room + n;
}

/* Make more canonical octets; all of them may move.  Returns whether there are: not where the path ends,
 * nor where the window is full. */
static int window_more(struct window *w)
{
	const size_t n = (size_t)(w->end - w->begin);
	if (!w->copied) {
		w->end = w->rest = plain_end(w->path, w->rest, n > WINDOW_PLAIN ? n : WINDOW_PLAIN);
		if ((size_t)(w->end - w->begin) > n)
			return 1;
	}
	const uint8_t *at = w->rest;
	if (at == w->path->end || (octet_class[*at] & w->path->slow && !slow_octets(w->path, &at)))
		return 0;
	w->full = w->size - WINDOW_ESCAPE <= n;
	if (w->full)
		return 0;
	if (!w->copied) {
		memcpy(w->room, w->begin, n);
		w->begin = w->room;
		w->end = w->room + n;
		w->copied = 1;
	}
	window_copy(w, n / 4 > WINDOW_SLOW ? n / 4 : WINDOW_SLOW);
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
