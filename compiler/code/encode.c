/* encode.c - see machine.h.
 *
 * Nodes are laid out breadth-first, except that a run's target comes right after it where possible.
 * The target of a default edge comes before the node that has the edge.  In a filter a node comes
 * after all its predecessors.
 *
 * SPDX-License-Identifier: Apache-2.0 */

#include <stdbool.h>
#include <string.h>

#include "match/percent.h"
#include "machine.h"

#define UNPLACED UINT32_MAX

/* The node that begins with a state. */
struct shape {
	bool run;
	uint32_t size; /* octets of the run, or number of edges */
	uint32_t next; /* the state after the run */
	bool careful;
};

struct encoder {
	struct arena *arena;
	const struct machine *m;
	uint32_t root;
	uint8_t careful; /* class of octets that make a run RUN_CAREFUL */
	uint32_t *node;  /* first state of each node, in the order of the code */
	uint32_t nnodes;
	uint32_t *position; /* of each state: its index in node[], or UNPLACED */
	/* filter, of each state: edges to it from states that are not placed yet */
	uint32_t *edges_left;
	struct shape *shape;    /* of each node */
	uint32_t *offset;       /* of each node: its offset in the code */
	uint32_t table_size;    /* octets of the prefix table */
	unsigned table_unit;    /* log2 of the octets that an entry counts by, or PREFIX_WIDE */
	uint32_t *prefix_at;    /* of each prefix of the table: offset from the entries' end */
	uint32_t prefixes_size; /* octets of all prefixes */
	unsigned width;         /* octets of a target */
	unsigned field_size;    /* octets of a field */
	bool scan;              /* there is a skip table: the root stays on most octets */
	bool pairs;             /* and a pair table: some octets leave the root only in pairs */
	uint8_t *out;
};

static struct shape shape_of(const struct encoder *x, uint32_t s)
{
	const struct machine *m = x->m;
	struct shape shape = {.size = m->count[s], .run = machine_is_run(m, s)};
	for (uint32_t i = 0; shape.run && i < shape.size; i++)
		shape.careful |= octet_class[m->run[s][i]] & x->careful;
	if (shape.run)
		shape.next = m->target[m->first[s]];
	if (shape.run || m->count[s] != 1 || m->otherwise[s] == ELSE_SELF || m->otherwise[s] == ELSE_GOTO)
		return shape;
	shape.run = true;
	shape.size = 0;
	do {
		shape.careful |= octet_class[m->octet[m->first[s]]] & x->careful;
		shape.size++;
		s = m->target[m->first[s]];
	} while (m->flags[s] & STATE_CONTINUES);
	shape.next = s;
	return shape;
}

/* Choose as root the state after the prefix table, else the target of the most default edges.
 * Default edges to the root need no operand. */
static enum robotsc_status choose_root(struct encoder *x)
{
	const struct machine *m = x->m;
	const struct arena_mark mark = robotsc__arena_mark(x->arena);
	x->root = m->root;
	if (m->mark)
		return ROBOTSC_OK;
	uint32_t *edges = robotsc__arena_zeroed(x->arena, m->n, sizeof *edges);
	if (!edges)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = 0; s < m->n; s++) {
		if ((m->flags[s] & (STATE_CONTINUES | STATE_SETTLED)) || m->otherwise[s] != ELSE_DEFAULT ||
		    m->else_target[s] == m->start)
			continue;
		const uint32_t to = m->else_target[s];
		edges[to] += machine_is_prefix_table(m, s) ? UINT32_MAX / 2 : 1;
		if (edges[to] > (x->root == NO_STATE ? 0 : edges[x->root]))
			x->root = to;
	}
	robotsc__arena_reset(x->arena, mark);
	return ROBOTSC_OK;
}

/* True if a node may be placed: the target of its default edge is placed, or in a filter all its
 * predecessors are. */
static bool may_place(const struct encoder *x, uint32_t s)
{
	return x->edges_left ? x->edges_left[s] == 0
	                     : x->m->otherwise[s] != ELSE_DEFAULT || x->position[x->m->else_target[s]] != UNPLACED;
}

