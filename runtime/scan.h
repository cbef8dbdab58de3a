/* scan.h - skip the octets on which the hub of a machine stays.  docs/format.md, "Scan"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SCAN_H
#define ROBOTSC_SCAN_H

#include "code.h"

#if defined(__GNUC__) && defined(__x86_64__) && !defined(ROBOTSC_PORTABLE)
#include <cpuid.h>
#include <tmmintrin.h>
#define SCAN_SSSE3 1
#elif defined(__GNUC__) && defined(__aarch64__) && !defined(ROBOTSC_PORTABLE)
#include <arm_neon.h>
#define SCAN_NEON 1
#endif

/* The first octet from at on that must be looked at, or end. */
static inline const uint8_t *scan_octets(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
	while (at < end && !scan_stops(scan, *at))
		at++;
	return at;
}

#if SCAN_SSSE3
/* 16 octets at a time: the table's row by the low half of an octet, the bit in it by the high half. */
__attribute__((target("ssse3"))) static inline const uint8_t *scan_vector(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
	const __m128i rows = _mm_loadu_si128((const __m128i *)(const void *)scan);
	const __m128i bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
	while (end - at >= 16) {
		const __m128i octets = _mm_loadu_si128((const __m128i *)(const void *)at);
		const __m128i high = _mm_and_si128(_mm_srli_epi16(octets, 4), _mm_set1_epi8(7));
		const __m128i stays = _mm_cmpeq_epi8(_mm_and_si128(_mm_shuffle_epi8(rows, octets), _mm_shuffle_epi8(bits, high)), _mm_setzero_si128());
		const unsigned stops = (unsigned)(_mm_movemask_epi8(octets) | (_mm_movemask_epi8(stays) ^ 0xFFFF));
		if (stops)
			return at + __builtin_ctz(stops);
		at += 16;
	}
	return at;
}

/* Asked of the processor once; every thread comes to the same answer. */
static inline int scan_has_vector(void)
{
	static signed char known;
	signed char answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
	if (!answer) {
		unsigned a, b, c, d;
		answer = __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSSE3 ? 1 : -1;
		__atomic_store_n(&known, answer, __ATOMIC_RELAXED);
	}
	return answer > 0;
}
#elif SCAN_NEON
static inline const uint8_t *scan_vector(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
	static const uint8_t bit[16] = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
	const uint8x16_t rows = vld1q_u8(scan), bits = vld1q_u8(bit);
	while (end - at >= 16) {
		const uint8x16_t octets = vld1q_u8(at), high = vshrq_n_u8(octets, 4);
		const uint8x16_t hit = vtstq_u8(vqtbl1q_u8(rows, vandq_u8(octets, vdupq_n_u8(15))), vqtbl1q_u8(bits, high));
		if (vmaxvq_u8(vorrq_u8(hit, vcgtq_u8(octets, vdupq_n_u8(0x7F)))))
			return at; /* scan_octets finds it */
		at += 16;
	}
	return at;
}

static inline int scan_has_vector(void)
{
	return 1;
}
#endif

/* As scan_octets, several octets at a time where the processor can. */
static inline const uint8_t *scan_path(const uint8_t *scan, const uint8_t *at, const uint8_t *end)
{
#if SCAN_SSSE3 || SCAN_NEON
	if (end - at >= 16 && scan_has_vector())
		at = scan_vector(scan, at, end);
#endif
	return scan_octets(scan, at, end);
}

#endif
