/* snapshot_fuzzer.c - Whatever the bytes, a snapshot is refused, or every call stays inside it and
 * ends, and gives what the second reader gives.
 *
 * The bytes are a snapshot.  It is asked as it is, and with its checksums, digests and root put
 * right.  They are also the manifest of a folder of shards, with a digest that is right.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "robotsc/snapshot.h"
#include "tests/hosts/snapshot/ask_snapshot.h"
#include "tests/hosts/snapshot/second_manifest.h"
#include "tests/hosts/snapshot/second_reader.h"

#define CASES 7   /* three levels of trust, as it is and mended; a manifest */
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

/* Repair records, then entries: a record may stand in the octets of an entry. */
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

/* Put right what a reader compares: magic, version, size of the file; checksums of the entries from
 * the first on, of the buckets, of the records that entries name and of their blobs; digests and
 * the root. */
static void mend(uint8_t *bytes, size_t len)
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

static void try_manifest(const uint8_t *bytes, size_t len)
{
	uint8_t *copy = (uint8_t *)harness_copy(bytes, len);
	struct robotsc_manifest m;

	if (len >= SECOND_DIGEST)
		second_digest(copy, len - SECOND_DIGEST, copy + len - SECOND_DIGEST);
	const enum robotsc_status status = robotsc_manifest_open(&m, copy, len);

	must((status == ROBOTSC_OK) == (second_manifest_head(copy, len) == NULL));
	for (uint32_t i = 0; status == ROBOTSC_OK && i < m.shards; i++) {
		char name[ROBOTSC_SHARD_NAME], second[SECOND_SHARD_NAME];

		robotsc_shard_name(name, i, robotsc_manifest_row(&m, i).root);
		second_shard_name(second, i, copy + 32 + 48 * (size_t)i + 16);
		must(strcmp(name, second) == 0);
	}
	free(copy);
}

static void try_level(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	struct snapshot_counts counts = {0};

	if (nth == CASES - 1) {
		try_manifest(bytes, len);
		return;
	}
	uint8_t *copy = (uint8_t *)harness_copy(bytes, len);

	if (nth % 2 == 1)
		mend(copy, len);
	const struct snapshot_octets octets = {.bytes = copy, .len = len, .blobs_changed = 1, .level = (int)(nth / 2 + 1)};
	const char *wrong = ask_snapshot(&octets, state, &counts);

	if (wrong != NULL)
		fprintf(stderr, "%s\n", wrong);
	must(wrong == NULL);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, CASES, try_level);
	return 0;
}
