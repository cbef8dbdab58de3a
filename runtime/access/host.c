/* host.c - see host.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <stdbool.h>

#include "text.h"
#include "utf8.h"

#define END (-1)
#define BAD (-2)

/* ---- names --------------------------------------------------------------------- */

/* Returns the next octet, percent-decoded; END; or BAD for an invalid escape. */
static int next_octet(struct text_left *r)
{
	if (r->at == r->end)
		return END;
	if (*r->at != '%')
		return (unsigned char)*r->at++;
	const int high = r->end - r->at > 2 ? hex_digit(r->at[1]) : -1, low = high >= 0 ? hex_digit(r->at[2]) : -1;
	if (low < 0)
		return BAD;
	r->at += 3;
	return 16 * high + low;
}

/* Returns the next UTF-8 code point, END or BAD. */
static int32_t next_point(struct text_left *r)
{
	const int first = next_octet(r);
	if (first < 0)
		return first;
	const size_t size = utf8_size((uint8_t)first);
	if (size == 0)
		return BAD;
	uint32_t point = utf8_first_bits((uint8_t)first, size);
	for (size_t i = 1; i < size; i++) {
		const int octet = next_octet(r);
		if (!(i == 1 ? utf8_is_second((uint8_t)first, octet) : utf8_continues(octet)))
			return BAD;
		point = utf8_next_bits(point, octet);
	}
	return (int32_t)point;
}

/* True if a name may contain c: RFC 3986 §3.2.2 without escapes and dots, plus all of non-ASCII. */
static bool may_hold(int32_t c)
{
	static const char others[] = "-_~!$&'()*+,;=";
	if (is_lower(c) || is_digit(c) || c >= 0x80)
		return true;
	for (size_t i = 0; others[i]; i++)
		if (c == others[i])
			return true;
	return false;
}

struct label {
	uint32_t points[LABEL_MAX];
	size_t n;
	int is_ascii;
};

/* Appends a label to a name of len octets.  Returns the new length; 0 if the label is invalid. */
static size_t put_prefix(const struct label *label, char *out, size_t len)
{
	static const char prefix[] = "xn--";
	const size_t skip = sizeof prefix - 1;
	char text[LABEL_MAX];
	size_t n = label->n;
	if (label->is_ascii) {
		for (size_t i = 0; i < n; i++)
			text[i] = (char)label->points[i];
	} else {
		size_t same = 0;
		while (same < skip && same < n && label->points[same] == (uint32_t)prefix[same])
			same++;
		put_octets(text, prefix, skip);
		n = robotsc__punycode_encode(label->points, n, text + skip, LABEL_MAX - skip);
		if (same == skip || n == 0) /* an A-label is ASCII; RFC 3490 §4.1 step 5 */
			return 0;
		n += skip;
	}
	if (n == 0 || n > NAME_MAX_OCTETS - len)
		return 0;
	put_octets(out + len, text, n);
	return len + n;
}

/* Copies a name of lower-case letters, digits and hyphens: the common case.  Returns 0 for any
 * other name, and where the name or a label is too long. */
static size_t plain_name(const char *at, size_t len, char *out)
{
	size_t label = 0; /* where the current label begins */
	if (len > NAME_MAX_OCTETS)
		return 0;
	for (size_t i = 0; i < len; i++) {
		const char c = at[i];
		out[i] = c;
		if (is_lower(c) || is_digit(c) || c == '-')
			continue;
		if (c != '.' || i == label || i - label > LABEL_MAX)
			return 0;
		label = i + 1;
	}
	return len - label <= LABEL_MAX ? len : 0;
}

/* Reads labels with dots between them; none may be empty.  One trailing dot is allowed. */
static size_t canonical_name(struct text_left r, char *out)
{
	struct label label = {.n = 0, .is_ascii = 1};
	size_t len = 0;
	int32_t c;
	do {
		c = next_point(&r);
		if (c >= 'A' && c <= 'Z')
			c |= 0x20;
		if (c != '.' && c != END) {
			if (!may_hold(c) || label.n == LABEL_MAX)
				return 0;
			label.points[label.n++] = (uint32_t)c;
			label.is_ascii &= c < 0x80;
			continue;
		}
		if (c == END && label.n == 0 && len > 0)
			break; /* after a trailing dot */
		len = put_prefix(&label, out, len);
		if (len == 0 || (c == '.' && len == NAME_MAX_OCTETS && r.at != r.end))
			return 0;
		if (c == '.')
			out[len++] = '.';
		label.n = 0;
		label.is_ascii = 1;
	} while (c != END);
	return len;
}

