/* forge_nodes.c - see forge_map.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "forge_map.h"

#include <string.h>

#include "tests/runtime/match/layout.h"
#include "tests/support/product.h"

#define NODE_MAX 8192      /* octets of a new node, at most */
#define PREFIX_BITS_MADE 6 /* bits of a new prefix table, at most */
#define WAYS_MADE 12
#define SLOTS 300 /* slots of a node; others are ignored */
#define ELSES 8   /* values of BRANCH_ELSE */

uint32_t forge_below(struct forge *f, uint32_t n)
{
	return (uint32_t)product_below(&f->chance, n);
}

/* True with probability 1 / n. */
static int one_in(struct forge *f, uint32_t n)
{
	return forge_below(f, n) == 0;
}

uint32_t forge_number(struct forge *f, uint32_t limit)
{
	static const uint32_t limits[] = {0,     1,     2,     127,      128,      255,        256,        16383,      32767,
	                                  32768, 65535, 65536, 1u << 21, 1u << 28, 0x7FFFFFFF, 0x80000000, 0xFFFFFFEF, 0xFFFFFFFF};

	switch (forge_below(f, 8)) {
	case 0:
		return limits[forge_below(f, sizeof limits / sizeof *limits)];
	case 1: /* the limit of any field */
		return (uint32_t)layout[forge_below(f, LAYOUT_COUNT)].high + forge_below(f, 3) - 1;
	case 2:
	case 3:
		return limit + forge_below(f, 3) - 1;
	default:
		return limit > 0 ? forge_below(f, limit + 1 < limit ? limit : limit + 1) : 0;
	}
}

uint8_t forge_octet(struct forge *f)
{
	static const char usual[] = "aaabbcxxy/.", special[] = "#%?/*$;&=2F\0\1\17\20\37\40\177";

	switch (forge_below(f, 32)) {
	case 0:
		return (uint8_t)forge_below(f, 256);
	case 1:
	case 2:
	case 3:
	case 4:
		return (uint8_t)forge_below(f, 128);
	case 5:
	case 6:
	case 7:
	case 8:
	case 9:
	case 10:
	case 11:
		return (uint8_t)special[forge_below(f, sizeof special - 1)];
	default:
		return (uint8_t)usual[forge_below(f, sizeof usual - 1)];
	}
}

/* ---- new nodes --------------------------------------------------------------- */

/* A node or prefix table under construction. */
struct making {
	struct forge *f;
	const struct forge_machine *m;
	uint32_t at, end; /* offsets in the code: of the node, and the end of what it replaces */
	uint8_t octets[NODE_MAX];
	size_t n;
};

static void put(struct making *w, unsigned octet)
{
	if (w->n < NODE_MAX)
		w->octets[w->n++] = (uint8_t)octet;
}

static void put7(struct making *w, uint32_t value)
{
	if (w->n + w->m->width <= NODE_MAX)
		forge_store7(w->octets + w->n, value, w->m->width);
	w->n += w->m->width;
}

/* The offset of a random node between two places of the code; low if there is none. */
static uint32_t any_node(struct forge *f, const struct forge_machine *m, size_t low, size_t high)
{
	uint32_t n = 0, nth;

	for (size_t at = low; at < high; at++)
		n += (f->bytes[at] & NODE_BIT) != 0;
	nth = n > 0 ? forge_below(f, n) : 0;
	for (size_t at = low; at < high; at++)
		if (f->bytes[at] & NODE_BIT && nth-- == 0)
			return (uint32_t)(at - m->code);
	return (uint32_t)(low - m->code);
}

/* A target for a node that ends at an offset; in a filter usually a node after it. */
static uint32_t any_target(struct forge *f, const struct forge_machine *m, uint32_t end)
{
	const uint32_t size = (uint32_t)(m->globs - m->code);

	switch (forge_below(f, m->filter ? 48 : 16)) {
	case 0:
		return TARGET_NODE + (size > 0 ? forge_below(f, size) : 0); /* rarely a node */
	case 1:
		return TARGET_NODE + forge_number(f, size);
	case 2:
	case 3:
		return forge_below(f, 2);
	default:
		return TARGET_NODE + any_node(f, m, m->code + (m->filter ? end : 0), m->globs);
	}
}

