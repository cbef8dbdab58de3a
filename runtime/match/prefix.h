/* prefix.h - compare the octets after the first '/' with a prefix of the prefix table, all at once.
 * docs/formats/blob.md, "Prefix tables"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PREFIX_H
#define ROBOTSC_PREFIX_H

#include "compare_octets.h"
#include "percent.h"

/* The 16 octets after the first '/' of a path; octets past its end are 0. */
struct prefix_octets {
	uint64_t word; /* the first 8 */
#if VECTOR_X86
	vector_octets both;
#else
	uint64_t next;
#endif
};

/* Sets bit 7 of each octet of a word that is '%'.  Valid up to the first '%'. */
static inline uint64_t find_percent(uint64_t word)
{
	const uint64_t ones = UINT64_MAX / 255, differ = word ^ ones * '%';
	return (differ - ones) & ~differ & ones << 7;
}

/* Loads the octets after the '/'.  len counts the '/' and is at least 2. */
static inline struct prefix_octets load_prefix(const uint8_t *begin, size_t len)
{
	struct prefix_octets o;
#if VECTOR_X86
	if (len > 8) {
		o.word = ld64(begin + 1);
		if (len > 16) {
			o.both = vector_load(begin + 1);
		} else {
			const vector_bits last = (vector_bits){ld64(begin + len - 8), 0} >> 8 * (int)(16 - len) >> 8;
			o.both = (vector_octets)(vector_words){(long long)o.word, (long long)last[0]};
		}
	} else {
		o.word = load_word(begin + 1, len - 1);
		o.both = (vector_octets)(vector_words){(long long)o.word, 0};
	}
#else
	o.word = len > 8 ? ld64(begin + 1) : load_word(begin + 1, len - 1);
	o.next = len > 16 ? ld64(begin + 9) : len > 8 ? load_last(begin + len, len - 1) : 0;
#endif
	return o;
}

/* True if the first octet may end the path: '#', or NUL, which ends raw paths only. */
static inline unsigned may_end(const struct prefix_octets *o)
{
	return (uint8_t)o->word == '#' || (uint8_t)o->word == 0;
}

/* The index of the first '%', or PREFIX_MAX if there is none. */
static inline uint32_t first_percent(const struct prefix_octets *o)
{
#if VECTOR_X86
	return (uint32_t)__builtin_ctz(vector_mask(vector_equal(o->both, '%')) | 1u << PREFIX_MAX);
#else
	const uint64_t first = find_percent(o->word), next = find_percent(o->next);
	return first ? lowest_octet(first) : next ? 8 + lowest_octet(next) : PREFIX_MAX;
#endif
}

/* How many octets of a prefix the path begins with; may exceed the prefix.  Reads 16 octets. */
static inline uint32_t same_octets(const struct prefix_octets *o, const uint8_t *prefix)
{
#if VECTOR_X86
	return (uint32_t)__builtin_ctz(~vector_mask((vector_octets)(o->both == vector_load(prefix))));
#else
	const uint64_t first = o->word ^ ld64(prefix), next = o->next ^ ld64(prefix + 8);
	return first ? lowest_octet(first) : next ? 8 + lowest_octet(next) : 16;
#endif
}

#endif
