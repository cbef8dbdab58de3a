/* path_window.h - a window of canonical octets or units that moves along a path of any length, and
 * finds segments of globs that are longer than the window.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PATH_WINDOW_H
#define ROBOTSC_PATH_WINDOW_H

#include "glob_match.h"

#define WINDOW_STEP 256 /* octets that are made at a time */

/* A place of the path where reading may begin: a raw octet and the offset of its first canonical
 * octet or unit. */
struct mark {
	const uint8_t *from;
	size_t offset;
};

struct window {
	struct path *path;
	const uint8_t *from; /* the first octet of the path that is not read yet */
	uint8_t *text, *end; /* canonical octets; units if escaped is not NULL.  PADDING follows */
	uint64_t *escaped;   /* as in struct glob_text, for room units and two words more */
	size_t room;         /* octets or units that text may have; 16 + PADDING octets follow */
	size_t offset;       /* of text in the canonical path */
};

/* Octets or units in the window. */
static inline size_t window_size(const struct window *w)
{
	return (size_t)(w->end - w->text);
}

/* Offset of the window's end. */
static inline size_t window_end(const struct window *w)
{
	return w->offset + window_size(w);
}

/* True if the window ends with the path. */
static inline int window_last(const struct window *w)
{
	return w->from == w->path->end;
}

/* A window as globs see it. */
static inline struct glob_text window_text(const struct window *w)
{
	return (struct glob_text){.begin = w->text, .end = w->end, .octets = w->escaped ? w->text : NULL, .escaped = w->escaped};
}

/* Empties the window and puts it at a mark. */
void robotsc__path_window_put(struct window *w, struct mark mark);

/* Drops octets from the window's start: at most drop, a multiple of 64. */
void robotsc__path_window_drop(struct window *w, size_t drop);

/* Appends some octets.  There must be room for WINDOW_STEP, and path octets to read. */
void robotsc__path_window_add(struct window *w);

/* Appends octets until the room is full or the path ends. */
void robotsc__path_window_fill(struct window *w);

/* Reads on until the window has n octets from an offset on, or the path ends.  Moves *mark to the
 * last place, at most `place`, where reading began. */
void robotsc__path_window_reach(struct window *w, size_t offset, size_t n, size_t place, struct mark *mark);

#define SIDE_ROOM 512 /* octets or units of a small window beside the buffer */
#define NOWHERE SIZE_MAX

/* A path, and a place of it where reading may begin. */
struct long_path {
	struct path *path;
	struct mark mark;
	uint8_t form;
};

/* robotsc__glob_match_find for a segment of any length, from offset first to offset last, most of
 * the time in one step for each octet of the path.  Returns an offset, or NOWHERE. */
size_t robotsc__long_segment_find(const struct long_path *l, const struct glob_segment *s, int query, size_t first, size_t last);

#endif
