/* snapshot_table.h - robotsc snapshot table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_TABLE_H
#define ROBOTSC_SNAPSHOT_TABLE_H

#include "cli/cli_settings.h"

/* Print a row for each origin of a snapshot, or with --warc of archives.  Returns the exit
 * status. */
int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n);

#endif
