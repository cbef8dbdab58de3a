/* layout_make.c - see layout_make.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_make.h"

#include <stdlib.h>
#include <string.h>

#include "decode.h"

#define MACHINES_MAX 4
#define SECTIONS_MAX 8
#define BLANK 7  /* octets of a section without a meaning: no other has so few */
#define CUT 1000 /* numbers of octets above this are not made */

struct buffer {
	uint8_t bytes[LAYOUT_ROOM];
	size_t n;
};

struct section {
	unsigned type;
	struct buffer *octets; /* NULL: none */
};

struct making {
	const struct layout_base *base;
	const struct layout_change *changes;
	size_t nchanges;
	struct layout_made *made;
	int last;                    /* of two rounds: what is where is known */
	unsigned seen[LAYOUT_COUNT]; /* values of each row, so far */
	struct buffer *to;
	unsigned in; /* IN_... */
	/* Of the machine that is being made, as changed: */
	unsigned unit, width, ranked, scan, registers, nmarks, ngates;
	uint32_t hub;
	size_t slack; /* octets of the section behind the machine */
	/* Of the blob: */
	unsigned form, nmachines, npolicies;
	uint64_t size; /* as stated */
	size_t machine_at[MACHINES_MAX + 1];
	unsigned machine_ranked[MACHINES_MAX];
	uint64_t machine_top[MACHINES_MAX];
};

/* ---- values ------------------------------------------------------------------- */

static enum layout_call call_of(const struct layout_row *row)
{
	if (row->part == PART_FETCH)
		return CALL_FETCH;
	return row->part >= PART_EXTENSIONS ? CALL_EXTENSIONS : CALL_OPEN;
}

/* Count a value that a row allows or not. */
static void note(struct making *w, enum layout_id id, int ok)
{
	const enum layout_call call = call_of(&layout[id]);
	struct layout_made *made = w->made;

	if (!w->last)
		return;
	made->tried[id]++;
	if (ok)
		return;
	made->refused[id]++;
	made->violations[call]++;
	if (id < made->violated[call]) {
		made->violated[call] = id;
		made->status[call] = layout[id].status;
	}
}

static int is_node(const struct making *w, uint64_t offset)
{
	for (unsigned i = 0; i < LAYOUT_NODES; i++)
		if (w->made->offsets[i] == offset)
			return 1;
	return 0;
}

static int allowed(const struct making *w, const struct layout_row *row, uint64_t v, uint64_t low, uint64_t high)
{
	if (!(row->in & w->in))
		return v == 0;
	switch (row->rule) {
	case RULE_RANGE:
		return v >= row->low && v <= row->high;
	case RULE_EITHER:
		return v == row->low || v == row->high;
	case RULE_LITERAL:
		return v >= row->low && v <= row->high && v != '#' && v != '%';
	case RULE_FIRST:
		return v == 0 || v == high;
	case RULE_FITS:
	case RULE_OTHERS:
	case RULE_EXACT:
		return v >= low && v <= high;
	case RULE_NODE:
		return v == 0 || is_node(w, v);
	case RULE_TARGET:
		return v < TARGET_NODE || is_node(w, v - TARGET_NODE);
	case RULE_EARLIER:
		return v >= TARGET_NODE && v - TARGET_NODE < high && is_node(w, v - TARGET_NODE);
	case RULE_MARK:
		return v % 2 == 0 || v / 2 < w->nmarks;
	default:
		return 1; /* the caller looks */
	}
}

/* The next value of a row, as it was changed, or the typical one. */
static uint64_t value(struct making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high)
{
	const struct layout_row *row = &layout[id];
	const unsigned nth = w->seen[id]++;
	uint64_t v = typical, bias = 0;

	for (size_t i = 0; i < w->nchanges; i++)
		if (w->changes[i].id == id && w->changes[i].nth == nth)
			v = w->changes[i].value;
	if (w->last && w->made->nfields < LAYOUT_FIELDS)
		w->made->fields[w->made->nfields++] = (struct layout_field){id, nth, typical, low, high};
	if (row->type == TYPE_S64)
		bias = (uint64_t)1 << 63;
	note(w, id, allowed(w, row, v ^ bias, low ^ bias, high ^ bias));
	if (row->rule == RULE_FITS && v != typical && v >= low && v <= high)
		w->made->unknown = 1;
	return v;
}

/* A value that only has to be what it is. */
static uint64_t free_value(struct making *w, enum layout_id id, uint64_t typical)
{
	return value(w, id, typical, layout[id].low, layout[id].high);
}

static void put_octets(struct making *w, uint64_t v, unsigned n)
{
	for (; n > 0 && w->to->n < LAYOUT_ROOM; n--, v >>= 8)
		w->to->bytes[w->to->n++] = (uint8_t)v;
}

static void put7(struct making *w, uint64_t v)
{
	for (unsigned i = 0; i < w->width; i++, v >>= 7)
		put_octets(w, v & 0x7F, 1);
}

static void put_as(struct making *w, enum layout_type type, uint64_t v)
{
	static const unsigned sizes[] = {[TYPE_U8] = 1, [TYPE_U16] = 2, [TYPE_U32] = 4, [TYPE_U64] = 8, [TYPE_S64] = 8};

	if (type == TYPE_INT7)
		put7(w, v);
	else
		put_octets(w, v, type == TYPE_FIELD ? w->unit : sizes[type]);
}

