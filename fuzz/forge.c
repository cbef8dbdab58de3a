/* forge.c - see forge.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "forge.h"

#include <string.h>

#include "forge_map.h"
#include "forge_nodes.h"
#include "robotsc/access.h"
#include "tests/layout.h"

#define POLICIES_MADE 40 /* octets of a list that is made, in policies */

const char *forge_name(enum forge_kind kind)
{
	static const char *const names[FORGE_KINDS] = {
		"hub",   "hub node",  "run",   "branch",    "fan",    "insert",     "remove", "head",    "else",   "target",
		"octet", "fan field", "label", "mark node", "mark",   "gate",       "field",  "flags",   "tables", "wide",
		"width", "program",   "list",  "policy",    "agents", "extensions", "fetch",  "section", "header", "any"};

	return kind < FORGE_KINDS ? names[kind] : "none";
}

/* ---- machines ----------------------------------------------------------------- */

/* Any machine with programs, or without. */
static int choose_machine(struct forge *f, int programs, struct forge_machine *m)
{
	uint32_t n = 0, nth;

	for (uint32_t i = 0; forge_machine_at(f, i, m); i++)
		n += ((m->flags & MACHINE_PROGRAMS) != 0) == programs;
	if (n == 0)
		return 0;
	nth = forge_below(f, n);
	for (uint32_t i = 0; forge_machine_at(f, i, m); i++)
		if (((m->flags & MACHINE_PROGRAMS) != 0) == programs && nth-- == 0)
			return 1;
	return 0;
}

static uint32_t field(const struct forge *f, const struct forge_machine *m, uint32_t n)
{
	return (uint32_t)forge_load(f->bytes + m->fields + n * m->unit, m->unit);
}

static void set_field(struct forge *f, const struct forge_machine *m, uint32_t n, uint32_t value)
{
	forge_store(f->bytes + m->fields + n * m->unit, value, m->unit);
}

/* Values of a gate's fields, most of which can be. */
static uint32_t gate_value(struct forge *f, const struct forge_machine *m, uint32_t n, uint32_t gate)
{
	switch (n) {
	case GATE_FROM:
	case GATE_BEFORE:
	case GATE_OPENS:
		if (forge_below(f, 4) == 0)
			return REGISTERS_MAX + forge_below(f, 0x10000 - REGISTERS_MAX);
		return forge_number(f, field(f, m, MACHINE_REGISTERS));
	case GATE_NEXT:
		return forge_number(f, gate);
	default:
		return forge_number(f, 40);
	}
}

/* One more mark or gate, made of numbers; returns 0 if there is no room. */
static int add_entry(struct forge *f, struct forge_machine *m, int gate)
{
	const uint32_t fields = gate ? GATE_FIELDS : MARK_FIELDS, count = gate ? m->ngates : m->nmarks;
	const size_t at = gate ? m->tables : m->gates;
	uint8_t entry[GATE_FIELDS * 4];

	for (uint32_t i = 0; i < fields; i++) {
		const uint32_t value = gate ? gate_value(f, m, i, count) : forge_number(f, i == MARK_GATE ? m->ngates : 40);

		forge_store(entry + i * m->unit, value, m->unit);
	}
	if (!forge_replace(f, m->section, at, at, entry, fields * m->unit))
		return 0;
	set_field(f, m, gate ? MACHINE_GATES : MACHINE_MARKS, count + 1);
	return 1;
}

static int change_mark(struct forge *f, struct forge_machine *m)
{
	if (!(m->flags & MACHINE_IS_RANKED))
		return 0;
	if (m->nmarks == 0 || forge_below(f, 4) == 0)
		return add_entry(f, m, 0);
	const uint32_t n = forge_below(f, MARK_FIELDS), mark = forge_below(f, m->nmarks);
	forge_store(f->bytes + m->marks + (size_t)(mark * MARK_FIELDS + n) * m->unit,
	            forge_number(f, n == MARK_GATE ? m->ngates : 40), m->unit);
	return 1;
}

static int change_gate(struct forge *f, struct forge_machine *m)
{
	if (!(m->flags & MACHINE_IS_RANKED))
		return 0;
	if (forge_below(f, 8) == 0)
		set_field(f, m, MACHINE_REGISTERS, forge_number(f, field(f, m, MACHINE_REGISTERS) + 1));
	if (m->ngates == 0 || forge_below(f, 4) == 0)
		return add_entry(f, m, 1);
	const uint32_t n = forge_below(f, GATE_FIELDS), gate = forge_below(f, m->ngates);
	forge_store(f->bytes + m->gates + (size_t)(gate * GATE_FIELDS + n) * m->unit, gate_value(f, m, n, gate), m->unit);
	return 1;
}

