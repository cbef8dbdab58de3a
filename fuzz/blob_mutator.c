/* blob_mutator.c - changes a blob by the forger, or one section at random, and updates the rest.
 *
 * libFuzzer calls LLVMFuzzerCustomMutator in place of its own mutator.  Other fuzzers ignore it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "forge.h"
#include "forge_map.h"

#define HEADER 14u
#define ENTRY 5u
#define TRAILER 8u
#define AT_OFFSET 1u /* of the offset in an entry */
#define FORGED 4     /* changes at a time, at most */

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t len, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned seed);

/* The number of entries of the section table; 0 if the blob is too short for it. */
static size_t count_sections(const uint8_t *bytes, size_t len)
{
	if (len < HEADER + ENTRY + TRAILER)
		return 0;
	const size_t first = (size_t)forge_load(bytes + HEADER + AT_OFFSET, 4);

	return first < HEADER || first > len - TRAILER ? 0 : (first - HEADER) / ENTRY;
}

/* The beginning of section n, or of the checksum after the last one.  0: it is not inside the
 * blob. */
static size_t begin_of(const uint8_t *bytes, size_t len, unsigned n)
{
	const size_t sections = count_sections(bytes, len);
	size_t at = len - TRAILER;

	if (n < sections && HEADER + ENTRY * (n + 1) <= len - TRAILER)
		at = (size_t)forge_load(bytes + HEADER + ENTRY * n + AT_OFFSET, 4);
	return at >= HEADER && at <= len - TRAILER ? at : 0;
}

/* Change one section, which may make it longer or shorter. */
static size_t mutate_section(uint8_t *bytes, size_t len, size_t room, unsigned n)
{
	const size_t sections = count_sections(bytes, len), begin = begin_of(bytes, len, n), end = begin_of(bytes, len, n + 1);

	if (begin == 0 || end <= begin || end - begin > room - (len - (end - begin)))
		return len;
	const size_t rest = len - end, most = room - (len - (end - begin));
	char *behind = harness_copy(bytes + end, rest);
	const size_t size = LLVMFuzzerMutate(bytes + begin, end - begin, most);

	memcpy(bytes + begin + size, behind, rest);
	free(behind);
	for (unsigned i = n + 1; i < sections && HEADER + ENTRY * (i + 1) <= begin; i++) {
		uint8_t *at = bytes + HEADER + ENTRY * i + AT_OFFSET;

		forge_store(at, forge_load(at, 4) + size - (end - begin), 4);
	}
	return begin + size + rest;
}

/* Make one structured change or a few. */
static void forge(struct forge *f, uint64_t *state)
{
	for (size_t n = 1 + product_below(state, product_below(state, 2) == 0 ? 1 : FORGED); n > 0; n--)
		forge_change(f, (enum forge_kind)product_below(state, FORGE_KINDS));
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned seed)
{
	uint64_t state = seed;
	const size_t kind = product_below(&state, 8);
	struct forge f = {bytes, len, room, product_random(&state)};

	if (kind == 0 || count_sections(bytes, len) == 0)
		f.len = LLVMFuzzerMutate(bytes, len, room);
	else if (kind < 4)
		f.len = mutate_section(bytes, len, room, (unsigned)product_below(&state, count_sections(bytes, len)));
	else
		forge(&f, &state);
	if (product_below(&state, 64) != 0)
		forge_repair(&f);
	return f.len;
}
