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
/* 16 octets at a time: the table's row by the low half of an octet, the bit in it by the high half. */
__attribute__((target("ssse3"))) static inline const uint8_t *scan_vector(const uint8_t *scan, const uint8_t *at,
                                                                          const uint8_t *end)
{
	const vector_octets bits = {1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128}, none = {0},
			    rows = vector_load(scan);
	while (end - at >= 16) {
		const vector_octets octets = vector_load(at);
		const vector_octets row = __builtin_ia32_pshufb128(rows, octets),
				    bit = __builtin_ia32_pshufb128(bits, octets >> 4 & 7);
		const unsigned stops = (vector_mask((vector_octets)((row & bit) == none)) ^ 0xFFFF) | vector_mask(octets);
		if (stops)
			return at + __builtin_ctz(stops);
		at += 16;
	}
	return at;
}
#endif

/* As scan_octets, several octets at a time where the processor can. */
static inline const uint8_t *scan_path(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
#if VECTOR_X86
	if (end - at >= 16 && vector_has_shuffle())
		at = scan_vector(scan, at, end);
#endif
	return scan_octets(scan, at, end);
}

#endif
