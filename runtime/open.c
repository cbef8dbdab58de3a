/* open.c - check a blob once, so that nothing needs checking later.  docs/format.md
 *
 * Each step relies only on what the steps above it have proven.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "checksum.h"
#include "code.h"
#include "robotsc/check.h"

#define TRY(call)                                           \
	do {                                                \
		const enum robotsc_status status_ = (call); \
		if (status_ != ROBOTSC_OK)                  \
			return status_;                     \
	} while (0)

/* A machine under inspection: all of it lies inside the blob. */
struct view {
	const uint8_t *code;
	uint32_t size; /* octets of code */
	uint32_t hub;
	uint32_t marks, gates, registers;
	unsigned width;
	int ranked;
};

/* The head fits, is ours, and the size it states is what there is. */
static enum robotsc_status check_header(const uint8_t *b, size_t len)
{
	if (len < 4)
		return ROBOTSC_ERR_TRUNCATED;
	if (ld32(b + BLOB_AT_MAGIC) != BLOB_MAGIC)
		return ROBOTSC_ERR_MAGIC;
	if (len < BLOB_HEADER + BLOB_TRAILER)
		return ROBOTSC_ERR_TRUNCATED;
	if (b[BLOB_AT_MAJOR] != BLOB_MAJOR)
		return ROBOTSC_ERR_VERSION;
	if (ld32(b + BLOB_AT_SIZE) > len)
		return ROBOTSC_ERR_TRUNCATED;
	if (ld32(b + BLOB_AT_SIZE) < len || b[BLOB_AT_DIALECT] > ROBOTSC_CONNER2 || b[BLOB_AT_FORM] >= FORMS ||
	    b[BLOB_AT_MATCH] >= MATCHES || (b[BLOB_AT_FLAGS] & ~BLOB_PARTIAL) || b[BLOB_AT_RESERVED])
		return ROBOTSC_ERR_CORRUPT;
	return ROBOTSC_OK;
}

/* Sections stand in order inside the blob; the three that every blob has are there, once. */
static enum robotsc_status check_sections(const uint8_t *b, uint32_t size, uint32_t begin[4], uint32_t end[4])
{
	const uint32_t count = b[BLOB_AT_SECTIONS], limit = size - BLOB_TRAILER;
	uint32_t last = BLOB_HEADER + count * SECTION_ENTRY;
	for (uint32_t i = 0; i < 4; i++)
		begin[i] = end[i] = 0;
	if (last > limit)
		return ROBOTSC_ERR_CORRUPT;
	for (uint32_t i = 0; i < count; i++) {
		const uint8_t *entry = b + BLOB_HEADER + i * SECTION_ENTRY;
		const uint32_t type = ld16(entry + SECTION_AT_TYPE), at = ld32(entry + SECTION_AT_OFFSET);
		const uint32_t next = i + 1 < count ? ld32(entry + SECTION_ENTRY + SECTION_AT_OFFSET) : limit;
		if (ld16(entry + SECTION_AT_RESERVED) || at < last || next < at || next > limit)
			return ROBOTSC_ERR_CORRUPT;
		last = at;
		if (type > SECTION_AGENTS)
			continue; /* of a later minor version */
		if (type == 0 || end[type])
			return ROBOTSC_ERR_CORRUPT;
		begin[type] = at;
		end[type] = next;
	}
	if (!end[SECTION_MACHINES] || !end[SECTION_POLICIES] || !end[SECTION_AGENTS] ||
	    size - end[SECTION_MACHINES] < BLOB_OVERREAD)
		return ROBOTSC_ERR_CORRUPT;
	return ROBOTSC_OK;
}

/* A target is a verdict or the first octet of a node. */
static inline int target_ok(const struct view *m, uint32_t target)
{
	return target < TARGET_NODE || (target - TARGET_NODE < m->size && (m->code[target - TARGET_NODE] & NODE_BIT));
}

