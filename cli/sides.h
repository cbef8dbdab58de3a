/* sides.h - two files, each a robots.txt or a blob, that are compared over all paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SIDES_H
#define ROBOTSC_SIDES_H

#include "cli.h"
#include "robotsc/prove.h"

struct cli_side {
	struct cli_file file;
	const char *label;              /* what the file is called beside the other */
	struct robotsc_options options; /* of a text; of a blob the dialect alone */
	struct robotsc_blob blob;       /* of a blob */
	struct robotsc_side side;
};

/* True, after a message, when both paths are "-". */
bool cli_both_stdin(const char *a, const char *b);

/* True, after a message, when there is a --fallback and no --agent. */
bool cli_lacks_agent(const struct cli_settings *s);

/* Read a file.  options: for a text; a blob brings its own.  Returns 0, or -1 after a message;
 * close in any case. */
int cli_open_side(const char *path, const struct robotsc_options *options, struct cli_side *out);
/* The same for a file that was read.  It is taken over. */
int cli_take_side(struct cli_file file, const struct robotsc_options *options, struct cli_side *out);
void cli_close_side(struct cli_side *side);

/* True for a blob that was compiled for some agents only. */
bool cli_is_partial(const struct cli_side *side);

/* Compare for every robot, or for those of --agent alone, each with every
 * --fallback, as robotsc_compare_all does.  Returns 0, or -1 after a message. */
int cli_compare(const struct cli_settings *s, const struct cli_side sides[2], const struct robotsc_question *question,
                void (*before)(void *ctx, const struct robotsc_robots *robots),
                void (*after)(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison));

/* cmd_verify.c: prove that a blob gives the verdicts of its text.  What is not proved is reported.
 * Returns 0, or -1 after a message. */
int cli_verify_blob(const struct cli_settings *s, const char *name, const struct robotsc_side *text, const void *bytes, size_t len);

/* Print whose rules were compared: "a, b and 7 more", "all others". */
void cli_print_robots(FILE *f, const struct robotsc_robots *robots);

#endif
