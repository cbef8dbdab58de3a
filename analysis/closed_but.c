/* closed_but.c - see closed_but.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "closed_but.h"

#include <string.h>

#include "rule_needed.h"

#define MOST_PATTERNS 100 /* that are listed */
#define SHARE 8           /* a line may take an eighth of what is left of the budget */

static const uint8_t file[] = "/robots.txt";
#define FILE_LEN (sizeof file - 1)

bool robotsc__closed_but_is_everything(const struct glob *rule)
{
	for (uint32_t i = 0; i < rule->len; i++)
		if (rule->text[i] != OP_STAR && (i || rule->text[i] != '/'))
			return false;
	return rule->len != 0;
}

/* True for a rule of an Allow line, unless it is about /robots.txt: that opens no site. */
static bool is_allow(const struct glob *rule)
{
	return rule->line && rule->len && rule->rank & 1 && !(rule->len >= FILE_LEN && memcmp(rule->text, file, FILE_LEN) == 0);
}

enum robotsc_status robotsc__closed_but_extent(struct arena *a, const struct lazy_rules *policy, uint64_t *budget,
                                               enum robotsc_extent *out)
{
	struct lazy_rules rules = *policy;
	struct extent_region all;
	const enum robotsc_status status = robotsc__extent_region(a, (const uint8_t *)"/", 1, false, 1, &all);
	rules.reactions = robotsc__reactions_make(a);
	if (status != ROBOTSC_OK || !rules.reactions)
		return ROBOTSC_ERR_NOMEM;
	robotsc__extent_leave_out(&all, file, FILE_LEN);
	return robotsc__extent_run(a, &all, &rules.dfa, budget, out);
}

/* Find out whether the rules close everything when their Allow lines are left out.  A path that no
 * other line matches counts as allowed. */
static enum robotsc_status close_without(struct arena *a, const struct lazy_rules *policy, uint64_t *budget, bool *closed)
{
	struct lazy_rules rules = {.rules = robotsc__arena_take(a, policy->n * sizeof *rules.rules), .fallback = ROBOTSC_ALLOW};
	enum robotsc_extent extent = ROBOTSC_EXTENT_UNKNOWN;
	if (!rules.rules)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < policy->n; i++)
		if (!is_allow(&policy->rules[i]))
			rules.rules[rules.n++] = policy->rules[i];
	*closed = false;
	if (rules.n == policy->n)
		return ROBOTSC_OK;
	robotsc__lazy_rules_prepare(&rules, policy->dfa.form);
	rules.dfa.steps = lazy_rules_steps(&rules);
	const enum robotsc_status status = robotsc__closed_but_extent(a, &rules, budget, &extent);
	*closed = extent == ROBOTSC_EXTENT_CLOSED;
	return status;
}

/* The policy whose Allow lines are looked at.  A line that opens nothing is left out when later
 * lines are looked at. */
struct opening {
	const struct lazy_rules *policy;
	bool *left_out;
	uint32_t *room; /* room for two lists of indices */
};

static enum robotsc_status opens(struct arena *a, struct opening *o, uint32_t rule, uint64_t *budget, bool *out)
{
	const struct lazy_rules *policy = o->policy;
	struct rule_needed t = {.rules = policy->rules,
	                        .form = policy->dfa.form,
	                        .rule = rule,
	                        .higher = o->room,
	                        .lower = o->room + policy->n,
	                        .fallback = policy->fallback,
	                        .budget = *budget / SHARE};
	for (uint32_t i = 0; i < policy->n; i++)
		if (i != rule && !o->left_out[i] && policy->rules[i].rank > policy->rules[rule].rank)
			o->room[t.nhigher++] = i;
		else if (i != rule && !o->left_out[i])
			o->room[policy->n + t.nlower++] = i;
	pay_steps(budget, policy->n);
	*out = true;
	if (!*budget)
		return ROBOTSC_OK;
	const enum robotsc_status status = robotsc__rule_needed_run(a, &t);
	pay_steps(budget, t.steps);
	*out = t.answer != NEEDED_NO;
	return status;
}

static bool is_listed(const struct closed_but *out, const struct span *pattern)
{
	for (size_t i = 0; i < out->npatterns; i++)
		if (out->patterns[i].len == pattern->len && memcmp(out->patterns[i].at, pattern->at, pattern->len) == 0)
			return true;
	return false;
}

static enum robotsc_status list_patterns(struct arena *a, const struct text *text, const struct lazy_rules *policy,
                                         uint64_t *budget, struct closed_but *out)
{
	struct opening o = {policy, robotsc__arena_zeroed(a, policy->n, sizeof *o.left_out),
	                    robotsc__arena_take(a, 2 * (size_t)policy->n * sizeof *o.room)};
	enum robotsc_status status = o.left_out && o.room ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	out->ends = true;
	for (uint32_t i = 0; i < policy->n && status == ROBOTSC_OK; i++) {
		bool open;
		if (!is_allow(&policy->rules[i]))
			continue;
		status = opens(a, &o, i, budget, &open);
		o.left_out[i] = !open;
		if (open && robotsc__closed_but_is_everything(&policy->rules[i])) {
			/* The line opens everything, so what is closed is the exception. */
			out->extent = ROBOTSC_EXTENT_UNKNOWN;
			out->npatterns = out->more = 0;
			return status;
		}
		const struct span *pattern = &robotsc__text_rules_line(&text->doc, policy->rules[i].line)->value;
		if (!open || is_listed(out, pattern))
			continue;
		if (out->npatterns < MOST_PATTERNS)
			out->patterns[out->npatterns++] = *pattern;
		else
			out->more++;
		out->ends &= pattern->at[pattern->len - 1] == '$';
	}
	return status;
}

enum robotsc_status robotsc__closed_but(struct arena *a, const struct text *text, const struct lazy_rules *policy,
                                        enum robotsc_extent extent, uint64_t *budget, struct closed_but *out)
{
	*out = (struct closed_but){.extent = ROBOTSC_EXTENT_UNKNOWN,
	                           .patterns = robotsc__arena_take(a, MOST_PATTERNS * sizeof *out->patterns)};
	const struct arena_mark mark = robotsc__arena_mark(a);
	bool closed = false;
	enum robotsc_status status = out->patterns ? close_without(a, policy, budget, &closed) : ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK && closed) {
		out->extent = extent;
		if (extent == ROBOTSC_EXTENT_UNKNOWN)
			status = robotsc__closed_but_extent(a, policy, budget, &out->extent);
	}
	if (status == ROBOTSC_OK && out->extent == ROBOTSC_EXTENT_PARTLY)
		status = list_patterns(a, text, policy, budget, out);
	robotsc__arena_reset(a, mark);
	return status;
}
