/* overlap.h - which rules of a policy may share a path with one of them.
 *
 * The prefix of a rule is its octets before the first operator.  Two rules can share a path only if
 * one prefix begins with the other.  Sorted by prefix, the rules whose prefix goes on from a rule's
 * follow it in a row.  `before` leads back, one by one, to the rules from whose prefix it goes on.
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
	uint8_t not_higher, not_lower; /* rules with one of these bits are left out */
	uint32_t *literal;             /* by rule: octets of its prefix */
	uint32_t *sorted;              /* rules, by prefix */
	uint32_t *position;            /* by rule: its position in sorted */
	/* By position: the longest prefix that it goes on from, or NONE_BEFORE. */
	uint32_t *before;
	/* By position: the position after the last one that goes on from it. */
	uint32_t *end;
};

#define NONE_BEFORE UINT32_MAX

/* out->policy is given. */
enum robotsc_status robotsc__overlap_make(struct arena *a, struct overlap *out);

/* Give the rules that may share a path with one: from the start of room those of higher precedence,
 * but for not_higher; from its end the others, but for not_lower.  There is room for all rules. */
void robotsc__overlap_find(const struct overlap *o, uint32_t rule, uint32_t *room, uint32_t *nhigher, uint32_t *nlower);

#endif
