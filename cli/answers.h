/* answers.h - answers for programs: JSON, one document or a line each, and CSV.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ANSWERS_H
#define ROBOTSC_ANSWERS_H

#include <stdio.h>

#include "cli_settings.h"
#include "robotsc/extensions.h"

/* All 0 at the beginning. */
struct cli_answers {
	bool is_array;    /* --format=json of a command that may print many answers */
	bool is_csv;      /* members are the fields of a row; RFC 4180, but lines end with LF */
	bool is_text;     /* rows are lines for people: cli_answers_row */
	bool is_open;     /* inside an object: a comma stands before the next member */
	uint64_t answers; /* begun */
	FILE *out;        /* NULL: standard output */
};

/* True for --format=json, jsonl and csv. */
bool cli_is_structured(const struct cli_settings *s);

/* Begin the answers of a command that may print many, and end them; for text nothing is printed.
 * columns: the first line of CSV, the members of each answer; NULL: the command has no CSV. */
void cli_answers_begin(struct cli_answers *j, const struct cli_settings *s, const char *columns);
void cli_answers_end(struct cli_answers *j);

/* Begin an answer, which is an object, and end it. */
void cli_answers_open(struct cli_answers *j);
void cli_answers_close(struct cli_answers *j);

/* Print members.  A text may have any octets, and is spelled as robotsc/report.h says; a key needs
 * no escapes.  A word is a text that ends with NUL; NULL is null, and an empty field. */
void cli_answers_text(struct cli_answers *j, const char *key, struct robotsc_text value);
void cli_answers_word(struct cli_answers *j, const char *key, const char *value);
void cli_answers_number(struct cli_answers *j, const char *key, uint64_t value);
void cli_answers_signed(struct cli_answers *j, const char *key, int64_t value);
void cli_answers_bool(struct cli_answers *j, const char *key, bool value);
/* Print the key of a member whose value the caller prints. */
void cli_answers_key(struct cli_answers *j, const char *key);

/* Print "allow" or "disallow"; NULL: unknown. */
void cli_answers_verdict(struct cli_answers *j, const char *key, const enum robotsc_verdict *verdict);

/* Begin an array or an object with its bracket, as the value of a key, or (NULL) as an element of
 * an array; end it with the other bracket. */
void cli_answers_inner(struct cli_answers *j, const char *key, char bracket);
void cli_answers_outer(struct cli_answers *j, char bracket);

/* ---- an answer that is described once ---- */

enum cli_cell_kind {
	CLI_TEXT,
	CLI_PATH, /* a text; for people in a form that 'robotsc check' takes */
	CLI_WORD,
	CLI_NUMBER,
	CLI_BOOL,         /* a number */
	CLI_TIME,         /* seconds since 1970; for people a date */
	CLI_MILLISECONDS, /* a time, printed as seconds */
	CLI_VERDICT,      /* for people in color */
	CLI_LIST,         /* an array; for people texts with commas between */
	CLI_USAGE,        /* without usage there is no member, and "-" for people */
	CLI_INNER,        /* begins an object, as the value of its key */
	CLI_OUTER         /* ends it */
};

struct cli_text_list {
	const struct robotsc_text *at;
	size_t n;
};

/* A member of an answer, and a column of its line.  JSON has members in the order of the row. */
struct cli_cell {
	const char *key; /* NULL: for people only */
	unsigned column; /* from 1 to CLI_COLUMNS; 0: for programs only */
	enum cli_cell_kind kind;
	union {
		struct robotsc_text text;
		const char *word;
		uint64_t number;
		int64_t time;
		const enum robotsc_verdict *verdict; /* NULL: unknown */
		struct cli_text_list list;
		struct {
			const struct robotsc_extensions *ext;
			const struct robotsc_usage *usage; /* or NULL */
		};
	};
};

#define CLI_COLUMNS 16

/* Print an answer: an object, a row of CSV, or a line for people with tabs between columns. */
void cli_answers_row(struct cli_answers *j, const struct cli_cell *row, size_t n);

/* Print members of an answer that is open. */
void cli_answers_members(struct cli_answers *j, const struct cli_cell *row, size_t n);

/* ---- permitted uses as text ---- */

/* Print the preferences, as "Content-Usage: train-ai=n; Noindex", or "-" when there are none. */
void cli_print_usage(FILE *f, const struct robotsc_extensions *ext, const struct robotsc_usage *usage);

/* Print the preferences as the member "usage". */
void cli_answers_usage(struct cli_answers *j, const struct robotsc_extensions *ext, const struct robotsc_usage *usage);

#endif
