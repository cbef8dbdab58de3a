/* make_snapshot.h - robotsc snapshot make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MAKE_SNAPSHOT_H
#define ROBOTSC_MAKE_SNAPSHOT_H

#include "cli_settings.h"

/* Make --output of stores and snapshots.  Returns the exit status. */
int cli_make_snapshot(struct cli_settings *s, char **inputs, size_t n);

/* What --output is to be. */
struct cli_made {
	const char *what; /* "snapshot" */
	char kind;        /* the fourth octet of such a file */
	bool is_folder;
	const char *folder, *no_folder; /* what to say of a folder, and of what is none */
};

/* Refuse an output that is missing, or a file of another kind, which is not replaced.  0, or
 * CLI_TROUBLE after a message. */
int cli_check_made(const struct cli_settings *s, const struct cli_made *made);

/* Read a size such as 64M.  0, or CLI_TROUBLE after a message. */
int cli_take_memory(const char *text, uint64_t *octets);

#endif