/* The target of a link; usually before the node. */
static uint32_t any_link(struct making *w)
{
	if (one_in(w->f, 12))
		return any_target(w->f, w->m, w->end);
	return TARGET_NODE + any_node(w->f, w->m, w->m->code, w->m->code + w->at);
}

uint32_t forge_mark(struct forge *f, const struct forge_machine *m)
{
	if (m->nliterals > 0 && !one_in(f, 4))
		return forge_below(f, m->nliterals) << 1 | MARK_LITERAL;
	return one_in(f, 8) ? forge_number(f, m->nliterals) << 1 | MARK_LITERAL : forge_number(f, 40) << 1;
}

/* The offset of the root; beyond the code if there is none. */
static uint32_t root_of(const struct forge *f, const struct forge_machine *m)
{
	return forge_field(f, m, MACHINE_ROOT) - 1;
}

/* A way for other octets; usually one that is allowed in a node with this head, or in a prefix
 * table.  With ELSE_ROOT, a machine without a root gets one. */
static unsigned any_else(struct forge *f, const struct forge_machine *m, unsigned in)
{
	unsigned otherwise = forge_below(f, ELSES);

	if (one_in(f, m->filter ? 64 : 16))
		return otherwise;
	while (!layout_value_in(PART_ELSE, otherwise, in))
		otherwise = forge_below(f, ELSES);
	if (otherwise == ELSE_ROOT && forge_field(f, m, MACHINE_ROOT) == 0)
		forge_set_field(f, m, MACHINE_ROOT, (uint64_t)any_node(f, m, m->code, m->globs) + 1);
	return otherwise;
}

static unsigned node_in(const struct forge_machine *m, unsigned head)
{
	return layout_in(m->filter != 0, head, 0);
}

/* Put the fields after head and count, up to the target for other octets. */
static void put_fields(struct making *w, unsigned head, unsigned otherwise)
{
	if (w->m->filter && head & NODE_E)
		put7(w, forge_mark(w->f, w->m));
	if (otherwise == ELSE_DEFAULT)
		put7(w, any_link(w));
	if (otherwise == ELSE_GOTO)
		put7(w, any_target(w->f, w->m, w->end));
}

/* The next way of a run or prefix; usually one that is allowed. */
static unsigned any_next(struct forge *f, unsigned in)
{
	unsigned next = forge_below(f, 4);

	while (!layout_value_in(PART_NEXT, next, in) && !one_in(f, 32))
		next = forge_below(f, 4);
	return next;
}

static unsigned any_run_length(struct forge *f)
{
	switch (forge_below(f, 8)) {
	case 0:
		return RUN_MAX_DEFAULT + forge_below(f, 3) - 1;
	case 1:
	case 2:
	case 3:
		return 1 + forge_below(f, RUN_MAX_DEFAULT);
	default:
		return 1 + forge_below(f, RUN_MAX + 1);
	}
}

static void make_run(struct making *w)
{
	const unsigned count = any_run_length(w->f), alike = forge_below(w->f, 3), in = node_in(w->m, 0);
	const unsigned next = any_next(w->f, in), otherwise = any_else(w->f, w->m, in) & 3;
	const unsigned careful = !w->m->filter || one_in(w->f, 64) ? forge_below(w->f, 2) : 0;
	const unsigned e = one_in(w->f, 3) ? NODE_E : 0;
	uint8_t octet = forge_octet(w->f);

	put(w, NODE_BIT | e | next << RUN_NEXT_SHIFT | otherwise << RUN_ELSE_SHIFT | careful);
	put(w, count);
	put_fields(w, e, otherwise);
	if (next == NEXT_GOTO)
		put7(w, any_target(w->f, w->m, w->end));
	for (unsigned i = 0; i < count; i++) {
		put(w, octet);
		octet = alike > 0 ? octet : forge_octet(w->f);
	}
}

