/* ask_snapshot.h - makes every call of robotsc/snapshot.h on any octets, and compares the answers
 * with the second reader's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_SNAPSHOT_H
#define ROBOTSC_ASK_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

/* Octets, and what their maker knows about them. */
struct snapshot_octets {
	const uint8_t *bytes;
	size_t len;
	int valid;         /* the octets are a snapshot as the page defines it */
	int blobs_changed; /* a blob may be forged, with a right checksum */
	int level;         /* 0: all levels; else only trust level - 1, with few URLs */
};

/* Numbers of questions and answers, over all calls. */
struct snapshot_counts {
	unsigned long opened, found, unknown, damaged, groups, refused, verdicts[2];
};

/* Ask everything.  state: of random numbers, which choose URLs and tokens.  Returns NULL, or what
 * differs. */
const char *ask_snapshot(const struct snapshot_octets *octets, uint64_t *state, struct snapshot_counts *counts);

/* Ask a snapshot of one origin that has this blob, which robotsc_open takes. */
const char *ask_snapshot_of(const void *blob, size_t len, uint64_t *state, struct snapshot_counts *counts);

#endif
