/* plain_hashes.c - see plain_hashes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_hashes.h"

#include <stdlib.h>
#include <string.h>

static uint64_t load(const uint8_t *p, size_t n)
{
	uint64_t value = 0;

	while (n-- > 0)
		value = value << 8 | p[n];
	return value;
}

/* ---- HalfSipHash ------------------------------------------------------------------- */

static uint32_t rotl(uint32_t x, unsigned n)
{
	return x << n | x >> (32 - n);
}

static void rounds(uint32_t v[4], unsigned n)
{
	for (; n > 0; n--) {
		v[0] += v[1];
		v[1] = rotl(v[1], 5);
		v[1] ^= v[0];
		v[0] = rotl(v[0], 16);
		v[2] += v[3];
		v[3] = rotl(v[3], 8);
		v[3] ^= v[2];
		v[0] += v[3];
		v[3] = rotl(v[3], 7);
		v[3] ^= v[0];
		v[2] += v[1];
		v[1] = rotl(v[1], 13);
		v[1] ^= v[2];
		v[2] = rotl(v[2], 16);
	}
}

uint64_t plain_half_sip(unsigned c, unsigned d, unsigned output, const uint8_t key[8], const void *octets, size_t len)
{
	const uint8_t *p = octets;
	const uint32_t k0 = (uint32_t)load(key, 4), k1 = (uint32_t)load(key + 4, 4);
	uint32_t v[4] = {0, 0, 0x6C796765, 0x74656462}, first;
	size_t i;

	v[0] ^= k0;
	v[1] ^= k1;
	v[2] ^= k0;
	v[3] ^= k1;
	if (output == 8)
		v[1] ^= 0xEE;
	for (i = 0; i <= len / 4; i++) {
		const uint32_t word = i < len / 4 ? (uint32_t)load(p + 4 * i, 4)
		                                  : (uint32_t)(load(p + 4 * i, len % 4) | (uint64_t)(len & 0xFF) << 24);

		v[3] ^= word;
		rounds(v, c);
		v[0] ^= word;
	}
	v[2] ^= output == 8 ? 0xEE : 0xFF;
	rounds(v, d);
	first = v[1] ^ v[3];
	if (output == 4)
		return first;
	v[1] ^= 0xDD;
	rounds(v, d);
	return first | (uint64_t)(v[1] ^ v[3]) << 32;
}

uint64_t plain_hash(uint64_t key, const void *octets, size_t len)
{
	uint8_t k[8];
	size_t i;

	for (i = 0; i < 8; i++)
		k[i] = (uint8_t)(key >> 8 * i);
	return plain_half_sip(1, 3, 8, k, octets, len);
}

/* ---- SHA-256 ------------------------------------------------------------------------ */

static uint32_t rotr(uint32_t x, unsigned n)
{
	return rotl(x, 32 - n);
}

/* The first 32 bits of the fractional part of x with x^power = prime, found by halving; power is 2
 * or 3. */
static uint32_t root_fraction(unsigned prime, unsigned power)
{
	uint64_t low = 0, high = (uint64_t)20 << 32; /* 32 bits of fraction */

	while (high - low > 1) {
		const uint64_t middle = low + (high - low) / 2;
		long double x = (long double)middle / 4294967296.0L, y = power == 2 ? x * x : x * x * x;

		if (y <= prime)
			low = middle;
		else
			high = middle;
	}
	return (uint32_t)low;
}

static unsigned next_prime(unsigned p)
{
	unsigned d;

	do {
		p++;
		for (d = 2; d * d <= p && p % d != 0; d++)
			;
	} while (d * d <= p);
	return p;
}

static void add_block(uint32_t h[8], const uint32_t k[64], const uint8_t *p)
{
	uint32_t w[64], s[8];
	int i;

	for (i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
	for (; i < 64; i++)
		w[i] = (rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10) + w[i - 7] +
		       (rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 16];
	memcpy(s, h, sizeof s);
	for (i = 0; i < 64; i++) {
		const uint32_t t1 =
			s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
		const uint32_t t2 =
			(rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (i = 0; i < 8; i++)
		h[i] += s[i];
}

void plain_sha256(const void *octets, size_t len, uint8_t digest[32])
{
	static uint32_t k[64], start[8];
	const uint8_t *p = octets;
	const size_t whole = len / 64, rest = len % 64;
	uint8_t last[128] = {0};
	uint32_t h[8];
	size_t i;
	unsigned prime = 1;

	for (i = 0; k[63] == 0 && i < 64; i++) {
		prime = next_prime(prime);
		if (i < 8)
			start[i] = root_fraction(prime, 2);
		k[i] = root_fraction(prime, 3);
	}
	memcpy(h, start, sizeof h);
	for (i = 0; i < whole; i++)
		add_block(h, k, p + 64 * i);
	if (rest > 0)
		memcpy(last, p + 64 * whole, rest);
	last[rest] = 0x80;
	for (i = 0; i < 8; i++)
		last[(rest < 56 ? 63u : 127u) - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
	add_block(h, k, last);
	if (rest >= 56)
		add_block(h, k, last + 64);
	for (i = 0; i < 32; i++)
		digest[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* ---- the checksum -------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0xD6E8FEB86659FD93u;
	return h ^ h >> 32;
}

uint64_t plain_checksum(const void *octets, size_t len)
{
	const uint8_t *p = octets;
	uint64_t a = 0x9E3779B97F4A7C15u, b = ~a;
	size_t at;

	for (at = 0; at <= len; at += 16) {
		uint8_t block[16] = {0};

		if (len > at)
			memcpy(block, p + at, len - at < 16 ? len - at : 16);
		a = mix(a, load(block, 8));
		b = mix(b, load(block + 8, 8));
	}
	return mix(mix(a, b), len);
}
