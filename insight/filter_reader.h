/* filter_reader.h - the globs that a filter stands for.  docs/format.md, "Filters"
 *
 * A string of the tries that has a rank is one, and so is each glob of a literal.  The walk finds the best of all globs if
 * whatever one of a literal matches holds the literal, and if what the filter says of its ranks and of where literals may
 * begin is true.  That is looked at, in no order of a walk.
 *
 * Cost O(octets of the filter + octets of the globs): so many that it is linear in the filter, or 4 MiB.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_READER_H
#define ROBOTSC_FILTER_READER_H

#include "glob_set.h"
#include "machine_reader.h"

struct filter_globs {
	struct glob *all;
	size_t n, room;
	uint32_t fallback; /* in: the rank where none matches; globs that do not outrank it are left out */
	bool doubtful;     /* the walk may find something else, or globs are missing */
};

/* Add those of a filter, which is one of a list or alone.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__filter_read(struct arena *a, const struct machine_reader *m, uint8_t form, bool in_list,
                                         struct filter_globs *out);

#endif
