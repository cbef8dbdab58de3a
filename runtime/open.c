/* open.c - check a blob once, so that nothing needs checking later.  docs/format.md
 *
 * Each step relies only on what the steps above it have proven.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "checksum.h"
#include "code.h"
#include "robotsc/check.h"
#include "vector.h"

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
	unsigned marked; /* NODE_E where it says that a mark follows */
	unsigned elses;  /* bit k: nodes may say k of other octets */
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

/* Sections stand in order inside the blob; the two that every blob has are there, once. */
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
	if (!end[SECTION_MACHINES] || !end[SECTION_AGENTS] || size - end[SECTION_MACHINES] < BLOB_OVERREAD)
		return ROBOTSC_ERR_CORRUPT;
	return ROBOTSC_OK;
}

/* A target is a verdict or the first octet of a node. */
static inline int target_ok(const struct view *m, uint32_t target)
{
	return (target - TARGET_NODE < m->size && (m->code[target - TARGET_NODE] & NODE_BIT)) || target < TARGET_NODE;
}

/* What a mark reference says: a rank, or a mark that exists. */
static inline int mark_ok(const struct view *m, uint32_t ref)
{
	return !(ref & 1) || ref >> 1 < m->marks;
}

/* Where the labels that one entry leads to end, and zeros up to the next label; 0 when one of them is bad. */
static uint32_t labels_end(const struct view *m, const uint8_t *labels, uint32_t size, uint32_t at, uint32_t unit)
{
	uint8_t head = LABEL_MORE;
	while (head & LABEL_MORE) {
		if (at == size)
			return 0;
		head = labels[at];
		if (label_next(head) == NEXT_FALL || label_size(head, m->width) > size - at ||
		    !target_ok(m, label_target(labels + at, m->width)))
			return 0;
		at += label_size(head, m->width);
	}
	while (at % unit && at < size && labels[at] == 0)
		at++;
	return at;
}

/* A fan: its labels stand in the order of the entries, of which one without a label of its own has the first. */
static int fan_ok(const struct view *m, uint32_t at, uint32_t size)
{
	const uint8_t *node = m->code + at;
	const unsigned unit = fan_unit(node), bits = fan_bits(node);
	if (size < FAN_AT_ENTRIES || node_else(node[0]) > ELSE_HUB || node[0] & BRANCH_RESERVED || m->marked & node[0] ||
	    unit > FAN_WIDE || bits == 0 || bits > FAN_BITS_MAX || ld64(node + FAN_AT_KEYS) & 8 * (UINT64_MAX / 15))
		return 0;
	const uint8_t *labels = fan_labels(node);
	if ((size_t)(labels - node) > size)
		return 0;
	uint32_t end = 0;
	size -= (uint32_t)(labels - node);
	for (uint32_t i = 0; i < (uint32_t)1 << bits; i++) {
		const uint32_t entry = (uint32_t)(fan_entry(labels, unit, i) - labels);
		if (entry == end)
			end = labels_end(m, labels, size, end, unit > FAN_UNIT_MAX ? 1 : 1u << unit);
		else if (entry)
			return 0;
		if (end == 0)
			return 0;
	}
	return end == size;
}

/* The ways of a branch ascend and lead to targets. */
SPECIALIZED int ways_ok(const struct view *m, const uint8_t *ways, uint32_t count, const unsigned w)
{
	const uint8_t *const end = ways + count, *to = end;
	int last = -1;
	for (; ways < end; ways++, to += w) {
		if (!target_ok(m, code_int(to, w)) || *ways <= last)
			return 0;
		last = *ways;
	}
	return 1;
}

/* Does a node of so many octets say what nodes say?  w is the width of its integers, of which BLOB_OVERREAD
 * octets hold all that stand at its beginning.  Links and the hub lead to nodes before this one, so following
 * them ends. */
