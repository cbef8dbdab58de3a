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

#define UNDECIDED (-1)

/* Read a run octet by octet.  Returns how many of its octets were read before another one, or the
 * end, came. */
static uint32_t read_run(const uint8_t *run, uint32_t n, struct path *path, struct cursor *c, int *end)
{
	uint32_t i = 0;
	for (*end = 0; i < n; i++) {
		const int octet = next_octet(path, c);
		if (octet != run[i]) {
			*end = octet == PATH_END;
			break;
		}
	}
	return i;
}

/* The machine that is being walked. */
struct walker {
	const uint8_t *machine, *code, *hub;
	const uint8_t *scan; /* octets on which the hub does not stay, or NULL */
	unsigned width;
	int ranked;
};

/* The verdict where the path ends in a node.  at_entry: none of its octets was read. */
static int end_in(const struct walker *m, const uint8_t *node, int at_entry, size_t at, struct score *score)
{
	if (!m->ranked)
		return (node[0] & NODE_E) != 0;
	if (node[0] & NODE_E && at_entry)
		take_mark(m->machine, code_int(node + 2, m->width), at, 1, score);
	return UNDECIDED;
}

/* Take the mark of a node that was reached by an octet.  Is the verdict settled by it? */
static inline int arrive(const struct walker *m, const uint8_t *node, size_t at, struct score *score)
{
	take_mark(m->machine, code_int(node + 2, m->width), at, 0, score);
	return settled(m->machine, score);
}

/* Read a label that a fan leads to: it hashes canonical octets.  The fan itself where the path ends, or NULL
 * when no label follows. */
static const uint8_t *read_label(const struct walker *m, const uint8_t *fan, struct path *path, struct cursor *c)
{
	const struct cursor entry = *c;
	uint64_t word = 0;
	for (unsigned i = 0; i < FAN_KEYS; i++) {
		const int octet = next_octet(path, c);
		if (octet == PATH_END && i == 0)
			return fan;
		if (octet == PATH_END)
			break;
		word |= (uint64_t)octet << (8 * i);
	}
	for (const uint8_t *label = fan_label(fan, word);; label += label_size(label[0], m->width)) {
		int end;
		*c = entry;
		if (read_run(label + 1, label_count(label[0]), path, c, &end) == label_count(label[0]))
			return label;
		if (!(label[0] & LABEL_MORE))
			return NULL;
	}
}

/* Walk from a node on, whatever octets come.  Returns the verdict, or for a ranked machine
 * UNDECIDED: see score. */
static int walk_slow(const struct walker *m, const uint8_t *node, int arrived, struct path *path, struct cursor c,
                     struct score *score)
{
	const unsigned w = m->width;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const unsigned otherwise = node_else(head);
		const uint8_t *field = node + 2;
		const struct cursor entry = c;
		uint32_t linked = 0, target;
		if (m->ranked && head & NODE_E) {
			field += w;
			if (arrived && arrive(m, node, position(path, &c), score))
				return (int)(score->best & 1);
		}
		if (else_has_target(otherwise)) {
			linked = code_int(field, w);
			field += w;
		}
		if (node_is_fan(head)) {
			const uint8_t *label = read_label(m, node, path, &c);
			if (label == node)
				return end_in(m, node, 1, position(path, &c), score);
			if (!label)
				goto other;
			target = label_target(label, w);
		} else if (head & NODE_BRANCH) {
			const int octet = next_octet(path, &c);
			if (octet == PATH_END)
				return end_in(m, node, 1, position(path, &c), score);
			const uint32_t way = find_way(field, count, (uint8_t)octet);
			if (way < count) {
				target = code_int(field + count + way * w, w);
			} else if (otherwise == ELSE_SELF) {
				arrived = 0;
				continue;
			} else if (otherwise == ELSE_GOTO) {
				target = linked;
			} else {
				goto other;
			}
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			target = next - NEXT_DISALLOW;
			if (next == NEXT_GOTO) {
				target = code_int(field, w);
				field += w;
			}
			int end;
			const uint32_t read = read_run(field, count, path, &c, &end);
			if (end)
				return end_in(m, node, read == 0, position(path, &c), score);
			if (read < count)
				goto other;
			if (next == NEXT_FALL)
				target = (uint32_t)(field + count - m->code) + TARGET_NODE;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = m->code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* no way for this octet: stop, or let another node try from where this one began */
		if (otherwise <= ELSE_ALLOW)
			return m->ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : m->code + (linked - TARGET_NODE);
		c = entry;
		arrived = 0;
	}
}

