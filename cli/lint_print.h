/* lint_print.h - findings, in the formats there are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_LINT_PRINT_H
#define CLI_LINT_PRINT_H

#include "cli.h"
#include "robotsc/lint.h"

#define CLI_LINT_KINDS 64 /* no kind has a higher number */

/* What is printed of a file.  The lines are found as they come. */
struct cli_lint {
	const struct cli_file *file;
	size_t at;       /* where the line begins that was looked for last */
	uint32_t line;   /* its number; 0: none yet */
	unsigned long n; /* findings told */
	uint64_t most;   /* shown to people of each kind; 0: all */
	unsigned long of_kind[CLI_LINT_KINDS], of_severity[ROBOTSC_ERROR + 1];
};

/* A format: what stands before the findings, each of them, what stands behind. */
struct cli_lint_format {
	const char *name;
	void (*begin)(struct cli_lint *lint);
	void (*finding)(struct cli_lint *lint, const struct robotsc_finding *f);
	void (*end)(struct cli_lint *lint, const struct robotsc_lint_summary *summary);
};

/* By name; NULL: there is none. */
const struct cli_lint_format *cli_lint_format(const char *name);

#endif
