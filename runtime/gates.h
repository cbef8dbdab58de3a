/* gates.h - what a walk completes on its way.  docs/format.md, "Marks", "Gates"
 *
 * A segment counts from the first place where its predecessor ends.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GATES_H
#define ROBOTSC_GATES_H

#include "score.h"

/* Where a machine's marks and gates are, and how many octets their fields have. */
struct gate_reader {
	const uint8_t *marks, *gates;
	uint32_t unit;
};

static inline struct gate_reader gate_reader(const uint8_t *machine)
{
	return (struct gate_reader){machine_marks(machine), machine_gates(machine), machine_unit(machine)};
}

/* What is left to do for a gate. */
enum gate_state {
	GATE_DONE,   /* nothing, whatever comes */
	GATE_CLOSED, /* nothing before its register opens */
	GATE_WAITS   /* at another place it may do something */
};

/* Try one gate. */
static inline enum gate_state pass_gate(const uint8_t *gate, uint32_t unit, size_t at, int end, struct score *score)
{
	const uint32_t from = field_at(gate, GATE_FROM, unit), before = field_at(gate, GATE_BEFORE, unit);
	const uint32_t opens = field_at(gate, GATE_OPENS, unit), rank = field_at(gate, end ? GATE_END : GATE_RANK, unit);
	const size_t begin = at - field_at(gate, GATE_LENGTH, unit);
	if (rank <= score->best && (!opens || is_open(score, opens - 1)))
		return GATE_DONE;
	if (from && !was_open(score, from - 1, begin))
		return is_open(score, from - 1) ? GATE_WAITS : GATE_CLOSED;
	if (before && was_open(score, before - 1, begin))
		return GATE_DONE;
	if (rank > score->best)
		score->best = rank;
	if (opens && !is_open(score, opens - 1))
		open_register(score, opens - 1, at);
	return GATE_DONE;
}

static inline const uint8_t *gate_at(const uint8_t *gates, uint32_t unit, uint32_t gate)
{
	return gates + (size_t)(gate - 1) * GATE_FIELDS * unit;
}

/* Follow the gates of a mark; end: because the path ends. */
NOT_INLINE static void try_gates(const uint8_t *gates, uint32_t unit, uint32_t head, size_t at, int end, struct score *score)
{
	enum gate_state most = GATE_DONE;
	for (uint32_t next = head; next && (end || next != score->idle);) {
		const uint8_t *gate = gate_at(gates, unit, next);
		const enum gate_state state = pass_gate(gate, unit, at, end, score);
		most = state > most ? state : most;
		next = field_at(gate, GATE_NEXT, unit);
	}
	if (most == GATE_DONE && !end) {
		score->idle = head;
		score->busy = 0;
	}
}

#endif
