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

static struct path path_of(const uint8_t *begin, size_t len, uint8_t form)
{
	return (struct path){.begin = begin, .end = begin + len, .searched = begin, .form = form, .slow = octet_slow[form]};
}

#ifdef __OPTIMIZE_SIZE__
enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	struct path p = path_of((const uint8_t *)path, len, group->form);
	return (enum robotsc_verdict)(group->machine ? robotsc__collect_whole(group, &p) : group->verdict);
}

#define check_path robotsc_check_path
#else
/* Walk a machine whose way of being walked is known when this is compiled. */
SPECIALIZED int walk_one(const struct walker *m, struct path *path)
{
	if (path->begin == path->end || *path->begin != '/')
		return walk_window(m, m->code, path->begin, path); /* which supplies the '/' */
	return walk(m, m->code, path->begin, path, NULL);
}

/* The walk through a group's decided machine.  What the group knows need not be fetched. */
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

/* Walk from the beginning. */
NOT_INLINE static int check_whole(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (group->fan && len == 1 && *begin == '/')
		return group->fan & 1;
	struct path path = path_of(begin, len, group->form);
	if (group->flags & MACHINE_IS_RANKED)
		return robotsc__collect_whole(group, &path);
	struct walker m = walker_of(group);
	if (m.width == 2) {
		m.width = 2; /* known when this is compiled */
		return group->entry && len && *begin == '/' ? walk(&m, m.machine + group->entry, begin + 1, &path, NULL)
		                                            : walk_one(&m, &path);
	}
	return walk_one(&m, &path);
}

/* Where a walk goes on; without a node, the verdict. */
struct place {
	const uint8_t *node, *at;
	int verdict;
};

/* Where it goes on behind a label of the fan, or, where that is NULL, in the hub; at is behind the '/'.  A label that was
 * found lies within the path: zeros stand behind the path's end, and none holds a zero (robotsc_open: label_octets_ok). */
static inline struct place leave_fan(const struct robotsc_group *group, const uint8_t *label, const uint8_t *at)
{
	if (!label)
		return (struct place){group->machine + group->hub, at, 0};
	const uint32_t target = label_target(label, 2);
	if (target < TARGET_NODE)
		return (struct place){NULL, at, (int)target};
	return (struct place){group->machine + group->code + (target - TARGET_NODE), at + label_count(label[0]), 0};
}

/* Go on behind a label, or in the hub. */
NOT_INLINE static int check_on(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	struct path path = path_of(begin, len, group->form);
	const struct place place = leave_fan(group, label, begin + 1);
	if (!place.node)
		return place.verdict;
	if (group->flags & MACHINE_IS_RANKED)
		return robotsc__collect_from(group, &path, place.node, label != NULL, (size_t)(place.at - begin));
	struct walker m = walker_of(group);
	m.width = 2; /* known when this is compiled */
	return walk(&m, place.node, place.at, &path, NULL);
}

/* The same in a window. */
NOT_INLINE static int check_window(const struct robotsc_group *group, struct window *w, const uint8_t *label)
{
	const struct place place = leave_fan(group, label, w->begin + 1);
	if (!place.node)
		return place.verdict;
	if (group->flags & MACHINE_IS_RANKED)
		return robotsc__collect_whole(group, w->path);
	struct walker m = walker_of(group);
	m.width = 2; /* known when this is compiled */
	return walk(&m, place.node, place.at, w->path, w);
}

/* The label that the octets behind the '/' lead to. */
static inline const uint8_t *find_label(const struct robotsc_group *group, uint64_t word)
{
	return fan_entry(group->of.fan.labels, group->unit,
	                 fan_hash(group->of.fan.keys, group->of.fan.multiplier, group->shift, word));
}

/* The first label from one on that stands there, or NULL.  *most: of how many octets of one of them did stand. */
static inline const uint8_t *try_labels(const struct fan_octets *octets, const uint8_t *label, uint32_t *most)
{
	for (;; label += label_size(label[0], 2)) {
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

static inline int decide(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const unsigned what = what_follows(group, label);
	return what & 2 ? (int)(what & 1) : check_on(group, begin, len, label);
}

/* As check_fan, where an escape stands among the octets that decide: as many as decide are made canonical first. */
NOT_INLINE static int check_escaped(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	uint8_t room[WINDOW_ROOM];
	struct path path = path_of(begin, len, group->form);
	struct window w = {.path = &path, .room = room, .size = sizeof room};
	uint32_t most = 0;
	size_t n;
	window_begin(&w, begin + 1);
	room[0] = '/';
	const struct fan_octets octets = load_canonical(&path, &w.rest, room + 1, &n);
	if (!n)
		return group->fan & 1;
	w.end = room + 1 + n;
	const uint8_t *label = try_labels(&octets, find_label(group, octets.word), &most);
	const unsigned what = what_follows(group, label);
	return what & 2 ? (int)(what & 1) : check_window(group, &w, label);
}

/* As check_fan, where its label does not stand: more may, or the path may be another than it seems. */
NOT_INLINE static int check_further(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const struct fan_octets octets = load_fan(begin, len);
	uint32_t most = 0;
	label = try_labels(&octets, label, &most);
	if (begin[1] == '#' || (begin[1] == 0 && group->form == FORM_RAW))
		return group->fan & 1; /* the path ends there */
	if (first_percent(&octets) <= most || first_percent(&octets) < FAN_KEYS)
		return check_escaped(group, begin, len);
	return decide(group, begin, len, label);
}

/* Walk a machine with a fan behind the first '/', which has octets behind it.  A label that stands there decides, whatever
 * follows, since none holds what begins an escape or ends a path. */
static inline int check_fan(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	const struct fan_octets octets = load_fan(begin, len);
	const uint8_t *label = find_label(group, octets.word);
	const uint8_t head = label[0];
	if (same_octets(&octets, label + 1) >= label_count(head))
		return decide(group, begin, len, label);
	if (head & LABEL_MORE || first_percent(&octets) < FAN_LABEL || may_end(&octets))
		return check_further(group, begin, len, label);
	return decide(group, begin, len, NULL);
}
/* As robotsc_check_path. */
SPECIALIZED enum robotsc_verdict check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	const uint8_t *const begin = (const uint8_t *)path;
	if (group->fan && len > 1 && *begin == '/')
		return (enum robotsc_verdict)check_fan(group, begin, len);
	return (enum robotsc_verdict)(group->machine ? check_whole(group, begin, len) : group->verdict);
}

/* A blob may stand right behind its group: then its first lines need not wait for the group to say where they are.  So many
 * lines hold the fan of most policies and its labels; the line behind the group's first one holds its end, and is loaded
 * anyway. */
#define BEHIND 6
SPECIALIZED void fetch_behind(const struct robotsc_group *group)
{
	for (int line = 2; line < BEHIND; line++)
		PREFETCH((const uint8_t *)group + line * CACHE_LINE);
}

enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	fetch_behind(group);
	return check_path(group, path, len);
}
#endif

enum robotsc_verdict robotsc_check_url(const struct robotsc_group *group, const char *url, size_t len)
{
	struct robotsc_text path;
	robotsc_url_path((enum robotsc_dialect)group->dialect, url, len, &path);
	return robotsc_check_path(group, path.at, path.len);
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
		PREFETCH(group->machine);
		PREFETCH(group->machine + CACHE_LINE);
		PREFETCH(group->machine + group->hub);
	}
	if (group->machine && !group->fan)
		PREFETCH(group->machine + 2 * CACHE_LINE);
}

SPECIALIZED void fetch_label(const struct robotsc_query *query)
{
#ifndef __OPTIMIZE_SIZE__
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
