/* score.h - what a walk through ranked machines has found.  docs/format.md, "Marks", "Gates"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SCORE_H
#define ROBOTSC_SCORE_H

#include "code.h"

#define QUIET 8 /* gates that are remembered */

/* A gate, plus 1, that has nothing to do, nor have those behind it, until more registers have opened. */
struct quiet {
	uint32_t gate, opened;
};

/* Gates that follow each other by descending numbers and registers; of those whose register is open, bits tell
 * which have nothing left to do. */
struct stretch {
	uint32_t first, last; /* gates, plus 1; 0: there are none */
	uint32_t next;        /* the gate behind them, plus 1 */
	uint32_t high, low;   /* the registers of the first and the last, plus 1 */
	uint64_t spent[REGISTERS_MAX / 64];
};

/* What a ranked walk has found. */
struct score {
	uint32_t best;      /* rank; its low bit is the verdict */
	uint32_t enough[2]; /* a best of that verdict above this, and the machine has no more to say */
	uint32_t idle;      /* a gate, plus 1, that has nothing left to do, nor have those behind it.. */
	uint32_t busy;      /* ..up to this one */
	uint32_t opened;    /* how many registers were opened, and machines entered */
	struct quiet quiet[QUIET];
	struct stretch stretch;
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

static inline void open_register(struct score *score, uint32_t reg, size_t at)
{
	score->open[reg / 64] |= (uint64_t)1 << (reg % 64);
	score->from[reg] = at;
	score->opened++;
}

/* Can no further match change the verdict of the policy? */
static inline int score_settled(const struct score *score, const uint8_t *machine)
{
	return score->best > machine_field(machine, MACHINE_STOP + (score->best & 1));
}

/* Can no further match in the machine that was entered change anything? */
static inline int score_enough(const struct score *score)
{
	return score->best > score->enough[score->best & 1];
}

/* Before the first machine. */
static inline void score_begin(struct score *score, uint32_t fallback)
{
	score->best = fallback;
	score->opened = 0;
	for (unsigned i = 0; i < QUIET; i++)
		score->quiet[i].gate = 0;
}

/* Enter a machine with the best so far.  Returns 0 if it cannot raise it. */
static inline int score_enter(struct score *score, const uint8_t *machine)
{
	const uint32_t top = machine_field(machine, MACHINE_TOP);
	if (score->best >= top)
		return 0;
	for (unsigned verdict = 0; verdict < 2; verdict++) {
		const uint32_t stop = machine_field(machine, MACHINE_STOP + verdict);
		score->enough[verdict] = stop < top ? stop : top - 1;
	}
	for (uint32_t k = 0; k < (machine_field(machine, MACHINE_REGISTERS) + 63) / 64; k++)
		score->open[k] = 0;
	score->idle = 0;
	score->stretch.first = 0;
	score->opened++;
	return 1;
}

#endif
