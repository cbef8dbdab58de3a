/* lint_print.h - prints findings in all formats.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_PRINT_H
#define ROBOTSC_LINT_PRINT_H

#include "cli.h"
#include "robotsc/lint.h"

#define CLI_LINT_KINDS 64 /* no kind has a higher number */

/* What was found in all files. */
struct cli_lint_total {
	unsigned long files, clean, unread;    /* linted; of these without findings; not read */
	unsigned long with[ROBOTSC_ERROR + 1]; /* files with a finding of a severity */
	unsigned long findings, undecided;
	bool many;    /* the operands name more than one file, or could */
	bool trouble; /* something else was left out */
};

/* The state of printing the findings of a file. */
struct cli_lint {
	const struct cli_lint_total *before; /* of the files before this one */
	const struct cli_file *file;
	bool is_url;     /* the file is called by its URL */
	size_t at;       /* offset of the line that was looked up last */
	uint32_t line;   /* its number; 0: none yet */
	unsigned long n; /* findings so far */
	uint64_t most;   /* human: findings shown of each kind; 0: all */
	unsigned long of_kind[CLI_LINT_KINDS], of_severity[ROBOTSC_ERROR + 1];
};

/* A format: prints the beginning of all; of each file the beginning, each finding, the end; the
 * end of all. */
struct cli_lint_format {
	void (*start)(void);
	void (*begin)(struct cli_lint *lint);
	void (*finding)(struct cli_lint *lint, const struct robotsc_finding *f);
	void (*end)(struct cli_lint *lint, const struct robotsc_lint_summary *summary);
	void (*finish)(const struct cli_lint_total *total);
};

/* In the order of the words of --format. */
extern const struct cli_lint_format cli_lint_formats[];

#endif
