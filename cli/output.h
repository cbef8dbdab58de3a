/* output.h - writes a blob to where -o says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OUTPUT_H
#define ROBOTSC_OUTPUT_H

#include "cli_settings.h"
#include "read_file.h"

/* Write a blob to where -o says, or else to standard output.  A file is written whole or
 * not at all: a temporary one is renamed.  It is refused if it holds something else than a blob, or
 * is the text that was the input (NULL: there is none); not with --force.  Returns the exit
 * status. */
int cli_write_blob(const struct cli_settings *s, const struct cli_file *input, const void *blob, size_t len);

/* Refuse to write a blob to a terminal, or to a file without a name.  Returns 0, or -1
 * after a message. */
int cli_check_output(const struct cli_settings *s);

#endif
