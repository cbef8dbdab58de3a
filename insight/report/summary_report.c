/* summary_report.c - makes a summary, and hands it to a format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "summary_change.h"

/* The purposes of the list, in its order.  Those that find no room are not shown apart. */
static void find_purposes(struct summary_page *page)
{
	for (size_t i = 0; i < page->question->ncrawlers; i++) {
		const char *purpose = page->question->crawlers[i].purpose;
		size_t k = 0;
		purpose = purpose ? purpose : "";
		while (k < page->npurposes && strcmp(page->purposes[k], purpose) != 0)
			k++;
		if (k == page->npurposes && k < SUMMARY_PURPOSES)
			page->purposes[page->npurposes++] = purpose;
	}
}

static size_t most_parts(const struct robotsc_summary *s)
{
	size_t most = 0;
	for (size_t i = 0; i < s->nanswers; i++)
		most = s->answers[i].nparts > most ? s->answers[i].nparts : most;
	return most;
}

static void write_page(struct summary_page *page)
{
	robotsc__writer_start(&page->writer, page->report);
	if (JSON_ALONE || page->report->format == ROBOTSC_REPORT_JSON || page->report->format == ROBOTSC_REPORT_JSONL ||
	    page->report->format == ROBOTSC_REPORT_OBJECT)
		robotsc__summary_json(page);
	else if (!NO_HTML && page->report->format == ROBOTSC_REPORT_HTML)
		robotsc__summary_html(page);
	else
		robotsc__summary_text(page);
	robotsc__writer_flush(&page->writer);
}

/* Find what changed, if there is a text before. */
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
	enum robotsc_status status = robotsc_summarize(question, file->robots, file->len, &page.s);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__arena_init(&arena, question->options ? question->options->alloc : NULL);
	page.chosen = robotsc__arena_zeroed(&arena, page.s->nanswers, sizeof *page.chosen);
	page.within = robotsc__arena_zeroed(&arena, most_parts(page.s), sizeof *page.within);
	find_purposes(&page);
	changes.arena = &arena;
	status = page.chosen && page.within ? find_changes(&page, &changes) : ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK)
		write_page(&page);
	robotsc_free_summary(changes.s[0]);
	robotsc__arena_free(&arena);
	robotsc_free_summary(page.s);
	return status;
}
