/* explain_report.c - explanations as JSON; the calls of robotsc/report.h about explain.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "robotsc/explain.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "spelling.h"
#include "support/arena.h"
#include "writer.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_report_url) == 80, "robotsc_report_url is ABI");
_Static_assert(sizeof(struct robotsc_explain_total) == 32, "robotsc_explain_total is ABI");

/* ---- all that a report says about a URL ---- */

/* A change, in memory of the arena. */
struct answer_change {
	struct robotsc_change change; /* all lines to remove share "with" */
	/* For the first line to remove and the shortest rule: whether the change reverses more
	 * verdicts than the narrowest change.  ROBOTSC_SAME: it does not, which is proved. */
	enum robotsc_answer others;
	struct robotsc_text also; /* path of such a verdict; .at NULL: none was found */
};

struct answer {
	const struct robotsc_report_url *asked;
	enum robotsc_dialect dialect;
	struct robotsc_explanation e;
	struct robotsc_match *matches; /* in line order */
	struct answer_change *changes; /* first the rule for the path alone */
	struct robotsc_unexpected *unexpected;
	size_t nmatches, nchanges, nunexpected;
	/* of collecting */
	size_t matches_room, changes_room, unexpected_room;
	struct arena arena;
	bool failed; /* there was no memory */
};

#define BUDGET 2000000u /* steps to find another path whose verdict is reversed: some 20 ms */

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

static void keep_unexpected(void *ctx, const struct robotsc_unexpected *u)
{
	struct answer *a = ctx;
	if (a->nunexpected == a->unexpected_room &&
	    !robotsc__arena_grow(&a->arena, (void **)&a->unexpected, &a->unexpected_room, sizeof *u))
		a->failed = true;
	if (!a->failed)
		a->unexpected[a->nunexpected++] = *u;
}

static struct robotsc_text copy(struct answer *a, struct robotsc_text text)
{
	char *at = robotsc__arena_take(&a->arena, text.len + 1);
	a->failed |= !at;
	if (at && text.len)
		memcpy(at, text.at, text.len);
	return (struct robotsc_text){at, at ? text.len : 0};
}

/* Keep a change.  The rule for the path alone comes after the lines to remove, but is kept before
 * them. */
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
	struct robotsc_text path; /* path of the URL that was asked about */
};

static void keep_path(void *ctx, const struct robotsc_difference *d)
{
	const struct other_url_search *s = ctx;
	const bool is_own = d->path.len == s->path.len && memcmp(d->path.at, s->path.at, d->path.len) == 0;
	if (!s->found->also.at && !is_own)
		s->found->also = copy(s->a, d->path);
}

/* Find another path whose verdict a change reverses: compare the text after the change with that
 * after the narrowest change, or with the file.  Paths as crawlers write them come first. */
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

static bool is_wide(const struct answer *a, size_t i)
{
	const enum robotsc_change_kind kind = a->changes[i].change.kind;
	const bool is_first = i == 0 || a->changes[i - 1].change.kind != ROBOTSC_CHANGE_REMOVE;
	return kind == ROBOTSC_CHANGE_SHORTEST || (kind == ROBOTSC_CHANGE_REMOVE && is_first);
}

/* ---- all of it ---- */

static enum robotsc_status find_answer(struct answer *a, const struct robotsc_report_url *asked)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	if (asked->options)
		options = *asked->options;
	*a = (struct answer){.asked = asked, .dialect = options.dialect};
	robotsc__arena_init(&a->arena, options.alloc);
	enum robotsc_status status =
		robotsc_explain(&options, asked->robots, asked->len, asked->tokens, asked->n, asked->url, keep_match, a, &a->e);
	options.diag = NULL; /* diagnostics of changed texts are not about this one */
	if (status == ROBOTSC_OK && !(asked->flags & ROBOTSC_URL_NO_CHANGES))
		status = robotsc_changes(&options, asked->robots, asked->len, asked->tokens, asked->n, asked->url, keep_change, a);
	for (size_t i = 0; i < a->nchanges && status == ROBOTSC_OK && !a->failed; i++)
		if (is_wide(a, i))
			find_others(a, &options, &a->changes[i]);
	/* The web page, whose module has only JSON, does not show unexpected lines. */
	if (status == ROBOTSC_OK && !JSON_ALONE && !(asked->flags & ROBOTSC_URL_NO_CHANGES))
		status = robotsc_unexpected(&options, asked->robots, asked->len, asked->tokens, asked->n, &asked->url, 1,
		                            keep_unexpected, a);
	return status == ROBOTSC_OK && a->failed ? ROBOTSC_ERR_NOMEM : status;
}

