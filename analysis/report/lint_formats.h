/* lint_formats.h - the findings of lint, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_FORMATS_H
#define ROBOTSC_LINT_FORMATS_H

#include "robotsc/report.h"
#include "spelling.h"
#include "writer.h"

#define MOST_KINDS 96 /* no kind has a higher number; lint_test compares */

/* What is needed while the findings of a file are written. */
struct lint_page {
	const struct robotsc_report *report;
	const struct robotsc_report_file *file;
	struct robotsc_lint_total *total; /* counts of the files before this one */
	size_t at;                        /* offset of the line that was looked up last */
	uint32_t line;                    /* its number */
	uint32_t n;                       /* findings so far */
	uint32_t of_severity[ROBOTSC_ERROR + 1];
	uint32_t of_kind[MOST_KINDS];
	struct report_writer writer;
};

/* A format: what it writes at the beginning of all; for each file at its beginning, for each
 * finding, at its end; at the end of all.  NULL: nothing. */
struct lint_format {
	void (*start)(struct report_writer *w);
	void (*begin)(struct lint_page *page);
	void (*finding)(struct lint_page *page, const struct robotsc_finding *f);
	void (*end)(struct lint_page *page, const struct robotsc_lint_summary *summary);
	void (*finish)(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_lint_total *total);
};

extern const struct lint_format robotsc__report_json, robotsc__report_jsonl, robotsc__report_sarif;

/* By enum robotsc_severity. */
extern const char *const robotsc__report_severities[ROBOTSC_ERROR + 1];

/* The octets of a byte order mark, which columns do not count; in google also of a part of it. */
size_t robotsc__report_mark(const struct robotsc_options *options, const void *robots, size_t len);

/* The text of a line, without its end.  Later calls must not ask for earlier lines. */
struct robotsc_text robotsc__report_line(struct lint_page *page, uint32_t number);

/* The column of a finding in characters, as other programs count; robotsc counts octets.  Later
 * calls must not ask for earlier lines. */
unsigned long robotsc__report_character_column(struct lint_page *page, const struct robotsc_finding *f);

/* Write the text of a finding, and details of it: "(google: allowed; path /x; lines 3, 5)". */
void robotsc__report_message(struct report_writer *w, const struct robotsc_finding *f, enum robotsc_spelling spelling);

/* Write the numbers of the lines that a finding names, with a text between each two. */
void robotsc__report_lines(struct report_writer *w, const struct robotsc_finding *f, const char *between);

#endif
