/* summary_json.c - a summary as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/check.h"
#include "spelling.h"
#include "summary_change.h"

/* The next value begins a line, if it is not all one. */
static void line(struct summary_page *page)
{
	if (page->report->format != ROBOTSC_REPORT_JSONL)
		robotsc__json_line(&page->writer);
}

/* Begin an element of a list, the first or another one. */
static void element(struct summary_page *page, size_t i)
{
	if (i)
		line(page);
	robotsc__json_open(&page->writer, NULL, '{');
}

static void list(struct summary_page *page, const char *name)
{
	line(page);
	robotsc__json_open(&page->writer, name, '[');
}

static void put_lines(struct summary_page *page, const struct robotsc_summary_lines *lines, size_t n)
{
	struct report_writer *w = &page->writer;
	for (size_t i = 0; i < n; i++) {
		element(page, i);
		robotsc__json_texts(w, "agents", lines[i].agents, lines[i].nagents);
		robotsc__json_number(w, "first", lines[i].first);
		robotsc__json_number(w, "last", lines[i].last);
		robotsc__json_number(w, "allow", lines[i].allow);
		robotsc__json_number(w, "disallow", lines[i].disallow);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]");
}

static void put_records(struct summary_page *page, const struct robotsc_summary_record *records, size_t n)
{
	struct report_writer *w = &page->writer;
	for (size_t i = 0; i < n; i++) {
		element(page, i);
		robotsc__json_number(w, "line", records[i].line);
		robotsc__json_word(w, "field", robotsc_field_name(records[i].field));
		robotsc__json_text(w, "value", records[i].value);
		if (records[i].field == ROBOTSC_FIELD_CRAWL_DELAY)
			robotsc__json_number(w, "milliseconds", records[i].milliseconds);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]");
}

static void put_parts(struct summary_page *page, const struct robotsc_part *parts, size_t n)
{
	struct report_writer *w = &page->writer;
	robotsc__json_open(w, "parts", '[');
	for (size_t i = 0; i < n; i++) {
		element(page, i);
		robotsc__json_word(w, "extent", robotsc_extent_name(parts[i].extent));
		robotsc__json_bool(w, "rest", parts[i].prefix.len == 0);
		robotsc__json_text(w, "prefix", parts[i].prefix);
		robotsc__json_bool(w, "exact", parts[i].exact);
		robotsc__json_number(w, "rules", parts[i].rules);
		robotsc__json_number(w, "line", parts[i].line);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]");
}

/* The patterns that an answer is closed but for; none: it is not so. */
static void put_closed_but(struct summary_page *page, size_t answer)
{
	size_t n, more;
	const struct robotsc_text *patterns = robotsc_summary_closed_but(page->s, answer, &n, &more);
	robotsc__json_texts(&page->writer, "closed_but", patterns, n);
	robotsc__json_number(&page->writer, "all_closed_but", n + more);
}

static void put_preferences(struct summary_page *page, const struct robotsc_summary_answer *a)
{
	struct report_writer *w = &page->writer;
	robotsc__json_open(w, "preferences", '[');
	for (size_t i = 0; i < a->npreferences; i++) {
		element(page, i);
		robotsc__json_word(w, "field", robotsc_field_name(a->preferences[i].field));
		robotsc__json_text(w, "label", a->preferences[i].label);
		robotsc__json_text(w, "value", a->preferences[i].value);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]");
	robotsc__json_number(w, "preferences_below", a->preferences_below);
}

static void put_answer(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct report_writer *w = &page->writer;
	element(page, answer);
	robotsc__json_word(w, "extent", robotsc_extent_name(a->extent));
	robotsc__json_word(w, "front_page", a->root == ROBOTSC_ALLOW ? "open" : "closed");
	robotsc__json_number(w, "robots", a->robots);
	robotsc__json_open(w, "groups", '[');
	put_lines(page, a->lines, a->nlines);
	put_closed_but(page, answer);
	put_parts(page, a->parts, a->nparts);
	robotsc__json_open(w, "not_inherited", '[');
	for (uint32_t i = 0; i < a->nnot_inherited && i < ROBOTSC_LINT_LINES; i++)
		robotsc__json_number(w, NULL, a->not_inherited[i]);
	robotsc__json_close(w, "]");
	robotsc__json_number(w, "all_not_inherited", a->nnot_inherited);
	robotsc__json_open(w, "delays", '[');
	put_records(page, a->delays, a->ndelays);
	put_preferences(page, a);
	robotsc__json_close(w, "}");
}

static void put_robot(struct summary_page *page, size_t i)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_summary_robot *r = &page->s->robots[i];
	const struct robotsc_crawler *c = r->crawler;
	element(page, i);
	robotsc__json_text(w, "token", r->token.len ? r->token : (struct robotsc_text){"*", 1});
	robotsc__json_bool(w, "known", c != NULL);
	robotsc__json_word(w, "maker", c ? c->maker : NULL);
	robotsc__json_word(w, "purpose", c ? c->purpose : NULL);
	robotsc__json_word(w, "note", c ? c->note : NULL);
	robotsc__json_word(w, "dialect", robotsc_dialect_name(r->dialect));
	robotsc__json_optional(w, "obeys", r->obeys.len ? r->obeys : (struct robotsc_text){NULL, 0});
	robotsc__json_number(w, "answer", r->answer);
	robotsc__json_close(w, "}");
}

static void put_finding(struct summary_page *page, size_t i)
{
	static const char *const severities[] = {"", "note", "warning", "error"};
	struct report_writer *w = &page->writer;
	const struct robotsc_summary_finding *f = &page->s->findings[i];
	element(page, i);
	robotsc__json_word(w, "id", f->rule->id);
	robotsc__json_word(w, "severity", severities[f->rule->severity]);
	robotsc__json_number(w, "line", f->line);
	robotsc__json_number(w, "count", f->count);
	robotsc__json_word(w, "text", f->rule->text);
	robotsc__json_word(w, "hint", f->rule->hint);
	robotsc__json_close(w, "}");
}

/* A member that is a list. */
static void put_list(struct summary_page *page, const char *name, size_t n, void (*put)(struct summary_page *page, size_t i))
{
	list(page, name);
	for (size_t i = 0; i < n; i++)
		put(page, i);
	robotsc__json_close(&page->writer, "]");
}

void robotsc__summary_json(struct summary_page *page)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_summary *s = page->s;
	robotsc__json_open(w, NULL, '{');
	robotsc__json_text(w, "file", page->file->name);
	robotsc__json_word(w, "content", robotsc_content_name(s->content));
	robotsc__json_number(w, "octets", s->octets);
	robotsc__json_number(w, "lines", s->nlines);
	robotsc__json_number(w, "undecided", s->undecided);
	robotsc__json_number(w, "left_out", s->left_out);
	robotsc__json_number(w, "steps", s->steps);
	list(page, "groups");
	put_lines(page, s->groups, s->ngroups);
	put_list(page, "answers", s->nanswers, put_answer);
	put_list(page, "robots", s->nrobots, put_robot);
	list(page, "records");
	put_records(page, s->records, s->nrecords);
	put_list(page, "findings", s->nfindings, put_finding);
	if (page->changes)
		robotsc__summary_changes_json(page, page->changes, page->against->name);
	robotsc__json_end(w);
}
