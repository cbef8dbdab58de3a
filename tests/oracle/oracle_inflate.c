/* oracle_inflate.c - see oracle_import.h: RFC 1951, 1950 and 1952, a bit at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_import.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct bits {
	const unsigned char *at;
	size_t len, next; /* octets; the next bit */
	unsigned char *out;
	size_t n, most, first; /* octets that came out, or are wanted; where the member began */
	jmp_buf stop;          /* 1: damaged; 2: no more is wanted; 3: it ends early */
};

/* ---- RFC 1951 ---------------------------------------------------------------- */

static unsigned get(struct bits *s, unsigned n)
{
	unsigned value = 0;

	for (unsigned i = 0; i < n; i++, s->next++) {
		if (s->next / 8 >= s->len)
			longjmp(s->stop, 3);
		value |= (s->at[s->next / 8] >> s->next % 8 & 1u) << i;
	}
	return value;
}

static void need(struct bits *s, int holds)
{
	if (!holds)
		longjmp(s->stop, 1);
}

static void put(struct bits *s, unsigned octet)
{
	s->out[s->n++] = (unsigned char)octet;
	if (s->n == s->most)
		longjmp(s->stop, 2);
}

/* A code: how long the word of each symbol is, 0: it has none. */
struct code {
	unsigned n;
	unsigned char len[320];
};

/* §3.2.2: words of one length ascend in the order of their symbols, and come after the shorter
 * words. */
static unsigned get_symbol(struct bits *s, const struct code *c)
{
	unsigned word = 0, first = 0, longest = 1;

	for (unsigned symbol = 0; symbol < c->n; symbol++)
		longest = c->len[symbol] > longest ? c->len[symbol] : longest;
	for (unsigned len = 1; len <= longest; len++, first *= 2) {
		word = 2 * word + get(s, 1);
		for (unsigned symbol = 0; symbol < c->n; symbol++)
			if (c->len[symbol] == len && first++ == word)
				return symbol;
	}
	longjmp(s->stop, 1);
}

/* The words must be a complete code of at most 15 bits.  With lone, a code without words, and a
 * single word of one bit, are right, too. */
static void check_code(struct bits *s, const struct code *c, int lone)
{
	unsigned long used = 0, words = 0, longest = 0;

	for (unsigned i = 0; i < c->n; i++)
		if (c->len[i] > 0) {
			used += 32768ul >> c->len[i];
			words++;
			longest = c->len[i] > longest ? c->len[i] : longest;
		}
	need(s, used == 32768 || (lone && (words == 0 || (words == 1 && longest == 1))));
}

static void get_codes(struct bits *s, struct code *literals, struct code *distances)
{
	static const unsigned char order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	struct code lengths = {19, {0}}, both = {0, {0}};

	literals->n = get(s, 5) + 257;
	distances->n = get(s, 5) + 1;
	both.n = literals->n + distances->n;
	const unsigned given = get(s, 4) + 4;
	need(s, literals->n <= 286 && distances->n <= 30);
	for (unsigned i = 0; i < given; i++)
		lengths.len[order[i]] = (unsigned char)get(s, 3);
	check_code(s, &lengths, 0);
	for (unsigned i = 0; i < both.n;) {
		const unsigned symbol = get_symbol(s, &lengths);
		unsigned times = 1, value = symbol;

		if (symbol == 16) {
			times = 3 + get(s, 2);
			need(s, i > 0);
			value = both.len[i - 1];
		} else if (symbol > 16) {
			value = 0;
			times = symbol == 17 ? 3 + get(s, 3) : 11 + get(s, 7);
		}
		need(s, times <= both.n - i);
		for (; times > 0; times--)
			both.len[i++] = (unsigned char)value;
	}
	memset(literals->len, 0, sizeof literals->len);
	memset(distances->len, 0, sizeof distances->len);
	memcpy(literals->len, both.len, literals->n);
	memcpy(distances->len, both.len + literals->n, distances->n);
	need(s, literals->len[256] > 0);
	check_code(s, literals, 1);
	check_code(s, distances, 1);
}

