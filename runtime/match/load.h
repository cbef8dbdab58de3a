/* load.h - little-endian loads at any alignment, and the lowest bit of a word.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOAD_H
#define ROBOTSC_LOAD_H

#include <stdint.h>

#include "attributes.h"

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
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
#if defined(__GNUC__)
	return (unsigned)__builtin_ctzll(x);
#else
	unsigned n = 0;
	for (; !(x & 1); x >>= 1)
		n++;
	return n;
#endif
}

#endif
