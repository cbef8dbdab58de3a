/* lint_report.c - findings as text for people and as annotations of GitHub; the calls of
 * robotsc/report.h about lint.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "lint_formats.h"

#define SHOWN 160 /* most octets of a line that are shown */

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_report) == 56, "robotsc_report is ABI");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_report_file) == 56, "robotsc_report_file is ABI");
_Static_assert(sizeof(struct robotsc_lint_total) == 96, "robotsc_lint_total is ABI");

/* ---- for people ---- */

/* How many columns the characters between two indices take, as they are spelled. */
static size_t columns(struct robotsc_text line, size_t from, size_t to)
{
	size_t n = 0;
	for (; from < to && from < line.len; from += robotsc__spelling_character(text_from(line, from)))
		n += robotsc__spelling_width(text_from(line, from));
	return n;
}

/* Write a line, or the part of a long one around the finding, and a mark below the finding.  "|"
 * keeps a line that begins with "::" from being a workflow command of GitHub. */
static void put_caret(struct lint_page *page, const struct robotsc_finding *f, struct robotsc_text line)
{
	struct report_writer *w = &page->writer;
	const size_t shown = page->report->width ? page->report->width : SHOWN;
	const size_t column = f->column - 1, from = column < shown ? 0 : column - shown / 2;
	size_t at = 0;
	if (line.len == 0 || column > line.len)
		return;
	while (at < from)
		at += robotsc__spelling_character(text_from(line, at));
	if (line.len - at > shown)
		line.len = at + shown;
	robotsc__writer_string(w, at ? "  | ..." : "  | ");
	robotsc__spelling_between(w, "", text_from(line, at), at ? "\n  |    " : "\n  | ");
	robotsc__writer_repeat(w, ' ', columns(line, at, column));
	robotsc__writer_color(w, "32");
	robotsc__writer_string(w, "^");
	for (size_t n = columns(line, column, column + f->length); n > 1; n--)
		robotsc__writer_string(w, "~");
	robotsc__writer_color(w, "0");
	robotsc__writer_string(w, "\n");
}

static void text_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	static const char *const colors[] = {"", "1;34", "1;33", "1;31"};
	struct report_writer *w = &page->writer;
	const uint64_t before = page->of_kind[f->rule - robotsc_lint_rule(0)]++;
	if (page->report->most && before >= page->report->most)
		return;
	robotsc__spelling_put(w, page->file->name, ROBOTSC_SPELL_LINE);
	robotsc__writer_format(w, ":%lu:%lu: ", (unsigned long)f->line, (unsigned long)f->column);
	robotsc__writer_colored(w, colors[f->rule->severity], robotsc__report_severities[f->rule->severity]);
	robotsc__writer_string(w, ": ");
	robotsc__report_message(w, f, ROBOTSC_SPELL_TEXT);
	robotsc__writer_format(w, " [%s]\n", f->rule->id);
	put_caret(page, f, robotsc__report_line(page, f->line));
	robotsc__writer_string(w, "    hint: ");
	robotsc__writer_string(w, f->rule->hint);
	robotsc__writer_string(w, "\n");
}

/* Write how many findings of each kind were left out (--most). */
static void put_left_out(struct lint_page *page)
{
	struct report_writer *w = &page->writer;
	const uint64_t most = page->report->most;
	const struct robotsc_lint_rule *rule;
	bool first = true;
	for (size_t i = 0; most && (rule = robotsc_lint_rule(i)); i++) {
		if (page->of_kind[i] <= most)
			continue;
		if (first)
			robotsc__spelling_put(w, page->file->name, ROBOTSC_SPELL_LINE);
		robotsc__writer_format(w, "%s%" PRIu64 " more of %s", first ? ": " : ", ", page->of_kind[i] - most, rule->id);
		first = false;
	}
	robotsc__writer_string(w, first ? "" : "; --most=0 shows them\n");
}

static void text_end(struct lint_page *page, const struct robotsc_lint_summary *summary)
{
	struct report_writer *w = &page->writer;
	const char *between = ": ";
	(void)summary;
	put_left_out(page);
	if (page->n == 0)
		return;
	robotsc__spelling_put(w, page->file->name, ROBOTSC_SPELL_LINE);
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--) {
		const unsigned long n = page->of_severity[i];
		if (n == 0)
			continue;
		robotsc__writer_format(w, "%s%lu %s%s", between, n, robotsc__report_severities[i], n == 1 ? "" : "s");
		between = ", ";
	}
	robotsc__writer_string(w, "\n");
}

