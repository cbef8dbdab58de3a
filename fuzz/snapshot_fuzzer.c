/* snapshot_fuzzer.c - Whatever the bytes, a snapshot is refused, or every call stays inside it and
 * ends, and gives what the second reader gives.
 *
 * The bytes are a snapshot.  It is asked as it is, and with its checksums, digests and root put
 * right.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include <stdio.h>

#include "tests/snapshot/ask_snapshot.h"
#include "tests/snapshot/snapshot_mend.h"

#define CASES 6 /* three levels of trust, as it is or mended */

static void try_level(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	struct snapshot_counts counts = {0};
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
