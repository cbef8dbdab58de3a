/* load.h - little-endian loads from octets at any alignment; compilers turn each into one move.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LOAD_H
#define ROBOTSC_LOAD_H

#include <stdint.h>

static inline uint32_t ld16(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t ld32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t ld64(const uint8_t *p)
{
	return (uint64_t)ld32(p) | (uint64_t)ld32(p + 4) << 32;
}

#endif
