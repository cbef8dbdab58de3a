/* summary_html.c - a summary as a page of HTML that loads nothing and runs nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "summary_change.h"

#define MOST 200 /* parts, robots and lines of a list that are shown */

static const char style[] =
	":root{color-scheme:light dark;--line:#8884;--closed:#c5221f;--partly:#b06000;--open:#137333}"
	"@media(prefers-color-scheme:dark){:root{--closed:#f28b82;--partly:#fdd663;--open:#81c995}}"
	"body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}"
	"section{border:1px solid var(--line);border-left-width:6px;border-radius:6px;padding:.3rem 1rem 1rem;margin:1rem 0}"
	".closed{border-left-color:var(--closed)}.closed h2{color:var(--closed)}"
	".partly,.unknown{border-left-color:var(--partly)}.partly h2,.unknown h2{color:var(--partly)}"
	".open{border-left-color:var(--open)}.open h2{color:var(--open)}"
	"h1{font-size:1.4rem}h2{font-size:1.1rem;margin:.5rem 0}dl{display:grid;grid-template-columns:8rem 1fr;gap:.2rem "
	"1rem;margin:0}"
	"dt{color:#777}dd{margin:0}pre{white-space:pre-wrap}code{font-size:.95em}"
	"@media(max-width:30rem){dl{grid-template-columns:1fr}}";

/* ---- text inside a page ----------------------------------------------------------------- */

static void put(struct summary_page *page, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_TEXT, robotsc__writer_escape, &page->writer);
}

static void put_word(struct summary_page *page, const char *word)
{
	robotsc__writer_escape(&page->writer, word, strlen(word));
}

/* A list in a row; more items than MOST are counted. */
struct html_list {
	struct summary_page *page;
	const char *label;
	size_t n;
};

/* path: the text is one, and could be taken for a host. */
static void item(struct html_list *list, bool path, struct robotsc_text text, const char *after)
{
	struct report_writer *w = &list->page->writer;
	if (list->n == 0) {
		robotsc__writer_string(w, "<dt>");
		put_word(list->page, list->label);
		robotsc__writer_string(w, "</dt><dd>");
	}
	if (list->n++ >= MOST)
		return;
	robotsc__writer_format(w, "%s<code>%s", list->n > 1 ? ", " : "", path ? robotsc__spelling_host(text) : "");
	put(list->page, text);
	robotsc__writer_format(w, "%s</code>", after);
}

static void end_list(struct html_list *list)
{
	if (list->n > MOST)
		robotsc__writer_format(&list->page->writer, ", %zu more", list->n - MOST);
	robotsc__writer_string(&list->page->writer, list->n ? "</dd>\n" : "");
}

/* ---- answers ------------------------------------------------------------------------------- */

static void put_robots(struct summary_page *page, enum summary_kind kind, const char *purpose, const char *label)
{
	struct html_list list = {page, label, 0};
	for (size_t i = 0; i < page->s->nrobots; i++) {
		const struct robotsc_summary_robot *robot = &page->s->robots[i];
		if (robotsc__summary_is_of(page, robot, kind, purpose))
			item(&list, false, kind == SUMMARY_OTHERS ? robotsc__writer_text("all other robots") : robot->token, "");
	}
	end_list(&list);
}

static void put_lines(struct summary_page *page)
{
	struct report_writer *w = &page->writer;
	size_t n = 0;
	for (size_t i = 0; i < page->s->nanswers; i++)
		for (size_t k = 0; page->chosen[i] && k < page->s->answers[i].nlines; k++) {
			const struct robotsc_summary_lines *lines = &page->s->answers[i].lines[k];
			if (n++ >= MOST)
				continue;
			robotsc__writer_format(w, "%s%s %" PRIu32, n > 1 ? ", " : "<dt>by</dt><dd>",
			                       lines->first == lines->last ? "line" : "from line", lines->first);
			if (lines->last != lines->first)
				robotsc__writer_format(w, " to %" PRIu32, lines->last);
			robotsc__writer_string(w, " (<code>");
			put(page, lines->agents->len ? *lines->agents : robotsc__writer_text("an empty name"));
			robotsc__writer_string(w, lines->nagents > 1 ? "</code>, ...)" : "</code>)");
		}
	if (n > MOST)
		robotsc__writer_format(w, ", %zu more", n - MOST);
	robotsc__writer_string(w, n ? "</dd>\n" : "<dt>by</dt><dd>no group of the file</dd>\n");
}

