/* tool_explain.c - the export explain: which lines decide, and what would change the verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools.h"
#include "robotsc/explain.h"

#define BUDGET 2000000u /* steps for a path that a change turns around, too; as the command's */

struct explaining {
	const struct robotsc_options *options;
	struct robotsc_text robots, url, path;
	const struct robotsc_text *tokens;
	size_t ntokens;
	unsigned n;                  /* of the list that is being put */
	struct robotsc_text with[2]; /* after the rule for the path; after removals */
	struct robotsc_text also;    /* a path that a change turns around, too */
	int order;                   /* which changes are put now */
};

static struct robotsc_text copy(struct robotsc_text text)
{
	char *const at = malloc(text.len + 1);

	if (at)
		memcpy(at, text.at, text.len);
	return (struct robotsc_text){at, at ? text.len : 0};
}

static void put_match(void *ctx, const struct robotsc_match *m)
{
	struct explaining *const e = ctx;

	put_count(e->n++ ? ",{\"line\":" : "{\"line\":", m->line);
	put_member(",\"verdict\":", text_of(verdict_word(m->verdict)));
	put_count(",\"octets\":", m->octets);
	put_member(",\"text\":", m->text);
	put("}");
}

static void keep_path(void *ctx, const struct robotsc_difference *d)
{
	struct explaining *const e = ctx;

	if (!e->also.at && !(d->path.len == e->path.len && memcmp(d->path.at, e->path.at, d->path.len) == 0))
		e->also = copy(d->path);
}

/* Puts a path whose verdict turns around too, beyond the narrowest change, or null if there is
 * none.  Paths as crawlers write them come first. */
static void put_also(struct explaining *e, struct robotsc_text with)
{
	const struct robotsc_text from = e->with[0].at ? e->with[0] : e->robots;
	const struct robotsc_side before = {NULL, e->options, from.at, from.len};
	const struct robotsc_side after = {NULL, e->options, with.at, with.len};
	struct robotsc_question question = {.budget = BUDGET, .most = 2, .difference = keep_path, .ctx = e, .usual = 1};
	struct robotsc_comparison c = {.answer = ROBOTSC_SAME};

	e->also = (struct robotsc_text){NULL, 0};
	for (; question.usual >= 0 && c.answer == ROBOTSC_SAME; question.usual--)
		if (robotsc_compare(&before, &after, e->tokens, e->ntokens, &question, &c) != ROBOTSC_OK)
			return;
	if (e->also.at)
		put_member(",\"also\":", e->also);
	else if (c.answer == ROBOTSC_SAME)
		put(",\"also\":null");
	free((char *)e->also.at);
}

/* The rule for the path alone is put first, so changes are asked for twice. */
static void put_change(void *ctx, const struct robotsc_change *c)
{
	static const char *const kinds[] = {"remove", "add", "add-group", "shortest"};
	struct explaining *const e = ctx;

	if ((c->kind == ROBOTSC_CHANGE_ADD) != (e->order == 0))
		return;
	if (c->kind == ROBOTSC_CHANGE_ADD && !e->with[0].at)
		e->with[0] = copy(c->with);
	put_member(e->n++ ? ",{\"kind\":" : "{\"kind\":", text_of(kinds[c->kind]));
	put_count(",\"line\":", c->line);
	put_member(",\"text\":", c->text);
	if (c->kind == ROBOTSC_CHANGE_REMOVE)
		put_count(",\"then\":", c->then);
	if (c->kind == ROBOTSC_CHANGE_SHORTEST || (c->kind == ROBOTSC_CHANGE_REMOVE && !e->with[1].at))
		put_also(e, c->with);
	if (c->kind == ROBOTSC_CHANGE_REMOVE && !e->with[1].at)
		e->with[1] = copy(c->with);
	put_member(",\"with\":", c->with);
	put("}");
}

static void put_group(const struct explaining *e, const struct robotsc_explanation *found)
{
	put(",\"group\":");
	if (found->selected == ROBOTSC_SELECTED_NONE) {
		put("null");
		return;
	}
	put_member("{\"agent\":", found->selected == ROBOTSC_SELECTED_STAR ? text_of("*") : e->tokens[found->token]);
	put_count(",\"line\":", found->agent_line);
	put_count(",\"rules\":", found->rules);
	put("}");
}

static enum robotsc_status explain_all(struct explaining *e, uint32_t flags)
{
	struct robotsc_explanation found;
	enum robotsc_status status =
		robotsc_explain(e->options, e->robots.at, e->robots.len, e->tokens, e->ntokens, e->url, NULL, NULL, &found);

	if (status != ROBOTSC_OK)
		return status;
	put_member("{\"url\":", e->url);
	put_member(",\"dialect\":", text_of(robotsc_dialect_name(e->options->dialect)));
	put_member(",\"verdict\":", text_of(verdict_word(found.verdict)));
	put_group(e, &found);
	put_bool(",\"implied\":", found.implied);
	put_count(",\"deciding\":", found.deciding);
	put(",\"matches\":[");
	status = robotsc_explain(e->options, e->robots.at, e->robots.len, e->tokens, e->ntokens, e->url, put_match, e, &found);
	put_member("],\"precedence\":", text_of(robotsc_precedence(e->options->dialect)));
	put(",\"changes\":[");
	e->n = 0;
	for (e->order = 0; e->order < 2 && status == ROBOTSC_OK && flags & FLAG_CHANGES; e->order++)
		status = robotsc_changes(e->options, e->robots.at, e->robots.len, e->tokens, e->ntokens, e->url, put_change, e);
	put("]}");
	return status;
}

/* Texts: dialect, robots.txt, URL, product tokens. */
EXPORT(explain) enum robotsc_status explain(uint32_t flags)
{
	struct robotsc_options options;
	struct explaining e = {.options = &options, .robots = text_at(1), .url = text_at(2)};
	enum robotsc_status status = read_options(text_at(0), flags, &options);

	e.tokens = texts_from(3, &e.ntokens);
	robotsc_url_path(options.dialect, e.url.at, e.url.len, &e.path);
	if (status == ROBOTSC_OK)
		status = explain_all(&e, flags);
	free((char *)e.with[0].at);
	free((char *)e.with[1].at);
	return ended(status);
}
