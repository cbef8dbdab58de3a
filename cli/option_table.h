/* option_table.h - rows of options: how each is spelt, its value, the place of the value, its help;
 * and the table of the options that several commands have.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OPTION_TABLE_H
#define ROBOTSC_OPTION_TABLE_H

#include <stddef.h>

#include "cli_settings.h"
#include "robotsc/common.h"

/* What an option takes, and the type of the member that it sets. */
enum cli_kind {
	KIND_ON,      /* no value; bool, set */
	KIND_NAME,    /* no value; const char *: the option's name */
	KIND_TEXT,    /* const char * */
	KIND_NUMBER,  /* uint64_t, from least to most */
	KIND_WORD,    /* int: the index of the value in words, or among the names */
	KIND_LIST,    /* struct cli_list: the value is added */
	KIND_DIALECT, /* enum robotsc_dialect */
	KIND_SETTER   /* set() takes the value, or "" */
};

struct cli_option_row {
	const char *name;
	char letter;       /* 0: none */
	const char *value; /* name in the help; "[=NAME]": may be missing; NULL: no value */
	const char *help;  /* '@' stands for the names: "a, b or c"; '&' for "a, b, c" */
	enum cli_kind kind;
	size_t place;
	uint64_t least, most;                                  /* of a number */
	const char *const *words;                              /* ending with NULL */
	int (*set)(struct cli_settings *s, const char *value); /* 0, or -1 after a message */
	const char *(*name_of)(int i);                         /* or it gives words, then NULL */
	const char *const *former;                             /* other spellings, or NULL */
};

/* The member of struct CLI_OWNER that an option sets.  The compiler warns of a member of another
 * type. */
#define CLI_AT(type, member) offsetof(CLI_OWNER, member) + 0 * sizeof((type *)0 == &((CLI_OWNER *)0)->member)
#define CLI_SETS_ON(member) .kind = KIND_ON, .place = CLI_AT(bool, member)
#define CLI_SETS_NAME(member) .kind = KIND_NAME, .place = CLI_AT(const char *, member)
#define CLI_SETS_TEXT(member) .kind = KIND_TEXT, .place = CLI_AT(const char *, member)
#define CLI_SETS_NUMBER(member, from, to) .kind = KIND_NUMBER, .place = CLI_AT(uint64_t, member), .least = (from), .most = (to)
#define CLI_SETS_WORD(member, list) .kind = KIND_WORD, .place = CLI_AT(int, member), .words = list
#define CLI_SETS_NAMED(member, call) .kind = KIND_WORD, .place = CLI_AT(int, member), .name_of = call
#define CLI_SETS_LIST(member) .kind = KIND_LIST, .place = CLI_AT(struct cli_list, member)
#define CLI_SETS_DIALECT(member) .kind = KIND_DIALECT, .place = CLI_AT(enum robotsc_dialect, member), .name_of = dialect_name
#define CLI_SETTER(call) .kind = KIND_SETTER, .set = call

/* The largest number for an option without another bound. */
#define CLI_MOST INT64_MAX

/* The words of --format, in the order of enum robotsc_report_format, ending with NULL.  A format
 * that no command prints has no word. */
extern const char *const cli_formats[];

/* By enum cli_option. */
extern const struct cli_option_row cli_options[CLI_OPT_COUNT_OF];

/* ---- values ---- */

/* Add the tokens of a list with commas; the commas become NUL.  A list without a token is added as
 * a whole, for a message.  There must be room. */
void cli_add_tokens(struct cli_list *tokens, char *list);

/* Take a dialect's name.  Returns 0, or -1 after a message. */
int cli_set_dialect(const char *value, enum robotsc_dialect *dialect);

#endif