/* ---- IPv6 addresses -------------------------------------------------------------- */

#define WORDS 8

/* Parses IPv4address of RFC 3986 §3.2.2 into two words.  Returns 0 if it is none. */
static int parse_v4(const char *at, size_t len, uint32_t word[2])
{
	uint32_t part[4];
	size_t i = 0;
	for (unsigned k = 0; k < 4; k++) {
		const size_t begin = i;
		for (part[k] = 0; i < len && i - begin < 3 && is_digit(at[i]); i++)
			part[k] = 10 * part[k] + (uint32_t)(at[i] - '0');
		if (i == begin || part[k] > 255 || (i - begin > 1 && at[begin] == '0'))
			return 0;
		if (k < 3 && (i == len || at[i++] != '.'))
			return 0;
	}
	word[0] = part[0] << 8 | part[1];
	word[1] = part[2] << 8 | part[3];
	return i == len;
}

/* Parses IPv6address of RFC 3986 §3.2.2.  Returns 0 if it is none. */
static int parse_v6(const char *at, size_t len, uint32_t word[WORDS])
{
	const unsigned nowhere = WORDS + 1;
	unsigned n = 0, gap = nowhere; /* words read; index of "::" */
	size_t i = 0;
	if (len >= 2 && at[0] == ':' && at[1] == ':') {
		gap = 0;
		i = 2;
	}
	while (i < len) {
		const size_t begin = i;
		if (n == WORDS)
			return 0;
		for (word[n] = 0; i < len && i - begin < 4 && hex_digit(at[i]) >= 0; i++)
			word[n] = 16 * word[n] + (uint32_t)hex_digit(at[i]);
		if (i == begin)
			return 0;
		if (i < len && at[i] == '.') {
			if (n > WORDS - 2 || !parse_v4(at + begin, len - begin, word + n))
				return 0;
			n += 2;
			break;
		}
		n++;
		if (i == len)
			break;
		if (at[i++] != ':' || i == len)
			return 0;
		if (at[i] == ':') {
			if (gap != nowhere)
				return 0;
			gap = n;
			i++;
		}
	}
	if (gap == nowhere || n == WORDS)
		return gap == nowhere && n == WORDS;
	/* Move the words after the gap to the end; fill the gap with 0. */
	for (unsigned k = WORDS; k-- > gap;)
		word[k] = k >= gap + WORDS - n ? word[k - (WORDS - n)] : 0;
	return 1;
}

static size_t put_word(uint32_t word, char *out)
{
	static const char digits[] = "0123456789abcdef";
	size_t n = 0;
	for (unsigned shift = 16; shift > 0;) {
		shift -= 4;
		if (word >> shift || shift == 0)
			out[n++] = digits[word >> shift & 15];
	}
	return n;
}

/* RFC 5952 §4: no leading zeros; "::" for the longest run of at least two zero words, the first of
 * equal ones. */
static size_t put_v6(const uint32_t word[WORDS], char *out)
{
	unsigned gap = WORDS, most = 1;
	size_t len = 0;
	for (unsigned i = 0, run = 0; i < WORDS; i++) {
		run = word[i] ? 0 : run + 1;
		if (run > most) {
			most = run;
			gap = i + 1 - run;
		}
	}
	out[len++] = '[';
	for (unsigned i = 0; i < WORDS; i++) {
		if (i == gap) {
			out[len++] = ':';
			out[len++] = ':';
			i += most - 1;
			continue;
		}
		if (i > 0 && out[len - 1] != ':')
			out[len++] = ':';
		len += put_word(word[i], out + len);
	}
	out[len++] = ']';
	return len;
}

size_t robotsc__host_canonical(const char *at, size_t len, char *out)
{
	uint32_t word[WORDS];
	const size_t plain = plain_name(at, len, out);
	if (plain)
		return plain;
	if (len == 0 || at[0] != '[')
		return canonical_name((struct text_left){at, at + len}, out);
	return at[len - 1] == ']' && len > 2 && parse_v6(at + 1, len - 2, word) ? put_v6(word, out) : 0;
}