static void make_branch(struct making *w)
{
	const unsigned otherwise = any_else(w->f, w->m, node_in(w->m, NODE_BRANCH)), e = one_in(w->f, 3) ? NODE_E : 0;
	const int leaf = w->m->filter && w->m->code + w->end >= w->m->globs; /* no node follows */
	uint8_t ways[128] = {0};
	unsigned count = 0;

	for (unsigned i = leaf ? 0 : forge_below(w->f, one_in(w->f, 16) ? 128 : WAYS_MADE); i > 0; i--)
		ways[forge_octet(w->f) & 127] = 1;
	for (unsigned c = 0; c < 128; c++)
		count += ways[c];
	put(w, NODE_BIT | NODE_BRANCH | e | (one_in(w->f, 64) ? BRANCH_RESERVED : 0) | otherwise);
	put(w, count);
	put_fields(w, e, otherwise);
	for (unsigned c = 0; c < 128; c++)
		if (ways[c])
			put(w, c);
	for (unsigned i = 0; i < count; i++)
		put7(w, any_target(w->f, w->m, w->end));
}

/* Put the prefixes of one value of the hash, and zeros up to the place of the next value's. */
static void put_prefixes(struct making *w, size_t prefixes, unsigned unit)
{
	unsigned more;

	do {
		const unsigned count = one_in(w->f, 3) ? forge_below(w->f, PREFIX_MAX) : forge_below(w->f, 4);
		const unsigned next = any_next(w->f, w->m->filter ? IN_FILTER_PREFIXES : IN_DFA_PREFIXES);

		more = one_in(w->f, 6) ? PREFIX_MORE : 0;
		put(w, more | next << PREFIX_NEXT_SHIFT | count);
		for (unsigned i = 0; i <= count; i++)
			put(w, forge_octet(w->f));
		if (next == NEXT_GOTO)
			put7(w, any_target(w->f, w->m, 0));
	} while (more);
	while ((w->n - prefixes) % ((size_t)1 << unit) != 0 && w->n < NODE_MAX)
		put(w, 0);
}

static void put_entry(struct making *w, size_t prefixes, unsigned unit, uint32_t value)
{
	const size_t offset = w->n - prefixes;

	if (unit > PREFIX_UNIT_MAX)
		forge_store7(w->octets + prefixes - 2 * (size_t)value - 2, (uint32_t)offset, 2);
	else
		w->octets[prefixes - value - 1] = (uint8_t)(offset >> unit & 0x7F);
}

static void make_prefix_table(struct making *w)
{
	const unsigned bits = one_in(w->f, 12) ? 0 : 1 + forge_below(w->f, one_in(w->f, 8) ? PREFIX_BITS_MADE : 2);
	const unsigned unit = forge_below(w->f, PREFIX_WIDE + 1);
	const unsigned few = 1 + forge_below(w->f, 4), filter = w->m->filter != 0;
	const unsigned e = (!filter || one_in(w->f, 64)) && one_in(w->f, 2) ? PREFIX_E : 0;
	const uint32_t values = (uint32_t)1 << bits;

	put(w, e | any_else(w->f, w->m, filter ? IN_FILTER_PREFIXES : IN_DFA_PREFIXES));
	put(w, unit << PREFIX_UNIT_SHIFT | bits);
	put(w, forge_below(w->f, PREFIX_SEEDS));
	for (unsigned i = 0; i < PREFIX_KEYS; i++)
		put(w, forge_below(w->f, 128) & 0x77);
	for (uint32_t i = 0; i < values << (unit > PREFIX_UNIT_MAX); i++)
		put(w, 0);
	const size_t prefixes = w->n;
	for (uint32_t i = 0; i < values; i++)
		if (i == 0 || one_in(w->f, few)) {
			put_entry(w, prefixes, unit, i);
			put_prefixes(w, prefixes, unit > PREFIX_UNIT_MAX ? 0 : unit);
		}
}