#ifdef __OPTIMIZE_SIZE__
/* A walk that does without the fast one below. */
static int walk(const struct walker *m, const uint8_t *node, int arrived, const uint8_t *at, struct path *path, struct score *score)
{
	return walk_slow(m, node, arrived, path, (struct cursor){.at = at}, score);
}
#else
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

/* Skip, in canonical octets, what a node with one way out, or with another over '?', stays on: octets
 * that are no way, and those behind which the run that they lead to would lead back at once. */
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

/* Walk while octets are plain, and then, if need be, go on with walk_slow.  Begins at a node, with
 * at; both from the start of the machine and the path, or where they lead to.  arrived: by reading an octet,
 * not through a link. */
SPECIALIZED int walk(const struct walker *m, const uint8_t *node, int arrived, const uint8_t *at, struct path *path,
                     struct score *score)
{
	const unsigned w = m->width;
	const uint8_t *const begin = path->begin, *const end = path->end, *const code = m->code;
	const uint8_t slow = path->slow;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (m->ranked && head & NODE_E) {
			field += w;
			if (arrived && arrive(m, node, (size_t)(at - begin), score))
				return (int)(score->best & 1);
			arrived = 0;
		}
		if (node_is_fan(head)) {
			if (at == end)
				return end_in(m, node, 1, (size_t)(at - begin), score);
			for (size_t i = 0; slow && i < (size_t)(end - at) && i < FAN_LABEL; i++)
				if (octet_class[at[i]] & slow)
					goto slow;
			const uint8_t *label = match_label(node, w, at, begin, end);
			otherwise = head & BRANCH_ELSE;
			if (!label)
				goto other;
			at += label_count(label[0]);
			target = label_target(label, w);
		} else if (head & NODE_BRANCH) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *ways = field + (else_has_target(otherwise) ? w : 0);
			uint32_t way;
			for (;; at++) {
				if (m->ranked && !slow && otherwise == ELSE_SELF &&
				    (count == 1 || (count == 2 && (ways[0] == '?' || ways[1] == '?'))))
					at = seek(m, node, ways, count, at, end);
				else if (node == m->hub && m->scan)
					at = scan_path(m->scan, m->machine[0] & MACHINE_PAIRS, begin, at, end);
				if (at == end)
					return end_in(m, node, 1, (size_t)(at - begin), score);
				if (octet_class[*at] & slow)
					goto slow;
				way = find_way(ways, count, *at);
				if (way < count || otherwise != ELSE_SELF)
					break;
			}
			if (way < count)
				target = code_int(ways + count + way * w, w);
			else if (otherwise == ELSE_GOTO)
				target = code_int(field, w);
			else
				goto other;
			at++;
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
			const uint8_t *link = field;
			field += otherwise == ELSE_LINK ? w : 0;
			target = next - NEXT_DISALLOW;
			if (next == NEXT_GOTO) {
				target = code_int(field, w);
				field += w;
			}
			if (head & RUN_CAREFUL && slow)
				goto slow;
			const uint32_t read = equal_octets(field, count, at, begin, end);
			if (read < count) {
				if (at + read == end)
					return end_in(m, node, read == 0, (size_t)(at - begin), score);
				if (octet_class[at[read]] & slow)
					goto slow;
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
		node = code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return m->ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : code + (code_int(field, w) - TARGET_NODE);
		arrived = 0;
	}
slow:
	return walk_slow(m, node, arrived, path, (struct cursor){.at = at}, score);
}
#endif

#endif
