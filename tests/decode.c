/* decode.c - see decode.h: from octets to machines, policies and names.  docs/format.md
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
	if (len < 24)
		return DECODE_TRUNCATED;
	b->major = h[4];
	b->minor = h[5];
	b->dialect = h[6];
	b->form = h[7];
	b->size = get(h + 8, 4);
	b->match = h[12];
	b->flags = h[13];
	b->nsections = h[14];
	if (b->major != 1)
		return DECODE_VERSION;
	if (b->size > len)
		return DECODE_TRUNCATED;
	if (b->size < len || b->dialect > 4 || b->form > 2 || b->match > 5 || b->flags > 1 || h[15] != 0)
		return DECODE_CORRUPT;
	return load(h + len - 8, 8) == decode_checksum(h, len - 8) ? DECODE_OK : DECODE_CHECKSUM;
}

static int read_sections(struct decode_blob *b)
{
	struct decode_section *known[4] = {NULL, &b->machines_at, &b->policies_at, &b->agents_at};
	const uint32_t limit = b->size - 8, table = 16 + 8 * b->nsections;
	if (table > limit)
		return 0;
	b->sections = take(b->nsections, sizeof *b->sections);
	for (uint32_t i = 0; i < b->nsections; i++) {
		const uint8_t *entry = b->bytes + 16 + 8 * (size_t)i;
		struct decode_section *s = &b->sections[i];
		s->type = get(entry, 2);
		s->at = get(entry + 4, 4);
		s->end = i + 1 < b->nsections ? get(entry + 12, 4) : limit;
		if (get(entry + 2, 2) != 0 || s->at < (i ? b->sections[i - 1].at : table) || s->end < s->at || s->end > limit)
			return 0;
		if (s->type == 0 || (s->type <= 3 && known[s->type]->type))
			return 0;
		if (s->type <= 3)
			*known[s->type] = *s;
	}
	return b->machines_at.type && b->agents_at.type && b->size - b->machines_at.end >= 16;
}

/* ---- "Nodes" ----------------------------------------------------------------- */

/* A target of the code as one of decode.h; 0 when it is none. */
static int read_target(const struct decode_machine *m, const uint32_t *node_at, uint32_t value, uint32_t *target)
{
	*target = value;
	if (value < 2)
		return 1;
	if (value - 2 >= m->code || node_at[value - 2] == DECODE_NONE)
		return 0;
	*target = DECODE_NODE + node_at[value - 2];
	return 1;
}

/* What another octet does, as head and link say it. */
static int read_else(const struct decode_machine *m, struct decode_node *n, uint32_t number, const uint32_t *node_at,
                     const uint8_t **p)
{
	uint32_t value = 0;
	n->otherwise = n->branch ? n->head & 7u : n->head >> 1 & 3u;
	n->link = DECODE_NONE;
	if (n->otherwise == DECODE_ELSE_LINK || n->otherwise == DECODE_ELSE_GOTO) {
		value = get7(*p, m->width);
		*p += m->width;
	}
	switch (n->otherwise) {
	case DECODE_ELSE_DISALLOW:
	case DECODE_ELSE_SELF:
		return 1;
	case DECODE_ELSE_ALLOW:
		return !m->ranked;
	case DECODE_ELSE_HUB:
		n->link = m->hub == DECODE_NONE ? DECODE_NONE : DECODE_NODE + m->hub;
		return m->hub < number;
	case DECODE_ELSE_LINK:
		return read_target(m, node_at, value, &n->link) && n->link >= DECODE_NODE && n->link - DECODE_NODE < number;
	case DECODE_ELSE_GOTO:
		return read_target(m, node_at, value, &n->link);
	default:
		return 0;
	}
}

/* Where a run leads. */
static int read_next(const struct decode_machine *m, struct decode_node *n, uint32_t number, const uint32_t *node_at,
                     const uint8_t **p)
{
	n->next = n->head >> 3 & 3u;
	switch (n->next) {
	case 0:
		n->to = DECODE_NODE + number + 1;
		return number + 1 < m->nnodes;
	case 1:
		*p += m->width;
		return read_target(m, node_at, get7(*p - m->width, m->width), &n->to);
	default:
		n->to = n->next - 2;
		return 1;
	}
}

static int read_ways(const struct decode_machine *m, struct decode_node *n, const uint32_t *node_at, const uint8_t *p)
{
	n->targets = take(n->count, sizeof *n->targets);
	for (uint32_t i = 0; i < n->count; i++)
		if (!read_target(m, node_at, get7(p + (size_t)i * m->width, m->width), &n->targets[i]) ||
		    (i && n->octets[i] <= n->octets[i - 1]))
			return 0;
	return 1;
}

