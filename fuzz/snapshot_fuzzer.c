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
#include "tests/hosts/snapshot/snapshot_mend.h"

#define CASES 7 /* three levels of trust, as it is or mended; a manifest */

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
		snapshot_mend(copy, len);
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
