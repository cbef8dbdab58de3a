/* lint_formats.h - the findings of lint, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_FORMATS_H
#define ROBOTSC_LINT_FORMATS_H

#include "robotsc/report.h"
#include "spelling.h"
#include "writer.h"

#define MOST_KINDS 96 /* no kind has a higher number; lint_test compares */

/* The state of writing the findings of a file. */
struct lint_page {
	const struct robotsc_report *report;
	const struct robotsc_report_file *file;
	struct robotsc_lint_total *total; /* of the files before this one */
	size_t at;                        /* offset of the line that was looked up last */
	uint32_t line;                    /* its number */
	uint32_t n;                       /* findings so far */
	uint32_t of_severity[ROBOTSC_ERROR + 1];
	uint32_t of_kind[MOST_KINDS];
	struct report_writer writer;
};

/* A format: writes the beginning of all; of each file the beginning, each finding, the end; the end
 * of all.  NULL: nothing. */
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

/* The length of a byte order mark.  Columns count after it.  google skips a part of one too. */
size_t robotsc__report_mark(const struct robotsc_options *options, const void *robots, size_t len);

/* The text of a line, without its end.  Calls must be in the order of lines. */
struct robotsc_text robotsc__report_line(struct lint_page *page, uint32_t number);

/* The column in characters, which other programs count.  robotsc counts octets.  Calls must be in
 * the order of lines. */
unsigned long robotsc__report_character_column(struct lint_page *page, const struct robotsc_finding *f);

/* The text of a finding, and what is beside it: "(google: allowed; path /x; lines 3, 5)". */
void robotsc__report_message(struct report_writer *w, const struct robotsc_finding *f, enum robotsc_spelling spelling);

/* The lines that a finding names. */
void robotsc__report_lines(struct report_writer *w, const struct robotsc_finding *f, const char *between);

#endif