static uint64_t put(struct making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high)
{
	const uint64_t v = value(w, id, typical, low, high);

	put_as(w, layout[id].type, v);
	return v;
}

static uint64_t put_free(struct making *w, enum layout_id id, uint64_t typical)
{
	return put(w, id, typical, layout[id].low, layout[id].high);
}

static uint8_t bits(uint64_t v, unsigned mask)
{
	while (!(mask & 1)) {
		mask >>= 1;
		v <<= 1;
	}
	return (uint8_t)v;
}

static uint8_t value_bits(struct making *w, enum layout_id id, uint64_t typical, uint64_t *v)
{
	*v = free_value(w, id, typical);
	return bits(*v, layout[id].at);
}

/* Octets that do not belong there. */
static void put_stray(struct making *w, enum layout_id id)
{
	const uint64_t n = value(w, id, 0, 0, 0);

	if (n > CUT)
		w->made->skip = 1;
	for (uint64_t i = 0; i < n && i <= CUT; i++)
		put_octets(w, 'p', 1);
}

uint64_t layout_most(const struct layout_row *row, const struct layout_base *base)
{
	uint64_t mask = row->at;

	switch (row->type) {
	case TYPE_BITS:
		while (!(mask & 1))
			mask >>= 1;
		return mask;
	case TYPE_U8:
		return UINT8_MAX;
	case TYPE_U16:
		return UINT16_MAX;
	case TYPE_U64:
	case TYPE_S64:
		return UINT64_MAX;
	case TYPE_FIELD:
		return (row->part == PART_AGENTS ? base->wide_names != 0 : (base->flags & MACHINE_WIDE) != 0) ? UINT32_MAX
		                                                                                              : UINT16_MAX;
	case TYPE_INT7:
		return ((uint64_t)1 << 7 * (((base->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2)) - 1;
	default:
		return UINT32_MAX;
	}
}

/* ---- nodes -------------------------------------------------------------------- */

/* What "else" needs. */
static void note_else(struct making *w, uint64_t otherwise, uint32_t at)
{
	const struct layout_row *row = layout_value(PART_ELSE, otherwise);

	if (row == NULL)
		note(w, LAYOUT_BRANCH_ELSE, 0);
	else
		note(w, (enum layout_id)(row - layout), row->in & w->in && (row->rule != RULE_HUB || (w->hub != 0 && w->hub < at)));
}

static void note_next(struct making *w, uint64_t next, int followed)
{
	const struct layout_row *row = layout_value(PART_NEXT, next);

	note(w, (enum layout_id)(row - layout), row->in & w->in && (row->rule != RULE_FOLLOWED || followed));
}

/* A node as a target, if an integer can say it. */
static uint64_t own_target(const struct making *w, uint32_t at)
{
	return (TARGET_NODE + at) >> 7 * w->width == 0 ? TARGET_NODE + at : TARGET_ALLOW;
}

/* What head and count of a run or branch are followed by. */
static void put_node_fields(struct making *w, uint32_t at, uint64_t e, uint64_t otherwise)
{
	if (w->ranked && e)
		put(w, LAYOUT_NODE_MARK, w->nmarks ? 1 : 4, 0, 2 * (uint64_t)w->nmarks - 1);
	if (!layout_has_target(PART_ELSE, otherwise))
		return;
	if (otherwise == ELSE_LINK)
		put(w, LAYOUT_LINK_TARGET, TARGET_NODE, TARGET_NODE, at);
	else
		put(w, LAYOUT_ELSE_TARGET, own_target(w, at), 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
}

static void put_run(struct making *w, const struct layout_node *n, uint32_t at, uint8_t head, uint64_t e, int followed)
{
	uint64_t next, otherwise, careful;

	head |= value_bits(w, LAYOUT_RUN_NEXT, n->next, &next);
	head |= value_bits(w, LAYOUT_RUN_ELSE, n->otherwise, &otherwise);
	head |= value_bits(w, LAYOUT_RUN_CAREFUL, 0, &careful);
	note_next(w, next, followed);
	note_else(w, otherwise, at);
	put_octets(w, head, 1);
	const uint64_t most = layout_value(PART_ELSE, otherwise)->high;
	const uint64_t count = put(w, LAYOUT_RUN_COUNT, n->count, 1, most);
	put_node_fields(w, at, e, otherwise);
	if (layout_has_target(PART_NEXT, next))
		put(w, LAYOUT_RUN_TARGET, own_target(w, at), 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
	for (uint64_t i = 0; i < count; i++)
		if (i == 0 || i + 1 == count)
			put_free(w, LAYOUT_RUN_OCTET, at ? 'x' : '/');
		else
			put_octets(w, 'y', 1);
}

static void put_branch(struct making *w, const struct layout_node *n, uint32_t at, uint8_t head, uint64_t e)
{
	uint64_t otherwise, reserved, low = 0;

	head |= value_bits(w, LAYOUT_BRANCH_ELSE, n->otherwise, &otherwise);
	head |= value_bits(w, LAYOUT_BRANCH_RESERVED, 0, &reserved);
	note_else(w, otherwise, at);
	put_octets(w, head, 1);
	const uint64_t count = put_free(w, LAYOUT_BRANCH_COUNT, n->count);
	put_node_fields(w, at, e, otherwise);
	for (uint64_t i = 0; i < count; i++) {
		const uint64_t octet = count < 3 ? 'a' + 2 * i : i;

		if (i < 2 || i == BRANCH_MAX - 1) {
			low = put(w, LAYOUT_WAY_OCTET, octet, low, 0x7F) + 1;
			continue;
		}
		note(w, LAYOUT_WAY_OCTET, octet >= low);
		put_octets(w, octet, 1);
		low = octet + 1;
	}
	for (uint64_t i = 0; i < count; i++)
		if (i < 2)
			put(w, LAYOUT_WAY_TARGET, i ? TARGET_NODE : TARGET_ALLOW, 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
		else
			put7(w, TARGET_ALLOW);
}

/* A label, and another one behind it with LABEL_MORE. */
static void put_label(struct making *w, uint32_t at, unsigned more, unsigned first)
{
	uint64_t count, next, follows = value(w, LAYOUT_LABEL_MORE, first ? more : 0, 0, first);
	uint8_t head = bits(follows, LABEL_MORE);

	head |= value_bits(w, LAYOUT_LABEL_COUNT, 3, &count);
	head |= value_bits(w, LAYOUT_LABEL_NEXT, first ? NEXT_GOTO : NEXT_ALLOW, &next);
	note_next(w, next, 1);
	put_octets(w, head, 1);
	for (uint64_t i = 0; i <= count; i++)
		if (i == 0 || i == count)
			put_free(w, LAYOUT_LABEL_OCTET, 'a' + i);
		else
			put_octets(w, 'b', 1);
	if (layout_has_target(PART_NEXT, next))
		put(w, LAYOUT_LABEL_TARGET, own_target(w, at), 0, w->made->offsets[LAYOUT_NODES] + TARGET_NODE);
	if (follows && first)
		put_label(w, at, 0, 0);
}

/* Zeros up to where the next label may stand. */
static void put_zeros(struct making *w, uint64_t unit)
{
	for (int first = 1; unit <= FAN_UNIT_MAX && w->to->n % ((size_t)1 << unit) != 0; first = 0)
		if (first)
			put_free(w, LAYOUT_LABEL_ZEROS, 0);
		else
			put_octets(w, 0, 1);
}

static void put_fan(struct making *w, const struct layout_node *n, uint32_t at, uint8_t head)
{
	static struct buffer labels;
	struct buffer *const code = w->to;
	uint64_t otherwise, reserved, nbits, unit, even, odd, second = 0;

	head |= value_bits(w, LAYOUT_BRANCH_ELSE, n->otherwise, &otherwise);
	head |= value_bits(w, LAYOUT_BRANCH_RESERVED, 0, &reserved);
	note_else(w, otherwise, at);
	put_octets(w, head, 1);
	const uint8_t shape = value_bits(w, LAYOUT_FAN_BITS, n->bits, &nbits);
	put_octets(w, shape | value_bits(w, LAYOUT_FAN_UNIT, n->unit, &unit), 1);
	put_free(w, LAYOUT_FAN_AT_SEED, 5);
	const uint8_t key = value_bits(w, LAYOUT_FAN_EVEN_KEY, 7, &even);
	put_octets(w, key | value_bits(w, LAYOUT_FAN_ODD_KEY, 4, &odd), 1);
	put_octets(w, 0x77777777777777, 7);
	labels.n = 0;
	w->to = &labels;
	const uint64_t first = value(w, LAYOUT_FAN_AT_ENTRIES, 0, 0, 0);
	put_label(w, at, n->more, 1);
	put_zeros(w, unit);
	if (nbits > 0) {
		const uint64_t next = unit > FAN_UNIT_MAX ? labels.n : labels.n >> unit;

		second = value(w, LAYOUT_FAN_AT_ENTRIES, n->count > 1 ? next : 0, 0, next);
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
		put7(w, i == 0 ? first : i == 1 ? second : 0);
	w->width = width;
	for (size_t i = 0; i < labels.n; i++)
		put_octets(w, labels.bytes[i], 1);
}

static void put_node(struct making *w, unsigned number)
{
	const struct layout_node *n = &w->base->nodes[number];
	const uint32_t at = (uint32_t)w->to->n;
	const enum layout_id kind = !n->kind ? LAYOUT_RUN : n->kind & BRANCH_FAN ? LAYOUT_FAN : LAYOUT_BRANCH;
	uint64_t bit, e;

	w->made->offsets[number] = at;
	w->in = layout_in(w->ranked, n->kind, w->scan && w->hub == at);
	note(w, kind, (layout[kind].in & w->in) != 0);
	if (kind != LAYOUT_BRANCH) /* else it may be as it is elsewhere */
		w->in = layout_in(w->ranked, n->kind, 0);
	uint8_t head = value_bits(w, LAYOUT_NODE_BIT, 1, &bit);
	head |= value_bits(w, LAYOUT_NODE_E, n->e, &e);
	head |= (uint8_t)n->kind;
	if (!n->kind)
		put_run(w, n, at, head, e, number + 1 < LAYOUT_NODES);
	else if (n->kind & BRANCH_FAN)
		put_fan(w, n, at, head);
	else
		put_branch(w, n, at, head, e);
	put_stray(w, LAYOUT_NODE_END);
}

/* ---- programs ----------------------------------------------------------------- */

static void put_instruction(struct making *w, uint64_t typical, int last)
{
	const uint64_t v = put_free(w, LAYOUT_INSTRUCTION, typical);
	const struct layout_row *row = v > layout[LAYOUT_INSTRUCTION].high ? layout_value(PART_CODE, v) : NULL;

	if (v > layout[LAYOUT_INSTRUCTION].high)
		note(w, row ? (enum layout_id)(row - layout) : LAYOUT_INSTRUCTION, row && (row->rule != RULE_EXACT || last));
	if (v < FORM_K_LIMIT && w->form == FORM_K)
		note(w, LAYOUT_INSTRUCTION, 0); /* half of a pair */
	if (v == PROGRAM_SET)
		put_octets(w, 0, 1);
}

static void put_set(struct making *w)
{
	uint64_t low = 0;

	put_octets(w, PROGRAM_SET, 1);
	put(w, LAYOUT_SET_RANGES, 2, 0, 3); /* two octets follow */
	for (unsigned i = 0; i < 2; i++) {
		const uint64_t first = put(w, LAYOUT_RANGE_FIRST, i ? 'x' : 'a', low, 0xFF);

		low = put(w, LAYOUT_RANGE_LAST, i ? 'x' : 'c', first, 0xFF) + 1;
	}
}

static void put_program(struct making *w)
{
	struct buffer *const code = w->to;
	static struct buffer program;

	program.n = 0;
	w->to = &program;
	put_octets(w, '/', 1);
	if (w->form == FORM_K) {
		put_free(w, LAYOUT_FORM_K_LEAD, 2);
		put_free(w, LAYOUT_FORM_K_TRAIL, 0x1F);
	}
	put_instruction(w, 'a', 0);
	put_set(w);
	put_octets(w, 'q', 1);
	put_instruction(w, PROGRAM_END, 1);
	w->to = code;
	put_free(w, LAYOUT_PROGRAM_RANK, 2);
	put(w, LAYOUT_PROGRAM_SIZE, program.n, program.n, program.n);
	for (size_t i = 0; i < program.n; i++)
		put_octets(w, program.bytes[i], 1);
}

/* ---- machines ----------------------------------------------------------------- */

static void put_marks_and_gates(struct making *w, unsigned marks, unsigned gates)
{
	for (unsigned i = 0; i < marks; i++) {
		put_free(w, LAYOUT_MARK_RANK, 2);
		put_free(w, LAYOUT_MARK_END, 0);
		put(w, LAYOUT_MARK_GATE, i, 0, w->ngates);
	}
	for (unsigned i = 0; i < gates; i++) {
		put(w, LAYOUT_GATE_FROM, i, 0, w->registers);
		put(w, LAYOUT_GATE_BEFORE, 0, 0, w->registers);
		put(w, LAYOUT_GATE_OPENS, 1, 0, w->registers);
		put_free(w, LAYOUT_GATE_LENGTH, 1);
		put_free(w, LAYOUT_GATE_RANK, 3);
		put_free(w, LAYOUT_GATE_END, 0);
		put(w, LAYOUT_GATE_NEXT, 0, 0, i);
	}
}

static void put_tables(struct making *w, unsigned scan, unsigned pairs)
{
	if (scan) {
		put_free(w, LAYOUT_SCAN_TABLE, 0);
		put_octets(w, 0, 8), put_octets(w, 0, 7);
	}
	if (!pairs)
		return;
	for (enum layout_id id = LAYOUT_PAIR_FIRST_LOW; id <= LAYOUT_PAIR_SECOND_HIGH; id++) {
		put_free(w, id, 0);
		put_octets(w, 0, 7);
		if (id <= LAYOUT_PAIR_SECOND_LOW)
			put_octets(w, 0, 8);
	}
}

/* The header, whose numbers of marks, gates and octets of code are stated here. */
static void put_machine_header(struct making *w, size_t code, unsigned nmarks, unsigned ngates)
{
	put(w, LAYOUT_MACHINE_CODE, code, 1, code + w->slack);
	put_as(w, TYPE_FIELD, w->hub);
	w->nmarks = w->ngates = 0;
	if (!w->ranked)
		return;
	put_free(w, LAYOUT_MACHINE_STOP, 3);
	put_free(w, LAYOUT_MACHINE_STOP, 2);
	w->machine_top[0] = put_free(w, LAYOUT_MACHINE_TOP, 3);
	put_as(w, TYPE_FIELD, w->registers);
	w->nmarks = (unsigned)put(w, LAYOUT_MACHINE_MARKS, nmarks, 0, nmarks + w->slack / (MARK_FIELDS * w->unit));
	w->ngates = (unsigned)put(w, LAYOUT_MACHINE_GATES, ngates, 0, ngates + w->slack / (GATE_FIELDS * w->unit));
}

/* Is the code to have no octets? */
static int is_without_code(const struct making *w)
{
	for (size_t i = 0; i < w->nchanges; i++)
		if (w->changes[i].id == LAYOUT_MACHINE_CODE && w->changes[i].value == 0)
			return 1;
	return 0;
}

static void put_machine(struct making *w)
{
	static struct buffer code;
	struct buffer *const section = w->to;
	const struct layout_base *b = w->base;
	uint64_t ranked, programs, width, fallback, wide, scan, pairs;
	uint8_t flags;

	w->in = IN_MACHINES;
	flags = value_bits(w, LAYOUT_MACHINE_IS_RANKED, (b->flags & MACHINE_IS_RANKED) != 0, &ranked);
	programs = value(w, LAYOUT_MACHINE_PROGRAMS, (b->flags & MACHINE_PROGRAMS) != 0, 0, ranked);
	const unsigned in = programs ? IN_PROGRAMS : ranked ? IN_RANKED : IN_DECIDED;
	w->in = in;
	w->ranked = w->machine_ranked[0] = ranked != 0;
	flags |= value_bits(w, LAYOUT_MACHINE_WIDTH, programs ? 0 : (b->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT, &width);
	flags |= value_bits(w, LAYOUT_MACHINE_FALLBACK, (b->flags & MACHINE_FALLBACK) != 0, &fallback);
	flags |= value_bits(w, LAYOUT_MACHINE_WIDE, (b->flags & MACHINE_WIDE) != 0, &wide);
	w->unit = wide ? 4 : 2;
	w->width = width < 2 ? (unsigned)width + 2 : 4;
	w->hub = (uint32_t)value(w, LAYOUT_MACHINE_HUB, programs || !b->hub ? 0 : w->made->offsets[b->hub], 0,
	                         w->made->offsets[LAYOUT_NODES]);
	scan = value(w, LAYOUT_MACHINE_SCAN, programs ? 0 : (b->flags & MACHINE_SCAN) != 0, 0, w->hub != 0);
	pairs = value(w, LAYOUT_MACHINE_PAIRS, programs ? 0 : (b->flags & MACHINE_PAIRS) != 0, 0, scan);
	flags |= (uint8_t)(bits(programs, MACHINE_PROGRAMS) | bits(scan, MACHINE_SCAN) | bits(pairs, MACHINE_PAIRS));
	w->scan = scan != 0;
	const unsigned tabled = ranked && !programs ? 2 : 0;
	w->registers = ranked ? (unsigned)free_value(w, LAYOUT_MACHINE_REGISTERS, tabled) : 0;
	put_octets(w, flags, 1);
	put_machine_header(w, w->made->offsets[LAYOUT_NODES], tabled, tabled);
	put_marks_and_gates(w, tabled, tabled);
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
		put_octets(w, code.bytes[i], 1);
	put_stray(w, LAYOUT_MACHINE_END);
}

static void put_machines(struct making *w)
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
			put_octets(w, small[k], 1);
	}
	w->slack = w->base->machines > 1 ? w->to->n - w->machine_at[1] : 0;
	w->in = IN_BLOB;
}

/* ---- policies and agents -------------------------------------------------------- */

static void put_list(struct making *w)
{
	uint64_t members[MACHINES_MAX], last = 0, n = 0;

	for (unsigned i = w->base->flags & MACHINE_IS_RANKED ? 0 : 1; i < w->base->machines; i++)
		members[n++] = i;
	const uint64_t count = put(w, LAYOUT_LIST_COUNT, n, 1, n);
	for (uint64_t i = 0; i < n && count != 0; i++) {
		const uint64_t v = put_free(w, LAYOUT_LIST_INDEX, members[i]);
		const int is_ranked = v < w->nmachines && w->machine_ranked[v];
		const int follows = is_ranked && (i == 0 || last >= w->nmachines || w->machine_top[v] < w->machine_top[last] ||
		                                  (w->machine_top[v] == w->machine_top[last] && v > last));

		if (is_ranked && follows) /* value() has counted it as good */
			;
		else
			note(w, LAYOUT_LIST_INDEX, 0);
		last = v;
	}
}

static void put_policies(struct making *w)
{
	const struct layout_base *b = w->base;
	const unsigned n = b->empty ? 0 : w->nmachines + 1 + (b->list != 0);
	const unsigned members = b->flags & MACHINE_IS_RANKED ? b->machines : b->machines - 1;
	const size_t lists = POLICIES_AT_ENTRIES + (size_t)POLICY_ENTRY * n;

	w->npolicies = n;
	put(w, LAYOUT_POLICIES_AT_COUNT, n, 0, n + (b->list ? 1 + members : 0));
	for (unsigned i = 0; i < w->nmachines && !b->empty; i++)
		put(w, LAYOUT_POLICY_MACHINE, w->machine_at[i], w->machine_at[i], w->machine_at[i]);
	if (b->empty)
		return;
	put_free(w, LAYOUT_POLICY_CONSTANT, POLICY_CONSTANT | 1);
	if (b->list) {
		put(w, LAYOUT_POLICY_LIST, POLICY_LIST | lists, POLICY_LIST | lists, POLICY_LIST | lists);
		put_list(w);
	}
	put_stray(w, LAYOUT_POLICIES_END);
}

static void put_agents(struct making *w)
{
	const unsigned n = w->base->names, text = 3 * n;
	const uint64_t most = 2 * (uint64_t)w->npolicies + 1;
	const uint64_t width = put_free(w, LAYOUT_AGENTS_AT_WIDTH, w->base->wide_names ? 4 : 2);

	w->unit = width == 4 ? 4 : 2;
	put_free(w, LAYOUT_AGENTS_AT_RESERVED, 0);
	put(w, LAYOUT_AGENT_COUNT, n, 0, n + text / (2 * w->unit));
	put(w, LAYOUT_AGENT_STAR, w->npolicies ? 3 : 0, 0, most);
	for (uint64_t i = 0, low = 0; i < n; i++)
		low = put(w, LAYOUT_AGENT_NAME, 3 * i, low, text);
	for (unsigned i = 0; i < n; i++)
		put(w, LAYOUT_AGENT_POLICY, w->npolicies ? 2 : 0, 0, most);
	for (unsigned i = 0; i < text; i++)
		put_octets(w, 'a' + i / 3, 1);
	const uint64_t size = value(w, LAYOUT_AGENTS_END, w->to->n, w->to->n - (n > 0 ? 3 : 0), UINT32_MAX);
	w->made->skip |= size > CUT;
	while (w->to->n < size && size <= CUT)
		put_octets(w, 'z', 1);
	w->to->n = size < w->to->n ? (size_t)size : w->to->n;
}

/* ---- fetch and extensions --------------------------------------------------------- */

static void put_fetch(struct making *w)
{
	const uint64_t fetched = put_free(w, LAYOUT_FETCH_AT_FETCHED, 1000);

	put(w, LAYOUT_FETCH_AT_EXPIRES, 2000, fetched, INT64_MAX);
	for (enum layout_id id = LAYOUT_FETCH_AT_LENGTH; id <= LAYOUT_FETCH_AT_RESERVED; id++)
		put_free(w, id, 0);
	put(w, LAYOUT_FETCH_AT_SINCE, 900, (uint64_t)1 << 63, fetched);
	const uint64_t size = free_value(w, LAYOUT_FETCH_SIZE, FETCH_SIZE);
	if (size > CUT)
		w->made->skip = 1;
	while (w->to->n < size && size <= CUT)
		put_octets(w, 0, 1);
	w->to->n = size < w->to->n ? (size_t)size : w->to->n;
}

#define SETS 2
#define MEMBERS 3 /* group 1; groups 1 and 2 */
#define GROUPS 3
#define LABELS 2
#define RECORDS 4

/* Data of the records: their fields, and how much. */
static const unsigned fields[RECORDS] = {1, 2, 3, 4}, sizes[RECORDS] = {4, NUMBERS + 2, NUMBERS, NUMBERS + 1};

static void put_sets(struct making *w, uint64_t labels)
{
	static const unsigned ends[SETS] = {1, MEMBERS}, members[MEMBERS] = {1, 1, 2};
	uint64_t effective[SETS], low = 0;

	for (unsigned i = 0; i < SETS; i++) {
		low = effective[i] = put(w, LAYOUT_SET_AT_MEMBERS, ends[i], i + 1 < SETS ? low : MEMBERS, MEMBERS);
		for (uint64_t k = 0; k < 2 * labels; k++)
			if (k < 3)
				put(w, LAYOUT_SET_AT_POLICIES, k, 0, ANSWER_POLICY + (uint64_t)w->npolicies - 1);
			else
				put_octets(w, ANSWER_NO, 4);
	}
	low = 0;
	for (unsigned i = 0; i < MEMBERS; i++) {
		low = i == effective[0] ? 0 : low;
		low = put(w, LAYOUT_EXT_GROUP, members[i], low + 1, GROUPS - 1);
	}
}

static void put_groups(struct making *w)
{
	static const unsigned ends[GROUPS] = {1, 2, RECORDS};
	uint64_t low = 0;

	for (unsigned i = 0; i < GROUPS; i++) {
		low = put(w, LAYOUT_GROUP_AT_RECORDS, ends[i], i + 1 < GROUPS ? low : RECORDS, RECORDS);
		put_free(w, LAYOUT_GROUP_AT_NUMBER, i);
	}
}

static void put_labels(struct making *w, uint64_t labels, uint64_t data)
{
	for (uint64_t i = 0; i < labels; i++) {
		if (i > 1) {
			put_octets(w, ROBOTSC_FIELD_NOINDEX, 8), put_octets(w, 0, 4);
			continue;
		}
		put_free(w, LAYOUT_LABEL_AT_FIELD, ROBOTSC_FIELD_NOINDEX + i);
		const uint64_t at = put(w, LAYOUT_LABEL_AT_NAME, 1, 0, data);
		put(w, LAYOUT_LABEL_AT_SIZE, 2, 0, at <= data ? data - at : UINT32_MAX);
	}
}

static unsigned numbers_of(uint64_t field)
{
	return field >= ROBOTSC_FIELD_CRAWL_DELAY && field <= ROBOTSC_FIELD_VISIT_TIME ? NUMBERS : 0;
}

static void put_records(struct making *w, uint64_t data, uint64_t field[RECORDS])
{
	uint64_t low = 0, at = 0;

	for (unsigned i = 0; i < RECORDS; i++) {
		field[i] = put_free(w, LAYOUT_RECORD_AT_FIELD, fields[i]);
		put_free(w, LAYOUT_RECORD_AT_LINE, i + 1);
		const uint64_t v = put(w, LAYOUT_RECORD_AT_DATA, at, low, data), end = at + sizes[i];
		if (v != at)
			w->made->unknown = 1; /* the data of others are others */
		note(w, LAYOUT_RECORD_AT_DATA, sizes[i] >= numbers_of(field[i]));
		const unsigned room = sizes[i] < numbers_of(field[i]) ? 0 : sizes[i] - numbers_of(field[i]);
		put(w, LAYOUT_RECORD_AT_NAME, 0, 0, room);
		low = v;
		at = end;
	}
}

static void put_numbers(struct making *w, uint64_t field, unsigned size)
{
	if (size < NUMBERS) {
		put_octets(w, 0, size);
		return;
	}
	put(w, LAYOUT_NUMBERS_AT_COUNT, 1, field == ROBOTSC_FIELD_REQUEST_RATE, UINT32_MAX);
	put_free(w, LAYOUT_NUMBERS_AT_SECONDS, 9);
	const uint64_t from = put(w, LAYOUT_NUMBERS_AT_FROM, 5, 0, MINUTES - 1);
	const uint64_t to = put(w, LAYOUT_NUMBERS_AT_TO, 5, 0, MINUTES - 1);
	const int none = from == MINUTE_NONE && to == MINUTE_NONE && field != ROBOTSC_FIELD_VISIT_TIME;
	if (numbers_of(field)) {
		note(w, LAYOUT_NUMBERS_AT_FROM, from < MINUTES || none);
		note(w, LAYOUT_NUMBERS_AT_TO, to < MINUTES || none);
	}
	put_octets(w, 0, size - NUMBERS);
}

static void put_extensions(struct making *w)
{
	const unsigned names = w->base->names + 1;
	uint64_t data = 0, field[RECORDS];

	for (unsigned i = 0; i < RECORDS; i++)
		data += sizes[i];
	put(w, LAYOUT_EXT_AT_NAMES, names, names, names);
	put(w, LAYOUT_EXT_AT_SETS, SETS, 0, SETS + data / (SET_AT_POLICIES + SET_LABEL * LABELS));
	put(w, LAYOUT_EXT_AT_MEMBERS, MEMBERS, 0, MEMBERS + data / EXT_MEMBER);
	put(w, LAYOUT_EXT_AT_GROUPS, GROUPS, 1, GROUPS + data / EXT_GROUP);
	const uint64_t stated = put_free(w, LAYOUT_EXT_AT_LABELS, LABELS), labels = stated > ROBOTSC_LABELS_MAX ? LABELS : stated;
	put(w, LAYOUT_EXT_AT_RECORDS, RECORDS, 0, RECORDS + data / EXT_RECORD);
	for (unsigned i = 0; i < names; i++)
		put(w, LAYOUT_EXT_SET, i, 0, SETS);
	put_sets(w, labels);
	put_groups(w);
	put_labels(w, labels, data);
	put_records(w, data, field);
	for (unsigned i = 0; i < RECORDS; i++)
		put_numbers(w, field[i], sizes[i]);
}

/* ---- the blob --------------------------------------------------------------------- */

/* Sections in their order.  Two of other types stand first, to have offsets that can be changed. */
static unsigned plan_sections(struct making *w, struct section plan[SECTIONS_MAX])
{
	static struct buffer none, machines, policies, agents, fetch, extensions, tail;
	const struct layout_base *b = w->base;
	unsigned n = 0;

	none.n = BLANK;
	machines.n = policies.n = agents.n = fetch.n = extensions.n = tail.n = 0;
	w->in = IN_BLOB;
	w->to = &machines;
	put_machines(w);
	w->nmachines = b->machines;
	w->npolicies = 1;
	w->to = &policies;
	if (b->policies)
		put_policies(w);
	w->to = &agents;
	put_agents(w);
	plan[n++] = (struct section){99, &none};
	plan[n++] = (struct section){100, &none};
	if (!b->machines_end)
		plan[n++] = (struct section){SECTION_MACHINES, &machines};
	if (b->policies)
		plan[n++] = (struct section){SECTION_POLICIES, &policies};
	plan[n++] = (struct section){SECTION_AGENTS, &agents};
	if (b->machines_end) {
		const uint64_t over = free_value(w, LAYOUT_BLOB_OVERREAD, 24);

		plan[n++] = (struct section){SECTION_MACHINES, &machines};
		plan[n++] = (struct section){101, &tail};
		w->to = &tail;
		w->made->skip |= over < BLOB_TRAILER || over > CUT;
		for (uint64_t i = BLOB_TRAILER; i < over && over <= CUT; i++)
			put_octets(w, 0, 1);
	}
	w->to = &fetch;
	if (b->fetch) {
		put_fetch(w);
		plan[n++] = (struct section){SECTION_FETCH, &fetch};
	}
	w->to = &extensions;
	if (b->extensions) {
		put_extensions(w);
		plan[n++] = (struct section){SECTION_EXTENSIONS, &extensions};
	}
	return n;
}

/* How often each type of section is there. */
static void note_types(struct making *w, const unsigned *types, unsigned n)
{
	static const enum layout_id ids[] = {LAYOUT_SECTION_MACHINES, LAYOUT_SECTION_POLICIES, LAYOUT_SECTION_AGENTS,
	                                     LAYOUT_SECTION_FETCH, LAYOUT_SECTION_EXTENSIONS};

	for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
		uint64_t times = 0;

		for (unsigned i = 0; i < n; i++)
			times += types[i] == layout[ids[k]].at;
		note(w, ids[k], times >= layout[ids[k]].low && times <= layout[ids[k]].high);
	}
}

/* Would a section without a meaning get one by this type? */
static int is_known(const struct making *w, unsigned type)
{
	return (type <= SECTION_AGENTS && type > 0) || (type == SECTION_FETCH && !w->base->fetch) ||
	       (type == SECTION_EXTENSIONS && !w->base->extensions);
}

/* The table, then the sections. */
static void put_sections(struct making *w, const struct section *plan, unsigned n, uint64_t stated)
{
	const uint64_t entries = stated;
	unsigned types[UINT8_MAX];
	uint64_t machines_end = 0, at = BLOB_HEADER + SECTION_ENTRY * entries, low = at;

	for (uint64_t i = 0; i < entries; i++) {
		const struct section *s = i < n ? &plan[i] : NULL;
		const uint64_t size = s ? s->octets->n : 0;

		if (s == NULL) {
			types[i] = 200;
			put_octets(w, 200, 4);
			put_octets(w, at, 4);
			continue;
		}
		types[i] = (unsigned)put_free(w, LAYOUT_SECTION_AT_TYPE, s->type);
		w->made->unknown |= types[i] != s->type && (s->octets->n != BLANK || is_known(w, types[i]));
		put_free(w, LAYOUT_SECTION_AT_RESERVED, 0);
		const uint64_t v = put(w, LAYOUT_SECTION_AT_OFFSET, at, low, at + size);
		if (v != at && i >= 2)
			w->made->unknown = 1;
		low = v;
		at += size;
		machines_end = s->type == SECTION_MACHINES ? at : machines_end;
	}
	if (machines_end)
		note(w, LAYOUT_BLOB_OVERREAD, at + BLOB_TRAILER - machines_end >= BLOB_OVERREAD);
	note_types(w, types, (unsigned)entries);
	for (uint64_t i = 0; i < n && i < entries; i++)
		for (size_t k = 0; k < plan[i].octets->n; k++)
			put_octets(w, plan[i].octets->bytes[k], 1);
}

static void put_blob(struct making *w)
{
	static struct buffer whole;
	struct section plan[SECTIONS_MAX];
	struct layout_made *made = w->made;

	w->in = IN_BLOB;
	w->form = (unsigned)free_value(w, LAYOUT_BLOB_AT_FORM, w->base->form);
	const unsigned n = plan_sections(w, plan);
	whole.n = 0;
	w->to = &whole;
	put_free(w, LAYOUT_BLOB_AT_MAGIC, BLOB_MAGIC);
	put_free(w, LAYOUT_BLOB_AT_MAJOR, BLOB_MAJOR);
	put_free(w, LAYOUT_BLOB_AT_MINOR, BLOB_MINOR);
	put_free(w, LAYOUT_BLOB_AT_DIALECT, 0);
	put_octets(w, w->form, 1);
	put_octets(w, 0, 4); /* the size, below */
	put_free(w, LAYOUT_BLOB_AT_MATCH, 0);
	put_free(w, LAYOUT_BLOB_AT_FLAGS, 0);
	/* Entries are added up to any number of them. */
	const uint64_t sections = free_value(w, LAYOUT_BLOB_AT_SECTIONS, n);
	put_octets(w, sections, 1);
	put_free(w, LAYOUT_BLOB_AT_RESERVED, 0);
	if (w->base->bare)
		note(w, LAYOUT_BLOB_AT_SECTIONS, 0); /* the table is not there */
	else
		put_sections(w, plan, n, sections);
	const uint64_t len = whole.n + BLOB_TRAILER;
	const uint64_t cut = value(w, LAYOUT_LENGTH, len, 4, UINT32_MAX);
	note(w, LAYOUT_WHOLE, cut >= layout[LAYOUT_WHOLE].low);
	const uint64_t size = value(w, LAYOUT_BLOB_AT_SIZE, len, cut, cut);
	if (size < cut && made->violated[CALL_OPEN] == LAYOUT_BLOB_AT_SIZE)
		made->status[CALL_OPEN] = ROBOTSC_ERR_CORRUPT;
	for (unsigned i = 0; i < 4; i++)
		whole.bytes[BLOB_AT_SIZE + i] = (uint8_t)(size >> 8 * i);
	w->to = &whole;
	const uint64_t sum = decode_checksum(whole.bytes, whole.n);
	put(w, LAYOUT_CHECKSUM, sum, sum, sum);
	made->skip |= cut > len + 1;
	if (cut > len)
		put_octets(w, 0, 1);
	made->len = cut < whole.n ? (size_t)cut : whole.n;
	memcpy(made->bytes, whole.bytes, made->len);
}

void layout_make(struct layout_made *made, const struct layout_base *base, const struct layout_change *changes, size_t n)
{
	static struct making rounds;
	struct making w = rounds;

	memset(made->offsets, 0, sizeof made->offsets);
	w.base = base;
	w.changes = changes;
	w.nchanges = n;
	w.made = made;
	for (w.last = 0; w.last < 2; w.last++) {
		memset(w.seen, 0, sizeof w.seen);
		memset(made->tried, 0, sizeof made->tried);
		memset(made->refused, 0, sizeof made->refused);
		made->nfields = 0;
		made->unknown = made->skip = 0;
		for (unsigned i = 0; i < LAYOUT_CALLS; i++) {
			made->violations[i] = 0;
			made->violated[i] = LAYOUT_COUNT;
			made->status[i] = ROBOTSC_OK;
		}
		put_blob(&w);
	}
}
