/* make_snapshot.h - robotsc snapshot make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MAKE_SNAPSHOT_H
#define ROBOTSC_MAKE_SNAPSHOT_H

#include "cli/cli_settings.h"

/* Options of snapshot that no other command has, all of them of make. */
struct cli_snapshot_own {
	uint64_t shards;    /* 0: a file */
	const char *memory; /* a size, or NULL */
};

/* Make --output of stores and snapshots.  Returns the exit status. */
int cli_make_snapshot(struct cli_settings *s, char **inputs, size_t n);

#endif
