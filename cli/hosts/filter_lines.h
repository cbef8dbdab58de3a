/* filter_lines.h - standard input, answered by a filter.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_LINES_H
#define ROBOTSC_FILTER_LINES_H

#include "cli/cli_settings.h"
#include "robotsc/filter.h"

/* Options of filter that no other command has: lines in and out. */
struct cli_filter_own {
	const char *delimiter; /* one octet, which the command checks */
	bool reason, null, verify;
	int print, unknown; /* words; unknown is report by default */
	uint64_t field;     /* from 1; 0: none */
	uint64_t max_line;
};

/* Answers lines: robotsc_filter_run, or robotsc_filter_run_snapshot. */
typedef enum robotsc_store_status cli_filter_lines(void *ctx, const struct robotsc_filter_options *options,
                                                   const struct robotsc_filter_streams *streams,
                                                   struct robotsc_filter_report *report);

/* Answer standard input.  Returns the exit status.  *status: why it failed, if no message has said
 * so. */
int cli_filter_run(struct cli_settings *s, const struct robotsc_filter_options *options, cli_filter_lines *by, void *ctx,
                   enum robotsc_store_status *status);

/* Open the store that the settings name, and answer standard input.  The tokens are added to the
 * options.  Returns the exit status.  Stands in cli/store/ and cli/no_store/. */
int cli_filter_by_store(struct cli_settings *s, struct robotsc_filter_options *options);

/* Print how many URLs had a stale policy, and how they were answered; how many have no origin in
 * the store or snapshot (where: its name); how many lines are no URLs, or were skipped. */
void cli_print_counts(const struct robotsc_filter_report *r, enum robotsc_filter_stale stale, const char *where);

#endif
