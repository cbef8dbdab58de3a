/* manifest.c - see manifest.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "manifest.h"

#include <stdio.h>
#include <string.h>

enum {
	MANIFEST_AT_MINOR = 10,
	MANIFEST_AT_SHARDS = 12,
	MANIFEST_AT_TIME = 16,
	MANIFEST_AT_SPARE = 24,
	MANIFEST_AT_ROWS = 32,
	ROW_AT_SIZE = 0,
	ROW_AT_ENTRIES = 8,
	ROW_AT_ROOT = 16,
	ROW_SIZE = 48
};
/* With the major version. */
static const uint8_t begins[] = {0x8D, 'R', 'S', 'M', '\r', '\n', 0x1A, '\n', 1, 0};

static uint64_t get(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;
	while (n > 0)
		v = v << 8 | p[--n];
	return v;
}

bool cli_manifest_read(struct cli_manifest *m, const uint8_t *octets, size_t len)
{
	struct robotsc_sha256 sha;
	uint8_t digest[ROBOTSC_SNAPSHOT_ROOT];
	uint64_t n;
	if (len < MANIFEST_AT_ROWS || memcmp(octets, begins, sizeof begins) != 0)
		return false;
	n = get(octets + MANIFEST_AT_SHARDS, 4);
	if (n == 0 || n > ROBOTSC_SNAPSHOT_SHARDS_MAX || len != MANIFEST_AT_ROWS + n * ROW_SIZE + sizeof digest)
		return false;
	m->shards = (uint32_t)n;
	m->minor = (unsigned)get(octets + MANIFEST_AT_MINOR, 2);
	m->time = get(octets + MANIFEST_AT_TIME, 8);
	m->spare = get(octets + MANIFEST_AT_SPARE, 8);
	m->rows = octets + MANIFEST_AT_ROWS;
	m->digest = octets + len - sizeof digest;
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, octets, len - sizeof digest);
	robotsc_sha256_end(&sha, digest);
	return memcmp(digest, m->digest, sizeof digest) == 0;
}

struct cli_manifest_row cli_manifest_row(const struct cli_manifest *m, uint32_t shard)
{
	const uint8_t *const row = m->rows + (size_t)ROW_SIZE * shard;
	return (struct cli_manifest_row){get(row + ROW_AT_SIZE, 8), get(row + ROW_AT_ENTRIES, 8), row + ROW_AT_ROOT};
}

void cli_manifest_shard_name(char name[CLI_SHARD_NAME], uint32_t shard, const uint8_t *root)
{
	int n = snprintf(name, CLI_SHARD_NAME, "%04u-", (unsigned)shard);
	for (unsigned k = 0; k < 8; k++)
		n += snprintf(name + n, CLI_SHARD_NAME - (size_t)n, "%02x", root[k]);
	snprintf(name + n, CLI_SHARD_NAME - (size_t)n, ".snapshot");
}
