/* decode.c - see decode.h: reads machines, policies and names.  docs/formats/blob.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "decode.h"

#include "decode_octets.h"

#include <string.h>

/* An int7 of n octets. */
static uint32_t get7(const uint8_t *p, unsigned n)
{
	uint32_t v = 0;
	while (n-- > 0)
		v = v << 7 | (p[n] & 0x7Fu);
	return v;
}

/* ---- "Checksum" -------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0xD6E8FEB86659FD93u;
	return h ^ h >> 32;
}

uint64_t decode_checksum(const uint8_t *bytes, size_t len)
{
	uint64_t a = 0x9E3779B97F4A7C15u, b = ~a;
	for (size_t at = 0; at <= len; at += 16) {
		uint8_t word[16] = {0};
		memcpy(word, bytes + at, len - at < 16 ? len - at : 16);
		a = mix(a, load(word, 8));
		b = mix(b, load(word + 8, 8));
	}
	return mix(mix(a, b), (uint64_t)len);
}

/* ---- "Header", "Section table" ----------------------------------------------- */

static enum decode_status read_header(struct decode_blob *b, size_t len)
{
	static const uint8_t magic[4] = {0x8D, 0x52, 0x42, 0x43};
	const uint8_t *h = b->bytes;
	if (len < 4)
		return DECODE_TRUNCATED;
	if (memcmp(h, magic, 4) != 0)
		return DECODE_MAGIC;
	if (len < 22)
		return DECODE_TRUNCATED;
	b->major = h[4];
	b->minor = h[5];
	b->dialect = h[6];
	b->form = h[7];
	b->size = get(h + 8, 4);
	b->match = h[12];
	b->flags = h[13];
	if (b->major != 2)
		return DECODE_VERSION;
	if (b->size > len)
		return DECODE_TRUNCATED;
	if (b->size < len || b->dialect > 4 || b->form > 2 || b->match > 5 || b->flags > 1)
		return DECODE_CORRUPT;
	return load(h + len - 8, 8) == decode_checksum(h, len - 8) ? DECODE_OK : DECODE_CHECKSUM;
}

static int read_sections(struct decode_blob *b)
{
	struct decode_section *known[4] = {NULL, &b->machines_at, &b->policies_at, &b->agents_at};
	const uint32_t limit = b->size - 8;
	if (limit < 14 + 2 * 5)
		return 0;
	const uint32_t first = get(b->bytes + 14 + 1, 4); /* where the table ends */
	if (first > limit || first < 14 + 2 * 5 || (first - 14) % 5 != 0)
		return 0;
	b->nsections = (first - 14) / 5;
	b->sections = take(b->nsections, sizeof *b->sections);
	for (uint32_t i = 0; i < b->nsections; i++) {
		const uint8_t *entry = b->bytes + 14 + 5 * (size_t)i;
		struct decode_section *s = &b->sections[i];
		s->type = entry[0];
		s->at = get(entry + 1, 4);
		s->end = i + 1 < b->nsections ? get(entry + 6, 4) : limit;
		if (s->end < s->at || s->end > limit)
			return 0;
		if (s->type == 0 || (s->type <= 3 && known[s->type]->type))
			return 0;
		if (s->type <= 3)
			*known[s->type] = *s;
	}
	return b->machines_at.type && b->agents_at.type && b->size - b->machines_at.end >= 16;
}

/* ---- "Nodes" ----------------------------------------------------------------- */

/* Where nodes of the code begin: the number of each, by its offset; DECODE_NONE elsewhere. */
struct places {
	uint32_t *node_at;
	unsigned form; /* of the blob */
};

/* Read a target of the code as one of decode.h.  Returns 0 if it is none. */
static int read_target(const struct decode_machine *m, const struct places *of, uint32_t value, uint32_t *target)
{
	*target = value;
	if (value < 2)
		return !m->filter;
	if (value - 2 >= m->code || of->node_at[value - 2] == DECODE_NONE)
		return 0;
	*target = DECODE_NODE + of->node_at[value - 2];
	return 1;
}

/* Read the target of a way out of a node.  In a filter, it leads to a later node. */
static int read_way(const struct decode_machine *m, const struct places *of, uint32_t number, uint32_t value, uint32_t *target)
{
	return read_target(m, of, value, target) && (!m->filter || *target - DECODE_NODE > number);
}

