/* long_segment.h - finds long segments of globs, which do not fit the buffer that a path moves
 * through.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LONG_SEGMENT_H
#define ROBOTSC_LONG_SEGMENT_H

#include "path_window.h"

#define SIDE_ROOM 512 /* of windows beside the buffer */
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
