/* overlap.h - which rules of a policy may share a path with one of them.
 *
 * Two rules can, only if the octets that the one begins with begin those of the other.  Sorted by these, the
 * rules that go on from a rule's octets stand behind it in a row, and a chain leads to those that it goes on
 * from.
 *
 * In    the rules of a policy.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n), then O(rules that are given).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OVERLAP_H
#define ROBOTSC_OVERLAP_H

#include "lazy_rules.h"

struct overlap {
	struct lazy_rules policy;
	uint8_t *gone;                 /* by rule: bits for the caller */
	uint8_t not_higher, not_lower; /* rules with one of these are as if they were not there */
	uint32_t *literal;             /* by rule: how many octets it begins with */
	uint32_t *sorted;              /* rules, by these octets */
	uint32_t *place;               /* by rule: where it stands there */
	uint32_t *before;              /* by place: the last one that it goes on from, or NO_PLACE */
	uint32_t *end;                 /* by place: behind the last one that goes on from it */
};

#define NO_PLACE UINT32_MAX

/* out->policy is given. */
enum robotsc_status robotsc__overlap_make(struct arena *a, struct overlap *out);

/* The rules that may share a path with one: those that take precedence over it, but for not_higher, from the start of room;
 * the others, but for not_lower, from its end.  There is room for all rules. */
void robotsc__overlap_find(const struct overlap *o, uint32_t rule, uint32_t *room, uint32_t *nhigher, uint32_t *nlower);

#endif