/* Octets of a node as its head and count say. */
static uint32_t node_octets(const struct decode_machine *m, const uint8_t *node)
{
	const uint8_t head = node[0];
	const int branch = head & 0x40;
	const unsigned otherwise = branch ? head & 7u : head >> 1 & 3u;
	uint32_t ints = otherwise == DECODE_ELSE_LINK || otherwise == DECODE_ELSE_GOTO;
	ints += m->ranked && head & 0x20;
	ints += branch ? node[1] : (head >> 3 & 3) == 1;
	return 2 + node[1] + ints * m->width;
}

/* A label as a node: a run.  Returns the octets of it, or 0. */
static uint32_t read_label(struct decode_machine *m, const struct decode_node *fan, const uint32_t *node_at, const uint8_t *p,
                           uint32_t room)
{
	struct decode_node *l = &m->nodes[m->nnodes + m->nlabels++];
	if (room == 0)
		return 0;
	*l = (struct decode_node){.head = p[0],
	                          .at = (uint32_t)(p - m->text),
	                          .label = 1,
	                          .otherwise = fan->otherwise,
	                          .link = fan->link,
	                          .next = p[0] >> 4 & 3u,
	                          .more = p[0] >> 6,
	                          .count = (p[0] & 15u) + 1,
	                          .octets = p + 1};
	l->size = 1 + l->count + (l->next == 1 ? m->width : 0);
	if (l->next == 0 || l->size > room)
		return 0;
	for (uint32_t i = 0; i < l->count; i++)
		if (l->octets[i] < 32 || l->octets[i] == '#' || l->octets[i] == '%')
			return 0;
	l->to = l->next - 2;
	return l->next != 1 || read_target(m, node_at, get7(p + 1 + l->count, m->width), &l->to) ? l->size : 0;
}

/* The labels of one entry, and the zeros behind them.  Returns where they end, or 0. */
static uint32_t read_labels(struct decode_machine *m, const struct decode_node *fan, const uint32_t *node_at, uint32_t at,
                            uint32_t end)
{
	const uint32_t step = fan->unit == 4 ? 1 : (uint32_t)1 << fan->unit;
	for (int more = 1; more;) {
		const uint32_t size = read_label(m, fan, node_at, m->text + at, end - at);
		if (size == 0)
			return 0;
		at += size;
		more = m->nodes[m->nnodes + m->nlabels - 1].more;
	}
	const uint32_t labels = fan->at + 11 + (fan->count << (fan->unit == 4));
	while ((at - labels) % step != 0 && at < end && m->text[at] == 0)
		at++;
	return at;
}

/* A fan, and its labels. */
static int read_fan(struct decode_machine *m, struct decode_node *n, uint32_t number, const uint32_t *node_at, const uint8_t *p)
{
	const uint8_t *none = p + 11;
	n->fan = 1;
	n->seed = p[2];
	if (n->marked || n->head & 8 || n->size < 11 || n->head % 8 > DECODE_ELSE_HUB || !read_else(m, n, number, node_at, &none) ||
	    (p[1] & 15) == 0 || (p[1] & 15) > 14)
		return 0;
	n->count = (uint32_t)1 << (p[1] & 15);
	n->unit = p[1] >> 4;
	for (int i = 0; i < 16; i++) {
		const unsigned key = i % 2 ? p[3 + i / 2] >> 4 : p[3 + i / 2] & 15;
		n->keys[i] = (uint8_t)(8 - key);
		if (key > 7)
			return 0;
	}
	const uint32_t first = m->nnodes + m->nlabels, wide = n->unit == 4, begin = 11 + (n->count << wide);
	if (n->unit > 4 || begin > n->size)
		return 0;
	uint32_t next = n->at + begin;
	n->targets = take(n->count, sizeof *n->targets);
	for (uint32_t i = 0; i < n->count; i++) {
		const uint8_t *entry = p + begin - ((i + 1) << wide);
		const uint32_t at = n->at + begin + (wide ? get7(entry, 2) : (uint32_t)*entry << n->unit);
		if (at != next && at != n->at + begin)
			return 0;
		n->targets[i] = DECODE_NODE + (at == next ? m->nnodes + m->nlabels : first);
		if (at == next)
			next = read_labels(m, n, node_at, at, n->at + n->size);
		if (next == 0)
			return 0;
	}
	return next == n->at + n->size;
}

