/* args.h - reads the command line into struct cli_settings.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ARGS_H
#define ROBOTSC_ARGS_H

#include "command.h"

/* Read argv into s.  all: the commands, ending with NULL, for messages.  Options may stand anywhere
 * before "--".  Returns 0, or -1 after a message. */
int cli_parse(const struct cli_command *c, const struct cli_command *const *all, int argc, char **argv, struct cli_settings *s);
void cli_settings_free(struct cli_settings *s);

/* A number of octets or fields; it stays so far below SIZE_MAX that one can add to it. */
size_t cli_size(uint64_t n);

/* The number of threads that --jobs gives; 0: one for each processor. */
unsigned cli_jobs(const struct cli_settings *s);

/* Print the options, a line each. */
void cli_print_options(const struct cli_command *c);

/* Set s->format by --format, if the command has that.  Returns 0, or -1 after a message. */
int cli_choose_format(const struct cli_command *c, struct cli_settings *s);

/* A report to standard output, as --format, --json and --color say. */
struct robotsc_report cli_report(const struct cli_settings *s);

/* Refuse operands that are in the wrong place, such as a URL where a file is expected, or too few
 * or too many (operands.c).
 * Returns 0, or -1 after a message with the right call. */
int cli_check_operands(const struct cli_command *c, const struct cli_settings *s);

#endif
