/* collect.c - see collect.h.  docs/format.md, "The walk", "Programs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "collect.h"

#include "ends.h"
#include "step.h"
#include "walk.h"
#ifndef __OPTIMIZE_SIZE__
#include "lean.h"
#include "places.h"
#include "trial.h"
#include "window.h"
#endif

#ifdef __OPTIMIZE_SIZE__
/* Each machine reads the path itself: canonical octets are not kept. */
struct window {
	struct path *path;
};

NOT_INLINE static int walk_machine(const uint8_t *machine, struct window *w, struct score *score)
{
	const uint8_t *code = machine_code(machine);
	const struct walker m = {
		machine, code, code + machine_field(machine, MACHINE_HUB), NULL, machine_width(machine), machine_ranked(machine)};
	return robotsc__walk_slow(&m, code, 1, w->path, path_start(w->path), score);
}

NOT_INLINE static void run_machine(const uint8_t *machine, struct window *w, struct score *score)
{
	run_programs(machine, w->path, score);
}
#else
static struct walker walker_of(const uint8_t *machine)
{
	const uint8_t *code = machine_code(machine);
	return (struct walker){machine,
	                       code,
	                       code + machine_field(machine, MACHINE_HUB),
	                       machine[0] & MACHINE_SCAN ? machine_scan(machine) : NULL,
	                       machine_width(machine),
	                       1};
}

/* The octet of a run that leads back to a node when it is not there, or -1 for any other target. */
static inline int second_octet(const struct walker *m, const uint8_t *node, uint32_t target)
{
	if (target < TARGET_NODE)
		return -1;
	const uint8_t *run = m->code + (target - TARGET_NODE);
	const unsigned otherwise = node_else(run[0]), linked = otherwise == ELSE_LINK;
	const unsigned go = (run[0] & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
	const int back =
		linked ? m->code + code_int(run + 2, m->width) - TARGET_NODE == node : otherwise == ELSE_HUB && m->hub == node;
	return !(run[0] & (NODE_BRANCH | NODE_E)) && back ? run[2 + m->width * (linked + go)] : -1;
}

/* Skip what a node with one way out, or with another over '?', stays on: octets that are no way, and
 * those behind which the run that they lead to would lead back at once. */
static inline const uint8_t *seek(const struct walker *m, const uint8_t *node, const uint8_t *ways, uint32_t count,
                                  const uint8_t *at, const uint8_t *end)
{
	const uint32_t way = count == 2 && ways[0] == '?';
	const int second = second_octet(m, node, code_int(ways + count + way * m->width, m->width));
	if (second >= 0)
		return find_pair(at, end, ways[way], (uint8_t)second, count == 2 ? '?' : 0xFF);
	while (at < end && *at != ways[0] && *at != ways[count - 1])
		at++;
	return at;
}

/* Where a node that stays on what it does not name may have to leave. */
static inline const uint8_t *leave(const struct walker *m, const uint8_t *node, const uint8_t *ways, uint32_t count,
                                   const struct window *w, const uint8_t *at)
{
	if (count == 1 || (count == 2 && (ways[0] == '?' || ways[1] == '?')))
		return seek(m, node, ways, count, at, w->end);
	return node == m->hub && m->scan ? scan_path(m->scan, m->machine[0] & MACHINE_PAIRS, w->begin, at, w->end) : at;
}

/* Walk from a node on, arrived at by reading an octet, or through a link.  Returns a verdict that is settled,
 * or UNDECIDED: see score. */
SPECIALIZED int collect(const struct walker *m, const uint8_t *node, int arrived, const uint8_t *at, struct window *w,
                        struct score *score)
{
	const unsigned width = m->width;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (head & NODE_E) {
			field += width;
			if (arrived && arrive(m, node, w->before + (size_t)(at - w->begin), score))
				return UNDECIDED;
			arrived = 0;
		}
		if (node_is_fan(head)) {
			reach(w, &at, FAN_LABEL);
			if (at == w->end)
				return UNDECIDED;
			const uint8_t *label = match_label(node, width, at, w->begin, w->end);
			otherwise = head & BRANCH_ELSE;
			if (!label)
				goto other;
			at += label_count(label[0]);
			target = label_target(label, width);
		} else if (head & NODE_BRANCH) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *ways = field + (else_has_target(otherwise) ? width : 0);
			/* Where the first octet is a way, see whether it leads on; if it leads back, look further ahead. */
			if (otherwise == ELSE_SELF && !(arrived && at < w->end && *at == ways[0]))
				at = leave(m, node, ways, count, w, at);
			if (at == w->end) {
				if (window_go_on(w, &at))
					continue;
				return end_in(m, node, 1, w->before + (size_t)(at - w->begin), score);
			}
			const uint32_t way = find_way(ways, count, *at);
			if (way < count) {
				target = code_int(ways + count + way * width, width);
			} else if (otherwise == ELSE_SELF) {
				at++;
				continue;
			} else if (otherwise == ELSE_GOTO) {
				target = code_int(field, width);
			} else {
				goto other;
			}
			at++;
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
			const uint8_t *link = field;
			field += otherwise == ELSE_LINK ? width : 0;
			target = next - NEXT_DISALLOW;
			if (next == NEXT_GOTO) {
				target = code_int(field, width);
				field += width;
			}
			const uint32_t read = equal_octets(field, count, at, w->begin, w->end);
			if (read < count && at + read == w->end) {
				if (window_go_on(w, &at))
					continue;
				return end_in(m, node, read == 0, w->before + (size_t)(at - w->begin), score);
			}
			if (read < count) {
				field = link;
				goto other;
			}
			at += count;
			if (next == NEXT_FALL) {
				node = field + count;
				arrived = 1;
				continue;
			}
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = m->code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return UNDECIDED;
		node = otherwise == ELSE_HUB ? m->hub : m->code + (code_int(field, width) - TARGET_NODE);
		arrived = 0;
	}
}

