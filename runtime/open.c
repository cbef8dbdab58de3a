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
	uint32_t hub, marks;
	uint32_t field[MACHINE_RANKED_FIELDS]; /* those behind the hub; zeros where there are none */
	unsigned width;
	unsigned marked; /* NODE_E where it says that a mark follows */
	unsigned elses;  /* bit k: nodes may say k of other octets */
	struct checksum *sum;
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

/* Sections stand in order inside the blob; the two that every blob has are there, once.  The last one begins inside it because
 * the one before ends there. */
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
		if (ld16(entry + SECTION_AT_RESERVED) || at < last || next > limit)
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

/* Does a node begin there, before an end? */
static inline int node_at(const struct view *m, uint32_t at, uint32_t end)
{
	return at < end && m->code[at] & NODE_BIT;
}

/* A target is a verdict or a node. */
static inline int target_ok(const struct view *m, uint32_t target)
{
	return node_at(m, target - TARGET_NODE, m->size) || target < TARGET_NODE;
}

/* May a node say that of other octets?  The hub stands before those that name it. */
static inline int else_ok(const struct view *m, uint32_t at, unsigned otherwise)
{
	return m->elses >> otherwise & 1 && (otherwise != ELSE_HUB || m->hub < at);
}

/* What a mark reference says: a rank, or a mark that exists. */
static inline int mark_ok(const struct view *m, uint32_t ref)
{
	return !(ref & 1) || ref >> 1 < m->marks;
}

/* Do the octets of a label stand for themselves in a URL?  A path is compared with them as it stands: '#' and 0 end
 * paths, '%' and what is below 20 begin or follow escapes.  BLOB_OVERREAD octets may be read. */
static int label_octets_ok(const uint8_t *octets, uint32_t count)
{
#if VECTOR_X86 && !ROBOTSC_SMALL
	const vector_octets v = vector_load(octets);
	const vector_octets bad = vector_equal(v, '#') | vector_equal(v, '%') | (vector_octets)(v < 0x20);
	return (vector_mask(bad) & ((1u << count) - 1)) == 0;
#else
	while (count > 0 && octets[count - 1] >= 0x20 && octets[count - 1] != '#' && octets[count - 1] != '%')
		count--;
	return count == 0;
#endif
}

/* Where the labels that one entry leads to end, and zeros up to the next label; 0 when one of them is bad, or there is none.
 * BLOB_OVERREAD octets may be read.  The target of one with NEXT_FALL is none. */
static uint32_t labels_end(const struct view *m, const uint8_t *labels, uint32_t size, uint32_t at, uint32_t unit)
{
	uint8_t head = LABEL_MORE;
	while (head & LABEL_MORE) {
		head = labels[at];
		if (label_size(head, m->width) > size - at || !label_octets_ok(labels + at + 1, label_count(head)) ||
		    !target_ok(m, label_target(labels + at, m->width)))
			return 0;
		at += label_size(head, m->width);
	}
	while (at % unit && at < size && labels[at] == 0)
		at++;
	return at;
}

/* A fan, or a branch with a reserved bit, which is none.  Its labels stand in the order of the entries, of which one without a
 * label of its own has the first.  What stands before the entries can be read in any case: it is less than BLOB_OVERREAD. */
