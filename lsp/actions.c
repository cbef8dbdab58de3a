/* actions.c - changes that an editor offers, each with what it opens and closes.
 *
 * A change is made in a copy, and the verdicts before and after it are compared over all paths and
 * for all robots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lsp_parts.h"
#include "report/spelling.h"

#define ACTIONS 20     /* changes that are offered at once */
#define STEPS 300000u  /* to compare for one of them: some 5 ms */
#define PATIENCE 50000 /* microseconds for all of them; the rest is not compared */
#define TOLD 3         /* sets of robots that a title names */

/* ---- what it opens and closes ------------------------------------------------------------ */

/* The text with all edits made; malloc'd, or NULL. */
static uint8_t *mended(const struct lsp_text *text, const struct robotsc_fix *fix, size_t *len)
{
	uint8_t *out;
	size_t from = 0, n = 0, room = text->len + 1;
	for (uint32_t i = 0; i < fix->nedits; i++)
		room += fix->edits[i].text.len;
	out = malloc(room);
	if (!out)
		return NULL;
	for (uint32_t i = 0; i <= fix->nedits; i++) {
		const size_t to = i < fix->nedits ? fix->edits[i].from : text->len;
		memcpy(out + n, text->at + from, to - from);
		n += to - from;
		if (i == fix->nedits)
			break;
		memcpy(out + n, fix->edits[i].text.at, fix->edits[i].text.len);
		n += fix->edits[i].text.len;
		from = fix->edits[i].to;
	}
	*len = n;
	return out;
}

/* The examples of what differs for some robots, and the title that tells them. */
struct telling {
	struct report_writer *w;
	char paths[2][128]; /* newly disallowed, newly allowed */
	size_t lens[2];
	uint32_t told; /* sets of robots */
	bool unknown;
	struct robotsc_question question;
};

static void take_difference(void *ctx, const struct robotsc_difference *d)
{
	struct telling *const t = ctx;
	const int to = d->verdict[1] == ROBOTSC_ALLOW;
	if (t->lens[to] == 0 && d->path.len <= sizeof t->paths[to]) {
		memcpy(t->paths[to], d->path.at, d->path.len);
		t->lens[to] = d->path.len;
	}
}

static void put_json(void *ctx, const char *text, size_t len)
{
	robotsc__spelling_put(ctx, (struct robotsc_text){text, len}, ROBOTSC_SPELL_JSON);
}

static void tell(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison)
{
	static const char *const words[2] = {"closes ", "opens "};
	struct telling *const t = ctx;
	bool any = false;
	t->unknown |= comparison->answer == ROBOTSC_UNKNOWN;
	for (int to = 0; to < 2 && comparison->answer == ROBOTSC_DIFFERENT; to++) {
		if (comparison->found[to] == 0)
			continue;
		if (!any && t->told++ >= TOLD)
			break;
		robotsc__writer_string(t->w, any ? ", " : t->told > 1 ? "; " : ": ");
		robotsc__writer_string(t->w, words[to]);
		robotsc__spelling_put(t->w, (struct robotsc_text){t->paths[to], t->lens[to]}, ROBOTSC_SPELL_JSON);
		if (t->lens[to] == 0)
			robotsc__writer_string(t->w, "a long path");
		any = true;
	}
	if (any) {
		robotsc__writer_string(t->w, " for ");
		robotsc_spell_robots(robots, put_json, t->w);
	}
	t->lens[0] = t->lens[1] = 0;
}

/* Of this thread, so that what others do takes nothing of it. */
static int64_t microseconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return 1000000 * (int64_t)now.tv_sec + now.tv_nsec / 1000;
}

/* What comparing has taken of the time for all changes. */
struct patience {
	int64_t until;
	int64_t longest; /* comparison so far */
};

/* True if one more comparison is likely to end in time. */
static bool is_left(const struct patience *p)
{
	return microseconds() + p->longest <= p->until;
}

/* Compare, and write what differs. */
static enum robotsc_status compare(struct telling *t, const struct robotsc_side sides[2], struct patience *p, bool usual)
{
	const int64_t begin = microseconds();
	enum robotsc_status status;
	int64_t took;
	t->question =
		(struct robotsc_question){.budget = STEPS, .most = 1, .difference = take_difference, .ctx = t, .usual = usual};
	status = robotsc_compare_all(&sides[0], &sides[1], &t->question, NULL, tell);
	took = microseconds() - begin;
	p->longest = took > p->longest ? took : p->longest;
	robotsc__writer_flush(t->w);
	return status;
}

/* Compare all paths.  If some differ, put examples that crawlers would write in the place of those
 * that were found, if there are such. */