/* Queue a successor of a placed node. */
static void lead_to(struct encoder *x, uint32_t s, uint32_t *queue, uint32_t *tail)
{
	if (x->edges_left && --x->edges_left[s])
		return;
	queue[(*tail)++] = s;
}

/* Place a node and, if it is a run, the nodes that it falls through to.  Queue their successors. */
static void place_from(struct encoder *x, uint32_t s, uint32_t *queue, uint32_t *tail)
{
	const struct machine *m = x->m;
	for (;;) {
		const struct shape shape = shape_of(x, s);
		x->position[s] = x->nnodes;
		x->shape[x->nnodes] = shape;
		x->node[x->nnodes++] = s;
		if (m->otherwise[s] == ELSE_GOTO)
			queue[(*tail)++] = m->else_target[s];
		if (!shape.run) {
			for (uint32_t e = m->first[s]; e < m->first[s] + shape.size; e++)
				lead_to(x, m->target[e], queue, tail);
			return;
		}
		s = shape.next;
		if (x->edges_left)
			x->edges_left[s]--;
		if (machine_is_settled(m, s) || x->position[s] != UNPLACED)
			return;
		if (!may_place(x, s)) {
			queue[(*tail)++] = s;
			return;
		}
	}
}

/* Queue the states where a walk begins. */
static uint32_t put_beginnings(const struct encoder *x, uint32_t *queue)
{
	const struct machine *m = x->m;
	uint32_t tail = 0;
	if (m->start != NO_STATE && !m->prefix_table.n)
		queue[tail++] = m->start;
	if (m->prefix_table.n && x->root != NO_STATE && !m->mark)
		queue[tail++] = x->root;
	for (uint32_t i = 0; i < m->prefix_table.n; i++)
		queue[tail++] = m->prefix_table.prefixes[i].to;
	if (m->mark && m->root != NO_STATE)
		queue[tail++] = m->root;
	return tail;
}

/* Count the edges into each state of a filter from reachable states. */
static enum robotsc_status count_edges(struct encoder *x)
{
	const struct machine *m = x->m;
	const struct arena_mark mark = robotsc__arena_mark(x->arena);
	uint8_t *reached = robotsc__arena_zeroed(x->arena, m->n, 1);
	uint32_t *queue = robotsc__arena_take(x->arena, ((size_t)m->n + m->prefix_table.n + 2) * sizeof *queue);
	if (!reached || !queue)
		return ROBOTSC_ERR_NOMEM;
	const uint32_t begin = put_beginnings(x, queue);
	uint32_t tail = 0;
	for (uint32_t i = 0; i < begin; i++) /* without duplicates */
		if (!reached[queue[i]]) {
			reached[queue[i]] = 1;
			queue[tail++] = queue[i];
		}
	for (uint32_t head = 0; head < tail; head++) {
		const uint32_t s = queue[head];
		for (uint32_t e = m->first[s]; e < m->first[s] + machine_edges(m, s); e++) {
			const uint32_t to = m->target[e];
			x->edges_left[to]++;
			if (!reached[to]) {
				reached[to] = 1;
				queue[tail++] = to;
			}
		}
	}
	robotsc__arena_reset(x->arena, mark);
	return ROBOTSC_OK;
}

