/* snapshot_history.h - robotsc snapshot diff, and log.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_HISTORY_H
#define ROBOTSC_SNAPSHOT_HISTORY_H

#include "cli_settings.h"

/* Print what differs between two snapshots.  Returns the exit status. */
int cli_snapshot_diff(struct cli_settings *s, char **operands, size_t n);
/* Print the history of an origin, the first operand, or of --domain.  Returns the exit status. */
int cli_snapshot_log(struct cli_settings *s, char **operands, size_t n);

#endif
