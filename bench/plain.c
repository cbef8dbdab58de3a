/* plain.c - see plain.h.  No order, no early end, no search faster than going on by an octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain.h"

#include "sorted.h"

/* On a mismatch, the last star takes an octet more. */
static int matches(const struct rule *rule, const char *path, size_t len)
{
	const char *seg = NULL; /* behind the last star */
	size_t i = 0, p = 0, from = 0;

	for (;;) {
		if (i < rule->len && rule->text[i] == RULE_STAR) {
			seg = rule->text + ++i;
			from = p;
		} else if (i == rule->len && (!rule->end || p == len)) {
			return 1;
		} else if (i < rule->len && p < len && rule->text[i] == path[p]) {
			i++;
			p++;
		} else if (seg == NULL || from == len) {
			return 0;
		} else {
			i = (size_t)(seg - rule->text);
			p = ++from;
		}
	}
}

int plain_verdict(const struct rules *rules, const char *path, size_t len)
{
	uint32_t best = 1; /* no rule: allow */

	for (size_t i = 0; i < rules->n; i++) {
		const struct rule *rule = &rules->rule[i];

		if ((rule->open ? sorted_open_rule(rule, path, len) : matches(rule, path, len)) && rule->rank > best)
			best = rule->rank;
	}
	return best & 1;
}