static int change_field(struct forge *f, struct forge_machine *m)
{
	const uint32_t n = forge_below(f, m->flags & MACHINE_IS_RANKED ? MACHINE_RANKED_FIELDS : MACHINE_DECIDED_FIELDS);

	set_field(f, m, n, forge_number(f, field(f, m, n)));
	return 1;
}

static int change_flags(struct forge *f, struct forge_machine *m)
{
	f->bytes[m->at] ^= (uint8_t)(1u << forge_below(f, 8));
	return 1;
}

/* A table with no bits, any, few or all. */
static void fill_table(struct forge *f, uint8_t *table, size_t n)
{
	static const uint8_t all[] = {0, 0xFF, 0xFF, 0xFF};
	const uint32_t how = forge_below(f, 4);

	for (size_t i = 0; i < n; i++) {
		table[i] = all[how];
		if (how == 1 || (how == 2 && forge_below(f, 4) == 0))
			table[i] = (uint8_t)forge_below(f, 256);
		else if (how == 2)
			table[i] = 0;
	}
}

/* Tables as the flags say from now on. */
static int put_tables(struct forge *f, struct forge_machine *m, unsigned flags)
{
	uint8_t table[SCAN_SIZE + PAIR_SIZE];
	const size_t n = (flags & MACHINE_SCAN ? (size_t)SCAN_SIZE : 0) + (flags & MACHINE_PAIRS ? (size_t)PAIR_SIZE : 0);

	fill_table(f, table, sizeof table);
	if (!forge_replace(f, m->section, m->tables, m->code, table, n))
		return 0;
	f->bytes[m->at] = (uint8_t)((m->flags & (0xFFu ^ MACHINE_SCAN ^ MACHINE_PAIRS)) | flags);
	return 1;
}

static int change_tables(struct forge *f, struct forge_machine *m)
{
	static const uint8_t flags[] = {
		0, MACHINE_SCAN, MACHINE_SCAN, MACHINE_SCAN | MACHINE_PAIRS, MACHINE_SCAN | MACHINE_PAIRS, MACHINE_PAIRS};

	if (m->code == m->tables || forge_below(f, 4) == 0) {
		if (field(f, m, MACHINE_HUB) == 0)
			forge_code(f, m, FORGE_HUB);
		return put_tables(f, m, flags[forge_below(f, sizeof flags)]);
	}
	const uint32_t bit = forge_below(f, 8 * (uint32_t)(m->code - m->tables));
	if (forge_below(f, 2) == 0)
		fill_table(f, f->bytes + m->tables, m->code - m->tables);
	else
		f->bytes[m->tables + bit / 8] ^= (uint8_t)(1u << bit % 8);
	return 1;
}

/* The machine has no tables from now on: then its hub may be any node. */
static void drop_tables(struct forge *f, struct forge_machine *m)
{
	const size_t n = m->code - m->tables;

	if (n == 0 || !put_tables(f, m, 0))
		return;
	m->flags = f->bytes[m->at];
	m->code -= n;
	m->end -= n;
}

#define WIDENED 2000 /* fields of a machine that is made wide */

/* Fields of 4 octets, then a number in one of them that 2 octets cannot hold. */
static int change_wide(struct forge *f, struct forge_machine *m)
{
	const size_t n = (m->tables - m->fields) / m->unit;
	uint8_t fields[4 * WIDENED];

	if (m->flags & MACHINE_PROGRAMS || n > WIDENED)
		return 0;
	for (size_t i = 0; i < n; i++)
		forge_store(fields + 4 * i, forge_load(f->bytes + m->fields + i * m->unit, m->unit), 4);
	const uint32_t changed = forge_below(f, (uint32_t)n);
	if (forge_below(f, 2) == 0)
		forge_store(fields + 4 * (size_t)changed, forge_number(f, 0xFFFF), 4);
	if (!forge_replace(f, m->section, m->fields, m->tables, fields, 4 * n))
		return 0;
	f->bytes[m->at] |= MACHINE_WIDE;
	return 1;
}

/* ---- programs ----------------------------------------------------------------- */

/* Any row of a part. */
static const struct layout_row *any_row(struct forge *f, enum layout_part part)
{
	uint32_t n = forge_below(f, LAYOUT_COUNT);

	while (layout[n].part != part)
		n = (n + 1) % LAYOUT_COUNT;
	return &layout[n];
}

