/* ask_snapshot.h - makes every call of robotsc/snapshot.h on any octets, and compares the answers
 * with those of the second reader.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_SNAPSHOT_H
#define ROBOTSC_ASK_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

/* What is known of the octets. */
struct snapshot_octets {
	const uint8_t *bytes;
	size_t len;
	int valid;         /* they are a snapshot, written as the page says */
	int blobs_changed; /* one may be forged, with a checksum that is right */
	int level;         /* 0: all; else the trust, plus 1, and few URLs */
};

/* What was asked and answered, over all calls. */
struct snapshot_counts {
	unsigned long opened, found, unknown, damaged, groups, refused, verdicts[2];
};

/* Ask.  state: random, chooses URLs and tokens.  Returns NULL, or what differs. */
const char *ask_snapshot(const struct snapshot_octets *octets, uint64_t *state, struct snapshot_counts *counts);

/* Ask a snapshot of one origin that has this blob, which robotsc_open takes. */
const char *ask_snapshot_of(const void *blob, size_t len, uint64_t *state, struct snapshot_counts *counts);

#endif
