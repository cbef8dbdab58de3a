/* ask_whole.h - makes every call of robotsc/snapshot_make.h that takes a snapshot.
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

#endif