/* An instruction, as a rule one that can be. */
static size_t make_instruction(struct forge *f, uint8_t out[16])
{
	const uint32_t ranges = forge_below(f, 4);

	out[0] = forge_below(f, 2) == 0 ? forge_octet(f) : (uint8_t)any_row(f, PART_CODE)->at;
	if (out[0] != PROGRAM_SET)
		return 1;
	out[1] = (uint8_t)ranges;
	for (uint32_t i = 0, low = 0; i < 2 * ranges; i++) {
		low += forge_below(f, 256 / 6);
		out[2 + i] = (uint8_t)(forge_below(f, 16) == 0 ? forge_below(f, 256) : low);
		low++;
	}
	return 2 + 2 * ranges;
}

/* One more instruction at the beginning of a program, whose size follows. */
static int add_instruction(struct forge *f, const struct forge_machine *m, size_t program)
{
	uint8_t octets[16];
	const size_t n = make_instruction(f, octets), begin = program + (size_t)PROGRAM_FIELDS * m->unit;
	uint8_t *size = f->bytes + program + PROGRAM_SIZE * m->unit;
	const size_t to = (size_t)forge_load(size, m->unit) + n;

	if (begin > m->end || !forge_replace_code(f, m, begin, begin, octets, n))
		return 0;
	forge_store(size, to, m->unit);
	return 1;
}

static int change_program(struct forge *f, const struct forge_machine *m)
{
	const size_t fields = (size_t)PROGRAM_FIELDS * m->unit, size = m->end - m->code;
	size_t program = m->code;

	for (uint32_t skip = forge_below(f, 4); skip > 0; skip--) { /* from program to program */
		const uint8_t *octets = f->bytes + program + PROGRAM_SIZE * m->unit;
		const size_t next = program + fields + (size_t)forge_load(octets, m->unit);

		if (next + fields > m->end)
			break;
		program = next;
	}
	if (program + fields > m->end)
		return 0;
	switch (forge_below(f, 4)) {
	case 0: {
		const uint32_t at = forge_below(f, (uint32_t)size);

		f->bytes[m->code + at] = forge_octet(f);
		return 1;
	}
	case 1: {
		uint8_t *at = f->bytes + program + forge_below(f, PROGRAM_FIELDS) * m->unit;

		forge_store(at, forge_number(f, (uint32_t)forge_load(at, m->unit)), m->unit);
		return 1;
	}
	default:
		return add_instruction(f, m, program);
	}
}

/* ---- policies ------------------------------------------------------------------ */

/* The policies section, as it is or as one that says what its absence does. */
static int open_policies(struct forge *f, size_t *begin, size_t *end, uint32_t *count)
{
	if (!forge_section(f, SECTION_POLICIES, begin, end) || *end - *begin < POLICIES_AT_ENTRIES)
		return 0;
	*count = (uint32_t)forge_load(f->bytes + *begin, 4);
	return *count > 0 && *count <= (*end - *begin - POLICIES_AT_ENTRIES) / POLICY_ENTRY;
}

/* A policy for a list: as a rule one that is a ranked machine. */
static uint32_t any_member(struct forge *f, size_t policies, uint32_t count)
{
	size_t machines, end;
	uint32_t policy = forge_below(f, 16) == 0 ? forge_number(f, count) : forge_below(f, count);

	if (!forge_section(f, SECTION_MACHINES, &machines, &end))
		return policy;
	for (unsigned tries = 0; tries < 16; tries++, policy = forge_below(f, count)) {
		const uint8_t *entries = f->bytes + policies + POLICIES_AT_ENTRIES;
		const uint32_t value =
			policy < count ? (uint32_t)forge_load(entries + (size_t)policy * POLICY_ENTRY, 4) : UINT32_MAX;

		if (forge_below(f, 16) == 0 || (value < end - machines && f->bytes[machines + value] & MACHINE_IS_RANKED))
			break;
	}
	return policy;
}

