/* filter_reader.h - the globs that a filter stands for.  docs/formats/blob.md, "Filters"
 *
 * Each string of the tries with a rank is a glob; the other globs belong to literals.  The walk
 * finds the best of all globs that match, if
 *   - every path that a glob of a literal matches has the literal in it,
 *   - the tries, the prefix table and the start table let every string be found,
 *   - the ranks allow the numbers that end the search early, and the order of the globs.
 * All this is checked.  If one does not hold, the filter is unproven: the walk may give other
 * verdicts than the globs.
 *
 * Cost O(octets of the filter + octets of the globs), which are at most 4 MiB and 16 times the
 * filter.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_READER_H
#define ROBOTSC_FILTER_READER_H

#include "pattern/glob_set.h"
#include "machine_reader.h"

struct filter_globs {
	struct glob *all;
	size_t n, room;
	/* in: the rank of the verdict where no glob matches; globs that do not outrank it are left
	 * out. */
	uint32_t fallback;
	bool unproven; /* the walk may find a glob of another rank, or globs are missing */
};

/* Add the globs of a filter.  in_list: it is one of several.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__filter_reader_run(struct arena *a, const struct machine_reader *m, uint8_t form, bool in_list,
                                               struct filter_globs *out);

#endif
