/* open.c - verify a blob once, so that no later call needs to.  docs/formats/blob.md, "Opening"
 *
 * Each step relies only on what the steps before it have verified.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "agents_check.h"
#include "checksum.h"
#include "nodes.h"
#include "robotsc/check.h"
#include "vector.h"

#define TRY(call)                                           \
	do {                                                \
		const enum robotsc_status status_ = (call); \
		if (status_ != ROBOTSC_OK)                  \
			return status_;                     \
	} while (0)

/* CALLED: not inlined in small builds, where that saves code. */
#if ROBOTSC_SMALL
#define CALLED NOT_INLINE
#else
#define CALLED
#endif

/* The blob that is verified. */
struct book {
	const uint8_t *policies, *machines;
	uint32_t size, machines_size;
	unsigned form;
	struct checksum sum;
};

/* The machine that is verified.  All of it lies inside the blob. */
struct view {
	struct parts parts;
	struct book *book;
	const uint8_t *machine, *code;
	uint32_t size; /* octets of code */
	unsigned width;
	int filter;
};

/* Verify that the header is that of a blob of this version, and states the right size. */
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
	    b[BLOB_AT_MATCH] >= MATCHES || (b[BLOB_AT_FLAGS] & ~BLOB_PARTIAL))
		return ROBOTSC_ERR_CORRUPT;
	return ROBOTSC_OK;
}

/* Where the sections of known types begin and end, by type; 0: there is none. */
struct sections {
	uint32_t begin[SECTION_AGENTS + 1], end[SECTION_AGENTS + 1];
};

/* True if sections stand in order inside the blob, from the end of their table on.  No known type
 * is there twice, and the two that every blob has are there. */
static int sections_ok(const uint8_t *b, struct sections *s)
{
	const uint32_t limit = ld32(b + BLOB_AT_SIZE) - BLOB_TRAILER;
	*s = (struct sections){.begin = {0}};
	uint32_t last = ld32(b + BLOB_HEADER + SECTION_AT_OFFSET);
	if (last < BLOB_HEADER + 2 * SECTION_ENTRY || (last - BLOB_HEADER) % SECTION_ENTRY || last > limit)
		return 0;
	const uint8_t *entry = b + BLOB_HEADER, *const end = b + last;
	while (entry < end) {
		const uint32_t type = entry[SECTION_AT_TYPE], at = ld32(entry + SECTION_AT_OFFSET);
		entry += SECTION_ENTRY;
		const uint32_t next = entry < end ? ld32(entry + SECTION_AT_OFFSET) : limit;
		if (type == 0 || at < last || next > limit)
			return 0;
		last = at;
		if (type > SECTION_AGENTS)
			continue; /* a type that other functions read, or none */
		if (s->end[type])
			return 0;
		s->begin[type] = at;
		s->end[type] = next;
	}
	return s->end[SECTION_MACHINES] && s->end[SECTION_AGENTS] &&
	       limit + BLOB_TRAILER - s->end[SECTION_MACHINES] >= BLOB_OVERREAD;
}

#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
/* The checksum up to end.  8 octets after it can be read. */
static uint64_t end_sum(struct checksum *c, const uint8_t *end)
{
#if ROBOTSC_SMALL
	const size_t len = (size_t)(end - c->begin);
	uint64_t a = c->a, b = c->b;
	for (size_t i = 0; i <= (len | 15); i += 8) {
		const size_t left = i < len ? len - i : 0;
		const uint64_t word = ld64(end - left) & (left < 8 ? ((uint64_t)1 << 8 * left) - 1 : UINT64_MAX);
		const uint64_t mixed = checksum_mix(a, word);
		a = b;
		b = mixed;
	}
	return checksum_mix(checksum_mix(a, b), len);
#else
	return checksum_end(c, end);
#endif
}
#endif

/* True if a node begins at an offset below end. */
static inline int node_at(const struct view *m, uint32_t at, uint32_t end)
{
	return at < end && m->code[at] & NODE_BIT;
}

/* True if a target is valid: in a DFA a verdict or a node; in a filter a node at an offset or after
 * it, so that walks end. */
SPECIALIZED int target_ok(const struct view *m, const int filter, uint32_t target, uint32_t from)
{
	return node_at(m, target - TARGET_NODE, m->size) ? !filter || target - TARGET_NODE >= from
	                                                 : !filter && target < TARGET_NODE;
}

