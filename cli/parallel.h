/* parallel.h - answers many inputs with several threads, and prints the answers in their order.
 *
 * What stands on standard output and standard error is the same, octet for octet, for any number of
 * threads.  An answer waits for those before it, and meanwhile other inputs are answered: some
 * hundreds for each thread, but few where they take much memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PARALLEL_H
#define ROBOTSC_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "robotsc/compile.h"
#include "robotsc/import.h"

struct cli_parallel {
	size_t n;      /* inputs */
	unsigned jobs; /* threads; 0: one for each processor */
	size_t input;  /* octets of what the caller knows of an input */
	size_t total;  /* octets of a total */
	void *ctx;
	void *all;          /* the total of all answers */
	const char *things; /* what the inputs are; NULL: files */

	/* Read the next input into zeroed octets.  Returns how much memory it takes.  Called in
	 * order, in one thread at a time. */
	size_t (*read)(void *ctx, void *input);
	void (*release)(void *input);

	/* Print an answer to out, and count it in total.  Called in any thread: what it reads of
	 * ctx must not change. */
	void (*answer)(const void *ctx, void *input, FILE *out, void *total);

	/* What an answer looks like may depend on whether any stands before it.  Begin a zeroed
	 * total as if none did (first), or as if some did. */
	void (*begin)(const void *ctx, void *part, bool first);
	/* Add a part that began in this way.  False: it should have begun in the other way; nothing
	 * is added, and the input is answered again. */
	bool (*add)(void *ctx, const void *part, bool first);
};

/* Answer all inputs, or until standard output cannot be written.  A terminal shows how far it is.
 * Returns 0, or -1 after a message: there is no memory. */
int cli_parallel_run(const struct cli_parallel *p);

/* ---- the line that shows how far an import is, or a command with many files or origins ---- */

struct progress {
	bool quiet, terminal;
	double start, last;
	struct robotsc_import_report report;
	uint64_t files, done; /* files or origins in all, and done; files 0: an import */
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

/* ---- compilers that keep their memory, for whichever thread needs one next ---- */

/* Take a compiler that nobody has, or a new one.  Without memory it is NULL, which keeps nothing.
 * Give it back. */
struct robotsc_compiler *cli_compiler_take(void);
void cli_compiler_give(struct robotsc_compiler *compiler);

#endif
