/* json.h - answers on standard output for programs: JSON, one document or a line each, and CSV.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_JSON_H
#define ROBOTSC_JSON_H

#include "cli_settings.h"

/* All 0 at the beginning. */
struct cli_json {
	bool is_array;    /* --format=json of a command that may answer many times */
	bool is_csv;      /* members are the fields of a row; RFC 4180, but lines end with LF */
	bool is_open;     /* inside an object: a comma stands before the next member */
	uint64_t answers; /* begun */
};

/* True for --format=json, jsonl and csv. */
bool cli_is_json(const struct cli_settings *s);

/* Begin the answers of a command that may have many, and end them.  columns: the first line of CSV,
 * whose answers all have these members; NULL where a command has no CSV. */
void cli_json_begin(struct cli_json *j, const struct cli_settings *s, const char *columns);
void cli_json_end(struct cli_json *j);

/* Begin an answer, which is an object, and end it. */
void cli_json_open(struct cli_json *j);
void cli_json_close(struct cli_json *j);

/* Members.  Text has any octets and is spelled as robotsc/report.h says; a key and a word need no
 * escapes.  A word that is NULL is null, and an empty field. */
void cli_json_text(struct cli_json *j, const char *key, struct robotsc_text value);
void cli_json_word(struct cli_json *j, const char *key, const char *value);
void cli_json_number(struct cli_json *j, const char *key, uint64_t value);
void cli_json_signed(struct cli_json *j, const char *key, int64_t value);
void cli_json_bool(struct cli_json *j, const char *key, bool value);
/* Print the comma that the next member needs, which the caller prints. */
void cli_json_next(struct cli_json *j);
/* Print the key of a member whose value the caller prints. */
void cli_json_key(struct cli_json *j, const char *key);

/* allow or disallow; NULL: unknown. */
void cli_json_verdict(struct cli_json *j, const char *key, const enum robotsc_verdict *verdict);

/* Begin an array or object as the value of a key, or with NULL as an element of an array, by its
 * bracket; end it by the other bracket. */
void cli_json_inner(struct cli_json *j, const char *key, char bracket);
void cli_json_outer(struct cli_json *j, char bracket);

#endif
