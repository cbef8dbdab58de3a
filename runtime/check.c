/* check.c - may a path be fetched: the decided machine of a group; for ranked ones see collect.h.  docs/format.md,
 * "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "collect.h"
#include "label.h"
#include "robotsc/check.h"
#include "walk.h"

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PREFETCH(p) ((void)(p))
#endif
#define CACHE_LINE 64

/* Walk a machine whose way of being walked is known when this is compiled. */
SPECIALIZED int walk_one(const struct walker *m, struct path *path)
{
	if (path->begin == path->end || *path->begin != '/')
		return robotsc__walk_slow(m, m->code, 1, path, path_start(path), NULL);
	return walk(m, m->code, path->begin, path);
}

/* The walk through a group's decided machine, and the path.  What the group knows need not be fetched. */
static struct walker walker_of(const struct robotsc_group *group)
{
	const uint8_t *machine = group->machine;
	const size_t fields = MACHINE_DECIDED_FIELDS * (group->flags & MACHINE_WIDE ? 4 : 2);
	const unsigned width = ((unsigned)(group->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
	return (struct walker){machine,
	                       machine + group->code,
	                       machine + group->hub,
	                       group->flags & MACHINE_SCAN ? machine + 1 + fields : NULL,
	                       width,
	                       0};
}

static struct path path_of(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	return (struct path){
		.begin = begin, .end = begin + len, .searched = begin, .form = group->form, .slow = octet_slow[group->form]};
}

/* Walk from the beginning. */
NOT_INLINE static int check_whole(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	struct path path = path_of(group, begin, len);
	if (group->flags & MACHINE_IS_RANKED)
		return robotsc__collect_whole(group, &path);
	struct walker m = walker_of(group);
#ifndef __OPTIMIZE_SIZE__
	if (m.width == 2) {
		m.width = 2; /* known when this is compiled */
		return group->entry && len && *begin == '/' ? walk(&m, m.machine + group->entry, begin + 1, &path)
		                                            : walk_one(&m, &path);
	}
#endif
	return walk_one(&m, &path);
}

#ifndef __OPTIMIZE_SIZE__
/* Walk octet by octet from the fan on. */
NOT_INLINE static int check_octets(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (group->flags & MACHINE_IS_RANKED)
		return check_whole(group, begin, len);
	struct path path = path_of(group, begin, len);
	const struct walker m = walker_of(group);
	return robotsc__walk_slow(&m, m.machine + group->entry, 1, &path, (struct cursor){.at = begin + 1}, NULL);
}

/* Go on behind a label of the fan, or, where it is NULL, in the hub. */
NOT_INLINE static int check_on(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	struct path path = path_of(group, begin, len);
	const uint8_t *node = group->machine + group->hub, *at = begin + 1;
	if (label) {
		const uint32_t target = label_target(label, 2);
		if (target < TARGET_NODE)
			return (int)target;
		node = group->machine + group->code + (target - TARGET_NODE);
		at += label_count(label[0]);
		if (at > begin + len) /* forged: zeros stand behind the path's end */
			return check_octets(group, begin, len);
	}
	if (group->flags & MACHINE_IS_RANKED)
		return robotsc__collect_from(group, &path, node, label != NULL, (size_t)(at - begin));
	struct walker m = walker_of(group);
	m.width = 2; /* known when this is compiled */
	return walk(&m, node, at, &path);
}

/* The label that the octets behind the '/' lead to. */
static inline const uint8_t *find_label(const struct robotsc_group *group, uint64_t word)
{
	const unsigned bits = group->shape & FAN_BITS;
	return fan_entry(group->of.fan.labels, (unsigned)group->shape >> FAN_UNIT_SHIFT,
	                 fan_hash(group->of.fan.keys, group->of.fan.multiplier, bits, word));
}

/* What follows a label that stands there, or not, as a verdict plus 2, or less where the walk goes on. */
static inline unsigned outcome(const struct robotsc_group *group, unsigned head, int stands)
{
	return stands ? label_next((uint8_t)head) : group->missed & ~(head / LABEL_MORE * 2);
}

/* As check_fan, where it does not decide: more labels may follow, or escapes stand among the octets. */
NOT_INLINE static int check_further(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const struct fan_octets octets = load_fan(begin, len);
	uint32_t same = same_octets(&octets, label + 1), most = same;
	while (same < label_count(label[0]) && label[0] & LABEL_MORE) {
		label += label_size(label[0], 2);
		same = same_octets(&octets, label + 1);
		most = same > most ? same : most;
	}
	for (size_t i = 1; octets.special && i < len && (i <= FAN_KEYS || i <= most + 1); i++)
		if (begin[i] == '%' || (i == 1 && (begin[i] == '#' || begin[i] == 0)))
			return check_octets(group, begin, len);
	const int stands = same >= label_count(label[0]);
	const unsigned what = outcome(group, label[0], stands);
	return what & 2 ? (int)(what & 1) : check_on(group, begin, len, stands ? label : NULL);
}

/* Walk a machine with a fan behind the first '/'. */
static inline int check_fan(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (len == 1)
		return group->fan & 1;
	const struct fan_octets octets = load_fan(begin, len);
	const uint8_t *label = find_label(group, octets.word);
	const unsigned head = label[0];
	const int stands = same_octets(&octets, label + 1) > (head & LABEL_COUNT);
	const unsigned what = outcome(group, head, stands);
	if (!octets.special && what & 2)
		return (int)(what & 1);
	return check_further(group, begin, len, label);
}
#endif

enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	const uint8_t *const begin = (const uint8_t *)path;
#ifndef __OPTIMIZE_SIZE__
	if (group->fan && len && *begin == '/')
		return (enum robotsc_verdict)check_fan(group, begin, len);
#endif
	return (enum robotsc_verdict)(group->machine ? check_whole(group, begin, len) : group->verdict);
}

enum robotsc_verdict robotsc_check_url(const struct robotsc_group *group, const char *url, size_t len)
{
	struct robotsc_text path;
	robotsc_url_path((enum robotsc_dialect)group->dialect, url, len, &path);
	return robotsc_check_path(group, path.at, path.len);
}

void robotsc_check_paths(const struct robotsc_group *group, const struct robotsc_text *paths, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++)
		verdicts[i] = (uint8_t)robotsc_check_path(group, paths[i].at, paths[i].len);
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
		PREFETCH(group->machine);
		PREFETCH(group->machine + CACHE_LINE);
	}
	if (group->machine && !group->fan)
		PREFETCH(group->machine + 2 * CACHE_LINE);
}

SPECIALIZED void fetch_label(const struct robotsc_query *query)
{
#ifndef __OPTIMIZE_SIZE__
	if (query->group->fan && query->path.len > FAN_KEYS)
		PREFETCH(find_label(query->group, ld64((const uint8_t *)query->path.at + 1)));
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
		verdicts[i] = (uint8_t)robotsc_check_path(queries[i].group, queries[i].path.at, queries[i].path.len);
	}
}