static void free_answer(struct answer *a)
{
	robotsc__arena_free(&a->arena);
}

static struct robotsc_text agent_of(const struct answer *a)
{
	return a->e.selected == ROBOTSC_SELECTED_TOKEN ? a->asked->tokens[a->e.token] : (struct robotsc_text){"*", 1};
}

static const char *verdict_word(enum robotsc_verdict verdict)
{
	return verdict == ROBOTSC_ALLOW ? "allow" : "disallow";
}

/* ---- an explanation for people ---- */

static void text_group(struct report_writer *w, const struct answer *a)
{
	if (a->e.selected == ROBOTSC_SELECTED_NONE) {
		robotsc__writer_string(w, "  group    none speaks to this agent, so everything is allowed\n");
		return;
	}
	robotsc__spelling_between(w, "  group    \"", agent_of(a), "");
	robotsc__writer_format(w, "\", first on line %lu, rules: %lu\n", (unsigned long)a->e.agent_line, (unsigned long)a->e.rules);
}

static const char *color_of(enum robotsc_verdict verdict)
{
	return verdict == ROBOTSC_ALLOW ? "32" : "1;31";
}

/* The beginning of a line, at most width octets of whole characters; width 0: all of the line. */
static struct robotsc_text start_of(struct robotsc_text line, size_t width)
{
	size_t n = 0;
	if (!width || line.len <= width)
		return line;
	for (size_t next = 0; next <= width; next += robotsc__spelling_character((struct robotsc_text){line.at + n, line.len - n}))
		n = next;
	return (struct robotsc_text){line.at, n};
}

static void put_line(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_match *m)
{
	const struct robotsc_text text = start_of(m->text, report->width);
	robotsc__writer_format(w, "  %s  line %lu: ", m->deciding ? "decides" : "matches", (unsigned long)m->line);
	if (m->deciding)
		robotsc__writer_color(w, color_of(m->verdict));
	robotsc__spelling_between(w, "", text, text.len < m->text.len ? "..." : "");
	if (m->deciding)
		robotsc__writer_color(w, "0");
	robotsc__writer_string(w, "\n");
}

static void put_matches(struct report_writer *w, const struct robotsc_report *report, const struct answer *a)
{
	if (a->e.implied)
		robotsc__writer_string(w, "  decides  nothing in the file: /robots.txt may always be fetched\n");
	else if (a->e.deciding == 0 && a->e.selected != ROBOTSC_SELECTED_NONE)
		robotsc__writer_format(w, "  decides  no rule matches, and that means %s\n", verdict_word(a->e.verdict));
	for (int deciding = 1; deciding >= 0; deciding--)
		for (size_t i = 0; i < a->nmatches; i++)
			if (a->matches[i].deciding == deciding)
				put_line(w, report, &a->matches[i]);
}

/* Write why a line decides when others match too: "...: 15 octets against 9". */
static void put_because(struct report_writer *w, const struct answer *a)
{
	unsigned long decides = 0, next = 0;
	if (a->e.implied || a->nmatches < 2)
		return;
	for (const struct robotsc_match *m = a->matches; m < a->matches + a->nmatches; m++)
		if (m->deciding)
			decides = m->octets;
		else if (m->octets > next)
			next = m->octets;
	robotsc__writer_string(w, "  because  ");
	robotsc__writer_string(w, robotsc_precedence(a->dialect));
	if (decides > next)
		robotsc__writer_format(w, ": %lu octets against %lu", decides, next);
	else if (decides)
		robotsc__writer_format(w, ": both have %lu octets", decides);
	robotsc__writer_string(w, "\n");
}

/* Write which lines do not do to this URL what they look like. */
static void put_unexpected(struct report_writer *w, const struct answer *a)
{
	for (size_t i = 0; i < a->nunexpected; i++) {
		const struct robotsc_unexpected *const u = &a->unexpected[i];
		robotsc__writer_format(w, "  beware   line %lu: ", (unsigned long)u->line);
		robotsc__spelling_between(w, "", u->pattern, " ");
		robotsc__writer_format(w, "%s\n", robotsc_unexpected_text((enum robotsc_unexpected_kind)u->kind));
	}
}

/* ---- changes ---- */

