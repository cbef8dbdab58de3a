/* merged_entries.h - the entries of all shards of a snapshot in the order of one.
 * docs/snapshot.md, "Keys and order"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MERGED_ENTRIES_H
#define ROBOTSC_MERGED_ENTRIES_H

#include "snapshot_files.h"

struct cli_merged_entries;

/* Begin before the first entry, or before those of a canonical host and the hosts below it; domain
 * NULL: of all.  cli_merged_end releases it, also after an error.  ROBOTSC_ERR_NOMEM, or as
 * robotsc_snapshot_next. */
enum robotsc_status cli_merged_begin(struct cli_merged_entries **merged, const struct cli_snapshot_files *f,
                                     const struct robotsc_text *domain);
/* Return the next entry, and its shard unless NULL.  ROBOTSC_ERR_UNKNOWN: there is none left. */
enum robotsc_status cli_merged_next(struct cli_merged_entries *merged, struct robotsc_snapshot_entry *entry, size_t *shard);
void cli_merged_end(struct cli_merged_entries *merged);

#endif
