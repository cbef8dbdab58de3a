/* delta_fuzzer.c - Whatever the bytes, a delta is refused and nothing is written, or NEW is what
 * the second reader and the plain writer make of it.
 *
 * The bytes are a delta, as it is or with its sizes and digests put right; or the items of one,
 * which get a head that is right for them, or that counts wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include <stdio.h>
#include <unistd.h>

#include "tests/snapshot/ask_delta.h"

static void try_kind(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	struct delta_counts counts = {0};
	size_t old_len;
	const uint8_t *old = ask_delta_old(&old_len);
	char path[64];

	/* In memory where there is such a folder: a snapshot that is made is synced. */
	snprintf(path, sizeof path, "%s/robotsc-delta-%ld", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
	const char *wrong = ask_delta(old, old_len, (enum delta_octets)nth, bytes, len, state, path, &counts);

	if (wrong != NULL)
		fprintf(stderr, "%s\n", wrong);
	must(wrong == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, DELTA_OCTETS_N, try_kind);
	return 0;
}