static void put_parts(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	static const enum robotsc_extent extents[] = {ROBOTSC_EXTENT_CLOSED, ROBOTSC_EXTENT_PARTLY, ROBOTSC_EXTENT_OPEN,
	                                              ROBOTSC_EXTENT_UNKNOWN};
	static const char *const labels[] = {"not proved", "open", "partly open", "closed"};
	robotsc__summary_place(page, a);
	for (size_t e = 0; e < sizeof extents / sizeof extents[0]; e++) {
		struct html_list list = {page, labels[extents[e]], 0};
		for (size_t i = 0; i + 1 < a->nparts; i++)
			if (a->parts[i].extent == extents[e] && robotsc__summary_is_told(page, a, i))
				item(&list, true, a->parts[i].prefix, a->parts[i].exact ? "$" : "");
		end_list(&list);
	}
	if (a->nparts && !robotsc__summary_is_closed_but(page, answer))
		robotsc__writer_format(&page->writer, "<dt>the rest</dt><dd>%s</dd>\n", labels[a->parts[a->nparts - 1].extent]);
}

static void put_not_inherited(struct summary_page *page, const struct robotsc_summary_answer *a)
{
	struct report_writer *w = &page->writer;
	if (!a->nnot_inherited)
		return;
	robotsc__writer_string(w, "<dt>but open</dt><dd>what these lines of <code>*</code> close: ");
	for (uint32_t i = 0; i < a->nnot_inherited && i < ROBOTSC_LINT_LINES; i++)
		robotsc__writer_format(w, "%s%" PRIu32, i ? ", " : "", a->not_inherited[i]);
	if (a->nnot_inherited > ROBOTSC_LINT_LINES)
		robotsc__writer_format(w, " and %" PRIu32 " more", a->nnot_inherited - ROBOTSC_LINT_LINES);
	robotsc__writer_string(w, ". A group of its own inherits nothing.</dd>\n");
}

static void put_more(struct summary_page *page, const struct robotsc_summary_answer *a)
{
	struct html_list delays = {page, "delays", 0}, preferences = {page, "content", 0};
	for (size_t i = 0; i < a->ndelays; i++) {
		item(&delays, false, robotsc__writer_text(robotsc_field_name(a->delays[i].field)), ": ");
		put(page, a->delays[i].value);
	}
	end_list(&delays);
	for (size_t i = 0; i < a->npreferences; i++) {
		item(&preferences, false, a->preferences[i].label, "=");
		put(page, a->preferences[i].value);
	}
	end_list(&preferences);
}

static void put_pattern(struct summary_page *page, struct robotsc_text pattern)
{
	robotsc__writer_string(&page->writer, "<code>");
	put(page, pattern);
	robotsc__writer_string(&page->writer, "</code>");
}

static void put_section(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct report_writer *w = &page->writer;
	const bool partly = a->extent == ROBOTSC_EXTENT_PARTLY || a->extent == ROBOTSC_EXTENT_UNKNOWN;
	robotsc__summary_choose(page, answer);
	robotsc__writer_format(
		w, "<section class=\"%s\"><h2>%s",
		robotsc_extent_name(robotsc__summary_is_closed_but(page, answer) ? ROBOTSC_EXTENT_CLOSED : a->extent),
		robotsc__summary_heading(page, answer));
	robotsc__summary_put_but(page, answer, put_pattern);
	robotsc__writer_string(w, "</h2><dl>\n");
	for (size_t i = 0; i < page->npurposes; i++)
		put_robots(page, SUMMARY_CRAWLERS, page->purposes[i], page->purposes[i][0] ? page->purposes[i] : "crawlers");
	put_robots(page, SUMMARY_NAMED, "", "also named");
	put_robots(page, SUMMARY_OTHERS, "", "not named");
	put_lines(page);
	if (partly)
		put_parts(page, answer);
	put_not_inherited(page, a);
	for (size_t i = answer; i < page->s->nanswers; i++)
		if (page->chosen[i])
			put_more(page, &page->s->answers[i]);
	robotsc__writer_string(w, "</dl></section>\n");
}