static enum robotsc_status place_nodes(struct encoder *x)
{
	const struct machine *m = x->m;
	size_t room = 2 + (size_t)m->prefix_table.n, nodes = 0;
	for (uint32_t s = 0; s < m->n; s++) {
		const size_t is_node = !(m->flags[s] & (STATE_CONTINUES | STATE_SETTLED));
		room += is_node * ((size_t)machine_edges(m, s) + 1);
		nodes += is_node;
	}
	x->edges_left = m->mark ? robotsc__arena_zeroed(x->arena, m->n + 1, sizeof *x->edges_left) : NULL;
	if (m->mark && (!x->edges_left || count_edges(x) != ROBOTSC_OK))
		return ROBOTSC_ERR_NOMEM;
	uint32_t *queue = robotsc__arena_take(x->arena, room * sizeof *queue);
	x->node = robotsc__arena_take(x->arena, nodes * sizeof *x->node);
	x->shape = robotsc__arena_take(x->arena, nodes * sizeof *x->shape);
	x->position = robotsc__arena_take(x->arena, m->n * sizeof *x->position);
	if (!queue || !x->node || !x->shape || !x->position)
		return ROBOTSC_ERR_NOMEM;
	memset(x->position, 0xFF, m->n * sizeof *x->position); /* UNPLACED */
	uint32_t tail = put_beginnings(x, queue);
	for (uint32_t head = 0; head < tail; head++) {
		const uint32_t s = queue[head];
		while (!machine_is_settled(m, s) && x->position[s] == UNPLACED) {
			uint32_t first = s;
			if (x->edges_left && x->edges_left[s])
				break; /* the last edge to it will queue it again */
			while (!may_place(x, first))
				first = m->else_target[first];
			place_from(x, first, queue, &tail);
		}
	}
	return ROBOTSC_OK;
}

/* The default of a node. */
static unsigned otherwise_of(const struct encoder *x, uint32_t s)
{
	return x->m->otherwise[s] == ELSE_DEFAULT && x->m->else_target[s] == x->root ? ELSE_ROOT : x->m->otherwise[s];
}

static bool has_target(unsigned otherwise)
{
	return otherwise == ELSE_DEFAULT || otherwise == ELSE_GOTO;
}

/* How a walk continues after a run. */
static unsigned next_of(const struct encoder *x, uint32_t position, uint32_t next)
{
	if (machine_is_settled(x->m, next))
		return x->m->flags[next] & STATE_E ? NEXT_ALLOW : NEXT_DISALLOW;
	return x->position[next] == position + 1 ? NEXT_FALL : NEXT_GOTO;
}

static uint32_t prefix_size(const struct encoder *x, const struct prefix *p)
{
	return 1 + p->len + (machine_is_settled(x->m, p->to) ? 0 : x->width);
}

/* Compute the offsets of the prefixes, bucket by bucket, where entries count in this unit.  Returns
 * the octets of the prefix table, or UINT64_MAX if an entry cannot express an offset. */
static uint64_t place_prefixes(struct encoder *x, unsigned unit)
{
	const struct prefix_table *table = &x->m->prefix_table;
	const uint32_t step = unit > PREFIX_UNIT_MAX ? 1 : (uint32_t)1 << unit,
		       most = unit > PREFIX_UNIT_MAX ? 0x3FFF : 0x7F * step;
	uint32_t at = 0, last = 0;
	for (uint32_t i = 0; i < (uint32_t)1 << table->bits; i++) {
		if (table->bucket[i] == NO_STATE)
			continue;
		at = last = (at + step - 1) / step * step;
		for (uint32_t k = table->bucket[i]; k != NO_STATE; k = table->prefixes[k].next) {
			x->prefix_at[k] = at;
			at += prefix_size(x, &table->prefixes[k]);
		}
	}
	x->prefixes_size = at;
	x->table_unit = unit;
	x->table_size = PREFIX_AT_ENTRIES + ((uint32_t)1 << table->bits << (unit > PREFIX_UNIT_MAX)) + at;
	return last > most ? UINT64_MAX : x->table_size;
}

/* Choose the unit that takes the fewest octets.  A larger unit leaves more padding. */
static void measure_prefixes(struct encoder *x)
{
	const uint64_t wide = place_prefixes(x, PREFIX_WIDE);
	for (unsigned unit = 0; unit <= PREFIX_UNIT_MAX; unit++)
		if (place_prefixes(x, unit) <= wide)
			return;
	place_prefixes(x, PREFIX_WIDE);
}

static uint64_t node_size(const struct encoder *x, uint32_t position)
{
	const uint32_t s = x->node[position];
	const struct shape shape = x->shape[position];
	const uint64_t targets = machine_is_marked(x->m, s) + (uint64_t)has_target(otherwise_of(x, s));
	if (!shape.run)
		return 2 + x->width * (targets + shape.size) + shape.size;
	return 2 + x->width * (targets + (next_of(x, position, shape.next) == NEXT_GOTO)) + shape.size;
}

