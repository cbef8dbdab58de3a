/* summary_json.c - a summary as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "robotsc/check.h"
#include "summary_change.h"

static void text(struct summary_page *page, struct robotsc_text value)
{
	robotsc__spelling_json(&page->writer, value);
}

static void member(struct summary_page *page, const char *name, struct robotsc_text value)
{
	robotsc__writer_format(&page->writer, ",\"%s\":", name);
	text(page, value);
}

/* A member that is null where there is no text. */
static void word(struct summary_page *page, const char *name, const char *value)
{
	if (value)
		member(page, name, robotsc__writer_text(value));
	else
		robotsc__writer_format(&page->writer, ",\"%s\":null", name);
}

static void number(struct summary_page *page, const char *name, uint64_t value)
{
	robotsc__writer_format(&page->writer, ",\"%s\":%" PRIu64, name, value);
}

/* Begin an element of a list, the first or another one. */
static void begin(struct summary_page *page, size_t i)
{
	robotsc__writer_string(&page->writer, !i ? "" : page->report->format == ROBOTSC_REPORT_JSONL ? "," : ",\n");
}

static void list(struct summary_page *page, const char *name)
{
	robotsc__writer_format(&page->writer, ",%s\"%s\":[", page->report->format == ROBOTSC_REPORT_JSONL ? "" : "\n", name);
}

