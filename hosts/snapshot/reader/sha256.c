/* sha256.c - SHA-256, FIPS 180-4.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/attributes.h"
#include "match/load.h"
#include "match/vector.h"
#include "robotsc/snapshot.h"

#define BLOCK 64

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
	0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5, 0xD807AA98, 0x12835B01,
	0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC,
	0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA, 0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147,
	0x06CA6351, 0x14292967, 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
	0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070, 0x19A4C116, 0x1E376C08,
	0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3, 0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208,
	0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

static inline uint32_t rotate_right(uint32_t x, unsigned bits)
{
	return x >> bits | x << (32 - bits);
}

static inline uint32_t load_big(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The 16 words of a block, and the 48 computed from them.  FIPS 180-4 §6.2.2 */
static inline void expand(uint32_t w[64], const uint8_t *p)
{
	for (unsigned i = 0; i < 16; i++)
		w[i] = load_big(p + 4 * i);
	for (unsigned i = 16; i < 64; i++) {
		const uint32_t far = w[i - 15], near = w[i - 2];
		w[i] = w[i - 16] + w[i - 7] + (rotate_right(far, 7) ^ rotate_right(far, 18) ^ far >> 3) +
		       (rotate_right(near, 17) ^ rotate_right(near, 19) ^ near >> 10);
	}
}

/* A round.  The caller passes the words in another order each time instead of moving them. */
static inline void one_round(uint32_t w, uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
                             uint32_t *h)
{
	const uint32_t first = *h + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) + (g ^ (e & (f ^ g))) + w;
	*d += first;
	*h = first + (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + ((a & b) | (c & (a | b)));
}

static void add_blocks_plain(uint32_t state[8], const uint8_t *p, size_t blocks)
{
	for (; blocks > 0; blocks--, p += BLOCK) {
		uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
		uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
		uint32_t w[64];
		expand(w, p);
		for (unsigned i = 0; i < 64; i += 8) {
			one_round(w[i] + constants[i], a, b, c, &d, e, f, g, &h);
			one_round(w[i + 1] + constants[i + 1], h, a, b, &c, d, e, f, &g);
			one_round(w[i + 2] + constants[i + 2], g, h, a, &b, c, d, e, &f);
			one_round(w[i + 3] + constants[i + 3], f, g, h, &a, b, c, d, &e);
			one_round(w[i + 4] + constants[i + 4], e, f, g, &h, a, b, c, &d);
			one_round(w[i + 5] + constants[i + 5], d, e, f, &g, h, a, b, &c);
			one_round(w[i + 6] + constants[i + 6], c, d, e, &f, g, h, a, &b);
			one_round(w[i + 7] + constants[i + 7], b, c, d, &e, f, g, h, &a);
		}
		state[0] += a;
		state[1] += b;
		state[2] += c;
		state[3] += d;
		state[4] += e;
		state[5] += f;
		state[6] += g;
		state[7] += h;
	}
}

#if VECTOR_X86 && !ROBOTSC_SMALL
#define SHA __attribute__((target("sha,ssse3"))) static
#define SHA_INLINE __attribute__((target("sha,ssse3"), always_inline)) static inline

typedef uint32_t four_words __attribute__((vector_size(16)));
typedef int four_ints __attribute__((vector_size(16)));

#if defined(__clang__) || __GNUC__ >= 12
#define PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (four_ints){i, j, k, l})
#endif

/* True if the processor has the instructions for SHA-256, and SSSE3. */
static int has_sha(void)
{
	static signed char known;
	signed char answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
	if (!answer) {
		unsigned a, b, c, d;
		answer = vector_has_shuffle() && __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_SHA ? 1 : -1;
		__atomic_store_n(&known, answer, __ATOMIC_RELAXED);
	}
	return answer > 0;
}

/* The state in the order that the instructions want, the lowest word first. */
struct halves {
	four_words feba, hgdc;
};

/* Four words of the block, from its big-endian octets. */
SHA_INLINE four_words load_words(const uint8_t *p)
{
	const vector_octets order = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
	return (four_words)__builtin_ia32_pshufb128(vector_load(p), order);
}

