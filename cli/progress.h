/* progress.h - the line that shows how far an import is, or a command with many files or origins.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PROGRESS_H
#define ROBOTSC_PROGRESS_H

#include <stdbool.h>

#include "robotsc/import.h"

struct progress {
	bool quiet, terminal;
	double start, last;
	struct robotsc_import_report report;
	uint64_t files, done; /* of a command with many files; files 0: an import */
	const char *things;   /* what these are; NULL: files */
	const char *doing;    /* of origins, in the place of files: "read", "sorted"; or NULL */
};

void cli_progress_begin(struct progress *p, bool quiet);
void cli_progress_show(struct progress *p);  /* not too often */
void cli_progress_clear(struct progress *p); /* before other messages */
double cli_progress_seconds(const struct progress *p);

/* Write the line.  seconds are above 0.  On a terminal it has at most width columns, and a bar if
 * there is room and the size of the input is known. */
#define PROGRESS_ROOM 256u
void cli_progress_line(const struct progress *p, double seconds, size_t width, char out[PROGRESS_ROOM]);

#endif
