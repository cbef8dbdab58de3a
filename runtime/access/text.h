/* text.h - octets as ASCII characters.
 *
 * The functions take an octet, as char or as uint8_t, or -1 for no octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEXT_H
#define ROBOTSC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "robotsc/common.h"

static inline bool is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_lower(int c)
{
	return c >= 'a' && c <= 'z';
}

/* Maps capitals to lower case; keeps other octets. */
static inline int ascii_lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

static inline bool is_alpha(int c)
{
	return is_lower(ascii_lower(c));
}

/* True for [A-Za-z0-9._-], the octets of a product token. */
static inline bool is_token_octet(int c)
{
	return is_alpha(c) || is_digit(c) || c == '.' || c == '_' || c == '-';
}

/* The value of a hexadecimal digit, or -1. */
static inline int hex_digit(int c)
{
	const int lower = ascii_lower(c);
	return is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* True for a space or a tab. */
static inline bool is_blank(int c)
{
	return c == ' ' || c == '\t';
}

/* The text without blanks at both ends. */
static inline struct robotsc_text trim(struct robotsc_text text)
{
	for (; text.len > 0 && is_blank(text.at[0]); text.len--)
		text.at++;
	while (text.len > 0 && is_blank(text.at[text.len - 1]))
		text.len--;
	return text;
}

/* Compares two texts, ignoring case.  Returns below 0, 0 or above 0, as memcmp does. */
static inline int compare_folded(struct robotsc_text a, struct robotsc_text b)
{
	for (size_t i = 0; i < a.len && i < b.len; i++) {
		const int d = ascii_lower((unsigned char)a.at[i]) - ascii_lower((unsigned char)b.at[i]);
		if (d)
			return d;
	}
	return a.len < b.len ? -1 : a.len > b.len;
}

/* True if a text is a word, ignoring case.  word: in lower case. */
static inline bool is_word(struct robotsc_text text, const char *word)
{
	size_t i = 0;
	while (i < text.len && word[i] && ascii_lower(text.at[i]) == word[i])
		i++;
	return i == text.len && !word[i];
}

/* The text that is left to read, as characters and as octets. */
struct text_left {
	const char *at, *end;
};

struct octets_left {
	const uint8_t *at, *end;
};

/* The next octet, or -1 at the end. */
static inline int peek_octet(const struct octets_left *r)
{
	return r->at < r->end ? *r->at : -1;
}

/* Passes over this octet.  Returns false if another octet or the end is next. */
static inline bool accept_octet(struct octets_left *r, int octet)
{
	if (peek_octet(r) != octet)
		return false;
	r->at++;
	return true;
}

/* Appends n octets.  Returns the new end. */
static inline char *put_octets(char *to, const char *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to + n;
}

#endif
