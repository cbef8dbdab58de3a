/* parallel.h - answers many inputs with several threads, and prints the answers in their order.
 *
 * Standard output and standard error get the same octets for any number of threads.  An answer
 * waits for those before it; meanwhile other inputs are answered: some hundreds for each thread,
 * but few if they take much memory.
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
	size_t input;  /* octets of the struct that the caller has for an input */
	size_t total;  /* octets of the struct that counts answers */
	void *ctx;
	void *all;          /* the total of all answers */
	const char *things; /* what the inputs are; NULL: files */

	/* Read the next input into zeroed octets.  Returns how much memory it takes.  Called in
	 * order, in one thread at a time. */
	size_t (*read)(void *ctx, void *input);
	void (*release)(void *input);

	/* Print an answer to out, and count it in total.  Called in any thread: the parts of ctx
	 * that it reads must not change. */
	void (*answer)(const void *ctx, void *input, FILE *out, void *total);

	/* The form of an answer may depend on whether another answer comes before.  Begin a zeroed
	 * total as if none came before (first), or as if some did. */
	void (*begin)(const void *ctx, void *part, bool first);
	/* Add a part to the total of all.  False: it should have begun with the other value of
	 * first; nothing is added, and the input is answered again. */
	bool (*add)(void *ctx, const void *part, bool first);
};

/* Answer all inputs, or stop when standard output cannot be written.  A terminal shows the
 * progress.  Returns 0, or -1 after a message: there is no memory. */
int cli_parallel_run(const struct cli_parallel *p);

/* ---- the progress line of an import, or of a command with many files or origins ---- */

struct progress {
	bool quiet, terminal;
	double start, last;
	struct robotsc_import_report report;
	uint64_t files, done; /* files or origins in all, and those done; files 0: an import */
	const char *things;   /* what they are called; NULL: files */
	const char *doing;    /* for origins: what is done, "read" or "sorted"; NULL: files */
};

void cli_progress_begin(struct progress *p, bool quiet);
void cli_progress_show(struct progress *p);  /* not too often */
void cli_progress_clear(struct progress *p); /* before other messages */
double cli_progress_seconds(const struct progress *p);

/* Write the progress line.  seconds are above 0.  On a terminal it has at most width columns, and a
 * bar if there is room and the size of the input is known. */
#define PROGRESS_ROOM 256u
void cli_progress_line(const struct progress *p, double seconds, size_t width, char out[PROGRESS_ROOM]);

/* ---- compilers that keep their memory, for whichever thread needs one next ---- */

/* Take a compiler that no thread uses, or a new one; NULL without memory: nothing is then kept.
 * Give it back. */
struct robotsc_compiler *cli_compiler_take(void);
void cli_compiler_give(struct robotsc_compiler *compiler);

#endif
