/* audit_json.c - the answer of an audit as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "audit_formats.h"
#include "spelling.h"

static void put_time(struct report_writer *w, const char *name, int64_t time)
{
	char room[ROBOTSC_TIME_ROOM];
	robotsc__json_word(w, name, time == ROBOTSC_AUDIT_NO_TIME ? NULL : robotsc__audit_time(time, room));
}

/* Write the name of a file as a member; nothing for a verdict by a snapshot, which has no file. */
static void put_file(struct report_writer *w, const struct robotsc_audit_answer *answer, const char *name, uint32_t file)
{
	if (file < answer->question->nfiles)
		robotsc__json_text(w, name, answer->question->files[file].name);
}

static void put_statuses(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__json_put(w, "robots:{fetches:" U64 " statuses:{", row->fetches);
	for (size_t i = 0; i < row->nstatuses; i++) {
		char name[12] = "other";
		if (row->statuses[i].status)
			snprintf(name, sizeof name, "%u", row->statuses[i].status);
		robotsc__json_number(w, name, row->statuses[i].count);
	}
	robotsc__json_put(w, "} excused:" U64 " unreachable:" U64 "}", row->excused, row->unreachable);
}

static void put_addresses(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__json_open(w, "addresses", '{');
	for (enum robotsc_audit_address a = ROBOTSC_AUDIT_VERIFIED; a <= ROBOTSC_AUDIT_FALSE; a++) {
		robotsc__json_open(w, robotsc_audit_address_name(a), '{');
		robotsc__json_put(w, "requests:" U64 " disallowed:" U64 "}", row->addresses[a], row->disallowed_from[a]);
	}
	robotsc__json_close(w, "}");
}

static void put_delay(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__json_open(w, "delay", '{');
	robotsc__json_name(w, "asked");
	robotsc__writer_format(w, "%" PRIu32 ".%03u", row->delay / 1000, (unsigned)(row->delay % 1000));
	robotsc__json_put(w, "gaps:" U64 " too_short:" U64, row->gaps, row->too_short);
	if (row->gaps)
		robotsc__json_put(w, "shortest:" U64 " median:" U64 " median_or_longer:%d", row->shortest, row->median,
		                  row->median == ROBOTSC_AUDIT_GAPS);
	robotsc__json_close(w, "}");
}

static void put_changes(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	robotsc__json_open(w, "changes", '[');
	for (size_t i = 0; i < row->nchanges; i++) {
		const struct robotsc_audit_change *const change = &row->changes[i];
		robotsc__json_put(w, "{index:" U32, change->file);
		put_file(w, answer, "file", change->file);
		put_time(w, "from", change->from);
		put_time(w, "robots_fetched", change->read);
		robotsc__json_put(w, "in_grace:" U64 " after_grace:" U64 "}", change->in_grace, change->after_grace);
	}
	robotsc__json_close(w, "]");
}

static void put_examples(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	robotsc__json_open(w, "examples", '[');
	for (size_t i = 0; i < row->nexamples; i++) {
		const struct robotsc_audit_example *const e = &row->examples[i];
		robotsc__json_put(w, "{line:" U32, e->line);
		put_file(w, answer, "file", e->file);
		if (answer->question->hosts)
			robotsc__json_text(w, "origin", e->origin);
		robotsc__json_put(w, "rule:%p target:%p cut:%d", JSON_TEXT(e->rule), JSON_TEXT(e->target), e->cut);
		put_time(w, "time", e->time);
		robotsc__json_put(w, "address:%p status:" U32 "}", JSON_TEXT(e->address), e->status);
	}
	robotsc__json_close(w, "]");
}

static void put_others(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__json_open(w, "names", '[');
	for (size_t i = 0; i < answer->nothers; i++) {
		const struct robotsc_audit_other *const o = &answer->others[i];
		robotsc__json_put(w, "{name:%p requests:" U64 " disallowed:" U64 " fetches:" U64 "}", JSON_TEXT(o->name),
		                  o->requests, o->disallowed, o->fetches);
	}
	robotsc__json_put(w, "] all_names:" U64 " names_left_out:" U64, answer->names, answer->left_out);
}

/* Write a row: begins an object, which the caller ends. */
static void put_row(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	const struct robotsc_text token = robotsc__audit_token(row);
	robotsc__json_put(w, "{crawler:%p others:%d maker:%s purpose:%s named:%d requests:" U64 " octets:" U64, JSON_TEXT(token),
	                  row->token.len == 0, row->crawler ? row->crawler->maker : NULL,
	                  row->crawler ? row->crawler->purpose : NULL, row->named, row->requests, row->octets);
	for (enum robotsc_audit_verdict v = ROBOTSC_AUDIT_ALLOWED; v <= ROBOTSC_AUDIT_UNKNOWN; v++)
		robotsc__json_number(w, robotsc_audit_verdict_name(v), row->verdicts[v]);
	if (answer->question->nranges)
		put_addresses(w, row);
	robotsc__json_open(w, "why_unknown", '{');
	for (enum robotsc_audit_reason r = ROBOTSC_AUDIT_NO_TARGET; r < ROBOTSC_AUDIT_REASONS; r++)
		robotsc__json_number(w, robotsc_audit_reason_name(r), row->unknown[r]);
	robotsc__json_close(w, "}");
	put_time(w, "first", row->first);
	put_time(w, "last", row->last);
	robotsc__json_number(w, "unordered", row->unordered);
	put_statuses(w, row);
	put_delay(w, row);
	put_changes(w, answer, row);
	put_examples(w, answer, row);
	if (row->token.len == 0)
		put_others(w, answer);
}

static void put_head(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__json_put(w, "{lines:" U64 " unread:" U64 " first_unread:" U64 " too_long:" U64 " unordered:" U64, answer->lines,
	                  answer->unread, answer->first_unread, answer->too_long, robotsc__audit_unordered(answer));
	put_time(w, "first", answer->first);
	put_time(w, "last", answer->last);
	robotsc__json_word(w, "proves", AUDIT_PROVES);
	if (answer->question->hosts)
		robotsc__json_text(w, "snapshot", answer->question->hosts->name);
	robotsc__json_open(w, "files", '[');
	for (uint32_t i = 0; i < answer->question->nfiles; i++) {
		const int64_t from = answer->question->files[i].from;
		robotsc__json_put(w, "{index:" U32, i);
		put_file(w, answer, "file", i);
		put_time(w, "from", from == ROBOTSC_AUDIT_ALWAYS ? ROBOTSC_AUDIT_NO_TIME : from);
		robotsc__json_close(w, "}");
	}
	robotsc__json_put(w, "] rows:[");
}

void robotsc__audit_json(struct report_writer *w, const struct robotsc_audit_answer *answer, bool lines)
{
	if (!lines)
		put_head(w, answer);
	for (size_t i = 0; i < answer->nrows; i++) {
		if (!lines)
			robotsc__json_line(w);
		put_row(w, answer, &answer->rows[i]);
		if (lines)
			robotsc__json_end(w);
		else
			robotsc__json_close(w, "}");
	}
	if (!lines) {
		robotsc__writer_string(w, "\n]");
		robotsc__json_end(w);
	}
}
