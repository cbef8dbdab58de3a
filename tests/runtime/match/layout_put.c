/* layout_put.c - see layout_make.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_make.h"

#include "runtime/match/percent.h"

static enum layout_call call_of(const struct layout_row *row)
{
	if (row->part == PART_FETCH)
		return CALL_FETCH;
	return row->part >= PART_EXTENSIONS ? CALL_EXTENSIONS : CALL_OPEN;
}

void layout_note(struct layout_making *w, enum layout_id id, int ok)
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

static int is_node(const struct layout_making *w, uint64_t offset)
{
	for (unsigned i = 0; i < LAYOUT_NODES && !w->base->bare; i++)
		if (w->made->offsets[i] == offset)
			return 1;
	return 0;
}

static int allowed(const struct layout_making *w, const struct layout_row *row, uint64_t v, uint64_t low, uint64_t high)
{
	if (!(row->in & w->in))
		return v == 0;
	switch (row->rule) {
	case RULE_RANGE:
		return v >= row->low && v <= row->high;
	case RULE_EITHER:
		return v == row->low || v == 2 * row->low || v == row->high;
	case RULE_LITERAL:
		return v >= row->low && v <= row->high && v != '#' && v != '%' &&
		       !(w->form == FORM_R && octet_class[v] & OCTET_R_SLOW);
	case RULE_FIRST:
		return v == 0 || v == high;
	case RULE_FITS:
	case RULE_OTHERS:
	case RULE_EXACT:
		return v >= low && v <= high;
	case RULE_NODE:
		return v == 0 || is_node(w, v - 1);
	case RULE_TARGET:
		return v < TARGET_NODE ? !w->filter : is_node(w, v - TARGET_NODE);
	case RULE_LATER:
		return v >= TARGET_NODE && (int64_t)(v - TARGET_NODE) > w->at && is_node(w, v - TARGET_NODE);
	case RULE_EARLIER:
		return v >= TARGET_NODE && v - TARGET_NODE < high && is_node(w, v - TARGET_NODE);
	case RULE_MARK:
		return v % 2 == 0 || v / 2 < w->nliterals;
	default:
		return 1; /* the caller decides */
	}
}

uint64_t layout_take(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high)
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
	layout_note(w, id, allowed(w, row, v ^ bias, low ^ bias, high ^ bias));
	if (row->rule == RULE_FITS && v != typical && v >= low && v <= high)
		w->made->unknown = 1;
	return v;
}

uint64_t layout_take_any(struct layout_making *w, enum layout_id id, uint64_t typical)
{
	return layout_take(w, id, typical, layout[id].low, layout[id].high);
}

void layout_put_octets(struct layout_making *w, uint64_t v, unsigned n)
{
	for (; n > 0 && w->to->n < LAYOUT_ROOM; n--, v >>= 8)
		w->to->bytes[w->to->n++] = (uint8_t)v;
}

void layout_put7(struct layout_making *w, uint64_t v)
{
	for (unsigned i = 0; i < w->width; i++, v >>= 7)
		layout_put_octets(w, v & 0x7F, 1);
}

void layout_put_as(struct layout_making *w, enum layout_type type, uint64_t v)
{
	static const unsigned sizes[] = {[TYPE_U8] = 1, [TYPE_U16] = 2, [TYPE_U32] = 4, [TYPE_U64] = 8, [TYPE_S64] = 8};

	if (type == TYPE_INT7)
		layout_put7(w, v);
	else
		layout_put_octets(w, v, type == TYPE_FIELD ? w->unit : sizes[type]);
}

uint64_t layout_put(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high)
{
	const uint64_t v = layout_take(w, id, typical, low, high);

	layout_put_as(w, layout[id].type, v);
	return v;
}

uint64_t layout_put_any(struct layout_making *w, enum layout_id id, uint64_t typical)
{
	return layout_put(w, id, typical, layout[id].low, layout[id].high);
}

uint8_t layout_bits(uint64_t v, unsigned mask)
{
	while (!(mask & 1)) {
		mask >>= 1;
		v <<= 1;
	}
	return (uint8_t)v;
}

uint8_t layout_take_bits(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t *v)
{
	*v = layout_take_any(w, id, typical);
	return layout_bits(*v, layout[id].at);
}

void layout_put_end(struct layout_making *w, enum layout_id id, size_t begin, size_t low, size_t high)
{
	const size_t size = w->to->n - begin;
	const uint64_t v = layout_take(w, id, size, low, high);

	w->made->skip |= v > size + LAYOUT_CUT;
	while (w->to->n - begin < v && v <= size + LAYOUT_CUT)
		layout_put_octets(w, 'p', 1);
	w->to->n = v < size ? begin + (size_t)v : w->to->n;
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
		if (row->part == PART_AGENTS)
			return base->width == 4 ? UINT32_MAX : base->width == 1 ? UINT8_MAX : UINT16_MAX;
		return base->flags & MACHINE_WIDE ? UINT32_MAX : UINT16_MAX;
	case TYPE_INT7:
		return ((uint64_t)1 << 7 * (((base->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2)) - 1;
	default:
		return UINT32_MAX;
	}
}