/* Write "(also allows URLs such as /x)". */
static void put_others(struct report_writer *w, const struct answer *a, const struct answer_change *c)
{
	if (c->others == ROBOTSC_SAME) {
		robotsc__writer_string(w, " (changes no other URL)\n");
	} else if (c->also.at) {
		robotsc__writer_format(w, " (also %s URLs such as ", a->e.verdict == ROBOTSC_ALLOW ? "disallows" : "allows");
		robotsc__spelling_put(w, c->also, ROBOTSC_SPELL_PATH);
		robotsc__writer_string(w, ")\n");
	} else {
		robotsc__writer_string(w, " (may change other URLs too)\n");
	}
}

/* Write "remove lines 3, 5; line 2 decides then".  Returns the index after the removals. */
static size_t put_removals(struct report_writer *w, const struct answer *a, size_t from)
{
	const unsigned long then = a->changes[from].change.then;
	size_t to = from;
	while (to < a->nchanges && a->changes[to].change.kind == ROBOTSC_CHANGE_REMOVE)
		to++;
	robotsc__writer_string(w, to - from > 1 ? " remove lines" : " remove line");
	for (size_t i = from; i < to; i++)
		robotsc__writer_format(w, "%s %lu", i > from ? "," : "", (unsigned long)a->changes[i].change.line);
	if (then)
		robotsc__writer_format(w, "; line %lu decides then", then);
	else
		robotsc__writer_string(w, "; no rule matches then");
	put_others(w, a, &a->changes[from]);
	return to;
}

/* Write a rule to add.  It was made of printable ASCII, so it can be pasted. */
static void put_addition(struct report_writer *w, const struct answer *a, const struct answer_change *c)
{
	const char *const end = c->change.text.at + c->change.text.len, *rule = c->change.text.at;
	if (c->change.kind == ROBOTSC_CHANGE_ADD_GROUP) {
		rule = (const char *)memchr(rule, '\n', c->change.text.len) + 1;
		robotsc__writer_string(w, " add at the end, after User-agent: *: ");
	} else {
		robotsc__writer_format(w, " add before line %lu: ", (unsigned long)c->change.line);
	}
	robotsc__writer_put(w, rule, (size_t)(end - rule));
	if (c->change.kind == ROBOTSC_CHANGE_SHORTEST)
		put_others(w, a, c);
	else
		robotsc__writer_string(w, end[-1] == '$' ? "\n" : " (and for URLs that begin so)\n");
}

static void put_changes(struct report_writer *w, const struct answer *a)
{
	const char *const label = a->e.verdict == ROBOTSC_ALLOW ? "  to disallow it," : "  to allow it,";
	for (size_t i = 0; i < a->nchanges;) {
		robotsc__writer_string(w, label);
		if (a->changes[i].change.kind == ROBOTSC_CHANGE_REMOVE)
			i = put_removals(w, a, i);
		else
			put_addition(w, a, &a->changes[i++]);
	}
	if (a->dialect == ROBOTSC_NEXOR1994 && a->e.verdict == ROBOTSC_DISALLOW)
		robotsc__writer_format(w, "%s no rule can be added: %s has no Allow\n", label, robotsc_dialect_name(a->dialect));
}

static void put_text(struct report_writer *w, const struct robotsc_report *report, const struct answer *a)
{
	robotsc__writer_color(w, color_of(a->e.verdict));
	robotsc__writer_string(w, verdict_word(a->e.verdict));
	robotsc__writer_color(w, "0");
	robotsc__spelling_between(w, "\t", a->asked->url, "\n");
	if (a->asked->flags & ROBOTSC_URL_DIALECT)
		robotsc__writer_format(w, "  dialect  %s\n", robotsc_dialect_name(a->dialect));
	text_group(w, a);
	put_matches(w, report, a);
	put_because(w, a);
	put_unexpected(w, a);
	put_changes(w, a);
}

/* ---- JSON ---- */

static void put_group(struct report_writer *w, const struct answer *a)
{
	if (a->e.selected == ROBOTSC_SELECTED_NONE) {
		robotsc__json_word(w, "group", NULL);
		return;
	}
	const struct robotsc_text agent = agent_of(a);
	robotsc__json_put(w, "group:{agent:%p line:" U32 " rules:" U32 "}", JSON_TEXT(agent), a->e.agent_line, a->e.rules);
}

static void put_match(struct report_writer *w, const struct robotsc_match *m)
{
	robotsc__json_put(w, "{line:" U32 " verdict:%s octets:" U32 " text:%p}", m->line, verdict_word(m->verdict), m->octets,
	                  JSON_TEXT(m->text));
}

/* Write a change.  "also" is another path whose verdict is reversed; null: there is none; left out
 * if that is not known. */
