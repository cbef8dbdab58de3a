/* second_manifest.h - a second reader of folders of shards, from docs/formats/snapshot.md alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SECOND_MANIFEST_H
#define ROBOTSC_SECOND_MANIFEST_H

#include "second_reader.h"

/* Open a folder; with whole, also verify all of it.  Returns NULL, or what is wrong. */
const char *second_manifest(const char *folder, int whole);

/* Open a manifest alone.  Returns NULL, or what is wrong. */
const char *second_manifest_head(const uint8_t *octets, size_t len);

/* The name of the file of a shard. */
#define SECOND_SHARD_NAME 40
void second_shard_name(char name[SECOND_SHARD_NAME], uint32_t shard, const uint8_t *root);

#endif