/* A mark is a rank, or the number of a literal that exists. */
static inline int mark_ok(const struct view *m, uint32_t mark)
{
	return !(mark & MARK_LITERAL) || mark >> 1 < m->parts.field[MACHINE_LITERALS];
}

/* True if the octets of a prefix stand for themselves in every URL, as paths are compared with them
 * as they stand: '#' and 0 end paths, '%' begins escapes, octets below 20 are part of pairs, and
 * form R escapes others.  Reads up to BLOB_OVERREAD octets. */
static int prefix_octets_ok(const uint8_t *octets, uint32_t count, unsigned form)
{
#if VECTOR_X86 && !ROBOTSC_SMALL
	const vector_octets v = vector_load(octets);
	vector_octets bad;
	if (form == FORM_R) /* blank and below, " # % ` < > \ ^ | { }, from 7F on */
		bad = (vector_octets)(v < 0x21) | vector_equal(v & ~1, '"') | vector_equal(v, '%') | vector_equal(v, '`') |
		      ((vector_equal(v & 0x1D, 0x1C) | (vector_octets)(v > 'z')) & (vector_octets)(v != '~'));
	else
		bad = (vector_octets)(v < 0x20) | vector_equal(v, '#') | vector_equal(v, '%');
	return (vector_mask(bad) & ((1u << count) - 1)) == 0;
#else
	/* bit c of low, bit c - 64 of high: octet c is bad */
	uint64_t low = 0x00000028FFFFFFFFu, high = 0;
	if (form == FORM_R) {
		low = 0x5000002DFFFFFFFFu;
		high = 0xB800000150000000u;
	}
	while (count > 0 && !((octets[count - 1] < 64 ? low : high) >> (octets[count - 1] & 63) & 1))
		count--;
	return count == 0;
#endif
}

/* Where the prefixes of one entry, and the zeros after them, end; 0 if one of them is bad, or if
 * there is none.  Reads up to BLOB_OVERREAD octets.  In a filter, a prefix may lead to any node. */
static uint32_t prefixes_end(const struct view *m, const uint8_t *prefixes, uint32_t size, uint32_t at, uint32_t unit)
{
	uint8_t head = PREFIX_MORE;
	while (head & PREFIX_MORE) {
		head = prefixes[at];
		if (prefix_size(head, m->width) > size - at ||
		    !prefix_octets_ok(prefixes + at + 1, prefix_count(head), m->book->form))
			return 0;
		if (!target_ok(m, m->filter, prefix_target(prefixes + at, m->width), 0))
			return 0;
		at += prefix_size(head, m->width);
	}
	while (at & (unit - 1) && at < size && prefixes[at] == 0)
		at++;
	return at;
}

/* Not 0 if one of the octets, at least one, has bit 7 set.  Up to BLOB_OVERREAD octets after them
 * can be read. */
static inline unsigned any_high(const uint8_t *p, uint32_t size)
{
#if ROBOTSC_SMALL
	unsigned octets = 0;
	for (; size > 0; size--)
		octets |= *p++;
	return octets & 0x80;
#else
	uint64_t octets = 0;
	for (; size > 8; size -= 8, p += 8)
		octets |= ld64(p);
	octets |= ld64(p) << (64 - 8 * size);
	return (octets & (uint64_t)0x80 * (UINT64_MAX / 255)) != 0;
#endif
}

/* Verify a prefix table.  No octet has bit 7 set.  Prefixes stand in the order of the entries; an
 * entry without prefixes leads to the first ones.  The fields before the entries are shorter than
 * BLOB_OVERREAD, so they can be read before the size is verified. */
NOT_INLINE static int prefix_table_ok(const struct view *m, const uint8_t *prefix_table, uint32_t size)
{
	const unsigned unit = prefix_table_unit(prefix_table), bits = prefix_table_bits(prefix_table),
		       otherwise = prefix_table[PREFIX_AT_ELSE];
	if (m->filter ? otherwise
	              : (otherwise | PREFIX_E) > (PREFIX_E | ELSE_ROOT) || (otherwise & ELSE_ROOT && !m->parts.field[MACHINE_ROOT]))
		return 0;
	if (unit > PREFIX_WIDE || bits == 0 || bits > PREFIX_BITS_MAX ||
	    ld64(prefix_table + PREFIX_AT_KEYS) & 8 * (UINT64_MAX / 15))
		return 0;
	const uint8_t *prefixes = prefix_table_first(prefix_table);
	if ((size_t)(prefixes - prefix_table) > size || any_high(prefix_table, size))
		return 0;
	uint32_t end = 0;
	size -= (uint32_t)(prefixes - prefix_table);
	for (uint32_t i = 0; i < (uint32_t)1 << bits; i++) {
		const uint32_t entry = (uint32_t)(prefix_table_entry(prefixes, unit, i) - prefixes);
		if (entry == end)
			end = prefixes_end(m, prefixes, size, end, unit > PREFIX_UNIT_MAX ? 1 : 1u << unit);
		else if (entry)
			return 0;
		if (end == 0)
			return 0;
	}
	return end == size;
}