/* The length of the chain of default edges from a node. */
static unsigned count_default_edges(const struct decode_machine *m, const struct decode_node *n)
{
	unsigned edges = 0;
	for (; n->otherwise == DECODE_ELSE_DEFAULT; edges++)
		n = &m->nodes[n->other - DECODE_NODE];
	return edges;
}

/* Read what another octet does. */
static int read_else(const struct decode_machine *m, struct decode_node *n, uint32_t number, const struct places *of,
                     const uint8_t **p)
{
	uint32_t value = 0;
	n->otherwise = n->branch ? n->head & 7u : n->head >> 1 & 3u;
	n->other = DECODE_NONE;
	if (m->filter && n->otherwise != DECODE_ELSE_DISALLOW)
		return 0;
	if (n->otherwise == DECODE_ELSE_DEFAULT || n->otherwise == DECODE_ELSE_GOTO) {
		value = get7(*p, m->width);
		*p += m->width;
	}
	switch (n->otherwise) {
	case DECODE_ELSE_DISALLOW:
	case DECODE_ELSE_ALLOW:
	case DECODE_ELSE_SELF:
		return 1;
	case DECODE_ELSE_ROOT:
		n->other = m->root == DECODE_NONE ? DECODE_NONE : DECODE_NODE + m->root;
		return m->root < number;
	case DECODE_ELSE_DEFAULT:
		return read_target(m, of, value, &n->other) && n->other >= DECODE_NODE && n->other - DECODE_NODE < number &&
		       count_default_edges(m, n) <= 4;
	case DECODE_ELSE_GOTO:
		return read_target(m, of, value, &n->other);
	default:
		return 0;
	}
}

/* Read where a run leads. */
static int read_next(const struct decode_machine *m, struct decode_node *n, uint32_t number, const struct places *of,
                     const uint8_t **p)
{
	n->next = n->head >> 3 & 3u;
	switch (n->next) {
	case 0:
		n->to = DECODE_NODE + number + 1;
		return number + 1 < m->ncode;
	case 1:
		*p += m->width;
		return read_way(m, of, number, get7(*p - m->width, m->width), &n->to);
	default:
		n->to = n->next - 2;
		return !m->filter;
	}
}

static int read_ways(const struct decode_machine *m, struct decode_node *n, uint32_t number, const struct places *of,
                     const uint8_t *p)
{
	n->targets = take(n->count, sizeof *n->targets);
	for (uint32_t i = 0; i < n->count; i++)
		if (!read_way(m, of, number, get7(p + (size_t)i * m->width, m->width), &n->targets[i]) ||
		    (i && n->octets[i] <= n->octets[i - 1]))
			return 0;
	return 1;
}

/* A mark is a rank, or the number of a literal that exists. */
static int is_mark(const struct decode_machine *m, uint32_t mark)
{
	return mark % 2 == 0 || mark / 2 < m->nliterals;
}

/* How many octets a node has, according to its head and count. */
static uint32_t node_octets(const struct decode_machine *m, const uint8_t *node)
{
	const uint8_t head = node[0];
	const int branch = head & 0x40;
	const unsigned otherwise = branch ? head & 7u : head >> 1 & 3u;
	uint32_t ints = otherwise == DECODE_ELSE_DEFAULT || otherwise == DECODE_ELSE_GOTO;
	ints += m->filter && head & 0x20;
	ints += branch ? node[1] : (head >> 3 & 3) == 1;
	return 2 + node[1] + ints * m->width;
}

