/* forge.c - see forge.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "forge.h"

#include <string.h>

#include "forge_map.h"
#include "robotsc/access.h"
#include "tests/runtime/match/layout.h"

#define POLICIES_MADE 40 /* policies of a new list, at most */

const char *forge_name(enum forge_kind kind)
{
	static const char *const names[FORGE_KINDS] = {
		"root",   "root node",  "run",     "branch",  "prefix table", "insert",
		"remove", "head",       "else",    "target",  "octet",        "prefix table field",
		"prefix", "mark node",  "literal", "glob",    "field",        "flags",
		"tables", "wide",       "width",   "machine", "list",         "policy",
		"agents", "extensions", "fetch",   "section", "header",       "any"};

	return kind < FORGE_KINDS ? names[kind] : "none";
}

/* ---- machines ----------------------------------------------------------------- */

/* Choose any machine, or any filter.  Returns 0 if there is none. */
static int choose_machine(struct forge *f, int filters, struct forge_machine *m)
{
	uint32_t n = 0, nth;

	for (uint32_t i = 0; forge_machine_at(f, i, m); i++)
		n += !filters || m->filter;
	if (n == 0)
		return 0;
	nth = forge_below(f, n);
	for (uint32_t i = 0; forge_machine_at(f, i, m); i++)
		if ((!filters || m->filter) && nth-- == 0)
			return 1;
	return 0;
}

static int change_field(struct forge *f, struct forge_machine *m)
{
	const uint32_t n = forge_below(f, m->nfields);

	if (n == MACHINE_FIRST && m->filter && forge_below(f, 2) == 0)
		forge_set_field(f, m, n, forge_mark(f, m));
	else
		forge_set_field(f, m, n, forge_number(f, forge_field(f, m, n)));
	return 1;
}

static int change_flags(struct forge *f, struct forge_machine *m)
{
	f->bytes[m->at] ^= (uint8_t)(1u << forge_below(f, 8));
	return 1;
}

/* Fill a table with no bits, random bits, few bits, or all bits. */
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

/* Replace the tables by those that the flags name. */
static int put_tables(struct forge *f, struct forge_machine *m, unsigned flags)
{
	uint8_t table[START_SIZE + PAIR_SIZE];
	const size_t scan = m->filter ? START_SIZE : SCAN_SIZE;
	const size_t n = (flags & MACHINE_SCAN ? scan : 0) + (flags & MACHINE_PAIRS ? (size_t)PAIR_SIZE : 0);

	fill_table(f, table, sizeof table);
	if (!forge_replace(f, m->section, m->tables, m->literals, table, n))
		return 0;
	f->bytes[m->at] = (uint8_t)((m->flags & (0xFFu ^ MACHINE_SCAN ^ MACHINE_PAIRS)) | flags);
	return 1;
}

/* Change the start table of a filter, or add or remove it, with the root that belongs to it. */
static int change_start(struct forge *f, struct forge_machine *m)
{
	const int had = m->flags & MACHINE_SCAN;

	if (!put_tables(f, m, had && forge_below(f, 3) == 0 ? 0 : MACHINE_SCAN))
		return 0;
	const struct forge_machine before = *m;
	for (uint32_t i = 0; forge_machine_at(f, i, m); i++)
		if (m->at == before.at)
			break;
	if (m->at != before.at)
		return 1;
	if (!(m->flags & MACHINE_SCAN))
		forge_set_field(f, m, MACHINE_ROOT, 0);
	else if (!had)
		forge_code(f, m, FORGE_ROOT);
	return 1;
}

static int change_tables(struct forge *f, struct forge_machine *m)
{
	static const uint8_t flags[] = {
		0, MACHINE_SCAN, MACHINE_SCAN, MACHINE_SCAN | MACHINE_PAIRS, MACHINE_SCAN | MACHINE_PAIRS, MACHINE_PAIRS};

	if (m->literals == m->tables || forge_below(f, 4) == 0) {
		if (m->filter)
			return change_start(f, m);
		if (forge_field(f, m, MACHINE_ROOT) == 0)
			forge_code(f, m, FORGE_ROOT);
		return put_tables(f, m, flags[forge_below(f, sizeof flags)]);
	}
	const uint32_t bit = forge_below(f, 8 * (uint32_t)(m->literals - m->tables));
	if (forge_below(f, 2) == 0)
		fill_table(f, f->bytes + m->tables, m->literals - m->tables);
	else
		f->bytes[m->tables + bit / 8] ^= (uint8_t)(1u << bit % 8);
	return 1;
}

