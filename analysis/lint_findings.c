/* lint_findings.c - see linter.h: findings, and what is left of the budget.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "linter.h"

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
