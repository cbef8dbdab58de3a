/* overlap.h - which rules of a policy may match a path that a given rule matches, too.
 *
 * The prefix of a rule is its octets before the first operator.  Two rules can match the same path
 * only if the prefix of one begins with that of the other.  When rules are sorted by prefix, those
 * whose prefix begins with a rule's prefix follow that rule in a row. `before` leads back, one by
 * one, to the rules whose prefix begins the rule's.
 *
 * In    the rules of a policy.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n), then O(rules that are given).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OVERLAP_H
#define ROBOTSC_OVERLAP_H

#include "support/arena.h"
#include "lazy_rules.h"

struct overlap {
	struct lazy_rules policy;
	uint8_t *gone;                 /* by rule: bits for the caller */
	uint8_t not_higher, not_lower; /* higher, lower rules with one of these bits are left out */
	uint32_t *literal;             /* by rule: octets of its prefix */
	uint32_t *sorted;              /* rules, by prefix */
	uint32_t *position;            /* by rule: its position in sorted */
	/* By position: that of the longest other prefix that begins this one, or NONE_BEFORE. */
	uint32_t *before;
	/* By position: the position after the last rule whose prefix begins with this prefix. */
	uint32_t *end;
};

#define NONE_BEFORE UINT32_MAX

/* out->policy is given. */
enum robotsc_status robotsc__overlap_make(struct arena *a, struct overlap *out);

/* Give the rules that may match a path of a rule: those of higher precedence from the start of
 * room, the others from its end; without not_higher and not_lower.  room has room for all rules. */
void robotsc__overlap_find(const struct overlap *o, uint32_t rule, uint32_t *room, uint32_t *nhigher, uint32_t *nlower);

#endif
