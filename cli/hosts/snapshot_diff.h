/* snapshot_diff.h - robotsc snapshot diff.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_DIFF_H
#define ROBOTSC_SNAPSHOT_DIFF_H

#include "cli/cli_settings.h"

/* Print what differs between two snapshots.  Returns the exit status. */
int cli_snapshot_diff(struct cli_settings *s, char **operands, size_t n);

#endif