/* Replace the octets from begin to end by a node of the kind. */
static int put_node(struct forge *f, const struct forge_machine *m, size_t begin, size_t end, enum forge_kind kind)
{
	struct making w = {.f = f, .m = m, .at = (uint32_t)(begin - m->code), .end = (uint32_t)(end - m->code)};

	if (kind == FORGE_RUN)
		make_run(&w);
	else
		make_branch(&w);
	return w.n <= NODE_MAX && forge_replace_code(f, m, begin, end, w.octets, w.n);
}

static enum forge_kind any_node_kind(struct forge *f)
{
	return (enum forge_kind)(FORGE_RUN + forge_below(f, 2));
}

/* ---- changes ----------------------------------------------------------------- */

/* A node that was chosen. */
struct chosen {
	size_t begin, end;
	struct forge_slot slots[SLOTS];
	size_t nslots;
};

static int choose(struct forge *f, const struct forge_machine *m, struct chosen *c)
{
	const uint32_t n = forge_count_nodes(f, m);

	/* The last node is chosen more often: nothing follows it. */
	if (n == 0 || !forge_node_at(f, m, one_in(f, 8) ? n - 1 : forge_below(f, n), &c->begin, &c->end))
		return 0;
	c->nslots = forge_slots(f, m, c->begin, c->end, c->slots, SLOTS);
	return 1;
}

/* Replace, add or remove the prefix table. */
static int put_prefix_table(struct forge *f, const struct forge_machine *m)
{
	struct making w = {.f = f, .m = m};
	const int had = m->flags & MACHINE_PREFIXES;
	uint8_t size[4] = {0};

	if (had && one_in(f, 4)) {
		f->bytes[m->at] ^= MACHINE_PREFIXES;
		const size_t field = m->fields + (size_t)forge_prefix_table_field(m) * m->unit;
		return forge_replace(f, m->section, field, m->tables, NULL, 0);
	}
	make_prefix_table(&w);
	if (w.n > NODE_MAX || (!had && !forge_replace(f, m->section, m->prefix_table, m->prefix_table, size, m->unit)))
		return 0;
	if (had)
		return forge_replace_prefix_table(f, m, m->prefix_table, m->tables, w.octets, w.n);
	f->bytes[m->at] |= MACHINE_PREFIXES;
	forge_store(f->bytes + m->prefix_table, w.n, m->unit); /* the new field */
	return forge_replace(f, m->section, m->prefix_table + m->unit, m->prefix_table + m->unit, w.octets, w.n);
}

/* Change the root.  A filter has a root exactly if it has a start table. */
static int change_root(struct forge *f, const struct forge_machine *m)
{
	const uint32_t size = (uint32_t)(m->globs - m->code);
	uint32_t root = any_node(f, m, m->code, m->globs) + 1;

	if (m->filter && !(m->flags & MACHINE_SCAN) && !one_in(f, 8))
		return 0;
	if (one_in(f, 6))
		root = one_in(f, 2) && size > 0 ? forge_below(f, size) : forge_number(f, size);
	forge_set_field(f, m, MACHINE_ROOT, root);
	return 1;
}

static int change_root_node(struct forge *f, const struct forge_machine *m)
{
	const size_t root = m->code + root_of(f, m);
	size_t end = root + 1;

	if (forge_field(f, m, MACHINE_ROOT) == 0 || root >= m->globs)
		return 0;
	while (end < m->globs && !(f->bytes[end] & NODE_BIT))
		end++;
	return put_node(f, m, root, end, any_node_kind(f));
}

