/* layout_machine.c - machines for layout_make.c: nodes, prefix tables, skip tables, literals,
 * globs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_make.h"

/* ---- nodes -------------------------------------------------------------------- */

/* Note whether a value of "else" is allowed where the node stands. */
static void note_else(struct layout_making *w, uint64_t otherwise, uint32_t at)
{
	const struct layout_row *row = layout_value(PART_ELSE, otherwise);

	if (row == NULL)
		layout_note(w, LAYOUT_BRANCH_ELSE, 0);
	else
		layout_note(w, (enum layout_id)(row - layout),
		            row->in & w->in && (row->rule != RULE_ROOT || (w->root != 0 && (w->at < 0 || w->root <= at))));
}

static void note_next(struct layout_making *w, uint64_t next, int followed)
{
	const struct layout_row *row = layout_value(PART_NEXT, next);

	layout_note(w, (enum layout_id)(row - layout), row->in & w->in && (row->rule != RULE_FOLLOWED || followed));
}

/* Returns the target that is the node at an offset, if an int7 can hold it, else a verdict. */
static uint64_t own_target(const struct layout_making *w, uint32_t at)
{
	return (TARGET_NODE + at) >> 7 * w->width == 0 ? TARGET_NODE + at : TARGET_ALLOW;
}

/* The end of the code: targets are before it. */
static uint64_t code_end(const struct layout_making *w)
{
	return w->made->offsets[LAYOUT_NODES] + TARGET_NODE;
}

/* Write a target that is allowed; in a filter, that is the last node. */
static void put_target(struct layout_making *w, enum layout_id id, uint64_t target)
{
	if (w->filter)
		layout_put(w, LAYOUT_FILTER_TARGET, own_target(w, w->made->offsets[LAYOUT_NODES - 1]), 0, code_end(w));
	else
		layout_put(w, id, target, 0, code_end(w));
}

/* Write what follows head and count of a run or branch. */
static void put_node_fields(struct layout_making *w, uint32_t at, uint64_t e, uint64_t otherwise)
{
	if (w->filter && e)
		layout_put(w, LAYOUT_NODE_MARK, w->nliterals ? 1 : 4, 0, 2 * (uint64_t)w->nliterals + 1);
	if (!layout_has_target(PART_ELSE, otherwise))
		return;
	if (otherwise == ELSE_DEFAULT)
		layout_put(w, LAYOUT_DEFAULT_TARGET, TARGET_NODE, TARGET_NODE, at);
	else
		layout_put(w, LAYOUT_ELSE_TARGET, own_target(w, at), 0, code_end(w));
}

static void put_run(struct layout_making *w, const struct layout_node *n, uint32_t at, uint8_t head, uint64_t e, int followed)
{
	uint64_t next, otherwise, careful;

	head |= layout_take_bits(w, LAYOUT_RUN_NEXT, n->next, &next);
	head |= layout_take_bits(w, LAYOUT_RUN_ELSE, n->otherwise, &otherwise);
	head |= layout_take_bits(w, LAYOUT_RUN_CAREFUL, 0, &careful);
	note_next(w, next, followed);
	note_else(w, otherwise, at);
	layout_put_octets(w, head, 1);
	const uint64_t most = layout_value(PART_ELSE, otherwise)->high;
	const uint64_t count = layout_put(w, LAYOUT_RUN_COUNT, n->count, 1, most);
	put_node_fields(w, at, e, otherwise);
	if (layout_has_target(PART_NEXT, next))
		put_target(w, LAYOUT_RUN_TARGET, own_target(w, at));
	for (uint64_t i = 0; i < count; i++)
		if (i == 0 || i + 1 == count)
			layout_put_any(w, LAYOUT_RUN_OCTET, 'x');
		else
			layout_put_octets(w, 'y', 1);
}

