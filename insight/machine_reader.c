/* machine_reader.c - see machine_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine_reader.h"

/* A label, as a run that leads on as its fan does. */
static struct node read_label(const struct machine_reader *m, const uint8_t *label)
{
	struct node n = m->fan.back;
	n.count = label_count(label[0]);
	n.target = label_target(label, m->width);
	n.octets = label + 1;
	return n;
}

struct node robotsc__node_read(const struct machine_reader *m, uint32_t at)
{
	const uint8_t *p = m->code + at;
	if (!(p[0] & NODE_BIT))
		return read_label(m, p);
	struct node n = {.head = p[0], .count = p[1], .otherwise = node_else(p[0])};
	p += 2;
	if (node_is_fan(n.head)) {
		n.count = 0;
		p += FAN_AT_ENTRIES - 2;
	}
	if (m->ranked && n.head & NODE_E) {
		n.mark = code_int(p, m->width);
		p += m->width;
	}
	if (else_has_target(n.otherwise)) {
		n.linked = code_int(p, m->width);
		p += m->width;
	}
	if (n.otherwise == ELSE_HUB)
		n.linked = (uint32_t)(m->hub - m->code) + TARGET_NODE;
	if (!(n.head & NODE_BRANCH)) {
		const unsigned next = (unsigned)(n.head & RUN_NEXT) >> RUN_NEXT_SHIFT;
		n.target = next - NEXT_DISALLOW;
		if (next == NEXT_GOTO) {
			n.target = code_int(p, m->width);
			p += m->width;
		} else if (next == NEXT_FALL) {
			n.target = (uint32_t)(p + n.count - m->code) + TARGET_NODE;
		}
	}
	n.octets = p;
	return n;
}

uint32_t robotsc__node_end(const struct machine_reader *m, uint32_t at)
{
	const struct node n = robotsc__node_read(m, at);
	if (node_is_fan(n.head)) { /* its labels too */
		do
			at++;
		while (at < machine_field(m->at, MACHINE_CODE) && !(m->code[at] & NODE_BIT));
		return at;
	}
	return (uint32_t)(n.octets - m->code) + n.count + (n.head & NODE_BRANCH ? n.count * m->width : 0);
}

uint32_t robotsc__node_way(const struct machine_reader *m, const struct node *branch, uint32_t i)
{
	return code_int(branch->octets + branch->count + (size_t)i * m->width, m->width);
}

/* Octets of the longest segment that a mark completes under a condition; end: where the path ends. */
static uint32_t longest_gate(const struct machine_reader *m, uint32_t ref, int end)
{
	const uint32_t unit = machine_unit(m->at);
	uint32_t longest = 0;
	if (!(ref & 1))
		return 0;
	uint32_t next = field_at(machine_marks(m->at) + (size_t)(ref >> 1) * MARK_FIELDS * unit, MARK_GATE, unit);
	while (next) {
		const uint8_t *gate = machine_gates(m->at) + (size_t)(next - 1) * GATE_FIELDS * unit;
		const uint32_t length = field_at(gate, GATE_LENGTH, unit);
		if (length > longest && (!end || field_at(gate, GATE_END, unit)))
			longest = length;
		next = field_at(gate, GATE_NEXT, unit);
	}
	return longest;
}

/* How far back the segments began that a node, or what follows it, may complete: one more pass over
 * the nodes, last one first.  Returns whether something changed. */
static int look_back(const struct machine_reader *m, const uint32_t *nodes, uint32_t n)
{
	int changed = 0;
	while (n-- > 0) {
		const struct node node = robotsc__node_read(m, nodes[n]);
		const uint32_t ways = node.head & NODE_BRANCH ? node.count + (node.otherwise == ELSE_GOTO) : 1;
		const uint32_t octets = node.head & NODE_BRANCH ? 1 : node.count;
		uint32_t reach = m->reach[nodes[n]];
		if (node.head & NODE_E) {
			const uint32_t longest = longest_gate(m, node.mark, 1);
			reach = longest > reach ? longest : reach;
		}
		if (node.otherwise == ELSE_HUB || node.otherwise == ELSE_LINK)
			reach = m->reach[node.linked - TARGET_NODE] > reach ? m->reach[node.linked - TARGET_NODE] : reach;
		for (uint32_t i = 0; i < ways; i++) {
			const uint32_t target = !(node.head & NODE_BRANCH) ? node.target
			                        : i == node.count          ? node.linked
			                                                   : robotsc__node_way(m, &node, i);
			if (target < TARGET_NODE)
				continue;
			const struct node to = robotsc__node_read(m, target - TARGET_NODE);
			uint32_t behind = m->reach[target - TARGET_NODE],
				 longest = to.head & NODE_E ? longest_gate(m, to.mark, 0) : 0;
			behind = longest > behind ? longest : behind;
			if (behind > octets && behind - octets > reach)
				reach = behind - octets;
		}
		changed |= reach != m->reach[nodes[n]];
		m->reach[nodes[n]] = reach;
	}
	return changed;
}

