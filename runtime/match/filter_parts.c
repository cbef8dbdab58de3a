/* filter_parts.c - the search for the literals of a filter, for integers of any width.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter_parts.h"

#if !ROBOTSC_SMALL

int robotsc__filter_parts_anchored(const struct filter *f, const struct path_part *path, const uint8_t *end, struct found *found)
{
	return walk_anchored(f, f->width, path, end, found);
}

#if VECTOR_X86
SHUFFLE const uint8_t *walk_starts_wide(const struct filter *f, uint32_t alone, const uint8_t *at, const uint8_t *stop,
                                        const uint8_t *end, struct found *found)
{
	return walk_starts(f, f->width, alone, at, stop, end, found);
}
#endif

const uint8_t *robotsc__filter_parts_places(const struct filter *f, uint32_t alone, const uint8_t *at, const uint8_t *stop,
                                            const uint8_t *end, struct found *found)
{
#if VECTOR_X86
	if (vector_has_shuffle())
		return walk_starts_wide(f, alone, at, stop, end, found);
#endif
	return walk_places(f, f->width, alone, at, stop, end, found);
}

#endif