static void put_branch(struct layout_making *w, const struct layout_node *n, uint32_t at, uint8_t head, uint64_t e)
{
	uint64_t otherwise, reserved, low = 0;

	head |= layout_take_bits(w, LAYOUT_BRANCH_ELSE, n->otherwise, &otherwise);
	head |= layout_take_bits(w, LAYOUT_BRANCH_RESERVED, 0, &reserved);
	note_else(w, otherwise, at);
	layout_put_octets(w, head, 1);
	const uint64_t count = layout_put_any(w, LAYOUT_BRANCH_COUNT, n->count);
	put_node_fields(w, at, e, otherwise);
	for (uint64_t i = 0; i < count; i++) {
		const uint64_t octet = count < 3 ? 'a' + 2 * i : i;

		if (i < 2 || i == BRANCH_MAX - 1) {
			low = layout_put(w, LAYOUT_WAY_OCTET, octet, low, 0x7F) + 1;
			continue;
		}
		layout_note(w, LAYOUT_WAY_OCTET, octet >= low);
		layout_put_octets(w, octet, 1);
		low = octet + 1;
	}
	for (uint64_t i = 0; i < count; i++)
		if (i < 2)
			put_target(w, LAYOUT_WAY_TARGET, i ? TARGET_NODE : TARGET_ALLOW);
		else if (w->filter)
			layout_put7(w, own_target(w, w->made->offsets[LAYOUT_NODES - 1]));
		else
			layout_put7(w, TARGET_ALLOW);
}

/* Write a prefix, and with PREFIX_MORE another one. */
static void put_prefix(struct layout_making *w, unsigned more, unsigned first)
{
	const uint64_t own = own_target(w, w->made->offsets[LAYOUT_NODES - 1]);
	uint64_t count, next, bit, follows = layout_take(w, LAYOUT_PREFIX_MORE, first ? more : 0, 0, first);
	uint8_t head = layout_bits(follows, PREFIX_MORE);

	head |= layout_take_bits(w, LAYOUT_PREFIX_COUNT, 3, &count);
	head |= layout_take_bits(w, LAYOUT_PREFIX_NEXT, (first && !w->base->bare) || w->filter ? NEXT_GOTO : NEXT_ALLOW, &next);
	head |= layout_take_bits(w, LAYOUT_PREFIX_BIT, 0, &bit);
	note_next(w, next, 1);
	layout_put_octets(w, head, 1);
	for (uint64_t i = 0; i <= count; i++)
		if (i == 0 || i == count)
			layout_put_any(w, LAYOUT_PREFIX_OCTET, 'a' + i);
		else
			layout_put_octets(w, 'b', 1);
	if (layout_has_target(PART_NEXT, next))
		layout_put(w, LAYOUT_PREFIX_TARGET, w->base->bare ? TARGET_ALLOW : own, 0, code_end(w));
	if (follows && first)
		put_prefix(w, 0, 0);
}

/* Write zeros up to where the next prefix may stand. */
static void put_zeros(struct layout_making *w, uint64_t unit)
{
	w->zeros = 0;
	for (; unit <= PREFIX_UNIT_MAX && w->to->n % ((size_t)1 << unit) != 0; w->zeros++)
		if (w->zeros == 0)
			layout_put_any(w, LAYOUT_PREFIX_ZEROS, 0);
		else
			layout_put_octets(w, 0, 1);
}

