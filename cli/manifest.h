/* manifest.h - the manifest of a folder of shards.  docs/snapshot.md, "Shards"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MANIFEST_H
#define ROBOTSC_MANIFEST_H

#include <stdbool.h>

#include "robotsc/snapshot.h"

/* It borrows its octets. */
struct cli_manifest {
	uint32_t shards;
	unsigned minor;
	uint64_t time, spare; /* spare: zero is written */
	const uint8_t *rows, *digest;
};

struct cli_manifest_row {
	uint64_t size, entries;
	const uint8_t *root;
};

/* Read a manifest.  False: it is damaged, or of another version. */
bool cli_manifest_read(struct cli_manifest *m, const uint8_t *octets, size_t len);

struct cli_manifest_row cli_manifest_row(const struct cli_manifest *m, uint32_t shard);

/* Write the name of the file of a shard. */
#define CLI_SHARD_NAME 32
void cli_manifest_shard_name(char name[CLI_SHARD_NAME], uint32_t shard, const uint8_t *root);

#endif