SHA_INLINE four_words two_rounds(four_words x, four_words y, four_words sum)
{
	return (four_words)__builtin_ia32_sha256rnds2((four_ints)x, (four_ints)y, (four_ints)sum);
}

/* Four rounds. */
SHA_INLINE void four_rounds(struct halves *s, four_words w, const uint32_t *constant)
{
	const four_words sum = w + (four_words)vector_load((const uint8_t *)constant);
	s->hgdc = two_rounds(s->hgdc, s->feba, sum);
	s->feba = two_rounds(s->feba, s->hgdc, PICK(sum, sum, 2, 3, 0, 1));
}

/* The four words that come after 16 given ones. */
SHA_INLINE four_words next_words(four_words w0, four_words w1, four_words w2, four_words w3)
{
	const four_words sum = (four_words)__builtin_ia32_sha256msg1((four_ints)w0, (four_ints)w1) + PICK(w2, w3, 1, 2, 3, 4);
	return (four_words)__builtin_ia32_sha256msg2((four_ints)sum, (four_ints)w3);
}

SHA void add_blocks_sha(uint32_t state[8], const uint8_t *p, size_t blocks)
{
	struct halves s = {{state[5], state[4], state[1], state[0]}, {state[7], state[6], state[3], state[2]}};
	for (; blocks > 0; blocks--, p += BLOCK) {
		const struct halves before = s;
		four_words w0 = load_words(p), w1 = load_words(p + 16), w2 = load_words(p + 32), w3 = load_words(p + 48);
		for (unsigned i = 0;; i += 16) {
			four_rounds(&s, w0, constants + i);
			four_rounds(&s, w1, constants + i + 4);
			four_rounds(&s, w2, constants + i + 8);
			four_rounds(&s, w3, constants + i + 12);
			if (i == 48)
				break;
			w0 = next_words(w0, w1, w2, w3);
			w1 = next_words(w1, w2, w3, w0);
			w2 = next_words(w2, w3, w0, w1);
			w3 = next_words(w3, w0, w1, w2);
		}
		s.feba += before.feba;
		s.hgdc += before.hgdc;
	}
	for (unsigned i = 0; i < 2; i++) {
		state[1 - i] = s.feba[2 + i];
		state[5 - i] = s.feba[i];
		state[3 - i] = s.hgdc[2 + i];
		state[7 - i] = s.hgdc[i];
	}
}
#endif

static void add_blocks(uint32_t state[8], const uint8_t *p, size_t blocks)
{
#if VECTOR_X86 && !ROBOTSC_SMALL
	if (has_sha()) {
		add_blocks_sha(state, p, blocks);
		return;
	}
#endif
	add_blocks_plain(state, p, blocks);
}

void robotsc_sha256_begin(struct robotsc_sha256 *sha)
{
	*sha = (struct robotsc_sha256){
		.state = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19}};
}

void robotsc_sha256_add(struct robotsc_sha256 *sha, const void *octets, size_t len)
{
	const uint8_t *p = octets;
	size_t at = (size_t)(sha->len % BLOCK);
	sha->len += len;
	for (; at > 0 && len > 0; len--) {
		sha->block[at++] = *p++;
		if (at == BLOCK) {
			add_blocks(sha->state, sha->block, 1);
			at = 0;
		}
	}
	if (len >= BLOCK) {
		add_blocks(sha->state, p, len / BLOCK);
		p += len / BLOCK * BLOCK;
		len %= BLOCK;
	}
	for (size_t i = 0; i < len; i++)
		sha->block[i] = p[i];
}

void robotsc_sha256_end(struct robotsc_sha256 *sha, uint8_t digest[ROBOTSC_SNAPSHOT_ROOT])
{
	static const uint8_t padding[BLOCK] = {0x80};
	const uint64_t bits = 8 * sha->len;
	uint8_t size[8];
	for (unsigned i = 0; i < 8; i++)
		size[i] = (uint8_t)(bits >> (56 - 8 * i));
	robotsc_sha256_add(sha, padding, BLOCK - (size_t)((sha->len + 8) % BLOCK));
	robotsc_sha256_add(sha, size, 8);
	for (unsigned i = 0; i < ROBOTSC_SNAPSHOT_ROOT; i++)
		digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}