/* Compute the offsets of nodes, and the octets of the code in *size.  Returns false if x->width is
 * too small for them. */
static bool measure(struct encoder *x, uint32_t *size)
{
	const uint64_t limit = (uint64_t)1 << (7 * x->width);
	uint64_t at = 0;
	if (x->m->prefix_table.n)
		measure_prefixes(x);
	for (uint32_t i = 0; i < x->nnodes; i++) {
		x->offset[i] = (uint32_t)at;
		at += node_size(x, i);
		if (at + TARGET_NODE >= limit || (machine_is_marked(x->m, x->node[i]) && x->m->mark[x->node[i]] >= limit))
			return false;
	}
	*size = (uint32_t)at;
	return true;
}

static void put_int(struct encoder *x, uint32_t value)
{
	for (unsigned i = 0; i < x->width; i++, value >>= 7)
		*x->out++ = value & 0x7F;
}

static void put_target(struct encoder *x, uint32_t s)
{
	if (machine_is_settled(x->m, s))
		put_int(x, x->m->flags[s] & STATE_E ? TARGET_ALLOW : TARGET_DISALLOW);
	else
		put_int(x, x->offset[x->position[s]] + TARGET_NODE);
}

static void put_prefix(struct encoder *x, const struct prefix *p)
{
	const struct machine *m = x->m;
	const unsigned next = !machine_is_settled(m, p->to) ? NEXT_GOTO : m->flags[p->to] & STATE_E ? NEXT_ALLOW : NEXT_DISALLOW;
	*x->out++ = (uint8_t)((p->len - 1u) | next << PREFIX_NEXT_SHIFT | (p->next != NO_STATE ? PREFIX_MORE : 0));
	memcpy(x->out, p->text, p->len);
	x->out += p->len;
	if (next == NEXT_GOTO)
		put_target(x, p->to);
}

/* Write the entries of the prefix table in reverse order.  An empty bucket refers to the first
 * prefix, which cannot match there. */
static void put_entries(struct encoder *x)
{
	const struct prefix_table *table = &x->m->prefix_table;
	for (uint32_t i = (uint32_t)1 << table->bits; i-- > 0;) {
		const uint32_t at = table->bucket[i] == NO_STATE ? 0 : x->prefix_at[table->bucket[i]];
		if (x->table_unit <= PREFIX_UNIT_MAX) {
			*x->out++ = (uint8_t)(at >> x->table_unit);
			continue;
		}
		*x->out++ = at & 0x7F;
		*x->out++ = (uint8_t)(at >> 7);
	}
}

static void put_prefix_table(struct encoder *x)
{
	const struct prefix_table *table = &x->m->prefix_table;
	if (table->n == 0)
		return;
	*x->out++ =
		(uint8_t)(x->m->mark ? 0 : otherwise_of(x, table->state) | (x->m->flags[table->state] & STATE_E ? PREFIX_E : 0u));
	*x->out++ = (uint8_t)(table->bits | x->table_unit << PREFIX_UNIT_SHIFT);
	*x->out++ = (uint8_t)table->seed;
	for (unsigned i = 0; i < PREFIX_SLOTS; i += 2) { /* slots without a prefix do not matter */
		const unsigned low = table->keys[i] ? table->keys[i] : 1, high = table->keys[i + 1] ? table->keys[i + 1] : 1u;
		*x->out++ = (uint8_t)((PREFIX_KEYS - low) | (PREFIX_KEYS - high) << 4);
	}
	put_entries(x);
	uint8_t *const prefixes = x->out;
	memset(prefixes, 0, x->prefixes_size);
	for (uint32_t i = 0; i < table->n; i++) {
		x->out = prefixes + x->prefix_at[i];
		put_prefix(x, &table->prefixes[i]);
	}
	x->out = prefixes + x->prefixes_size;
}

