/* lint_entries.c - the rules of all policies by line, and questions whether one is needed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include "linter.h"

#define NEEDED_BUDGET 2000000u /* most steps for one question */
#define RULE_STEPS 16          /* steps that each rule of a question costs */

const struct lint_entry *robotsc__lint_entry(const struct rules_linter *r, uint32_t i)
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

void robotsc__lint_mark(struct rules_linter *r, uint32_t i, enum rule_fate fate, bool set)
{
	for (const uint32_t end = robotsc__lint_line_end(r, i); i < end; i++) {
		const struct lint_entry *e = robotsc__lint_entry(r, i);
		uint8_t *gone = &r->policies[e->policy].gone[e->rule];
		*gone = (uint8_t)(set ? *gone | fate : *gone & ~fate);
	}
}

uint32_t robotsc__lint_group(const struct rules_linter *r, uint32_t line)
{
	return robotsc__text_rules_line(&r->text->doc, line)->group;
}

enum robotsc_status robotsc__lint_try(struct rules_linter *r, struct rule_needed *t, enum needed_answer *answer)
{
	*answer = NEEDED_UNKNOWN;
	if (!robotsc__lint_pay(r->l, RULE_STEPS * (1 + (uint64_t)t->nhigher + t->nlower)))
		return ROBOTSC_OK;
	t->budget = r->l->budget < NEEDED_BUDGET ? r->l->budget : NEEDED_BUDGET;
	const enum robotsc_status status = robotsc__rule_needed_run(r->l->arena, t);
	(void)robotsc__lint_pay(r->l, t->steps);
	*answer = t->answer;
	return status;
}

enum robotsc_status robotsc__lint_ask(struct rules_linter *r, const struct rule_question *q, struct rule_needed *t,
                                      enum needed_answer *answer)
{
	struct overlap *o = &r->policies[q->entry->policy];
	const uint32_t rule = q->entry->rule;
	*t = (struct rule_needed){.rules = o->policy.rules, .form = o->policy.dfa.form, .rule = rule, .higher = r->room};
	if (!robotsc__lint_pay(r->l, 1)) {
		*answer = NEEDED_UNKNOWN;
		return ROBOTSC_OK;
	}
	o->not_higher = q->higher;
	o->not_lower = q->lower;
	robotsc__overlap_find(o, rule, r->room, &t->nhigher, &t->nlower);
	t->lower = r->room + (o->policy.n - t->nlower);
	t->fallback = o->policy.fallback;
	if (!q->against)
		t->nlower = 0;
	if (!q->against || r->labels[q->entry->policy])
		t->fallback = !(t->rules[rule].rank & 1);
	return robotsc__lint_try(r, t, answer);
}

struct robotsc_finding *robotsc__lint_tell(const struct rules_linter *r, unsigned kind, uint32_t line)
{
	const struct rule *rule = robotsc__text_rules_line(&r->text->doc, line);
	return robotsc__lint_add(r->l, kind, line, (uint32_t)(rule->value.at - rule->text) + 1, rule->value.len);
}

/* ---- see linter ---- */

struct robotsc_finding *robotsc__lint_add(struct linter *l, unsigned kind, uint32_t line, uint32_t column, size_t length)
{
	if (l->n == l->room && !robotsc__arena_grow(l->arena, (void **)&l->findings, &l->room, sizeof *l->findings)) {
		l->failed = true;
		return NULL;
	}
	l->findings[l->n] = (struct robotsc_finding){
		.rule = &robotsc__lint_table[kind], .line = line, .column = column, .length = (uint32_t)length};
	return &l->findings[l->n++];
}

struct robotsc_finding *robotsc__lint_tell_line(struct linter *l, unsigned kind, const struct line *line, const uint8_t *at,
                                                size_t len)
{
	return robotsc__lint_add(l, kind, line->number, line_column(line, at), len);
}

struct robotsc_finding *robotsc__lint_tell_agent(struct linter *l, unsigned kind, const struct agent *agent)
{
	const uint8_t *at = agent->token.at;
	while (at > l->text && at[-1] != '\n' && at[-1] != '\r')
		at--;
	return robotsc__lint_add(l, kind, agent->line, (uint32_t)(agent->token.at - at) + 1, agent->token.len);
}

void robotsc__lint_name(struct robotsc_finding *f, uint32_t line)
{
	uint32_t i = f->nlines++;
	if (i >= ROBOTSC_LINT_LINES)
		return;
	for (; i && f->lines[i - 1] > line; i--)
		f->lines[i] = f->lines[i - 1];
	f->lines[i] = line;
}

bool robotsc__lint_pay(struct linter *l, uint64_t steps)
{
	l->steps += steps;
	l->budget = steps < l->budget ? l->budget - steps : 0;
	return l->budget != 0;
}