static void put_lines(struct summary_page *page, const struct robotsc_summary_lines *lines, size_t n)
{
	struct report_writer *w = &page->writer;
	for (size_t i = 0; i < n; i++) {
		begin(page, i);
		robotsc__writer_string(w, "{\"agents\":[");
		for (size_t k = 0; k < lines[i].nagents; k++) {
			robotsc__writer_string(w, k ? "," : "");
			text(page, lines[i].agents[k]);
		}
		robotsc__writer_string(w, "]");
		number(page, "first", lines[i].first);
		number(page, "last", lines[i].last);
		number(page, "allow", lines[i].allow);
		number(page, "disallow", lines[i].disallow);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

static void put_records(struct summary_page *page, const struct robotsc_summary_record *records, size_t n)
{
	struct report_writer *w = &page->writer;
	for (size_t i = 0; i < n; i++) {
		const char *name = robotsc_field_name(records[i].field);
		begin(page, i);
		robotsc__writer_format(w, "{\"line\":%" PRIu32, records[i].line);
		word(page, "field", name);
		member(page, "value", records[i].value);
		if (records[i].field == ROBOTSC_FIELD_CRAWL_DELAY)
			number(page, "milliseconds", records[i].milliseconds);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

static void put_parts(struct summary_page *page, const struct robotsc_part *parts, size_t n)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_string(w, ",\"parts\":[");
	for (size_t i = 0; i < n; i++) {
		begin(page, i);
		robotsc__writer_format(w, "{\"extent\":\"%s\",\"rest\":%s", robotsc_extent_name(parts[i].extent),
		                       parts[i].prefix.len ? "false" : "true");
		member(page, "prefix", parts[i].prefix);
		robotsc__writer_format(w, ",\"exact\":%s", parts[i].exact ? "true" : "false");
		number(page, "rules", parts[i].rules);
		number(page, "line", parts[i].line);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

/* The patterns that an answer is closed but for; none: it is not so. */
static void put_closed_but(struct summary_page *page, size_t answer)
{
	size_t n, more;
	const struct robotsc_text *patterns = robotsc_summary_closed_but(page->s, answer, &n, &more);
	robotsc__writer_string(&page->writer, ",\"closed_but\":[");
	for (size_t i = 0; i < n; i++) {
		robotsc__writer_string(&page->writer, i ? "," : "");
		text(page, patterns[i]);
	}
	robotsc__writer_string(&page->writer, "]");
	number(page, "all_closed_but", n + more);
}

static void put_answer(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct report_writer *w = &page->writer;
	robotsc__writer_format(w, "{\"extent\":\"%s\",\"front_page\":\"%s\"", robotsc_extent_name(a->extent),
	                       a->root == ROBOTSC_ALLOW ? "open" : "closed");
	number(page, "robots", a->robots);
	robotsc__writer_string(w, ",\"groups\":[");
	put_lines(page, a->lines, a->nlines);
	put_closed_but(page, answer);
	put_parts(page, a->parts, a->nparts);
	robotsc__writer_string(w, ",\"not_inherited\":[");
	for (uint32_t i = 0; i < a->nnot_inherited && i < ROBOTSC_LINT_LINES; i++)
		robotsc__writer_format(w, "%s%" PRIu32, i ? "," : "", a->not_inherited[i]);
	robotsc__writer_string(w, "]");
	number(page, "all_not_inherited", a->nnot_inherited);
	robotsc__writer_string(w, ",\"delays\":[");
	put_records(page, a->delays, a->ndelays);
	robotsc__writer_string(w, ",\"preferences\":[");
	for (size_t i = 0; i < a->npreferences; i++) {
		const struct robotsc_summary_preference *p = &a->preferences[i];
		begin(page, i);
		robotsc__writer_format(w, "{\"field\":\"%s\"", robotsc_field_name(p->field));
		member(page, "label", p->label);
		member(page, "value", p->value);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
	number(page, "preferences_below", a->preferences_below);
	robotsc__writer_string(w, "}");
}

static void put_robot(struct summary_page *page, const struct robotsc_summary_robot *r)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_crawler *c = r->crawler;
	robotsc__writer_string(w, "{\"token\":");
	text(page, r->token.len ? r->token : (struct robotsc_text){"*", 1});
	robotsc__writer_format(w, ",\"known\":%s", c ? "true" : "false");
	word(page, "maker", c ? c->maker : NULL);
	word(page, "purpose", c ? c->purpose : NULL);
	word(page, "note", c ? c->note : NULL);
	word(page, "dialect", robotsc_dialect_name(r->dialect));
	if (r->obeys.len)
		member(page, "obeys", r->obeys);
	else
		word(page, "obeys", NULL);
	number(page, "answer", r->answer);
	robotsc__writer_string(w, "}");
}

static void put_findings(struct summary_page *page)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_summary *s = page->s;
	list(page, "findings");
	for (size_t i = 0; i < s->nfindings; i++) {
		static const char *const severities[] = {"", "note", "warning", "error"};
		const struct robotsc_summary_finding *f = &s->findings[i];
		begin(page, i);
		robotsc__writer_format(w, "{\"id\":\"%s\",\"severity\":\"%s\"", f->rule->id, severities[f->rule->severity]);
		number(page, "line", f->line);
		number(page, "count", f->count);
		word(page, "text", f->rule->text);
		word(page, "hint", f->rule->hint);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

void robotsc__summary_json(struct summary_page *page)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_summary *s = page->s;
	robotsc__writer_string(w, "{\"file\":");
	text(page, page->file->name);
	word(page, "content", robotsc_content_name(s->content));
	number(page, "octets", s->octets);
	number(page, "lines", s->nlines);
	number(page, "undecided", s->undecided);
	number(page, "left_out", s->left_out);
	number(page, "steps", s->steps);
	list(page, "groups");
	put_lines(page, s->groups, s->ngroups);
	list(page, "answers");
	for (size_t i = 0; i < s->nanswers; i++) {
		begin(page, i);
		put_answer(page, i);
	}
	robotsc__writer_string(w, "]");
	list(page, "robots");
	for (size_t i = 0; i < s->nrobots; i++) {
		begin(page, i);
		put_robot(page, &s->robots[i]);
	}
	robotsc__writer_string(w, "]");
	list(page, "records");
	put_records(page, s->records, s->nrecords);
	put_findings(page);
	if (page->changes)
		robotsc__summary_changes_json(page, page->changes, page->against->name);
	robotsc__writer_string(w, "}\n");
}
