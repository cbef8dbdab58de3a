/* audit_json.c - the answer of an audit as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "audit_formats.h"

static void put_number(struct report_writer *w, const char *name, uint64_t number)
{
	robotsc__writer_format(w, ",\"%s\":%" PRIu64, name, number);
}

static void put_word(struct report_writer *w, const char *name, const char *word)
{
	if (word)
		robotsc__spelling_member(w, name, robotsc__writer_text(word));
	else
		robotsc__writer_format(w, ",\"%s\":null", name);
}

static void put_time(struct report_writer *w, const char *name, int64_t time)
{
	char room[ROBOTSC_TIME_ROOM];
	put_word(w, name, time == ROBOTSC_AUDIT_NO_TIME ? NULL : robotsc__audit_time(time, room));
}

static void put_flag(struct report_writer *w, const char *name, bool is)
{
	robotsc__writer_format(w, ",\"%s\":%s", name, is ? "true" : "false");
}

/* Of a snapshot there is no file. */
static void put_file(struct report_writer *w, const struct robotsc_audit_answer *answer, const char *name, uint32_t file)
{
	if (file < answer->question->nfiles)
		robotsc__spelling_member(w, name, answer->question->files[file].name);
}

static void put_statuses(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__writer_format(w, ",\"robots\":{\"fetches\":%" PRIu64 ",\"statuses\":{", row->fetches);
	for (size_t i = 0; i < row->nstatuses; i++) {
		robotsc__writer_string(w, i ? "," : "");
		if (row->statuses[i].status)
			robotsc__writer_format(w, "\"%u\":%" PRIu64, row->statuses[i].status, row->statuses[i].count);
		else
			robotsc__writer_format(w, "\"other\":%" PRIu64, row->statuses[i].count);
	}
	robotsc__writer_string(w, "}");
	put_number(w, "excused", row->excused);
	put_number(w, "unreachable", row->unreachable);
	robotsc__writer_string(w, "}");
}

static void put_addresses(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__writer_string(w, ",\"addresses\":{");
	for (enum robotsc_audit_address a = ROBOTSC_AUDIT_VERIFIED; a <= ROBOTSC_AUDIT_FALSE; a++)
		robotsc__writer_format(w, "%s\"%s\":{\"requests\":%" PRIu64 ",\"disallowed\":%" PRIu64 "}", a ? "," : "",
		                       robotsc_audit_address_name(a), row->addresses[a], row->disallowed_from[a]);
	robotsc__writer_string(w, "}");
}

static void put_delay(struct report_writer *w, const struct robotsc_audit_row *row)
{
	robotsc__writer_format(w, ",\"delay\":{\"asked\":%" PRIu32 ".%03u", row->delay / 1000, (unsigned)(row->delay % 1000));
	put_number(w, "gaps", row->gaps);
	put_number(w, "too_short", row->too_short);
	if (row->gaps) {
		put_number(w, "shortest", row->shortest);
		put_number(w, "median", row->median);
		put_flag(w, "median_or_longer", row->median == ROBOTSC_AUDIT_GAPS);
	}
	robotsc__writer_string(w, "}");
}

