/* summary_text.c - a summary for people: one screen, closed answers first.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../summary_same.h"
#include "summary_formats.h"

#define COLUMNS 100 /* of a line */
#define BLOCKS 6    /* most partly open answers that are shown in full */
#define BRIEF 8     /* most answers after these, with a line each */
#define RANGES 4    /* most groups that a heading names */
#define LINES 4     /* most lines of sitemaps, and of delays */
#define FINDINGS 5
#define LABEL 13 /* columns of a line's label */
#define NAME 40  /* most octets of a robot's name that are shown */

/* A list on one line: items that do not fit are only counted. */
struct item_list {
	struct summary_page *page;
	size_t column, n, left_out;
};

static size_t width(const struct summary_page *page)
{
	return page->report->width ? page->report->width : COLUMNS;
}

/* The "s" of a plural, or "" for one. */
static const char *s_after(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static struct robotsc_text shortened(struct robotsc_text text)
{
	return (struct robotsc_text){text.at, text.len < NAME ? text.len : NAME};
}

/* Begin a list with its label, which may be the caller's word. */
static struct item_list begin_list(struct summary_page *page, const char *label)
{
	const struct robotsc_text text = robotsc__writer_text(label);
	const size_t columns = robotsc__spelling_columns(text), gap = columns < LABEL ? LABEL - columns : 1;
	robotsc__spelling_between(&page->writer, "  ", text, "");
	robotsc__writer_format(&page->writer, "%*s", (int)gap, "");
	return (struct item_list){page, 2 + columns + gap, 0, 0};
}

/* Add an item, if it fits on the line with room for ", 12345 more". */
static void add_item(struct item_list *list, const char *before, struct robotsc_text item, const char *after)
{
	struct report_writer *w = &list->page->writer;
	if (item.len > NAME)
		item.len = NAME;
	const size_t columns = 2 + strlen(before) + robotsc__spelling_columns(item) + strlen(after);
	if (list->left_out || (list->n && list->column + columns + 12 > width(list->page))) {
		list->left_out++;
		return;
	}
	robotsc__writer_format(w, "%s%s", list->n++ ? ", " : "", before);
	robotsc__spelling_between(w, "", item, after);
	list->column += columns;
}

static void end_list(struct item_list *list)
{
	if (list->left_out)
		robotsc__writer_format(&list->page->writer, ", %zu more", list->left_out);
	robotsc__writer_string(&list->page->writer, "\n");
}

/* ---- robots ------------------------------------------------------------------------ */

/* Write a line of robots: those of the chosen answers, of a kind, if there are any. */
static void put_robots(struct summary_page *page, enum summary_kind kind, const char *purpose, const char *label)
{
	const struct robotsc_summary *s = page->s;
	struct item_list list = {.page = NULL};
	for (size_t i = 0; i < s->nrobots; i++) {
		const struct robotsc_summary_robot *robot = &s->robots[i];
		if (!robotsc__summary_is_of(page, robot, kind, purpose))
			continue;
		if (!list.page)
			list = begin_list(page, label);
		add_item(&list, "", kind == SUMMARY_OTHERS ? robotsc__writer_text("all other robots") : robot->token, "");
	}
	if (list.page)
		end_list(&list);
}

static void put_all_robots(struct summary_page *page)
{
	for (size_t i = 0; i < page->npurposes; i++)
		put_robots(page, SUMMARY_CRAWLERS, page->purposes[i], page->purposes[i][0] ? page->purposes[i] : "crawlers");
	put_robots(page, SUMMARY_NAMED, "", "also named");
	put_robots(page, SUMMARY_OTHERS, "", "not named");
}

/* Write the groups of the chosen answers: ": lines 1-8 (*), 10-12 (GPTBot, CCBot)". */
static void put_ranges(struct summary_page *page)
{
	struct report_writer *w = &page->writer;
	const struct robotsc_summary *s = page->s;
	size_t n = 0;
	bool ignored = s->ngroups > 0;
	for (size_t i = 0; i < s->nrobots; i++)
		ignored &= !page->chosen[s->robots[i].answer] || (s->robots[i].crawler && s->robots[i].crawler->ignores_star);
	for (size_t i = 0; i < s->nanswers; i++)
		for (size_t k = 0; page->chosen[i] && k < s->answers[i].nlines; k++) {
			const struct robotsc_summary_lines *lines = &s->answers[i].lines[k];
			if (n++ >= RANGES)
				continue;
			robotsc__writer_format(w, "%s%" PRIu32,
			                       n > 1                         ? ", "
			                       : lines->last == lines->first ? ": line "
			                                                     : ": from line ",
			                       lines->first);
			if (lines->last != lines->first)
				robotsc__writer_format(w, " to %" PRIu32, lines->last);
			robotsc__writer_string(w, " (");
			robotsc__spelling_put(
				w, lines->agents->len ? shortened(*lines->agents) : robotsc__writer_text("an empty name"),
				ROBOTSC_SPELL_TEXT);
			robotsc__writer_string(w, lines->nagents > 1 ? ", ...)" : ")");
		}
	if (n > RANGES)
		robotsc__writer_format(w, ", %zu more group%s", n - RANGES, s_after(n - RANGES));
	if (!n)
		robotsc__writer_string(w, ignored ? ": no group names them, and \"*\" does not hold for them"
		                                  : ": no group is for them");
}

/* ---- an answer --------------------------------------------------------------------- */

static void put_pattern(struct summary_page *page, struct robotsc_text pattern)
{
	robotsc__spelling_put(&page->writer, shortened(pattern), ROBOTSC_SPELL_TEXT);
	if (pattern.len > NAME)
		robotsc__writer_string(&page->writer, "...");
}

static void put_parts_of(struct summary_page *page, const struct robotsc_summary_answer *a, enum robotsc_extent extent,
                         const char *label)
{
	struct item_list list = {.page = NULL};
	for (size_t i = 0; i + 1 < a->nparts; i++) {
		if (a->parts[i].extent != extent || !robotsc__summary_is_listed(page, a, i))
			continue;
		if (!list.page)
			list = begin_list(page, label);
		add_item(&list, robotsc__spelling_host(a->parts[i].prefix), a->parts[i].prefix, a->parts[i].exact ? "$" : "");
	}
	if (list.page)
		end_list(&list);
}

/* Write the lines about the parts of an answer that is open in part. */
static void put_parts(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct report_writer *w = &page->writer;
	robotsc__summary_place(page, a);
	put_parts_of(page, a, ROBOTSC_EXTENT_CLOSED, "closed");
	put_parts_of(page, a, ROBOTSC_EXTENT_PARTLY, "partly open");
	put_parts_of(page, a, ROBOTSC_EXTENT_OPEN, "open");
	put_parts_of(page, a, ROBOTSC_EXTENT_UNKNOWN, "not proved");
	if (!a->nparts)
		return;
	const struct robotsc_part *rest = &a->parts[a->nparts - 1];
	if (robotsc__summary_is_closed_but(page, answer)) {
		if (rest->extent == ROBOTSC_EXTENT_CLOSED)
			robotsc__writer_format(w, "  %-*sclosed\n", LABEL, "the rest");
		return;
	}
	robotsc__writer_format(w, "  %-*s%s", LABEL, "the rest", robotsc__summary_extent(rest->extent));
	if (rest->rules && rest->extent != ROBOTSC_EXTENT_OPEN && rest->extent != ROBOTSC_EXTENT_CLOSED) {
		robotsc__writer_format(w, ": %" PRIu32 " rule%s for paths anywhere, ", rest->rules, s_after(rest->rules));
		robotsc__summary_put_patterns(page, &robotsc__summary_lists(page->s, answer)->anywhere, put_pattern);
		robotsc__writer_format(w, ", from line %" PRIu32, rest->line);
	}
	robotsc__writer_string(w, "\n");
}

static void put_not_inherited(struct summary_page *page, const struct robotsc_summary_answer *a)
{
	struct report_writer *w = &page->writer;
	if (!a->nnot_inherited)
		return;
	robotsc__writer_format(w, "  %-*s%s ", LABEL, "but open", a->nnot_inherited == 1 ? "what line" : "what lines");
	for (uint32_t i = 0; i < a->nnot_inherited && i < ROBOTSC_LINT_LINES; i++)
		robotsc__writer_format(w, "%s%" PRIu32, i ? ", " : "", a->not_inherited[i]);
	if (a->nnot_inherited > ROBOTSC_LINT_LINES)
		robotsc__writer_format(w, " and %" PRIu32 " more", a->nnot_inherited - ROBOTSC_LINT_LINES);
	robotsc__writer_format(w, " of \"*\" close%s: a group of its own inherits nothing\n", a->nnot_inherited == 1 ? "s" : "");
}

void robotsc__summary_answer_text(struct summary_page *page, size_t answer)
{
	static const char *const colors[] = {"1;33", "1;32", "1;33", "1;31"};
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct report_writer *w = &page->writer;
	const bool but = robotsc__summary_is_closed_but(page, answer);
	robotsc__writer_colored(w, colors[but ? ROBOTSC_EXTENT_CLOSED : a->extent], robotsc__summary_heading(page, answer));
	robotsc__summary_put_but(page, answer, put_pattern);
	put_ranges(page);
	robotsc__writer_string(w, "\n");
	put_all_robots(page);
	if (a->extent == ROBOTSC_EXTENT_PARTLY || a->extent == ROBOTSC_EXTENT_UNKNOWN)
		put_parts(page, answer);
	put_not_inherited(page, a);
}

/* Write one line for an answer: the line of its group, and its robots. */
static void put_brief(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary_answer *a = &page->s->answers[answer];
	struct item_list list;
	char label[32];
	snprintf(label, sizeof label, "line %" PRIu32, a->nlines ? a->lines->first : 0);
	list = begin_list(page, label);
	for (size_t i = 0; i < page->s->nrobots; i++)
		if (page->s->robots[i].answer == answer)
			add_item(&list, "",
			         page->s->robots[i].token.len ? page->s->robots[i].token : robotsc__writer_text("others"), "");
	end_list(&list);
}

static void put_answers(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	size_t blocks = 0, brief = 0, left_out = 0;
	for (size_t i = 0; i < s->nanswers; i++) {
		const enum robotsc_extent extent = s->answers[i].extent;
		const bool partly = extent == ROBOTSC_EXTENT_PARTLY || extent == ROBOTSC_EXTENT_UNKNOWN;
		if (robotsc__summary_is_merged(s, i))
			continue; /* it was shown with the earlier one */
		if (!partly || blocks < BLOCKS) {
			robotsc__writer_string(w, "\n");
			robotsc__summary_choose(page, i);
			robotsc__summary_answer_text(page, i);
			blocks += partly;
		} else if (brief < BRIEF) {
			robotsc__writer_string(w, brief++ ? "" : "\nPartly open in other ways\n");
			put_brief(page, i);
		} else {
			left_out++;
		}
	}
	if (left_out)
		robotsc__writer_format(w, "\n%zu more group%s of robots %s open in part; --format=json has %s\n", left_out,
		                       s_after(left_out), left_out == 1 ? "is" : "are", left_out == 1 ? "it" : "them");
}

/* ---- delays and preferences -------------------------------------------------------- */

/* Write the robots of the chosen answers on the rest of a line, from a column on. */
static void put_whose(struct summary_page *page, size_t column)
{
	const struct robotsc_summary *s = page->s;
	struct item_list list = {page, column, 0, 0};
	for (size_t i = s->nrobots; i--;)
		if (page->chosen[s->robots[i].answer] && !s->robots[i].token.len)
			add_item(&list, "", robotsc__writer_text("all other robots"), "");
	for (size_t i = 0; i < s->nrobots; i++)
		if (page->chosen[s->robots[i].answer] && s->robots[i].token.len)
			add_item(&list, "", s->robots[i].token, "");
	end_list(&list);
}

static bool has_delay(const struct robotsc_summary_answer *a, uint32_t line)
{
	for (size_t k = 0; k < a->ndelays; k++)
		if (a->delays[k].line == line)
			return true;
	return false;
}

/* True if an earlier answer has the delay of this line. */
static bool is_listed(const struct robotsc_summary *s, size_t answer, uint32_t line)
{
	while (answer--)
		if (has_delay(&s->answers[answer], line))
			return true;
	return false;
}

static void put_delay(struct summary_page *page, const struct robotsc_summary_record *r)
{
	struct report_writer *w = &page->writer;
	for (size_t i = 0; i < page->s->nanswers; i++)
		page->chosen[i] = has_delay(&page->s->answers[i], r->line);
	robotsc__writer_format(w, "  %s: ", robotsc_field_name(r->field));
	robotsc__spelling_put(w, shortened(r->value), ROBOTSC_SPELL_TEXT);
	robotsc__writer_format(w, " (line %" PRIu32 ") for ", r->line);
	put_whose(page, 34 + shortened(r->value).len);
}

static void put_delays(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	size_t n = 0, left_out = 0;
	for (size_t i = 0; i < s->nanswers; i++)
		for (size_t k = 0; k < s->answers[i].ndelays; k++) {
			const struct robotsc_summary_record *r = &s->answers[i].delays[k];
			if (n >= LINES) {
				left_out++;
				continue;
			}
			if (is_listed(s, i, r->line))
				continue;
			robotsc__writer_string(w, n++ ? "" : "\nDelays\n");
			put_delay(page, r);
		}
	if (left_out)
		robotsc__writer_format(w, "  %zu more\n", left_out);
}

/* Choose all answers that have the preferences of this one.  False: an earlier one has them. */
static bool choose_preferences(struct summary_page *page, size_t answer)
{
	const struct robotsc_summary *s = page->s;
	for (size_t i = 0; i < s->nanswers; i++) {
		page->chosen[i] = robotsc__summary_same_preferences(&s->answers[i], &s->answers[answer]);
		if (i < answer && page->chosen[i])
			return false;
	}
	return true;
}

static void put_preferences_of(struct summary_page *page, const struct robotsc_summary_answer *a)
{
	struct report_writer *w = &page->writer;
	size_t column = 2;
	robotsc__writer_string(w, "  ");
	for (size_t k = 0; k < a->npreferences; k++) {
		const struct robotsc_summary_preference *p = &a->preferences[k];
		robotsc__writer_string(w, k ? ", " : "");
		robotsc__spelling_between(w, "", p->label, "=");
		robotsc__spelling_put(w, p->value, ROBOTSC_SPELL_TEXT);
		column += 3 + p->label.len + p->value.len;
	}
	robotsc__writer_string(w, a->npreferences ? "" : "nothing stated");
	if (a->preferences_below)
		robotsc__writer_format(w, "; %" PRIu32 " line%s for some paths", a->preferences_below,
		                       a->preferences_below == 1 ? "" : "s");
	robotsc__writer_string(w, ", for ");
	put_whose(page, column + 6 + (a->preferences_below ? 23 : 0));
}

static void put_preferences(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	size_t n = 0, left_out = 0;
	for (size_t i = 0; i < s->nanswers; i++) {
		if (!s->answers[i].npreferences && !s->answers[i].preferences_below)
			continue;
		if (n >= LINES) {
			left_out++;
			continue;
		}
		if (!choose_preferences(page, i))
			continue;
		robotsc__writer_string(w, n++ ? "" : "\nHow content may be used, on the front page\n");
		put_preferences_of(page, &s->answers[i]);
	}
	if (left_out)
		robotsc__writer_format(w, "  %zu more\n", left_out);
}

/* ---- the file as a whole ----------------------------------------------------------- */

static void put_records(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	size_t n = 0;
	for (size_t i = 0; i < s->nrecords; i++) {
		const char *name = robotsc_field_name(s->records[i].field);
		if (!name || n++ >= LINES)
			continue;
		robotsc__writer_format(w, "%s%s: ", n == 1 ? "\n" : "", name);
		robotsc__spelling_put(w,
		                      (struct robotsc_text){s->records[i].value.at,
		                                            s->records[i].value.len < COLUMNS ? s->records[i].value.len : COLUMNS},
		                      ROBOTSC_SPELL_TEXT);
		robotsc__writer_format(w, " (line %" PRIu32 ")\n", s->records[i].line);
	}
	if (n > LINES)
		robotsc__writer_format(w, "%zu more such line%s\n", n - LINES, s_after(n - LINES));
	if (!s->nrecords)
		robotsc__writer_string(w, "\nNo Sitemap line with a URL\n");
}

static void put_findings(struct summary_page *page)
{
	static const char *const severities[] = {"", "note", "warning", "error"}, *const colors[] = {"", "1;34", "1;33", "1;31"};
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	if (!s->nfindings) {
		robotsc__writer_string(w, "\nlint finds nothing\n");
		return;
	}
	robotsc__writer_string(w, "\nlint finds");
	for (int i = ROBOTSC_ERROR, before = 0; i >= ROBOTSC_NOTE; i--)
		if (s->severities[i])
			robotsc__writer_format(w, "%s%" PRIu32 " %s%s", before++ ? ", " : " ", s->severities[i], severities[i],
			                       s->severities[i] == 1 ? "" : "s");
	robotsc__writer_string(w, "\n");
	for (size_t i = 0; i < s->nfindings && i < FINDINGS; i++) {
		const struct robotsc_summary_finding *f = &s->findings[i];
		char line[48];
		snprintf(line, sizeof line, "line %" PRIu32, f->line);
		robotsc__writer_format(w, "  %-*s", LABEL, line);
		robotsc__writer_colored(w, colors[f->rule->severity], severities[f->rule->severity]);
		robotsc__writer_format(w, ": %s", f->rule->text);
		if (f->count > 1)
			robotsc__writer_format(w, " (%" PRIu32 " times)", f->count);
		robotsc__writer_format(w, " [%s]\n", f->rule->id);
	}
	if (s->nfindings > FINDINGS)
		robotsc__writer_format(w, "  %zu more kind%s\n", s->nfindings - FINDINGS, s_after(s->nfindings - FINDINGS));
}

static void put_head(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	struct report_writer *w = &page->writer;
	uint64_t rules = 0;
	for (size_t i = 0; i < s->ngroups; i++)
		rules += (uint64_t)s->groups[i].allow + s->groups[i].disallow;
	robotsc__spelling_put(w, page->file->name, ROBOTSC_SPELL_LINE);
	robotsc__writer_format(w, ": %s%" PRIu32 " line%s, %zu group%s, %" PRIu64 " rule%s\n",
	                       s->octets < page->file->len ? "the first " : "", s->nlines, s_after(s->nlines), s->ngroups,
	                       s_after(s->ngroups), rules, s_after(rules));
	if (s->octets < page->file->len)
		robotsc__writer_format(w, "It is longer than the limit: what follows octet %" PRIu32 " does not count\n",
		                       s->octets);
	if (s->content > ROBOTSC_CONTENT_EMPTY)
		robotsc__writer_format(w, "This looks like %s, not like a robots.txt\n", robotsc_content_text(s->content));
	const struct robotsc_summary_finding *const inside = robotsc__summary_inside(s);
	if (inside)
		robotsc__writer_format(w, "Line %" PRIu32 " has another field inside its value, which counts for nothing\n",
		                       inside->line);
}

void robotsc__summary_text(struct summary_page *page)
{
	const struct robotsc_summary *s = page->s;
	put_head(page);
	if (page->changes)
		robotsc__summary_changes_text(&page->writer, page->changes, page->against->name);
	put_answers(page);
	put_delays(page);
	put_preferences(page);
	put_records(page);
	put_findings(page);
	if (s->left_out)
		robotsc__writer_format(&page->writer,
		                       "\n%" PRIu32 " robot%s that the file names %s not looked up: the budget ended\n",
		                       s->left_out, s_after(s->left_out), s->left_out == 1 ? "was" : "were");
}
