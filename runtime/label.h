/* label.h - the octets behind the first '/' against a label of a fan, all at once.  docs/format.md, "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LABEL_H
#define ROBOTSC_LABEL_H

#include "compare.h"
#include "octets.h"

/* Up to 16 octets of a path: words that may overlap. */
struct fan_octets {
	uint64_t word, next;
	unsigned from;    /* where the second stands, counted from the first */
	unsigned special; /* not 0 where one of them is '%', or the first may end the path */
#if VECTOR_X86
	vector_octets both;
#endif
};

/* Does an octet stand in a word? */
static inline unsigned has_octet(uint64_t word, uint8_t octet)
{
	const uint64_t ones = UINT64_MAX / 255, differ = word ^ ones * octet;
	return ((differ - ones) & ~differ & ones << 7) != 0;
}

/* Up to 7 octets as a word, with zeros behind them; n is not 0. */
static inline uint64_t load_word(const uint8_t *at, size_t n)
{
	if (n >= 4)
		return ld32(at) | (uint64_t)ld32(at + n - 4) << (8 * (n - 4));
	return at[0] | (uint64_t)at[n / 2] << (8 * (n / 2)) | (uint64_t)at[n - 1] << (8 * (n - 1));
}

/* What stands behind the '/' of a path that has more octets. */
static inline struct fan_octets load_fan(const uint8_t *begin, size_t len)
{
	struct fan_octets o = {0};
	if (len > 8) {
		o.from = len < 17 ? (unsigned)len - 9 : 8;
		o.word = ld64(begin + 1);
		o.next = ld64(begin + 1 + o.from);
	} else {
		o.word = o.next = load_word(begin + 1, len - 1);
	}
	o.special = (uint8_t)o.word <= '#';
#if VECTOR_X86
	o.both = (vector_octets)(vector_words){(long long)o.word, (long long)o.next};
	o.special |= vector_mask(vector_equal(o.both, '%'));
#else
	o.special |= has_octet(o.word, '%') | has_octet(o.next, '%');
#endif
	return o;
}

/* How many of a label's octets stand there; 16 octets may be read from it. */
static inline uint32_t same_octets(const struct fan_octets *o, const uint8_t *label)
{
	const uint64_t first = ld64(label), next = ld64(label + o->from);
#if VECTOR_X86
	const vector_octets v = (vector_octets)(vector_words){(long long)first, (long long)next};
	const unsigned equal = vector_mask((vector_octets)(o->both == v));
	return (uint32_t)__builtin_ctz(~((equal & 0xFF) | equal >> 8 << o->from));
#else
	if (o->word != first)
		return lowest_octet(o->word ^ first);
	return o->next != next ? o->from + lowest_octet(o->next ^ next) : o->from + 8;
#endif
}

#endif
