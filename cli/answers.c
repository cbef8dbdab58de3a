/* answers.c - see answers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "answers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "robotsc/report.h"
#include "text_print.h"

bool cli_is_structured(const struct cli_settings *s)
{
	return s->format == ROBOTSC_REPORT_JSON || s->format == ROBOTSC_REPORT_JSONL || s->format == ROBOTSC_REPORT_CSV;
}

static FILE *file_of(const struct cli_answers *j)
{
	return j->out ? j->out : stdout;
}

/* True if members have keys: not in rows of CSV and lines for people. */
static bool has_keys(const struct cli_answers *j)
{
	return !j->is_csv && !j->is_text;
}

void cli_answers_begin(struct cli_answers *j, const struct cli_settings *s, const char *columns)
{
	j->is_text = !cli_is_structured(s);
	j->is_array = s->format == ROBOTSC_REPORT_JSON;
	j->is_csv = s->format == ROBOTSC_REPORT_CSV;
	if (j->is_array)
		putc('[', file_of(j));
	if (j->is_csv)
		fprintf(file_of(j), "%s\n", columns);
}

void cli_answers_end(struct cli_answers *j)
{
	if (j->is_array)
		fputs(j->answers ? "\n]\n" : "]\n", file_of(j));
}

void cli_answers_open(struct cli_answers *j)
{
	if (j->is_array)
		fputs(j->answers ? ",\n" : "\n", file_of(j));
	if (has_keys(j))
		putc('{', file_of(j));
	j->answers++;
	j->is_open = false;
}

void cli_answers_close(struct cli_answers *j)
{
	fputs(!has_keys(j) ? "\n" : j->is_array ? "}" : "}\n", file_of(j));
}

void cli_answers_key(struct cli_answers *j, const char *key)
{
	if (j->is_open)
		fputs(j->is_text ? "\t" : j->is_csv ? "," : ", ", file_of(j));
	j->is_open = true;
	if (key && has_keys(j))
		fprintf(file_of(j), "\"%s\": ", key);
}

/* Print a piece of a field between quotes: each quote stands twice. */
static void put_quoted(void *file, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '"')
			putc('"', file);
		putc(text[i], file);
	}
}

/* Print a field of CSV, between quotes if it has a comma, a quote, or a space at an end. */
static void put_field(FILE *f, struct robotsc_text text)
{
	const bool spaces = text.len && (text.at[0] == ' ' || text.at[text.len - 1] == ' ');
	if (spaces || (text.len && (memchr(text.at, ',', text.len) || memchr(text.at, '"', text.len)))) {
		putc('"', f);
		robotsc_spell(text, ROBOTSC_SPELL_TEXT, put_quoted, f);
		putc('"', f);
	} else {
		cli_print_text(f, text);
	}
}

void cli_answers_text(struct cli_answers *j, const char *key, struct robotsc_text value)
{
	cli_answers_key(j, key);
	if (!has_keys(j)) {
		(j->is_csv ? put_field : cli_print_text)(file_of(j), value);
		return;
	}
	putc('"', file_of(j));
	robotsc_spell(value, ROBOTSC_SPELL_JSON, cli_put, file_of(j));
	putc('"', file_of(j));
}

void cli_answers_word(struct cli_answers *j, const char *key, const char *value)
{
	if (value) {
		cli_answers_text(j, key, cli_text(value));
		return;
	}
	cli_answers_key(j, key);
	fputs(j->is_csv ? "" : "null", file_of(j));
}

void cli_answers_number(struct cli_answers *j, const char *key, uint64_t value)
{
	cli_answers_key(j, key);
	fprintf(file_of(j), "%" PRIu64, value);
}

void cli_answers_signed(struct cli_answers *j, const char *key, int64_t value)
{
	cli_answers_key(j, key);
	fprintf(file_of(j), "%" PRId64, value);
}

void cli_answers_bool(struct cli_answers *j, const char *key, bool value)
{
	cli_answers_key(j, key);
	fputs(value ? "true" : "false", file_of(j));
}

