/* lint.c - see robotsc/lint.h: calls the parts, and gives what they found in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_text.h"
#include "lint_parts.h"

#include "front/lex.h"
#include "front/options.h"
#include "support/sort.h"
#include "text/content_diag.h"

/* Make a finding of a parser's diagnostic.  lint_lines.c reports unknown and misspelt fields, and
 * cut names. */
static void take_diag(void *ctx, const struct robotsc_diag *diag)
{
	struct linter *l = ctx;
	if (diag->kind == ROBOTSC_DIAG_UNKNOWN_FIELD || diag->kind == ROBOTSC_DIAG_MISSPELT_FIELD ||
	    diag->kind == ROBOTSC_DIAG_AGENT_CUT)
		return;
	/* Columns do not count a byte order mark, so its finding has no length. */
	(void)robotsc__lint_add(l, diag->kind, diag->line, diag->column, diag->kind == ROBOTSC_DIAG_BOM ? 0 : diag->length);
}

/* By line and column, then by kind; but LINT_FIELD_INSIDE first: it explains the others. */
static int compare(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_finding *all = ctx, *a = &all[x], *b = &all[y];
	const struct robotsc_lint_rule *const inside = &robotsc__lint_table[LINT_FIELD_INSIDE];
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	if ((a->rule == inside) != (b->rule == inside))
		return a->rule == inside ? -1 : 1;
	return a->rule == b->rule ? 0 : a->rule < b->rule ? -1 : 1;
}

/* Add the finding that the file is no robots.txt, and what it seems to be. */
static enum robotsc_status tell_content(struct linter *l, enum robotsc_diag_kind kind, enum robotsc_content content)
{
	const uint32_t shown = kind == ROBOTSC_DIAG_HTML ? 0 : l->len < 2 ? (uint32_t)l->len : 2;
	struct robotsc_finding *f = robotsc__lint_add(l, kind, 1, 1, shown);
	if (!f)
		return ROBOTSC_ERR_NOMEM;
	if (kind == ROBOTSC_DIAG_COMPRESSED || (kind == ROBOTSC_DIAG_BINARY && content != ROBOTSC_CONTENT_BINARY))
		f->said = robotsc_content_name(content);
	return ROBOTSC_OK;
}

/* Run the parts that look at more than single lines, within the budget. */
static enum robotsc_status search(struct linter *l, struct text *text)
{
	enum robotsc_status status = robotsc__text_rules_read(l->arena, &l->options, l->text, l->len, text);
	if (status == ROBOTSC_OK)
		status = robotsc__lint_rules(l, text);
	if (status == ROBOTSC_OK)
		status = robotsc__lint_dialects(l, &text->doc);
	if (status == ROBOTSC_OK)
		robotsc__lint_records(l, &text->doc);
	if (status == ROBOTSC_OK)
		status = robotsc__lint_public(l, text);
	if (status == ROBOTSC_OK)
		status = robotsc__lint_star(l, text);
	return status == ROBOTSC_OK ? robotsc__lint_assets(l) : status;
}

/* Run the parts.  A file that is no robots.txt has no other finding. */
static enum robotsc_status find(struct linter *l)
{
	struct text text;
	const enum robotsc_content content = robotsc__parse_content(l->dialect, l->text, l->len);
	const enum robotsc_diag_kind kind = robotsc__content_diag(content);
	if (kind != ROBOTSC_DIAG_KINDS)
		return tell_content(l, kind, content);
	enum robotsc_status status = robotsc__parse_run(l->arena, &l->options, l->dialect, l->text, l->len, &l->doc);
	if (status == ROBOTSC_OK)
		status = robotsc__lint_lines(l);
	l->options.diag = NULL;
	if (l->budget == 0)
		l->undecided = 1;
	else if (status == ROBOTSC_OK)
		status = search(l, &text);
	if (status == ROBOTSC_OK && !l->dialect->records)
		status = robotsc__lint_lighthouse(l);
	if (l->undecided)
		(void)robotsc__lint_add(l, LINT_BUDGET, 1, 1, 0);
	return status == ROBOTSC_OK && l->failed ? ROBOTSC_ERR_NOMEM : status;
}

/* Give the findings, each with its fix. */
static enum robotsc_status deliver_fixed(struct linter *l, const uint32_t *order,
                                         void (*finding)(void *ctx, const struct robotsc_finding *finding), void *ctx)
{
	struct lexer lexer;
	struct fixer x;
	const uint32_t mark = robotsc__lex_begin(&lexer, l->dialect, l->text, l->len, false);
	struct arena_mark begin;
	if (l->n > 0 && !(robotsc__fixer_begin(&x, l, mark) && robotsc__fix_learn_ranks(&x)))
		return ROBOTSC_ERR_NOMEM;
	begin = robotsc__arena_mark(l->arena);
	for (size_t i = 0; i < l->n; i++) {
		struct robotsc_finding *const f = &l->findings[order[i]];
		f->fix = robotsc__fixer_fix(&x, f);
		if (x.nomem)
			return ROBOTSC_ERR_NOMEM;
		finding(ctx, f);
		robotsc__arena_reset(l->arena, begin);
	}
	l->steps += l->n ? x.effect.steps : 0;
	return ROBOTSC_OK;
}

static enum robotsc_status deliver(struct linter *l, void (*finding)(void *ctx, const struct robotsc_finding *finding), void *ctx)
{
	const uint32_t *const order = robotsc__sort_all(l->arena, l->n, compare, l->findings);
	return order ? deliver_fixed(l, order, finding, ctx) : ROBOTSC_ERR_NOMEM;
}

enum robotsc_status robotsc_lint(const struct robotsc_options *options, const void *robots, size_t len, uint64_t budget,
                                 void (*finding)(void *ctx, const struct robotsc_finding *finding), void *ctx,
                                 struct robotsc_lint_summary *summary)
{
	struct robotsc_options defaults;
	struct linter l = {.text = len ? robots : (const void *)"", .len = len, .granted = budget, .budget = budget};
	struct arena arena;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &l.dialect);
	if (status != ROBOTSC_OK)
		return status;
	l.arena = &arena;
	l.options = *options;
	l.options.nagents = 0;
	l.options.one_robot = 0;
	l.options.extensions = 0;
	l.options.diag = take_diag;
	l.options.diag_ctx = &l;
	robotsc__arena_init(&arena, options->alloc);
	status = find(&l);
	if (status == ROBOTSC_OK)
		status = deliver(&l, finding, ctx);
	if (status == ROBOTSC_OK && summary)
		*summary = (struct robotsc_lint_summary){(uint32_t)l.n, l.undecided, l.steps};
	robotsc__arena_free(&arena);
	return status;
}
