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

/* The results for all pairs. */
struct cli_diff_total {
	unsigned long answers[3]; /* pairs, by enum robotsc_answer */
	unsigned long only[2];    /* files that only one side has */
	unsigned long unread;     /* pairs that could not be compared */
	unsigned long printed;    /* pairs and files whose printing has begun */
	const char *labels[2];    /* what the two sides are called */
	bool many;                /* the sides are folders or archives */
};

/* The state of printing a pair. */
struct cli_diffing {
	const struct cli_diff_total *before; /* of the pairs before this one */
	const char *name;                    /* of the pair; NULL: two files that are named */
	const struct cli_side *sides;
	/* For all robots: different, or else unknown, or else same. */
	enum robotsc_answer answer;
	bool begun; /* human: the name was printed */
	/* By the verdict of the second side. */
	struct cli_example examples[2][CLI_EXAMPLES];
	size_t n[2];
	unsigned long compared; /* groups of robots so far */
	bool usual;             /* only URLs that crawlers write */
	enum cli_fail_on fail_on;
};

/* True for a direction, by the verdict of the second side, in which a difference fails. */
bool cli_fails(const struct cli_diffing *d, int to);

/* A format: prints the beginning of all; of each pair the beginning, the result for some robots,
 * the end; a file that only one side has; the end of all. */
struct cli_diff_format {
	void (*start)(void);
	void (*begin)(const struct cli_diffing *d);
	void (*result)(struct cli_diffing *d, const struct robotsc_robots *robots, const struct robotsc_comparison *c);
	void (*end)(const struct cli_diffing *d);
	void (*only)(const struct cli_diff_total *before, int side, const char *name, const char *file);
	void (*finish)(const struct cli_diff_total *total);
};

/* In the order of the words of --format. */
extern const struct cli_diff_format cli_diff_formats[];

#endif
