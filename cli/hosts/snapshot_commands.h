/* snapshot_commands.h - the subcommands of robotsc snapshot in their own files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_COMMANDS_H
#define ROBOTSC_SNAPSHOT_COMMANDS_H

#include "cli/cli_settings.h"

/* Options of snapshot that no other command has.  All are for make. */
struct cli_snapshot_own {
	uint64_t shards;    /* 0: a file */
	const char *memory; /* a size, or NULL */
};

/* make: make --output of stores and snapshots.  Returns the exit status. */
int cli_make_snapshot(struct cli_settings *s, char **inputs, size_t n);

/* diff: print what differs between two snapshots.  Returns the exit status. */
int cli_snapshot_diff(struct cli_settings *s, char **operands, size_t n);

/* table: print a row for each origin of a snapshot, or with --warc of archives.  Returns the exit
 * status. */
int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n);

#endif