static void put_prefix_table(struct layout_making *w, const struct layout_prefix_table *f)
{
	static struct layout_buffer prefixes;
	struct layout_buffer *const prefix_table = w->to;
	uint64_t otherwise, e, low, high, nbits, unit, even, odd, second = 0;
	uint8_t head;

	w->in = w->filter ? IN_FILTER_PREFIXES : IN_DFA_PREFIXES;
	w->at = -1;
	head = layout_take_bits(w, LAYOUT_PREFIX_ELSE, f->otherwise, &otherwise);
	head |= layout_take_bits(w, LAYOUT_PREFIX_E, f->e, &e);
	head |= layout_take_bits(w, LAYOUT_PREFIX_RESERVED_LOW, 0, &low);
	head |= layout_take_bits(w, LAYOUT_PREFIX_RESERVED_HIGH, 0, &high);
	note_else(w, otherwise, 0);
	layout_put_octets(w, head, 1);
	const uint8_t shape = layout_take_bits(w, LAYOUT_PREFIX_BITS, f->bits, &nbits);
	layout_put_octets(w, shape | layout_take_bits(w, LAYOUT_PREFIX_UNIT, f->unit, &unit), 1);
	layout_put_any(w, LAYOUT_PREFIX_AT_SEED, 5);
	const uint8_t key = layout_take_bits(w, LAYOUT_PREFIX_EVEN_KEY, 7, &even);
	layout_put_octets(w, key | layout_take_bits(w, LAYOUT_PREFIX_ODD_KEY, 4, &odd), 1);
	layout_put_octets(w, 0x77777777777777, 7);
	prefixes.n = 0;
	w->to = &prefixes;
	const uint64_t first = layout_take(w, LAYOUT_PREFIX_AT_ENTRIES, 0, 0, 0);
	put_prefix(w, f->more, 1);
	put_zeros(w, unit);
	if (nbits > 0) {
		const uint64_t next = unit > PREFIX_UNIT_MAX ? prefixes.n : prefixes.n >> unit;

		second = layout_take(w, LAYOUT_PREFIX_AT_ENTRIES, f->count > 1 ? next : 0, 0, next);
		if (second == next) {
			put_prefix(w, 0, 0);
			put_zeros(w, unit);
		}
	}
	w->to = prefix_table;
	w->made->skip |= first > 0x3FFF || second > 0x3FFF || (unit <= PREFIX_UNIT_MAX && (first > 0x7F || second > 0x7F));
	const unsigned width = w->width;
	w->width = unit > PREFIX_UNIT_MAX ? 2 : 1;
	for (uint64_t i = (uint64_t)1 << nbits; i-- > 0;)
		layout_put7(w, i == 0 ? first : i == 1 ? second : 0);
	w->width = width;
	for (size_t i = 0; i < prefixes.n; i++)
		layout_put_octets(w, prefixes.bytes[i], 1);
}

static void put_node(struct layout_making *w, unsigned number)
{
	const struct layout_node *n = &w->base->nodes[number];
	const uint32_t at = (uint32_t)w->to->n;
	const enum layout_id kind = n->kind ? LAYOUT_BRANCH : LAYOUT_RUN;
	const int is_root = w->root == (uint64_t)at + 1;
	uint64_t bit, e;

	w->made->offsets[number] = at;
	w->at = at;
	w->in = layout_in(w->filter, n->kind, w->scan && is_root && !w->filter);
	layout_note(w, kind, (layout[kind].in & w->in) != 0);
	if (kind != LAYOUT_BRANCH) /* a run as root is refused; its values count as elsewhere */
		w->in = layout_in(w->filter, n->kind, 0);
	uint8_t head = layout_take_bits(w, LAYOUT_NODE_BIT, 1, &bit);
	e = layout_take(w, LAYOUT_NODE_E, n->e, 0, !(w->filter && is_root));
	head |= layout_bits(e, NODE_E) | (uint8_t)n->kind;
	if (!n->kind)
		put_run(w, n, at, head, e, number + 1 < LAYOUT_NODES || w->base->default_edges);
	else
		put_branch(w, n, at, head, e);
	layout_put_end(w, LAYOUT_NODE_END, at, w->to->n - at, w->to->n - at);
	w->made->skip |= w->to->n == at; /* with no octets it is no node */
}

/* Write a node, then as many nodes as the row says, each with a default edge to the one before. */
static void put_default_edges(struct layout_making *w)
{
	const uint64_t levels = layout_take_any(w, LAYOUT_DEFAULT_LEVELS, 1);

	w->made->skip |= levels > LAYOUT_CUT;
	for (uint64_t i = 0, last = 0; i <= levels && levels <= LAYOUT_CUT; i++) {
		const uint64_t at = w->to->n;

		layout_put_octets(w, NODE_BIT | NODE_BRANCH | (i ? ELSE_DEFAULT : ELSE_DISALLOW), 2);
		if (i > 0)
			layout_put7(w, TARGET_NODE + last);
		last = at;
	}
}

/* ---- globs --------------------------------------------------------------------- */

/* True if the path form has an instruction. */
static int form_has(const struct layout_making *w, const struct layout_row *row)
{
	return row->low == 0 || row->low == w->form;
}

