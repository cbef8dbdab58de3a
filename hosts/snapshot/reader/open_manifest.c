/* open_manifest.c - the manifest of a folder of shards.  docs/formats/snapshot.md, "Shards"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/load.h"
#include "robotsc/snapshot.h"
#include "snapshot_layout.h"

#define MANIFEST_SMALLEST (MANIFEST_AT_ROWS + MANIFEST_ROW + HEAD_ROOT)

enum robotsc_status robotsc_manifest_open(struct robotsc_manifest *manifest, const void *bytes, size_t len)
{
	const uint8_t *const at = bytes;
	struct robotsc_sha256 sha;
	uint8_t digest[HEAD_ROOT];
	if (len < MANIFEST_SMALLEST)
		return ROBOTSC_ERR_TRUNCATED;
	if (ld64(at + MANIFEST_AT_MAGIC) != MANIFEST_MAGIC)
		return ROBOTSC_ERR_MAGIC;
	if (ld16(at + MANIFEST_AT_MAJOR) != SNAPSHOT_MAJOR)
		return ROBOTSC_ERR_VERSION;
	const uint32_t shards = ld32(at + MANIFEST_AT_SHARDS);
	if (shards == 0 || shards > ROBOTSC_SNAPSHOT_SHARDS_MAX)
		return ROBOTSC_ERR_CORRUPT;
	const size_t end = MANIFEST_AT_ROWS + (size_t)MANIFEST_ROW * shards;
	if (len != end + HEAD_ROOT)
		return len < end + HEAD_ROOT ? ROBOTSC_ERR_TRUNCATED : ROBOTSC_ERR_CORRUPT;
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, at, end);
	robotsc_sha256_end(&sha, digest);
	for (unsigned i = 0; i < HEAD_ROOT; i++)
		if (digest[i] != at[end + i])
			return ROBOTSC_ERR_CHECKSUM;
	*manifest = (struct robotsc_manifest){.shards = shards,
	                                      .minor = ld16(at + MANIFEST_AT_MINOR),
	                                      .time = (int64_t)ld64(at + MANIFEST_AT_TIME),
	                                      .zero = ld64(at + MANIFEST_AT_ZERO),
	                                      .rows = at + MANIFEST_AT_ROWS,
	                                      .root = at + end};
	return ROBOTSC_OK;
}

struct robotsc_manifest_row robotsc_manifest_row(const struct robotsc_manifest *manifest, uint32_t shard)
{
	const uint8_t *const row = manifest->rows + (size_t)MANIFEST_ROW * shard;
	return (struct robotsc_manifest_row){ld64(row + ROW_AT_SIZE), ld64(row + ROW_AT_ENTRIES), row + ROW_AT_ROOT};
}

void robotsc_shard_name(char name[ROBOTSC_SHARD_NAME], uint32_t shard, const uint8_t *root)
{
	static const char hex[] = "0123456789abcdef", end[] = ".snapshot";
	for (unsigned i = 4; i-- > 0; shard /= 10)
		name[i] = (char)('0' + shard % 10);
	name[4] = '-';
	for (unsigned i = 0; i < 8; i++) {
		name[5 + 2 * i] = hex[root[i] >> 4];
		name[6 + 2 * i] = hex[root[i] & 15];
	}
	for (unsigned i = 0; i < sizeof end; i++)
		name[21 + i] = end[i];
}