SPECIALIZED int node_ok(const struct view *m, uint32_t at, uint32_t size, const unsigned w)
{
	const uint8_t *const node = m->code + at, *field = node + 2;
	const uint8_t head = node[0];
	const uint32_t count = node[1];
	const unsigned otherwise = node_else(head);
	if (!(m->elses >> otherwise & 1) || (otherwise == ELSE_HUB && m->hub >= at))
		return 0;
	if (node_is_fan(head))
		return fan_ok(m, at, size);
	if (m->marked & head) {
		if (!mark_ok(m, code_int(field, w)))
			return 0;
		field += w;
	}
	if (else_has_target(otherwise)) {
		const uint32_t target = code_int(field, w);
		if (!target_ok(m, target) || (otherwise == ELSE_LINK && target - TARGET_NODE >= at))
			return 0;
		field += w;
	}
	if (head & NODE_BRANCH)
		return !(head & BRANCH_RESERVED) && field + count * (1 + w) == node + size && ways_ok(m, field, count, w);
	if ((head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT) {
		if (!target_ok(m, code_int(field, w)))
			return 0;
		field += w;
	}
	return count && field + count == node + size;
}

/* Which of 64 octets have bit 7 set, or of n, at least one, if they are fewer.  BLOB_OVERREAD octets may be read behind
 * them. */
static inline uint64_t high_bits(const uint8_t *p, uint32_t n)
{
	uint64_t bits = 0;
	n = n < 64 ? n : 64;
#if VECTOR_X86
#ifndef __OPTIMIZE_SIZE__
	if (n == 64)
		return vector_mask(vector_load(p)) | (uint64_t)vector_mask(vector_load(p + 16)) << 16 |
		       (uint64_t)vector_mask(vector_load(p + 32)) << 32 | (uint64_t)vector_mask(vector_load(p + 48)) << 48;
#endif
	for (unsigned i = 0; i < n; i += 16)
		bits |= (uint64_t)vector_mask(vector_load(p + i)) << i;
#else
	for (unsigned i = 0; i < n; i += 8) /* bit 7 of octet k becomes bit 56 + k */
		bits |= ((ld64(p + i) >> 7 & UINT64_MAX / 255) * 0x0102040810204080u >> 56) << i;
#endif
	return bits & UINT64_MAX >> (64 - n) % 64;
}

/* Nodes stand end to end, fill the code, and bit 7 is set in their first octets only.  Those are looked for
 * first, so that how long a node is need not wait for the one before it. */
SPECIALIZED enum robotsc_status check_nodes(const struct view *m, const unsigned w)
{
	uint32_t at = 0;
	if (!(m->code[0] & NODE_BIT))
		return ROBOTSC_ERR_CORRUPT;
	for (uint32_t block = 0; block < m->size; block += 64)
		for (uint64_t bits = high_bits(m->code + block, m->size - block); bits; bits &= bits - 1) {
			const uint32_t next = block + lowest_bit(bits);
			if (next && !node_ok(m, at, next - at, w))
				return ROBOTSC_ERR_CORRUPT;
			at = next;
		}
	if (!node_ok(m, at, m->size - at, w) || !(m->code[at] & (NODE_BRANCH | RUN_NEXT)))
		return ROBOTSC_ERR_CORRUPT; /* or a node must follow */
	return ROBOTSC_OK;
}

#ifndef __OPTIMIZE_SIZE__
NOT_INLINE static enum robotsc_status check_nodes_2(const struct view *m)
{
	return check_nodes(m, 2);
}

NOT_INLINE static enum robotsc_status check_nodes_3(const struct view *m)
{
	return check_nodes(m, 3);
}
#endif

static enum robotsc_status check_code(const struct view *m)
{
#ifndef __OPTIMIZE_SIZE__
	if (m->width == 2)
		return check_nodes_2(m);
	if (m->width == 3)
		return check_nodes_3(m);
#endif
	return check_nodes(m, m->width);
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

/* Ranges of a set, whose count is at p, ascend: each begins behind the one before. */
static int ranges_ok(const uint8_t *p)
{
	for (uint32_t i = 2; i <= 2 * (uint32_t)p[0]; i++)
		if (p[i] < p[i - 1] + (i & 1))
			return 0;
	return 1;
}

/* Octets of an instruction, or 0 when it is none or does not fit.  In form K the two octets of a pair are one. */
static uint32_t instruction_size(const uint8_t *p, uint32_t room, unsigned form)
{
	if (*p < FORM_K_LIMIT && form == FORM_K)
		return room > 1 && (p[0] & 0xF0) + (p[1] >> 4) == FORM_K_TRAIL >> 4 ? 2 : 0;
	if (*p < 0x80 || *p == PROGRAM_ONE || *p == PROGRAM_STAR)
		return 1;
	if (*p == PROGRAM_SET && room > 1 && 2 + 2 * (uint32_t)p[1] <= room && ranges_ok(p + 1))
		return 2 + 2 * (uint32_t)p[1];
	return *p == PROGRAM_END && room == 1;
}

/* Programs stand end to end and fill the code, and so do the instructions of each. */
static enum robotsc_status check_programs(const uint8_t *p, uint32_t room, uint32_t unit, unsigned form)
{
	const uint32_t fields = PROGRAM_FIELDS * unit;
	while (room) {
		if (room < fields || field_at(p, PROGRAM_SIZE, unit) > room - fields)
			return ROBOTSC_ERR_CORRUPT;
		uint32_t size = field_at(p, PROGRAM_SIZE, unit);
		room -= fields + size;
		p += fields;
		while (size) {
			const uint32_t step = instruction_size(p, size, form);
			if (!step)
				return ROBOTSC_ERR_CORRUPT;
			size -= step;
			p += step;
		}
	}
	return ROBOTSC_OK;
}

/* One machine; *size receives its octets. */
static enum robotsc_status check_machine(const uint8_t *machine, uint32_t room, unsigned form, uint32_t *size)
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
	m.marked = m.ranked ? NODE_E : 0;
	m.elses = 1u << ELSE_DISALLOW | (m.ranked ? 0 : 1u << ELSE_ALLOW) | (m.hub ? 1u << ELSE_HUB : 0) | 1u << ELSE_LINK |
	          1u << ELSE_SELF | 1u << ELSE_GOTO;
	if (machine[0] & MACHINE_PROGRAMS) {
		const uint32_t needed_by_nodes =
			m.hub | m.registers | m.marks | m.gates | (machine[0] & (MACHINE_WIDTH | MACHINE_SCAN | MACHINE_PAIRS));
		return m.ranked && !needed_by_nodes ? check_programs(m.code, m.size, unit, form) : ROBOTSC_ERR_CORRUPT;
	}
	if (m.hub && (m.hub >= m.size || !(m.code[m.hub] & NODE_BIT)))
		return ROBOTSC_ERR_CORRUPT;
	if ((machine[0] & MACHINE_SCAN && !m.hub) || (machine[0] & (MACHINE_PAIRS | MACHINE_SCAN)) == MACHINE_PAIRS)
		return ROBOTSC_ERR_CORRUPT;
	if (m.ranked)
		TRY(check_tables(&m, machine));
	return check_code(&m);
}

/* The policies section, if there is one, and the machines it refers to. */
struct book {
	const uint8_t *policies, *machines;
	uint32_t size, machines_size;
	uint32_t count; /* policies */
	unsigned form;
};

static uint32_t policy_entry(const struct book *k, uint32_t index)
{
	return k->policies ? ld32(k->policies + POLICIES_AT_ENTRIES + (size_t)index * POLICY_ENTRY) : POLICY_MACHINE;
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
		TRY(check_machine(k->machines + at, k->machines_size - at, k->form, &step));
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
	struct book k = {.policies = end[SECTION_POLICIES] ? b + begin[SECTION_POLICIES] : NULL,
	                 .size = end[SECTION_POLICIES] - begin[SECTION_POLICIES],
	                 .machines = b + begin[SECTION_MACHINES],
	                 .machines_size = end[SECTION_MACHINES] - begin[SECTION_MACHINES],
	                 .count = 1,
	                 .form = b[BLOB_AT_FORM]};
	if (k.policies) {
		if (k.size < POLICIES_AT_ENTRIES)
			return ROBOTSC_ERR_CORRUPT;
		k.count = ld32(k.policies + POLICIES_AT_COUNT);
		if (k.count > (k.size - POLICIES_AT_ENTRIES) / POLICY_ENTRY)
			return ROBOTSC_ERR_CORRUPT;
	}
	TRY(check_machines(&k));
	if (k.policies)
		TRY(check_policies(&k));
	TRY(check_agents(b + begin[SECTION_AGENTS], end[SECTION_AGENTS] - begin[SECTION_AGENTS], k.count));
	fill(blob, b, begin, end);
	return ROBOTSC_OK;
}
