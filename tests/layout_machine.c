/* layout_machine.c - machines for layout_make.c: nodes, fans, programs, tables.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_put.h"

/* ---- nodes -------------------------------------------------------------------- */

/* What "else" needs. */
static void note_else(struct layout_making *w, uint64_t otherwise, uint32_t at)
{
	const struct layout_row *row = layout_value(PART_ELSE, otherwise);

	if (row == NULL)
		layout_note(w, LAYOUT_BRANCH_ELSE, 0);
	else
		layout_note(w, (enum layout_id)(row - layout),
		            row->in & w->in && (row->rule != RULE_HUB || (w->hub != 0 && w->hub < at)));
}

static void note_next(struct layout_making *w, uint64_t next, int followed)
{
	const struct layout_row *row = layout_value(PART_NEXT, next);

	layout_note(w, (enum layout_id)(row - layout), row->in & w->in && (row->rule != RULE_FOLLOWED || followed));
}

/* A node as a target, if an integer can say it. */
static uint64_t own_target(const struct layout_making *w, uint32_t at)
{
	return (TARGET_NODE + at) >> 7 * w->width == 0 ? TARGET_NODE + at : TARGET_ALLOW;
}

/* What head and count of a run or branch are followed by. */
static void put_node_fields(struct layout_making *w, uint32_t at, uint64_t e, uint64_t otherwise)
{
	if (w->ranked && e)
		layout_put(w, LAYOUT_NODE_MARK, w->nmarks ? 1 : 4, 0, 2 * (uint64_t)w->nmarks - 1);
	if (!layout_has_target(PART_ELSE, otherwise))
		return;
	if (otherwise == ELSE_LINK)
		layout_put(w, LAYOUT_LINK_TARGET, TARGET_NODE, TARGET_NODE, at);
	else
		layout_put(w, LAYOUT_ELSE_TARGET, own_target(w, at), 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
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
		layout_put(w, LAYOUT_RUN_TARGET, own_target(w, at), 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
	for (uint64_t i = 0; i < count; i++)
		if (i == 0 || i + 1 == count)
			layout_put_any(w, LAYOUT_RUN_OCTET, at ? 'x' : '/');
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
			layout_put(w, LAYOUT_WAY_TARGET, i ? TARGET_NODE : TARGET_ALLOW, 0,
			           w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
		else
			layout_put7(w, TARGET_ALLOW);
}

/* A label, and another one behind it with LABEL_MORE. */
static void put_label(struct layout_making *w, uint32_t at, unsigned more, unsigned first)
{
	uint64_t count, next, follows = layout_take(w, LAYOUT_LABEL_MORE, first ? more : 0, 0, first);
	uint8_t head = layout_bits(follows, LABEL_MORE);

	head |= layout_take_bits(w, LAYOUT_LABEL_COUNT, 3, &count);
	head |= layout_take_bits(w, LAYOUT_LABEL_NEXT, first ? NEXT_GOTO : NEXT_ALLOW, &next);
	note_next(w, next, 1);
	layout_put_octets(w, head, 1);
	for (uint64_t i = 0; i <= count; i++)
		if (i == 0 || i == count)
			layout_put_any(w, LAYOUT_LABEL_OCTET, 'a' + i);
		else
			layout_put_octets(w, 'b', 1);
	if (layout_has_target(PART_NEXT, next))
		layout_put(w, LAYOUT_LABEL_TARGET, own_target(w, at), 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
	if (follows && first)
		put_label(w, at, 0, 0);
}

/* Zeros up to where the next label may stand. */
static void put_zeros(struct layout_making *w, uint64_t unit)
{
	w->zeros = 0;
	for (; unit <= FAN_UNIT_MAX && w->to->n % ((size_t)1 << unit) != 0; w->zeros++)
		if (w->zeros == 0)
			layout_put_any(w, LAYOUT_LABEL_ZEROS, 0);
		else
			layout_put_octets(w, 0, 1);
}

static void put_fan(struct layout_making *w, const struct layout_node *n, uint32_t at, uint8_t head)
{
	static struct layout_buffer labels;
	struct layout_buffer *const code = w->to;
	uint64_t otherwise, reserved, nbits, unit, even, odd, second = 0;

	head |= layout_take_bits(w, LAYOUT_BRANCH_ELSE, n->otherwise, &otherwise);
	head |= layout_take_bits(w, LAYOUT_BRANCH_RESERVED, 0, &reserved);
	note_else(w, otherwise, at);
	layout_put_octets(w, head, 1);
	const uint8_t shape = layout_take_bits(w, LAYOUT_FAN_BITS, n->bits, &nbits);
	layout_put_octets(w, shape | layout_take_bits(w, LAYOUT_FAN_UNIT, n->unit, &unit), 1);
	layout_put_any(w, LAYOUT_FAN_AT_SEED, 5);
	const uint8_t key = layout_take_bits(w, LAYOUT_FAN_EVEN_KEY, 7, &even);
	layout_put_octets(w, key | layout_take_bits(w, LAYOUT_FAN_ODD_KEY, 4, &odd), 1);
	layout_put_octets(w, 0x77777777777777, 7);
	labels.n = 0;
	w->to = &labels;
	const uint64_t first = layout_take(w, LAYOUT_FAN_AT_ENTRIES, 0, 0, 0);
	put_label(w, at, n->more, 1);
	put_zeros(w, unit);
	if (nbits > 0) {
		const uint64_t next = unit > FAN_UNIT_MAX ? labels.n : labels.n >> unit;

		second = layout_take(w, LAYOUT_FAN_AT_ENTRIES, n->count > 1 ? next : 0, 0, next);
		if (second == next) {
			put_label(w, at, 0, 0);
			put_zeros(w, unit);
		}
	}
	w->to = code;
	w->made->skip |= first > 0x3FFF || second > 0x3FFF || (unit <= FAN_UNIT_MAX && (first > 0x7F || second > 0x7F));
	const unsigned width = w->width;
	w->width = unit > FAN_UNIT_MAX ? 2 : 1;
	for (uint64_t i = (uint64_t)1 << nbits; i-- > 0;)
		layout_put7(w, i == 0 ? first : i == 1 ? second : 0);
	w->width = width;
	for (size_t i = 0; i < labels.n; i++)
		layout_put_octets(w, labels.bytes[i], 1);
}

static void put_node(struct layout_making *w, unsigned number)
{
	const struct layout_node *n = &w->base->nodes[number];
	const uint32_t at = (uint32_t)w->to->n;
	const enum layout_id kind = !n->kind ? LAYOUT_RUN : n->kind & BRANCH_FAN ? LAYOUT_FAN : LAYOUT_BRANCH;
	uint64_t bit, e;

	w->made->offsets[number] = at;
	w->zeros = 0;
	w->in = layout_in(w->ranked, n->kind, w->scan && w->hub == at);
	layout_note(w, kind, (layout[kind].in & w->in) != 0);
	if (kind != LAYOUT_BRANCH) /* else it may be as it is elsewhere */
		w->in = layout_in(w->ranked, n->kind, 0);
	uint8_t head = layout_take_bits(w, LAYOUT_NODE_BIT, 1, &bit);
	head |= layout_take_bits(w, LAYOUT_NODE_E, n->e, &e);
	head |= (uint8_t)n->kind;
	if (!n->kind)
		put_run(w, n, at, head, e, number + 1 < LAYOUT_NODES);
	else if (n->kind & BRANCH_FAN)
		put_fan(w, n, at, head);
	else
		put_branch(w, n, at, head, e);
	layout_put_end(w, LAYOUT_NODE_END, at, w->to->n - at - w->zeros, w->to->n - at);
	w->made->skip |= w->to->n == at; /* there is no node: another blob */
}

/* ---- programs ----------------------------------------------------------------- */

static void put_instruction(struct layout_making *w, uint64_t typical, int last)
{
	const uint64_t v = layout_put_any(w, LAYOUT_INSTRUCTION, typical);
	const struct layout_row *row = v > layout[LAYOUT_INSTRUCTION].high ? layout_value(PART_CODE, v) : NULL;

	if (v > layout[LAYOUT_INSTRUCTION].high)
		layout_note(w, row ? (enum layout_id)(row - layout) : LAYOUT_INSTRUCTION, row && (row->rule != RULE_EXACT || last));
	if (v < FORM_K_LIMIT && w->form == FORM_K)
		layout_note(w, LAYOUT_INSTRUCTION, 0); /* half of a pair */
	if (v == PROGRAM_SET && last)
		layout_note(w, LAYOUT_SET_RANGES, 0); /* it is not there */
	else if (v == PROGRAM_SET)
		layout_put_octets(w, 0, 1);
}

static void put_set(struct layout_making *w)
{
	uint64_t low = 0;

	layout_put_octets(w, PROGRAM_SET, 1);
	layout_put(w, LAYOUT_SET_RANGES, 2, 0, 3); /* two octets follow */
	for (unsigned i = 0; i < 2; i++) {
		const uint64_t first = layout_put(w, LAYOUT_RANGE_FIRST, i ? 'x' : 'a', low, 0xFF);

		low = layout_put(w, LAYOUT_RANGE_LAST, i ? 'x' : 'c', first, 0xFF) + 1;
	}
}

static void put_program(struct layout_making *w)
{
	struct layout_buffer *const code = w->to;
	static struct layout_buffer program;

	program.n = 0;
	w->to = &program;
	layout_put_octets(w, '/', 1);
	if (w->form == FORM_K) {
		layout_put_any(w, LAYOUT_FORM_K_LEAD, 2);
		layout_put_any(w, LAYOUT_FORM_K_TRAIL, 0x1F);
	}
	put_instruction(w, 'a', 0);
	put_set(w);
	layout_put_octets(w, 'q', 1);
	put_instruction(w, PROGRAM_END, 1);
	w->to = code;
	layout_put_any(w, LAYOUT_PROGRAM_RANK, 2);
	layout_put(w, LAYOUT_PROGRAM_SIZE, program.n, program.n, program.n);
	for (size_t i = 0; i < program.n; i++)
		layout_put_octets(w, program.bytes[i], 1);
}

/* ---- machines ----------------------------------------------------------------- */

static void put_marks_and_gates(struct layout_making *w, unsigned marks, unsigned gates)
{
	for (unsigned i = 0; i < marks; i++) {
		layout_put_any(w, LAYOUT_MARK_RANK, 2);
		layout_put_any(w, LAYOUT_MARK_END, 0);
		layout_put(w, LAYOUT_MARK_GATE, i, 0, w->ngates);
	}
	for (unsigned i = 0; i < gates; i++) {
		layout_put(w, LAYOUT_GATE_FROM, i, 0, w->registers);
		layout_put(w, LAYOUT_GATE_BEFORE, 0, 0, w->registers);
		layout_put(w, LAYOUT_GATE_OPENS, 1, 0, w->registers);
		layout_put_any(w, LAYOUT_GATE_LENGTH, 1);
		layout_put_any(w, LAYOUT_GATE_RANK, 3);
		layout_put_any(w, LAYOUT_GATE_END, 0);
		layout_put(w, LAYOUT_GATE_NEXT, 0, 0, i);
	}
}

static void put_tables(struct layout_making *w, unsigned scan, unsigned pairs)
{
	if (scan) {
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

/* The header, whose numbers of marks, gates and octets of code are stated here. */
static void put_machine_header(struct layout_making *w, size_t code, unsigned nmarks, unsigned ngates)
{
	layout_put(w, LAYOUT_MACHINE_CODE, code, 1, code + w->slack);
	layout_put_as(w, TYPE_FIELD, w->hub);
	w->nmarks = w->ngates = 0;
	if (!w->ranked)
		return;
	layout_put_any(w, LAYOUT_MACHINE_STOP, 3);
	layout_put_any(w, LAYOUT_MACHINE_STOP, 2);
	w->machine_top[0] = layout_put_any(w, LAYOUT_MACHINE_TOP, 3);
	layout_put_as(w, TYPE_FIELD, w->registers);
	w->nmarks = (unsigned)layout_put(w, LAYOUT_MACHINE_MARKS, nmarks, 0, nmarks + w->slack / (MARK_FIELDS * w->unit));
	w->ngates = (unsigned)layout_put(w, LAYOUT_MACHINE_GATES, ngates, 0, ngates + w->slack / (GATE_FIELDS * w->unit));
}

/* Is the code to have no octets? */
static int is_without_code(const struct layout_making *w)
{
	for (size_t i = 0; i < w->nchanges; i++)
		if (w->changes[i].id == LAYOUT_MACHINE_CODE && w->changes[i].value == 0)
			return 1;
	return 0;
}

static void put_machine(struct layout_making *w)
{
	static struct layout_buffer code;
	struct layout_buffer *const section = w->to;
	const struct layout_base *b = w->base;
	const size_t begin = section->n;
	uint64_t ranked, programs, width, fallback, wide, scan, pairs;
	uint8_t flags;

	w->in = IN_MACHINES;
	flags = layout_take_bits(w, LAYOUT_MACHINE_IS_RANKED, (b->flags & MACHINE_IS_RANKED) != 0, &ranked);
	programs = layout_take(w, LAYOUT_MACHINE_PROGRAMS, (b->flags & MACHINE_PROGRAMS) != 0, 0, ranked);
	const unsigned in = programs ? IN_PROGRAMS : ranked ? IN_RANKED : IN_DECIDED;
	w->in = in;
	w->ranked = w->machine_ranked[0] = ranked != 0;
	flags |=
		layout_take_bits(w, LAYOUT_MACHINE_WIDTH, programs ? 0 : (b->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT, &width);
	flags |= layout_take_bits(w, LAYOUT_MACHINE_FALLBACK, (b->flags & MACHINE_FALLBACK) != 0, &fallback);
	flags |= layout_take_bits(w, LAYOUT_MACHINE_WIDE, (b->flags & MACHINE_WIDE) != 0, &wide);
	w->unit = wide ? 4 : 2;
	w->width = width < 2 ? (unsigned)width + 2 : 4;
	w->hub = (uint32_t)layout_take(w, LAYOUT_MACHINE_HUB, programs || !b->hub ? 0 : w->made->offsets[b->hub], 0,
	                               w->made->offsets[LAYOUT_NODES]);
	scan = layout_take(w, LAYOUT_MACHINE_SCAN, programs ? 0 : (b->flags & MACHINE_SCAN) != 0, 0, w->hub != 0);
	pairs = layout_take(w, LAYOUT_MACHINE_PAIRS, programs ? 0 : (b->flags & MACHINE_PAIRS) != 0, 0, scan);
	flags |= (uint8_t)(layout_bits(programs, MACHINE_PROGRAMS) | layout_bits(scan, MACHINE_SCAN) |
	                   layout_bits(pairs, MACHINE_PAIRS));
	w->scan = scan != 0;
	const unsigned tabled = ranked && !programs ? 2 : 0;
	w->registers = ranked ? (unsigned)layout_take_any(w, LAYOUT_MACHINE_REGISTERS, tabled) : 0;
	layout_put_octets(w, flags, 1);
	put_machine_header(w, w->made->offsets[LAYOUT_NODES], tabled, tabled);
	put_marks_and_gates(w, tabled, tabled);
	for (unsigned i = 0; programs && i < MARK_FIELDS * w->nmarks + GATE_FIELDS * w->ngates && i < 30; i++)
		layout_put_as(w, TYPE_FIELD, 0); /* they are there, but may not be */
	put_tables(w, scan != 0, pairs != 0);
	code.n = 0;
	w->to = &code;
	if (programs) {
		put_program(w);
		put_program(w);
	} else {
		for (unsigned i = 0; i < LAYOUT_NODES; i++)
			put_node(w, i);
	}
	w->made->offsets[LAYOUT_NODES] = (uint32_t)code.n;
	w->made->skip |= code.n > UINT16_MAX && w->unit == 2;
	w->to = section;
	w->in = in;
	for (size_t i = 0; i < code.n && !is_without_code(w); i++)
		layout_put_octets(w, code.bytes[i], 1);
	layout_put_end(w, LAYOUT_MACHINE_END, begin, section->n - begin, section->n - begin);
}

void layout_put_machines(struct layout_making *w)
{
	static const uint8_t small[] = {
		MACHINE_IS_RANKED, 3, 0, 0, 0, 3, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, NODE_BIT | NEXT_ALLOW << RUN_NEXT_SHIFT, 1, '/'};

	for (unsigned i = 0; i < w->base->machines; i++) {
		w->machine_at[i] = w->to->n;
		if (i == 0) {
			put_machine(w);
			continue;
		}
		w->machine_ranked[i] = 1;
		w->machine_top[i] = 3;
		for (size_t k = 0; k < sizeof small; k++)
			layout_put_octets(w, small[k], 1);
	}
	w->slack = w->base->machines > 1 ? w->to->n - w->machine_at[1] : 0;
	w->in = IN_BLOB;
}
