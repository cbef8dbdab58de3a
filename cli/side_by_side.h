/* side_by_side.h - snapshots read side by side, an origin at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SIDE_BY_SIDE_H
#define ROBOTSC_SIDE_BY_SIDE_H

#include "merged_entries.h"

/* A snapshot of them, at an entry. */
struct cli_reading {
	struct cli_snapshot_files *files;
	struct cli_merged_entries *merged;
	struct robotsc_snapshot_entry next;
	const struct robotsc_snapshot_entry *entry; /* next; NULL: none is left */
	size_t shard;                               /* of the entry */
};

struct cli_side_by_side {
	struct cli_reading *at;
	size_t n;
	struct robotsc_text origin; /* the first of all */
	uint64_t steps;
};

/* Begin with the first origin of all, in the order of snapshots.  0, or CLI_TROUBLE after a
 * message; end it in any case. */
int cli_side_by_side_begin(struct cli_side_by_side *b, struct cli_snapshot_files *files, size_t n);
void cli_side_by_side_end(struct cli_side_by_side *b);

/* The entry that a snapshot has of the origin, or NULL. */
const struct robotsc_snapshot_entry *cli_side_by_side_entry(const struct cli_side_by_side *b, size_t i);
/* Move to the next origin: 1.  0: there is none; -1 after a message. */
int cli_side_by_side_next(struct cli_side_by_side *b);

#endif