static void put_instruction(struct layout_making *w, uint64_t typical, int first, int last)
{
	const uint64_t v = layout_put_any(w, LAYOUT_INSTRUCTION, typical);
	const struct layout_row *row = v > layout[LAYOUT_INSTRUCTION].high ? layout_value(PART_CODE, v) : NULL;
	const int placed = row && (row->rule != RULE_EXACT || last) && (row->rule != RULE_BEGINS || first) && form_has(w, row);

	if (v > layout[LAYOUT_INSTRUCTION].high)
		layout_note(w, row ? (enum layout_id)(row - layout) : LAYOUT_INSTRUCTION, placed);
	if (v < FORM_K_LIMIT && w->form == FORM_K)
		layout_note(w, LAYOUT_INSTRUCTION, 0); /* it is half a pair */
	if (v != GLOB_SET && v != GLOB_KNOWN)
		return;
	if (last) /* its operand is missing */
		layout_note(w, v == GLOB_SET ? LAYOUT_SET_RANGES : LAYOUT_KNOWN_COUNT, 0);
	else if (v == GLOB_SET)
		layout_put_octets(w, 0, 1);
	else
		layout_put_any(w, LAYOUT_KNOWN_COUNT, 1);
}

static void put_set(struct layout_making *w)
{
	uint64_t low = 0;

	layout_put_octets(w, GLOB_SET, 1);
	/* Two ranges are written.  With another number, they would be instructions, or the
	 * reverse. */
	const uint64_t ranges = layout_put(w, LAYOUT_SET_RANGES, 2, 0, 3);
	w->made->skip |= ranges != 2 && w->nchanges > 1;
	for (unsigned i = 0; i < 2; i++) {
		const uint64_t first = layout_put(w, LAYOUT_RANGE_FIRST, i ? 'x' : 'a', low, 0xFF);

		low = layout_put(w, LAYOUT_RANGE_LAST, i ? 'x' : 'c', first, 0xFF) + 1;
	}
}

/* Write the instructions that only this form has. */
static unsigned special_of(unsigned form, unsigned nth)
{
	return form == FORM_K ? GLOB_ONE : form == FORM_R && nth ? GLOB_QUERY : form == FORM_R ? GLOB_SLASH : GLOB_STAR;
}

static void put_glob(struct layout_making *w, unsigned nth)
{
	struct layout_buffer *const globs = w->to;
	static struct layout_buffer glob;

	glob.n = 0;
	w->to = &glob;
	put_instruction(w, nth ? GLOB_KNOWN : '/', 1, 0);
	if (w->form == FORM_K) {
		const uint64_t lead = layout_put_any(w, LAYOUT_FORM_K_LEAD, 2);
		const uint64_t trail = layout_put_any(w, LAYOUT_FORM_K_TRAIL, 0x1F);
		w->made->skip |= lead >= FORM_K_LIMIT && trail >= FORM_K_LIMIT; /* no pair */
		put_set(w);
	}
	put_instruction(w, special_of(w->form, nth), 0, 0);
	layout_put_octets(w, GLOB_STAR, 1);
	layout_put_octets(w, 'q', 1);
	layout_put_octets(w, 'q', 1);
	put_instruction(w, GLOB_END, 0, 1);
	w->to = globs;
	layout_put_any(w, LAYOUT_GLOB_RANK, 9 - nth);
	layout_put(w, LAYOUT_GLOB_SIZE, glob.n, glob.n, glob.n);
	for (size_t i = 0; i < glob.n; i++)
		layout_put_octets(w, glob.bytes[i], 1);
}