/* A node that ends where the next begins, so that only its first octet has bit 7 set. */
static int read_node(struct decode_machine *m, const uint8_t *code, uint32_t number, const uint32_t *node_at)
{
	struct decode_node *n = &m->nodes[number];
	const uint8_t *p = code + n->at;
	if (n->size < 2)
		return 0;
	n->head = p[0];
	n->branch = (n->head & 0x40) != 0;
	n->e = (n->head & 0x20) != 0;
	n->careful = !n->branch && n->head & 1;
	n->marked = m->ranked && n->e;
	if (n->branch && n->head & 0x10)
		return read_fan(m, n, number, node_at, p);
	n->count = p[1];
	if (node_octets(m, p) != n->size || (n->branch ? (n->head & 8) != 0 : n->count == 0))
		return 0;
	p += 2;
	if (n->marked) {
		n->mark = get7(p, m->width);
		if (n->mark & 1 && n->mark >> 1 >= m->nmarks)
			return 0;
		p += m->width;
	}
	if (!n->branch && n->count > 16 && ((n->head >> 1 & 3) == DECODE_ELSE_HUB || (n->head >> 1 & 3) == DECODE_ELSE_LINK))
		return 0;
	if (!read_else(m, n, number, node_at, &p) || (!n->branch && !read_next(m, n, number, node_at, &p)))
		return 0;
	n->octets = p;
	return !n->branch || read_ways(m, n, node_at, p + n->count);
}

static void number_states(struct decode_machine *m)
{
	m->nstates = DECODE_START;
	for (uint32_t i = 0; i < m->nnodes; i++) {
		m->nodes[i].state = m->nstates;
		m->nstates += m->nodes[i].branch ? 1 : m->nodes[i].count;
	}
	m->node_of = take(m->nstates, sizeof *m->node_of);
	for (uint32_t i = 0; i < m->nnodes; i++)
		for (uint32_t s = m->nodes[i].state; s < (i + 1 < m->nnodes ? m->nodes[i + 1].state : m->nstates); s++)
			m->node_of[s] = i;
}

static int read_code(struct decode_machine *m, const uint8_t *code, uint32_t hub)
{
	uint32_t *node_at = take(m->code, sizeof *node_at);
	int ok = code[0] & 0x80;
	m->nodes = take(m->code + 1, sizeof *m->nodes); /* no label without an octet, but one that is missing */
	for (uint32_t at = 0; at < m->code; at++) {
		node_at[at] = code[at] & 0x80 ? m->nnodes : DECODE_NONE;
		if (code[at] & 0x80)
			m->nodes[m->nnodes++].at = at;
	}
	for (uint32_t i = 0; i < m->nnodes; i++)
		m->nodes[i].size = (i + 1 < m->nnodes ? m->nodes[i + 1].at : m->code) - m->nodes[i].at;
	m->hub = hub && hub < m->code ? node_at[hub] : DECODE_NONE;
	if (hub && m->hub == DECODE_NONE)
		ok = 0;
	if (m->scan && (m->hub == DECODE_NONE || (code[hub] & (m->ranked ? 0xFF : 0xDF)) != 0xC4))
		ok = 0;
	for (uint32_t i = 0; i < m->nnodes && ok; i++)
		ok = read_node(m, code, i, node_at);
	free(node_at);
	m->nnodes += m->nlabels;
	if (ok)
		number_states(m);
	return ok;
}

/* ---- "Machines" -------------------------------------------------------------- */

static int read_tables(struct decode_machine *m, const uint8_t *p)
{
	m->marks = take(m->nmarks, sizeof *m->marks);
	m->gates = take(m->ngates, sizeof *m->gates);
	for (uint32_t i = 0; i < m->nmarks; i++) {
		for (int k = 0; k < DECODE_MARK_FIELDS; k++, p += m->unit)
			m->marks[i][k] = get(p, m->unit);
		if (m->marks[i][2] > m->ngates)
			return 0;
	}
	for (uint32_t i = 0; i < m->ngates; i++) {
		for (int k = 0; k < DECODE_GATE_FIELDS; k++, p += m->unit)
			m->gates[i][k] = get(p, m->unit);
		if (m->gates[i][0] > m->registers || m->gates[i][1] > m->registers || m->gates[i][2] > m->registers ||
		    m->gates[i][6] > i)
			return 0;
	}
	return 1;
}

/* The ranges of a set ascend. */
static int ascend(const uint8_t *set)
{
	for (int i = 0; i < set[0]; i++)
		if (set[1 + 2 * i] > set[2 + 2 * i] || (i > 0 && set[1 + 2 * i] <= set[2 * i]))
			return 0;
	return 1;
}

