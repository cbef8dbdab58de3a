/* lint_hidden.c - characters that nobody sees, as pages and editors put them into a robots.txt.
 *
 * Persian words have joiners, titles have dashes and curly quotes.  Inside a path their authors may
 * mean them, but not at its ends or in the name of a field.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_words.h"

#include <string.h>

#include "access/text.h"
#include "access/utf8.h"
#include "support/sort.h"

#define LONGEST 24 /* octets of a field's name */

/* Where in a line a character stands. */
enum place {
	IN_NAME = 1, /* before the value */
	AT_START = 2,
	AT_END = 4,
	INSIDE = 8,
	ENDS = IN_NAME | AT_START | AT_END,
	ANYWHERE = ENDS | INSIDE
};

static const struct kind {
	uint32_t first, last;
	unsigned places; /* at these places */
	const char *name;
	const char *ends, *within; /* what to write: at the ends; elsewhere */
} kinds[] = {
	{0xA0, 0xA0, ANYWHERE, "no-break space", "", NULL},
	{0xAB, 0xAB, ENDS, "quotation mark", "", ""},
	{0xAD, 0xAD, ANYWHERE, "soft hyphen", "", "-"},
	{0xBB, 0xBB, ENDS, "quotation mark", "", ""},
	{0x61C, 0x61C, ANYWHERE, "mark of direction", "", ""},
	{0x1680, 0x1680, ANYWHERE, "space", "", NULL},
	{0x180E, 0x180E, ANYWHERE, "character without width", "", ""},
	{0x2000, 0x200A, ANYWHERE, "space", "", NULL},
	{0x200B, 0x200B, ANYWHERE, "zero-width space", "", ""},
	{0x200C, 0x200D, ENDS, "joiner without width", "", ""},
	{0x200E, 0x200F, ANYWHERE, "mark of direction", "", ""},
	{0x2010, 0x2011, ANYWHERE, "hyphen that is no '-'", "-", "-"},
	{0x2012, 0x2015, IN_NAME, "dash", "-", "-"},
	{0x2018, 0x201F, ENDS, "curly quote", "", ""},
	{0x2028, 0x202E, ANYWHERE, "mark of direction or separator", "", ""},
	{0x202F, 0x202F, ANYWHERE, "no-break space", "", NULL},
	{0x2032, 0x2033, ENDS, "prime", "", ""},
	{0x2044, 0x2044, AT_START, "slash that is no '/'", "/", "/"},
	{0x205F, 0x205F, ANYWHERE, "space", "", NULL},
	{0x2060, 0x206F, ANYWHERE, "character without width", "", ""},
	{0x2212, 0x2212, IN_NAME, "minus sign", "-", "-"},
	{0x2215, 0x2215, AT_START, "slash that is no '/'", "/", "/"},
	{0x2217, 0x2217, AT_START | AT_END, "asterisk that is no '*'", "*", "*"},
	{0x2236, 0x2236, IN_NAME, "colon that is no ':'", ":", ":"},
	{0x3000, 0x3000, ANYWHERE, "wide space", "", NULL},
	{0xFE0E, 0xFE0F, ANYWHERE, "variation selector", "", ""},
	{0xFE55, 0xFE55, IN_NAME, "colon that is no ':'", ":", ":"},
	{0xFEFF, 0xFEFF, ANYWHERE, "byte order mark", "", ""},
	{0xFF0A, 0xFF0A, AT_START | AT_END, "wide asterisk", "*", "*"},
	{0xFF0D, 0xFF0D, IN_NAME, "wide hyphen", "-", "-"},
	{0xFF0F, 0xFF0F, AT_START, "wide slash", "/", "/"},
	{0xFF1A, 0xFF1A, IN_NAME, "wide colon", ":", ":"},
};

/* The kind of a character, or NULL; *len: its octets; *code: its code point.  A lone octet A0 is a
 * no-break space of Latin-1. */
static const struct kind *kind_at(const uint8_t *at, const uint8_t *end, size_t *len, uint32_t *code)
{
	const size_t n = *at < 0x80 ? 1 : utf8_length(at, end);
	size_t low = 0, high = *at < 0x80 ? 0 : sizeof kinds / sizeof kinds[0];
	*len = n ? n : 1;
	*code = n ? utf8_first_bits(*at, n) : *at == 0xA0 ? 0xA0 : 0;
	for (size_t i = 1; i < n; i++)
		*code = utf8_next_bits(*code, at[i]);
	BISECT(low, high, i, kinds[i].last < *code);
	return low < sizeof kinds / sizeof kinds[0] && kinds[low].first <= *code ? &kinds[low] : NULL;
}

