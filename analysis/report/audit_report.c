/* audit_report.c - hands the answer of an audit to a format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_formats.h"

static void put_page(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__writer_begin_page(w);
	robotsc__writer_string(w, "Who obeys robots.txt");
	robotsc__writer_begin_body(w);
	robotsc__audit_text(w, answer);
	robotsc__writer_end_page(w);
}

void robotsc_audit_report(const struct robotsc_report *report, const struct robotsc_audit_answer *answer)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (report->format == ROBOTSC_REPORT_JSON || report->format == ROBOTSC_REPORT_JSONL ||
	    report->format == ROBOTSC_REPORT_OBJECT)
		robotsc__audit_json(&w, answer, report->format == ROBOTSC_REPORT_JSONL);
	else if (report->format == ROBOTSC_REPORT_CSV)
		robotsc__audit_csv(&w, answer);
	else if (report->format == ROBOTSC_REPORT_HTML)
		put_page(&w, answer);
	else
		robotsc__audit_text(&w, answer);
	robotsc__writer_flush(&w);
}