/* Remove the tables of a DFA: then its root may be any node. */
static void drop_tables(struct forge *f, struct forge_machine *m)
{
	const size_t n = m->literals - m->tables;

	if (m->filter || n == 0 || !put_tables(f, m, 0))
		return;
	m->flags = f->bytes[m->at];
	m->literals -= n;
	m->code -= n;
	m->globs -= n;
	m->end -= n;
}

#define MACHINE_WIDENED 8000 /* octets of a machine that is made wide, at most */

/* Copy n fields of 2 octets as fields of 4.  Returns their octets. */
static size_t widen(const struct forge *f, size_t at, size_t n, uint8_t *to)
{
	for (size_t i = 0; i < n; i++)
		forge_store(to + 4 * i, forge_load(f->bytes + at + 2 * i, 2), 4);
	return 4 * n;
}

/* Copy the globs of a machine, with fields of 4 octets.  at[i]: the new offset of what was at i. */
static size_t widen_globs(const struct forge *f, const struct forge_machine *m, uint8_t *to, uint32_t *at)
{
	const uint8_t *globs = f->bytes + m->globs;
	const size_t end = m->end - m->globs;
	size_t n = 0, i = 0;

	while (end - i >= 4) {
		const size_t size = (size_t)forge_load(globs + i + 2, 2), left = end - i - 4;

		at[i] = (uint32_t)n;
		n += widen(f, m->globs + i, GLOB_FIELDS, to + n);
		memcpy(to + n, globs + i + 4, size < left ? size : left);
		n += size < left ? size : left;
		i += 4 + (size < left ? size : left);
	}
	return n;
}

/* Make the fields 4 octets wide, and put a number into one that 2 octets cannot hold. */
static int change_wide(struct forge *f, struct forge_machine *m)
{
	static uint8_t fields[4 * MACHINE_FILTER_FIELDS + 4], literals[2 * MACHINE_WIDENED], globs[3 * MACHINE_WIDENED];
	static uint32_t at[MACHINE_WIDENED];
	const size_t n = m->nfields;

	if (m->unit == 4 || m->end - m->at > MACHINE_WIDENED)
		return 0;
	memset(at, 0, sizeof at);
	const size_t nglobs = widen_globs(f, m, globs, at);
	widen(f, m->fields, n, fields);
	widen(f, m->literals, m->nliterals, literals);
	for (uint32_t i = 0; i < m->nliterals; i++) {
		const size_t offset = (size_t)forge_load(literals + 4 * (size_t)i, 4);

		forge_store(literals + 4 * (size_t)i, offset < MACHINE_WIDENED ? at[offset] : offset, 4);
	}
	if (m->filter)
		forge_store(fields + 4 * MACHINE_GLOBS, nglobs, 4);
	if (forge_below(f, 2) == 0)
		forge_store(fields + 4 * (size_t)forge_below(f, (uint32_t)n), forge_number(f, 0xFFFF), 4);
	if (!forge_replace(f, m->section, m->globs, m->end, globs, nglobs) ||
	    !forge_replace(f, m->section, m->literals, m->code, literals, 4 * (size_t)m->nliterals) ||
	    !forge_replace(f, m->section, m->fields, m->prefix_table, fields, 4 * n))
		return 0;
	f->bytes[m->at] |= MACHINE_WIDE;
	return 1;
}

/* ---- literals and globs ---------------------------------------------------------- */

/* A random row of a part. */
static const struct layout_row *any_row(struct forge *f, enum layout_part part)
{
	uint32_t n = forge_below(f, LAYOUT_COUNT);

	while (layout[n].part != part)
		n = (n + 1) % LAYOUT_COUNT;
	return &layout[n];
}

/* A random instruction; usually one that the path form allows. */
static size_t make_instruction(struct forge *f, uint8_t out[16])
{
	const uint32_t ranges = forge_below(f, 4), form = f->bytes[BLOB_AT_FORM];
	const struct layout_row *row = any_row(f, PART_CODE);

	while (row->low != 0 && row->low != form && forge_below(f, 32) != 0)
		row = any_row(f, PART_CODE);
	out[0] = forge_below(f, 2) == 0 ? forge_octet(f) : (uint8_t)row->at;
	if (form == FORM_K && out[0] < FORM_K_LIMIT && forge_below(f, 8) != 0) {
		out[0] &= 0x0F;
		out[1] = (uint8_t)(FORM_K_TRAIL | forge_below(f, 16));
		return 2;
	}
	out[1] = (uint8_t)(out[0] == GLOB_KNOWN ? 1 + forge_below(f, forge_below(f, 4) == 0 ? 128 : 6) : ranges);
	if (out[0] != GLOB_SET)
		return out[0] == GLOB_KNOWN ? 2 : 1;
	for (uint32_t i = 0, low = 0; i < 2 * ranges; i++) {
		low += forge_below(f, 256 / 6);
		out[2 + i] = (uint8_t)(forge_below(f, 16) == 0 ? forge_below(f, 256) : low);
		low++;
	}
	return 2 + 2 * ranges;
}