static void put_node(struct encoder *x, uint32_t position)
{
	const struct machine *m = x->m;
	const uint32_t s = x->node[position];
	const unsigned otherwise = otherwise_of(x, s);
	const struct shape shape = x->shape[position];
	const unsigned next = shape.run ? next_of(x, position, shape.next) : 0;
	const unsigned e = m->mark ? machine_is_marked(x->m, s) : m->flags[s] & STATE_E;
	const unsigned kind = shape.run ? next << RUN_NEXT_SHIFT | otherwise << RUN_ELSE_SHIFT | (shape.careful ? RUN_CAREFUL : 0)
	                                : NODE_BRANCH | otherwise;
	*x->out++ = (uint8_t)(NODE_BIT | (e ? NODE_E : 0) | kind);
	*x->out++ = (uint8_t)shape.size;
	if (machine_is_marked(x->m, s))
		put_int(x, m->mark[s]);
	if (has_target(otherwise))
		put_target(x, m->else_target[s]);
	if (shape.run) {
		if (next == NEXT_GOTO)
			put_target(x, shape.next);
		if (machine_is_run(m, s)) {
			memcpy(x->out, m->run[s], shape.size);
			x->out += shape.size;
		}
		for (uint32_t i = 0, at = s; !machine_is_run(m, s) && i < shape.size; i++, at = m->target[m->first[at]])
			*x->out++ = m->octet[m->first[at]];
		return;
	}
	for (uint32_t i = 0; i < shape.size; i++)
		*x->out++ = m->octet[m->first[s] + i];
	for (uint32_t i = 0; i < shape.size; i++)
		put_target(x, m->target[m->first[s] + i]);
}

/* Write a field of the header or the tables. */
static void put_field(struct encoder *x, uint32_t value)
{
	for (unsigned i = 0; i < x->field_size; i++, value >>= 8)
		*x->out++ = (uint8_t)value;
}

static uint32_t table_size(const struct encoder *x)
{
	return x->m->prefix_table.n ? x->table_size : 0;
}

static void put_head(struct encoder *x, uint32_t code, uint32_t globs)
{
	const struct machine *m = x->m;
	*x->out++ = (uint8_t)((m->mark ? MACHINE_IS_FILTER : 0) | (x->width - 2) << MACHINE_WIDTH_SHIFT |
	                      (m->fallback & 1 ? MACHINE_FALLBACK : 0) | (x->field_size == 4 ? MACHINE_WIDE : 0) |
	                      (x->scan ? MACHINE_SCAN : 0) | (x->pairs ? MACHINE_PAIRS : 0) |
	                      (m->prefix_table.n ? MACHINE_PREFIXES : 0));
	put_field(x, code);
	put_field(x, x->root == NO_STATE || x->position[x->root] == UNPLACED ? 0 : x->offset[x->position[x->root]] + 1);
	const uint32_t fields[] = {m->stop[0], m->stop[1], m->top, m->alone, m->first_mark, m->nliterals, globs};
	for (size_t i = 0; m->mark && i < sizeof fields / sizeof fields[0]; i++)
		put_field(x, fields[i]);
	if (m->prefix_table.n)
		put_field(x, x->table_size);
}

static uint32_t glob_size(const struct encoder *x, const struct machine_glob *glob)
{
	return GLOB_FIELDS * x->field_size + (glob->known ? 2 : 0) + glob->len;
}

/* Write where the globs of each literal begin. */
static void put_literals(struct encoder *x)
{
	const struct machine *m = x->m;
	uint32_t at = 0, glob = 0;
	for (uint32_t i = 0; i < m->nliterals; i++) {
		for (; glob < m->literals[i]; glob++)
			at += glob_size(x, &m->globs[glob]);
		put_field(x, at);
	}
}

