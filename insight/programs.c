/* programs.c - see programs.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "programs.h"

#include <string.h>

/* A thread: the offset of an instruction times PARTS; plus HALF and the high digit of a pair's octet, if the first octet of
 * it was read. */
#define PARTS 32
#define HALF 16

enum robotsc_status robotsc__programs_read(struct arena *a, const uint8_t *machine, struct programs *out)
{
	const uint32_t size = machine_field(machine, MACHINE_CODE), unit = machine_unit(machine);
	*out = (struct programs){.code = machine_code(machine), .most = 2 * size};
	if (size > UINT32_MAX / PARTS)
		return ROBOTSC_ERR_NOMEM;
	out->all = robotsc__arena_take(a, size * sizeof *out->all);
	out->owner = robotsc__arena_take(a, size * sizeof *out->owner);
	if (!out->all || !out->owner)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t at = 0; at < size;) {
		const uint8_t *fields = out->code + at;
		const uint32_t begin = at + PROGRAM_FIELDS * unit;
		at = begin + field_at(fields, PROGRAM_SIZE, unit);
		for (uint32_t i = begin; i < at; i++)
			out->owner[i] = out->n;
		out->all[out->n++] = (struct program){begin, at, field_at(fields, PROGRAM_RANK, unit)};
	}
	return ROBOTSC_OK;
}

uint32_t robotsc__programs_next(const struct programs *p, uint32_t at)
{
	return at + (p->code[at] == PROGRAM_SET ? 2 + 2 * (uint32_t)p->code[at + 1] : 1);
}

/* One program on its way: the threads it has from first on, and whether it matches whatever follows. */
struct way {
	const struct programs *p;
	struct threads *out;
	uint32_t first, end;
	int matched;
};

/* An instruction may read next; at a star all before it is forgotten. */
static void arrive(struct way *w, uint32_t at)
{
	const int star = at < w->end && w->p->code[at] == PROGRAM_STAR;
	while (star && at + 1 < w->end && w->p->code[at + 1] == PROGRAM_STAR)
		at++;
	w->matched |= at == w->end || (star && at + 1 == w->end);
	if (w->matched)
		return;
	if (star)
		w->out->n = w->first;
	w->out->all[w->out->n++] = at * PARTS;
}

/* Does a set hold the octet of a unit?  In a pair it may be one that no set holds. */
static int holds(const uint8_t *set, unsigned octet, int paired)
{
	if (paired && (octet == '%' || octet == '/'))
		return 0;
	for (unsigned i = 0; i < set[1]; i++)
		if (octet >= set[2 + 2 * i] && octet <= set[3 + 2 * i])
			return 1;
	return 0;
}

static void read_octet(struct way *w, uint32_t at, uint32_t half, uint8_t octet)
{
	const uint8_t *code = w->p->code + at;
	const int lead = octet < FORM_K_TRAIL, trail = !lead && octet < FORM_K_LIMIT;
	if (*code < PROGRAM_SET) {
		if (*code == octet)
			arrive(w, at + 1);
		return;
	}
	if (*code != PROGRAM_SET && *code != PROGRAM_ONE)
		return; /* the path goes on where it should end */
	if (!half && lead) {
		w->out->all[w->out->n++] = at * PARTS + HALF + octet;
		return;
	}
	if ((half != 0) != trail)
		return;
	const unsigned value = half ? (half - HALF) << 4 | (octet & 15u) : octet;
	if (*code == PROGRAM_ONE || holds(code, value, half != 0))
		arrive(w, robotsc__programs_next(w->p, at));
}

uint32_t robotsc__programs_start(const struct programs *p, struct threads *out, uint32_t best)
{
	out->n = 0;
	for (uint32_t i = 0; i < p->n; i++) {
		struct way w = {p, out, out->n, p->all[i].end, 0};
		arrive(&w, p->all[i].begin);
		if (w.matched && p->all[i].rank > best)
			best = p->all[i].rank;
	}
	return best;
}

uint32_t robotsc__programs_step(const struct programs *p, const struct threads *from, uint8_t octet, struct threads *out,
                                uint32_t best)
{
	out->n = 0;
	for (uint32_t i = 0; i < from->n;) {
		const uint32_t owner = p->owner[from->all[i] / PARTS];
		struct way w = {p, out, out->n, p->all[owner].end, 0};
		for (; i < from->n && p->owner[from->all[i] / PARTS] == owner; i++) {
			uint32_t at = from->all[i] / PARTS;
			if (w.matched)
				continue;
			if (p->code[at] == PROGRAM_STAR)
				out->all[out->n++] = from->all[i], at++;
			read_octet(&w, at, from->all[i] % PARTS, octet);
		}
		if (!w.matched)
			continue;
		out->n = w.first;
		best = p->all[owner].rank > best ? p->all[owner].rank : best;
	}
	return best;
}

uint32_t robotsc__programs_end(const struct programs *p, const struct threads *at, uint32_t best)
{
	for (uint32_t i = 0; i < at->n; i++) {
		const uint32_t place = at->all[i] / PARTS, rank = p->all[p->owner[place]].rank;
		if (p->code[place + (p->code[place] == PROGRAM_STAR)] == PROGRAM_END && rank > best)
			best = rank;
	}
	return best;
}

void robotsc__programs_prune(const struct programs *p, struct threads *at, uint32_t best, int alone)
{
	uint32_t lowest = UINT32_MAX, kept = 0; /* the lowest rank that may turn the verdict */
	for (uint32_t i = 0; i < at->n; i++) {
		const uint32_t rank = p->all[p->owner[at->all[i] / PARTS]].rank;
		if (rank > best && (rank ^ best) & 1 && rank < lowest)
			lowest = rank;
	}
	for (uint32_t i = 0; i < at->n; i++) {
		const uint32_t rank = p->all[p->owner[at->all[i] / PARTS]].rank;
		if (rank > best && (!alone || (rank ^ best) & 1 || rank > lowest))
			at->all[kept++] = at->all[i];
	}
	at->n = kept;
}

static void name(const struct programs *p, uint32_t at, uint8_t named[256])
{
	const uint8_t *code = p->code + at;
	if (*code < PROGRAM_SET)
		named[*code] = 1;
	if (*code != PROGRAM_SET && *code != PROGRAM_ONE)
		return;
	memset(named, 1, FORM_K_LIMIT);
	for (unsigned i = 0; *code == PROGRAM_SET && i < code[1]; i++)
		for (unsigned c = code[2 + 2 * i]; c <= code[3 + 2 * i]; c++)
			named[c] = 1;
}

void robotsc__programs_name(const struct programs *p, const struct threads *at, uint8_t named[256])
{
	for (uint32_t i = 0; i < at->n; i++) {
		const uint32_t place = at->all[i] / PARTS;
		name(p, place + (p->code[place] == PROGRAM_STAR), named);
	}
}

void robotsc__programs_name_all(const struct programs *p, uint8_t named[256])
{
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t at = p->all[i].begin; at < p->all[i].end; at = robotsc__programs_next(p, at))
			name(p, at, named);
}
