/* audit_snapshot.h - the policies of many hosts, for an audit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUDIT_SNAPSHOT_H
#define ROBOTSC_AUDIT_SNAPSHOT_H

#include "origin_text.h"
#include "robotsc/audit.h"

/* A snapshot, and the text of it that was asked for last.  All 0 at the beginning. */
struct cli_audit_hosts {
	struct cli_origin_texts texts;
	struct cli_file last;
	struct robotsc_audit_snapshot snapshot; /* of the question */
};

/* Open what --snapshot names.  0, or CLI_TROUBLE after a message; close in any case. */
int cli_audit_hosts_open(struct cli_audit_hosts *h, const struct cli_settings *s);
void cli_audit_hosts_close(struct cli_audit_hosts *h);

#endif
