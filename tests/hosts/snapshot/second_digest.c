/* second_digest.c - see second_reader.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "second_reader.h"

#include <string.h>

/* ---- SHA-256 ----------------------------------------------------------------- */

static const uint32_t sha_words[64] = {
	0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5, 0xD807AA98, 0x12835B01,
	0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC,
	0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA, 0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147,
	0x06CA6351, 0x14292967, 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
	0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070, 0x19A4C116, 0x1E376C08,
	0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3, 0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208,
	0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

static uint32_t right(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static void sha_block(uint32_t h[8], const uint8_t *p)
{
	uint32_t w[64], s[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		const uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + (right(a, 7) ^ right(a, 18) ^ a >> 3) + w[i - 7] + (right(b, 17) ^ right(b, 19) ^ b >> 10);
	}
	memcpy(s, h, sizeof s);
	for (int i = 0; i < 64; i++) {
		const uint32_t t1 = s[7] + (right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
		                    sha_words[i] + w[i];
		const uint32_t t2 =
			(right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		h[i] += s[i];
}

void second_digest(const uint8_t *at, size_t len, uint8_t out[SECOND_DIGEST])
{
	uint32_t h[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
	uint8_t last[128] = {0};
	const size_t whole = len / 64 * 64, rest = len - whole, end = rest < 56 ? 64 : 128;

	for (size_t i = 0; i < whole; i += 64)
		sha_block(h, at + i);
	if (rest > 0)
		memcpy(last, at + whole, rest);
	last[rest] = 0x80;
	for (size_t i = 0; i < 8; i++)
		last[end - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
	for (size_t i = 0; i < end; i += 64)
		sha_block(h, last + i);
	for (size_t i = 0; i < SECOND_DIGEST; i++)
		out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* ---- checksum ---------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0xD6E8FEB86659FD93u;
	return h ^ h >> 32;
}

/* 8 octets from index i on, as a number; 0 for octets after the end. */
static uint64_t word_at(const uint8_t *at, size_t len, size_t i)
{
	uint64_t word = 0;

	for (size_t k = 0; k < 8 && i + k < len; k++)
		word |= (uint64_t)at[i + k] << 8 * k;
	return word;
}

uint64_t second_checksum(const uint8_t *at, size_t len)
{
	uint64_t a = 0x9E3779B97F4A7C15u, b = ~a;

	for (size_t i = 0; i <= len; i += 16) {
		a = mix(a, word_at(at, len, i));
		b = mix(b, word_at(at, len, i + 8));
	}
	return mix(mix(a, b), len);
}

uint32_t second_checksum32(const uint8_t *at, size_t len)
{
	return (uint32_t)second_checksum(at, len);
}

/* ---- HalfSipHash ------------------------------------------------------------- */

static uint32_t left(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

static void sip_rounds(uint32_t v[4], int n)
{
	for (; n > 0; n--) {
		v[0] += v[1];
		v[1] = left(v[1], 5) ^ v[0];
		v[0] = left(v[0], 16);
		v[2] += v[3];
		v[3] = left(v[3], 8) ^ v[2];
		v[0] += v[3];
		v[3] = left(v[3], 7) ^ v[0];
		v[2] += v[1];
		v[1] = left(v[1], 13) ^ v[2];
		v[2] = left(v[2], 16);
	}
}

uint64_t second_half_sip_hash(int c, int d, uint64_t key, const uint8_t *at, size_t len, int octets)
{
	const uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32), wide = octets == 8;
	uint32_t v[4] = {k0, k1 ^ (wide ? 0xEE : 0), 0x6C796765 ^ k0, 0x74656462 ^ k1}, first;

	for (size_t i = 0; i <= len / 4 * 4; i += 4) {
		uint32_t word = i == len / 4 * 4 ? (uint32_t)len << 24 : 0;

		for (size_t k = 0; k < 4 && i + k < len; k++)
			word |= (uint32_t)at[i + k] << 8 * k;
		v[3] ^= word;
		sip_rounds(v, c);
		v[0] ^= word;
	}
	v[2] ^= wide ? 0xEE : 0xFF;
	sip_rounds(v, d);
	first = v[1] ^ v[3];
	if (!wide)
		return first;
	v[1] ^= 0xDD;
	sip_rounds(v, d);
	return first | (uint64_t)(v[1] ^ v[3]) << 32;
}

uint64_t second_hash(uint64_t key, const uint8_t *at, size_t len)
{
	return second_half_sip_hash(1, 3, key, at, len, 8);
}
