/* read_lines.h - the lines of standard input.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_READ_LINES_H
#define ROBOTSC_READ_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "robotsc/common.h"

/* Reads lines of standard input: any length, any octets, LF or CRLF.  Before it waits for more
 * input, it flushes standard output, so that a process at the other end of two pipes gets its
 * answers. */
struct cli_lines {
	char *buffer;
	size_t room, from, to;
	bool eof;
};

/* Returns 1 and the line; 0 at the end; -1 after a message. */
int cli_next_line(struct cli_lines *lines, struct robotsc_text *line);

#endif