/* The policy becomes a list of any policies, some again and again, at the end of the section. */
static int add_list(struct forge *f, size_t begin, size_t end, uint32_t count)
{
	uint8_t list[4 * (POLICIES_MADE + 1)], *entry = f->bytes + begin + POLICIES_AT_ENTRIES;
	const uint32_t n = 1 + forge_below(f, forge_below(f, 4) == 0 ? POLICIES_MADE : 4);
	uint32_t last = 0;

	for (uint32_t i = count; i-- > 0;) /* after the last list: lists stand in the order of the entries */
		if ((forge_load(entry + (size_t)i * POLICY_ENTRY, 4) & POLICY_KIND) == POLICY_LIST) {
			last = i + 1;
			break;
		}
	if (last == count)
		return 0;
	forge_store(entry + (size_t)(last + forge_below(f, count - last)) * POLICY_ENTRY, POLICY_LIST | (end - begin), 4);
	forge_store(list, n, 4);
	for (uint32_t i = 0; i < n; i++)
		forge_store(list + 4 * (size_t)(i + 1), any_member(f, begin, count), 4);
	return forge_replace(f, begin, end, end, list, 4 * (size_t)(n + 1));
}

/* A list has more policies, the same as others or not. */
static int change_list(struct forge *f)
{
	size_t begin, end;
	uint32_t count;

	if (!open_policies(f, &begin, &end, &count))
		return 0;
	const size_t lists = begin + POLICIES_AT_ENTRIES + (size_t)count * POLICY_ENTRY;
	if (lists + 8 > end || forge_below(f, 2) == 0)
		return add_list(f, begin, end, count);
	const uint32_t n = (uint32_t)((end - lists) / 4);
	uint8_t *at = f->bytes + lists + 4 * (size_t)forge_below(f, n);
	if (forge_below(f, 2) == 0) {
		forge_store(at, forge_number(f, count), 4);
		return 1;
	}
	/* Only the last list may grow: it ends the section. */
	size_t list = lists;
	for (size_t next = list; next + 4 <= end; next += 4 + 4 * (size_t)forge_load(f->bytes + next, 4))
		list = next;
	uint8_t more[4];
	forge_store(more, any_member(f, begin, count), 4);
	forge_store(f->bytes + list, forge_load(f->bytes + list, 4) + 1, 4);
	return forge_replace(f, begin, end, end, more, 4);
}

static int change_policy(struct forge *f)
{
	size_t begin, end;
	uint32_t count;

	if (!open_policies(f, &begin, &end, &count))
		return 0;
	uint8_t *entry = f->bytes + begin + POLICIES_AT_ENTRIES + (size_t)forge_below(f, count) * POLICY_ENTRY;
	const uint32_t kind = forge_below(f, 4);
	if (forge_below(f, 4) == 0)
		forge_store(f->bytes + begin, forge_number(f, count), 4);
	else if (forge_below(f, 2) == 0)
		forge_store(entry, POLICY_CONSTANT | forge_number(f, 1), 4);
	else
		forge_store(entry, kind << 30 | (forge_number(f, (uint32_t)(end - begin)) & ~POLICY_KIND), 4);
	return 1;
}

/* ---- other sections -------------------------------------------------------------- */

static int change_agents(struct forge *f)
{
	size_t begin, end;

	if (!forge_section(f, SECTION_AGENTS, &begin, &end) || end - begin < AGENTS_AT_COUNT + 4)
		return 0;
	const unsigned unit = f->bytes[begin] == 4 ? 4 : 2;
	const uint32_t fields = (uint32_t)(end - begin - AGENTS_AT_COUNT) / unit;
	const uint32_t count = (uint32_t)forge_load(f->bytes + begin + AGENTS_AT_COUNT, unit);
	const uint32_t likely = forge_below(f, 4) > 0 && count < fields / 2 ? 2 + 2 * count : fields;
	uint8_t *at = f->bytes + begin + AGENTS_AT_COUNT + (size_t)forge_below(f, likely < fields ? likely : fields) * unit;

	if (forge_below(f, 8) == 0)
		f->bytes[begin] ^= 6;
	else
		forge_store(at, forge_number(f, (uint32_t)forge_load(at, unit)), unit);
	return 1;
}

/* Any u32 of the counts and tables, or octet of the data. */
static int change_extensions(struct forge *f)
{
	size_t begin, end;

	if (!forge_section(f, SECTION_EXTENSIONS, &begin, &end) || end - begin < EXT_HEADER)
		return 0;
	const uint32_t words = (uint32_t)(end - begin) / 4;
	uint8_t *at = f->bytes + begin + 4 * (size_t)forge_below(f, forge_below(f, 8) == 0 ? EXT_HEADER / 4 : words);

	const size_t octet = begin + forge_below(f, (uint32_t)(end - begin));

	if (forge_below(f, 4) == 0)
		f->bytes[octet] = (uint8_t)forge_below(f, 256);
	else
		forge_store(at, forge_number(f, (uint32_t)forge_load(at, 4)), 4);
	return 1;
}