/* In a fan any label may be gone on with that begins as another one does. */
static int look_back_fan(const struct machine_reader *m)
{
	uint32_t reach = m->fan.at ? m->reach[m->fan.at] : 0;
	int changed = 0;
	for (uint32_t i = 0; i < m->fan.n; i++)
		reach = m->reach[m->fan.labels[i]] > reach ? m->reach[m->fan.labels[i]] : reach;
	for (uint32_t i = 0; i < m->fan.n; i++) {
		changed |= m->reach[m->fan.labels[i]] != reach;
		m->reach[m->fan.labels[i]] = reach;
	}
	if (m->fan.at) {
		changed |= m->reach[m->fan.at] != reach;
		m->reach[m->fan.at] = reach;
	}
	return changed;
}

#define PASSES_MAX 256

/* Fill m->reach.  Where that takes long, what is surely enough will do. */
static enum robotsc_status find_reach(struct arena *a, struct machine_reader *m)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	uint32_t *nodes = robotsc__arena_take(a, size * sizeof *nodes), n = 0, passes = 0;
	m->reach = robotsc__arena_zeroed(a, size, sizeof *m->reach);
	if (!nodes || !m->reach)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t at = 0; at < size; at = robotsc__node_end(m, at))
		nodes[n++] = at;
	for (uint32_t i = 0; i < m->fan.n; i++)
		nodes[n++] = m->fan.labels[i];
	while (look_back(m, nodes, n) | look_back_fan(m))
		if (++passes == PASSES_MAX)
			break;
	for (uint32_t i = 0; i < n && passes == PASSES_MAX; i++)
		m->reach[nodes[i]] = m->age_max;
	return ROBOTSC_OK;
}

/* Fill m->top.  Gates lead to gates with lower numbers only by GATE_NEXT, so registers that open
 * registers are followed until nothing changes: at most as often as there are registers. */
static enum robotsc_status find_tops(struct arena *a, struct machine_reader *m, uint32_t unit, uint32_t ngates)
{
	const uint8_t *gates = machine_gates(m->at);
	int changed = 1;
	m->top = robotsc__arena_zeroed(a, m->registers, sizeof *m->top);
	if (!m->top)
		return ROBOTSC_ERR_NOMEM;
	while (changed) {
		changed = 0;
		for (uint32_t i = ngates; i-- > 0;) {
			const uint8_t *gate = gates + (size_t)i * GATE_FIELDS * unit;
			const uint32_t from = field_at(gate, GATE_FROM, unit), before = field_at(gate, GATE_BEFORE, unit),
				       opens = field_at(gate, GATE_OPENS, unit), rank = field_at(gate, GATE_RANK, unit),
				       end = field_at(gate, GATE_END, unit);
			uint32_t top = rank > end ? rank : end;
			if (opens && m->top[opens - 1] > top)
				top = m->top[opens - 1];
			if (from && top > m->top[from - 1]) {
				m->top[from - 1] = top;
				changed = 1;
			}
			if (before && m->top[before - 1] != UINT32_MAX) {
				m->top[before - 1] = UINT32_MAX;
				changed = 1;
			}
		}
	}
	return ROBOTSC_OK;
}

/* Instructions are the items of a glob.  docs/format.md, "Programs" */
static enum robotsc_status read_programs(struct arena *a, struct machine_reader *m)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE), unit = machine_unit(m->at), fields = PROGRAM_FIELDS * unit;
	if (size > UINT32_MAX / POSITION_PARTS)
		return ROBOTSC_ERR_NOMEM;
	m->globs = robotsc__arena_take(a, size / fields * sizeof *m->globs);
	if (!m->globs)
		return ROBOTSC_ERR_NOMEM;
	for (const uint8_t *p = m->code; p < m->code + size; m->nglobs++) {
		struct glob *g = &m->globs[m->nglobs];
		*g = (struct glob){p + fields, field_at(p, PROGRAM_SIZE, unit), field_at(p, PROGRAM_RANK, unit), 0};
		p = g->text + g->len;
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__machine_read(struct arena *a, const uint8_t *machine, struct machine_reader *m)
{
	*m = (struct machine_reader){.at = machine,
	                             .code = machine_code(machine),
	                             .width = machine_width(machine),
	                             .ranked = machine_ranked(machine) != 0,
	                             .age_max = RUN_MAX_LINKED + 1};
	m->hub = m->code + machine_field(machine, MACHINE_HUB);
	if (has_programs(m))
		return read_programs(a, m);
	if (robotsc__fan_read(a, m) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	if (!m->ranked)
		return ROBOTSC_OK;
	const uint32_t unit = machine_unit(machine), ngates = machine_field(machine, MACHINE_GATES);
	m->registers = machine_field(machine, MACHINE_REGISTERS);
	for (uint32_t i = 0; i < ngates; i++) {
		const uint32_t length =
			field_at(machine_gates(machine) + (size_t)i * GATE_FIELDS * unit, GATE_LENGTH, unit) + RUN_MAX_LINKED + 1;
		m->age_max = length > m->age_max ? length : m->age_max;
	}
	if (!m->registers)
		return ROBOTSC_OK;
	const enum robotsc_status status = find_tops(a, m, unit, ngates);
	return status == ROBOTSC_OK ? find_reach(a, m) : status;
}
