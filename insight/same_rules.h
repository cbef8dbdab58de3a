/* same_rules.h - which policies have the same rules.
 *
 * Told without looking at paths: rules are the same that are spelt with the same canonical octets and have the
 * same precedence.  That is their rank, or in a record, which no other is added to, how often the verdict changes
 * from the highest rank down to theirs.
 *
 * In    two sides.
 * Out   a number for each policy of a text; policies with equal numbers, of either side, decide alike.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SAME_RULES_H
#define ROBOTSC_SAME_RULES_H

#include "operand.h"

struct same_rules {
	uint32_t *numbers[2]; /* by policy; the last one is that of NO_POLICY.  NULL for a blob */
	uint32_t policies[2];
};

enum robotsc_status robotsc__same_rules_make(struct arena *a, const struct operand operands[2], struct same_rules *out);

/* The number of a policy, as robotsc__operand_policy has it. */
uint32_t robotsc__same_rules_number(const struct same_rules *same, int side, uint32_t policy);

#endif
