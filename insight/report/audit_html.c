/* audit_html.c - the answer of an audit as a page of HTML that loads nothing and runs nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "audit_formats.h"
#include "html_text.h"

static const char head[] =
	"<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n<title>Who obeys robots.txt</title>\n<style>"
	":root{color-scheme:light dark;--line:#8884;--bad:#c5221f}"
	"@media(prefers-color-scheme:dark){:root{--bad:#f28b82}}"
	"body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}"
	".wide{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.2rem .8rem;border-bottom:1px solid var(--line);"
	"text-align:right;white-space:nowrap}th:first-child,td:first-child{text-align:left}.bad{color:var(--bad);font-weight:600}"
	"h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.5rem 0 .3rem}code{font-size:.95em}li{margin:.3rem 0}"
	"</style></head><body>\n<h1>Who obeys robots.txt</h1>\n";

static void put(struct report_writer *w, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_TEXT, robotsc__html_escape, w);
}

static void put_word(struct report_writer *w, const char *word)
{
	put(w, robotsc__writer_text(word));
}

static void put_head(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	const uint64_t unordered = robotsc__audit_unordered(answer);
	char first[ROBOTSC_TIME_ROOM], last[ROBOTSC_TIME_ROOM];
	robotsc__writer_string(w, head);
	robotsc__writer_format(w, "<p>%" PRIu64 " lines, requests from %s to %s.", answer->lines,
	                       robotsc__audit_time(answer->first, first), robotsc__audit_time(answer->last, last));
	if (answer->unread)
		robotsc__writer_format(w, " %" PRIu64 " lines are not of the format, the first is line %" PRIu64 ".",
		                       answer->unread, answer->first_unread);
	if (answer->too_long)
		robotsc__writer_format(w, " %" PRIu64 " lines were too long and skipped.", answer->too_long);
	if (unordered) {
		robotsc__writer_string(w, " ");
		robotsc__audit_put_unordered(w, unordered);
		robotsc__writer_string(w, ": sort the logs by time for pauses and answers.");
	}
	robotsc__writer_string(w, " " AUDIT_PROVES "</p>\n<ul>\n");
	if (answer->question->hosts) {
		robotsc__writer_string(w, "<li>the policies of <code>");
		put(w, answer->question->hosts->name);
		robotsc__writer_string(w, "</code></li>\n");
	}
	for (size_t i = 0; i < answer->question->nfiles; i++) {
		const struct robotsc_audit_file *const file = &answer->question->files[i];
		robotsc__writer_string(w, "<li><code>");
		put(w, file->name);
		robotsc__writer_string(w, "</code>");
		if (file->from != ROBOTSC_AUDIT_ALWAYS)
			robotsc__writer_format(w, " from %s on", robotsc__audit_time(file->from, first));
		robotsc__writer_string(w, "</li>\n");
	}
	robotsc__writer_string(w, "</ul>\n");
}

static void put_table(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__writer_string(w, "<div class=\"wide\"><table>\n<tr><th>crawler</th><th>requests</th><th>octets</th>"
	                          "<th>disallowed</th><th>in grace</th><th>unknown</th><th>robots.txt</th>"
	                          "<th>delay asked</th><th>too short</th><th>median</th></tr>\n");
	for (size_t i = 0; i < answer->nrows; i++) {
		const struct robotsc_audit_row *const row = &answer->rows[i];
		const uint64_t bad = row->verdicts[ROBOTSC_AUDIT_DISALLOWED];
		robotsc__writer_string(w, "<tr><td>");
		put(w, robotsc__audit_token(row));
		robotsc__writer_format(w, "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td%s>%" PRIu64 "</td>", row->requests,
		                       row->octets, bad ? " class=\"bad\"" : "", bad);
		robotsc__writer_format(w, "<td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td>",
		                       row->verdicts[ROBOTSC_AUDIT_IN_GRACE], row->verdicts[ROBOTSC_AUDIT_UNKNOWN], row->fetches);
		if (row->delay)
			robotsc__writer_format(w, "<td>%" PRIu32 ".%03u s</td>", row->delay / 1000, (unsigned)(row->delay % 1000));
		else
			robotsc__writer_string(w, "<td>-</td>");
		robotsc__writer_format(w, "<td>%" PRIu64 "</td>", row->too_short);
		if (row->gaps)
			robotsc__writer_format(w, "<td>%" PRIu64 " s</td></tr>\n", row->median);
		else
			robotsc__writer_string(w, "<td>-</td></tr>\n");
	}
	robotsc__writer_string(w, "</table></div>\n");
}

/* Write the line that decides. */
static void put_line(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_example *e)
{
	if (!e->line) {
		robotsc__writer_string(w, "a line that is not known: the snapshot has no text of it");
		return;
	}
	robotsc__writer_format(w, "line %" PRIu32, e->line);
	if (e->file < answer->question->nfiles) {
		robotsc__writer_string(w, " of <code>");
		put(w, answer->question->files[e->file].name);
		robotsc__writer_string(w, "</code>");
	}
	robotsc__writer_string(w, ": <code>");
	put(w, e->rule);
	robotsc__writer_string(w, "</code>");
}