/* §3.2.6 */
static void fixed_codes(struct code *literals, struct code *distances)
{
	literals->n = 288;
	for (unsigned i = 0; i < 288; i++)
		literals->len[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	distances->n = 32;
	memset(distances->len, 5, 32);
}

/* §3.2.5: lengths begin at 3, distances at 1; the extra bits are the size of each range. */
static void copy(struct bits *s, unsigned symbol, const struct code *distances)
{
	unsigned length = 3, distance = 1, extra;

	need(s, symbol <= 285);
	for (unsigned i = 257; i < symbol; i++)
		length += i < 265 ? 1 : 1u << ((i - 261) / 4);
	extra = symbol < 265 ? 0 : (symbol - 261) / 4;
	length = symbol == 285 ? 258 : length + get(s, extra);
	symbol = get_symbol(s, distances);
	need(s, symbol <= 29);
	for (unsigned i = 0; i < symbol; i++)
		distance += i < 4 ? 1 : 1u << (i / 2 - 1);
	distance += get(s, symbol < 4 ? 0 : symbol / 2 - 1);
	need(s, distance <= s->n - s->first);
	for (; length > 0; length--)
		put(s, s->out[s->n - distance]);
}

static void stored(struct bits *s)
{
	unsigned length;

	s->next = (s->next + 7) / 8 * 8;
	length = get(s, 16);
	need(s, (length ^ 0xFFFF) == get(s, 16));
	for (; length > 0; length--)
		put(s, get(s, 8));
}

static void blocks(struct bits *s)
{
	static struct code literals, distances;
	unsigned last = 0;

	while (!last) {
		last = get(s, 1);
		const unsigned kind = get(s, 2);

		need(s, kind < 3);
		if (kind == 0) {
			stored(s);
			continue;
		}
		if (kind == 1)
			fixed_codes(&literals, &distances);
		else
			get_codes(s, &literals, &distances);
		for (unsigned symbol; (symbol = get_symbol(s, &literals)) != 256;) {
			if (symbol < 256)
				put(s, symbol);
			else
				copy(s, symbol, &distances);
		}
	}
	s->next = (s->next + 7) / 8 * 8;
}

/* ---- RFC 1950, RFC 1952 ------------------------------------------------------ */

static unsigned long crc_of(const unsigned char *at, size_t len)
{
	unsigned long c = 0xFFFFFFFF;

	for (size_t i = 0; i < len; i++) {
		c ^= at[i];
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xEDB88320 ^ c >> 1 : c >> 1;
	}
	return c ^ 0xFFFFFFFF;
}

static void gzip_member(struct bits *s)
{
	const size_t begin = s->next / 8;
	unsigned flags;

	need(s, get(s, 16) == 0x8B1F && get(s, 8) == 8);
	flags = get(s, 8);
	need(s, flags < 32);
	get(s, 16), get(s, 16), get(s, 16);
	if (flags & 4) /* FEXTRA */
		for (unsigned n = get(s, 16); n > 0; n--)
			get(s, 8);
	if (flags & 8) /* FNAME */
		while (get(s, 8) != 0)
			;
	if (flags & 16) /* FCOMMENT */
		while (get(s, 8) != 0)
			;
	if (flags & 2) { /* FHCRC */
		const unsigned long crc = crc_of(s->at + begin, s->next / 8 - begin);

		need(s, get(s, 16) == (crc & 0xFFFF));
	}
	s->first = s->n;
	blocks(s);
	const unsigned long crc = crc_of(s->out + s->first, s->n - s->first);
	need(s, get(s, 16) == (crc & 0xFFFF) && get(s, 16) == crc >> 16);
	need(s, get(s, 16) == (s->n - s->first) % 65536 && get(s, 16) == (s->n - s->first) / 65536);
}

static void zlib_stream(struct bits *s)
{
	const unsigned cmf = get(s, 8), flg = get(s, 8);
	unsigned long a = 1, b = 0;

	need(s, (cmf * 256 + flg) % 31 == 0 && cmf % 16 == 8 && cmf / 16 <= 7 && (flg & 32) == 0);
	blocks(s);
	for (size_t i = 0; i < s->n; i++) {
		a = (a + s->out[i]) % 65521;
		b = (b + a) % 65521;
	}
	for (int shift = 8; shift >= 0; shift -= 8)
		need(s, get(s, 8) == (b >> shift & 255));
	for (int shift = 8; shift >= 0; shift -= 8)
		need(s, get(s, 8) == (a >> shift & 255));
}

enum oracle_inflated oracle_inflate(enum oracle_wrapping wrapping, const void *at, size_t len, size_t most, unsigned char *out,
                                    size_t *n)
{
	enum oracle_inflated inflated;
	struct bits *s = calloc(1, sizeof *s);
	int why;

	if (s == NULL || most == 0)
		abort();
	s->at = at;
	s->len = len;
	s->out = out;
	s->most = most;
	why = setjmp(s->stop);
	if (why == 0) {
		if (wrapping == ORACLE_GZIP)
			do
				gzip_member(s);
			while (s->next / 8 < len && s->at[s->next / 8] == 0x1F);
		else if (wrapping == ORACLE_ZLIB)
			zlib_stream(s);
		else
			blocks(s);
	}
	*n = s->n;
	if (why == 0)
		inflated = s->next / 8 == len ? ORACLE_WHOLE : ORACLE_ENDS;
	else
		inflated = why == 1 ? ORACLE_BROKEN : why == 2 ? ORACLE_ENOUGH : ORACLE_SHORT;
	free(s);
	return inflated;
}