/* Read a node.  It ends where the next one begins, so only its first octet has bit 7 set. */
static int read_node(struct decode_machine *m, uint32_t number, const struct places *of)
{
	struct decode_node *n = &m->nodes[number];
	const uint8_t *p = m->text + n->at;
	if (n->size < 2)
		return 0;
	n->head = p[0];
	n->branch = (n->head & 0x40) != 0;
	n->e = (n->head & 0x20) != 0;
	n->careful = !n->branch && n->head & 1;
	n->marked = m->filter && n->e;
	n->count = p[1];
	if (node_octets(m, p) != n->size || (n->branch ? (n->head & 0x18) != 0 : n->count == 0))
		return 0;
	p += 2;
	if (m->filter && n->careful)
		return 0;
	if (n->marked) {
		n->mark = get7(p, m->width);
		if (!is_mark(m, n->mark) || number == m->root)
			return 0;
		p += m->width;
	}
	if (!n->branch && n->count > 16 && ((n->head >> 1 & 3) == DECODE_ELSE_ROOT || (n->head >> 1 & 3) == DECODE_ELSE_DEFAULT))
		return 0;
	if (!read_else(m, n, number, of, &p) || (!n->branch && !read_next(m, n, number, of, &p)))
		return 0;
	n->octets = p;
	return !n->branch || read_ways(m, n, number, of, p + n->count);
}

/* ---- "Prefix tables" -------------------------------------------------------------------- */

/* True if an octet stands for itself in each path of the form, whatever follows. */
static int is_plain(unsigned form, uint8_t c)
{
	return c >= 0x20 && c <= 0x7F && c != '#' && c != '%' && !(form == 1 && strchr(" \"<>\\^`{|}\x7F", c));
}

/* Read a prefix as a run.  Returns its size in octets, or 0. */
static uint32_t read_prefix(struct decode_machine *m, const struct decode_node *prefix_table, const struct places *of, uint32_t at)
{
	struct decode_node *l = &m->nodes[m->nnodes++];
	const uint8_t *p = prefix_table->octets + at;
	const uint32_t room = m->prefix_table_size - at;
	if (room == 0)
		return 0;
	*l = (struct decode_node){.head = p[0],
	                          .at = at,
	                          .prefix = 1,
	                          .otherwise = prefix_table->otherwise,
	                          .other = prefix_table->other,
	                          .next = p[0] >> 4 & 3u,
	                          .more = p[0] >> 6 & 1,
	                          .count = (p[0] & 15u) + 1,
	                          .octets = p + 1};
	l->size = 1 + l->count + (l->next == 1 ? m->width : 0);
	if (p[0] >> 7 || l->next == 0 || (m->filter && l->next != 1) || l->size > room)
		return 0;
	for (uint32_t i = 0; i < l->count; i++)
		if (!is_plain(of->form, l->octets[i]))
			return 0;
	for (uint32_t i = 1 + l->count; i < l->size; i++)
		if (p[i] > 127)
			return 0;
	l->to = l->next - 2;
	return l->next != 1 || read_target(m, of, get7(p + 1 + l->count, m->width), &l->to) ? l->size : 0;
}

/* Read the prefixes of one entry, and the zeros after them.  Returns where they end, or 0. */
static uint32_t read_prefixes(struct decode_machine *m, const struct decode_node *prefix_table, const struct places *of,
                              uint32_t at)
{
	const uint32_t step = prefix_table->unit == 4 ? 1 : (uint32_t)1 << prefix_table->unit;
	for (int more = 1; more;) {
		const uint32_t size = read_prefix(m, prefix_table, of, at);
		if (size == 0)
			return 0;
		at += size;
		more = m->nodes[m->nnodes - 1].more;
	}
	const uint32_t prefixes = 11 + (prefix_table->count << (prefix_table->unit == 4));
	while ((at - prefixes) % step != 0 && at < m->prefix_table_size && prefix_table->octets[at] == 0)
		at++;
	return at;
}

/* Read the entries of a prefix table, and their prefixes. */
static int read_entries(struct decode_machine *m, struct decode_node *n, const struct places *of)
{
	const uint32_t first = m->nnodes, wide = n->unit == 4, begin = 11 + (n->count << wide);
	uint32_t next = begin;
	if (begin > m->prefix_table_size)
		return 0;
	n->targets = take(n->count, sizeof *n->targets);
	for (uint32_t i = 0; i < n->count; i++) {
		const uint8_t *entry = n->octets + begin - ((i + 1) << wide);
		if (entry[0] > 127 || (wide && entry[1] > 127))
			return 0;
		const uint32_t at = begin + (wide ? get7(entry, 2) : (uint32_t)*entry << n->unit);
		if (at != next && at != begin)
			return 0;
		n->targets[i] = DECODE_NODE + (at == next ? m->nnodes : first);
		if (at == next)
			next = read_prefixes(m, n, of, at);
		if (next == 0)
			return 0;
	}
	return next == m->prefix_table_size;
}