void cli_answers_verdict(struct cli_answers *j, const char *key, const enum robotsc_verdict *verdict)
{
	if (j->is_text) {
		cli_answers_key(j, key);
		cli_print_verdict(verdict);
		return;
	}
	cli_answers_word(j, key, !verdict ? "unknown" : *verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
}

void cli_answers_inner(struct cli_answers *j, const char *key, char bracket)
{
	if (!has_keys(j)) /* the inner members are fields of the row, too */
		return;
	cli_answers_key(j, key);
	putc(bracket, file_of(j));
	j->is_open = false;
}

void cli_answers_outer(struct cli_answers *j, char bracket)
{
	if (!has_keys(j))
		return;
	putc(bracket, file_of(j));
	j->is_open = true;
}

/* ---- an answer that is described once ---- */

static void print_seconds(FILE *f, int64_t ms)
{
	const uint64_t n = ms < 0 ? 0 - (uint64_t)ms : (uint64_t)ms;
	fprintf(f, "%s%" PRIu64 ".%03" PRIu64, ms < 0 ? "-" : "", n / 1000, n % 1000);
}

static void print_time(struct cli_answers *j, const char *key, int64_t seconds)
{
	char time[ROBOTSC_TIME_ROOM];
	if (!j->is_text) {
		cli_answers_signed(j, key, seconds);
		return;
	}
	robotsc_write_time(seconds, time);
	cli_answers_word(j, key, time);
}

static void print_path(struct cli_answers *j, const char *key, struct robotsc_text path)
{
	if (!j->is_text) {
		cli_answers_text(j, key, path);
		return;
	}
	cli_answers_key(j, key);
	cli_print_path(path);
}

static void print_list(struct cli_answers *j, const char *key, struct cli_text_list list)
{
	if (has_keys(j)) {
		cli_answers_inner(j, key, '[');
		for (size_t i = 0; i < list.n; i++)
			cli_answers_text(j, NULL, list.at[i]);
		cli_answers_outer(j, ']');
		return;
	}
	cli_answers_key(j, key);
	for (size_t i = 0; i < list.n; i++) {
		fputs(i ? "," : "", file_of(j));
		cli_print_text(file_of(j), list.at[i]);
	}
}

static void print_cell(struct cli_answers *j, const struct cli_cell *m)
{
	switch (m->kind) {
	case CLI_TEXT:
		cli_answers_text(j, m->key, m->text);
		break;
	case CLI_PATH:
		print_path(j, m->key, m->text);
		break;
	case CLI_WORD:
		cli_answers_word(j, m->key, m->word);
		break;
	case CLI_NUMBER:
		cli_answers_number(j, m->key, m->number);
		break;
	case CLI_BOOL:
		cli_answers_bool(j, m->key, m->number);
		break;
	case CLI_TIME:
		print_time(j, m->key, m->time);
		break;
	case CLI_MILLISECONDS:
		cli_answers_key(j, m->key);
		print_seconds(file_of(j), m->time);
		break;
	case CLI_VERDICT:
		cli_answers_verdict(j, m->key, m->verdict);
		break;
	case CLI_LIST:
		print_list(j, m->key, m->list);
		break;
	case CLI_USAGE:
		if (m->usage)
			cli_answers_usage(j, m->ext, m->usage);
		else if (j->is_text)
			cli_answers_word(j, m->key, "-");
		break;
	case CLI_INNER:
		cli_answers_inner(j, m->key, '{');
		break;
	case CLI_OUTER:
		cli_answers_outer(j, '}');
	}
}

void cli_answers_members(struct cli_answers *j, const struct cli_cell *row, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (row[i].key)
			print_cell(j, &row[i]);
}

void cli_answers_row(struct cli_answers *j, const struct cli_cell *row, size_t n)
{
	cli_answers_open(j);
	if (!j->is_text)
		cli_answers_members(j, row, n);
	for (unsigned column = 1; j->is_text && column <= CLI_COLUMNS; column++)
		for (size_t i = 0; i < n; i++)
			if (row[i].column == column)
				print_cell(j, &row[i]);
	cli_answers_close(j);
}

/* ---- permitted uses as text ---- */

void cli_print_usage(FILE *f, const struct robotsc_extensions *ext, const struct robotsc_usage *usage)
{
	enum robotsc_line_field last = ROBOTSC_FIELD_UNKNOWN;
	struct robotsc_label label;
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		if (usage->preferences[i] == ROBOTSC_UNSTATED)
			continue;
		if (label.field == last)
			fputs(", ", f);
		else
			fprintf(f, "%s%s", last ? "; " : "", robotsc_field_name(label.field));
		if (label.field != ROBOTSC_FIELD_NOINDEX) {
			fputs(label.field == last ? "" : ": ", f);
			cli_print_text(f, label.name);
			putc('=', f);
			cli_print_text(f, robotsc_label_value(ext, i, usage->preferences[i]));
		}
		last = label.field;
	}
	if (!last)
		putc('-', f);
}

void cli_answers_usage(struct cli_answers *j, const struct robotsc_extensions *ext, const struct robotsc_usage *usage)
{
	struct robotsc_label label;
	if (j->is_text) {
		cli_answers_key(j, "usage");
		cli_print_usage(file_of(j), ext, usage);
		return;
	}
	cli_answers_inner(j, "usage", '[');
	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		if (usage->preferences[i] == ROBOTSC_UNSTATED)
			continue;
		cli_answers_inner(j, NULL, '{');
		cli_answers_word(j, "field", robotsc_field_name(label.field));
		if (label.field != ROBOTSC_FIELD_NOINDEX) {
			cli_answers_text(j, "label", label.name);
			cli_answers_text(j, "value", robotsc_label_value(ext, i, usage->preferences[i]));
		}
		cli_answers_outer(j, '}');
	}
	cli_answers_outer(j, ']');
}