static int change_head(struct forge *f, const struct chosen *c)
{
	if (one_in(f, 4))
		f->bytes[c->begin] = (uint8_t)(NODE_BIT | forge_below(f, 128));
	else
		f->bytes[c->begin] ^= (uint8_t)(1u << forge_below(f, one_in(f, 8) ? 8 : 7));
	return 1;
}

/* Change "else", and add or remove its target. */
static int change_else(struct forge *f, const struct forge_machine *m, const struct chosen *c)
{
	const uint8_t head = f->bytes[c->begin];
	const unsigned branch = head & NODE_BRANCH, shift = branch ? 0 : RUN_ELSE_SHIFT, mask = branch ? BRANCH_ELSE : RUN_ELSE;
	const unsigned before = (head & mask) >> shift, after = any_else(f, m, node_in(m, head)) & (mask >> shift);
	const size_t at = c->begin + 2 + (m->filter && head & NODE_E ? m->width : 0);
	const int had = layout_has_target(PART_ELSE, before), has = layout_has_target(PART_ELSE, after);
	struct making w = {.f = f, .m = m, .at = (uint32_t)(c->begin - m->code), .end = (uint32_t)(c->end - m->code)};

	f->bytes[c->begin] = (uint8_t)((head & ~mask) | after << shift);
	if ((!had && !has) || at + (had ? m->width : 0) > c->end)
		return 1;
	if (has)
		put7(&w, after == ELSE_DEFAULT ? any_link(&w) : any_target(f, m, w.end));
	return forge_replace_code(f, m, at, at + (had ? m->width : 0), w.octets, w.n);
}

static int change_target(struct forge *f, const struct forge_machine *m, const struct chosen *c)
{
	if (c->nslots == 0)
		return 0;
	const size_t at = c->slots[forge_below(f, (uint32_t)c->nslots)].at;
	forge_store7(f->bytes + at, any_target(f, m, (uint32_t)(c->end - m->code)), m->width);
	return 1;
}

static int change_octet(struct forge *f, const struct chosen *c)
{
	const size_t size = c->end - c->begin;

	if (size < 3)
		return 0;
	/* Literal octets are the last ones of a run. */
	const size_t at = f->bytes[c->begin] & NODE_BRANCH ? 1 + forge_below(f, (uint32_t)size - 1)
	                                                   : size - 1 - forge_below(f, (uint32_t)(size - 2));
	f->bytes[c->begin + at] = forge_octet(f);
	return 1;
}

static int has_prefix_table(const struct forge_machine *m)
{
	return m->flags & MACHINE_PREFIXES && m->tables - m->prefix_table > PREFIX_AT_ENTRIES;
}

static int change_prefix_table_field(struct forge *f, const struct forge_machine *m)
{
	uint8_t *prefix_table = f->bytes + m->prefix_table;
	const size_t room = m->tables - m->prefix_table - PREFIX_AT_ENTRIES,
		     entries = (size_t)1 << (prefix_table[PREFIX_AT_SHAPE] & PREFIX_BITS);
	const uint32_t key = PREFIX_AT_KEYS + forge_below(f, 8);

	switch (forge_below(f, 6)) {
	case 0:
		prefix_table[PREFIX_AT_SHAPE] = (uint8_t)forge_below(f, (PREFIX_WIDE + 2) << PREFIX_UNIT_SHIFT);
		break;
	case 1:
		prefix_table[PREFIX_AT_SEED] = (uint8_t)forge_below(f, one_in(f, 8) ? 256 : PREFIX_SEEDS);
		break;
	case 2:
		prefix_table[key] = (uint8_t)forge_below(f, one_in(f, 8) ? 256 : 128);
		break;
	case 3:
		prefix_table[PREFIX_AT_ELSE] =
			(uint8_t)(one_in(f, 4) ? forge_below(f, 256) : (prefix_table[PREFIX_AT_ELSE] ^ PREFIX_E));
		break;
	default: {
		const uint32_t entry = forge_below(f, (uint32_t)(entries < room ? entries : room));

		prefix_table[PREFIX_AT_ENTRIES + entry] = (uint8_t)forge_below(f, one_in(f, 2) ? 16 : one_in(f, 8) ? 256 : 128);
	}
	}
	return 1;
}