/* "Programs": each is a row of instructions. */
static int read_programs(const struct decode_blob *b, const struct decode_machine *m)
{
	for (uint32_t at = 0; at < m->code;) {
		if (m->code - at < 2 * m->unit)
			return 0;
		const uint32_t size = get(m->text + at + m->unit, m->unit);
		at += 2 * m->unit;
		if (size > m->code - at)
			return 0;
		for (const uint32_t end = at + size; at < end;) {
			const uint8_t op = m->text[at++];
			if (op == 0xFA) {
				if (at == end || end - at < 1 + 2 * (uint32_t)m->text[at] || !ascend(m->text + at))
					return 0;
				at += 1 + 2 * (uint32_t)m->text[at];
			} else if (op == 0xFC ? at != end : op >= 0x80 && op != 0xFB && op != 0xFD) {
				return 0;
			} else if (b->form == 2 && op < 0x20) {
				if (op >= 0x10 || at == end || m->text[at] < 0x10 || m->text[at] >= 0x20)
					return 0;
				at++;
			}
		}
	}
	return 1;
}

static int read_machine(const struct decode_blob *b, struct decode_machine *m, uint32_t at)
{
	const uint8_t *p = b->bytes + b->machines_at.at + at;
	const uint32_t room = b->machines_at.end - b->machines_at.at - at;
	m->at = at;
	m->flags = p[0];
	m->ranked = p[0] & 1;
	m->width = (p[0] >> 1 & 3u) + 2;
	m->fallback = (p[0] & 8) != 0;
	m->unit = p[0] & 16 ? 4 : 2;
	const uint32_t fields = m->ranked ? 8 : 2;
	uint64_t size = 1 + (uint64_t)fields * m->unit;
	uint32_t field[8] = {0};
	m->is_programs = p[0] >> 7;
	if (m->width > 4 || size > room)
		return 0;
	for (uint32_t i = 0; i < fields; i++)
		field[i] = get(p + 1 + (size_t)i * m->unit, m->unit);
	m->code = field[0];
	m->stop[0] = field[2];
	m->stop[1] = field[3];
	m->top = field[4];
	m->registers = field[5];
	m->nmarks = field[6];
	m->ngates = field[7];
	size += m->unit * (DECODE_MARK_FIELDS * (uint64_t)m->nmarks + DECODE_GATE_FIELDS * (uint64_t)m->ngates);
	const uint32_t scan = p[0] & 32 ? 16 : 0, pairs = p[0] & 64 ? 48 : 0;
	size += scan + pairs;
	if (size + m->code > room || m->code == 0 || m->registers > 512 || (scan && field[1] == 0) || (pairs && !scan))
		return 0;
	m->scan = scan ? p + size - pairs - scan : NULL;
	m->pairs = pairs ? p + size - pairs : NULL;
	m->code_at = (uint32_t)(b->machines_at.at + at + size);
	m->size = (uint32_t)size + m->code;
	m->text = b->bytes + m->code_at;
	m->hub = DECODE_NONE;
	if (m->is_programs)
		return m->ranked && !(p[0] & 0x66) && !(field[1] | field[5] | field[6] | field[7]) && read_programs(b, m);
	return (!m->ranked || read_tables(m, p + 1 + (size_t)fields * m->unit)) && read_code(m, b->bytes + m->code_at, field[1]);
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
		if (member >= b->nmachines || !b->machines[member].ranked)
			return 0;
		if (i > 0 && (b->machines[member].top > b->machines[*before].top ||
		              (b->machines[member].top == b->machines[*before].top && member <= *before)))
			return 0;
		policy->machines[i] = member;
	}
	return 1;
}

/* Without a section, the machine that stands first is the only policy. */
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
	if (size < 2 || (p[0] != 2 && p[0] != 4) || p[1] != 0 || size < 2 + 2u * p[0])
		return 0;
	const unsigned w = b->agents_unit = p[0];
	const uint32_t n = get(p + 2, w), rest = size - 2 - 2 * w;
	b->star = get(p + 2 + w, w);
	if (n > rest / (2 * w) || b->star >> 1 > b->npolicies)
		return 0;
	const uint8_t *offsets = p + 2 + 2 * w, *policies = offsets + (size_t)n * w, *text = policies + (size_t)n * w;
	const uint32_t text_size = rest - 2 * w * n;
	b->nnames = n;
	b->names = take(n, sizeof *b->names);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t at = get(offsets + (size_t)i * w, w),
			       end = i + 1 < n ? get(offsets + (size_t)(i + 1) * w, w) : text_size;
		b->names[i] = (struct decode_name){text + at, end - at, get(policies + (size_t)i * w, w)};
		if (at > end || end > text_size || b->names[i].policy >> 1 > b->npolicies)
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
		free(m->marks);
		free(m->gates);
	}
	for (uint32_t i = 0; b->policies && i < b->npolicies; i++)
		free(b->policies[i].machines);
	free(b->machines);
	free(b->policies);
	free(b->names);
	free(b->sections);
	*b = (struct decode_blob){0};
}
