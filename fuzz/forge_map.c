/* forge_map.c - see forge_map.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "forge_map.h"

#include <string.h>

#include "tests/runtime/match/layout.h"

#define SLOTS_MAX 20000 /* targets of a machine that are updated */

uint64_t forge_load(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

void forge_store(uint8_t *p, uint64_t value, unsigned n)
{
	for (; n > 0; n--, value >>= 8)
		*p++ = (uint8_t)value;
}

uint32_t forge_load7(const uint8_t *p, unsigned n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 7 | (p[n] & 0x7Fu);
	return v;
}

void forge_store7(uint8_t *p, uint32_t value, unsigned n)
{
	for (; n > 0; n--, value >>= 7)
		*p++ = value & 0x7F;
}

static uint8_t *section_entry(const struct forge *f, size_t n)
{
	return f->bytes + BLOB_HEADER + n * SECTION_ENTRY;
}

static size_t count_sections(const struct forge *f)
{
	if (f->len < BLOB_HEADER + SECTION_ENTRY + BLOB_TRAILER)
		return 0;
	const size_t first = (size_t)forge_load(section_entry(f, 0) + SECTION_AT_OFFSET, 4), limit = f->len - BLOB_TRAILER;
	return first < BLOB_HEADER ? 0 : ((first < limit ? first : limit) - BLOB_HEADER) / SECTION_ENTRY;
}

int forge_section(const struct forge *f, unsigned type, size_t *begin, size_t *end)
{
	const size_t n = count_sections(f);

	for (size_t i = 0; i < n; i++) {
		if (section_entry(f, i)[SECTION_AT_TYPE] != type)
			continue;
		*begin = (size_t)forge_load(section_entry(f, i) + SECTION_AT_OFFSET, 4);
		*end = i + 1 < n ? (size_t)forge_load(section_entry(f, i + 1) + SECTION_AT_OFFSET, 4) : f->len - BLOB_TRAILER;
		return *begin >= BLOB_HEADER + n * SECTION_ENTRY && *begin < *end && *end <= f->len - BLOB_TRAILER;
	}
	return 0;
}

uint32_t forge_field(const struct forge *f, const struct forge_machine *m, uint32_t number)
{
	return (uint32_t)forge_load(f->bytes + m->fields + (size_t)number * m->unit, m->unit);
}

void forge_set_field(struct forge *f, const struct forge_machine *m, uint32_t number, uint64_t value)
{
	forge_store(f->bytes + m->fields + (size_t)number * m->unit, value, m->unit);
}

uint32_t forge_prefix_table_field(const struct forge_machine *m)
{
	return m->nfields - 1;
}

/* Read the machine at an offset.  Returns 0 if it does not fit. */
static int read_machine(const struct forge *f, size_t section, size_t at, size_t end, struct forge_machine *m)
{
	const uint8_t flags = f->bytes[at];
	uint64_t part[6] = {0}; /* sizes: prefix table, tables, literals, code, globs */
	size_t *const begin[6] = {&m->prefix_table, &m->tables, &m->literals, &m->code, &m->globs, &m->end};

	*m = (struct forge_machine){.section = section, .at = at, .fields = at + 1, .flags = flags};
	m->filter = flags & MACHINE_IS_FILTER;
	m->unit = flags & MACHINE_WIDE ? 4 : 2;
	m->width = ((unsigned)(flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
	m->nfields = (m->filter ? (uint32_t)MACHINE_FILTER_FIELDS : MACHINE_DFA_FIELDS) + (flags & MACHINE_PREFIXES ? 1u : 0u);
	if (m->width > 4 || 1 + m->nfields * m->unit > end - at)
		return 0;
	m->nliterals = m->filter ? forge_field(f, m, MACHINE_LITERALS) : 0;
	part[0] = flags & MACHINE_PREFIXES ? forge_field(f, m, forge_prefix_table_field(m)) : 0;
	part[1] = flags & MACHINE_SCAN ? m->filter ? START_SIZE : SCAN_SIZE : 0;
	part[1] += flags & MACHINE_PAIRS ? PAIR_SIZE : 0;
	part[2] = (uint64_t)m->nliterals * m->unit;
	part[3] = forge_field(f, m, MACHINE_CODE);
	part[4] = m->filter ? forge_field(f, m, MACHINE_GLOBS) : 0;
	uint64_t size = 1 + (uint64_t)m->nfields * m->unit;
	for (int i = 0; i < 6; size += part[i++]) {
		if (size > end - at)
			return 0;
		*begin[i] = at + (size_t)size;
	}
	return 1;
}

int forge_machine_at(const struct forge *f, uint32_t n, struct forge_machine *m)
{
	size_t begin, end;

	if (!forge_section(f, SECTION_MACHINES, &begin, &end))
		return 0;
	for (size_t at = begin; at < end; at = m->end) {
		if (!read_machine(f, begin, at, end, m))
			return 0;
		if (n-- == 0)
			return 1;
	}
	return 0;
}

uint32_t forge_count_nodes(const struct forge *f, const struct forge_machine *m)
{
	uint32_t n = 0;

	for (size_t at = m->code; at < m->globs; at++)
		n += (f->bytes[at] & NODE_BIT) != 0;
	return n;
}

int forge_node_at(const struct forge *f, const struct forge_machine *m, uint32_t n, size_t *begin, size_t *end)
{
	size_t at = m->code;

	for (;; at++) {
		if (at >= m->globs)
			return 0;
		if (f->bytes[at] & NODE_BIT && n-- == 0)
			break;
	}
	*begin = at;
	do
		at++;
	while (at < m->globs && !(f->bytes[at] & NODE_BIT));
	*end = at;
	return 1;
}

/* The state of a collection of slots. */
struct collecting {
	const struct forge *f;
	const struct forge_machine *m;
	size_t end; /* of the node */
	struct forge_slot *slots;
	size_t n, room;
};

static void collect(struct collecting *c, size_t at)
{
	if (at + c->m->width > c->end || c->n == c->room)
		return;
	c->slots[c->n++] = (struct forge_slot){at, forge_load7(c->f->bytes + at, c->m->width)};
}

static void collect_prefix_table(struct collecting *c, size_t at)
{
	const uint8_t *p = c->f->bytes;
	const unsigned bits = p[at + PREFIX_AT_SHAPE] & PREFIX_BITS, unit = p[at + PREFIX_AT_SHAPE] >> PREFIX_UNIT_SHIFT;

	at += PREFIX_AT_ENTRIES + ((size_t)1 << bits << (unit > PREFIX_UNIT_MAX));
	while (at < c->end) {
		const uint8_t head = p[at++];

		if (head == 0)
			continue; /* between prefixes */
		at += (head & PREFIX_COUNT) + 1u;
		if (layout_has_target(PART_NEXT, (head & PREFIX_NEXT) >> PREFIX_NEXT_SHIFT)) {
			collect(c, at);
			at += c->m->width;
		}
	}
}

static void collect_node(struct collecting *c, size_t at)
{
	const uint8_t *node = c->f->bytes + at;
	const uint8_t head = node[0], count = node[1];
	const unsigned branch = head & NODE_BRANCH;
	const unsigned other = branch ? head & BRANCH_ELSE : (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;

	at += 2;
	if (c->m->filter && head & NODE_E)
		at += c->m->width;
	if (layout_has_target(PART_ELSE, other)) {
		collect(c, at);
		at += c->m->width;
	}
	if (!branch && layout_has_target(PART_NEXT, (head & RUN_NEXT) >> RUN_NEXT_SHIFT))
		collect(c, at);
	for (unsigned i = 0; branch && i < count; i++)
		collect(c, at + count + (size_t)i * c->m->width);
}

size_t forge_slots(const struct forge *f, const struct forge_machine *m, size_t begin, size_t end, struct forge_slot *slots,
                   size_t room)
{
	struct collecting c = {.f = f, .m = m, .end = end, .slots = slots, .room = room};

	if (end - begin >= 2)
		collect_node(&c, begin);
	return c.n;
}

size_t forge_prefix_table_slots(const struct forge *f, const struct forge_machine *m, struct forge_slot *slots, size_t room)
{
	struct collecting c = {.f = f, .m = m, .end = m->tables, .slots = slots, .room = room};

	if (m->tables - m->prefix_table > PREFIX_AT_ENTRIES)
		collect_prefix_table(&c, m->prefix_table);
	return c.n;
}

/* Update the policies: machines after a place in their section have moved. */
static void move_machines(struct forge *f, size_t section, size_t after, size_t grown)
{
	size_t begin, end, machines, machines_end;

	if (!forge_section(f, SECTION_MACHINES, &machines, &machines_end) || machines != section ||
	    !forge_section(f, SECTION_POLICIES, &begin, &end))
		return;
	const size_t count = (size_t)forge_load(f->bytes + begin, 4);
	for (size_t i = 0; i < count && POLICIES_AT_ENTRIES + (i + 1) * POLICY_ENTRY <= end - begin; i++) {
		uint8_t *entry = f->bytes + begin + POLICIES_AT_ENTRIES + i * POLICY_ENTRY;
		const uint32_t value = (uint32_t)forge_load(entry, 4);

		if ((value & POLICY_KIND) == POLICY_MACHINE && value >= after - section && value > 0)
			forge_store(entry, value + grown, 4);
	}
}

int forge_replace(struct forge *f, size_t section, size_t begin, size_t end, const uint8_t *octets, size_t n)
{
	const size_t grown = n - (end - begin), sections = count_sections(f); /* grown may wrap */

	if (begin > end || end > f->len || n > f->room || f->len - (end - begin) > f->room - n)
		return 0;
	memmove(f->bytes + begin + n, f->bytes + end, f->len - end);
	if (n > 0)
		memcpy(f->bytes + begin, octets, n);
	f->len += grown;
	for (size_t i = 0; i < sections; i++) {
		uint8_t *at = section_entry(f, i) + SECTION_AT_OFFSET;
		const size_t offset = (size_t)forge_load(at, 4);

		if (offset > section && offset >= end)
			forge_store(at, offset + grown, 4);
	}
	move_machines(f, section, end, grown);
	return 1;
}

/* An offset in the code after a change. */
static uint32_t moved(uint32_t offset, size_t end, size_t grown)
{
	return offset >= end ? (uint32_t)(offset + grown) : offset;
}

static void move_targets(struct forge *f, const struct forge_machine *m, size_t end, size_t grown)
{
	static struct forge_slot slots[SLOTS_MAX];
	size_t n = forge_prefix_table_slots(f, m, slots, SLOTS_MAX), begin, after;

	for (size_t at = m->code; at < m->globs; at = after) {
		for (begin = at, after = at + 1; after < m->globs && !(f->bytes[after] & NODE_BIT);)
			after++;
		n += forge_slots(f, m, begin, after, slots + n, SLOTS_MAX - n);
	}
	while (n-- > 0)
		if (slots[n].value >= TARGET_NODE)
			forge_store7(f->bytes + slots[n].at, TARGET_NODE + moved(slots[n].value - TARGET_NODE, end, grown),
			             m->width);
}

int forge_replace_code(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets, size_t n)
{
	const size_t grown = n - (end - begin);
	struct forge_machine now = *m;

	if (!forge_replace(f, m->section, begin, end, octets, n))
		return 0;
	now.globs += grown;
	now.end += grown;
	forge_set_field(f, m, MACHINE_CODE, now.globs - now.code);
	const uint32_t root = forge_field(f, m, MACHINE_ROOT);
	if (root > 0)
		forge_set_field(f, m, MACHINE_ROOT, (uint64_t)moved(root - 1, end - m->code, grown) + 1);
	move_targets(f, &now, end - m->code, grown);
	return 1;
}

int forge_replace_prefix_table(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets,
                               size_t n)
{
	const size_t size = m->tables - m->prefix_table + n - (end - begin);

	if (!(m->flags & MACHINE_PREFIXES) || !forge_replace(f, m->section, begin, end, octets, n))
		return 0;
	forge_set_field(f, m, forge_prefix_table_field(m), size);
	return 1;
}

int forge_replace_globs(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, const uint8_t *octets, size_t n)
{
	const size_t grown = n - (end - begin);

	if (!m->filter || !forge_replace(f, m->section, begin, end, octets, n))
		return 0;
	forge_set_field(f, m, MACHINE_GLOBS, m->end - m->globs + grown);
	for (uint32_t i = 0; i < m->nliterals; i++) {
		uint8_t *at = f->bytes + m->literals + (size_t)i * m->unit;
		const uint32_t offset = (uint32_t)forge_load(at, m->unit);

		if (offset > begin - m->globs && offset >= end - m->globs)
			forge_store(at, moved(offset, end - m->globs, grown), m->unit);
	}
	return 1;
}
