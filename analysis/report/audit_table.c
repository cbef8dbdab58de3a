/* audit_table.c - the answer of an audit as CSV, and words that its formats share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "audit_formats.h"

/* ---- what the formats of an audit share ---- */

struct robotsc_text robotsc__audit_token(const struct robotsc_audit_row *row)
{
	return row->token.len ? row->token : robotsc__writer_text("others");
}

uint64_t robotsc__audit_unordered(const struct robotsc_audit_answer *answer)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < answer->nrows; i++)
		sum += answer->rows[i].unordered;
	return sum;
}

void robotsc__audit_put_unordered(struct report_writer *w, uint64_t unordered)
{
	robotsc__writer_format(w, "%" PRIu64 " request%s older than one before %s in the logs", unordered,
	                       unordered == 1 ? " is" : "s are", unordered == 1 ? "it" : "them");
}

const char *robotsc__audit_why(size_t reason)
{
	static const char *const why[ROBOTSC_AUDIT_REASONS] = {"without a path that was asked for",
	                                                       "with a path that the server decoded: log the request line",
	                                                       "older than the first robots.txt",
	                                                       "without a time, and there are several robots.txt",
	                                                       "without a host: log it, such as $host or %v",
	                                                       "to origins that the snapshot lacks",
	                                                       "to origins that gave the snapshot no robots.txt to go by",
	                                                       "of robots that the snapshot was not made for"};
	return why[reason];
}

const char *robotsc__audit_time(int64_t time, char room[ROBOTSC_TIME_ROOM])
{
	if (time == ROBOTSC_AUDIT_NO_TIME)
		return "-";
	robotsc_write_time(time, room);
	return room;
}

/* ---- CSV ---- */

/* Receives spelled text, and doubles its quotes. */
static void put_quoted(void *writer, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		robotsc__writer_put(writer, text[i] == '"' ? "\"\"" : &text[i], text[i] == '"' ? 2 : 1);
}

/* Write a cell of text: always between quotes, with an apostrophe first if a spreadsheet would take
 * it for a formula. */
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
