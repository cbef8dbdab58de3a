/* snapshot_asking.h - for which robots snapshots are compared.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_ASKING_H
#define ROBOTSC_SNAPSHOT_ASKING_H

#include "robotsc/report.h"
#include "snapshot_files.h"

struct cli_asking_changes {
	const struct cli_settings *s;
	struct cli_list tokens; /* of --agent */
	const struct robotsc_text *agents;
	size_t nagents; /* 0: all robots */
	struct robotsc_report report;
	struct robotsc_question question;
};

/* Find out whom to compare for: --agent, or the agents that all snapshots were made for.  0, or
 * CLI_TROUBLE after a message; free tokens.at. */
int cli_asking_changes_begin(struct cli_asking_changes *a, const struct cli_settings *s, const struct cli_snapshot_files *files,
                             size_t n);

/* Compare and write an origin.  entries: NULL where it is not there; else of these snapshots.  0,
 * or CLI_TROUBLE after a message. */
int cli_ask_change(const struct cli_asking_changes *a, const struct robotsc_report *report,
                   const struct robotsc_snapshot_entry *const entries[2], const struct robotsc_snapshot *const snapshots[2],
                   struct robotsc_change_total *total);

#endif