static void put_changes(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	robotsc__writer_string(w, ",\"changes\":[");
	for (size_t i = 0; i < row->nchanges; i++) {
		const struct robotsc_audit_change *const change = &row->changes[i];
		robotsc__writer_format(w, "%s{\"index\":%" PRIu32, i ? "," : "", change->file);
		put_file(w, answer, "file", change->file);
		put_time(w, "from", change->from);
		put_time(w, "robots_fetched", change->read);
		put_number(w, "in_grace", change->in_grace);
		put_number(w, "after_grace", change->after_grace);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

static void put_examples(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	robotsc__writer_string(w, ",\"examples\":[");
	for (size_t i = 0; i < row->nexamples; i++) {
		const struct robotsc_audit_example *const e = &row->examples[i];
		robotsc__writer_format(w, "%s{\"line\":%" PRIu32, i ? "," : "", e->line);
		put_file(w, answer, "file", e->file);
		if (answer->question->hosts)
			robotsc__spelling_member(w, "origin", e->origin);
		robotsc__spelling_member(w, "rule", e->rule);
		robotsc__spelling_member(w, "target", e->target);
		put_flag(w, "cut", e->cut);
		put_time(w, "time", e->time);
		robotsc__spelling_member(w, "address", e->address);
		put_number(w, "status", e->status);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

static void put_row(struct report_writer *w, const struct robotsc_audit_answer *answer, const struct robotsc_audit_row *row)
{
	robotsc__writer_string(w, "{\"crawler\":");
	robotsc__spelling_json(w, robotsc__audit_token(row));
	put_flag(w, "others", row->token.len == 0);
	put_word(w, "maker", row->crawler ? row->crawler->maker : NULL);
	put_word(w, "purpose", row->crawler ? row->crawler->purpose : NULL);
	put_flag(w, "named", row->named);
	put_number(w, "requests", row->requests);
	put_number(w, "octets", row->octets);
	for (enum robotsc_audit_verdict v = ROBOTSC_AUDIT_ALLOWED; v <= ROBOTSC_AUDIT_UNKNOWN; v++)
		put_number(w, robotsc_audit_verdict_name(v), row->verdicts[v]);
	if (answer->question->nranges)
		put_addresses(w, row);
	robotsc__writer_string(w, ",\"why_unknown\":{");
	for (enum robotsc_audit_reason r = ROBOTSC_AUDIT_NO_TARGET; r < ROBOTSC_AUDIT_REASONS; r++)
		robotsc__writer_format(w, "%s\"%s\":%" PRIu64, r ? "," : "", robotsc_audit_reason_name(r), row->unknown[r]);
	robotsc__writer_string(w, "}");
	put_time(w, "first", row->first);
	put_time(w, "last", row->last);
	put_number(w, "unordered", row->unordered);
	put_statuses(w, row);
	put_delay(w, row);
	put_changes(w, answer, row);
	put_examples(w, answer, row);
	robotsc__writer_string(w, "}");
}

static void put_head(struct report_writer *w, const struct robotsc_audit_answer *answer)
{
	robotsc__writer_format(w, "{\"lines\":%" PRIu64, answer->lines);
	put_number(w, "unread", answer->unread);
	put_number(w, "first_unread", answer->first_unread);
	put_number(w, "too_long", answer->too_long);
	put_number(w, "unordered", robotsc__audit_unordered(answer));
	put_time(w, "first", answer->first);
	put_time(w, "last", answer->last);
	put_word(w, "proves", AUDIT_PROVES);
	if (answer->question->hosts)
		robotsc__spelling_member(w, "snapshot", answer->question->hosts->name);
	robotsc__writer_string(w, ",\"files\":[");
	for (uint32_t i = 0; i < answer->question->nfiles; i++) {
		const int64_t from = answer->question->files[i].from;
		robotsc__writer_format(w, "%s{\"index\":%" PRIu32, i ? "," : "", i);
		put_file(w, answer, "file", i);
		put_time(w, "from", from == ROBOTSC_AUDIT_ALWAYS ? ROBOTSC_AUDIT_NO_TIME : from);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "],\"rows\":[");
}

void robotsc__audit_json(struct report_writer *w, const struct robotsc_audit_answer *answer, bool lines)
{
	if (!lines)
		put_head(w, answer);
	for (size_t i = 0; i < answer->nrows; i++) {
		robotsc__writer_string(w, lines ? "" : i ? ",\n" : "\n");
		put_row(w, answer, &answer->rows[i]);
		robotsc__writer_string(w, lines ? "\n" : "");
	}
	if (!lines)
		robotsc__writer_string(w, "\n]}\n");
}
