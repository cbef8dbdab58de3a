/* compare_octets.h - compare the octets of a node with those of a path, several at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPARE_OCTETS_H
#define ROBOTSC_COMPARE_OCTETS_H

#include <stddef.h>

#include "load.h"
#include "vector.h"

/* How many octets of run equal those from `at` on.  May read BLOB_OVERREAD octets past the run. */
static inline uint32_t equal_octets(const uint8_t *run, uint32_t n, const uint8_t *at, const uint8_t *begin, const uint8_t *end)
{
	const size_t room = (size_t)(end - at);
	const uint32_t most = n < room ? n : (uint32_t)room;
	for (uint32_t i = 0; i < most; i += 8) {
		const uint64_t differ = ld64(run + i) ^ load_octets(at + i, begin, end);
		if (differ) {
			const uint32_t same = i + lowest_octet(differ);
			return same < most ? same : most;
		}
	}
	return most;
}

/* The index of an octet among the ways of a branch; count or more if it is none of them.
 * May read BLOB_OVERREAD octets past the ways. */
static inline uint32_t find_way(const uint8_t *ways, uint32_t count, uint8_t octet)
{
#if VECTOR_X86
	for (uint32_t i = 0; i < count; i += 16) {
		const unsigned found = vector_mask(vector_equal(vector_load(ways + i), octet));
		if (found)
			return i + (uint32_t)__builtin_ctz(found);
	}
	return count;
#else
	const uint64_t ones = 0x0101010101010101u, wanted = ones * octet;
	for (uint32_t i = 0; i < count; i += 8) {
		const uint64_t differ = ld64(ways + i) ^ wanted, zero = (differ - ones) & ~differ & (ones << 7);
		if (zero)
			return i + lowest_octet(zero);
	}
	return count;
#endif
}

#endif