/* What a node does with other octets.  Links lead to nodes before this one, so following them ends. */
static int else_ok(const struct view *m, uint32_t at, unsigned otherwise, uint32_t target)
{
	switch (otherwise) {
	case ELSE_DISALLOW:
		return 1;
	case ELSE_ALLOW:
		return !m->ranked;
	case ELSE_HUB:
		return m->hub && m->hub < at;
	case ELSE_LINK:
		return target >= TARGET_NODE && target - TARGET_NODE < at && target_ok(m, target);
	case ELSE_SELF:
		return 1;
	case ELSE_GOTO:
		return target_ok(m, target);
	default:
		return 0;
	}
}

/* What a mark reference says: a rank, or a mark that exists. */
static int mark_ok(const struct view *m, uint32_t ref)
{
	return !(ref & 1) || ref >> 1 < m->marks;
}

/* As node_size, of a fan: its targets are runs before it, of as many octets as are compared at once. */
static uint32_t fan_size(const struct view *m, uint32_t at)
{
	const uint8_t *node = m->code + at;
	const uint32_t room = m->size - at;
	const uint8_t marked = m->ranked ? NODE_E : 0;
	if (node[0] & (BRANCH_RESERVED | BRANCH_ELSE | marked) || room < FAN_AT_TARGETS || node[FAN_AT_BITS] == 0 ||
	    node[FAN_AT_BITS] > FAN_BITS_MAX ||
	    (ld64(node + FAN_AT_KEYS) | ld64(node + FAN_AT_KEYS + 8)) & ~(7 * (UINT64_MAX / 255)))
		return 0;
	const uint32_t targets = (uint32_t)1 << node[FAN_AT_BITS], size = FAN_AT_TARGETS + m->width * targets;
	if (size > room)
		return 0;
	for (uint32_t i = 0; i < targets; i++) {
		const uint32_t target = code_int(node + FAN_AT_TARGETS + i * m->width, m->width);
		if (target < TARGET_NODE || target - TARGET_NODE >= at)
			return 0;
		const uint8_t *label = m->code + (target - TARGET_NODE);
		if ((label[0] & (NODE_BIT | NODE_BRANCH | RUN_CAREFUL | marked)) != NODE_BIT || label[1] > FAN_LABEL)
			return 0;
	}
	return size;
}

/* Octets of a node, or 0 when it does not fit or says something that no node says.  That only its
 * first octet has bit 7 set is left to the caller. */
