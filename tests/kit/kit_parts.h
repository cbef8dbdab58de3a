/* kit_parts.h - what tests/kit/make_kit.c makes, a file each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_KIT_PARTS_H
#define ROBOTSC_KIT_PARTS_H

#include "kit_write.h"

void kit_blobs(struct kit *k);
void kit_edges(struct kit *k);
void kit_layout(struct kit *k);
void kit_bad(struct kit *k);
void kit_snapshots(struct kit *k);
void kit_bad_snapshots(struct kit *k);

/* Of snapshots.kit: folders of shards, and manifests. */
void kit_folders(struct kit *k);

#endif