#define INSTRUCTIONS 24 /* most instructions of a new glob */

/* A glob of random instructions, usually in permitted places.  Returns its octets. */
static size_t make_glob(struct forge *f, const struct forge_machine *m, uint8_t *out)
{
	const size_t fields = (size_t)GLOB_FIELDS * m->unit;
	const uint32_t count = forge_below(f, INSTRUCTIONS);
	size_t n = fields;

	for (uint32_t i = 0; i < count; i++) {
		const size_t size = make_instruction(f, out + n);

		if ((out[n] == GLOB_KNOWN && i > 0) || (out[n] == GLOB_END && i + 1 < count))
			out[n] = forge_below(f, 32) == 0 ? out[n] : GLOB_STAR;
		n += out[n] == GLOB_STAR ? 1 : size;
	}
	forge_store(out, forge_number(f, 40), m->unit);
	forge_store(out + m->unit, n - fields, m->unit);
	return n;
}

/* Add a literal with a glob after all others. */
static int add_literal(struct forge *f, const struct forge_machine *m)
{
	uint8_t glob[16 * INSTRUCTIONS + 32], offset[4];
	const size_t n = make_glob(f, m, glob);

	forge_store(offset, m->end - m->globs, m->unit);
	if (!forge_replace_globs(f, m, m->end, m->end, glob, n) || !forge_replace(f, m->section, m->code, m->code, offset, m->unit))
		return 0;
	forge_set_field(f, m, MACHINE_LITERALS, (uint64_t)m->nliterals + 1);
	return 1;
}

static int change_literal(struct forge *f, const struct forge_machine *m)
{
	if (m->nliterals == 0 || forge_below(f, 2) == 0)
		return add_literal(f, m);
	uint8_t *at = f->bytes + m->literals + (size_t)forge_below(f, m->nliterals) * m->unit;
	forge_store(at, forge_number(f, (uint32_t)(m->end - m->globs)), m->unit);
	return 1;
}

/* Add an instruction to a glob, at its beginning or end, and update its size. */
static int add_instruction(struct forge *f, const struct forge_machine *m, size_t glob)
{
	uint8_t octets[16];
	const size_t n = make_instruction(f, octets), begin = glob + (size_t)GLOB_FIELDS * m->unit;
	uint8_t *size = f->bytes + glob + GLOB_SIZE * m->unit;
	const size_t had = (size_t)forge_load(size, m->unit), at = begin + (forge_below(f, 2) == 0 ? 0 : had);

	if (at > m->end || !forge_replace_globs(f, m, at, at, octets, n))
		return 0;
	forge_store(size, had + n, m->unit);
	return 1;
}

static int change_glob(struct forge *f, const struct forge_machine *m)
{
	const size_t fields = (size_t)GLOB_FIELDS * m->unit, size = m->end - m->globs;
	uint8_t made[16 * INSTRUCTIONS + 32];
	size_t glob = m->globs;

	for (uint32_t skip = forge_below(f, 4); skip > 0 && glob + fields <= m->end; skip--) {
		const size_t next = glob + fields + (size_t)forge_load(f->bytes + glob + GLOB_SIZE * m->unit, m->unit);

		if (next + fields > m->end)
			break;
		glob = next;
	}
	if (glob + fields > m->end)
		return 0;
	switch (forge_below(f, 6)) {
	case 0:
		f->bytes[m->globs + forge_below(f, (uint32_t)size)] = forge_octet(f);
		return 1;
	case 1: {
		uint8_t *at = f->bytes + glob + forge_below(f, GLOB_FIELDS) * m->unit;

		forge_store(at, forge_number(f, (uint32_t)forge_load(at, m->unit)), m->unit);
		return 1;
	}
	case 2: {
		const size_t n = make_glob(f, m, made),
			     end = glob + fields + (size_t)forge_load(f->bytes + glob + m->unit, m->unit);

		return end <= m->end && forge_replace_globs(f, m, forge_below(f, 2) == 0 ? end : glob, end, made, n);
	}
	default:
		return add_instruction(f, m, glob);
	}
}

