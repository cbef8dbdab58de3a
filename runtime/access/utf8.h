/* utf8.h - characters of UTF-8, RFC 3629 §4, and of labels of host names
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_UTF8_H
#define ROBOTSC_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many octets a character has whose first octet is this; 0: it begins no character. */
static inline size_t utf8_size(uint8_t first)
{
	return first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

/* True for an octet that may follow another one in a character. */
static inline bool utf8_continues(int octet)
{
	return octet >= 0x80 && octet <= 0xBF;
}

/* True if this can be the second octet of a character.  After E0 and F0 it makes no form that is
 * longer than needed, after ED no surrogate, after F4 no point above U+10FFFF. */
static inline bool utf8_is_second(uint8_t first, int second)
{
	const int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
	const int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
	return second >= least && second <= most;
}

/* How many octets the character at `at` has; 0: there is none.  `at` is below end. */
static inline size_t utf8_length(const uint8_t *at, const uint8_t *end)
{
	const size_t n = utf8_size(*at);
	if (n > (size_t)(end - at) || (n > 1 && !utf8_is_second(at[0], at[1])))
		return 0;
	for (size_t i = 2; i < n; i++)
		if (!utf8_continues(at[i]))
			return 0;
	return n;
}

/* The bits of a code point that the first octet of a character of size octets holds. */
static inline uint32_t utf8_first_bits(uint8_t first, size_t size)
{
	return size > 1 ? first & (0x7Fu >> size) : first;
}

/* The code point so far, followed by the six bits of the next octet. */
static inline uint32_t utf8_next_bits(uint32_t point, int octet)
{
	return point << 6 | ((uint32_t)octet & 0x3Fu);
}

#define LABEL_MAX 63u /* octets of a label: RFC 1035 §2.3.4 */

/* Encodes n code points of a label, below 0x110000, as ASCII without the prefix "xn--".  RFC 3492
 * n: at most LABEL_MAX.  Returns the octets written, or 0 if room is too small.  Cost O(n²). */
size_t robotsc__punycode_encode(const uint32_t *points, size_t n, char *out, size_t room);

#endif
