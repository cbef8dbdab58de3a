/* check.c - check a path: look up its first octets in the prefix table, then walk the machine.
 * docs/formats/blob.md, "Prefix tables", "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "canonical.h"
#include "nodes.h"
#include "prefetch.h"
#include "robotsc/check.h"
#include "walk.h"

#if ROBOTSC_SMALL
enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	struct path p = path_of(path, len, group->form);
	return (enum robotsc_verdict)(group->machine ? robotsc__walk_small(group, &p) : group->verdict);
}

#define check_path robotsc_check_path
#else
/* ---- the prefix table -------------------------------------------------------------- */

/* Octets of an int7 of the group's machine. */
static inline unsigned group_width(const struct robotsc_group *group)
{
	return ((unsigned)(group->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
}

/* Returns the first matching prefix of a bucket, or NULL.  *most: the greatest number of octets
 * that any of them has in common with the path. */
static inline const uint8_t *try_prefixes(const struct robotsc_group *group, const struct prefix_octets *octets,
                                          const uint8_t *prefix, uint32_t *most)
{
	for (;; prefix += prefix_size(prefix[0], group_width(group))) {
		const uint32_t same = same_octets(octets, prefix + 1);
		*most = same > *most ? same : *most;
		if (same >= prefix_count(prefix[0]))
			return prefix;
		if (!(prefix[0] & PREFIX_MORE))
			return NULL;
	}
}

/* Returns 2 + the verdict, or below 2 if the walk goes on.  prefix: NULL if no prefix matches. */
static inline unsigned what_follows(const struct robotsc_group *group, const uint8_t *prefix)
{
	return prefix ? prefix_next(prefix[0]) : (unsigned)group->prefix_verdicts >> 2;
}

/* Where a walk goes on.  node NULL: it has ended with the verdict. */
struct resume {
	const uint8_t *node, *at;
	int verdict;
};

/* Where a walk goes on after a prefix; NULL: at the root.  A prefix cannot reach past the path's
 * end: octets there are 0, and prefixes contain no 0 (robotsc_open: prefix_octets_ok). */
static inline struct resume after_prefix(const struct robotsc_group *group, const uint8_t *prefix, const uint8_t *begin)
{
	if (!prefix)
		return (struct resume){group->machine + group->root, begin + 1, 0};
	const uint32_t target = prefix_target(prefix, group_width(group));
	if (target < TARGET_NODE)
		return (struct resume){NULL, begin, (int)target};
	return (struct resume){group->machine + group->code + (target - TARGET_NODE), begin + 1 + prefix_count(prefix[0]), 0};
}

/* check_prefix_table for a path that lacks the '/' or is not canonical.  Makes the octets for the
 * prefix table canonical first, and the others if the walk goes on. */
NOT_INLINE static int check_prefix_table_copied(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, len, group->form);
	struct canonical c = canonical_begin(&path, begin + (len > 0 && *begin == '/'), room);
	uint32_t most = 0;
	size_t n;
	const struct prefix_octets first = robotsc__canonical_first(&path, &c.from, room + 1, &n);
	if (n == 0)
		return group->prefix_verdicts & 1;
	c.end = room + 1 + n;
	const uint8_t *const prefix = try_prefixes(group, &first, find_bucket(group, first.word), &most);
	const unsigned what = what_follows(group, prefix);
	if (what & 2)
		return (int)(what & 1);
	const struct resume resume = after_prefix(group, prefix, room);
	return resume.node ? robotsc__walk_dfa_copied(group, resume.node, resume.at, &c) : resume.verdict;
}

/* Walks on after a prefix of the raw path, or from the root. */
NOT_INLINE static int check_on(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *prefix)
{
	const struct resume resume = after_prefix(group, prefix, begin);
	return resume.node ? robotsc__walk_dfa(group, resume.node, resume.at, begin, begin + len) : resume.verdict;
}

static inline int decide(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *prefix)
{
	const unsigned what = what_follows(group, prefix);
	return what & 2 ? (int)(what & 1) : check_on(group, begin, len, prefix);
}

/* check_prefix_table where the first prefix of the bucket does not match: tries the others, and
 * handles '#', NUL and escapes. */
NOT_INLINE static int check_further(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *prefix)
{
	const struct prefix_octets octets = load_prefix(begin, len);
	uint32_t most = 0;
	prefix = try_prefixes(group, &octets, prefix, &most);
	if (begin[1] == '#' || (begin[1] == 0 && group->form == FORM_RAW))
		return group->prefix_verdicts & 1; /* the path is "/" */
	if (first_percent(&octets) <= most || first_percent(&octets) < PREFIX_KEYS)
		return check_prefix_table_copied(group, begin, len);
	return decide(group, begin, len, prefix);
}

/* Checks a path of at least 2 octets.  A prefix contains nothing that begins an escape or ends a
 * path, so a prefix that matches decides without looking at what follows. */
static inline int check_prefix_table(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	const struct prefix_octets octets = load_prefix(begin, len);
	const uint8_t *prefix = find_bucket(group, octets.word);
	const uint8_t head = prefix[0];
	if (same_octets(&octets, prefix + 1) >= prefix_count(head))
		return decide(group, begin, len, prefix);
	const uint32_t plain = first_percent(&octets);
	if (plain < PREFIX_KEYS && !may_end(&octets))
		return check_prefix_table_copied(group, begin, len);
	if (head & PREFIX_MORE || plain < PREFIX_MAX || may_end(&octets))
		return check_further(group, begin, len, prefix);
	return decide(group, begin, len, NULL);
}

/* Supplies the missing '/' of a path, for a DFA without a prefix table. */
NOT_INLINE static int check_copied(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, len, group->form);
	struct canonical c = canonical_begin(&path, begin, room);
	return robotsc__walk_dfa_copied(group, group->machine + group->code, c.end, &c);
}