/* ---- other machines ---------------------------------------------------------------- */

#define CHANGES 12 /* most changes of a new machine */

static int change_machine(struct forge *f, struct forge_machine *m, enum forge_kind kind);

/* Replace a machine by one of a single node, and change that a few times. */
static int change_whole(struct forge *f, struct forge_machine *m)
{
	static const enum forge_kind kinds[] = {FORGE_INSERT,   FORGE_INSERT,    FORGE_INSERT, FORGE_INSERT,
	                                        FORGE_PREFIXES, FORGE_TABLES,    FORGE_RUN,    FORGE_LITERAL,
	                                        FORGE_GLOB,     FORGE_MARK_NODE, FORGE_WIDE,   FORGE_WIDTH};
	static const uint8_t dfa[] = {MACHINE_FALLBACK, 3, 0, 0, 0, NODE_BIT | NEXT_DISALLOW << RUN_NEXT_SHIFT, 1, 'a'};
	static const uint8_t filter[] = {MACHINE_IS_FILTER,      2, 0, 0, 0, 3, 0, 2, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	                                 NODE_BIT | NODE_BRANCH, 0};
	const size_t at = m->at;
	const int is_filter = forge_below(f, 4) > 0;

	if (!forge_replace(f, m->section, at, m->end, is_filter ? filter : dfa, is_filter ? sizeof filter : sizeof dfa))
		return 0;
	for (uint32_t n = 1 + forge_below(f, CHANGES); n > 0; n--) {
		uint32_t i = 0;

		while (forge_machine_at(f, i, m) && m->at != at)
			i++;
		if (!forge_machine_at(f, i, m))
			return 1;
		change_machine(f, m, kinds[forge_below(f, sizeof kinds / sizeof *kinds)]);
	}
	return 1;
}

static int change_machine(struct forge *f, struct forge_machine *m, enum forge_kind kind)
{
	switch (kind) {
	case FORGE_LITERAL:
		return m->filter && change_literal(f, m);
	case FORGE_GLOB:
		return m->filter && change_glob(f, m);
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
	case FORGE_MACHINE:
		return change_whole(f, m);
	case FORGE_ROOT:
	case FORGE_ROOT_NODE:
		if (forge_below(f, 2) == 0)
			drop_tables(f, m);
		return forge_code(f, m, kind);
	default:
		return forge_code(f, m, kind);
	}
}

/* ---- policies ------------------------------------------------------------------ */

/* Find the policies section.  Returns 0 if there is none, or if it has no room for its entries. */
static int open_policies(struct forge *f, size_t *begin, size_t *end, uint32_t *count)
{
	if (!forge_section(f, SECTION_POLICIES, begin, end) || *end - *begin < POLICIES_AT_ENTRIES)
		return 0;
	*count = (uint32_t)forge_load(f->bytes + *begin, 4);
	return *count > 0 && *count <= (*end - *begin - POLICIES_AT_ENTRIES) / POLICY_ENTRY;
}

/* A policy for a list; usually a filter. */
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

		if (forge_below(f, 16) == 0 || (value < end - machines && f->bytes[machines + value] & MACHINE_IS_FILTER))
			break;
	}
	return policy;
}

/* The highest rank of a policy that is a filter; 0 for others. */
static uint32_t top_of(const struct forge *f, size_t policies, uint32_t policy)
{
	size_t machines, end;
	struct forge_machine m;

	if (!forge_section(f, SECTION_MACHINES, &machines, &end))
		return 0;
	const size_t at =
		machines + (size_t)forge_load(f->bytes + policies + POLICIES_AT_ENTRIES + (size_t)policy * POLICY_ENTRY, 4);
	for (uint32_t i = 0; forge_machine_at(f, i, &m); i++)
		if (m.at == at)
			return m.filter ? forge_field(f, &m, MACHINE_TOP) : 0;
	return 0;
}

/* Sort members as a list requires: by highest rank, then by number, each once.  Returns their
 * number. */
static uint32_t sort_members(const struct forge *f, size_t policies, uint32_t *members, uint32_t n)
{
	uint32_t kept = 0;

	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k > 0; k--) {
			const uint32_t a = members[k - 1], b = members[k];
			const uint32_t top_a = top_of(f, policies, a), top_b = top_of(f, policies, b);

			if (top_a > top_b || (top_a == top_b && a <= b))
				break;
			members[k - 1] = b;
			members[k] = a;
		}
	for (uint32_t i = 0; i < n; i++)
		if (i == 0 || members[i] != members[i - 1])
			members[kept++] = members[i];
	return kept;
}