static uint32_t node_size(const struct view *m, uint32_t at)
{
	const uint8_t *node = m->code + at;
	const uint32_t room = m->size - at;
	const uint8_t head = node[0];
	const unsigned w = m->width, otherwise = node_else(head);
	uint32_t n = 2, target = 0, next = 0;
	if (room < 2)
		return 0;
	if (node_is_fan(head))
		return fan_size(m, at);
	const uint32_t count = node[1];
	const uint32_t marked = m->ranked && (head & NODE_E),
		       go = !(head & NODE_BRANCH) && (head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
	const uint32_t fixed = 2 + w * (marked + (uint32_t)else_has_target(otherwise) + go);
	const uint32_t size = fixed + count * (head & NODE_BRANCH ? 1 + w : 1);
	if (size > room || (head & NODE_BRANCH && head & BRANCH_RESERVED) || (!(head & NODE_BRANCH) && count == 0))
		return 0;
	if (marked) {
		if (!mark_ok(m, code_int(node + n, w)))
			return 0;
		n += w;
	}
	if (else_has_target(otherwise)) {
		target = code_int(node + n, w);
		n += w;
	}
	if (!else_ok(m, at, otherwise, target))
		return 0;
	if (go) {
		next = code_int(node + n, w);
		if (!target_ok(m, next))
			return 0;
	}
	if (head & NODE_BRANCH) {
		const uint8_t *to = node + fixed + count;
		for (uint32_t i = 0; i < count; i++)
			if (!target_ok(m, code_int(to + i * w, w)) || (i && node[fixed + i] <= node[fixed + i - 1]))
				return 0;
	} else if ((head & RUN_NEXT) == NEXT_FALL << RUN_NEXT_SHIFT && (size == room || !(node[size] & NODE_BIT))) {
		return 0; /* a node must follow */
	}
	return size;
}

/* Does one of n octets have bit 7 set?  BLOB_OVERREAD octets may be read behind them. */
static int has_high(const uint8_t *p, uint32_t n)
{
	const uint64_t bits = 0x8080808080808080u;
	for (; n >= 8; n -= 8, p += 8)
		if (ld64(p) & bits)
			return 1;
	return (ld64(p) & bits & (((uint64_t)1 << (8 * n)) - 1)) != 0;
}

/* Nodes stand end to end, fill the code, and bit 7 is set in their first octets only: every offset
 * with bit 7 set is a node that was checked. */
static enum robotsc_status check_code(const struct view *m)
{
	uint32_t at = 0;
	while (at < m->size) {
		if (!(m->code[at] & NODE_BIT))
			return ROBOTSC_ERR_CORRUPT;
		const uint32_t size = node_size(m, at);
		if (!size)
			return ROBOTSC_ERR_CORRUPT;
		if (has_high(m->code + at + 1, size - 1))
			return ROBOTSC_ERR_CORRUPT;
		at += size;
	}
	return ROBOTSC_OK;
}

/* Marks name gates that exist; gates name registers that exist and lead to gates before them. */
static enum robotsc_status check_tables(const struct view *m, const uint8_t *machine)
{
	const uint32_t unit = machine_unit(machine);
	const uint8_t *mark = machine_marks(machine), *gate = mark + (size_t)m->marks * MARK_FIELDS * unit;
	for (uint32_t i = 0; i < m->marks; i++, mark += MARK_FIELDS * unit)
		if (field_at(mark, MARK_GATE, unit) > m->gates)
			return ROBOTSC_ERR_CORRUPT;
	for (uint32_t i = 0; i < m->gates; i++, gate += GATE_FIELDS * unit)
		if (field_at(gate, GATE_FROM, unit) > m->registers || field_at(gate, GATE_BEFORE, unit) > m->registers ||
		    field_at(gate, GATE_OPENS, unit) > m->registers || field_at(gate, GATE_NEXT, unit) > i)
			return ROBOTSC_ERR_CORRUPT;
	return ROBOTSC_OK;
}

/* Octets of an instruction, or 0 when it is none or does not fit. */
static uint32_t instruction_size(const uint8_t *p, uint32_t room)
{
	if (*p < 0x80 || *p == PROGRAM_ONE || *p == PROGRAM_STAR)
		return 1;
	if (*p == PROGRAM_SET && room > 1 && 2 + 2 * (uint32_t)p[1] <= room)
		return 2 + 2 * (uint32_t)p[1];
	return *p == PROGRAM_END && room == 1;
}

/* Programs stand end to end and fill the code, and so do the instructions of each. */
static enum robotsc_status check_programs(const uint8_t *p, uint32_t room, uint32_t unit)
{
	const uint32_t fields = PROGRAM_FIELDS * unit;
	while (room) {
		if (room < fields || field_at(p, PROGRAM_SIZE, unit) > room - fields)
			return ROBOTSC_ERR_CORRUPT;
		uint32_t size = field_at(p, PROGRAM_SIZE, unit);
		room -= fields + size;
		p += fields;
		while (size) {
			const uint32_t step = instruction_size(p, size);
			if (!step)
				return ROBOTSC_ERR_CORRUPT;
			size -= step;
			p += step;
		}
	}
	return ROBOTSC_OK;
}

/* One machine; *size receives its octets. */
static enum robotsc_status check_machine(const uint8_t *machine, uint32_t room, uint32_t *size)
{
	const uint32_t unit = machine_unit(machine);
	struct view m = {.width = machine_width(machine), .ranked = machine_ranked(machine)};
	uint64_t total = 1 + (uint64_t)unit * (m.ranked ? MACHINE_RANKED_FIELDS : MACHINE_DECIDED_FIELDS);
	if (total > room || m.width > 4)
		return ROBOTSC_ERR_CORRUPT;
	m.size = machine_field(machine, MACHINE_CODE);
	m.hub = machine_field(machine, MACHINE_HUB);
	if (m.ranked) {
		m.registers = machine_field(machine, MACHINE_REGISTERS);
		m.marks = machine_field(machine, MACHINE_MARKS);
		m.gates = machine_field(machine, MACHINE_GATES);
		total += unit * ((uint64_t)MARK_FIELDS * m.marks + (uint64_t)GATE_FIELDS * m.gates);
	}
	total += m.size + (machine[0] & MACHINE_SCAN ? SCAN_SIZE : 0u) + (machine[0] & MACHINE_PAIRS ? PAIR_SIZE : 0u);
	if (total > room || m.size == 0 || m.registers > REGISTERS_MAX)
		return ROBOTSC_ERR_CORRUPT;
	*size = (uint32_t)total;
	m.code = machine + (*size - m.size);
	if (machine[0] & MACHINE_PROGRAMS) {
		const uint32_t needed_by_nodes =
			m.hub | m.registers | m.marks | m.gates | (machine[0] & (MACHINE_WIDTH | MACHINE_SCAN | MACHINE_PAIRS));
		return m.ranked && !needed_by_nodes ? check_programs(m.code, m.size, unit) : ROBOTSC_ERR_CORRUPT;
	}
	if (m.hub && (m.hub >= m.size || !(m.code[m.hub] & NODE_BIT)))
		return ROBOTSC_ERR_CORRUPT;
	if ((machine[0] & MACHINE_SCAN && !m.hub) || (machine[0] & (MACHINE_PAIRS | MACHINE_SCAN)) == MACHINE_PAIRS)
		return ROBOTSC_ERR_CORRUPT;
	if (m.ranked)
		TRY(check_tables(&m, machine));
	return check_code(&m);
}

/* The policies section and the machines it refers to. */
struct book {
	const uint8_t *policies, *machines;
	uint32_t size, machines_size;
	uint32_t count; /* policies */
};

static uint32_t policy_entry(const struct book *k, uint32_t index)
{
	return ld32(k->policies + POLICIES_AT_ENTRIES + (size_t)index * POLICY_ENTRY);
}

/* The first policy from an index on that is a machine, or the count. */
static uint32_t next_machine(const struct book *k, uint32_t index)
{
	while (index < k->count && (policy_entry(k, index) & POLICY_KIND) != POLICY_MACHINE)
		index++;
	return index;
}

/* Machines stand end to end and fill their section.  Policies that are a machine name each of them at
 * most once and in order. */
static enum robotsc_status check_machines(const struct book *k)
{
	uint32_t policy = next_machine(k, 0);
	for (uint32_t at = 0, step; at < k->machines_size; at += step) {
		TRY(check_machine(k->machines + at, k->machines_size - at, &step));
		if (policy < k->count && policy_entry(k, policy) == at)
			policy = next_machine(k, policy + 1);
	}
	return policy == k->count ? ROBOTSC_OK : ROBOTSC_ERR_CORRUPT;
}

/* A list names policies that are ranked machines, so that their ranks can be compared.  Lists stand
 * end to end: none is looked at twice. */
static int list_ok(const struct book *k, uint32_t at, uint32_t *next)
{
	if (at != *next || k->size - at < 4)
		return 0;
	const uint32_t n = ld32(k->policies + at);
	if (n == 0 || n > (k->size - at - 4) / 4)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t index = ld32(k->policies + at + 4 + (size_t)i * 4);
		if (index >= k->count)
			return 0;
		const uint32_t entry = policy_entry(k, index);
		if ((entry & POLICY_KIND) != POLICY_MACHINE || !machine_ranked(k->machines + entry))
			return 0;
	}
	*next = at + 4 + 4 * n;
	return 1;
}

