/* octets.h - integers into octets: little-endian in stores and snapshots, big-endian in records
 * that are sorted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OCTETS_H
#define ROBOTSC_OCTETS_H

#include <stdint.h>

static inline void put_little(uint8_t *p, unsigned n, uint64_t v)
{
	for (unsigned i = 0; i < n; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

static inline uint64_t get_little(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;
	for (unsigned i = n; i > 0; i--)
		v = v << 8 | p[i - 1];
	return v;
}

static inline void put_big(uint8_t *p, unsigned n, uint64_t v)
{
	for (unsigned i = n; i > 0; i--, v >>= 8)
		p[i - 1] = (uint8_t)v;
}

static inline uint64_t get_big(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;
	for (unsigned i = 0; i < n; i++)
		v = v << 8 | p[i];
	return v;
}

#endif
