/* scan.h - skip the octets on which the hub of a machine stays.  docs/format.md, "Scan"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SCAN_H
#define ROBOTSC_SCAN_H

#include "code.h"
#include "vector.h"

/* The first octet from at on that must be looked at, or end. */
static inline const uint8_t *scan_octets(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
	while (at < end && !scan_stops(scan, *at))
		at++;
	return at;
}

#if VECTOR_X86
/* Bit i is set when octet i at p must be looked at.  The table has a row for the low half of an octet;
 * the high half says which bit of it. */
__attribute__((target("ssse3"))) static inline unsigned scan_stops_at(vector_octets rows, const uint8_t *p)
{
	const vector_octets bits = {1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128}, none = {0},
			    octets = vector_load(p);
	const vector_octets row = __builtin_ia32_pshufb128(rows, octets), bit = __builtin_ia32_pshufb128(bits, octets >> 4 & 7);
	return (vector_mask((vector_octets)((row & bit) == none)) ^ 0xFFFF) | vector_mask(octets);
}

/* 16 octets at a time; the last ones together with some before them, of a path that has so many. */
__attribute__((target("ssse3"))) static inline const uint8_t *scan_vector(const uint8_t *scan, const uint8_t *at,
                                                                          const uint8_t *end)
{
	const vector_octets rows = vector_load(scan);
	while (end - at >= 16) {
		const unsigned stops = scan_stops_at(rows, at);
		if (stops)
			return at + __builtin_ctz(stops);
		at += 16;
	}
	const unsigned stops = scan_stops_at(rows, end - 16) >> (16 - (end - at));
	return stops ? at + __builtin_ctz(stops) : end;
}
#endif

/* As scan_octets, several octets at a time where the processor can. */
static inline const uint8_t *scan_path(const uint8_t *scan, const uint8_t *begin, const uint8_t *at, const uint8_t *end)
{
#if VECTOR_X86
	if (end - begin >= 16 && at < end && vector_has_shuffle())
		return scan_vector(scan, at, end);
#else
	(void)begin;
#endif
	return scan_octets(scan, at, end);
}

#endif