/* Constants are verdicts, lists lists; the lists end the section. */
static enum robotsc_status check_policies(const struct book *k)
{
	uint32_t next = POLICIES_AT_ENTRIES + k->count * POLICY_ENTRY;
	for (uint32_t i = 0; i < k->count; i++) {
		const uint32_t entry = policy_entry(k, i), value = entry & ~POLICY_KIND;
		switch (entry & POLICY_KIND) {
		case POLICY_MACHINE:
			break;
		case POLICY_LIST:
			if (!list_ok(k, value, &next))
				return ROBOTSC_ERR_CORRUPT;
			break;
		default:
			if (entry - POLICY_CONSTANT > 1)
				return ROBOTSC_ERR_CORRUPT;
		}
	}
	return next == k->size ? ROBOTSC_OK : ROBOTSC_ERR_CORRUPT;
}

/* Token offsets ascend inside the text; policies exist. */
static enum robotsc_status check_agents(const uint8_t *agents, uint32_t size, uint32_t policies)
{
	const uint32_t w = size >= 2 ? agents[AGENTS_AT_WIDTH] : 0;
	if ((w != 2 && w != 4) || agents[AGENTS_AT_RESERVED] || size < AGENTS_AT_COUNT + 2 * w)
		return ROBOTSC_ERR_CORRUPT;
	const uint8_t *fields = agents + AGENTS_AT_COUNT;
	const uint32_t n = field_at(fields, 0, w), rest = size - AGENTS_AT_COUNT - 2 * w;
	if (n > rest / (2 * w) || field_at(fields, 1, w) >> 1 > policies)
		return ROBOTSC_ERR_CORRUPT;
	const uint32_t text = rest - 2 * w * n;
	uint32_t last = 0;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t offset = field_at(fields, 2 + i, w);
		if (offset < last || offset > text || field_at(fields, 2 + n + i, w) >> 1 > policies)
			return ROBOTSC_ERR_CORRUPT;
		last = offset;
	}
	return ROBOTSC_OK;
}

