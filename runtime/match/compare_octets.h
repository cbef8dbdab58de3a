/* compare_octets.h - compare the octets of a node with those of a path, several at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPARE_OCTETS_H
#define ROBOTSC_COMPARE_OCTETS_H

#include <stddef.h>

#include "load.h"
#include "vector.h"

/* The index of the lowest octet that is not 0; word is not 0. */
static inline uint32_t lowest_octet(uint64_t word)
{
	return lowest_bit(word) / 8;
}

/* Loads 1 to 7 octets into a word; the other octets are 0. */
static inline uint64_t load_word(const uint8_t *at, size_t n)
{
	if (n >= 4)
		return ld32(at) | (uint64_t)ld32(at + n - 4) << (8 * (n - 4));
	return at[0] | (uint64_t)at[n / 2] << (8 * (n / 2)) | (uint64_t)at[n - 1] << (8 * (n - 1));
}

/* Loads up to 8 octets from at; octets past end read as 0. */
static inline uint64_t load_octets(const uint8_t *at, const uint8_t *begin, const uint8_t *end)
{
	const size_t room = (size_t)(end - at);
	uint64_t word = 0;
	if (room >= 8)
		return ld64(at);
	if (end - begin >= 8)
		return room ? ld64(end - 8) >> (8 * (8 - room)) : 0;
	for (size_t i = room; i-- > 0;)
		word = word << 8 | at[i];
	return word;
}

/* How many octets of run equal those at at.  May read BLOB_OVERREAD octets past the run. */
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
