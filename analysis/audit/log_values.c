/* log_values.c - reads the values of a line's fields.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "log_format.h"

#include <string.h>

#include "access/calendar.h"
#include "access/text.h"

/* ---- escapes ------------------------------------------------------------------------------- */

/* Read n hexadecimal digits; -1: they are not there. */
static int32_t read_hex(const char *at, const char *end, int n)
{
	int32_t value = 0;
	if (end - at < n)
		return -1;
	for (int i = 0; i < n; i++) {
		const int digit = hex_digit(at[i]);
		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

/* Write a code point as UTF-8, even if it is half of a surrogate pair. */
static char *put_character(char *to, uint32_t c)
{
	if (c < 0x80) {
		*to++ = (char)c;
	} else if (c < 0x800) {
		*to++ = (char)(0xC0 | c >> 6);
		*to++ = (char)(0x80 | (c & 0x3F));
	} else {
		if (c < 0x10000) {
			*to++ = (char)(0xE0 | c >> 12);
		} else {
			*to++ = (char)(0xF0 | c >> 18);
			*to++ = (char)(0x80 | (c >> 12 & 0x3F));
		}
		*to++ = (char)(0x80 | (c >> 6 & 0x3F));
		*to++ = (char)(0x80 | (c & 0x3F));
	}
	return to;
}

/* Undo \uXXXX, after the 'u'.  Returns the end of the escape; NULL: it is none. */
static const char *undo_unicode(const char *at, const char *end, char **to)
{
	const int32_t high = read_hex(at, end, 4);
	int32_t low = -1;
	if (high < 0)
		return NULL;
	if (high >= 0xD800 && high < 0xDC00 && end - at >= 10 && at[4] == '\\' && at[5] == 'u')
		low = read_hex(at + 6, end, 4);
	if (low >= 0xDC00 && low < 0xE000) {
		*to = put_character(*to, 0x10000u + (uint32_t)((high - 0xD800) << 10) + (uint32_t)(low - 0xDC00));
		return at + 10;
	}
	*to = put_character(*to, (uint32_t)high);
	return at + 4;
}

/* Undo an escape after its backslash; at is below end.  Returns its end; NULL: it is none. */
static const char *undo(enum log_escape escape, const char *at, const char *end, char **to)
{
	static const char letters[] = "nrtbvfa\"\\/'", octets[] = "\n\r\t\b\v\f\a\"\\/'";
	const char *const letter = *at ? strchr(letters, *at) : NULL;
	if (letter) {
		*(*to)++ = octets[letter - letters];
		return at + 1;
	}
	if (*at == 'x' && read_hex(at + 1, end, 2) >= 0) {
		*(*to)++ = (char)read_hex(at + 1, end, 2);
		return at + 3;
	}
	return *at == 'u' && escape == LOG_ESCAPE_JSON ? undo_unicode(at + 1, end, to) : NULL;
}

size_t robotsc__log_unescape(enum log_escape escape, struct robotsc_text text, char *out)
{
	const char *at = text.at, *const end = text.at + text.len;
	char *to = out;
	while (at < end) {
		const char *const next = escape == LOG_ESCAPE_NONE ? NULL : memchr(at, '\\', (size_t)(end - at));
		const size_t n = (size_t)((next ? next : end) - at);
		memmove(to, at, n);
		to += n;
		if (!next)
			return (size_t)(to - out);
		at = next + 1 < end ? undo(escape, next + 1, end, &to) : NULL;
		if (!at) {
			*to++ = '\\';
			at = next + 1;
		}
	}
	return (size_t)(to - out);
}

/* ---- times --------------------------------------------------------------------------------- */

/* A text from which a time is read, from its beginning. */
struct clock {
	struct text_left left;
	bool wrong;
};

static unsigned digits(struct clock *c, int n)
{
	unsigned value = 0;
	for (int i = 0; i < n; i++) {
		c->wrong = c->wrong || c->left.at == c->left.end || !is_digit(*c->left.at);
		if (c->wrong)
			return 0;
		value = value * 10 + (unsigned)(*c->left.at++ - '0');
	}
	return value;
}

static bool accepts(struct clock *c, char octet)
{
	if (c->left.at == c->left.end || *c->left.at != octet)
		return false;
	c->left.at++;
	return true;
}

static void expect(struct clock *c, char octet)
{
	c->wrong = !accepts(c, octet) || c->wrong;
}

static unsigned month(struct clock *c)
{
	static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	for (unsigned m = 0; m < 12 && c->left.end - c->left.at >= 3; m++)
		if (ascii_lower(c->left.at[0]) == names[3 * m] && ascii_lower(c->left.at[1]) == names[3 * m + 1] &&
		    ascii_lower(c->left.at[2]) == names[3 * m + 2]) {
			c->left.at += 3;
			return m + 1;
		}
	c->wrong = true;
	return 1;
}

/* Pass over a fraction, and read "Z", "+0100", "+01:00" or nothing: seconds east of UTC. */
static int64_t seconds_east(struct clock *c)
{
	int64_t east;
	if (accepts(c, '.') || accepts(c, ','))
		for (digits(c, 1); c->left.at < c->left.end && is_digit(*c->left.at);)
			c->left.at++;
	const bool west = accepts(c, '-');
	if (!west && !accepts(c, '+')) {
		(void)(accepts(c, 'Z') || accepts(c, 'z'));
		return 0;
	}
	east = 3600 * (int64_t)digits(c, 2);
	accepts(c, ':');
	east += 60 * (int64_t)digits(c, 2);
	return west ? -east : east;
}

/* Read "2026-01-31T12:00:00Z", or "31/Jan/2026:12:00:00 +0000" if common is set. */
static bool read_calendar(struct clock *c, bool common, int64_t *seconds)
{
	unsigned year, mon, day, hour, minute, second;
	if (common) {
		day = digits(c, 2), expect(c, '/'), mon = month(c), expect(c, '/'), year = digits(c, 4);
		expect(c, ':');
	} else {
		year = digits(c, 4), expect(c, '-'), mon = digits(c, 2), expect(c, '-'), day = digits(c, 2);
		c->wrong = c->wrong || !(accepts(c, 'T') || accepts(c, 't') || accepts(c, ' '));
	}
	hour = digits(c, 2), expect(c, ':'), minute = digits(c, 2), expect(c, ':'), second = digits(c, 2);
	if (common)
		accepts(c, ' ');
	const int64_t east = seconds_east(c);
	if (c->wrong || c->left.at != c->left.end || mon < 1 || mon > 12 || day < 1 || day > month_days(year, mon))
		return false;
	if (hour > 23 || minute > 59 || second > 60)
		return false;
	second = second > 59 ? 59 : second;
	*seconds = days_since_1970(year, mon, day) * DAY_SECONDS + 3600 * (int64_t)hour + 60 * (int64_t)minute + second - east;
	return true;
}

/* Read seconds since 1970, or milliseconds, microseconds or nanoseconds: the units are told apart
 * for times from 1973 to 5138. */
static bool read_since_1970(struct robotsc_text text, int64_t *seconds)
{
	const char *const point = memchr(text.at, '.', text.len);
	const size_t len = point ? (size_t)(point - text.at) : text.len;
	uint64_t number, unit = 1;
	for (size_t i = len + 1; i < text.len; i++)
		if (!is_digit(text.at[i]))
			return false;
	if (!robotsc__log_number((struct robotsc_text){text.at, len}, &number) || number > INT64_MAX)
		return false;
	if (number >= 100000000000000000)
		unit = 1000000000;
	else if (number >= 100000000000000)
		unit = 1000000;
	else if (number >= 100000000000)
		unit = 1000;
	*seconds = (int64_t)(number / unit);
	return true;
}

#define LAST_SECOND INT64_C(253402300799) /* of the year 9999 */

bool robotsc__log_time(struct robotsc_text text, int64_t *seconds)
{
	bool is_time;
	struct clock c;
	text = trim(text);
	if (text.len > 1 && text.at[0] == '[' && text.at[text.len - 1] == ']')
		text = (struct robotsc_text){text.at + 1, text.len - 2};
	c = (struct clock){.left = {text.at, text.at + text.len}};
	if (text.len > 10 && text.at[2] == '/')
		is_time = read_calendar(&c, true, seconds);
	else if (text.len > 10 && text.at[4] == '-')
		is_time = read_calendar(&c, false, seconds);
	else
		is_time = text.len > 0 && read_since_1970(text, seconds);
	return is_time && *seconds <= LAST_SECOND;
}

/* ---- addresses ----------------------------------------------------------------------------- */

struct robotsc_text robotsc__log_address(struct robotsc_text field)
{
	size_t begin = field.len;
	const char *colon, *bracket;
	if (field.len == 0)
		return field;
	while (begin > 0 && field.at[begin - 1] != ',')
		begin--;
	field = trim((struct robotsc_text){field.at + begin, field.len - begin});
	if (field.len == 0)
		return field;
	if (field.at[0] == '[') {
		bracket = memchr(field.at, ']', field.len);
		return bracket ? (struct robotsc_text){field.at + 1, (size_t)(bracket - field.at) - 1} : field;
	}
	colon = memchr(field.at, ':', field.len);
	if (colon && !memchr(colon + 1, ':', field.len - (size_t)(colon - field.at) - 1))
		field.len = (size_t)(colon - field.at);
	return field;
}

/* ---- numbers, requests --------------------------------------------------------------------- */

bool robotsc__log_number(struct robotsc_text text, uint64_t *number)
{
	uint64_t value = 0;
	if (text.len == 0 || text.len > 19)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (!is_digit(text.at[i]))
			return false;
		value = value * 10 + (uint64_t)(text.at[i] - '0');
	}
	*number = value;
	return true;
}

/* The octets of " HTTP/1.1", " HTTP/2" and such at the end of a line; 0: there are none. */
static size_t version_length(struct robotsc_text line)
{
	size_t n = line.len;
	while (n > 0 && (is_digit(line.at[n - 1]) || line.at[n - 1] == '.'))
		n--;
	return n < line.len && n >= 6 && memcmp(line.at + n - 6, " HTTP/", 6) == 0 ? line.len - n + 6 : 0;
}

struct log_request robotsc__log_request(struct robotsc_text line)
{
	struct log_request r = {{NULL, 0}, {NULL, 0}};
	const char *const space = line.len ? memchr(line.at, ' ', line.len) : NULL;
	size_t version, method;
	if (!space)
		return r;
	method = (size_t)(space - line.at);
	version = version_length(line);
	for (size_t i = 0; i < method; i++)
		if (!is_token_octet(line.at[i]))
			return r;
	if (method == 0 || method + 1 + version >= line.len)
		return r;
	r.method = (struct robotsc_text){line.at, method};
	r.target = (struct robotsc_text){space + 1, line.len - method - 1 - version};
	return r;
}

static bool starts_folded(struct robotsc_text text, const char *lower)
{
	size_t i = 0;
	while (i < text.len && lower[i] && ascii_lower(text.at[i]) == lower[i])
		i++;
	return !lower[i];
}

enum log_target robotsc__log_target(const struct log_request *request)
{
	const struct robotsc_text target = request->target, method = request->method;
	if (target.len == 0 || (method.len == 7 && memcmp(method.at, "CONNECT", 7) == 0))
		return LOG_TARGET_NONE;
	if (target.at[0] == '/')
		return LOG_TARGET_PATH;
	return starts_folded(target, "http://") || starts_folded(target, "https://") ? LOG_TARGET_URL : LOG_TARGET_NONE;
}
