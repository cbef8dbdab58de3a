/* dictionary.c - read a preference from a Content-Usage dictionary.  RFC 9651 §4.2.2-§4.2.10
 *
 * A strict parser of Structured Fields that keeps no values.  It checks the dictionary, and
 * whether a member is the token y or n.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "access/text.h"
#include "access/utf8.h"
#include "robotsc/extensions.h"

/* True if c is an octet of set. */
static int is_in(int c, const char *set)
{
	while (*set && *set != c)
		set++;
	return c > 0 && *set;
}

static void skip(struct octets_left *r, const char *set)
{
	while (is_in(peek_octet(r), set))
		r->at++;
}

/* §4.2.3.3 */
static int read_key(struct octets_left *r, struct robotsc_text *key)
{
	const uint8_t *begin = r->at;
	if (!is_lower(peek_octet(r)) && peek_octet(r) != '*')
		return 0;
	while (is_lower(peek_octet(r)) || is_digit(peek_octet(r)) || is_in(peek_octet(r), "_-.*"))
		r->at++;
	*key = (struct robotsc_text){(const char *)begin, (size_t)(r->at - begin)};
	return 1;
}

/* §4.2.4; *decimal: 1 if the number has a '.'. */
static int read_number(struct octets_left *r, int *decimal)
{
	uint32_t whole = 0, fraction = 0;
	accept_octet(r, '-');
	*decimal = 0;
	for (; is_digit(peek_octet(r)) && whole <= 15; whole++)
		r->at++;
	if (whole == 0 || whole > 15)
		return 0;
	if (peek_octet(r) != '.')
		return 1;
	r->at++;
	*decimal = 1;
	for (; is_digit(peek_octet(r)) && fraction <= 3; fraction++)
		r->at++;
	return whole <= 12 && fraction > 0 && fraction <= 3;
}

/* §4.2.5 */
static int read_string(struct octets_left *r)
{
	for (r->at++; r->at < r->end;) {
		const int c = *r->at++;
		if (c == '"')
			return 1;
		if (c == '\\' && !accept_octet(r, '"') && !accept_octet(r, '\\'))
			return 0;
		if (c < 0x20 || c > 0x7E)
			return 0;
	}
	return 0;
}

/* §4.2.7: base64; padding is optional. */
static int read_bytes(struct octets_left *r)
{
	size_t digits = 0, padding = 0;
	for (r->at++; is_alpha(peek_octet(r)) || is_digit(peek_octet(r)) || is_in(peek_octet(r), "+/"); digits++)
		r->at++;
	for (; peek_octet(r) == '='; padding++)
		r->at++;
	return digits % 4 != 1 && (padding == 0 || (padding <= 2 && (digits + padding) % 4 == 0)) && accept_octet(r, ':');
}

/* The value of a digit of an escape, or -1.  Capitals are no digits here. */
static int escape_digit(int c)
{
	return c >= 'A' && c <= 'F' ? -1 : hex_digit(c);
}

/* A character that is being read: its first octet, and how many more it has. */
struct character {
	uint8_t first;
	size_t more;
};

/* Takes the next octet of a string.  Returns 0 if UTF-8 does not continue with it. */
static int take_utf8(struct character *u, int c)
{
	if (u->more == 0) {
		const size_t size = utf8_size((uint8_t)c);
		if (size > 0)
			*u = (struct character){(uint8_t)c, size - 1};
		return size > 0;
	}
	const int is_second = u->more-- == utf8_size(u->first) - 1;
	return is_second ? utf8_is_second(u->first, c) : utf8_continues(c);
}

/* §4.2.10 */
static int read_display(struct octets_left *r)
{
	struct character utf8 = {0, 0};
	r->at++;
	if (!accept_octet(r, '"'))
		return 0;
	while (r->at < r->end) {
		int c = *r->at++;
		if (c == '"')
			return utf8.more == 0;
		if (c < 0x20 || c > 0x7E)
			return 0;
		if (c == '%') {
			const int high = r->end - r->at > 1 ? escape_digit(r->at[0]) : -1,
				  low = high >= 0 ? escape_digit(r->at[1]) : -1;
			if (low < 0)
				return 0;
			c = high << 4 | low;
			r->at += 2;
		}
		if (!take_utf8(&utf8, c))
			return 0;
	}
	return 0;
}

