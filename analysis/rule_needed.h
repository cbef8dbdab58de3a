/* rule_needed.h - whether any verdict depends on one rule.
 *
 * In    a rule, the rules of higher precedence, and those of lower precedence.
 * Out   whether a path exists that the rule matches, that no higher rule matches, and to which the
 *       lower rules give the other verdict.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost the budget of steps, and a little.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RULE_NEEDED_H
#define ROBOTSC_RULE_NEEDED_H

#include "support/arena.h"
#include "lazy_rules.h"

enum needed_answer {
	NEEDED_NO, /* proved */
	NEEDED_YES,
	NEEDED_UNKNOWN /* the budget did not suffice */
};

struct rule_needed {
	const struct glob *rules;
	uint8_t form;
	uint32_t rule;
	const uint32_t *higher, *lower; /* indices */
	uint32_t nhigher, nlower;
	int fallback; /* the verdict where no lower rule matches */
	uint64_t budget;
	/* out */
	enum needed_answer answer;
	uint64_t steps;
};

/* The arena is left as it was. */
enum robotsc_status robotsc__rule_needed_run(struct arena *a, struct rule_needed *t);

#endif