/* Turn a policy into a list of random policies, usually sorted, at the end of the section. */
static int add_list(struct forge *f, size_t begin, size_t end, uint32_t count)
{
	uint8_t list[4 * (POLICIES_MADE + 1)], *entry = f->bytes + begin + POLICIES_AT_ENTRIES;
	uint32_t members[POLICIES_MADE], n = 1 + forge_below(f, forge_below(f, 4) == 0 ? POLICIES_MADE : 4), last = 0;

	for (uint32_t i = count; i-- > 0;) /* lists are in the order of entries */
		if ((forge_load(entry + (size_t)i * POLICY_ENTRY, 4) & POLICY_KIND) == POLICY_LIST) {
			last = i + 1;
			break;
		}
	if (last == count)
		return 0;
	int known = 1;
	for (uint32_t i = 0; i < n; i++) {
		members[i] = any_member(f, begin, count);
		known &= members[i] < count;
	}
	if (known && forge_below(f, 4) > 0)
		n = sort_members(f, begin, members, n);
	/* Usually change the last policy: machines come first. */
	const uint32_t changed = forge_below(f, 4) > 0 ? count - 1 : last + forge_below(f, count - last);
	forge_store(entry + (size_t)changed * POLICY_ENTRY, POLICY_LIST | (end - begin), 4);
	forge_store(list, n, 4);
	for (uint32_t i = 0; i < n; i++)
		forge_store(list + 4 * (size_t)(i + 1), members[i], 4);
	return forge_replace(f, begin, end, end, list, 4 * (size_t)(n + 1));
}

/* Add a list, change a member of one, or add a member to the last one. */
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
	const unsigned unit = f->bytes[begin] == 4 ? 4 : f->bytes[begin] == 2 ? 2 : 1;
	const uint32_t fields = (uint32_t)(end - begin - AGENTS_AT_COUNT) / unit;
	const uint32_t count = (uint32_t)forge_load(f->bytes + begin + AGENTS_AT_COUNT, unit);
	const uint32_t likely = forge_below(f, 4) > 0 && count < fields / 2 ? 2 + 2 * count : fields;
	uint8_t *at = f->bytes + begin + AGENTS_AT_COUNT + (size_t)forge_below(f, likely < fields ? likely : fields) * unit;

	if (forge_below(f, 8) == 0)
		f->bytes[begin] ^= (uint8_t)(1u << forge_below(f, 4));
	else
		forge_store(at, forge_number(f, (uint32_t)forge_load(at, unit)), unit);
	return 1;
}

/* Change a u32 of the counts and tables, or an octet of the data. */
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
	if (f->len < BLOB_HEADER + SECTION_ENTRY)
		return 0;
	uint8_t *const first = f->bytes + BLOB_HEADER + SECTION_AT_OFFSET;
	const uint32_t n = ((uint32_t)forge_load(first, 4) - BLOB_HEADER) / SECTION_ENTRY;
	uint8_t *entry = f->bytes + BLOB_HEADER + (size_t)forge_below(f, n ? n : 1) * SECTION_ENTRY;

	if ((size_t)(entry - f->bytes) + SECTION_ENTRY > f->len)
		return 0;
	if (forge_below(f, 8) == 0)
		forge_store(first, BLOB_HEADER + SECTION_ENTRY * (uint64_t)forge_number(f, n), 4);
	else if (forge_below(f, 2) == 0)
		entry[SECTION_AT_TYPE] = (uint8_t)forge_below(f, 8);
	else
		forge_store(entry + SECTION_AT_OFFSET, forge_number(f, (uint32_t)forge_load(entry + SECTION_AT_OFFSET, 4)), 4);
	return 1;
}

static int change_header(struct forge *f)
{
	const struct layout_row *row = any_row(f, PART_HEADER);

	if (f->len < BLOB_HEADER)
		return 0;
	while (row->type != TYPE_U8 || row->at == BLOB_AT_MAJOR) /* forge_repair resets that */
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

int forge_change(struct forge *f, enum forge_kind kind)
{
	struct forge_machine m;

	switch (kind) {
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
	default:
		return choose_machine(f, kind == FORGE_LITERAL || kind == FORGE_GLOB || forge_below(f, 2) == 0, &m) &&
		       change_machine(f, &m, kind);
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
