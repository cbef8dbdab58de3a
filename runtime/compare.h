/* compare.h - octets of a node against octets of a path, several at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPARE_H
#define ROBOTSC_COMPARE_H

#include <stddef.h>

#include "load.h"
#include "vector.h"

/* The number of the lowest octet of a word that is not zero; the word is not zero. */
static inline uint32_t lowest_octet(uint64_t word)
{
	return lowest_bit(word) / 8;
}

/* Up to 7 octets as a word, with zeros behind them; n is not 0. */
static inline uint64_t load_word(const uint8_t *at, size_t n)
{
	if (n >= 4)
		return ld32(at) | (uint64_t)ld32(at + n - 4) << (8 * (n - 4));
	return at[0] | (uint64_t)at[n / 2] << (8 * (n / 2)) | (uint64_t)at[n - 1] << (8 * (n - 1));
}

/* Up to 8 octets from at on, zeros behind the end. */
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

/* How many octets of a run stand at at.  BLOB_OVERREAD octets may be read behind the run. */
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

/* The place of an octet among the ways out of a branch, or count or more.  BLOB_OVERREAD octets may be
 * read behind them. */
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

/* The first place where two octets stand side by side, or where the path ends behind the first, or
 * where a third stands; or end. */
static inline const uint8_t *find_pair(const uint8_t *at, const uint8_t *end, uint8_t first, uint8_t second, uint8_t third)
{
#if VECTOR_X86
	for (; end - at > 16; at += 16) {
		const vector_octets octets = vector_load(at);
		const vector_octets pairs = vector_equal(octets, first) & vector_equal(vector_load(at + 1), second);
		const unsigned found = vector_mask(pairs | vector_equal(octets, third));
		if (found)
			return at + __builtin_ctz(found);
	}
#endif
	for (; at < end; at++)
		if (*at == third || (*at == first && (end - at == 1 || at[1] == second)))
			return at;
	return end;
}

#endif