/* True if a default edge may lead from the node at end to a target: each node of the chain of
 * default edges stands before end, and there are at most DEFAULT_LEVELS. */
static inline int default_edge_ok(const struct view *m, uint32_t target, uint32_t end, const unsigned w)
{
	for (unsigned levels = 0; levels < DEFAULT_LEVELS && node_at(m, target - TARGET_NODE, end); levels++) {
		const uint8_t *const node = m->code + (target - TARGET_NODE);
		if (node_else(node[0]) != ELSE_DEFAULT)
			return 1;
		target = code_int(node + 2, w);
	}
	return 0;
}

/* True if the target of a node's else is valid. */
static inline int else_ok(const struct view *m, unsigned otherwise, uint32_t target, uint32_t at, const unsigned w)
{
	return otherwise == ELSE_DEFAULT ? default_edge_ok(m, target, at, w) : target_ok(m, 0, target, at);
}

/* True if the node at an offset, which has size octets, is valid.  w: octets of an integer; those
 * at the beginning of a node are within BLOB_OVERREAD octets.  Default edges and ELSE_ROOT lead to
 * nodes before this one, so a chain of them ends.  The octets of a branch ascend. */
SPECIALIZED int node_ok(const struct view *m, const int filter, uint32_t at, uint32_t size, const unsigned w)
{
	const uint8_t *const node = m->code + at, *const end = node + size, *field = node + 2;
	const uint8_t head = node[0];
	const uint32_t count = node[1];
	const unsigned otherwise = node_else(head);
	if (otherwise > ELSE_GOTO || (filter && otherwise != ELSE_DISALLOW) ||
	    (otherwise == ELSE_ROOT && m->parts.field[MACHINE_ROOT] - 1 >= at))
		return 0;
	if (filter ? head & NODE_E : else_has_target(otherwise)) {
		const uint32_t target = code_int(field, w);
		if (!(filter ? mark_ok(m, target) : else_ok(m, otherwise, target, at, w)))
			return 0;
		field += w;
	}
	if (head & NODE_BRANCH) {
		if (head & BRANCH_RESERVED || field + count * (1 + w) != end)
			return 0;
		int last = -1;
		for (const uint8_t *to = field + count; to < end; to += w, field++) {
			if (!target_ok(m, filter, code_int(to, w), at + 1) || *field <= last)
				return 0;
			last = *field;
		}
		return 1;
	}
	if (filter && head & (RUN_CAREFUL | NEXT_DISALLOW << RUN_NEXT_SHIFT))
		return 0;
	if ((head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT) {
		if (!target_ok(m, filter, code_int(field, w), at + 1))
			return 0;
		field += w;
	}
	return count && (count <= RUN_MAX_DEFAULT || otherwise < ELSE_ROOT) && field + count == end;
}

#if ROBOTSC_SMALL
/* True if nodes stand end to end and fill the code, and bit 7 is set only in their first octets. */
NOT_INLINE static int code_ok(const struct view *m)
{
	uint32_t at = 0, next = 0;
	do {
		for (at = next++; next < m->size && !(m->code[next] & NODE_BIT);)
			next++;
		if (!(m->code[at] & NODE_BIT) || !node_ok(m, m->filter, at, next - at, m->width))
			return 0;
	} while (next < m->size);
	/* Otherwise, another node must follow. */
	return (m->code[at] & (NODE_BRANCH | RUN_NEXT)) != 0;
}
#else
/* Bit k is set if octet k, of up to 64, has bit 7 set.  Below 64 octets, bit n is set, too.  Up to
 * BLOB_OVERREAD octets after them can be read. */
static inline uint64_t high_bits(const uint8_t *p, uint32_t n)
{
	uint64_t bits = 0;
#if VECTOR_X86
	if (n >= 64)
		return vector_mask(vector_load(p)) | (uint64_t)vector_mask(vector_load(p + 16)) << 16 |
		       (uint64_t)vector_mask(vector_load(p + 32)) << 32 | (uint64_t)vector_mask(vector_load(p + 48)) << 48;
	for (unsigned i = 0; i < n; i += 16)
		bits |= (uint64_t)vector_mask(vector_load(p + i)) << i;
#else
	/* bit 7 of octet k becomes bit 56 + k */
	for (unsigned i = 0; i < (n < 64 ? n : 64); i += 8)
		bits |= ((ld64(p + i) >> 7 & UINT64_MAX / 255) * 0x0102040810204080u >> 56) << i;
	if (n >= 64)
		return bits;
#endif
	return (bits | (uint64_t)1 << n) & (((uint64_t)2 << n) - 1);
}

/* True if nodes stand end to end and fill the code.  Bit 7 is set only in their first octets, so
 * the ends of 64 octets' nodes are found at once.  The checksum, whose steps wait for each other,
 * is computed meanwhile. */
SPECIALIZED int nodes_ok(const struct view *m, const int filter, const unsigned w)
{
	uint32_t at = 0, last = 0;
	uint64_t bits = high_bits(m->code, m->size);
	if (!(bits & 1))
		return 0;
	bits &= bits - 1;
	for (uint32_t block = 0;; bits = high_bits(m->code + block, m->size - block)) {
		checksum_read(&m->book->sum, m->code + block);
		for (; bits; bits &= bits - 1) {
			last = at;
			at = block + lowest_bit(bits);
			if (!node_ok(m, filter, last, at - last, w))
				return 0;
		}
		block += 64;
		if (block > m->size)
			/* no node follows the last one, so it is no run that falls through */
			return (m->code[last] & (NODE_BRANCH | RUN_NEXT)) != 0;
	}
}

NOT_INLINE static int nodes_ok_narrow(const struct view *m)
{
	return nodes_ok(m, 0, 2);
}

NOT_INLINE static int nodes_ok_any(const struct view *m)
{
	return nodes_ok(m, m->filter, m->width);
}

static int code_ok(const struct view *m)
{
	return m->filter || m->width > 2 ? nodes_ok_any(m) : nodes_ok_narrow(m);
}
#endif

/* True if the ranges of a set, whose count is at p, ascend and do not overlap. */
static int ranges_ok(const uint8_t *p)
{
	for (uint32_t i = 2; i <= 2 * (uint32_t)p[0]; i++)
		if (p[i] < p[i - 1] + (i & 1))
			return 0;
	return 1;
}

/* Octets of an instruction, or 0 if it is none or does not fit.  In form K, a pair is one
 * instruction.  Reads up to BLOB_OVERREAD octets. */
static uint32_t instruction_size(const uint8_t *p, uint32_t room, unsigned form, int first)
{
	const unsigned is_k = form == FORM_K;
	if (is_k && *p < FORM_K_LIMIT)
		return room > 1 && (p[0] & 0xF0) + (p[1] >> 4) == FORM_K_TRAIL >> 4 ? 2 : 0;
	if (*p < 0x80 || *p >= GLOB_STAR)
		return 1;
	if (*p == GLOB_KNOWN)
		return first && room > 1 && p[1] - 1u < 127 ? 2 : 0;
	if (*p == GLOB_SET)
		return is_k && 2 + 2 * (uint32_t)p[1] <= room && ranges_ok(p + 1) ? 2 + 2 * (uint32_t)p[1] : 0;
	return *p == GLOB_ONE ? is_k : *p == GLOB_END && room == 1;
}

/* True if instructions stand end to end and fill their glob. */
CALLED static int instructions_ok(const uint8_t *p, uint32_t size, unsigned form)
{
	for (int first = 1; size; first = 0) {
		const uint32_t step = instruction_size(p, size, form, first);
		if (!step)
			return 0;
		size -= step;
		p += step;
	}
	return 1;
}

/* True if globs stand end to end and fill their part of the machine.  Each literal's first glob
 * exists; the first literal has the first glob of all. */
CALLED static int globs_ok(const struct view *m)
{
	const uint32_t unit = m->parts.field_size, fields = GLOB_FIELDS * unit, room = m->parts.field[MACHINE_GLOBS],
		       count = m->parts.field[MACHINE_LITERALS];
	uint32_t literal = 0;
	for (uint32_t at = 0; at < room;) {
		if (literal < count && field_at(m->machine + m->parts.literals, literal, unit) == at)
			literal++;
		const uint8_t *const glob = m->machine + m->parts.globs + at;
		if (literal == 0 || room - at < fields)
			return 0;
		const uint32_t size = field_at(glob, GLOB_SIZE, unit);
		if (room - at - fields < size || !instructions_ok(glob + fields, size, m->book->form))
			return 0;
		at += fields + size;
	}
	return literal == count;
}

/* True if the root is valid: a node; with a scan table, a branch that stays on other octets; in a
 * filter, a node without a mark, and there is a start table. */
CALLED static int root_ok(const struct view *m, unsigned scan)
{
	const uint32_t root = m->parts.field[MACHINE_ROOT];
	if (root == 0)
		return !scan;
	if (!node_at(m, root - 1, m->size))
		return 0;
	const uint8_t head = m->code[root - 1];
	return m->filter ? scan && !(head & NODE_E) : !scan || (head & ~NODE_E) == (NODE_BIT | NODE_BRANCH | ELSE_SELF);
}

/* Reads the parts of a machine.  unit: octets of a field; n: number of fields. */
SPECIALIZED int read_parts(const uint8_t *machine, const uint32_t unit, const uint32_t n, uint32_t room, struct parts *m)
{
	const uint8_t flags = machine[0];
	m->field_size = unit;
	m->prefix_table = 1 + n * unit;
	if (m->prefix_table > room)
		return 0;
	for (uint32_t i = 0; i <= MACHINE_FILTER_FIELDS; i++)
		m->field[i] = i < n ? field_at(machine + 1, i, unit) : 0;
	m->tables = m->prefix_table + (flags & MACHINE_PREFIXES ? m->field[n - 1] : 0);
	m->literals = m->tables + tables_size(flags);
	m->code = m->literals + (uint64_t)unit * m->field[MACHINE_LITERALS];
	m->globs = m->code + m->field[MACHINE_CODE];
	m->end = m->globs + m->field[MACHINE_GLOBS];
	return 1;
}

int robotsc__machine_parts(const uint8_t *machine, uint32_t room, struct parts *m)
{
#if !ROBOTSC_SMALL
	if ((machine[0] & (MACHINE_IS_FILTER | MACHINE_WIDE | MACHINE_PREFIXES)) == MACHINE_PREFIXES)
		return read_parts(machine, 2, MACHINE_DFA_FIELDS + 1, room, m);
#endif
	return read_parts(machine, machine_field_size(machine), machine_fields(machine) + (machine[0] & MACHINE_PREFIXES ? 1u : 0u),
	                  room, m);
}

/* Octets of a machine, or 0 if it is not valid. */
NOT_INLINE static uint32_t machine_end(struct book *book, const uint8_t *machine, uint32_t room)
{
	const uint8_t flags = machine[0];
	struct view m;
	if (!robotsc__machine_parts(machine, room, &m.parts) || m.parts.end > room)
		return 0;
	m.book = book;
	m.machine = machine;
	m.code = machine + m.parts.code;
	m.size = m.parts.field[MACHINE_CODE];
	m.width = machine_width(machine);
	m.filter = machine_is_filter(machine);
	if (m.width > 4 || (!m.size && !(flags & (MACHINE_IS_FILTER | MACHINE_PREFIXES))) || !root_ok(&m, flags & MACHINE_SCAN) ||
	    (flags & MACHINE_PAIRS && (flags & (MACHINE_IS_FILTER | MACHINE_SCAN)) != MACHINE_SCAN))
		return 0;
	if (flags & MACHINE_PREFIXES &&
	    !prefix_table_ok(&m, machine + m.parts.prefix_table, (uint32_t)(m.parts.tables - m.parts.prefix_table)))
		return 0;
	if (m.size && !code_ok(&m))
		return 0;
	if (m.parts.field[MACHINE_LITERALS] > LITERALS_MAX || !mark_ok(&m, m.parts.field[MACHINE_FIRST]) || !globs_ok(&m))
		return 0;
	return (uint32_t)m.parts.end;
}

static uint32_t policy_entry(const struct book *k, uint32_t index)
{
	return ld32(k->policies + POLICIES_AT_ENTRIES + (size_t)index * POLICY_ENTRY);
}

/* Where a list ends, or 0.  It names filters among the first policies, which are machines.  Their
 * highest ranks descend; where these are equal, indices ascend, so no filter is there twice. */
static uint32_t list_end(const struct book *k, uint32_t at, uint32_t machines)
{
	const uint32_t n = k->size - at < 4 ? 0 : ld32(k->policies + at);
	if (n == 0 || n > (k->size - at - 4) / 4)
		return 0;
	uint32_t last = 0, last_top = UINT32_MAX;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t index = ld32(k->policies + at + 4 + (size_t)i * 4);
		if (index >= machines)
			return 0;
		const uint8_t *const machine = k->machines + policy_entry(k, index);
		const uint32_t top = machine_field(machine, MACHINE_TOP);
		if (!machine_is_filter(machine) || top > last_top || (i && top == last_top && index <= last))
			return 0;
		last = index;
		last_top = top;
	}
	return at + 4 + 4 * n;
}

