/* load.h - little-endian loads at any alignment, of a few octets too, and the lowest bit of a word.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOAD_H
#define ROBOTSC_LOAD_H

#include <stddef.h>
#include <stdint.h>

#include "attributes.h"

#if (defined(__GNUC__) || defined(__clang__)) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOAD(bits)                                 \
	uint##bits##_t value;                      \
	__builtin_memcpy(&value, p, sizeof value); \
	return value
#else
#define LOAD(bits)                                                          \
	uint##bits##_t value = 0;                                           \
	for (unsigned i = 0; i < (bits) / 8; i++)                           \
		value |= (uint##bits##_t)((uint##bits##_t)p[i] << (8 * i)); \
	return value
#endif

static inline uint32_t ld16(const uint8_t *p)
{
	LOAD(16);
}

static inline uint32_t ld32(const uint8_t *p)
{
	LOAD(32);
}

static inline uint64_t ld64(const uint8_t *p)
{
	LOAD(64);
}

#undef LOAD

/* The index of the lowest set bit; x is not 0. */
static inline unsigned lowest_bit(uint64_t x)
{
#if defined(__GNUC__) || defined(__clang__)
	return (unsigned)__builtin_ctzll(x);
#else
	unsigned n = 0;
	for (; !(x & 1); x >>= 1)
		n++;
	return n;
#endif
}

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

/* Loads the last n - 8 of n octets, 8 to 15, which end at end; the other octets are 0.  One shift
 * by 64 bits would be undefined. */
static inline uint64_t load_last(const uint8_t *end, size_t n)
{
	return ld64(end - 8) >> (8 * (15 - n)) >> 8;
}

#endif
