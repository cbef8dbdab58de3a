/* lint_dialects.c - paths for which other dialects read another verdict from the file, with an
 * example for each dialect.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "access/text.h"
#include "lint_parts.h"
#include "robotsc/explain.h"
#include "robotsc/prove.h"
#include "text/usage_labels.h"

#define LOOKS 16     /* most paths in each direction to look at for one worth telling */
#define LOOK_SHARE 4 /* a look costs a step for 4 octets of the text */
#define NAME_MAX 64u /* most octets of a name that is told */

/* The line that decides about a path. */
struct deciding_line {
	uint32_t line; /* 0: none */
	bool allows;   /* it is an Allow line */
	bool wild;     /* it holds wildcards */
	bool named;    /* the robot's own group decides, not that of "*" */
};

struct dialects_linter {
	struct linter *l;
	const struct document *doc;
	struct robotsc_options options; /* those of the lint, with the other dialect */
	const struct robotsc__dialect *dialect;
	struct robotsc_question question; /* its budget becomes 0 when an example is found */
	struct robotsc_text token;
	size_t tokens;
	enum robotsc_status status;
	bool label; /* only labels are compared: all dialects rank their rules alike */
	bool found, unknown;
};

/* True if every dialect takes the whole name for the robot's name. */
static bool is_plain(struct robotsc_text name)
{
	for (size_t i = 0; i < name.len; i++) {
		const uint8_t c = (uint8_t)name.at[i];
		if (!is_alpha(c) && c != '-' && c != '_')
			return false;
	}
	return true;
}

static void before(void *ctx, const struct robotsc_robots *robots)
{
	struct dialects_linter *d = ctx;
	d->tokens = robots->n && !robots->others ? 1 : 0;
	d->label = d->tokens;
	for (size_t i = robots->n; i-- > 0;) {
		const struct robotsc_text token = robots->tokens[i];
		if (label_of_token((struct span){(const uint8_t *)token.at, token.len}))
			continue;
		if (d->label || i == 0 || is_plain(token))
			d->token = token;
		d->label = false;
	}
}

static void after(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct dialects_linter *d = ctx;
	(void)robots;
	(void)robotsc__lint_pay(d->l, c->steps);
	d->unknown |= !d->label && !c->complete && (c->found[0] < LOOKS || c->found[1] < LOOKS);
}

/* ---- which paths are worth telling -------------------------------------------- */

static void take_line(void *ctx, const struct robotsc_match *match)
{
	struct deciding_line *to = ctx;
	const char *const end = match->text.at + match->text.len;
	if (!match->deciding)
		return;
	to->line = match->line;
	to->allows = match->verdict == ROBOTSC_ALLOW;
	for (const char *at = match->text.at; at < end && *at != '#'; at++)
		to->wild |= *at == '*' || *at == '$';
}

/* Find the line that decides about a path with these options. */
static void find_line(struct dialects_linter *d, const struct robotsc_options *options, struct robotsc_text path,
                      struct deciding_line *out)
{
	/* With this in front, every dialect takes the path for a path. */
	static const char authority[] = "http://h";
	struct robotsc_explanation e;
	const size_t n = sizeof authority - 1;
	char *url = robotsc__arena_take(d->l->arena, n + path.len);
	*out = (struct deciding_line){0};
	if (!url) {
		d->status = ROBOTSC_ERR_NOMEM;
		return;
	}
	memcpy(url, authority, n);
	memcpy(url + n, path.at, path.len);
	if (d->status == ROBOTSC_OK)
		d->status = robotsc_explain(options, d->l->text, d->l->len, &d->token, d->tokens,
		                            (struct robotsc_text){url, n + path.len}, take_line, out, &e);
	out->named = d->status == ROBOTSC_OK && e.selected == ROBOTSC_SELECTED_TOKEN;
}

static bool same_name(struct span written, struct robotsc_text name)
{
	for (size_t i = 0; i < name.len && written.len == name.len; i++)
		if ((written.at[i] | 0x20) != (name.at[i] | 0x20))
			return false;
	return written.len == name.len;
}

/* True if a line names the robot, and nothing else. */
static bool is_named(const struct dialects_linter *d)
{
	const uint8_t *const end = d->l->text + d->l->len;
	if (!d->tokens)
		return true;
	for (size_t i = 0; i < d->doc->nagents && is_plain(d->token); i++) {
		const struct span written = d->doc->agents[i].token;
		const uint8_t *at = written.at + written.len;
		while (at < end && is_blank(*at))
			at++;
		if (same_name(written, d->token) && (at == end || *at == '\n' || *at == '\r' || *at == '#'))
			return true;
	}
	return false;
}

/* The index of the group that a finding is about. */
static uint32_t group_of(const struct document *doc, const struct robotsc_finding *f)
{
	const struct rule *rule = robotsc__text_rules_line(doc, f->line);
	/* For a User-agent line, take the rule after it. */
	return (rule->line < f->line && rule + 1 < doc->rules + doc->nrules ? rule + 1 : rule)->group;
}