/* Read a prefix table, as a branch after the nodes of the code, and its prefixes. */
static int read_prefix_table(struct decode_machine *m, const uint8_t *p, const struct places *of)
{
	struct decode_node *n = &m->nodes[m->nnodes];
	m->prefix_table = m->first = m->nnodes++;
	if (m->prefix_table_size < 11)
		return 0;
	*n = (struct decode_node){.head = p[0],
	                          .prefix_table = 1,
	                          .branch = 1,
	                          .e = p[0] >> 5 & 1,
	                          .otherwise = p[0] & 3,
	                          .other = DECODE_NONE,
	                          .octets = p,
	                          .seed = p[2],
	                          .unit = p[1] >> 4,
	                          .count = (uint32_t)1 << (p[1] & 15)};
	if (m->filter ? p[0] != 0 : p[0] & 0xDC || n->otherwise == 3 || (n->otherwise == 2 && m->root == DECODE_NONE))
		return 0;
	if (n->otherwise == DECODE_ELSE_ROOT)
		n->other = DECODE_NODE + m->root;
	if ((p[1] & 15) == 0 || (p[1] & 15) > 14 || n->unit > 4 || p[2] > 127)
		return 0;
	for (int i = 0; i < 16; i++) {
		const unsigned key = i % 2 ? p[3 + i / 2] >> 4 : p[3 + i / 2] & 15;
		n->keys[i] = (uint8_t)(8 - key);
		if (key > 7)
			return 0;
	}
	return read_entries(m, n, of);
}

static void number_states(struct decode_machine *m)
{
	m->nstates = DECODE_STATES;
	for (uint32_t i = 0; i < m->nnodes; i++) {
		m->nodes[i].state = m->nstates;
		m->nstates += m->nodes[i].branch ? 1 : m->nodes[i].count;
	}
	m->node_of = take(m->nstates, sizeof *m->node_of);
	for (uint32_t i = 0; i < m->nnodes; i++)
		for (uint32_t s = m->nodes[i].state; s < (i + 1 < m->nnodes ? m->nodes[i + 1].state : m->nstates); s++)
			m->node_of[s] = i;
}

/* Find the root, and check that it may have the tables that it has. */
static int read_root(struct decode_machine *m, uint32_t field, const struct places *of)
{
	m->root = DECODE_NONE;
	if (field == 0)
		return m->filter ? !m->starts : !m->scan;
	if (field > m->code || of->node_at[field - 1] == DECODE_NONE)
		return 0;
	m->root = of->node_at[field - 1];
	if (m->filter)
		return m->starts != NULL;
	return !m->scan || (m->text[field - 1] & 0xDF) == 0xC4;
}

/* Read prefix table and code. */
static int read_code(struct decode_machine *m, const uint8_t *prefix_table, uint32_t root, unsigned form)
{
	struct places of = {take(m->code, sizeof *of.node_at), form};
	int ok = m->code == 0 || m->text[0] & 0x80;
	/* Each prefix has at least one octet. */
	m->nodes = take(m->code + m->prefix_table_size + 2, sizeof *m->nodes);
	for (uint32_t at = 0; at < m->code; at++) {
		of.node_at[at] = m->text[at] & 0x80 ? m->ncode : DECODE_NONE;
		if (m->text[at] & 0x80)
			m->nodes[m->ncode++].at = at;
	}
	m->nnodes = m->ncode;
	m->prefix_table = m->first = DECODE_NONE;
	for (uint32_t i = 0; i < m->ncode; i++)
		m->nodes[i].size = (i + 1 < m->ncode ? m->nodes[i + 1].at : m->code) - m->nodes[i].at;
	ok = ok && read_root(m, root, &of);
	for (uint32_t i = 0; i < m->ncode && ok; i++)
		ok = read_node(m, i, &of);
	if (m->code > 0 && !(m->filter && m->root == 0))
		m->first = 0;
	if (ok && m->flags & 128)
		ok = read_prefix_table(m, prefix_table, &of);
	else if (!m->filter && m->code == 0)
		ok = 0;
	free(of.node_at);
	if (ok)
		number_states(m);
	return ok;
}