/* Checks a path without the prefix table, or without a leading '/'. */
NOT_INLINE static int check_whole(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (group->flags & MACHINE_IS_FILTER)
		return robotsc__walk_filters(group, begin, len);
	if (len > 0 && *begin == '/')
		return robotsc__walk_dfa(group, group->machine + group->code, begin + 1, begin, begin + len);
	return group->prefix_verdicts ? check_prefix_table_copied(group, begin, len) : check_copied(group, begin, len);
}

/* robotsc_check_path, inlined. */
SPECIALIZED enum robotsc_verdict check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	const uint8_t *const begin = (const uint8_t *)path;
	if (group->prefix_verdicts && len > 0 && *begin == '/')
		return (enum robotsc_verdict)(len > 1 ? check_prefix_table(group, begin, len) : group->prefix_verdicts & 1);
	return (enum robotsc_verdict)(group->machine ? check_whole(group, begin, len) : group->verdict);
}

enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	return check_path(group, path, len);
}
#endif

enum robotsc_verdict robotsc_check_url(const struct robotsc_group *group, const char *url, size_t len)
{
	struct robotsc_text path;
	robotsc_url_path((enum robotsc_dialect)group->dialect, url, len, &path);
	return robotsc_check_path(group, path.at, path.len);
}

/* Cache lines that hold a group and, if its blob follows it, most prefix tables. */
#define LINES 6

void robotsc_prefetch(const struct robotsc_group *group)
{
	for (int line = 0; line < LINES; line++)
		PREFETCH((const uint8_t *)group + line * CACHE_LINE);
}

void robotsc_check_paths(const struct robotsc_group *group, const struct robotsc_text *paths, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++)
		verdicts[i] = (uint8_t)check_path(group, paths[i].at, paths[i].len);
}

void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++) {
		if (n - i > AHEAD_GROUP)
			fetch_group(&queries[i + AHEAD_GROUP]);
		if (n - i > AHEAD_MACHINE)
			fetch_machine(&queries[i + AHEAD_MACHINE]);
		if (n - i > AHEAD_PREFIX)
			fetch_prefix(&queries[i + AHEAD_PREFIX]);
		verdicts[i] = (uint8_t)check_path(queries[i].group, queries[i].path.at, queries[i].path.len);
	}
}