static enum robotsc_status compare_twice(struct lsp_server *s, struct telling *t, const struct robotsc_side sides[2],
                                         struct patience *p)
{
	struct telling usual = {.w = t->w};
	enum robotsc_status status;
	size_t before, after;
	robotsc__writer_flush(t->w);
	before = s->out_len;
	status = compare(t, sides, p, false);
	after = s->out_len;
	if (status != ROBOTSC_OK || !t->told || !is_left(p))
		return status;
	status = compare(&usual, sides, p, true);
	if (status != ROBOTSC_OK || usual.told != t->told) {
		s->out_len = after;
		return ROBOTSC_OK;
	}
	memmove(s->out + before, s->out + after, s->out_len - after);
	s->out_len -= after - before;
	return ROBOTSC_OK;
}

/* Write what a change opens and closes. */
static void put_effect(struct lsp_server *s, const struct lsp_text *text, const struct robotsc_fix *fix, struct patience *p)
{
	const struct robotsc_options *const options = s->settings->options;
	struct telling t = {.w = &s->writer};
	size_t len = 0;
	uint8_t *const after = is_left(p) ? mended(text, fix, &len) : NULL;
	const struct robotsc_side sides[2] = {{NULL, options, text->at, text->len}, {NULL, options, after, len}};
	const enum robotsc_status status = after ? compare_twice(s, &t, sides, p) : ROBOTSC_ERR_NOMEM;
	free(after);
	if (t.told > TOLD)
		robotsc__writer_format(t.w, "; and so on for %lu other sets of robots", (unsigned long)(t.told - TOLD));
	if (status != ROBOTSC_OK || t.unknown)
		robotsc__writer_string(t.w, t.told ? "; perhaps more" : ": what it opens or closes was not found out in time");
	else if (!t.told)
		robotsc__writer_string(t.w, ": opens nothing, closes nothing");
}

/* ---- the request ------------------------------------------------------------------------ */

static void put_edits(struct lsp_server *s, struct lsp_document *d, const struct robotsc_fix *fix)
{
	struct report_writer *const w = &s->writer;
	robotsc__writer_string(w, ",\"edit\":{\"changes\":{");
	robotsc__spelling_exact_json(w, d->uri);
	robotsc__writer_string(w, ":[");
	for (uint32_t i = 0; i < fix->nedits; i++) {
		robotsc__writer_string(w, i ? ",{\"range\":" : "{\"range\":");
		robotsc__lsp_range(s, d, fix->edits[i].from, fix->edits[i].to);
		robotsc__writer_string(w, ",\"newText\":");
		robotsc__spelling_exact_json(w, fix->edits[i].text);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]}}");
}

static void put_action(struct lsp_server *s, struct lsp_document *d, const struct robotsc_finding *f, bool first,
                       struct patience *p)
{
	struct report_writer *const w = &s->writer;
	robotsc__writer_string(w, first ? "{\"title\":\"" : ",{\"title\":\"");
	robotsc__spelling_put(w, robotsc__writer_text(f->fix->label), ROBOTSC_SPELL_JSON);
	put_effect(s, &d->text, f->fix, p);
	robotsc__writer_string(w, "\",\"kind\":\"quickfix\",\"diagnostics\":[");
	robotsc__lsp_diagnostic(s, d, f);
	robotsc__writer_string(w, "]");
	put_edits(s, d, f->fix);
	robotsc__writer_string(w, "}");
}

/* True if a client asks for these changes, or for any. */
static bool wants(struct robotsc_text params)
{
	const struct robotsc_text only = robotsc__json_path(params, "context.only");
	struct robotsc_text kind;
	bool any = false;
	for (size_t at = 0; robotsc__json_next(only, &at, &kind);) {
		any = true;
		if (robotsc__json_is(kind, "quickfix") || robotsc__json_is(kind, ""))
			return true;
	}
	return !any;
}

/* Write the changes for findings on some lines, from 1. */
static void put_actions(struct lsp_server *s, struct lsp_document *d, uint32_t first, uint32_t last)
{
	struct patience patience = {.until = microseconds() + PATIENCE};
	size_t n = 0;
	for (size_t i = 0; i < d->findings.n && n < ACTIONS; i++) {
		const struct robotsc_finding *const f = &d->findings.at[i];
		if (f->fix && f->line >= first && f->line <= last)
			put_action(s, d, f, n++ == 0, &patience);
	}
}

void robotsc__lsp_actions(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct lsp_document *const d = robotsc__lsp_document(s, id, params);
	const struct robotsc_text range = robotsc__json_member(params, "range");
	struct lsp_place from, to;
	if (!d)
		return;
	if (!robotsc__lsp_place(robotsc__json_member(range, "start"), &from) ||
	    !robotsc__lsp_place(robotsc__json_member(range, "end"), &to)) {
		robotsc__lsp_refuse(s, id, LSP_PARAMS, "range is missing");
		return;
	}
	if (!d->linted)
		robotsc__lsp_lint(s, d);
	robotsc__writer_string(robotsc__lsp_result(s, id), "[");
	if (wants(params))
		put_actions(s, d, from.line < UINT32_MAX ? from.line + 1 : from.line, to.line < UINT32_MAX ? to.line + 1 : to.line);
	robotsc__writer_string(&s->writer, "]");
	robotsc__lsp_send(s);
}
