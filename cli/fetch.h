/* fetch.h - reads from the command line how a fetch ended, and prints the decision about it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FETCH_H
#define ROBOTSC_FETCH_H

#include "answers.h"
#include "read_file.h"
#include "robotsc/access.h"

/* Options about a fetch, for the lists of the commands. */
#define CLI_OPTS_FETCH                                                                                                             \
	CLI_OPT_STATUS, CLI_OPT_FAILURE, CLI_OPT_HEADER, CLI_OPT_FETCHED, CLI_OPT_PROFILE, CLI_OPT_REDIRECTS, CLI_OPT_UNREACHABLE, \
		CLI_OPT_CACHED_AGE, CLI_OPT_EMPTY, CLI_OPT_SITE_UP, CLI_OPT_ALLOW_429, CLI_OPT_REDIRECT_SCOPE, CLI_OPT_URL,        \
		CLI_OPT_SUFFIXES, CLI_OPT_PAGE, CLI_OPT_CHALLENGE

/* True if one of these options was given. */
bool cli_fetch_given(const struct cli_settings *s);

/* Decide what the fetch means.  Returns 0, or -1 after a message. */
int cli_decide_fetch(const struct cli_settings *s, struct robotsc_decision *decision);

/* Read the public suffix list.  Returns 0, or -1 after a message. */
int cli_read_suffixes(const struct cli_settings *s, struct cli_file *list);

/* Split "Name: value".  The name has no spaces or control octets, the value no spaces around it.
 * Returns 0, or -1 after a message. */
int cli_split_header(struct robotsc_text header, struct robotsc_header_field *field);
/* True when the field has this name; case does not matter. */
bool cli_header_is(const struct robotsc_header_field *field, const char *name);

/* Print a decision in lines that begin with indent. */
void cli_print_decision(const struct robotsc_decision *decision, const char *indent);

/* Describe a decision as members of an answer.  Columns 2 to 5 of a line: when it was fetched,
 * until when it holds, outcome, status. */
#define CLI_DECISION_MEMBERS 9
void cli_decision_members(const struct robotsc_decision *decision, struct cli_cell row[CLI_DECISION_MEMBERS]);

#endif
