/* gates.h - what a walk completes on its way.  docs/format.md, "Marks"
 *
 * A segment counts from the first place where its predecessor ends.  Gates that have nothing to do are not
 * looked at again: marks of longer literals lead to those of their endings, and a literal may have a gate for
 * each register.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GATES_H
#define ROBOTSC_GATES_H

#include "compare.h"
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

#ifndef __OPTIMIZE_SIZE__
#define GATES_FEW 16     /* gates of a mark that are looked at before anything is worth remembering */
#define STRETCH_LEAST 32 /* gates that are */

/* A gate that may continue a stretch does so, or begins another. */
static inline void stretch_add(struct stretch *s, uint32_t gate, uint32_t from, uint32_t next)
{
	if (gate + 1 != s->last || s->next != gate || from >= s->low) {
		s->first = gate;
		s->high = from;
	}
	s->last = gate;
	s->low = from;
	s->next = next;
}

/* The gate of a stretch that waits for a register, plus 1, or NULL. */
static inline const uint8_t *stretch_find(const struct stretch *s, const uint8_t *gates, uint32_t unit, uint32_t from)
{
	uint32_t low = s->last, high = s->first;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (field_at(gate_at(gates, unit, middle), GATE_FROM, unit) < from)
			low = middle + 1;
		else
			high = middle;
	}
	const uint8_t *gate = gate_at(gates, unit, low);
	return field_at(gate, GATE_FROM, unit) == from ? gate : NULL;
}

/* Try the gates of a stretch whose registers are open. */
static inline enum gate_state pass_stretch(const uint8_t *gates, uint32_t unit, size_t at, struct score *score)
{
	struct stretch *s = &score->stretch;
	enum gate_state most = GATE_CLOSED;
	for (uint32_t k = (s->low - 1) / 64; k <= (s->high - 1) / 64; k++) {
		uint64_t left = score->open[k] & ~s->spent[k];
		while (left) {
			const uint64_t bit = left & (~left + 1);
			const uint32_t from = 64 * k + lowest_bit(left) + 1;
			const uint8_t *gate = from < s->low || from > s->high ? NULL : stretch_find(s, gates, unit, from);
			if (gate && pass_gate(gate, unit, at, 0, score) == GATE_WAITS)
				most = GATE_WAITS;
			else
				s->spent[k] |= bit;
			left ^= bit;
		}
	}
	return most;
}

/* Remember the stretch that was walked last, if it is long. */
static inline void stretch_keep(struct score *score, const struct stretch *walked)
{
	if (walked->first == 0 || walked->first - walked->last < STRETCH_LEAST || walked->low == 0)
		return;
	score->stretch = *walked;
	for (uint32_t k = 0; k < REGISTERS_MAX / 64; k++)
		score->stretch.spent[k] = 0;
}

/* What was found out about the gates of a mark. */
struct round {
	uint32_t busy; /* the first that is not done, plus 1 */
	enum gate_state most;
	struct stretch walked;
};

/* Follow gates to the last; many: those that may be worth remembering as a stretch. */
SPECIALIZED uint32_t follow_gates(const uint8_t *gates, uint32_t unit, uint32_t next, size_t at, int many, struct score *score,
                                  struct round *round)
{
	for (unsigned n = 0; next && (many || n < GATES_FEW); n++) {
		enum gate_state state;
		const uint32_t gate = next;
		if (next == score->idle) {
			next = score->busy;
			continue;
		}
		if (next == score->stretch.first) {
			state = pass_stretch(gates, unit, at, score);
			next = score->stretch.next;
		} else {
			const uint8_t *fields = gate_at(gates, unit, next);
			state = pass_gate(fields, unit, at, 0, score);
			next = field_at(fields, GATE_NEXT, unit);
			if (many)
				stretch_add(&round->walked, gate, field_at(fields, GATE_FROM, unit), next);
		}
		if (state != GATE_DONE && !round->busy)
			round->busy = gate;
		round->most = state > round->most ? state : round->most;
	}
	return next;
}

NOT_INLINE static void follow_many(const uint8_t *gates, uint32_t unit, uint32_t next, size_t at, struct score *score,
                                   struct round *round)
{
	round->walked.first = 0;
	round->walked.last = 0;
	follow_gates(gates, unit, next, at, 1, score, round);
	stretch_keep(score, &round->walked);
}

/* The same before the path ends, and what there is to remember. */
SPECIALIZED void pass_gates(const uint8_t *gates, uint32_t unit, uint32_t head, size_t at, struct score *score)
{
	const uint32_t opened = score->opened;
	struct quiet *quiet = &score->quiet[head % QUIET];
	struct round round;
	if (quiet->gate == head && quiet->opened == opened)
		return;
	round.busy = 0;
	round.most = GATE_DONE;
	const uint32_t more = follow_gates(gates, unit, head, at, 0, score, &round);
	if (more)
		follow_many(gates, unit, more, at, score, &round);
	if (round.busy != head) {
		score->idle = head;
		score->busy = round.busy;
	}
	if (round.most == GATE_CLOSED)
		*quiet = (struct quiet){head, opened};
}
#endif

/* Take what a state has completed; end: because the path ends there. */
SPECIALIZED void take_mark(const struct gate_reader *m, uint32_t ref, size_t at, int end, struct score *score)
{
	uint32_t rank = end ? 0 : ref >> 1, gate = 0;
	if (ref & 1) {
		const uint8_t *mark = m->marks + (size_t)(ref >> 1) * MARK_FIELDS * m->unit;
		rank = field_at(mark, end ? MARK_END : MARK_RANK, m->unit);
		gate = field_at(mark, MARK_GATE, m->unit);
	}
	if (rank > score->best)
		score->best = rank;
#ifndef __OPTIMIZE_SIZE__
	if (gate && !end) {
		pass_gates(m->gates, m->unit, gate, at, score);
		return;
	}
#endif
	if (gate)
		try_gates(m->gates, m->unit, gate, at, end, score);
}

#endif
