/* blob_mutator.c - changes a section of a blob and puts right what depends on it: the section table, the size, the checksum.
 *
 * libFuzzer takes LLVMFuzzerCustomMutator in place of its own; what else there is ignores it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/access.h"

#define HEADER 16u
#define ENTRY 8u
#define TRAILER 8u
#define AT_SIZE 8u
#define AT_SECTIONS 14u
#define AT_OFFSET 4u /* in an entry */

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t len, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned seed);

static uint32_t load(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store(uint8_t *p, uint64_t v, unsigned n)
{
	for (; n > 0; n--, v >>= 8)
		*p++ = (uint8_t)v;
}

/* What a reader looks at first. */
static void repair(uint8_t *bytes, size_t len)
{
	static const uint8_t magic[] = {0x8D, 'R', 'B', 'C', 1};

	memcpy(bytes, magic, sizeof magic);
	store(bytes + AT_SIZE, len, 4);
	store(bytes + len - TRAILER, robotsc_digest(bytes, len - TRAILER), TRAILER);
}

/* Where section n begins; behind the last one, where the checksum does.  0: it is nowhere. */
static size_t begin_of(const uint8_t *bytes, size_t len, unsigned n)
{
	const size_t sections = bytes[AT_SECTIONS];
	size_t at = len - TRAILER;

	if (n < sections && HEADER + ENTRY * (n + 1) <= len - TRAILER)
		at = load(bytes + HEADER + ENTRY * n + AT_OFFSET);
	return at >= HEADER && at <= len - TRAILER ? at : 0;
}

/* Change one section, which may make it longer or shorter. */
static size_t mutate_section(uint8_t *bytes, size_t len, size_t room, unsigned n)
{
	const size_t begin = begin_of(bytes, len, n), end = begin_of(bytes, len, n + 1);

	if (begin == 0 || end <= begin || end - begin > room - (len - (end - begin)))
		return len;
	const size_t rest = len - end, most = room - (len - (end - begin));
	char *behind = harness_copy(bytes + end, rest);
	const size_t size = LLVMFuzzerMutate(bytes + begin, end - begin, most);

	memcpy(bytes + begin + size, behind, rest);
	free(behind);
	for (unsigned i = n + 1; i < bytes[AT_SECTIONS] && HEADER + ENTRY * (i + 1) <= begin; i++) {
		uint8_t *at = bytes + HEADER + ENTRY * i + AT_OFFSET;

		store(at, load(at) + size - (end - begin), 4);
	}
	return begin + size + rest;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned seed)
{
	uint64_t state = seed;
	const size_t kind = product_below(&state, 8);

	if (kind > 0 && len >= HEADER + TRAILER && bytes[AT_SECTIONS] > 0)
		len = mutate_section(bytes, len, room, (unsigned)product_below(&state, bytes[AT_SECTIONS]));
	else
		len = LLVMFuzzerMutate(bytes, len, room);
	if (len >= HEADER + TRAILER && product_below(&state, 64) != 0)
		repair(bytes, len);
	return len;
}
