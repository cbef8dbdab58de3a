/* ask_whole.h - makes every call of robotsc/snapshot_make.h and robotsc/audit.h that takes a
 * snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_WHOLE_H
#define ROBOTSC_ASK_WHOLE_H

#include "ask_snapshot.h"

#define MADE_AGAIN 64 /* 1 of this number of snapshots is made again from itself */

/* Verify any octets, and compare with the second reader's result; make a snapshot from them, which
 * must equal a good one. Returns NULL, or what differs. */
const char *ask_whole(const struct snapshot_octets *octets, uint64_t *state);

/* Audit logs with these octets as the snapshot: requests to its hosts and to other hosts.  Returns
 * NULL, or what differs from a look-up of the host. */
const char *ask_audit(const struct snapshot_octets *octets, uint64_t *state);

#endif
