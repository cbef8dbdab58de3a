/* delta_items.h - two snapshots side by side, and what differs as the items of a delta.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DELTA_ITEMS_H
#define ROBOTSC_DELTA_ITEMS_H

#include "robotsc/snapshot_make.h"
#include "spool.h"

/* The items of two snapshots. */
struct delta_part {
	const struct robotsc_snapshot *before, *after;
	int64_t latest; /* the latest fetch of after; 0 without any */
	uint64_t size, entries, octets;
	uint8_t digest[ROBOTSC_SNAPSHOT_ROOT];
};

/* Write them to a file at an offset, and count.  part: its snapshots; the rest is filled. */
enum robotsc_store_status robotsc__delta_items(struct delta_part *part, int fd, uint64_t at, struct robotsc_delta_report *report);

#endif