/* True if octets are a field's name after their hidden characters are mended. */
static bool is_field(const uint8_t *at, const uint8_t *end)
{
	static const char *const fields[] = {"user-agent", "useragent", "disallow",    "allow",        "sitemap",   "crawl-delay",
	                                     "host",       "noindex",   "clean-param", "request-rate", "visit-time"};
	char name[LONGEST] = "";
	size_t n = 0, len;
	uint32_t code;
	while (at < end && n < LONGEST - 1) {
		const struct kind *const kind = kind_at(at, end, &len, &code);
		if (*at >= 0x80 && !kind)
			return false;
		const char c = kind ? (kind->within ? *kind->within : '\0') : (char)ascii_lower(*at);
		if (c && !is_blank(c))
			name[n++] = c;
		at += len;
	}
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (at == end && strlen(fields[i]) == n && memcmp(fields[i], name, n) == 0)
			return true;
	return false;
}

/* The end of a field's name: at its ':' or a character like it, of *colon octets; or NULL. */
static const uint8_t *name_end(const uint8_t *at, const uint8_t *end, size_t *colon)
{
	for (size_t len; at < end; at += len) {
		uint32_t code;
		const struct kind *const kind = kind_at(at, end, &len, &code);
		*colon = len;
		if (*at == ':' || (kind && kind->within && *kind->within == ':'))
			return at;
	}
	return NULL;
}

/* The colon of a line, and its value without blanks and hidden characters at the ends. */
struct line_parts {
	const uint8_t *colon; /* NULL: the line shows no field */
	const uint8_t *begin, *end;
};

static struct line_parts parts_of(const struct line *line, const uint8_t *end)
{
	struct line_parts parts = {.colon = NULL};
	size_t len = 0;
	uint32_t code;
	const uint8_t *at = name_end(line->at, end, &len);
	if (at && ((line->kind == LINE_DIRECTIVE && line->field != FIELD_UNKNOWN) || is_field(line->at, at)))
		parts.colon = at;
	at = parts.colon ? at + len : line->at;
	parts.begin = NULL;
	parts.end = at;
	for (; at < end; at += len) {
		const struct kind *const kind = kind_at(at, end, &len, &code);
		const bool goes = is_blank(*at) || (kind && kind->places & AT_END && !*kind->ends);
		if (!goes && !parts.begin)
			parts.begin = at;
		parts.end = goes ? parts.end : at + len;
	}
	parts.begin = parts.begin ? parts.begin : end;
	return parts;
}

static enum place place_of(const struct line_parts *parts, const uint8_t *at, size_t len)
{
	if (parts->colon && at <= parts->colon)
		return IN_NAME;
	if (at <= parts->begin)
		return AT_START;
	return at + len >= parts->end ? AT_END : INSIDE;
}

/* The end of a line's text: at its comment or its line end. */
static const uint8_t *text_end(const struct line *line, const uint8_t *end)
{
	const uint8_t *at = line->at;
	while (at < end && *at != '\n' && *at != '\r' && *at != '#')
		at++;
	return at;
}

bool robotsc__lint_hidden(const struct line *line, const uint8_t *end, const uint8_t *from, struct hidden *out)
{
	size_t len;
	uint32_t code;
	end = text_end(line, end);
	while (from < end && *from < 0x80)
		from++;
	if (from == end)
		return false;
	const struct line_parts parts = parts_of(line, end);
	if (!parts.colon && parts.begin < end)
		return false;
	for (; from < end; from += len) {
		const struct kind *const kind = kind_at(from, end, &len, &code);
		if (!kind || (from == line->at && code == 0xFEFF))
			continue;
		const enum place place = place_of(&parts, from, len);
		if (!(kind->places & place))
			continue;
		*out = (struct hidden){from, len, code, kind->name, place & (AT_START | AT_END) ? kind->ends : kind->within};
		return true;
	}
	return false;
}

bool robotsc__lint_begins_hidden(struct span value)
{
	size_t len;
	uint32_t code;
	const struct kind *const kind = value.len ? kind_at(value.at, value.at + value.len, &len, &code) : NULL;
	return kind && kind->places & AT_START;
}