static void put_globs(struct encoder *x)
{
	for (uint32_t i = 0; i < x->m->nglobs; i++) {
		const struct machine_glob *const glob = &x->m->globs[i];
		put_field(x, glob->rank);
		put_field(x, glob_size(x, glob) - GLOB_FIELDS * x->field_size);
		if (glob->known) {
			*x->out++ = GLOB_KNOWN;
			*x->out++ = glob->known;
		}
		if (glob->len)
			memcpy(x->out, glob->text, glob->len);
		x->out += glob->len;
	}
}

/* The size of the start table, or of the skip tables, in octets. */
static uint32_t scan_size(const struct encoder *x)
{
	if (!x->scan)
		return 0;
	return x->m->mark ? START_SIZE : SCAN_SIZE + (x->pairs ? PAIR_SIZE : 0);
}

/* Write the start table of a filter, or the skip tables of a DFA. */
static void put_scan(struct encoder *x)
{
	const struct machine *m = x->m;
	if (!x->scan)
		return;
	if (m->mark)
		memcpy(x->out, m->starts, START_SIZE);
	else
		robotsc__skip_tables_write(m, x->root, x->careful, x->pairs, x->out);
	x->out += scan_size(x);
}

/* Decide which skip tables the machine has. */
static void choose_scan(struct encoder *x)
{
	const struct machine *m = x->m;
	x->scan = x->root != NO_STATE && (m->mark || (x->position[x->root] != UNPLACED && m->otherwise[x->root] == ELSE_SELF));
	x->pairs = x->scan && !m->mark && robotsc__skip_tables_pairs(m, x->root);
}

/* The size of the globs in octets. */
static uint64_t globs_size(const struct encoder *x)
{
	uint64_t size = 0;
	for (uint32_t i = 0; i < x->m->nglobs; i++)
		size += glob_size(x, &x->m->globs[i]);
	return size;
}

/* Use fields of two octets if all values fit.  Ranks and sizes of globs fit if all others do. */
static uint64_t choose_field_size(struct encoder *x, uint32_t code)
{
	const struct machine *m = x->m;
	x->field_size = 2;
	const uint64_t globs = globs_size(x);
	if ((code | m->stop[0] | m->stop[1] | m->top | m->alone | m->first_mark | m->nliterals | table_size(x)) < UINT16_MAX &&
	    globs <= UINT16_MAX)
		return globs;
	x->field_size = 4;
	return globs_size(x);
}

enum robotsc_status robotsc__encode_run(struct arena *a, struct arena *keep, const struct machine *m, uint8_t form,
                                        struct octets *out)
{
	struct encoder x = {.arena = a, .m = m, .careful = m->mark ? 0 : octet_slow[form]};
	uint32_t code = 0;
	if (choose_root(&x) != ROBOTSC_OK || place_nodes(&x) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	x.offset = robotsc__arena_take(a, x.nnodes * sizeof *x.offset);
	x.prefix_at = robotsc__arena_take(a, (m->prefix_table.n + 1) * sizeof *x.prefix_at);
	if (!x.offset || !x.prefix_at)
		return ROBOTSC_ERR_NOMEM;
	for (x.width = 2; x.width <= 4 && !measure(&x, &code);)
		x.width++;
	const uint64_t globs = choose_field_size(&x, code);
	const uint64_t fields =
		(m->mark ? MACHINE_FILTER_FIELDS : MACHINE_DFA_FIELDS) + (uint64_t)m->nliterals + (m->prefix_table.n ? 1 : 0);
	choose_scan(&x);
	const uint64_t size = 1 + x.field_size * fields + table_size(&x) + scan_size(&x) + code + globs;
	if (x.width > 4 || size > POLICY_LIST - 1)
		return ROBOTSC_ERR_TOO_LARGE;
	out->len = (uint32_t)size;
	out->top = m->top;
	out->at = robotsc__arena_take(keep, (size_t)size);
	if (!out->at)
		return ROBOTSC_ERR_NOMEM;
	x.out = out->at;
	put_head(&x, code, (uint32_t)globs);
	put_prefix_table(&x);
	put_scan(&x);
	put_literals(&x);
	for (uint32_t i = 0; i < x.nnodes; i++)
		put_node(&x, i);
	put_globs(&x);
	return ROBOTSC_OK;
}
