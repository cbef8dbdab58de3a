/* read_lines.c - reads the lines of standard input.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "read_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "finish.h"
#include "messages.h"
#include "read_file.h"

#define CHUNK 65536u

/* Read more input after what is there.  Returns 1; 0 at the end of input; -1 after a message. */
static int refill(struct cli_lines *l)
{
	ssize_t n;
	if (l->buffer && l->from > 0) {
		memmove(l->buffer, l->buffer + l->from, l->to - l->from);
		l->to -= l->from;
		l->from = 0;
	}
	if (l->room - l->to < CHUNK) {
		char *p = l->room > SIZE_MAX / 2 - CHUNK ? NULL : realloc(l->buffer, 2 * l->room + CHUNK);
		if (!p) {
			cli_complain("<stdin>: out of memory for a line of more than %zu octets", l->to);
			return -1;
		}
		l->buffer = p;
		l->room = 2 * l->room + CHUNK;
	}
	if (fflush(stdout) != 0) {
		cli_output_failed(); /* cli_finish says why */
		return -1;
	}
	n = cli_read(STDIN_FILENO, l->buffer + l->to, l->room - l->to);
	if (n < 0) {
		cli_complain("<stdin>: cannot read: %s", strerror(errno));
		return -1;
	}
	l->to += (size_t)n;
	return n > 0;
}

int cli_next_line(struct cli_lines *l, struct robotsc_text *line)
{
	size_t seen = 0;
	for (;;) {
		const size_t have = l->to - l->from;
		const char *start = l->buffer ? l->buffer + l->from : NULL;
		const char *lf = start && have > seen ? memchr(start + seen, '\n', have - seen) : NULL;
		int more;
		if (lf || (l->eof && have > 0)) {
			line->at = start;
			line->len = lf ? (size_t)(lf - start) : have;
			l->from += line->len + (lf != NULL);
			if (lf && line->len > 0 && lf[-1] == '\r')
				line->len--;
			return 1;
		}
		if (l->eof)
			return 0;
		seen = have;
		more = refill(l);
		if (more < 0)
			return -1;
		l->eof = more == 0;
	}
}
