/* lean.h - a walk through a ranked machine over a path of few octets, all of them their own canonical form: as
 * most paths are.  docs/format.md, "The walk"
 *
 * What collect.c does octet by octet or finds out again at every node is done once: which octets are not plain,
 * and at which of them the hub must look.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LEAN_H
#define ROBOTSC_LEAN_H

#include "gates.h"
#include "label.h"
#include "robotsc/check.h"
#include "walk.h"

#define LEAN_OCTETS 256 /* of a path, at most */
#define LEAN_BLOCK 64   /* octets that the hub looks at together */

/* The machine of a group, and the path. */
struct lean {
	struct walker m;
	struct gate_reader gates;
	const uint8_t *begin, *end;
};

#if VECTOR_X86
/* Up to 15 octets, but not none, with zeros behind them. */
static inline vector_octets load_few(const uint8_t *begin, const uint8_t *end)
{
	if (end - begin >= 8)
		return load_short(begin, end);
	return (vector_octets)(vector_words){(long long)load_word(begin, (size_t)(end - begin)), 0};
}

/* As lean_stops.  The last 16 octets are looked at together; those before them again if need be. */
SHUFFLE uint64_t vector_stops(const uint8_t *scan, int pairs, const uint8_t *begin, const uint8_t *end)
{
	const size_t n = (size_t)(end - begin), last = n < 16 ? 0 : n - 16;
	const vector_octets octets = n < 16 ? load_few(begin, end) : vector_load(begin + last), rows = vector_load(scan);
	uint64_t stops;
	if (!pairs) {
		stops = (uint64_t)scan_stops_in(rows, octets) << last;
		for (size_t i = 0; i < last; i += 16)
			stops |= (uint64_t)scan_stops_in(rows, vector_load(begin + i)) << i;
	} else {
		const vector_octets after = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1};
		const struct pair_tables tables = load_pairs(scan);
		const vector_octets next = __builtin_ia32_pshufb128(octets, after);
		stops = (uint64_t)pair_stops_in(&tables, octets, next, 1u << (n - last - 1)) << last;
		for (size_t i = 0; i < last; i += 16)
			stops |= (uint64_t)pair_stops_in(&tables, vector_load(begin + i), vector_load(begin + i + 1), 0x8000) << i;
	}
	return stops & UINT64_MAX >> (64 - n);
}
#endif

/* Bit i is set when octet i of a block, which has some, must be looked at. */
static inline uint64_t lean_stops(const uint8_t *scan, int pairs, const uint8_t *begin, const uint8_t *end)
{
	uint64_t stops = 0;
#if VECTOR_X86
	if (vector_has_shuffle())
		return vector_stops(scan, pairs, begin, end);
#endif
	for (const uint8_t *at = begin; (at = pairs ? scan_pairs(scan, at, end) : scan_octets(scan, at, end)) < end; at++)
		stops |= (uint64_t)1 << (at - begin);
	return stops;
}

