/* snapshot_delta.h - robotsc snapshot delta, and apply.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_DELTA_H
#define ROBOTSC_SNAPSHOT_DELTA_H

#include "cli_settings.h"

/* Write --output, a delta: OLD and NEW.  Returns the exit status. */
int cli_snapshot_delta(struct cli_settings *s, char **operands, size_t n);
/* Make --output of OLD and a delta.  Returns the exit status. */
int cli_snapshot_apply(struct cli_settings *s, char **operands, size_t n);

#endif