static int fan_ok(const struct view *m, uint32_t at, uint32_t size)
{
	const uint8_t *node = m->code + at;
	const unsigned unit = fan_unit(node), bits = fan_bits(node);
	if (node_else(node[0]) > ELSE_HUB || node[0] & BRANCH_RESERVED || m->marked & node[0] || unit > FAN_WIDE || bits == 0 ||
	    bits > FAN_BITS_MAX || ld64(node + FAN_AT_KEYS) & 8 * (UINT64_MAX / 15))
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

/* Where the fields end that runs and branches have, but for the target of a run, or NULL when one is bad.  w is the width of
 * integers, of which BLOB_OVERREAD octets hold all that stand at the beginning of a node.  Links and the hub lead to nodes
 * before this one, so following them ends. */
SPECIALIZED const uint8_t *fields_end(const struct view *m, uint32_t at, unsigned otherwise, const unsigned w)
{
	const uint8_t *field = m->code + at + 2;
	if (!else_ok(m, at, otherwise))
		return NULL;
	if (m->marked & m->code[at]) {
		if (!mark_ok(m, code_int(field, w)))
			return NULL;
		field += w;
	}
	if (else_has_target(otherwise)) {
		const uint32_t target = code_int(field, w);
		if (otherwise == ELSE_LINK ? !node_at(m, target - TARGET_NODE, at) : !target_ok(m, target))
			return NULL;
		field += w;
	}
	return field;
}

/* Most octets of a run: fewer where they may be read again, by the hub or a linked node. */
static inline uint32_t run_max(uint8_t head)
{
	const unsigned otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
	return otherwise == ELSE_HUB || otherwise == ELSE_LINK ? RUN_MAX_LINKED : RUN_MAX;
}

/* Does a node of so many octets say what nodes say? */
SPECIALIZED int node_ok(const struct view *m, uint32_t at, uint32_t size, const unsigned w)
{
	const uint8_t *const node = m->code + at, *const end = node + size, *field;
	const uint8_t head = node[0];
	const uint32_t count = node[1];
	if (head & NODE_BRANCH) {
		if (head & (BRANCH_FAN | BRANCH_RESERVED))
			return else_ok(m, at, head & BRANCH_ELSE) && fan_ok(m, at, size);
		field = fields_end(m, at, head & BRANCH_ELSE, w);
		return field && field + count * (1 + w) == end && ways_ok(m, field, count, w);
	}
	field = fields_end(m, at, (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT, w);
	if (field && (head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT) {
		if (!target_ok(m, code_int(field, w)))
			return 0;
		field += w;
	}
	return field && count && count <= run_max(head) && field + count == end;
}

#if ROBOTSC_SMALL
/* Nodes stand end to end, fill the code, and bit 7 is set in their first octets only. */
NOT_INLINE static int code_ok(const struct view *m)
{
	uint32_t at = 0, next = 0;
	do {
		for (at = next++; next < m->size && !(m->code[next] & NODE_BIT);)
			next++;
		if (!(m->code[at] & NODE_BIT) || !node_ok(m, at, next - at, m->width))
			return 0;
	} while (next < m->size);
	return (m->code[at] & (NODE_BRANCH | RUN_NEXT)) != 0; /* or a node must follow */
}
#else
/* Which of 64 octets have bit 7 set, or of n, at least one, if they are fewer.  BLOB_OVERREAD octets may be read behind
 * them. */
static inline uint64_t high_bits(const uint8_t *p, uint32_t n)
{
	uint64_t bits = 0;
	n = n < 64 ? n : 64;
#if VECTOR_X86
	if (n == 64)
		return vector_mask(vector_load(p)) | (uint64_t)vector_mask(vector_load(p + 16)) << 16 |
		       (uint64_t)vector_mask(vector_load(p + 32)) << 32 | (uint64_t)vector_mask(vector_load(p + 48)) << 48;
	for (unsigned i = 0; i < n; i += 16)
		bits |= (uint64_t)vector_mask(vector_load(p + i)) << i;
#else
	for (unsigned i = 0; i < n; i += 8) /* bit 7 of octet k becomes bit 56 + k */
		bits |= ((ld64(p + i) >> 7 & UINT64_MAX / 255) * 0x0102040810204080u >> 56) << i;
#endif
	return bits & UINT64_MAX >> (64 - n) % 64;
}

/* Nodes stand end to end, fill the code, and bit 7 is set in their first octets only.  Those are looked for
 * first, so that how long a node is need not wait for the one before it.  The checksum is made meanwhile: each of its
 * steps waits for the last. */
SPECIALIZED int nodes_ok(const struct view *m, const unsigned w)
{
	uint32_t at = 0;
	if (!(m->code[0] & NODE_BIT))
		return 0;
	for (uint32_t block = 0; block < m->size; block += 64) {
		checksum_read(m->sum, m->code + block);
		for (uint64_t bits = high_bits(m->code + block, m->size - block); bits; bits &= bits - 1) {
			const uint32_t next = block + lowest_bit(bits);
			if (next && !node_ok(m, at, next - at, w))
				return 0;
			at = next;
		}
	}
	return node_ok(m, at, m->size - at, w) && m->code[at] & (NODE_BRANCH | RUN_NEXT); /* or a node must follow */
}

NOT_INLINE static int nodes_ok_2(const struct view *m)
{
	return nodes_ok(m, 2);
}

NOT_INLINE static int nodes_ok_3(const struct view *m)
{
	return nodes_ok(m, 3);
}

static int code_ok(const struct view *m)
{
	if (m->width == 2)
		return nodes_ok_2(m);
	if (m->width == 3)
		return nodes_ok_3(m);
	return nodes_ok(m, m->width);
}
#endif

/* With a scan table the hub is a branch, no fan, that stays on other octets; in a ranked machine it has no mark. */
static int scan_hub_ok(const struct view *m)
{
	return m->hub && (m->code[m->hub] & ~(NODE_E & ~m->marked)) == (NODE_BIT | NODE_BRANCH | ELSE_SELF);
}

/* Marks name gates that exist; gates name registers that exist and lead to gates before them. */
static int tables_ok(const struct view *m, const uint8_t *table, uint32_t unit)
{
	const uint32_t gates = m->field[MACHINE_GATES], registers = m->field[MACHINE_REGISTERS];
	for (uint32_t i = 0; i < m->marks; i++, table += MARK_FIELDS * unit)
		if (field_at(table, MARK_GATE, unit) > gates)
			return 0;
	for (uint32_t i = 0; i < gates; i++, table += GATE_FIELDS * unit)
		if (field_at(table, GATE_FROM, unit) > registers || field_at(table, GATE_BEFORE, unit) > registers ||
		    field_at(table, GATE_OPENS, unit) > registers || field_at(table, GATE_NEXT, unit) > i)
			return 0;
	return 1;
}

/* Ranges of a set, whose count is at p, ascend: each begins behind the one before. */
static int ranges_ok(const uint8_t *p)
{
	for (uint32_t i = 2; i <= 2 * (uint32_t)p[0]; i++)
		if (p[i] < p[i - 1] + (i & 1))
			return 0;
	return 1;
}

/* Octets of an instruction, or 0 when it is none or does not fit.  In form K the two octets of a pair are one.
 * BLOB_OVERREAD octets may be read. */
static uint32_t instruction_size(const uint8_t *p, uint32_t room, unsigned form)
{
	if (*p < FORM_K_LIMIT && form == FORM_K)
		return room > 1 && (p[0] & 0xF0) + (p[1] >> 4) == FORM_K_TRAIL >> 4 ? 2 : 0;
	if (*p < 0x80 || *p == PROGRAM_ONE || *p == PROGRAM_STAR)
		return 1;
	if (*p == PROGRAM_SET && 2 + 2 * (uint32_t)p[1] <= room && ranges_ok(p + 1))
		return 2 + 2 * (uint32_t)p[1];
	return *p == PROGRAM_END && room == 1;
}

/* Programs stand end to end and fill the code, and so do the instructions of each. */
static int programs_ok(const uint8_t *p, uint32_t room, uint32_t unit, unsigned form)
{
	const uint32_t fields = PROGRAM_FIELDS * unit;
	while (room) {
		if (room < fields || field_at(p, PROGRAM_SIZE, unit) > room - fields)
			return 0;
		uint32_t size = field_at(p, PROGRAM_SIZE, unit);
		room -= fields + size;
		p += fields;
		while (size) {
			const uint32_t step = instruction_size(p, size, form);
			if (!step)
				return 0;
			size -= step;
			p += step;
		}
	}
	return 1;
}

/* Octets of a machine that says what machines say, or 0. */
NOT_INLINE static uint32_t machine_end(const uint8_t *machine, uint32_t room, unsigned form, struct checksum *sum)
{
	const uint32_t unit = machine_unit(machine), ranked = machine[0] & MACHINE_IS_RANKED;
	const uint32_t fields = ranked ? MACHINE_RANKED_FIELDS : MACHINE_DECIDED_FIELDS;
	const uint32_t scan = machine[0] & MACHINE_SCAN, pairs = machine[0] & MACHINE_PAIRS;
	struct view m = {.width = machine_width(machine), .marked = ranked ? NODE_E : 0, .sum = sum};
	uint64_t total = 1 + fields * unit;
	if (total > room || m.width > 4)
		return 0;
	m.size = machine_field(machine, MACHINE_CODE);
	m.hub = machine_field(machine, MACHINE_HUB);
	for (uint32_t i = MACHINE_DECIDED_FIELDS; i < fields; i++)
		m.field[i] = machine_field(machine, i);
	m.marks = m.field[MACHINE_MARKS];
	total += unit * ((uint64_t)MARK_FIELDS * m.marks + (uint64_t)GATE_FIELDS * m.field[MACHINE_GATES]) + m.size +
	         (scan ? SCAN_SIZE : 0) + (pairs ? PAIR_SIZE : 0);
	if (total > room || m.size == 0 || m.field[MACHINE_REGISTERS] > REGISTERS_MAX)
		return 0;
	m.code = machine + (total - m.size);
	m.elses = 1u << ELSE_DISALLOW | (ranked ? 0 : 1u << ELSE_ALLOW) | (m.hub ? 1u << ELSE_HUB : 0) | 1u << ELSE_LINK |
	          1u << ELSE_SELF | 1u << ELSE_GOTO;
	if (machine[0] & MACHINE_PROGRAMS) {
		if (!ranked || m.hub || m.marks || m.field[MACHINE_REGISTERS] || m.field[MACHINE_GATES] || scan || pairs ||
		    machine[0] & MACHINE_WIDTH || !programs_ok(m.code, m.size, unit, form))
			return 0;
	} else if ((m.hub && !node_at(&m, m.hub, m.size)) || (scan && !scan_hub_ok(&m)) || (pairs && !scan) ||
	           !tables_ok(&m, machine + 1 + fields * unit, unit) || !code_ok(&m)) {
		return 0;
	}
	return (uint32_t)total;
}

/* The policies section, if there is one, and the machines it refers to. */
struct book {
	const uint8_t *policies, *machines;
	uint32_t size, machines_size;
	uint32_t count; /* policies */
	unsigned form;
	struct checksum *sum;
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

/* Machines stand end to end and fill their section.  The first policies name one each, in order; no other is a machine. */
static enum robotsc_status check_machines(const struct book *k)
{
	uint32_t policy = 0;
	for (uint32_t at = 0, step; at < k->machines_size; at += step, policy++) {
		step = machine_end(k->machines + at, k->machines_size - at, k->form, k->sum);
		if (step == 0 || policy >= k->count || policy_entry(k, policy) != at)
			return ROBOTSC_ERR_CORRUPT;
	}
	return next_machine(k, policy) == k->count ? ROBOTSC_OK : ROBOTSC_ERR_CORRUPT;
}

/* A list names policies that are ranked machines, so that their ranks can be compared, and none twice: the highest ranks
 * descend, and indices ascend where these are equal.  Lists stand end to end: none is looked at twice. */
static int list_ok(const struct book *k, uint32_t at, uint32_t *next)
{
	if (at != *next || k->size - at < 4)
		return 0;
	const uint32_t n = ld32(k->policies + at);
	if (n == 0 || n > (k->size - at - 4) / 4)
		return 0;
	uint32_t last = 0, last_top = 0;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t index = ld32(k->policies + at + 4 + (size_t)i * 4);
		if (index >= k->count)
			return 0;
		const uint32_t entry = policy_entry(k, index);
		if ((entry & POLICY_KIND) != POLICY_MACHINE || !machine_ranked(k->machines + entry))
			return 0;
		const uint32_t top = machine_field(k->machines + entry, MACHINE_TOP);
		if (i && (top > last_top || (top == last_top && index <= last)))
			return 0;
		last = index;
		last_top = top;
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

/* Token offsets ascend inside the text; policies exist.  Two octets can be read of any section, as the trailer follows. */
static enum robotsc_status check_agents(const uint8_t *agents, uint32_t size, uint32_t policies)
{
	const uint32_t w = agents[AGENTS_AT_WIDTH];
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

/* What the sections hold. */
static enum robotsc_status check_contents(const uint8_t *b, const uint32_t begin[4], const uint32_t end[4], struct checksum *sum)
{
	struct book k = {.policies = end[SECTION_POLICIES] ? b + begin[SECTION_POLICIES] : NULL,
	                 .size = end[SECTION_POLICIES] - begin[SECTION_POLICIES],
	                 .machines = b + begin[SECTION_MACHINES],
	                 .machines_size = end[SECTION_MACHINES] - begin[SECTION_MACHINES],
	                 .count = 1,
	                 .form = b[BLOB_AT_FORM],
	                 .sum = sum};
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
	return check_agents(b + begin[SECTION_AGENTS], end[SECTION_AGENTS] - begin[SECTION_AGENTS], k.count);
}

enum robotsc_status robotsc_open(struct robotsc_blob *blob, const void *bytes, size_t len)
{
	const uint8_t *b = bytes;
	uint32_t begin[4], end[4];
	TRY(check_header(b, len));
	const uint32_t size = ld32(b + BLOB_AT_SIZE);
	struct checksum sum = checksum_begin(b);
	enum robotsc_status status = check_sections(b, size, begin, end);
	if (status == ROBOTSC_OK)
		status = check_contents(b, begin, end, &sum);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	if (checksum_end(&sum, b + size - BLOB_TRAILER) != ld64(b + size - BLOB_TRAILER))
		return ROBOTSC_ERR_CHECKSUM;
#endif
	if (status == ROBOTSC_OK)
		fill(blob, b, begin, end);
	return status;
}
