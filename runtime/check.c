/* check.c - may a path be fetched: what is decided behind the first '/', and what must be walked.  docs/format.md,
 * "Fans", "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "canonical.h"
#include "code.h"
#include "label.h"
#include "robotsc/check.h"
#include "scan.h"
#include "walk.h"

#define CACHE_LINE 64

#if ROBOTSC_SMALL
enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	struct path p = path_of(path, len, group->form);
	return (enum robotsc_verdict)(group->machine ? robotsc__walk_small(group, &p) : group->verdict);
}

#define check_path robotsc_check_path
#else
/* ---- behind the first '/' ----------------------------------------------------- */

/* Octets of an integer in the code. */
static inline unsigned group_width(const struct robotsc_group *group)
{
	return ((unsigned)(group->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
}

/* The label that the octets behind the '/' lead to. */
static inline const uint8_t *find_label(const struct robotsc_group *group, uint64_t word)
{
	return fan_entry(group->of.fan.labels, group->unit,
	                 fan_hash(group->of.fan.keys, group->of.fan.multiplier, group->shift, word));
}

/* The first label from one on that stands there, or NULL.  *most: of how many octets of one of them did stand. */
static inline const uint8_t *try_labels(const struct robotsc_group *group, const struct fan_octets *octets, const uint8_t *label,
                                        uint32_t *most)
{
	for (;; label += label_size(label[0], group_width(group))) {
		const uint32_t same = same_octets(octets, label + 1);
		*most = same > *most ? same : *most;
		if (same >= label_count(label[0]))
			return label;
		if (!(label[0] & LABEL_MORE))
			return NULL;
	}
}

/* What follows a label, or where it is NULL: 2 plus the verdict, or less where the walk goes on. */
static inline unsigned what_follows(const struct robotsc_group *group, const uint8_t *label)
{
	return label ? label_next(label[0]) : (unsigned)group->fan >> 2;
}

/* Where a walk goes on; without a node, the verdict. */
struct place {
	const uint8_t *node, *at;
	int verdict;
};

/* Behind a label, or where that is NULL in the hub.  A label that was found lies within the path: zeros stand behind the
 * path's end, and none holds a zero (robotsc_open: label_octets_ok). */
static inline struct place behind_label(const struct robotsc_group *group, const uint8_t *label, const uint8_t *begin)
{
	if (!label)
		return (struct place){group->machine + group->hub, begin + 1, 0};
	const uint32_t target = label_target(label, group_width(group));
	if (target < TARGET_NODE)
		return (struct place){NULL, begin, (int)target};
	return (struct place){group->machine + group->code + (target - TARGET_NODE), begin + 1 + label_count(label[0]), 0};
}

/* As check_fan, for a path that is not canonical as it stands, or lacks the '/': as many octets as a label may have are made
 * canonical, and more where the walk goes on. */
NOT_INLINE static int check_fan_copied(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, len, group->form);
	struct canonical c = canonical_begin(&path, begin + (len > 0 && *begin == '/'), room);
	uint32_t most = 0;
	size_t n;
	const struct fan_octets first = robotsc__canonical_first(&path, &c.from, room + 1, &n);
	if (n == 0)
		return group->fan & 1;
	c.end = room + 1 + n;
	const uint8_t *const label = try_labels(group, &first, find_label(group, first.word), &most);
	const unsigned what = what_follows(group, label);
	if (what & 2)
		return (int)(what & 1);
	const struct place place = behind_label(group, label, room);
	return place.node ? robotsc__walk_dfa_copied(group, place.node, place.at, &c) : place.verdict;
}

/* Go on behind a label that stands in the path as it came, or in the hub. */
NOT_INLINE static int check_on(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const struct place place = behind_label(group, label, begin);
	return place.node ? robotsc__walk_dfa(group, place.node, place.at, begin, begin + len) : place.verdict;
}

static inline int decide(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const unsigned what = what_follows(group, label);
	return what & 2 ? (int)(what & 1) : check_on(group, begin, len, label);
}

/* As check_fan, where its label does not stand: more may, or the path may be another than it seems. */
NOT_INLINE static int check_further(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const struct fan_octets octets = load_fan(begin, len);
	uint32_t most = 0;
	label = try_labels(group, &octets, label, &most);
	if (begin[1] == '#' || (begin[1] == 0 && group->form == FORM_RAW))
		return group->fan & 1; /* the path ends there */
	if (first_percent(&octets) <= most || first_percent(&octets) < FAN_KEYS)
		return check_fan_copied(group, begin, len);
	return decide(group, begin, len, label);
}

/* Walk a DFA with a fan behind the first '/', which has octets behind it.  A label that stands there decides, whatever
 * follows, since none holds what begins an escape or ends a path. */
static inline int check_fan(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	const struct fan_octets octets = load_fan(begin, len);
	const uint8_t *label = find_label(group, octets.word);
	const uint8_t head = label[0];
	if (same_octets(&octets, label + 1) >= label_count(head))
		return decide(group, begin, len, label);
	const uint32_t plain = first_percent(&octets);
	if (plain < FAN_KEYS && !may_end(&octets))
		return check_fan_copied(group, begin, len);
	if (head & LABEL_MORE || plain < FAN_LABEL || may_end(&octets))
		return check_further(group, begin, len, label);
	return decide(group, begin, len, NULL);
}

/* Supply the '/' that a path lacks, to walk a DFA without a fan. */
NOT_INLINE static int check_copied(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, len, group->form);
	struct canonical c = canonical_begin(&path, begin, room);
	return robotsc__walk_dfa_copied(group, group->machine + group->code, c.end, &c);
}