/* ---- "Globs" ------------------------------------------------------------------- */

/* True if the ranges of a set ascend. */
static int ascend(const uint8_t *set)
{
	for (int i = 0; i < set[0]; i++)
		if (set[1 + 2 * i] > set[2 + 2 * i] || (i > 0 && set[1 + 2 * i] <= set[2 * i]))
			return 0;
	return 1;
}

/* The octets of an instruction with its operands; 0 if it must be refused. */
static uint32_t instruction(unsigned form, const uint8_t *p, uint32_t room, int first)
{
	switch (p[0]) {
	case 0xF9:
		return first && room > 1 && p[1] >= 1 && p[1] <= 127 ? 2 : 0;
	case 0xFA:
		return form == 2 && room > 1 && room - 2 >= 2 * (uint32_t)p[1] && ascend(p + 1) ? 2 + 2 * (uint32_t)p[1] : 0;
	case 0xFB:
		return form == 2;
	case 0xFC:
		return room == 1;
	case 0xFD:
	case 0xFE:
	case 0xFF:
		return 1;
	default:
		if (p[0] >= 0x80)
			return 0;
		if (form != 2 || p[0] >= 0x20)
			return 1;
		return p[0] < 0x10 && room > 1 && p[1] >= 0x10 && p[1] < 0x20 ? 2 : 0;
	}
}

static int read_globs(const struct decode_blob *b, struct decode_machine *m, const uint8_t *p)
{
	m->globs = take(m->globs_size, sizeof *m->globs);
	for (uint32_t at = 0; at < m->globs_size;) {
		struct decode_glob *g = &m->globs[m->nglobs++];
		if (m->globs_size - at < 2 * m->unit)
			return 0;
		*g = (struct decode_glob){at, get(p + at, m->unit), get(p + at + m->unit, m->unit), p + at + 2 * m->unit};
		at += 2 * m->unit;
		if (g->size > m->globs_size - at)
			return 0;
		for (uint32_t k = 0, size; k < g->size; k += size)
			if ((size = instruction(b->form, g->text + k, g->size - k, k == 0)) == 0)
				return 0;
		at += g->size;
	}
	return 1;
}

/* Read the literals: each one's offset must be that of a glob, the first one's 0. */
static int read_literals(struct decode_machine *m, const uint8_t *p)
{
	uint32_t glob = 0;
	m->literals = take(m->nliterals, sizeof *m->literals);
	m->literals[m->nliterals] = m->nglobs;
	for (uint32_t i = 0; i < m->nliterals; i++, glob++) {
		const uint32_t at = get(p + (size_t)i * m->unit, m->unit);
		while (glob < m->nglobs && m->globs[glob].at != at)
			glob++;
		if (glob == m->nglobs || (i == 0 && at != 0))
			return 0;
		m->literals[i] = glob;
	}
	return (m->nliterals == 0) == (m->globs_size == 0);
}

/* ---- "Machines" -------------------------------------------------------------- */