/* The offset of the n-th prefix of a prefix table; 0 if there is none. */
static size_t prefix_at(const struct forge *f, const struct forge_machine *m, uint32_t n)
{
	const uint8_t shape = f->bytes[m->prefix_table + PREFIX_AT_SHAPE];
	size_t at = m->prefix_table + PREFIX_AT_ENTRIES +
	            ((size_t)1 << (shape & PREFIX_BITS) << (shape >> PREFIX_UNIT_SHIFT > PREFIX_UNIT_MAX));

	while (at < m->tables) {
		const uint8_t head = f->bytes[at];

		if (head != 0 && n-- == 0)
			return at;
		if (head != 0)
			at += (head & PREFIX_COUNT) + 1u + ((head & PREFIX_NEXT) >> PREFIX_NEXT_SHIFT == NEXT_GOTO ? m->width : 0);
		at++;
	}
	return 0;
}

/* Change the head, an octet or the target of a prefix. */
static int change_prefix(struct forge *f, const struct forge_machine *m)
{
	struct forge_slot slots[SLOTS];
	const size_t nslots = forge_prefix_table_slots(f, m, slots, SLOTS);
	uint32_t prefixes = 0;

	while (prefix_at(f, m, prefixes) != 0)
		prefixes++;
	if (prefixes == 0)
		return 0;
	const size_t at = prefix_at(f, m, forge_below(f, prefixes));
	const size_t octet = at + 1 + forge_below(f, (f->bytes[at] & PREFIX_COUNT) + 1u);
	if (nslots > 0 && one_in(f, 3))
		forge_store7(f->bytes + slots[forge_below(f, (uint32_t)nslots)].at, any_target(f, m, 0), m->width);
	else if (one_in(f, 4))
		f->bytes[at] ^= (uint8_t)(1u << forge_below(f, 8));
	else if (octet < m->tables)
		f->bytes[octet] = one_in(f, 2) ? (uint8_t) "#%?/"[forge_below(f, 4)] : (uint8_t)forge_below(f, 128);
	return 1;
}

/* Change or add the mark of a node of a filter; reverse the verdict of a node of a DFA. */
static int change_mark_node(struct forge *f, const struct forge_machine *m, const struct chosen *c)
{
	const uint8_t head = f->bytes[c->begin];
	uint8_t mark[4];

	if (!m->filter) {
		f->bytes[c->begin] ^= NODE_E;
		return 1;
	}
	if (root_of(f, m) == c->begin - m->code && !one_in(f, 8))
		return 0;
	forge_store7(mark, forge_mark(f, m), m->width);
	f->bytes[c->begin] |= NODE_E;
	const size_t had = head & NODE_E && c->begin + 2 + m->width <= c->end ? m->width : 0;
	return forge_replace_code(f, m, c->begin + 2, c->begin + 2 + had, mark, m->width);
}

int forge_code(struct forge *f, const struct forge_machine *m, enum forge_kind kind)
{
	struct chosen c;

	if (kind == FORGE_PREFIXES)
		return put_prefix_table(f, m);
	if (kind == FORGE_PREFIX_FIELD)
		return has_prefix_table(m) && change_prefix_table_field(f, m);
	if (kind == FORGE_PREFIX)
		return has_prefix_table(m) && change_prefix(f, m);
	if (kind == FORGE_INSERT && (m->code == m->globs || one_in(f, 8)))
		return put_node(f, m, m->globs, m->globs, any_node_kind(f));
	if (!choose(f, m, &c) || c.end - c.begin < 2)
		return 0;
	switch (kind) {
	case FORGE_ROOT:
		return change_root(f, m);
	case FORGE_ROOT_NODE:
		return change_root_node(f, m);
	case FORGE_INSERT:
		return put_node(f, m, c.begin, c.begin, any_node_kind(f));
	case FORGE_REMOVE:
		return forge_replace_code(f, m, c.begin, c.end, NULL, 0);
	case FORGE_HEAD:
		return change_head(f, &c);
	case FORGE_ELSE:
		return change_else(f, m, &c);
	case FORGE_TARGET:
		return change_target(f, m, &c);
	case FORGE_OCTET:
		return change_octet(f, &c);
	case FORGE_MARK_NODE:
		return change_mark_node(f, m, &c);
	default:
		return put_node(f, m, c.begin, c.end, kind);
	}
}