static void put_examples(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	char room[ROBOTSC_TIME_ROOM];
	for (size_t i = 0; i < row->nexamples; i++) {
		const struct robotsc_audit_example *const e = &row->examples[i];
		robotsc__writer_string(w, "<li>");
		if (e->origin.len) {
			put(w, e->origin);
			robotsc__writer_string(w, " ");
		}
		robotsc__writer_string(w, "<code>");
		put(w, e->target);
		robotsc__writer_format(w, "%s</code><br>", e->cut ? "..." : "");
		put_line(w, answer, e);
		robotsc__writer_format(w, "<br>%s, status %u, from ", robotsc__audit_time(e->time, room), e->status);
		put(w, e->address.len ? e->address : robotsc__writer_text("-"));
		robotsc__writer_string(w, "</li>\n");
	}
}

static void put_fetches(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	char first[ROBOTSC_TIME_ROOM], last[ROBOTSC_TIME_ROOM];
	robotsc__writer_format(w, "<p>Seen from %s to %s. robots.txt was fetched %" PRIu64 " times",
	                       robotsc__audit_time(row->first, first), robotsc__audit_time(row->last, last), row->fetches);
	for (size_t i = 0; i < row->nstatuses; i++) {
		robotsc__writer_string(w, i ? ", " : "; answered ");
		if (row->statuses[i].status)
			robotsc__writer_format(w, "%u: %" PRIu64, row->statuses[i].status, row->statuses[i].count);
		else
			robotsc__writer_format(w, "otherwise: %" PRIu64, row->statuses[i].count);
	}
	robotsc__writer_string(w, ".");
	/* Hosts, and all others, are not told apart. */
	if (!answer->question->hosts && row->token.len) {
		robotsc__writer_format(w, " After an answer that allows all came %" PRIu64 " disallowed requests, ", row->excused);
		robotsc__writer_format(w, "after one that asks to wait %" PRIu64 " requests.", row->unreachable);
	}
	robotsc__writer_string(w, "</p>\n");
}

static void put_changes(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	char room[ROBOTSC_TIME_ROOM];
	for (size_t i = 0; i < row->nchanges; i++) {
		const struct robotsc_audit_change *const change = &row->changes[i];
		if (!change->in_grace && !change->after_grace)
			continue;
		robotsc__writer_string(w, "<p>Of what <code>");
		put(w, answer->question->files[change->file].name);
		robotsc__writer_format(w, "</code> newly disallows from %s on, it asked ", robotsc__audit_time(change->from, room));
		robotsc__writer_format(w, "%" PRIu64 " times in the day after, %" PRIu64 " later; ", change->in_grace,
		                       change->after_grace);
		robotsc__writer_format(w, "it read robots.txt %s.</p>\n", robotsc__audit_time(change->read, room));
	}
}

static void put_row(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	robotsc__writer_string(w, "<h2>");
	put(w, robotsc__audit_token(row));
	if (row->token.len == 0)
		robotsc__writer_string(w, " " AUDIT_OTHERS);
	if (row->crawler && row->crawler->maker) {
		robotsc__writer_string(w, " (");
		put_word(w, row->crawler->maker);
		robotsc__writer_string(w, ")");
	}
	robotsc__writer_string(w, "</h2>\n");
	if (answer->question->nranges && row->token.len)
		robotsc__writer_format(
			w, "<p>Disallowed requests from addresses that are verified: %" PRIu64 ", false: %" PRIu64 "</p>\n",
			row->disallowed_from[ROBOTSC_AUDIT_VERIFIED], row->disallowed_from[ROBOTSC_AUDIT_FALSE]);
	put_fetches(w, answer, row);
	if (row->unordered) {
		robotsc__writer_string(w, "<p>");
		robotsc__audit_put_unordered(w, row->unordered);
		robotsc__writer_string(w, ".</p>\n");
	}
	put_changes(w, answer, row);
	for (size_t i = 0; i < ROBOTSC_AUDIT_REASONS; i++)
		if (row->unknown[i])
			robotsc__writer_format(w, "<p>Unknown: %" PRIu64 " %s.</p>\n", row->unknown[i], robotsc__audit_why(i));
	if (row->nexamples) {
		robotsc__writer_string(w, "<ul>\n");
		put_examples(w, answer, row);
		robotsc__writer_string(w, "</ul>\n");
	}
}

void robotsc__audit_html(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	put_head(w, answer);
	put_table(w, answer);
	for (size_t i = 0; i < answer->nrows; i++)
		put_row(w, answer, &answer->rows[i]);
	robotsc__writer_string(w, "</body></html>\n");
}
