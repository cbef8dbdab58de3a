/* diff_print.h - prints the result of a comparison in all formats.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIFF_PRINT_H
#define ROBOTSC_DIFF_PRINT_H

#include "sides.h"

#define CLI_EXAMPLES 3 /* in each direction */

/* A path on which the sides differ.  Kept until all paths of its direction are known. */
struct cli_example {
	char *path;
	size_t len;
	struct robotsc_reason reason[2];
};

enum cli_fail_on {
	CLI_FAIL_ANY,
	CLI_FAIL_DISALLOWED,
	CLI_FAIL_ALLOWED,
	CLI_FAIL_NEVER
};

struct cli_diffing {
	const struct cli_side *sides;
	struct cli_example examples[2][CLI_EXAMPLES]; /* by the verdict of the second side */
	size_t n[2];
	unsigned long compared; /* groups of robots so far */
	bool usual;             /* only URLs that crawlers write */
	bool failed;            /* as --fail-on says */
	enum cli_fail_on fail_on;
};

/* True for a direction, by the verdict of the second side, in which a difference fails. */
bool cli_fails(const struct cli_diffing *d, int to);

/* A format: prints the beginning, the result for some robots, the end. */
struct cli_diff_format {
	void (*begin)(const struct cli_diffing *d);
	void (*result)(const struct cli_diffing *d, const struct robotsc_robots *robots, const struct robotsc_comparison *c);
	void (*end)(const struct cli_diffing *d);
};

/* In the order of the words of --format. */
extern const struct cli_diff_format cli_diff_formats[];

#endif
