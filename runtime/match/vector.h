/* vector.h - operations on 16 octets at once.
 *
 * Uses the compilers' vector types and built-ins: the processor vendors' headers need a hosted
 * libc.  ROBOTSC_PORTABLE turns all of it off.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_VECTOR_H
#define ROBOTSC_VECTOR_H

#include <stdint.h>

#if (defined(__GNUC__) || defined(__clang__)) && defined(__SSE2__) && !defined(ROBOTSC_PORTABLE)
#define VECTOR_X86 1
#include <cpuid.h>

typedef char vector_octets __attribute__((vector_size(16)));
typedef uint8_t vector_unsigned __attribute__((vector_size(16)));
typedef long long vector_words __attribute__((vector_size(16)));
typedef unsigned long long vector_bits __attribute__((vector_size(16)));

static inline vector_octets vector_load(const uint8_t *p)
{
	vector_octets v;
	__builtin_memcpy(&v, p, sizeof v);
	return v;
}

static inline void vector_store(uint8_t *p, vector_octets v)
{
	__builtin_memcpy(p, &v, sizeof v);
}

static inline vector_octets vector_equal(vector_octets v, uint8_t octet)
{
	const char c = (char)octet;
	const vector_octets all = {c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};
	return (vector_octets)(v == all);
}

/* The high four bits of each octet. */
static inline vector_octets vector_high(vector_octets v)
{
	return (vector_octets)((vector_unsigned)v >> 4);
}

/* Bit i of the result is bit 7 of octet i. */
static inline unsigned vector_mask(vector_octets v)
{
	return (unsigned)__builtin_ia32_pmovmskb128(v);
}

/* True if the processor has SSSE3 (table look-up of 16 octets) and POPCNT.
 * The answer is cached; threads that race compute the same one. */
static inline int vector_has_shuffle(void)
{
	static signed char known;
	signed char answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
	if (!answer) {
		unsigned a, b, c, d;
		answer = __get_cpuid(1, &a, &b, &c, &d) && c & bit_SSSE3 && c & bit_POPCNT ? 1 : -1;
		__atomic_store_n(&known, answer, __ATOMIC_RELAXED);
	}
	return answer > 0;
}
#endif

#endif
