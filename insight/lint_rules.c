/* lint_rules.c - rules on which no verdict depends.
 *
 * A line may speak to several robots, with other lines beside it for each: it is dead if it never decides for
 * any of them.  First all dead lines are found, then, from the last to the first, those that may go too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_rules.h"

#include <string.h>

#include "sort.h"

#define TRIAL_BUDGET 2000000u /* steps for one question */
#define RULE_STEPS 16         /* what it counts to take a rule into a trial */
#define SHARES 4              /* policies together have so many times the rules of the text, at most */
#define SHARES_FREE 65536u

static int compare(const void *ctx, uint32_t x, uint32_t y)
{
	const struct entry *all = ctx;
	return all[x].line == all[y].line ? 0 : all[x].line < all[y].line ? -1 : 1;
}

static enum robotsc_status count_rules(struct rules_linter *r)
{
	const struct document *doc = &r->text->doc;
	r->rules = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->rules);
	r->left = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->left);
	r->census = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->census);
	if (!r->rules || !r->left || !r->census)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nrules; i++) {
		const struct rule *rule = &doc->rules[i];
		r->rules[rule->group]++;
		r->left[rule->group]++;
		if (doc->groups[rule->group].globs)
			robotsc__parse_count(rule, &r->census[rule->group]);
	}
	return ROBOTSC_OK;
}

/* Read the rules of all policies. */
static enum robotsc_status open_policies(struct rules_linter *r)
{
	struct arena *a = r->l->arena;
	const size_t most = SHARES * r->text->doc.nrules + SHARES_FREE;
	size_t total = 0;
	uint32_t widest = 0;
	r->policies = robotsc__arena_zeroed(a, r->text->grouping.npolicies, sizeof *r->policies);
	if (!r->policies)
		return ROBOTSC_ERR_NOMEM;
	for (; r->npolicies < r->text->grouping.npolicies && total <= most; r->npolicies++) {
		struct overlap *o = &r->policies[r->npolicies];
		enum robotsc_status status = robotsc__rules_open(a, r->text, r->npolicies, &o->source);
		if (status == ROBOTSC_OK)
			status = robotsc__overlap_make(a, o);
		if (status != ROBOTSC_OK)
			return status;
		total += o->source.n;
		widest = o->source.n > widest ? o->source.n : widest;
	}
	r->passed = r->npolicies < r->text->grouping.npolicies;
	r->room = robotsc__arena_zeroed(a, widest, sizeof *r->room);
	r->entries = robotsc__arena_zeroed(a, total, sizeof *r->entries);
	r->order = robotsc__arena_zeroed(a, total, sizeof *r->order);
	return r->room && r->entries && r->order ? count_rules(r) : ROBOTSC_ERR_NOMEM;
}

/* Number the rules that lines say. */
static int sort_entries(struct rules_linter *r)
{
	for (uint32_t p = 0; p < r->npolicies; p++)
		for (uint32_t i = 0; i < r->policies[p].source.n; i++)
			if (r->policies[p].source.rules[i].line) {
				r->order[r->n] = r->n;
				r->entries[r->n++] = (struct entry){p, i, r->policies[p].source.rules[i].line};
			}
	return robotsc__sort(r->l->arena, r->order, r->n, compare, r->entries);
}

const struct entry *robotsc__lint_entry(const struct rules_linter *r, uint32_t i)
{
	return &r->entries[r->order[i]];
}

uint32_t robotsc__lint_line_end(const struct rules_linter *r, uint32_t i)
{
	const uint32_t line = robotsc__lint_entry(r, i)->line;
	while (i < r->n && robotsc__lint_entry(r, i)->line == line)
		i++;
	return i;
}

void robotsc__lint_mark(struct rules_linter *r, uint32_t i, enum rule_fate fate, int set)
{
	for (const uint32_t end = robotsc__lint_line_end(r, i); i < end; i++) {
		const struct entry *e = robotsc__lint_entry(r, i);
		uint8_t *gone = &r->policies[e->policy].gone[e->rule];
		*gone = (uint8_t)(set ? *gone | fate : *gone & ~fate);
	}
}

uint32_t robotsc__lint_group(const struct rules_linter *r, uint32_t line)
{
	return robotsc__text_rule_at(&r->text->doc, line)->group;
}

enum robotsc_status robotsc__lint_try(struct rules_linter *r, struct trial *t, enum trial_answer *answer)
{
	*answer = TRIAL_UNKNOWN;
	if (!robotsc__lint_pay(r->l, RULE_STEPS * (1 + (uint64_t)t->nhigher + t->nlower)))
		return ROBOTSC_OK;
	t->budget = r->l->budget < TRIAL_BUDGET ? r->l->budget : TRIAL_BUDGET;
	const enum robotsc_status status = robotsc__trial_run(r->l->arena, t);
	(void)robotsc__lint_pay(r->l, t->steps);
	*answer = t->answer;
	return status;
}

enum robotsc_status robotsc__lint_ask(struct rules_linter *r, const struct rule_question *q, struct trial *t,
                                      enum trial_answer *answer)
{
	struct overlap *o = &r->policies[q->entry->policy];
	const uint32_t rule = q->entry->rule;
	*t = (struct trial){.rules = o->source.rules, .form = o->source.source.form, .rule = rule, .higher = r->room};
	if (!robotsc__lint_pay(r->l, 1)) {
		*answer = TRIAL_UNKNOWN;
		return ROBOTSC_OK;
	}
	o->not_higher = q->higher;
	o->not_lower = q->lower;
	robotsc__overlap_find(o, rule, r->room, &t->nhigher, &t->nlower);
	t->lower = r->room + (o->source.n - t->nlower);
	t->fallback = o->source.fallback;
	if (!q->against) {
		t->nlower = 0;
		t->fallback = !(t->rules[rule].rank & 1);
	}
	return robotsc__lint_try(r, t, answer);
}

struct robotsc_finding *robotsc__lint_tell(const struct rules_linter *r, unsigned kind, uint32_t line)
{
	const struct rule *rule = robotsc__text_rule_at(&r->text->doc, line);
	return robotsc__lint_add(r->l, kind, line, (uint32_t)(rule->value.at - rule->text) + 1, rule->value.len);
}

enum robotsc_status robotsc__lint_text(struct linter *l, const struct text *text)
{
	struct rules_linter r = {.l = l, .text = text};
	enum robotsc_status status = open_policies(&r);
	if (status != ROBOTSC_OK)
		return status;
	if (r.passed) {
		l->undecided++;
		return ROBOTSC_OK;
	}
	if (!sort_entries(&r))
		return ROBOTSC_ERR_NOMEM;
	status = robotsc__lint_dead(&r);
	if (status != ROBOTSC_OK || text->dialect->versions) /* there, what no rule matches hangs on what rules there are */
		return status;
	return robotsc__lint_redundant(&r);
}
