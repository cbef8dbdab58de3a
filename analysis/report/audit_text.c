/* audit_text.c - the answer of an audit for people.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "audit_formats.h"

#define NAME 24 /* columns of a name in the table */

/* Write a text, and blanks up to a number of columns. */
static void put_column(struct report_writer *w, struct robotsc_text text, size_t columns)
{
	const size_t width = robotsc__spelling_columns(text);
	robotsc__spelling_put(w, text, ROBOTSC_SPELL_TEXT);
	robotsc__writer_repeat(w, ' ', width < columns ? columns - width : 1);
}

static void put_head(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	const uint64_t unordered = robotsc__audit_unordered(answer);
	char first[ROBOTSC_TIME_ROOM], last[ROBOTSC_TIME_ROOM];
	robotsc__writer_format(w, "%" PRIu64 " line%s", answer->lines, answer->lines == 1 ? "" : "s");
	if (answer->first != ROBOTSC_AUDIT_NO_TIME)
		robotsc__writer_format(w, ", requests from %s to %s", robotsc__audit_time(answer->first, first),
		                       robotsc__audit_time(answer->last, last));
	robotsc__writer_string(w, "\n");
	if (answer->question->hosts) {
		robotsc__spelling_between(w, "judged by the policies of ", answer->question->hosts->name, "\n");
	}
	if (answer->unread)
		robotsc__writer_format(w, "%" PRIu64 " lines are not of the format, the first is line %" PRIu64 "\n",
		                       answer->unread, answer->first_unread);
	if (answer->too_long)
		robotsc__writer_format(w, "%" PRIu64 " lines were too long and skipped\n", answer->too_long);
	if (unordered) {
		robotsc__audit_put_unordered(w, unordered);
		robotsc__writer_string(w, ": sort the logs by time for pauses and answers\n");
	}
}

static void put_table(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__writer_string(w, "\ncrawler                   requests  disallowed    in grace     unknown  robots.txt\n");
	for (size_t i = 0; i < answer->nrows; i++) {
		const struct robotsc_audit_row *const row = &answer->rows[i];
		const uint64_t bad = row->verdicts[ROBOTSC_AUDIT_DISALLOWED];
		put_column(w, robotsc__audit_token(row), NAME);
		robotsc__writer_format(w, "%10" PRIu64 "  ", row->requests);
		if (bad)
			robotsc__writer_color(w, "31");
		robotsc__writer_format(w, "%10" PRIu64, bad);
		if (bad)
			robotsc__writer_color(w, "0");
		robotsc__writer_format(w, "  %10" PRIu64 "  %10" PRIu64 "  %10" PRIu64 "\n", row->verdicts[ROBOTSC_AUDIT_IN_GRACE],
		                       row->verdicts[ROBOTSC_AUDIT_UNKNOWN], row->fetches);
	}
}

/* ---- a robot ------------------------------------------------------------------------------- */

static void put_statuses(struct report_writer *w, const struct robotsc_audit_row *row)
{
	if (row->token.len && !row->fetches)
		robotsc__writer_string(w, "  robots.txt  not fetched in these logs\n");
	if (!row->fetches)
		return;
	robotsc__writer_format(w, "  robots.txt  fetched %" PRIu64 " time%s, answered", row->fetches, row->fetches == 1 ? "" : "s");
	for (size_t i = 0; i < row->nstatuses; i++) {
		robotsc__writer_string(w, i ? ", " : " ");
		if (row->statuses[i].status)
			robotsc__writer_format(w, "%u", row->statuses[i].status);
		else
			robotsc__writer_string(w, "otherwise");
		robotsc__writer_format(w, " (%" PRIu64 ")", row->statuses[i].count);
	}
	robotsc__writer_string(w, "\n");
	if (row->excused)
		robotsc__writer_format(w, "              %" PRIu64 " disallowed request%s came after an answer that allows all\n",
		                       row->excused, row->excused == 1 ? "" : "s");
	if (row->unreachable)
		robotsc__writer_format(w, "              %" PRIu64 " request%s came after an answer that asks to wait\n",
		                       row->unreachable, row->unreachable == 1 ? "" : "s");
}

static void put_delay(struct report_writer *w, const struct robotsc_audit_row *row)
{
	if (!row->gaps || (!row->delay && !row->too_short))
		return;
	robotsc__writer_format(w, "  delay       asked %" PRIu32 ".%03u s; of %" PRIu64 " pauses ", row->delay / 1000,
	                       (unsigned)(row->delay % 1000), row->gaps);
	robotsc__writer_format(w, "%" PRIu64 " too short, shortest %" PRIu64 " s, median %" PRIu64 " s%s\n", row->too_short,
	                       row->shortest, row->median, row->median == ROBOTSC_AUDIT_GAPS ? " or longer" : "");
}

static void put_changes(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	char room[ROBOTSC_TIME_ROOM];
	for (size_t i = 0; i < row->nchanges; i++) {
		const struct robotsc_audit_change *const change = &row->changes[i];
		if (!change->in_grace && !change->after_grace)
			continue;
		robotsc__writer_format(w, "  change      %s (", robotsc__audit_time(change->from, room));
		robotsc__spelling_put(w, answer->question->files[change->file].name, ROBOTSC_SPELL_TEXT);
		robotsc__writer_format(w,
		                       "): newly disallowed, and asked for %" PRIu64 " times in the day after, %" PRIu64 " later; ",
		                       change->in_grace, change->after_grace);
		robotsc__writer_format(w, "robots.txt read %s\n", robotsc__audit_time(change->read, room));
	}
}

