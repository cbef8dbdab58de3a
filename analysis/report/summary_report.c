/* summary_report.c - makes a summary, and hands it to a format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_formats.h"

/* Write the text of a summary as a page of HTML; its title is the name of the file. */
static void write_html(struct summary_page *page)
{
	robotsc__writer_begin_page(&page->writer);
	robotsc__spelling_between(&page->writer, "", page->file->name, ": what it means");
	robotsc__writer_begin_body(&page->writer);
	robotsc__summary_text(page);
	robotsc__writer_end_page(&page->writer);
}

static void write_page(struct summary_page *page)
{
	if (JSON_ALONE || page->report->format == ROBOTSC_REPORT_JSON || page->report->format == ROBOTSC_REPORT_JSONL ||
	    page->report->format == ROBOTSC_REPORT_OBJECT)
		robotsc__summary_json(page);
	else if (!NO_HTML && page->report->format == ROBOTSC_REPORT_HTML)
		write_html(page);
	else
		robotsc__summary_text(page);
	robotsc__writer_flush(&page->writer);
}

/* Find what changed, if there is an earlier text. */
static enum robotsc_status find_changes(struct summary_page *page, struct summary_changes *changes)
{
	if (!page->against)
		return ROBOTSC_OK;
	enum robotsc_status status = robotsc_summarize(page->question, page->against->robots, page->against->len, &changes->s[0]);
	changes->s[1] = page->s;
	if (status == ROBOTSC_OK)
		status = robotsc__summary_changes(page->question, page->against, page->file, changes);
	page->changes = changes;
	return status;
}

enum robotsc_status robotsc_summary_report(const struct robotsc_report *report, const struct robotsc_summary_question *question,
                                           const struct robotsc_report_file *file, const struct robotsc_report_file *against)
{
	struct summary_page page = {.report = report, .question = question, .file = file, .against = against};
	struct summary_changes changes = {.n = 0};
	struct arena arena;
	enum robotsc_status status = robotsc__summary_page_open(&page, &arena);
	changes.arena = &arena;
	if (status == ROBOTSC_OK)
		status = find_changes(&page, &changes);
	if (status == ROBOTSC_OK)
		write_page(&page);
	robotsc_free_summary(changes.s[0]);
	robotsc__summary_page_close(&page, &arena);
	return status;
}
