/* walk.h - a path through one machine, once.  docs/format.md, "The walk"
 *
 * robotsc_open has proven every node, target and table entry, so nothing is checked here but the
 * end of the path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WALK_H
#define ROBOTSC_WALK_H

#include "code.h"
#include "compare.h"
#include "path.h"
#include "scan.h"
#include "score.h"
#ifndef __OPTIMIZE_SIZE__
#include "window.h"
#endif

#define UNDECIDED (-1)

/* The machine that is being walked. */
struct walker {
	const uint8_t *machine, *code, *hub;
	const uint8_t *scan; /* octets on which the hub does not stay, or NULL */
	unsigned width;
	int ranked;
};

/* Walk from a node on, whatever octets come.  Returns the verdict, or for a ranked machine
 * UNDECIDED: see score. */
int robotsc__walk_slow(const struct walker *m, const uint8_t *node, int arrived, struct path *path, struct cursor c,
                       struct score *score);

#ifndef __OPTIMIZE_SIZE__
/* The label of a fan that follows in plain octets, or NULL. */
static inline const uint8_t *match_label(const uint8_t *fan, unsigned width, const uint8_t *at, const uint8_t *begin,
                                         const uint8_t *end)
{
	for (const uint8_t *label = fan_label(fan, load_octets(at, begin, end));; label += label_size(label[0], width)) {
		const uint32_t count = label_count(label[0]);
		if (equal_octets(label + 1, count, at, begin, end) == count)
			return label;
		if (!(label[0] & LABEL_MORE))
			return NULL;
	}
}

/* Have at least n octets from at on, if the path has them. */
SPECIALIZED void reach(struct window *w, const uint8_t **at, size_t n)
{
	while ((size_t)(w->end - *at) < n && window_go_on(w, at))
		continue;
}

/* Walk through a decided machine from a node on, with at: over the octets of a path while they are plain, and then, if
 * need be, over those of a window; or over a window's from the beginning, which is none where the path is read. */
SPECIALIZED int walk(const struct walker *m, const uint8_t *node, const uint8_t *at, struct path *path, struct window *w);

/* The same, where octets from at on, which is the path's beginning or within it, are not plain. */
NOT_INLINE static int walk_window(const struct walker *m, const uint8_t *node, const uint8_t *at, struct path *path)
{
	uint8_t room[WINDOW_ROOM];
	struct window w = {.path = path, .room = room, .size = sizeof room};
	const struct walker narrow = {m->machine, m->code, m->hub, m->scan, 2, 0};
	window_begin(&w, at);
	if (at == path->begin && path_start(path).pending) {
		room[0] = '/';
		w.end++;
	}
	return m->width == 2 ? walk(&narrow, node, room, path, &w) : walk(m, node, room, path, &w);
}

SPECIALIZED int walk(const struct walker *m, const uint8_t *node, const uint8_t *at, struct path *path, struct window *w)
{
	const unsigned width = m->width;
	const uint8_t *begin = w ? w->begin : path->begin, *end = w ? w->end : path->end;
	const uint8_t *const code = m->code;
	const uint8_t slow = w ? 0 : path->slow;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (node_is_fan(head)) {
			for (size_t i = 0; slow && i < (size_t)(end - at) && i < FAN_LABEL; i++)
				if (octet_class[at[i]] & slow)
					goto slow;
			if (w) {
				reach(w, &at, FAN_LABEL);
				begin = w->begin;
				end = w->end;
			}
			if (at == end)
				return (head & NODE_E) != 0;
			const uint8_t *label = match_label(node, width, at, begin, end);
			otherwise = head & BRANCH_ELSE;
			if (!label)
				goto other;
			at += label_count(label[0]);
			target = label_target(label, width);
		} else if (head & NODE_BRANCH) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *ways = field + (else_has_target(otherwise) ? width : 0);
			uint32_t way = count;
			for (;; at++) {
				if (node == m->hub && m->scan) {
					at = scan_path(m->scan, m->machine[0] & MACHINE_PAIRS, begin, at, end);
				} else if (otherwise == ELSE_SELF && count == 1) {
					while (at < end && *at != ways[0] && !(octet_class[*at] & slow))
						at++;
					way = 0; /* or the end of what can be read here */
				}
				if (at == end)
					goto end;
				if (octet_class[*at] & slow)
					goto slow;
				if (way < count)
					break;
				way = find_way(ways, count, *at);
				if (way < count || otherwise != ELSE_SELF)
					break;
			}
			if (way < count)
				target = code_int(ways + count + way * width, width);
			else if (otherwise == ELSE_GOTO)
				target = code_int(field, width);
			else
				goto other;
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
			if (head & RUN_CAREFUL && slow)
				goto slow;
			const uint32_t read = equal_octets(field, count, at, begin, end);
			if (read < count) {
				if (at + read == end)
					goto end;
				if (octet_class[at[read]] & slow)
					goto slow;
				field = link;
				goto other;
			}
			at += count;
			if (next == NEXT_FALL) {
				node = field + count;
				continue;
			}
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = code + (target - TARGET_NODE);
		continue;
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : code + (code_int(field, width) - TARGET_NODE);
		continue;
	end: /* of what is there; at is still where the node began, or where it stays */
		if (!w || !window_go_on(w, &at))
			return (head & NODE_E) != 0;
		begin = w->begin;
		end = w->end;
	}
slow:
	return walk_window(m, node, at, path);
}
#endif

#endif
