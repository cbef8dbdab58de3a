/* audit_logs.h - reads logs on all processors, and counts their lines in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_LOGS_H
#define ROBOTSC_AUDIT_LOGS_H

#include "cli/cli_settings.h"
#include "robotsc/audit.h"

/* The keys of the first line, if it is a JSON object, with commas between; cut to the room. */
struct cli_log_keys {
	char text[300];
	bool known;
};

/* Read the logs, the file with the earliest time first.  *trouble is set after a message about a
 * log that was not read to its end.  keys: out.  Returns 0, or -1 after a message. */
int cli_audit_logs(const struct cli_settings *s, struct robotsc_audit *audit, struct cli_log_keys *keys, bool *trouble);

#endif
