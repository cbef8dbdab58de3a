/* score.h - what a walk through ranked machines has found.  docs/format.md, "Marks", "Gates"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SCORE_H
#define ROBOTSC_SCORE_H

#include "code.h"

/* What a ranked walk has found. */
struct score {
	uint32_t idle;                     /* a gate, plus 1, that has nothing left to do, nor have those behind it */
	uint32_t best;                     /* rank; its low bit is the verdict */
	uint64_t open[REGISTERS_MAX / 64]; /* registers that are set */
	size_t from[REGISTERS_MAX];        /* where */
};

static inline int is_open(const struct score *score, uint32_t reg)
{
	return (int)(score->open[reg / 64] >> (reg % 64) & 1);
}

/* Was a register open when as many octets had been read? */
static inline int was_open(const struct score *score, uint32_t reg, size_t at)
{
	return is_open(score, reg) && score->from[reg] <= at;
}

/* Follow the gates of a mark.  A segment counts from the first place where its predecessor ends.
 * Gates that have nothing left to do are not looked at again: marks of longer literals lead to those
 * of their endings, so one number tells all that were seen. */
static inline void pass_gates(const uint8_t *machine, uint32_t head, size_t at, int end, struct score *score)
{
	const uint8_t *gates = machine_gates(machine);
	const uint32_t unit = machine_unit(machine);
	int idle = !end;
	for (uint32_t next = head; next && (end || next != score->idle);) {
		const uint8_t *gate = gates + (size_t)(next - 1) * GATE_FIELDS * unit;
		const uint32_t from = field_at(gate, GATE_FROM, unit), before = field_at(gate, GATE_BEFORE, unit);
		const uint32_t opens = field_at(gate, GATE_OPENS, unit), rank = field_at(gate, end ? GATE_END : GATE_RANK, unit);
		const size_t begin = at - field_at(gate, GATE_LENGTH, unit);
		next = field_at(gate, GATE_NEXT, unit);
		if (rank <= score->best && (!opens || is_open(score, opens - 1)))
			continue;
		if ((from && !was_open(score, from - 1, begin)) || (before && was_open(score, before - 1, begin))) {
			idle = 0;
			continue;
		}
		if (rank > score->best)
			score->best = rank;
		if (opens && !is_open(score, opens - 1)) {
			score->open[(opens - 1) / 64] |= (uint64_t)1 << ((opens - 1) % 64);
			score->from[opens - 1] = at;
		}
	}
	if (idle)
		score->idle = head;
}

/* Take what a state has completed; end: because the path ends there. */
static inline void take_mark(const uint8_t *machine, uint32_t ref, size_t at, int end, struct score *score)
{
	uint32_t rank = end ? 0 : ref >> 1, gate = 0;
	if (ref & 1) {
		const uint32_t unit = machine_unit(machine);
		const uint8_t *mark = machine_marks(machine) + (size_t)(ref >> 1) * MARK_FIELDS * unit;
		rank = field_at(mark, end ? MARK_END : MARK_RANK, unit);
		gate = field_at(mark, MARK_GATE, unit);
	}
	if (rank > score->best)
		score->best = rank;
	if (gate)
		pass_gates(machine, gate, at, end, score);
}

/* Can no further match change the verdict? */
static inline int settled(const uint8_t *machine, const struct score *score)
{
	return score->best > machine_field(machine, MACHINE_STOP + (score->best & 1));
}

#endif
