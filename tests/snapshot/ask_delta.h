/* ask_delta.h - applies any octets as a delta, and compares what comes of it with what the second
 * reader of deltas and the plain writer of snapshots give.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_DELTA_H
#define ROBOTSC_ASK_DELTA_H

#include <stddef.h>
#include <stdint.h>

struct delta_counts {
	unsigned long made, refused;
};

/* What the octets are. */
enum delta_octets {
	DELTA_FILE,     /* a delta */
	DELTA_SEALED,   /* one, whose sizes and digests are put right first */
	DELTA_ITEMS,    /* items, which get a head that is right for them */
	DELTA_COUNTED,  /* the same, and a head that counts an entry or an octet more or less */
	DELTA_OCTETS_N, /* number of these */
};

/* Apply octets to a snapshot of some thousand octets.
 *
 * old   a good snapshot, a file; for the last two kinds NULL is allowed: a small one.
 * path  of a file that is made and removed.
 *
 * Returns NULL, or what differs. */
const char *ask_delta(const uint8_t *old, size_t old_len, enum delta_octets kind, const uint8_t *bytes, size_t len, uint64_t *state,
                      const char *path, struct delta_counts *counts);

/* The small one. */
const uint8_t *ask_delta_old(size_t *len);

#endif