/* ---- wider integers ------------------------------------------------------------ */

#define CODE_WIDENED 4096 /* octets of code that can be widened, at most */

/* The code before and after its integers get wider. */
struct widening {
	const struct forge *f;
	const struct forge_machine *m;
	uint8_t octets[2 * CODE_WIDENED];
	size_t n;
	uint32_t offsets[CODE_WIDENED + 1]; /* the new offset of each octet */
	size_t targets[CODE_WIDENED], ntargets;
};

/* Copy octets up to a place. */
static size_t widen_octets(struct widening *w, size_t at, size_t to)
{
	for (; at < to; at++) {
		w->offsets[at - w->m->code] = (uint32_t)w->n;
		w->octets[w->n++] = w->f->bytes[at];
	}
	return at;
}

/* Copy an integer, and add zero as its highest octet. */
static size_t widen_integer(struct widening *w, size_t at, int is_target)
{
	if (is_target)
		w->targets[w->ntargets++] = w->n;
	at = widen_octets(w, at, at + w->m->width);
	w->octets[w->n++] = 0;
	return at;
}

static void widen_node(struct widening *w, size_t begin, size_t end)
{
	struct forge_slot slots[SLOTS];
	const size_t nslots = forge_slots(w->f, w->m, begin, end, slots, SLOTS);
	size_t at = widen_octets(w, begin, begin + 2);

	if (w->m->filter && w->f->bytes[begin] & NODE_E && at + w->m->width <= end)
		at = widen_integer(w, at, 0);
	for (size_t i = 0; i < nslots; i++)
		if (slots[i].at >= at)
			at = widen_integer(w, widen_octets(w, at, slots[i].at), 1);
	widen_octets(w, at, end);
}

int forge_widen_code(struct forge *f, const struct forge_machine *m)
{
	static struct widening w;
	const size_t size = m->globs - m->code;
	const uint32_t root = root_of(f, m);
	size_t begin, end;

	if (m->width > 3 || size > CODE_WIDENED || size == 0 || m->flags & MACHINE_PREFIXES || !(f->bytes[m->code] & NODE_BIT))
		return 0;
	w.f = f, w.m = m, w.n = w.ntargets = 0;
	for (uint32_t i = 0; forge_node_at(f, m, i, &begin, &end); i++) {
		if (end - begin < 2)
			return 0;
		widen_node(&w, begin, end);
	}
	w.offsets[size] = (uint32_t)w.n;
	for (size_t i = 0; i < w.ntargets; i++) {
		uint8_t *at = w.octets + w.targets[i];
		const uint32_t target = forge_load7(at, m->width + 1);

		if (target >= TARGET_NODE && target - TARGET_NODE <= size)
			forge_store7(at, TARGET_NODE + w.offsets[target - TARGET_NODE], m->width + 1);
	}
	if (!forge_replace(f, m->section, m->code, m->globs, w.octets, w.n))
		return 0;
	forge_set_field(f, m, MACHINE_CODE, w.n);
	if (root < size)
		forge_set_field(f, m, MACHINE_ROOT, (uint64_t)w.offsets[root] + 1);
	f->bytes[m->at] = (uint8_t)(m->flags + (1u << MACHINE_WIDTH_SHIFT));
	return 1;
}
