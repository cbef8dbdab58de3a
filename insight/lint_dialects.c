/* lint_dialects.c - what other dialects make of the file, an example for each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lint.h"
#include "robotsc/explain.h"
#include "robotsc/prove.h"

struct dialects_linter {
	struct linter *l;
	struct robotsc_question question; /* its budget is what is left for a dialect; 0 when there is an example */
	struct robotsc_text token;
	size_t tokens;
	struct robotsc_text path; /* of the example, in the arena */
	enum robotsc_verdict verdict;
	int unknown;
};

static void before(void *ctx, const struct robotsc_robots *robots)
{
	struct dialects_linter *d = ctx;
	if (d->path.at)
		return;
	d->tokens = robots->n ? 1 : 0;
	if (robots->n)
		d->token = robots->tokens[0];
}

/* A copy that outlives the comparison. */
static struct robotsc_text copy(struct linter *l, struct robotsc_text text)
{
	char *at = robotsc__arena_take(l->arena, text.len);
	l->failed |= !at;
	if (at && text.len)
		memcpy(at, text.at, text.len);
	return (struct robotsc_text){at, text.len};
}

static void take_difference(void *ctx, const struct robotsc_difference *difference)
{
	struct dialects_linter *d = ctx;
	if (d->path.at)
		return;
	d->path = copy(d->l, difference->path);
	if (d->tokens)
		d->token = copy(d->l, d->token);
	d->verdict = difference->verdict[1];
}

static void after(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct dialects_linter *d = ctx;
	(void)robots;
	(void)robotsc__lint_pay(d->l, c->steps);
	d->unknown |= c->answer == ROBOTSC_UNKNOWN || c->steps >= d->question.budget;
	d->question.budget = d->path.at || c->steps >= d->question.budget ? 0 : d->question.budget - c->steps;
}

/* The line that decides about the example, in one dialect; 0: none. */
static enum robotsc_status deciding(const struct dialects_linter *d, const struct robotsc_options *options, uint32_t *line)
{
	static const char authority[] = "http://h"; /* so that it is a path in every dialect */
	struct robotsc_explanation e;
	const size_t n = sizeof authority - 1;
	char *url = robotsc__arena_take(d->l->arena, n + d->path.len);
	if (!url)
		return ROBOTSC_ERR_NOMEM;
	memcpy(url, authority, n);
	memcpy(url + n, d->path.at, d->path.len);
	const enum robotsc_status status = robotsc_explain(options, d->l->text, d->l->len, &d->token, d->tokens,
	                                                   (struct robotsc_text){url, n + d->path.len}, NULL, NULL, &e);
	if (status == ROBOTSC_OK)
		*line = e.deciding;
	return status;
}

static enum robotsc_status tell(struct dialects_linter *d, const struct robotsc_options *other)
{
	static const char *const said[2][5] = {
		{"rfc9309: disallowed", "google: disallowed", "nexor1994: disallowed", "koster1996: disallowed",
	         "conner2: disallowed"},
		{"rfc9309: allowed", "google: allowed", "nexor1994: allowed", "koster1996: allowed", "conner2: allowed"}};
	uint32_t here = 0, there = 0;
	enum robotsc_status status = deciding(d, &d->l->options, &here);
	if (status == ROBOTSC_OK)
		status = deciding(d, other, &there);
	if (status != ROBOTSC_OK)
		return status;
	struct robotsc_finding *f = robotsc__lint_add(d->l, LINT_DIALECT_DIFFERS, here ? here : there ? there : 1, 1, 0);
	if (!f)
		return ROBOTSC_ERR_NOMEM;
	if (there && there != f->line)
		robotsc__lint_name(f, there);
	for (int i = 0; i < 5; i++)
		if (strncmp(said[d->verdict][i], robotsc_dialect_name(other->dialect),
		            strlen(robotsc_dialect_name(other->dialect))) == 0)
			f->said = said[d->verdict][i];
	f->path = d->path;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__lint_dialects(struct linter *l)
{
	static const enum robotsc_dialect others[] = {ROBOTSC_RFC9309, ROBOTSC_GOOGLE, ROBOTSC_NEXOR1994, ROBOTSC_KOSTER1996,
	                                              ROBOTSC_CONNER2};
	const size_t n = sizeof others / sizeof others[0];
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < n && status == ROBOTSC_OK; i++) {
		struct robotsc_options options = l->options;
		struct dialects_linter d = {.l = l};
		const struct robotsc_side here = {NULL, &l->options, l->text, l->len}, there = {NULL, &options, l->text, l->len};
		if (others[i] == l->options.dialect)
			continue;
		options.dialect = others[i];
		const uint64_t share = l->budget / (n - i);
		d.question = (struct robotsc_question){share ? share : 1, 1, take_difference, &d, l->options.alloc};
		status = robotsc_compare_all(&here, &there, &d.question, before, after);
		if (l->failed)
			return ROBOTSC_ERR_NOMEM;
		if (status == ROBOTSC_OK && d.path.at)
			status = tell(&d, &options);
		else
			l->undecided += (uint32_t)d.unknown;
	}
	return status;
}
