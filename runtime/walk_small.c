/* walk_small.c - the small walk: octet by octet, as a path's octets are made canonical.  docs/format.md, "The walk"
 *
 * Small in code, and for paths of any length.  The one walk of a build with ROBOTSC_SMALL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"
#include "gates.h"
#include "globs.h"
#include "walk.h"

#define UNDECIDED (-1)

/* The machine that is being walked. */
struct walker {
	const uint8_t *machine, *code, *hub;
	unsigned width;
	int ranked;
};

/* The next canonical octet; the only copy, for all that read paths so. */
int robotsc__next_octet(struct path *path, struct cursor *c)
{
	return next_octet(path, c);
}

/* Take the mark of a node; end: because the path ends there. */
static void take_mark(const struct walker *m, const uint8_t *node, size_t at, int end, struct score *score)
{
	const struct gate_reader gates = gate_reader(m->machine);
	const uint32_t ref = code_int(node + 2, m->width);
	uint32_t rank = end ? 0 : ref >> 1, gate = 0;
	if (ref & 1) {
		const uint8_t *mark = gates.marks + (size_t)(ref >> 1) * MARK_FIELDS * gates.unit;
		rank = field_at(mark, end ? MARK_END : MARK_RANK, gates.unit);
		gate = field_at(mark, MARK_GATE, gates.unit);
	}
	if (rank > score->best)
		score->best = rank;
	if (gate)
		try_gates(gates.gates, gates.unit, gate, at, end, score);
}

/* The verdict where the path ends in a node.  at_entry: none of its octets was read. */
static int end_in(const struct walker *m, const uint8_t *node, int at_entry, size_t at, struct score *score)
{
	if (!m->ranked)
		return (node[0] & NODE_E) != 0;
	if (node[0] & NODE_E && at_entry)
		take_mark(m, node, at, 1, score);
	return UNDECIDED;
}

/* Take the mark of a node that was reached by an octet.  Is the verdict settled by it? */
static int arrive(const struct walker *m, const uint8_t *node, size_t at, struct score *score)
{
	take_mark(m, node, at, 0, score);
	return score_enough(score);
}

/* Read a run octet by octet.  Returns how many of its octets were read before another one, or the
 * end, came. */
static uint32_t read_run(const uint8_t *run, uint32_t n, struct path *path, struct cursor *c, int *end)
{
	uint32_t i = 0;
	for (*end = 0; i < n; i++) {
		const int octet = robotsc__next_octet(path, c);
		if (octet != run[i]) {
			*end = octet == PATH_END;
			break;
		}
	}
	return i;
}

/* Read a label that a fan leads to: it hashes canonical octets.  The fan itself where the path ends, or NULL
 * when no label follows. */
static const uint8_t *read_label(const struct walker *m, const uint8_t *fan, struct path *path, struct cursor *c)
{
	const struct cursor entry = *c;
	uint64_t word = 0;
	for (unsigned i = 0; i < FAN_KEYS; i++) {
		const int octet = robotsc__next_octet(path, c);
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

/* Walk through a machine.  Returns the verdict, or for a ranked machine UNDECIDED: see score. */
static int walk_machine(const struct walker *m, struct path *path, struct score *score)
{
	const unsigned w = m->width;
	const uint8_t *node = m->code;
	struct cursor c = path_start(path);
	int arrived = 1;
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
				return UNDECIDED;
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
			const int octet = robotsc__next_octet(path, &c);
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

int robotsc__walk_small(const struct robotsc_group *group, struct path *path)
{
	const uint8_t *machine = group->machine;
	struct score score;
	score_begin(&score, group->verdict);
	for (uint32_t i = 0;; machine = next_machine(group, i++)) {
		const uint8_t *const code = machine_code(machine);
		const struct walker m = {machine, code, code + machine_field(machine, MACHINE_HUB), machine_width(machine),
		                         machine_ranked(machine)};
		int verdict = UNDECIDED;
		if (m.ranked && !score_enter(&score, machine))
			break;
		if (machine[0] & MACHINE_PROGRAMS)
			robotsc__run_programs(machine, path, &score);
		else
			verdict = walk_machine(&m, path, &score);
		if (verdict != UNDECIDED)
			return verdict;
		if (i == group->more || score_settled(&score, machine))
			break;
	}
	return (int)(score.best & 1);
}