/* ---- the file as a whole --------------------------------------------------------------------- */

static void put_records(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	robotsc__writer_string(w, "<h2>Lines for the whole file</h2>\n<ul>\n");
	for (size_t i = 0; i < s->nrecords && i < MOST; i++) {
		const char *name = robotsc_field_name(s->records[i].field);
		robotsc__writer_format(w, "<li>%s: <code>", name ? name : "unknown field");
		put(page, s->records[i].value);
		robotsc__writer_format(w, "</code> (line %" PRIu32 ")</li>\n", s->records[i].line);
	}
	if (s->nrecords > MOST)
		robotsc__writer_format(w, "<li>%zu more</li>\n", s->nrecords - MOST);
	robotsc__writer_string(w, s->nrecords ? "</ul>\n" : "<li>no Sitemap line with a URL</li></ul>\n");
}

static void put_findings(struct summary_page *page)
{
	static const char *const severities[] = {"", "note", "warning", "error"};
	struct report_writer *w = &page->writer;
	robotsc__writer_string(w, "<h2>What lint finds</h2>\n<ul>\n");
	for (size_t i = 0; i < page->s->nfindings; i++) {
		const struct robotsc_summary_finding *f = &page->s->findings[i];
		robotsc__writer_format(w, "<li>%s in line %" PRIu32 ": ", severities[f->rule->severity], f->line);
		put_word(page, f->rule->text);
		if (f->count > 1)
			robotsc__writer_format(w, " (%" PRIu32 " times)", f->count);
		robotsc__writer_format(w, " [%s]</li>\n", f->rule->id);
	}
	robotsc__writer_string(w, page->s->nfindings ? "</ul>\n" : "<li>nothing</li></ul>\n");
}

static void put_changes(struct summary_page *page)
{
	struct report_writer text;
	const struct robotsc_report report = {.write = robotsc__writer_escape, .ctx = &page->writer};
	if (!page->changes)
		return;
	robotsc__writer_string(&page->writer, "<section><h2>What changed</h2><pre>");
	robotsc__writer_start(&text, &report);
	robotsc__summary_changes_text(&text, page->changes, page->against->name);
	robotsc__writer_flush(&text);
	robotsc__writer_string(&page->writer, "</pre></section>\n");
}

void robotsc__summary_html(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	robotsc__writer_string(
		w, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
		   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
		   "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
	put(page, page->file->name);
	robotsc__writer_string(w, ": what it means</title>\n<style>");
	robotsc__writer_string(w, style);
	robotsc__writer_string(w, "</style></head><body>\n<h1>");
	put(page, page->file->name);
	robotsc__writer_format(w, "</h1>\n<p>%s%" PRIu32 " line%s, %zu group%s.",
	                       s->octets < page->file->len ? "It is longer than the limit. The first " : "", s->nlines,
	                       s->nlines == 1 ? "" : "s", s->ngroups, s->ngroups == 1 ? "" : "s");
	if (s->content > ROBOTSC_CONTENT_EMPTY) {
		robotsc__writer_string(w, " This looks like ");
		put_word(page, robotsc_content_text(s->content));
		robotsc__writer_string(w, ", not like a robots.txt.");
	}
	const struct robotsc_summary_finding *const inside = robotsc__summary_inside(s);
	if (inside)
		robotsc__writer_format(w, " Line %" PRIu32 " has another field inside its value, which counts for nothing.",
		                       inside->line);
	robotsc__writer_string(w, "</p>\n");
	put_changes(page);
	for (size_t i = 0, n = 0; i < s->nanswers; i++) {
		if (robotsc__summary_is_shown(s, i))
			continue; /* shown with that one */
		if (n++ < MOST)
			put_section(page, i);
		else if (n == MOST + 1)
			robotsc__writer_string(w, "<p>There are more groups than are shown.</p>\n");
	}
	put_records(page);
	put_findings(page);
	robotsc__writer_string(w, "</body></html>\n");
}