/* What is remembered of a blob whose header and section table are good. */
static void fill(struct robotsc_blob *blob, const uint8_t *b, const uint32_t begin[4], const uint32_t end[4])
{
	*blob = (struct robotsc_blob){.bytes = b,
	                              .size = ld32(b + BLOB_AT_SIZE),
	                              .machines = begin[SECTION_MACHINES],
	                              .policies = begin[SECTION_POLICIES],
	                              .agents = begin[SECTION_AGENTS],
	                              .agents_end = end[SECTION_AGENTS],
	                              .dialect = b[BLOB_AT_DIALECT],
	                              .form = b[BLOB_AT_FORM],
	                              .match = b[BLOB_AT_MATCH],
	                              .flags = b[BLOB_AT_FLAGS]};
}

enum robotsc_status robotsc_reopen(struct robotsc_blob *blob, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;
	uint32_t begin[4], end[4];
	TRY(check_header(b, len));
	TRY(check_sections(b, ld32(b + BLOB_AT_SIZE), begin, end));
	fill(blob, b, begin, end);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_open(struct robotsc_blob *blob, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;
	uint32_t begin[4], end[4];
	TRY(check_header(b, len));
	const uint32_t size = ld32(b + BLOB_AT_SIZE);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	if (robotsc_checksum(b, size - BLOB_TRAILER) != ld64(b + size - BLOB_TRAILER))
		return ROBOTSC_ERR_CHECKSUM;
#endif
	TRY(check_sections(b, size, begin, end));
	struct book k = {.policies = b + begin[SECTION_POLICIES],
	                 .size = end[SECTION_POLICIES] - begin[SECTION_POLICIES],
	                 .machines = b + begin[SECTION_MACHINES],
	                 .machines_size = end[SECTION_MACHINES] - begin[SECTION_MACHINES]};
	if (k.size < POLICIES_AT_ENTRIES)
		return ROBOTSC_ERR_CORRUPT;
	k.count = ld32(k.policies + POLICIES_AT_COUNT);
	if (k.count > (k.size - POLICIES_AT_ENTRIES) / POLICY_ENTRY)
		return ROBOTSC_ERR_CORRUPT;
	TRY(check_machines(&k));
	TRY(check_policies(&k));
	TRY(check_agents(b + begin[SECTION_AGENTS], end[SECTION_AGENTS] - begin[SECTION_AGENTS], k.count));
	fill(blob, b, begin, end);
	return ROBOTSC_OK;
}