/* Write the globs, and into another buffer the offset of each literal's first glob. */
static void put_globs(struct layout_making *w, struct layout_buffer *literals, struct layout_buffer *globs, unsigned n)
{
	uint32_t begin[3] = {0}, nbegin = 0; /* of the globs made from rows */
	uint64_t low = 0;

	literals->n = globs->n = 0;
	w->in = IN_GLOBS;
	w->to = globs;
	for (unsigned i = 0; i < 3 && n > 0; i++) {
		begin[nbegin++] = (uint32_t)globs->n;
		put_glob(w, i);
	}
	w->in = IN_FILTER;
	w->to = literals;
	for (unsigned i = 0; i < n; i++) {
		if (i >= 2) { /* an empty glob */
			layout_put_as(w, TYPE_FIELD, globs->n);
			w->to = globs;
			layout_put_as(w, TYPE_FIELD, 1);
			layout_put_as(w, TYPE_FIELD, 0);
			w->to = literals;
			continue;
		}
		const uint32_t typical = begin[i ? 2 : 0];
		const uint64_t v = layout_put(w, LAYOUT_LITERAL_OFFSET, typical, i ? low : 0, i ? UINT32_MAX : 0);

		if (i && v >= low && v != begin[1] && v != begin[2])
			layout_note(w, LAYOUT_LITERAL_OFFSET, 0);
		low = v + 1;
	}
}

/* ---- machines ----------------------------------------------------------------- */

static void put_tables(struct layout_making *w, unsigned scan, unsigned pairs)
{
	if (scan && w->filter) {
		layout_put_any(w, LAYOUT_START_LOW, 0xFF);
		for (unsigned i = 1; i < START_HIGH; i++)
			layout_put_octets(w, 0xFF, 1);
		layout_put_any(w, LAYOUT_START_HIGH, 0xFF);
		for (unsigned i = START_HIGH + 1; i < START_SIZE; i++)
			layout_put_octets(w, 0xFF, 1);
	} else if (scan) {
		layout_put_any(w, LAYOUT_SCAN_TABLE, 0);
		layout_put_octets(w, 0, 8), layout_put_octets(w, 0, 7);
	}
	if (!pairs)
		return;
	for (enum layout_id id = LAYOUT_PAIR_FIRST_LOW; id <= LAYOUT_PAIR_SECOND_HIGH; id++) {
		layout_put_any(w, id, 0);
		layout_put_octets(w, 0, 7);
		if (id <= LAYOUT_PAIR_SECOND_LOW)
			layout_put_octets(w, 0, 8);
	}
}

/* Write the header. */
static void put_machine_header(struct layout_making *w, size_t prefix_table, unsigned literals, size_t code, size_t globs)
{
	const int may_be_empty = w->filter || w->prefix_table;

	layout_put(w, LAYOUT_MACHINE_CODE, code, may_be_empty ? 0 : 1, code + w->slack);
	layout_put_as(w, TYPE_FIELD, w->root);
	if (w->filter) {
		layout_put_any(w, LAYOUT_MACHINE_STOP, 3);
		layout_put_any(w, LAYOUT_MACHINE_STOP, 2);
		w->machine_top[0] = layout_put_any(w, LAYOUT_MACHINE_TOP, 3);
		layout_put_any(w, LAYOUT_MACHINE_ALONE, 3);
		w->nliterals = literals;
		layout_put(w, LAYOUT_MACHINE_FIRST, literals ? 3 : 4, 0, 2 * (uint64_t)literals + 1);
		const uint64_t most = literals + (w->slack + globs) / w->unit;
		layout_put(w, LAYOUT_MACHINE_LITERALS, literals, 0, most < LITERALS_MAX ? most : LITERALS_MAX);
		layout_put(w, LAYOUT_MACHINE_GLOBS, globs, 0, globs + w->slack);
	}
	if (w->prefix_table)
		layout_put(w, LAYOUT_PREFIX_SIZE, prefix_table, prefix_table, prefix_table);
}

/* True if a change makes the code empty. */
static int is_without_code(const struct layout_making *w)
{
	for (size_t i = 0; i < w->nchanges; i++)
		if (w->changes[i].id == LAYOUT_MACHINE_CODE && w->changes[i].value == 0)
			return 1;
	return 0;
}

static void put_buffer(struct layout_making *w, const struct layout_buffer *from)
{
	for (size_t i = 0; i < from->n; i++)
		layout_put_octets(w, from->bytes[i], 1);
}