/* True if the first policies are machines, which stand end to end and fill their section, and lists
 * and constants follow.  Lists stand end to end, up to the end of their section, so none is read
 * twice. */
CALLED static int policies_ok(struct book *k, uint32_t count)
{
	uint32_t machines = 0, at = 0, next = POLICIES_AT_ENTRIES + count * POLICY_ENTRY;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t entry = policy_entry(k, i), value = entry & ~POLICY_KIND;
		switch (entry & POLICY_KIND) {
		case POLICY_MACHINE: {
			const uint32_t step = machines++ == i && value == at && at < k->machines_size
			                              ? machine_end(k, k->machines + at, k->machines_size - at)
			                              : 0;
			if (step == 0)
				return 0;
			at += step;
			break;
		}
		case POLICY_LIST:
			next = value == next ? list_end(k, next, machines) : 0;
			if (next == 0)
				return 0;
			break;
		default:
			if (entry - POLICY_CONSTANT > 1)
				return 0;
		}
	}
	return at == k->machines_size && next == k->size;
}

/* Fill in a struct robotsc_blob from a valid header and section table. */
NOT_INLINE static void fill(struct robotsc_blob *blob, const uint8_t *b, const struct sections *s)
{
	*blob = (struct robotsc_blob){.bytes = b,
	                              .size = ld32(b + BLOB_AT_SIZE),
	                              .machines = s->begin[SECTION_MACHINES],
	                              .policies = s->begin[SECTION_POLICIES],
	                              .agents = s->begin[SECTION_AGENTS],
	                              .agents_end = s->end[SECTION_AGENTS],
	                              .dialect = b[BLOB_AT_DIALECT],
	                              .form = b[BLOB_AT_FORM],
	                              .match = b[BLOB_AT_MATCH],
	                              .flags = b[BLOB_AT_FLAGS]};
}