static int change_fetch(struct forge *f)
{
	size_t begin, end;

	if (!forge_section(f, SECTION_FETCH, &begin, &end))
		return 0;
	const size_t octet = begin + forge_below(f, (uint32_t)(end - begin));
	f->bytes[octet] = (uint8_t)forge_number(f, 8);
	return 1;
}

static int change_section(struct forge *f)
{
	if (f->len < BLOB_HEADER + SECTION_ENTRY || f->bytes[BLOB_AT_SECTIONS] == 0)
		return 0;
	const uint32_t n = f->bytes[BLOB_AT_SECTIONS];
	uint8_t *entry = f->bytes + BLOB_HEADER + (size_t)forge_below(f, n) * SECTION_ENTRY;

	if ((size_t)(entry - f->bytes) + SECTION_ENTRY > f->len)
		return 0;
	if (forge_below(f, 8) == 0)
		f->bytes[BLOB_AT_SECTIONS] = (uint8_t)forge_number(f, n);
	else if (forge_below(f, 2) == 0)
		forge_store(entry, forge_below(f, 8), 2);
	else
		forge_store(entry + SECTION_AT_OFFSET, forge_number(f, (uint32_t)forge_load(entry + SECTION_AT_OFFSET, 4)), 4);
	return 1;
}

static int change_header(struct forge *f)
{
	const struct layout_row *row = any_row(f, PART_HEADER);

	if (f->len < BLOB_HEADER)
		return 0;
	while (row->type != TYPE_U8 || row->at == BLOB_AT_MAJOR || row->at == BLOB_AT_SECTIONS) /* repaired, FORGE_SECTION */
		row = any_row(f, PART_HEADER);
	f->bytes[row->at] = (uint8_t)forge_below(f, (uint32_t)row->high + 2);
	return 1;
}

static int change_any(struct forge *f)
{
	if (f->len == 0)
		return 0;
	uint8_t *at = f->bytes + forge_below(f, (uint32_t)f->len);

	*at = (uint8_t)(forge_below(f, 2) == 0 ? *at ^ 1u << forge_below(f, 8) : forge_below(f, 256));
	return 1;
}

static int change_machine(struct forge *f, struct forge_machine *m, enum forge_kind kind)
{
	switch (kind) {
	case FORGE_MARK:
		return change_mark(f, m);
	case FORGE_GATE:
		return change_gate(f, m);
	case FORGE_FIELD:
		return change_field(f, m);
	case FORGE_FLAGS:
		return change_flags(f, m);
	case FORGE_TABLES:
		return change_tables(f, m);
	case FORGE_WIDE:
		return change_wide(f, m);
	case FORGE_WIDTH:
		return forge_widen_code(f, m);
	case FORGE_HUB:
	case FORGE_HUB_NODE:
		if (forge_below(f, 2) == 0)
			drop_tables(f, m);
		return forge_code(f, m, kind);
	default:
		return forge_code(f, m, kind);
	}
}

int forge_change(struct forge *f, enum forge_kind kind)
{
	struct forge_machine m;

	switch (kind) {
	case FORGE_PROGRAM:
		return choose_machine(f, 1, &m) && change_program(f, &m);
	case FORGE_LIST:
		return change_list(f);
	case FORGE_POLICY:
		return change_policy(f);
	case FORGE_AGENTS:
		return change_agents(f);
	case FORGE_EXTENSIONS:
		return change_extensions(f);
	case FORGE_FETCH:
		return change_fetch(f);
	case FORGE_SECTION:
		return change_section(f);
	case FORGE_HEADER:
		return change_header(f);
	case FORGE_ANY:
	case FORGE_KINDS:
		return change_any(f);
	default: {
		const int programs = kind >= FORGE_FIELD && kind <= FORGE_TABLES && forge_below(f, 8) == 0;

		return choose_machine(f, programs, &m) && change_machine(f, &m, kind);
	}
	}
}

void forge_repair(struct forge *f)
{
	static const uint8_t magic[] = {0x8D, 'R', 'B', 'C', BLOB_MAJOR};

	if (f->len < BLOB_HEADER + BLOB_TRAILER)
		return;
	memcpy(f->bytes, magic, sizeof magic);
	forge_store(f->bytes + BLOB_AT_SIZE, f->len, 4);
	forge_store(f->bytes + f->len - BLOB_TRAILER, robotsc_digest(f->bytes, f->len - BLOB_TRAILER), BLOB_TRAILER);
}