/* With the width of most machines known when this is compiled. */
static int collect_from(const struct walker *m, const uint8_t *node, int arrived, size_t octets, struct window *w,
                        struct score *score)
{
	const struct walker narrow = {m->machine, m->code, m->hub, m->scan, 2, 1};
	return m->width == 2 ? collect(&narrow, node, arrived, w->begin + octets, w, score)
	                     : collect(m, node, arrived, w->begin + octets, w, score);
}

static int walk_machine(const uint8_t *machine, struct window *w, struct score *score)
{
	const struct walker m = walker_of(machine);
	window_rewind(w);
	return collect_from(&m, m.code, 1, 0, w, score);
}

/* Run all programs of a machine at once, if there is room for the path: for much, so in a function of its own. */
NOT_INLINE static int run_places(const uint8_t *machine, struct path *path, struct score *score)
{
	struct globs globs;
	if (!read_units(&globs, path))
		return 0;
	run_globs(machine, &globs, score);
	return 1;
}

static void run_machine(const uint8_t *machine, struct window *w, struct score *score)
{
	window_rewind(w);
	if (w->path->form != FORM_K)
		try_programs(machine, w, score);
	else if (!run_places(machine, w->path, score))
		run_programs(machine, w->path, score);
}
#endif

/* Walk the machines, carrying the best match from one to the next.  They stand in the order of their
 * highest ranks: when one cannot raise the best, none behind it can. */
static int collect_all(const struct robotsc_group *group, struct window *w)
{
	const uint8_t *machine = group->machine;
	struct score score;
	score_begin(&score, group->verdict);
	for (uint32_t i = 0; score_enter(&score, machine); i++) {
		int verdict = UNDECIDED;
		if (machine[0] & MACHINE_PROGRAMS)
			run_machine(machine, w, &score);
		else
			verdict = walk_machine(machine, w, &score);
		if (verdict != UNDECIDED)
			return verdict;
		if (i == group->more || score_settled(&score, machine))
			break;
		const uint32_t policy = ld32(group->of.list.at + (size_t)i * 4);
		machine = group->of.list.machines + ld32(group->of.list.entries + (size_t)policy * POLICY_ENTRY);
	}
	return (int)(score.best & 1);
}

#ifdef __OPTIMIZE_SIZE__
int robotsc__collect_whole(const struct robotsc_group *group, struct path *path)
{
	struct window w = {path};
	return group->flags & MACHINE_IS_RANKED ? collect_all(group, &w) : walk_machine(group->machine, &w, NULL);
}
#else
/* Room for canonical octets: of a path that one machine walks; and all those of a path of 2,000 octets. */
#define WINDOW_ONE 1024
#define WINDOW_MANY 6144

static int collect_in(const struct robotsc_group *group, struct path *path, uint8_t *room, size_t size)
{
	struct window w = {.path = path, .room = room, .size = size};
	window_open(&w);
	return collect_all(group, &w);
}

NOT_INLINE static int collect_one(const struct robotsc_group *group, struct path *path)
{
	uint8_t room[WINDOW_ONE];
	return collect_in(group, path, room, sizeof room);
}

NOT_INLINE static int collect_many(const struct robotsc_group *group, struct path *path)
{
	uint8_t room[WINDOW_MANY];
	return collect_in(group, path, room, sizeof room);
}

int robotsc__collect_whole(const struct robotsc_group *group, struct path *path)
{
	struct lean l;
	if (!group->more && !(group->flags & MACHINE_PROGRAMS) && path->begin < path->end && *path->begin == '/' &&
	    lean_begin(&l, group, path))
		return lean_verdict(&l, group->verdict, l.m.code, 1, 0);
	return group->more || group->flags & MACHINE_PROGRAMS ? collect_many(group, path) : collect_one(group, path);
}

/* As robotsc__collect_from, for any path. */
NOT_INLINE static int collect_behind(const struct robotsc_group *group, struct path *path, const uint8_t *node, int reached,
                                     size_t octets)
{
	uint8_t room[WINDOW_ONE];
	struct window w = {.path = path, .room = room, .size = sizeof room};
	const struct walker m = walker_of(group->machine);
	struct score score;
	score_begin(&score, group->verdict);
	if (!score_enter(&score, group->machine))
		return (int)(score.best & 1);
	window_open(&w);
	w.end = w.rest = w.begin + octets;
	const int verdict = collect_from(&m, node, reached, octets, &w, &score);
	return verdict == UNDECIDED ? (int)(score.best & 1) : verdict;
}

int robotsc__collect_from(const struct robotsc_group *group, struct path *path, const uint8_t *node, int reached, size_t octets)
{
	struct lean l;
	return lean_begin(&l, group, path) ? lean_verdict(&l, group->verdict, node, reached, octets)
	                                   : collect_behind(group, path, node, reached, octets);
}
#endif
