/* ask_whole.h - makes every call of robotsc/snapshot_make.h and robotsc/audit.h that takes a
 * snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_WHOLE_H
#define ROBOTSC_ASK_WHOLE_H

#include "ask_snapshot.h"

#define MADE_AGAIN 64 /* 1 of as many snapshots is made again of itself */

/* Verify any octets, which must say what the second reader says, and make a snapshot of them: of a
 * good one itself.
 * Returns NULL, or what differs. */
const char *ask_whole(const struct snapshot_octets *octets, uint64_t *state);

/* Audit logs of requests to hosts of any octets, and to others, by a snapshot of these octets.
 * Returns NULL, or what differs from what a look-up says of the host. */
const char *ask_audit(const struct snapshot_octets *octets, uint64_t *state);

#endif
