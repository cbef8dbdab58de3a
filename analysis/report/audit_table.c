/* audit_table.c - the answer of an audit as CSV.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "audit_formats.h"

/* Receives spelled text, and doubles its quotes. */
static void put_quoted(void *writer, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		robotsc__writer_put(writer, text[i] == '"' ? "\"\"" : &text[i], text[i] == '"' ? 2 : 1);
}

/* Write a cell of text: always between quotes, and with an apostrophe before what a spreadsheet
 * would take for a formula. */
static void put_cell(struct report_writer *w, struct robotsc_text text)
{
	robotsc__writer_string(w, text.len && strchr("=+-@\t\r", text.at[0]) ? "\"'" : "\"");
	robotsc_spell(text, ROBOTSC_SPELL_TEXT, put_quoted, w);
	robotsc__writer_string(w, "\"");
}

static void put_word(struct report_writer *w, const char *word)
{
	put_cell(w, robotsc__writer_text(word ? word : ""));
}

static void put_number(struct report_writer *w, uint64_t number)
{
	robotsc__writer_format(w, ",%" PRIu64, number);
}

static void put_time(struct report_writer *w, int64_t time)
{
	char room[ROBOTSC_TIME_ROOM];
	robotsc__writer_format(w, ",%s", time == ROBOTSC_AUDIT_NO_TIME ? "" : robotsc__audit_time(time, room));
}

static void put_row(struct report_writer *w, const struct robotsc_audit_row *row)
{
	put_cell(w, robotsc__audit_token(row));
	robotsc__writer_string(w, ",");
	put_word(w, row->crawler ? row->crawler->maker : NULL);
	robotsc__writer_string(w, ",");
	put_word(w, row->crawler ? row->crawler->purpose : NULL);
	robotsc__writer_string(w, row->named ? ",true" : ",false");
	put_number(w, row->requests);
	put_number(w, row->octets);
	for (int v = 0; v < 4; v++)
		put_number(w, row->verdicts[v]);
	put_number(w, row->excused);
	put_number(w, row->unreachable);
	put_time(w, row->first);
	put_time(w, row->last);
	put_number(w, row->fetches);
	robotsc__writer_format(w, ",%" PRIu32 ".%03u", row->delay / 1000, (unsigned)(row->delay % 1000));
	put_number(w, row->gaps);
	put_number(w, row->too_short);
	put_number(w, row->shortest);
	put_number(w, row->median);
	for (int a = 0; a < 3; a++)
		put_number(w, row->addresses[a]);
	for (int a = 0; a < 3; a++)
		put_number(w, row->disallowed_from[a]);
	put_number(w, row->unordered);
	robotsc__writer_string(w, row->token.len ? ",false" : ",true");
	robotsc__writer_string(w, "\n");
}

void robotsc__audit_csv(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__writer_string(
		w, "crawler,maker,purpose,named,requests,octets,allowed,disallowed,grace,unknown,excused,unreachable,"
		   "first,last,robots_fetches,delay,gaps,too_short,shortest,median,"
		   "verified,unverified,false,disallowed_verified,disallowed_unverified,disallowed_false,unordered,others\n");
	for (size_t i = 0; i < answer->nrows; i++)
		put_row(w, &answer->rows[i]);
}
