/* lint_print.h - prints findings in all formats.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_PRINT_H
#define ROBOTSC_LINT_PRINT_H

#include "cli.h"
#include "robotsc/lint.h"

#define CLI_LINT_KINDS 64 /* no kind has a higher number */

/* The state of printing the findings of a file. */
struct cli_lint {
	const struct cli_file *file;
	size_t at;       /* offset of the line that was looked up last */
	uint32_t line;   /* its number; 0: none yet */
	unsigned long n; /* findings so far */
	uint64_t most;   /* human: findings shown of each kind; 0: all */
	unsigned long of_kind[CLI_LINT_KINDS], of_severity[ROBOTSC_ERROR + 1];
};

/* A format: prints the beginning, each finding, the end. */
struct cli_lint_format {
	const char *name;
	void (*begin)(struct cli_lint *lint);
	void (*finding)(struct cli_lint *lint, const struct robotsc_finding *f);
	void (*end)(struct cli_lint *lint, const struct robotsc_lint_summary *summary);
};

/* By name; NULL: there is none. */
const struct cli_lint_format *cli_lint_format(const char *name);

#endif