static void put_change(struct report_writer *w, const struct answer *a, size_t i)
{
	static const char *const kinds[] = {"remove", "add", "add-group", "shortest"};
	const struct answer_change *found = &a->changes[i];
	const struct robotsc_change *c = &found->change;
	robotsc__json_put(w, "{kind:%s line:" U32 " text:%p", kinds[c->kind], c->line, JSON_TEXT(c->text));
	if (c->kind == ROBOTSC_CHANGE_REMOVE)
		robotsc__json_number(w, "then", c->then);
	if (is_wide(a, i) && (found->also.at || found->others == ROBOTSC_SAME))
		robotsc__json_optional(w, "also", found->also);
	if (w->exact)
		robotsc__json_text(w, "with", c->with);
	robotsc__json_close(w, "}");
}

static void put_json_unexpected(struct report_writer *w, const struct answer *a)
{
	static const char *const kinds[ROBOTSC_UNEXPECTED_KINDS] = {"prefix", "case", "sign"};
	if (JSON_ALONE || a->nunexpected == 0)
		return;
	robotsc__json_open(w, "unexpected", '[');
	for (size_t i = 0; i < a->nunexpected; i++)
		robotsc__json_put(w, "{kind:%s line:" U32 " pattern:%p}", kinds[a->unexpected[i].kind], a->unexpected[i].line,
		                  JSON_TEXT(a->unexpected[i].pattern));
	robotsc__json_close(w, "]");
}

static void put_json(struct report_writer *w, const struct answer *a)
{
	const struct robotsc_explanation *e = &a->e;
	robotsc__json_put(w, "dialect:%s verdict:%s", robotsc_dialect_name(a->dialect), verdict_word(e->verdict));
	put_group(w, a);
	robotsc__json_put(w, "implied:%d deciding:" U32 " matches:[", e->implied, e->deciding);
	for (size_t i = 0; i < a->nmatches; i++)
		put_match(w, &a->matches[i]);
	robotsc__json_put(w, "] precedence:%s changes:[", robotsc_precedence(a->dialect));
	for (size_t i = 0; i < a->nchanges; i++)
		put_change(w, a, i);
	robotsc__json_close(w, "]");
	put_json_unexpected(w, a);
}

/* ---- what is no URL ---- */

static void put_unknown(struct report_writer *w, struct robotsc_text url)
{
	robotsc__writer_colored(w, "1;33", "unknown");
	robotsc__spelling_between(w, "\t", url, "\n");
}

/* ---- the calls ---- */

void robotsc_explain_report_begin(const struct robotsc_report *report)
{
	if (report->format == ROBOTSC_REPORT_JSON)
		report->write(report->ctx, "[", 1);
}

static void put_answer(const struct robotsc_report *report, const struct robotsc_report_url *url, const struct answer *a,
                       bool is_first)
{
	const bool is_document = report->format == ROBOTSC_REPORT_JSON, is_line = report->format == ROBOTSC_REPORT_JSONL;
	struct report_writer w;
	robotsc__writer_start(&w, report);
	const bool is_json = JSON_ALONE || is_document || is_line || w.exact;
	w.comma = is_document && !is_first;
	if (is_document)
		robotsc__json_line(&w);
	if (is_json) {
		robotsc__json_put(&w, "{url:%p", JSON_TEXT(url->url));
		if (a)
			put_json(&w, a);
		else
			robotsc__json_word(&w, "verdict", "unknown");
		robotsc__json_close(&w, "}");
	} else if (a) {
		put_text(&w, report, a);
	} else {
		put_unknown(&w, url->url);
	}
	robotsc__writer_string(&w, is_line ? "\n" : "");
	robotsc__writer_flush(&w);
}

enum robotsc_status robotsc_explain_report_url(const struct robotsc_report *report, const struct robotsc_report_url *url,
                                               struct robotsc_explain_total *total)
{
	const bool is_first = total->allowed + total->disallowed + total->unknown == 0;
	enum robotsc_status status;
	struct answer a;
	if (url->flags & ROBOTSC_URL_UNKNOWN) {
		put_answer(report, url, NULL, is_first);
		total->unknown++;
		return ROBOTSC_OK;
	}
	status = find_answer(&a, url);
	if (status == ROBOTSC_OK) {
		put_answer(report, url, &a, is_first);
		total->allowed += a.e.verdict == ROBOTSC_ALLOW;
		total->disallowed += a.e.verdict != ROBOTSC_ALLOW;
	}
	free_answer(&a);
	return status;
}

void robotsc_explain_report_end(const struct robotsc_report *report)
{
	if (report->format == ROBOTSC_REPORT_JSON)
		report->write(report->ctx, "\n]\n", 3);
}
