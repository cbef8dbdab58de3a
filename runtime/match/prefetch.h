/* prefetch.h - what the batch calls prefetch: first the group, then its machine, then the prefix.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PREFETCH_H
#define ROBOTSC_PREFETCH_H

#include "nodes.h"
#include "prefix.h"
#include "robotsc/check.h"

#define CACHE_LINE 64

/* How many queries ahead each is prefetched.  Prefetching an unneeded line costs as much as a
 * needed one.  SPECIALIZED, since compilers drop calls of functions that only prefetch. */
#define AHEAD_GROUP 16
#define AHEAD_MACHINE 8
#define AHEAD_PREFIX 4

#if !ROBOTSC_SMALL
/* The first prefix in the bucket of the 8 octets after the '/'. */
static inline const uint8_t *find_bucket(const struct robotsc_group *group, uint64_t word)
{
	return prefix_table_entry(group->of.prefix_table.prefixes, group->unit,
	                          prefix_hash(group->of.prefix_table.keys, group->of.prefix_table.multiplier, group->shift, word));
}
#endif

/* Two lines, since a group may cross a line's end. */
SPECIALIZED void fetch_group(const struct robotsc_query *query)
{
	PREFETCH(query->group);
	PREFETCH((const uint8_t *)(query->group + 1) - 1);
}

/* The path; the prefix table and the root's skip tables, or else the start of the machine. */
SPECIALIZED void fetch_machine(const struct robotsc_query *query)
{
	const struct robotsc_group *group = query->group;
	PREFETCH(query->path.at);
	if (group->prefix_verdicts)
		PREFETCH(group->of.prefix_table.prefixes - 1);
	if (group->machine && (!group->prefix_verdicts || group->flags & MACHINE_SCAN)) {
		PREFETCH(group->machine + (group->prefix_verdicts ? group->tables : 0));
		PREFETCH(group->machine + (group->prefix_verdicts ? group->tables : 0) + CACHE_LINE);
		PREFETCH(group->machine + group->root);
	}
	if (group->machine && !group->prefix_verdicts)
		PREFETCH(group->machine + 2 * CACHE_LINE);
}

/* The prefix in the bucket of the path. */
SPECIALIZED void fetch_prefix(const struct robotsc_query *query)
{
#if !ROBOTSC_SMALL
	if (query->group->prefix_verdicts && query->path.len > PREFIX_KEYS) {
		const uint8_t *prefix = find_bucket(query->group, ld64((const uint8_t *)query->path.at + 1));
		PREFETCH(prefix);
		PREFETCH(prefix + PREFIX_MAX);
	}
#else
	(void)query;
#endif
}

#endif