/* §4.2.3.1; *preference: what a token says. */
static int read_bare(struct octets_left *r, enum robotsc_preference *preference)
{
	const uint8_t *begin = r->at;
	const int c = peek_octet(r);
	int decimal;
	*preference = ROBOTSC_UNSTATED;
	if (c == '-' || is_digit(c))
		return read_number(r, &decimal);
	if (c == '"')
		return read_string(r);
	if (c == ':')
		return read_bytes(r);
	if (c == '%')
		return read_display(r);
	if (c == '?') {
		r->at++;
		return accept_octet(r, '0') || accept_octet(r, '1');
	}
	if (c == '@') {
		r->at++;
		return read_number(r, &decimal) && !decimal;
	}
	if (!is_alpha(c) && c != '*')
		return 0;
	while (is_alpha(peek_octet(r)) || is_digit(peek_octet(r)) || is_in(peek_octet(r), "!#$%&'*+-.^_`|~:/"))
		r->at++;
	if (r->at - begin == 1)
		*preference = c == 'y' ? ROBOTSC_YES : c == 'n' ? ROBOTSC_NO : ROBOTSC_UNSTATED;
	return 1;
}

/* §4.2.3.2 */
static int read_parameters(struct octets_left *r)
{
	enum robotsc_preference ignored;
	struct robotsc_text key;
	while (accept_octet(r, ';')) {
		skip(r, " ");
		if (!read_key(r, &key) || (accept_octet(r, '=') && !read_bare(r, &ignored)))
			return 0;
	}
	return 1;
}

/* §4.2.1.2 */
static int read_inner(struct octets_left *r)
{
	enum robotsc_preference ignored;
	for (r->at++; r->at < r->end;) {
		skip(r, " ");
		if (accept_octet(r, ')'))
			return read_parameters(r);
		if (!read_bare(r, &ignored) || !read_parameters(r) || (peek_octet(r) != ' ' && peek_octet(r) != ')'))
			return 0;
	}
	return 0;
}

/* Reads the value and parameters of a member, after its key. */
static int read_member(struct octets_left *r, enum robotsc_preference *preference)
{
	*preference = ROBOTSC_UNSTATED;
	if (!accept_octet(r, '='))
		return read_parameters(r);
	return peek_octet(r) == '(' ? read_inner(r) : read_bare(r, preference) && read_parameters(r);
}

static int same(struct robotsc_text x, struct robotsc_text y)
{
	size_t n = 0;
	while (x.len == y.len && n < x.len && x.at[n] == y.at[n])
		n++;
	return x.len == y.len && n == x.len;
}

/* §4.2, §4.2.2; the last member with a key counts. */
static int read_dictionary(struct octets_left *r, struct robotsc_text label, enum robotsc_preference *preference)
{
	skip(r, " ");
	while (r->at < r->end) {
		enum robotsc_preference member;
		struct robotsc_text key;
		if (!read_key(r, &key) || !read_member(r, &member))
			return 0;
		if (same(key, label))
			*preference = member;
		skip(r, " \t");
		if (r->at == r->end)
			return 1;
		if (!accept_octet(r, ','))
			return 0;
		skip(r, " \t");
		if (r->at == r->end)
			return 0; /* trailing comma */
	}
	return 1;
}

static struct octets_left begin(struct robotsc_text dictionary)
{
	static const uint8_t none;
	const uint8_t *at = dictionary.len ? (const uint8_t *)dictionary.at : &none;
	return (struct octets_left){at, at + dictionary.len};
}

enum robotsc_preference robotsc_read_usage(struct robotsc_text dictionary, struct robotsc_text label)
{
	struct octets_left r = begin(dictionary);
	enum robotsc_preference preference = ROBOTSC_UNSTATED;
	return read_dictionary(&r, label, &preference) ? preference : ROBOTSC_UNSTATED;
}

int robotsc_usage_parses(struct robotsc_text dictionary, size_t *at)
{
	const struct robotsc_text none = {NULL, 0};
	struct octets_left r = begin(dictionary);
	const uint8_t *const from = r.at;
	enum robotsc_preference ignored = ROBOTSC_UNSTATED;
	if (read_dictionary(&r, none, &ignored))
		return 1;
	*at = (size_t)(r.at - from);
	return 0;
}
