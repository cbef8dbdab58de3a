/* summary_json.c - a summary as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/check.h"
#include "spelling.h"
#include "summary_formats.h"

/* Let the next value begin a line, unless the whole summary is one line. */
static void line(struct summary_page *page)
{
	if (page->report->format != ROBOTSC_REPORT_JSONL)
		robotsc__json_line(&page->writer);
}

/* Begin element i of a list.  Each but the first begins a line. */
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
		robotsc__json_put(w, "first:" U32 " last:" U32 " allow:" U32 " disallow:" U32 "}", lines[i].first, lines[i].last,
		                  lines[i].allow, lines[i].disallow);
	}
	robotsc__json_close(w, "]");
}

static void put_records(struct summary_page *page, const struct robotsc_summary_record *records, size_t n)
{
	struct report_writer *w = &page->writer;
	for (size_t i = 0; i < n; i++) {
		element(page, i);
		robotsc__json_put(w, "line:" U32 " field:%s value:%p", records[i].line, robotsc_field_name(records[i].field),
		                  JSON_TEXT(records[i].value));
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
		robotsc__json_put(w, "extent:%s rest:%d prefix:%p exact:%d rules:" U32 " line:" U32 "}",
		                  robotsc_extent_name(parts[i].extent), parts[i].prefix.len == 0, JSON_TEXT(parts[i].prefix),
		                  parts[i].exact, parts[i].rules, parts[i].line);
	}
	robotsc__json_close(w, "]");
}

/* Write the patterns of an answer that is closed but for what they match; else an empty list. */
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
		robotsc__json_put(w, "field:%s label:%p value:%p}", robotsc_field_name(a->preferences[i].field),
		                  JSON_TEXT(a->preferences[i].label), JSON_TEXT(a->preferences[i].value));
	}
	robotsc__json_put(w, "] preferences_below:" U32, a->preferences_below);
}

static void put_answer(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct report_writer *w = &page->writer;
	element(page, answer);
	robotsc__json_put(w, "extent:%s front_page:%s robots:" U32 " groups:[", robotsc_extent_name(a->extent),
	                  a->root == ROBOTSC_ALLOW ? "open" : "closed", a->robots);
	put_lines(page, a->lines, a->nlines);
	put_closed_but(page, answer);
	put_parts(page, a->parts, a->nparts);
	robotsc__json_open(w, "not_inherited", '[');
	for (uint32_t i = 0; i < a->nnot_inherited && i < ROBOTSC_LINT_LINES; i++)
		robotsc__json_number(w, NULL, a->not_inherited[i]);
	robotsc__json_put(w, "] all_not_inherited:" U32 " delays:[", a->nnot_inherited);
	put_records(page, a->delays, a->ndelays);
	put_preferences(page, a);
	robotsc__json_close(w, "}");
}

static void put_robot(struct summary_page *page, size_t i)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_summary_robot *r = &page->s->robots[i];
	const struct robotsc_crawler *c = r->crawler;
	const struct robotsc_text token = r->token.len ? r->token : robotsc__writer_text("*");
	const struct robotsc_text obeys = {r->obeys.len ? r->obeys.at : NULL, r->obeys.len};
	element(page, i);
	robotsc__json_put(w, "token:%p known:%d maker:%s purpose:%s note:%s dialect:%s obeys:%p answer:" U32 "}", JSON_TEXT(token),
	                  c != NULL, c ? c->maker : NULL, c ? c->purpose : NULL, c ? c->note : NULL,
	                  robotsc_dialect_name(r->dialect), JSON_OPTIONAL(obeys), r->answer);
}

static void put_finding(struct summary_page *page, size_t i)
{
	static const char *const severities[] = {"", "note", "warning", "error"};
	struct report_writer *w = &page->writer;
	const struct robotsc_summary_finding *f = &page->s->findings[i];
	element(page, i);
	robotsc__json_put(w, "id:%s severity:%s line:" U32 " count:" U32 " text:%s hint:%s}", f->rule->id,
	                  severities[f->rule->severity], f->line, f->count, f->rule->text, f->rule->hint);
}

/* Write a member that is a list. */
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
	robotsc__json_put(w, "{file:%p content:%s octets:" U32 " lines:" U32 " undecided:" U32 " left_out:" U32 " steps:" U64,
	                  JSON_TEXT(page->file->name), robotsc_content_name(s->content), s->octets, s->nlines, s->undecided,
	                  s->left_out, s->steps);
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