static int read_machine(const struct decode_blob *b, struct decode_machine *m, uint32_t at)
{
	const uint8_t *p = b->bytes + b->machines_at.at + at;
	const uint32_t room = b->machines_at.end - b->machines_at.at - at;
	uint32_t field[10] = {0};
	m->at = at;
	m->flags = p[0];
	m->filter = p[0] & 1;
	m->width = (p[0] >> 1 & 3u) + 2;
	m->fallback = (p[0] & 8) != 0;
	m->unit = p[0] & 16 ? 4 : 2;
	const int scan = p[0] & 32, pairs = p[0] & 64, prefix_table = p[0] & 128;
	const uint32_t base = m->filter ? 9 : 2, fields = base + (prefix_table != 0);
	if (m->width > 4 || 1 + fields * m->unit > room || (pairs && (m->filter || !scan)))
		return 0;
	for (uint32_t i = 0; i < fields; i++)
		field[i] = get(p + 1 + (size_t)i * m->unit, m->unit);
	m->code = field[0];
	m->prefix_table_size = prefix_table ? field[base] : 0;
	m->stop[0] = field[2];
	m->stop[1] = field[3];
	m->top = field[4];
	m->alone = field[5];
	m->every = field[6];
	m->nliterals = field[7];
	m->globs_size = field[8];
	const uint64_t prefix_table_at = 1 + (uint64_t)fields * m->unit, tables_at = prefix_table_at + m->prefix_table_size,
		       literals_at = tables_at + (scan ? m->filter ? 72 : 16 : 0) + (pairs ? 48 : 0),
		       code_at = literals_at + (uint64_t)m->nliterals * m->unit, globs_at = code_at + m->code,
		       size = globs_at + m->globs_size;
	if (size > room || m->nliterals > 16384 || !is_mark(m, m->every))
		return 0;
	m->size = (uint32_t)size;
	m->starts = scan && m->filter ? p + tables_at : NULL;
	m->scan = scan && !m->filter ? p + tables_at : NULL;
	m->pairs = pairs ? p + tables_at + 16 : NULL;
	m->text = p + code_at;
	return read_globs(b, m, p + globs_at) && read_literals(m, p + literals_at) &&
	       read_code(m, p + prefix_table_at, field[1], b->form);
}

static int read_machines(struct decode_blob *b)
{
	const uint32_t size = b->machines_at.end - b->machines_at.at;
	size_t room = 0;
	for (uint32_t at = 0; at < size;) {
		if (b->nmachines == room) {
			struct decode_machine *old = b->machines;
			b->machines = take(room = 2 * room + 8, sizeof *old);
			if (old)
				memcpy(b->machines, old, b->nmachines * sizeof *old);
			free(old);
		}
		struct decode_machine *m = &b->machines[b->nmachines++];
		if (!read_machine(b, m, at))
			return 0;
		at += m->size;
	}
	return 1;
}

/* ---- "Policies" -------------------------------------------------------------- */

static int read_list(struct decode_blob *b, struct decode_policy *policy, uint32_t *next)
{
	const uint8_t *p = b->bytes + b->policies_at.at;
	const uint32_t size = b->policies_at.end - b->policies_at.at;
	if (policy->value != *next || size - *next < 4)
		return 0;
	policy->nmachines = get(p + *next, 4);
	if (policy->nmachines == 0 || policy->nmachines > (size - *next - 4) / 4)
		return 0;
	policy->machines = take(policy->nmachines, sizeof *policy->machines);
	*next += 4;
	for (uint32_t i = 0; i < policy->nmachines; i++, *next += 4) {
		const uint32_t member = get(p + *next, 4), *const before = policy->machines + i - (i > 0);
		if (member >= b->nmachines || !b->machines[member].filter)
			return 0;
		if (i > 0 && (b->machines[member].top > b->machines[*before].top ||
		              (b->machines[member].top == b->machines[*before].top && member <= *before)))
			return 0;
		policy->machines[i] = member;
	}
	return 1;
}

/* Without a policies section, the first machine is the only policy. */
static int one_policy(struct decode_blob *b)
{
	b->npolicies = 1;
	b->policies = take(1, sizeof *b->policies);
	b->policies[0].nmachines = 1;
	b->policies[0].machines = take(1, sizeof *b->policies[0].machines);
	return b->nmachines == 1;
}

static int read_policies(struct decode_blob *b)
{
	if (!b->policies_at.type)
		return one_policy(b);
	const uint8_t *p = b->bytes + b->policies_at.at;
	const uint32_t size = b->policies_at.end - b->policies_at.at;
	uint32_t machines = 0;
	if (size < 4 || get(p, 4) > (size - 4) / 4)
		return 0;
	b->npolicies = get(p, 4);
	b->policies = take(b->npolicies, sizeof *b->policies);
	for (uint32_t i = 0; i < b->npolicies; i++) {
		struct decode_policy *policy = &b->policies[i];
		const uint32_t entry = get(p + 4 + 4 * (size_t)i, 4);
		policy->kind = entry >> 30;
		policy->value = entry & 0x3FFFFFFF;
		if (policy->kind == 3 || (policy->kind == 2 && policy->value > 1))
			return 0;
		if (policy->kind != 0)
			continue;
		policy->nmachines = 1;
		policy->machines = take(1, sizeof *policy->machines);
		policy->machines[0] = i;
		if (i >= b->nmachines || b->machines[i].at != policy->value)
			return 0;
		machines++;
	}
	if (machines != b->nmachines)
		return 0;
	uint32_t next = 4 + 4 * b->npolicies;
	for (uint32_t i = 0; i < b->npolicies; i++)
		if (b->policies[i].kind == 1 && !read_list(b, &b->policies[i], &next))
			return 0;
	return next == size;
}

