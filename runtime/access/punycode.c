/* punycode.c - see utf8.h.  Names and numbers are those of RFC 3492 §5 and §6.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "utf8.h"

#define BASE 36u
#define TMIN 1u
#define TMAX 26u
#define SKEW 38u
#define DAMP 700u
#define INITIAL_BIAS 72u
#define INITIAL_N 128u

struct punycode_encoder {
	char *out;
	size_t len, room;
	uint32_t bias;
};

/* Counts octets that do not fit, too: the encoder compares len with room at the end. */
static void put(struct punycode_encoder *e, char c)
{
	if (e->len < e->room)
		e->out[e->len] = c;
	e->len++;
}

static uint32_t adapt(uint32_t delta, uint32_t points, int first)
{
	uint32_t k = 0;
	delta = first ? delta / DAMP : delta / 2;
	delta += delta / points;
	for (; delta > (BASE - TMIN) * TMAX / 2; k += BASE)
		delta /= BASE - TMIN;
	return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static void put_integer(struct punycode_encoder *e, uint32_t q)
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	for (uint32_t k = BASE;; k += BASE) {
		const uint32_t t = k <= e->bias + TMIN ? TMIN : k >= e->bias + TMAX ? TMAX : k - e->bias;
		if (q < t)
			break;
		put(e, digits[t + (q - t) % (BASE - t)]);
		q = (q - t) / (BASE - t);
	}
	put(e, digits[q]);
}

/* The least code point that is at least n.  One exists. */
static uint32_t least(const uint32_t *points, size_t len, uint32_t n)
{
	uint32_t m = UINT32_MAX;
	for (size_t i = 0; i < len; i++)
		if (points[i] >= n && points[i] < m)
			m = points[i];
	return m;
}

/* delta stays below 2^27: at most 64 positions for each of 0x110000 code points. */
size_t robotsc__punycode_encode(const uint32_t *points, size_t len, char *out, size_t room)
{
	struct punycode_encoder e = {out, 0, room, INITIAL_BIAS};
	uint32_t n = INITIAL_N, delta = 0;
	for (size_t i = 0; i < len; i++)
		if (points[i] < INITIAL_N)
			put(&e, (char)points[i]);
	const uint32_t basic = (uint32_t)e.len;
	if (basic)
		put(&e, '-');
	for (uint32_t done = basic; done < len; n++, delta++) {
		const uint32_t m = least(points, len, n);
		delta += (m - n) * (done + 1);
		n = m;
		for (size_t i = 0; i < len; i++) {
			delta += points[i] < n;
			if (points[i] != n)
				continue;
			put_integer(&e, delta);
			e.bias = adapt(delta, done + 1, done == basic);
			delta = 0;
			done++;
		}
	}
	return e.len <= room ? e.len : 0;
}
