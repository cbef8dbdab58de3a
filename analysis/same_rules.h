/* same_rules.h - which policies have the same rules.
 *
 * No path is looked at.  Two rules are the same if their canonical octets and their precedence are.
 * Precedence is the rank; in a record, to which no other record is added, it is how often the
 * verdict changes from the highest rank down to this one.
 *
 * In    two operands.
 * Out   a number for each policy of a text; policies with equal numbers, of either operand, give
 *       equal verdicts.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SAME_RULES_H
#define ROBOTSC_SAME_RULES_H

#include "operand.h"

struct same_rules {
	uint32_t *numbers[2]; /* by policy; the last is for NO_POLICY.  NULL for a blob */
	uint32_t policies[2];
};

enum robotsc_status robotsc__same_rules_make(struct arena *a, const struct operand operands[2], struct same_rules *out);

/* The number of a policy, as robotsc__operand_policy has it. */
uint32_t robotsc__same_rules_number(const struct same_rules *same, int side, uint32_t policy);

#endif