/* ---- "Agents" ---------------------------------------------------------------- */

static int read_agents(struct decode_blob *b)
{
	const uint8_t *p = b->bytes + b->agents_at.at;
	const uint32_t size = b->agents_at.end - b->agents_at.at;
	if (size < 1 || (p[0] != 1 && p[0] != 2 && p[0] != 4) || size < 1 + 2u * p[0])
		return 0;
	const unsigned w = b->agents_unit = p[0];
	const uint32_t n = get(p + 1, w), rest = size - 1 - 2 * w;
	b->star = get(p + 1 + w, w);
	if (n > rest / (2 * w) || b->star >> 1 > b->npolicies)
		return 0;
	const uint8_t *offsets = p + 1 + 2 * w, *policies = offsets + (size_t)n * w, *text = policies + (size_t)n * w;
	const uint32_t text_size = rest - 2 * w * n;
	b->nnames = n;
	b->names = take(n, sizeof *b->names);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t at = get(offsets + (size_t)i * w, w),
			       end = i + 1 < n ? get(offsets + (size_t)(i + 1) * w, w) : text_size;
		b->names[i] = (struct decode_name){text + at, end - at, get(policies + (size_t)i * w, w)};
		if (at > end || end > text_size || (i == 0 && at > 0) || b->names[i].policy >> 1 > b->npolicies)
			return 0;
	}
	return 1;
}

enum decode_status decode_open(struct decode_blob *b, const uint8_t *bytes, size_t len)
{
	*b = (struct decode_blob){.bytes = bytes};
	const enum decode_status status = read_header(b, len);
	if (status != DECODE_OK)
		return status;
	return read_sections(b) && read_machines(b) && read_policies(b) && read_agents(b) ? DECODE_OK : DECODE_CORRUPT;
}

/* ---- "Fetch" ------------------------------------------------------------------ */

int decode_fetch(const struct decode_blob *b, struct decode_fetch *f)
{
	const struct decode_section *found = NULL;
	for (uint32_t i = 0; i < b->nsections; i++) {
		if (b->sections[i].type == 4 && found)
			return -1;
		if (b->sections[i].type == 4)
			found = &b->sections[i];
	}
	if (!found)
		return 0;
	if (found->end - found->at != 48)
		return -1;
	const uint8_t *p = b->bytes + found->at;
	*f = (struct decode_fetch){.length = load(p + 16, 8),
	                           .digest = load(p + 24, 8),
	                           .status = get(p + 32, 2),
	                           .end = p[34],
	                           .profile = p[35],
	                           .outcome = p[36],
	                           .row = p[37],
	                           .revalidate = p[38]};
	const uint64_t fetched = load(p, 8), expires = load(p + 8, 8), since = load(p + 40, 8);
	memcpy(&f->fetched, &fetched, 8);
	memcpy(&f->expires, &expires, 8);
	memcpy(&f->since, &since, 8);
	return f->expires < f->fetched || f->since > f->fetched || p[39] || p[34] > 8 || p[35] > 3 || p[36] > 5 || p[37] > 10 ||
	                       p[38] > 1
	               ? -1
	               : 1;
}

void decode_close(struct decode_blob *b)
{
	for (uint32_t i = 0; i < b->nmachines; i++) {
		struct decode_machine *m = &b->machines[i];
		for (uint32_t k = 0; k < m->nnodes; k++)
			free(m->nodes[k].targets);
		free(m->nodes);
		free(m->node_of);
		free(m->globs);
		free(m->literals);
	}
	for (uint32_t i = 0; b->policies && i < b->npolicies; i++)
		free(b->policies[i].machines);
	free(b->machines);
	free(b->policies);
	free(b->names);
	free(b->sections);
	*b = (struct decode_blob){0};
}
