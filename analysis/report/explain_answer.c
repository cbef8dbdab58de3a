/* explain_answer.c - see explain_answer.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain_answer.h"

#include <string.h>

#define BUDGET 2000000u /* steps to find a path whose verdict turns around too: some 20 ms */

/* ---- matches and changes ---- */

static void keep_match(void *ctx, const struct robotsc_match *match)
{
	struct answer *a = ctx;
	if (a->nmatches == a->matches_room &&
	    !robotsc__arena_grow(&a->arena, (void **)&a->matches, &a->matches_room, sizeof *a->matches))
		a->failed = true;
	if (!a->failed)
		a->matches[a->nmatches++] = *match;
}

static struct robotsc_text copy(struct answer *a, struct robotsc_text text)
{
	char *at = robotsc__arena_take(&a->arena, text.len + 1);
	a->failed |= !at;
	if (at && text.len)
		memcpy(at, text.at, text.len);
	return (struct robotsc_text){at, at ? text.len : 0};
}

/* The rule for the path alone goes before the lines to remove, which come before it. */
static void keep_change(void *ctx, const struct robotsc_change *change)
{
	struct answer *a = ctx;
	if (a->nchanges == a->changes_room &&
	    !robotsc__arena_grow(&a->arena, (void **)&a->changes, &a->changes_room, sizeof *a->changes))
		a->failed = true;
	if (a->failed)
		return;
	const bool same = change->kind == ROBOTSC_CHANGE_REMOVE && a->nchanges > 0;
	struct answer_change one = {.change = *change, .others = ROBOTSC_UNKNOWN};
	one.change.text = copy(a, change->text);
	one.change.with = same ? a->changes[0].change.with : copy(a, change->with);
	size_t at = a->nchanges++;
	if (change->kind == ROBOTSC_CHANGE_ADD) {
		memmove(a->changes + 1, a->changes, at * sizeof one);
		at = 0;
	}
	a->changes[at] = one;
}

/* ---- other paths ---- */

struct other_url_search {
	struct answer *a;
	struct answer_change *found;
	struct robotsc_text path; /* the path that is asked about */
};

static void keep_path(void *ctx, const struct robotsc_difference *d)
{
	const struct other_url_search *s = ctx;
	const bool is_own = d->path.len == s->path.len && memcmp(d->path.at, s->path.at, d->path.len) == 0;
	if (!s->found->also.at && !is_own)
		s->found->also = copy(s->a, d->path);
}

/* Compare the text after a change with that after the narrowest one, or with the file.  Paths as
 * crawlers write them come first. */
static void find_others(struct answer *a, const struct robotsc_options *options, struct answer_change *found)
{
	const struct robotsc_report_url *asked = a->asked;
	const bool narrower = a->changes[0].change.kind == ROBOTSC_CHANGE_ADD;
	const struct robotsc_text from = narrower ? a->changes[0].change.with : (struct robotsc_text){asked->robots, asked->len};
	const struct robotsc_side before = {NULL, options, from.at, from.len};
	const struct robotsc_side after = {NULL, options, found->change.with.at, found->change.with.len};
	struct other_url_search search = {.a = a, .found = found};
	struct robotsc_question question = {
		.budget = BUDGET, .most = 2, .difference = keep_path, .ctx = &search, .alloc = options->alloc, .usual = 1};
	struct robotsc_comparison c = {.answer = ROBOTSC_SAME};
	robotsc_url_path(options->dialect, asked->url.at, asked->url.len, &search.path);
	for (; question.usual >= 0 && c.answer == ROBOTSC_SAME; question.usual--)
		if (robotsc_compare(&before, &after, asked->tokens, asked->n, &question, &c) != ROBOTSC_OK)
			return;
	found->others = c.answer;
}

bool robotsc__answer_is_wide(const struct answer *a, size_t i)
{
	const enum robotsc_change_kind kind = a->changes[i].change.kind;
	const bool is_first = i == 0 || a->changes[i - 1].change.kind != ROBOTSC_CHANGE_REMOVE;
	return kind == ROBOTSC_CHANGE_SHORTEST || (kind == ROBOTSC_CHANGE_REMOVE && is_first);
}

/* ---- all of it ---- */

enum robotsc_status robotsc__answer_find(struct answer *a, const struct robotsc_report_url *asked)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	if (asked->options)
		options = *asked->options;
	*a = (struct answer){.asked = asked, .dialect = options.dialect};
	robotsc__arena_init(&a->arena, options.alloc);
	enum robotsc_status status =
		robotsc_explain(&options, asked->robots, asked->len, asked->tokens, asked->n, asked->url, keep_match, a, &a->e);
	options.diag = NULL; /* what it says of other texts is not about this one */
	if (status == ROBOTSC_OK && !(asked->flags & ROBOTSC_URL_NO_CHANGES))
		status = robotsc_changes(&options, asked->robots, asked->len, asked->tokens, asked->n, asked->url, keep_change, a);
	for (size_t i = 0; i < a->nchanges && status == ROBOTSC_OK && !a->failed; i++)
		if (robotsc__answer_is_wide(a, i))
			find_others(a, &options, &a->changes[i]);
	return status == ROBOTSC_OK && a->failed ? ROBOTSC_ERR_NOMEM : status;
}

void robotsc__answer_free(struct answer *a)
{
	robotsc__arena_free(&a->arena);
}

struct robotsc_text robotsc__answer_agent(const struct answer *a)
{
	return a->e.selected == ROBOTSC_SELECTED_TOKEN ? a->asked->tokens[a->e.token] : (struct robotsc_text){"*", 1};
}

const char *robotsc__answer_verdict(enum robotsc_verdict verdict)
{
	return verdict == ROBOTSC_ALLOW ? "allow" : "disallow";
}