enum robotsc_status robotsc_reopen(struct robotsc_blob *blob, const void *bytes, size_t len)
{
	struct sections s;
	TRY(check_header(bytes, len));
	if (!sections_ok(bytes, &s))
		return ROBOTSC_ERR_CORRUPT;
	fill(blob, bytes, &s);
	return ROBOTSC_OK;
}

/* True if the sections are valid.  Without a policies section the only policy is the machine. */
static int contents_ok(const uint8_t *b, const struct sections *s, struct book *k)
{
	static const uint8_t one_machine[POLICIES_AT_ENTRIES + POLICY_ENTRY] = {1};
	k->policies = s->end[SECTION_POLICIES] ? b + s->begin[SECTION_POLICIES] : one_machine;
	k->size = s->end[SECTION_POLICIES] ? s->end[SECTION_POLICIES] - s->begin[SECTION_POLICIES] : sizeof one_machine;
	k->machines = b + s->begin[SECTION_MACHINES];
	k->machines_size = s->end[SECTION_MACHINES] - s->begin[SECTION_MACHINES];
	k->form = b[BLOB_AT_FORM];
	if (k->size < POLICIES_AT_ENTRIES)
		return 0;
	const uint32_t count = ld32(k->policies + POLICIES_AT_COUNT);
	return count <= (k->size - POLICIES_AT_ENTRIES) / POLICY_ENTRY && policies_ok(k, count) &&
	       agents_ok(b + s->begin[SECTION_AGENTS], s->end[SECTION_AGENTS] - s->begin[SECTION_AGENTS], count);
}

enum robotsc_status robotsc_open(struct robotsc_blob *blob, const void *bytes, size_t len)
{
	const uint8_t *const b = bytes;
	struct sections s;
	struct book k;
	TRY(check_header(b, len));
	k.sum = checksum_begin(b);
	const int ok = sections_ok(b, &s) && contents_ok(b, &s, &k);
#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	const uint8_t *const end = b + len - BLOB_TRAILER;
	if (end_sum(&k.sum, end) != ld64(end))
		return ROBOTSC_ERR_CHECKSUM;
#endif
	if (!ok)
		return ROBOTSC_ERR_CORRUPT;
	fill(blob, b, &s);
	return ROBOTSC_OK;
}
