/* output.h - writes a blob or a text to where -o says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OUTPUT_H
#define ROBOTSC_OUTPUT_H

#include "cli_settings.h"
#include "read_file.h"

/* Write a blob to the file that -o names, or else to standard output.  A file is written whole or
 * not at all: a temporary file is renamed.  Without --force, a file is refused that holds something
 * else than a blob, or that is the input (NULL: there is none).  Returns the exit status. */
int cli_write_blob(const struct cli_settings *s, const struct cli_file *input, const void *blob, size_t len);

/* Read a robots.txt whose text is to be written again.  Refuses a blob, an empty name of -o, and a
 * text beyond the limit, which would lose octets.  Returns 0, or CLI_TROUBLE after a message; free
 * its bytes in any case. */
int cli_read_text(const struct cli_settings *s, const char *path, struct cli_file *file);

/* Write a text as cli_write_blob does a blob.  Refuses a file that is the input, or a blob. */
int cli_write_text(const struct cli_settings *s, const struct cli_file *input, const char *text, size_t len);

/* Refuse to write a blob to a terminal, or to a file without a name.  Returns 0, or -1
 * after a message. */
int cli_check_output(const struct cli_settings *s);

#endif
