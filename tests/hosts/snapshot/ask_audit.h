/* ask_audit.h - makes every call of robotsc/audit.h that takes a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_AUDIT_H
#define ROBOTSC_ASK_AUDIT_H

#include "ask_snapshot.h"

/* Audit logs of requests to hosts of any octets, and to others, by a snapshot of these octets.
 * Returns NULL, or what differs from what a look-up says of the host. */
const char *ask_audit(const struct snapshot_octets *octets, uint64_t *state);

#endif
