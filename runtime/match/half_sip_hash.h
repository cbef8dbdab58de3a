/* half_sip_hash.h - HalfSipHash-1-3 with 8 octets of output.  docs/formats/snapshot.md, "Index"
 *
 * J.-P. Aumasson, D. J. Bernstein: SipHash: a fast short-input PRF; one round for each word and
 * three at the end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HALF_SIP_HASH_H
#define ROBOTSC_HALF_SIP_HASH_H

#include "load.h"

struct half_sip {
	uint32_t v0, v1, v2, v3;
};

static inline uint32_t rotate_left(uint32_t x, unsigned bits)
{
	return x << bits | x >> (32 - bits);
}

static inline void half_sip_round(struct half_sip *s)
{
	s->v0 += s->v1;
	s->v2 += s->v3;
	s->v1 = rotate_left(s->v1, 5) ^ s->v0;
	s->v3 = rotate_left(s->v3, 8) ^ s->v2;
	s->v0 = rotate_left(s->v0, 16) + s->v3;
	s->v2 += s->v1;
	s->v3 = rotate_left(s->v3, 7) ^ s->v0;
	s->v1 = rotate_left(s->v1, 13) ^ s->v2;
	s->v2 = rotate_left(s->v2, 16);
}

static inline void half_sip_word(struct half_sip *s, uint32_t word)
{
	s->v3 ^= word;
	half_sip_round(s);
	s->v0 ^= word;
}

/* One word of output. */
static inline uint32_t half_sip_end(struct half_sip *s)
{
	for (int i = 0; i < 3; i++)
		half_sip_round(s);
	return s->v1 ^ s->v3;
}

/* The first word of output is the lower half. */
static inline uint64_t half_sip_hash(uint64_t key, const uint8_t *p, size_t len)
{
	const uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
	struct half_sip s = {k0, k1 ^ 0xEE, 0x6C796765 ^ k0, 0x74656462 ^ k1};
	const uint8_t *const end = p + len;
	const size_t rest = len & 3;
	uint32_t word = (uint32_t)len << 24;
	for (; end - p >= 4; p += 4)
		half_sip_word(&s, ld32(p));
	if (len >= 4)
		word |= (uint32_t)((uint64_t)ld32(end - 4) >> (32 - 8 * rest));
	else
		for (size_t i = 0; i < rest; i++)
			word |= (uint32_t)p[i] << 8 * i;
	half_sip_word(&s, word);
	s.v2 ^= 0xEE;
	const uint32_t low = half_sip_end(&s);
	s.v1 ^= 0xDD;
	return low | (uint64_t)half_sip_end(&s) << 32;
}

#endif