/* Check what does not begin in the fan of a DFA. */
NOT_INLINE static int check_whole(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (group->flags & MACHINE_IS_FILTER)
		return robotsc__walk_filters(group, begin, len);
	if (len > 0 && *begin == '/')
		return robotsc__walk_dfa(group, group->machine + group->code, begin + 1, begin, begin + len);
	return group->fan ? check_fan_copied(group, begin, len) : check_copied(group, begin, len);
}

/* As robotsc_check_path. */
SPECIALIZED enum robotsc_verdict check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	const uint8_t *const begin = (const uint8_t *)path;
	if (group->fan && len > 0 && *begin == '/')
		return (enum robotsc_verdict)(len > 1 ? check_fan(group, begin, len) : group->fan & 1);
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

/* So many lines hold the group, and of a blob right behind it the prefix table and labels of most policies. */
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

/* How far ahead of the walk its memory is asked for: first the group, then what it points to, then the label
 * that the fan leads to.  Lines that are not needed cost as much as those that are.  SPECIALIZED, since
 * compilers take functions that only fetch for functions that do nothing. */
#define AHEAD_GROUP 16
#define AHEAD_MACHINE 8
#define AHEAD_LABEL 4
/* A group need not begin a line. */
SPECIALIZED void fetch_group(const struct robotsc_query *query)
{
	PREFETCH(query->group);
	PREFETCH((const uint8_t *)(query->group + 1) - 1);
}

/* The path, the fan, and the tables of the hub; or the beginning of the machine. */
SPECIALIZED void fetch_machine(const struct robotsc_query *query)
{
	const struct robotsc_group *group = query->group;
	PREFETCH(query->path.at);
	if (group->fan)
		PREFETCH(group->of.fan.labels - 1);
	if (group->machine && (!group->fan || group->flags & MACHINE_SCAN)) {
		PREFETCH(group->machine + (group->fan ? group->tables : 0));
		PREFETCH(group->machine + (group->fan ? group->tables : 0) + CACHE_LINE);
		PREFETCH(group->machine + group->hub);
	}
	if (group->machine && !group->fan)
		PREFETCH(group->machine + 2 * CACHE_LINE);
}

SPECIALIZED void fetch_label(const struct robotsc_query *query)
{
#if !ROBOTSC_SMALL
	if (query->group->fan && query->path.len > FAN_KEYS) {
		const uint8_t *label = find_label(query->group, ld64((const uint8_t *)query->path.at + 1));
		PREFETCH(label);
		PREFETCH(label + FAN_LABEL);
	}
#else
	(void)query;
#endif
}

void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++) {
		if (n - i > AHEAD_GROUP)
			fetch_group(&queries[i + AHEAD_GROUP]);
		if (n - i > AHEAD_MACHINE)
			fetch_machine(&queries[i + AHEAD_MACHINE]);
		if (n - i > AHEAD_LABEL)
			fetch_label(&queries[i + AHEAD_LABEL]);
		verdicts[i] = (uint8_t)check_path(queries[i].group, queries[i].path.at, queries[i].path.len);
	}
}
