/* snapshot_mend.c - see snapshot_mend.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_mend.h"

#include <string.h>

#include "second_reader.h"

#define HEAD 320u /* octets of a head, at least */

/* A section as the head has it, cut where the octets end. */
static struct second_place section_of(const uint8_t *bytes, size_t len, size_t section)
{
	const uint64_t at = second_load(bytes + 72 + 48 * section, 8), size = second_load(bytes + 80 + 48 * section, 8);

	if (at > len)
		return (struct second_place){len, 0, bytes + len};
	return (struct second_place){at, size < len - at ? size : len - at, bytes + at};
}

static void mend_record(uint8_t *p, uint64_t room, uint64_t before)
{
	if (room < before)
		return;
	second_store(p, second_checksum32(p + 4, (size_t)before - 4), 4);
	const uint64_t blob = second_load(p + 4, 4);

	if (blob >= 8 && blob <= room - before)
		second_store(p + before + blob - 8, second_checksum(p + before, (size_t)blob - 8), 8);
}

/* Records first, since they may stand in entries. */
static void mend_entries(uint8_t *bytes, size_t len, uint64_t before)
{
	const struct second_place entries = section_of(bytes, len, SECOND_ENTRIES),
				  policies = section_of(bytes, len, SECOND_POLICIES);
	uint64_t at = 0, size;

	for (; entries.size - at >= SECOND_ENTRY; at += size) {
		uint8_t *p = bytes + entries.at + at;
		const uint64_t policy = second_load(p + 36, 5) * 8;

		size = (SECOND_ENTRY + second_load(p + 4, 2) + (p[6] & 4 ? 5 : 0) + 7) / 8 * 8;
		if (size > entries.size - at)
			return;
		if (policy < policies.size)
			mend_record(bytes + policies.at + policy, policies.size - policy, before);
		second_store(p, second_checksum32(p + 4, (size_t)size - 4), 4);
	}
}

void snapshot_mend(uint8_t *bytes, size_t len)
{
	static const uint8_t magic[10] = {0x8D, 0x52, 0x53, 0x4E, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0};

	if (len < HEAD)
		return;
	memcpy(bytes, magic, sizeof magic);
	second_store(bytes + 16, len, 8);
	mend_entries(bytes, len, 8 + 8 * second_load(bytes + 268, 4));
	const struct second_place index = section_of(bytes, len, SECOND_INDEX);

	for (uint64_t i = 0; i < index.size / SECOND_BUCKET; i++) {
		uint8_t *bucket = bytes + index.at + i * SECOND_BUCKET;

		second_store(bucket, second_bucket_checksum(i, bucket), 4);
	}
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		const struct second_place section = section_of(bytes, len, i);

		second_digest(section.octets, (size_t)section.size, bytes + 88 + 48 * i);
	}
	const uint64_t head = second_load(bytes + 12, 4);

	if (head >= HEAD && head <= len)
		second_digest(bytes, (size_t)head - SECOND_DIGEST, bytes + head - SECOND_DIGEST);
}