static void put_machine(struct layout_making *w)
{
	static struct layout_buffer prefix_table, literals, code, globs;
	struct layout_buffer *const section = w->to;
	const struct layout_base *b = w->base;
	const size_t begin = section->n;
	uint64_t filter, width, fallback, wide, scan, pairs, with_prefix_table, typical = 0;
	uint8_t flags;

	w->in = IN_MACHINES;
	flags = layout_take_bits(w, LAYOUT_MACHINE_IS_FILTER, (b->flags & MACHINE_IS_FILTER) != 0, &filter);
	const unsigned in = filter ? IN_FILTER : IN_DFA;
	w->in = in;
	w->filter = w->machine_filter[0] = filter != 0;
	flags |= layout_take_bits(w, LAYOUT_MACHINE_WIDTH, (b->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT, &width);
	flags |= layout_take_bits(w, LAYOUT_MACHINE_FALLBACK, (b->flags & MACHINE_FALLBACK) != 0, &fallback);
	flags |= layout_take_bits(w, LAYOUT_MACHINE_WIDE, (b->flags & MACHINE_WIDE) != 0, &wide);
	flags |= layout_take_bits(w, LAYOUT_MACHINE_PREFIXES, b->prefix_table.there, &with_prefix_table);
	w->unit = wide ? 4 : 2;
	w->width = width < 2 ? (unsigned)width + 2 : 4;
	w->prefix_table = with_prefix_table != 0;
	if (b->root && !b->bare)
		typical = w->made->offsets[b->root - 1] + 1;
	w->root = layout_take(w, LAYOUT_MACHINE_ROOT, typical, 0, w->made->offsets[LAYOUT_NODES]);
	scan = layout_take(w, LAYOUT_MACHINE_SCAN, filter ? w->root != 0 : (b->flags & MACHINE_SCAN) != 0, filter && w->root,
	                   w->root != 0);
	pairs = layout_take(w, LAYOUT_MACHINE_PAIRS, !filter && (b->flags & MACHINE_PAIRS), 0, scan);
	flags |= (uint8_t)(layout_bits(scan, MACHINE_SCAN) | layout_bits(pairs, MACHINE_PAIRS));
	w->scan = scan != 0;
	w->nliterals = filter ? b->literals : 0;
	prefix_table.n = code.n = literals.n = globs.n = 0;
	if (filter)
		put_globs(w, &literals, &globs, b->literals);
	w->to = &prefix_table;
	if (with_prefix_table)
		put_prefix_table(w, &b->prefix_table);
	w->to = &code;
	for (unsigned i = 0; i < LAYOUT_NODES && !b->bare; i++)
		put_node(w, i);
	if (b->default_edges)
		put_default_edges(w);
	w->made->offsets[LAYOUT_NODES] = (uint32_t)code.n;
	w->made->skip |= (code.n > UINT16_MAX || prefix_table.n > UINT16_MAX || globs.n > UINT16_MAX) && w->unit == 2;
	w->to = section;
	w->in = in;
	layout_put_octets(w, flags, 1);
	put_machine_header(w, prefix_table.n, w->nliterals, code.n, globs.n);
	put_buffer(w, &prefix_table);
	put_tables(w, scan != 0, pairs != 0);
	put_buffer(w, &literals);
	if (!is_without_code(w))
		put_buffer(w, &code);
	/* With code empty, the next octets would be read in its place. */
	w->made->skip |= is_without_code(w) && code.n > 0 && (w->filter || w->prefix_table);
	put_buffer(w, &globs);
	layout_put_end(w, LAYOUT_MACHINE_END, begin, section->n - begin, section->n - begin);
}

void layout_put_machines(struct layout_making *w)
{
	static const uint8_t small[] = {MACHINE_IS_FILTER, 0, 0, 0, 0, 3, 0, 2, 0, 3, 0, 0, 0, 6, 0, 0, 0, 0, 0};

	for (unsigned i = 0; i < w->base->machines; i++) {
		w->machine_at[i] = w->to->n;
		if (i == 0) {
			put_machine(w);
			continue;
		}
		w->machine_filter[i] = 1;
		w->machine_top[i] = 3;
		for (size_t k = 0; k < sizeof small; k++)
			layout_put_octets(w, small[k], 1);
	}
	w->slack = w->base->machines > 1 ? w->to->n - w->machine_at[1] : 0;
	w->in = IN_BLOB;
}