/* Can the path be walked so?  It has an octet. */
static inline int lean_begin(struct lean *l, const struct robotsc_group *group, struct path *path)
{
	const uint8_t *const plain = scan_path(octet_scan[path->form], 0, path->begin, path->begin, path->end), *at = plain;
	if (path->end - path->begin > LEAN_OCTETS ||
	    (plain < path->end && (!(octet_class[*plain] & path->slow) || slow_octets(path, &at))))
		return 0;
	const uint8_t *const machine = group->machine, *const code = machine + group->code;
	const size_t tables =
		(group->flags & MACHINE_SCAN ? (size_t)SCAN_SIZE : 0) + (group->flags & MACHINE_PAIRS ? (size_t)PAIR_SIZE : 0);
	const unsigned width = ((unsigned)(group->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
	l->m = (struct walker){machine, code, machine + group->hub, group->flags & MACHINE_SCAN ? code - tables : NULL, width, 1};
	l->gates = gate_reader(machine);
	l->begin = path->begin;
	l->end = path->end;
	return 1;
}

/* What the hub must look at of a block of the path. */
struct lean_block {
	const uint8_t *begin; /* NULL: there is none yet */
	uint64_t stops;
};

/* The first octet from at on that the hub must look at, or the path's end. */
SPECIALIZED const uint8_t *lean_skip(const struct lean *l, struct lean_block *block, const uint8_t *at)
{
	while (at < l->end) {
		if (!block->begin || at - block->begin >= LEAN_BLOCK) {
			const uint8_t *const end = l->end - at > LEAN_BLOCK ? at + LEAN_BLOCK : l->end;
			*block = (struct lean_block){at, lean_stops(l->m.scan, l->m.machine[0] & MACHINE_PAIRS, at, end)};
		}
		const uint64_t left = block->stops >> (at - block->begin);
		if (left)
			return at + lowest_bit(left);
		at = l->end - block->begin > LEAN_BLOCK ? block->begin + LEAN_BLOCK : l->end;
	}
	return at;
}

/* Does a target lead back to the hub at once, with the octets from at on? */
SPECIALIZED int lean_back(const struct lean *l, const unsigned width, uint32_t target, const uint8_t *at)
{
	const uint8_t *const node = l->m.code + (target - TARGET_NODE);
	if (target < TARGET_NODE || (node[0] & (NODE_BRANCH | NODE_E | RUN_ELSE)) != ELSE_HUB << RUN_ELSE_SHIFT)
		return 0;
	const uint8_t *const run = node + 2 + ((node[0] & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT ? width : 0);
	return equal_octets(run, node[1], at, l->begin, l->end) < node[1];
}

/* Stay in the hub until something may begin, or the path ends; returns where.  *target: where that leads, or
 * TARGET_NODE at the path's end. */
SPECIALIZED const uint8_t *lean_hub(const struct lean *l, struct lean_block *block, const unsigned width, const uint8_t *ways,
                                    uint32_t count, const uint8_t *at, uint32_t *target)
{
	for (;; at++) {
		at = lean_skip(l, block, at);
		*target = TARGET_NODE;
		if (at == l->end)
			return at;
		const uint32_t way = find_way(ways, count, *at);
		if (way >= count)
			continue;
		*target = code_int(ways + count + way * width, width);
		if (!lean_back(l, width, *target, at + 1))
			return at;
	}
}

/* Walk from a node on, arrived at by reading an octet, or through a link.  Returns a verdict that is settled, or
 * UNDECIDED: see score.  width and unit are those of the machine. */
SPECIALIZED int lean_walk(const struct lean *l, const unsigned width, const uint32_t unit, const uint8_t *node, int arrived,
                          const uint8_t *at, struct score *score)
{
	const uint8_t *const code = l->m.code, *const begin = l->begin, *const end = l->end;
	const struct gate_reader gates = {l->gates.marks, l->gates.gates, unit};
	struct lean_block block = {NULL, 0};
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (head & NODE_E) {
			if (arrived) {
				take_mark(&gates, code_int(field, width), (size_t)(at - begin), 0, score);
				if (score_enough(score))
					return UNDECIDED;
			}
			field += width;
		}
		if (!(head & NODE_BRANCH)) {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
			const uint8_t *const link = field;
			field += otherwise == ELSE_LINK ? width : 0;
			const uint8_t *const run = field + (next == NEXT_GOTO ? width : 0);
			const uint32_t read = equal_octets(run, count, at, begin, end);
			if (read < count) {
				if (at + read == end && !read)
					goto ends;
				if (at + read == end)
					return UNDECIDED;
				field = link;
				goto other;
			}
			at += count;
			arrived = 1;
			if (next == NEXT_FALL) {
				node = run + count;
				continue;
			}
			target = next == NEXT_GOTO ? code_int(field, width) : next - NEXT_DISALLOW;
		} else if (node == l->m.hub && l->m.scan) {
			at = lean_hub(l, &block, width, field, count, at, &target);
			if (at == end)
				return UNDECIDED;
			at++;
			arrived = 1;
		} else if (!(head & BRANCH_FAN)) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *const ways = field + (else_has_target(otherwise) ? width : 0);
			if (at == end)
				goto ends;
			const uint32_t way = find_way(ways, count, *at);
			if (way >= count && otherwise == ELSE_SELF) {
				at++;
				arrived = 0;
				continue;
			}
			if (way >= count && otherwise != ELSE_GOTO)
				goto other;
			target = code_int(way < count ? ways + count + way * width : field, width);
			at++;
			arrived = 1;
		} else {
			if (at == end)
				return UNDECIDED;
			const uint8_t *label = match_label(node, width, at, begin, end);
			otherwise = head & BRANCH_ELSE;
			if (!label)
				goto other;
			at += label_count(label[0]);
			target = label_target(label, width);
			arrived = 1;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = code + (target - TARGET_NODE);
		continue;
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return UNDECIDED;
		node = otherwise == ELSE_HUB ? l->m.hub : code + (code_int(field, width) - TARGET_NODE);
		arrived = 0;
		continue;
	ends: /* none of the node's octets was read */
		if (head & NODE_E)
			take_mark(&gates, code_int(node + 2, width), (size_t)(at - begin), 1, score);
		return UNDECIDED;
	}
}

/* The verdict, from a node on. */
static int lean_verdict(const struct lean *l, uint8_t fallback, const uint8_t *node, int arrived, size_t octets)
{
	const uint8_t *const at = l->begin + octets;
	struct score score;
	int verdict;
	score_begin(&score, fallback);
	if (!score_enter(&score, l->m.machine))
		return (int)(score.best & 1);
	if (l->m.width == 2 && l->gates.unit == 2)
		verdict = lean_walk(l, 2, 2, node, arrived, at, &score);
	else
		verdict = lean_walk(l, l->m.width, l->gates.unit, node, arrived, at, &score);
	return verdict == UNDECIDED ? (int)(score.best & 1) : verdict;
}

#endif
