/* sides.h - two files, each a robots.txt or a blob, that are compared over all paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SIDES_H
#define ROBOTSC_SIDES_H

#include "cli_settings.h"
#include "read_file.h"
#include "robotsc/report.h"

struct cli_side {
	struct cli_file file;
	const char *label;              /* what messages call the file */
	struct robotsc_options options; /* for a text; for a blob only the dialect is set */
	struct robotsc_blob blob;       /* of a blob */
	struct robotsc_side side;
};

/* True, after a message, when both paths are "-". */
bool cli_both_stdin(const char *a, const char *b);

/* True, after a message, when there is a --fallback and no --agent. */
bool cli_lacks_agent(const struct cli_settings *s);

/* Read a file.  options: those for a text; a blob has its own.  Returns 0, or -1 after a message;
 * close in any case. */
int cli_open_side(const struct cli_settings *s, const char *path, const struct robotsc_options *options, struct cli_side *out);
/* Do the same with a file that was read; it is taken over. */
int cli_take_side(struct cli_file file, const struct robotsc_options *options, struct cli_side *out);
void cli_close_side(struct cli_side *side);

/* True for a blob that was compiled for some agents only. */
bool cli_is_partial(const struct cli_side *side);

/* True, after one message for all pairs, when an --agent is none in the dialect of a side. */
bool cli_refuse_agents(const struct cli_settings *s, const struct cli_side sides[2]);

/* The sides for a report: for all robots, or for those of --agent, each with all --fallback; with
 * --one-robot, for the robot that the options of texts name. */
struct robotsc_report_pair cli_pair(const struct cli_settings *s, const struct cli_side sides[2]);

/* Say why a comparison failed.  Returns 0 if it did not fail, or -1 after a message. */
int cli_end_compare(const struct cli_side sides[2], enum robotsc_status status);

#endif
