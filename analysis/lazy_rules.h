/* lazy_rules.h - rules as a lazy DFA.
 *
 * A state is the progress of each rule that can still change the verdict.
 *
 * Cost of a step: O(rules that can still change it).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAZY_RULES_H
#define ROBOTSC_LAZY_RULES_H

#include "access/text.h"
#include "lazy_dfa.h"
#include "reactions.h"

struct lazy_rules {
	struct lazy_dfa dfa; /* first */
	struct glob *rules;
	uint32_t n;
	int fallback; /* the verdict where no rule matches */
	/* Makes many steps from one state fast; NULL: steps are made without it. */
	struct reactions *reactions;
};

/* Make a DFA of rules, without reactions.  In: rules, n and fallback are set. */
void robotsc__lazy_rules_prepare(struct lazy_rules *s, uint8_t form);

/* How many steps preparing rules counts as: one a rule, and one for 64 octets of the
 * largest state. */
static inline uint64_t lazy_rules_steps(const struct lazy_rules *s)
{
	return s->n + s->dfa.state_max / 64;
}

/* Subtract steps from those that are left, but not below 0. */
static inline void pay_steps(uint64_t *left, uint64_t steps)
{
	*left -= steps < *left ? steps : *left;
}

/* True for an octet that is the same in every form, and in a URL. */
static inline bool is_plain_octet(uint8_t c)
{
	return is_token_octet(c) || c == '/' || c == '?' || c == '=' || c == '&';
}

#endif