/* True if a finding already says why other dialects do not obey a line. */
static bool is_explained(const struct dialects_linter *d, uint32_t line)
{
	for (size_t i = 0; line && i < d->l->n; i++) {
		const struct robotsc_finding *f = &d->l->findings[i];
		if (f->line == line && f->rule->severity > ROBOTSC_NOTE)
			return true;
		if ((f->rule == &robotsc__lint_table[LINT_BLANK_ENDS_RECORD] ||
		     f->rule == &robotsc__lint_table[LINT_AGENTS_JOINED]) &&
		    f->line <= line && group_of(d->doc, f) == robotsc__text_rules_line(d->doc, line)->group)
			return true;
	}
	return false;
}

/* True if a difference is worth telling.  Where one dialect has no wildcards, or no Allow, every
 * file with such lines differs.  Without Allow, a group that has no Disallow does not count. */
static bool is_news(const struct dialects_linter *d, const struct deciding_line *x, const struct deciding_line *y)
{
	const struct robotsc__dialect *a = d->l->dialect, *b = d->dialect;
	if ((x->wild || y->wild) && !(a->wildcards && b->wildcards))
		return false;
	if ((x->allows || y->allows || x->named != y->named) && (a->no_allow || b->no_allow))
		return false;
	return !is_explained(d, x->line) && !is_explained(d, y->line);
}

/* ---- telling ------------------------------------------------------------------- */

/* "google: allowed for examplebot" */
static const char *put_reason(struct dialects_linter *d, enum robotsc_verdict verdict)
{
	const char *name = robotsc_dialect_name(d->options.dialect);
	const size_t room = 2 * NAME_MAX;
	char *said = robotsc__arena_take(d->l->arena, room);
	if (!said)
		return NULL;
	const int n = snprintf(said, room, "%s: %s", name, verdict == ROBOTSC_ALLOW ? "allowed" : "disallowed");
	if (d->tokens && d->token.len <= NAME_MAX)
		snprintf(said + n, room - (size_t)n, " for %.*s", (int)d->token.len, d->token.at);
	return said;
}

static void tell(struct dialects_linter *d, struct robotsc_text path, const struct deciding_line *here,
                 const struct deciding_line *there, enum robotsc_verdict verdict)
{
	const int order = d->options.dialect == ROBOTSC_KOSTER1996 && there->line && here->line > there->line;
	const uint32_t line = here->line ? here->line : there->line ? there->line : 1;
	struct robotsc_finding *f = robotsc__lint_add(d->l, order ? LINT_ORDER_MATTERS : LINT_DIALECT_DIFFERS, line, 1, 0);
	char *copy = robotsc__arena_take(d->l->arena, path.len);
	const char *said = put_reason(d, verdict);
	if (!f || !copy || !said) {
		d->status = ROBOTSC_ERR_NOMEM;
		return;
	}
	if (there->line && there->line != line)
		robotsc__lint_name(f, there->line);
	memcpy(copy, path.at, path.len);
	f->path = (struct robotsc_text){copy, path.len};
	f->said = said;
}

static void take_difference(void *ctx, const struct robotsc_difference *difference)
{
	struct dialects_linter *d = ctx;
	const struct arena_mark mark = robotsc__arena_mark(d->l->arena);
	struct deciding_line here, there;
	const bool paid = robotsc__lint_pay(d->l, d->label ? 0 : d->l->len / LOOK_SHARE);
	if (d->label)
		return;
	find_line(d, &d->l->options, difference->path, &here);
	find_line(d, &d->options, difference->path, &there);
	robotsc__arena_reset(d->l->arena, mark);
	if (d->status == ROBOTSC_OK && !d->found && is_named(d) && is_news(d, &here, &there)) {
		d->found = true;
		tell(d, difference->path, &here, &there, difference->verdict[1]);
	}
	if (d->found || !paid || d->status != ROBOTSC_OK)
		d->question.budget = 0;
}

enum robotsc_status robotsc__lint_dialects(struct linter *l, const struct document *doc)
{
	enum robotsc_status status = ROBOTSC_OK;
	unsigned n = 0;
	while (robotsc__dialect_find((enum robotsc_dialect)n))
		n++;
	for (unsigned i = 0; i < n && status == ROBOTSC_OK; i++) {
		const enum robotsc_dialect other = (enum robotsc_dialect)i;
		struct dialects_linter d = {.l = l, .doc = doc, .options = l->options, .dialect = robotsc__dialect_find(other)};
		const struct robotsc_side here = {NULL, &l->options, l->text, l->len}, there = {NULL, &d.options, l->text, l->len};
		if (d.dialect == l->dialect || (d.dialect->versions && !l->versions))
			continue;
		d.options.dialect = other;
		const uint64_t share = l->budget / (n - i);
		d.question = (struct robotsc_question){.budget = share ? share : 1,
		                                       .most = LOOKS,
		                                       .difference = take_difference,
		                                       .ctx = &d,
		                                       .alloc = l->options.alloc,
		                                       .usual = 1};
		status = robotsc_compare_all(&here, &there, &d.question, before, after);
		if (status == ROBOTSC_OK)
			status = l->failed ? ROBOTSC_ERR_NOMEM : d.status;
		l->undecided += (uint32_t)(d.unknown && !d.found);
	}
	return status;
}
