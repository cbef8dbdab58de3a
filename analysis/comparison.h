/* comparison.h - what robotsc_compare and robotsc_compare_all share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPARISON_H
#define ROBOTSC_COMPARISON_H

#include "operand.h"

/* Which policies have the same rules.
 *
 * No path is looked at.  Two rules are the same if they have equal canonical octets and equal
 * precedence.  Precedence is the rank; in a record, to which no other record is added, it is how
 * often the verdict changes from the highest rank down to this one.
 *
 * In    two operands.
 * Out   a number for each policy of a text; policies with equal numbers, of either operand, give
 *       equal verdicts.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n). */
struct same_rules {
	uint32_t *numbers[2]; /* by policy; last: for NO_POLICY; NULL: a blob */
	uint32_t policies[2];
};

enum robotsc_status robotsc__same_rules_make(struct arena *a, const struct operand operands[2], struct same_rules *out);

/* The number of the rules of a policy, which is an index or NO_POLICY. */
uint32_t robotsc__same_rules_number(const struct same_rules *same, int side, uint32_t policy);

struct comparing {
	/* Any call of its member difference may set its member budget to 0. */
	const struct robotsc_question *question;
	struct robotsc_comparison *out;
	struct operand operands[2];
	struct same_rules same;
	uint64_t left; /* steps that are left for all comparisons together */
	struct arena *arena;
	/* What decides for the robot that is compared, on each side. */
	struct decider decider[2];
	bool unproven; /* the walk of a blob may differ from its lazy DFA */
	bool failed;
};

/* Read the sides.  Fails as robotsc_compare. */
enum robotsc_status robotsc__compare_begin(struct arena *a, const struct robotsc_side *first, const struct robotsc_side *second,
                                           const struct robotsc_question *question, struct robotsc_comparison *out,
                                           struct comparing *c);

/* Compare for one robot, in at most `budget` of the steps that are left.  Resets the arena. */
enum robotsc_status robotsc__compare_run(struct arena *a, struct comparing *c, const struct robotsc_text *tokens, size_t n,
                                         uint64_t budget);

/* Find the line of a side that decides about a path.  The work is taken from *work.  Fails
 * ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__deciding_rule_find(struct arena *a, const struct operand *operand, const struct lazy_rules *rules,
                                                struct robotsc_text path, uint64_t *work, struct robotsc_reason *out);

#endif