/* Write the counts: "3 files: 1 with errors, 2 with warnings, 0 with notes, 1 without findings". */
static void put_count(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_lint_total *t)
{
	if (!report->many)
		return;
	robotsc__writer_format(w, "%" PRIu64 " file%s: ", t->files, t->files == 1 ? "" : "s");
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		robotsc__writer_format(w, "%" PRIu64 " with %ss, ", t->with[i], robotsc__report_severities[i]);
	robotsc__writer_format(w, "%" PRIu64 " without findings", t->clean);
	if (t->unread)
		robotsc__writer_format(w, "; %" PRIu64 " not read", t->unread);
	robotsc__writer_string(w, "\n");
}

static const struct lint_format lint_text = {NULL, NULL, text_finding, text_end, put_count};

/* ---- annotations of GitHub ---- */

static void github_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_format(
		w, "::%s file=", f->rule->severity == ROBOTSC_NOTE ? "notice" : robotsc__report_severities[f->rule->severity]);
	robotsc__spelling_put(w, page->file->name, ROBOTSC_SPELL_GITHUB_PROPERTY);
	robotsc__writer_format(w, ",line=%lu,col=%lu,title=%s::", (unsigned long)f->line, robotsc__report_character_column(page, f),
	                       f->rule->id);
	robotsc__report_message(w, f, ROBOTSC_SPELL_GITHUB);
	robotsc__writer_string(w, "; hint: ");
	robotsc__spelling_put(w, robotsc__writer_text(f->rule->hint), ROBOTSC_SPELL_GITHUB);
	robotsc__writer_string(w, "\n");
}

static const struct lint_format lint_github = {NULL, NULL, github_finding, NULL, put_count};

/* ---- the calls ---- */

static const struct lint_format *format_of(const struct robotsc_report *report)
{
	if (JSON_ALONE || report->format == ROBOTSC_REPORT_JSON || report->format == ROBOTSC_REPORT_OBJECT)
		return &robotsc__report_json;
	return report->format == ROBOTSC_REPORT_JSONL    ? &robotsc__report_jsonl
	       : report->format == ROBOTSC_REPORT_SARIF  ? &robotsc__report_sarif
	       : report->format == ROBOTSC_REPORT_GITHUB ? &lint_github
	                                                 : &lint_text;
}

void robotsc_lint_report_begin(const struct robotsc_report *report)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (format_of(report)->start)
		format_of(report)->start(&w);
	robotsc__writer_flush(&w);
}

size_t robotsc__report_mark(const struct robotsc_options *options, const void *robots, size_t len)
{
	static const char bom[3] = {'\xEF', '\xBB', '\xBF'};
	const char *bytes = robots;
	size_t n = 0;
	while (n < sizeof bom && n < len && bytes[n] == bom[n])
		n++;
	return n == sizeof bom || (options && options->dialect == ROBOTSC_GOOGLE) ? n : 0;
}

static void add_finding(void *ctx, const struct robotsc_finding *f)
{
	struct lint_page *page = ctx;
	format_of(page->report)->finding(page, f);
	page->n++;
	page->of_severity[f->rule->severity]++;
	if (page->file->finding)
		page->file->finding(page->file->ctx, f);
}

/* Add a file, whose findings were written, to the counts. */
static void add_page(struct robotsc_lint_total *total, const struct lint_page *page, const struct robotsc_lint_summary *summary)
{
	total->files++;
	total->findings += page->n;
	total->undecided += summary->undecided;
	total->steps += summary->steps;
	total->clean += page->n == 0;
	for (int i = ROBOTSC_NOTE; i <= ROBOTSC_ERROR; i++) {
		total->with[i] += page->of_severity[i] > 0;
		if (page->of_severity[i] && (int)total->worst < i)
			total->worst = (enum robotsc_severity)i;
	}
}

enum robotsc_status robotsc_lint_report_file(const struct robotsc_report *report, const struct robotsc_options *options,
                                             const struct robotsc_report_file *file, uint64_t budget,
                                             struct robotsc_lint_total *total)
{
	struct lint_page page = {.report = report,
	                         .file = file,
	                         .total = total,
	                         .at = robotsc__report_mark(options, file->robots, file->len),
	                         .line = 1};
	struct robotsc_lint_summary summary = {.findings = 0};
	const struct lint_format *format = format_of(report);
	enum robotsc_status status;
	robotsc__writer_start(&page.writer, report);
	if (format->begin)
		format->begin(&page);
	status = robotsc_lint(options, file->robots, file->len, budget, add_finding, &page, &summary);
	if (format->end)
		format->end(&page, &summary);
	robotsc__writer_flush(&page.writer);
	add_page(total, &page, &summary);
	return status;
}

void robotsc_lint_report_end(const struct robotsc_report *report, const struct robotsc_lint_total *total)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (format_of(report)->finish)
		format_of(report)->finish(&w, report, total);
	robotsc__writer_flush(&w);
}