/* Write the line that decides. */
static void put_line(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_example *e)
{
	if (!e->line) {
		robotsc__writer_string(w, answer->question->hosts ? "by a line that is not known: the snapshot has no text of it"
		                                                  : "by no line, or by one that was not found in time");
		return;
	}
	robotsc__writer_format(w, "by line %" PRIu32, e->line);
	if (answer->question->nfiles > 1) {
		robotsc__spelling_between(w, " of ", answer->question->files[e->file].name, "");
	}
	robotsc__spelling_between(w, ": ", e->rule, "");
}

static void put_examples(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	char room[ROBOTSC_TIME_ROOM];
	for (size_t i = 0; i < row->nexamples; i++) {
		const struct robotsc_audit_example *const e = &row->examples[i];
		robotsc__writer_string(w, i ? "              " : "  disallowed  ");
		if (e->origin.len) {
			robotsc__spelling_between(w, "", e->origin, " ");
		}
		robotsc__spelling_put(w, e->target, ROBOTSC_SPELL_TEXT);
		robotsc__writer_format(w, "%s\n                ", e->cut ? "..." : "");
		put_line(w, answer, e);
		robotsc__writer_format(w, "\n                %s, status %u, from ", robotsc__audit_time(e->time, room), e->status);
		robotsc__spelling_between(w, "", e->address.len ? e->address : robotsc__writer_text("-"), "\n");
	}
}

static void put_unknown(struct report_writer *w, const struct robotsc_audit_row *row)
{
	for (size_t i = 0; i < ROBOTSC_AUDIT_REASONS; i++)
		if (row->unknown[i])
			robotsc__writer_format(w, "  unknown     %" PRIu64 " %s\n", row->unknown[i], robotsc__audit_why(i));
}

static void put_addresses(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__writer_string(w, "  addresses   ");
	for (enum robotsc_audit_address a = ROBOTSC_AUDIT_VERIFIED; a <= ROBOTSC_AUDIT_FALSE; a++)
		robotsc__writer_format(w, "%s%s: %" PRIu64 " requests, %" PRIu64 " disallowed", a ? "; " : "",
		                       robotsc_audit_address_name(a), row->addresses[a], row->disallowed_from[a]);
	robotsc__writer_string(w, "\n");
}

static void put_unordered(struct report_writer *w, const struct robotsc_audit_row *row)
{
	if (!row->unordered)
		return;
	robotsc__writer_string(w, "  unordered   ");
	robotsc__audit_put_unordered(w, row->unordered);
	robotsc__writer_string(w, "\n");
}

static void put_others(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	for (size_t i = 0; i < answer->nothers; i++) {
		const struct robotsc_audit_other *const o = &answer->others[i];
		robotsc__spelling_between(w, i ? "              " : "  names       ", o->name, "");
		robotsc__writer_format(w, ": %" PRIu64 " request%s, %" PRIu64 " disallowed; robots.txt ", o->requests,
		                       o->requests == 1 ? "" : "s", o->disallowed);
		if (o->fetches)
			robotsc__writer_format(w, "fetched %" PRIu64 " time%s\n", o->fetches, o->fetches == 1 ? "" : "s");
		else
			robotsc__writer_string(w, "not fetched\n");
	}
	if (answer->names > answer->nothers)
		robotsc__writer_format(w, "              and %" PRIu64 " other name%s\n", answer->names - answer->nothers,
		                       answer->names - answer->nothers == 1 ? "" : "s");
	if (answer->left_out)
		robotsc__writer_format(w, "              %" PRIu64 " requests of further names are not counted by name\n",
		                       answer->left_out);
}

static void put_row(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	char first[ROBOTSC_TIME_ROOM], last[ROBOTSC_TIME_ROOM], who[160];
	robotsc__spelling_between(w, "\n", robotsc__audit_token(row), "");
	if (row->token.len == 0) {
		robotsc__writer_string(w, " " AUDIT_OTHERS);
	} else if (row->crawler) {
		snprintf(who, sizeof who, "%.100s, %.50s", row->crawler->maker ? row->crawler->maker : "maker unknown",
		         row->crawler->purpose ? row->crawler->purpose : "-");
		robotsc__spelling_between(w, " (", robotsc__writer_text(who), ")");
	}
	robotsc__writer_format(w, "\n  requests    %" PRIu64 ", %" PRIu64 " octets, from %s to %s\n", row->requests, row->octets,
	                       robotsc__audit_time(row->first, first), robotsc__audit_time(row->last, last));
	if (answer->question->nranges && row->token.len)
		put_addresses(w, row);
	put_statuses(w, row);
	put_unordered(w, row);
	put_delay(w, row);
	put_changes(w, answer, row);
	put_unknown(w, row);
	put_examples(w, answer, row);
	if (row->token.len == 0)
		put_others(w, answer);
}

static void audit_text_(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	put_head(w, answer);
	if (answer->nrows)
		put_table(w, answer);
	for (size_t i = 0; i < answer->nrows; i++)
		put_row(w, answer, &answer->rows[i]);
	robotsc__writer_string(w, "\n" AUDIT_PROVES "\n");
}

/* ---- all formats ---- */

static void put_page(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__writer_begin_page(w);
	robotsc__writer_string(w, "Who obeys robots.txt");
	robotsc__writer_begin_body(w);
	audit_text_(w, answer);
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
		audit_text_(&w, answer);
	robotsc__writer_flush(&w);
}
