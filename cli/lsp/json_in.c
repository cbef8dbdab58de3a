/* json_in.c - see lsp_parts.h: values of JSON, found where they stand.
 *
 * Nothing is copied and nothing built: a message is checked once, and then read through for each
 * member that is asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "access/text.h"
#include "lsp_parts.h"

#define DEPTH 64
#define EXACT ((int64_t)1 << 53) /* every whole number up to it is a number of JSON */

static bool is_space(int c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_space(struct text_left *r)
{
	while (r->at < r->end && is_space(*r->at))
		r->at++;
}

static bool accept(struct text_left *r, char c)
{
	skip_space(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* ---- what is valid ---------------------------------------------------------------- */

/* Read what follows a backslash. */
static bool read_escape(struct text_left *r)
{
	const size_t left = (size_t)(r->end - r->at);
	if (left == 0)
		return false;
	if (*r->at != 'u')
		return *r->at != '\0' && strchr("\"\\/bfnrt", *r->at++) != NULL;
	for (int i = 1; i <= 4; i++)
		if (left < 5 || hex_digit(r->at[i]) < 0)
			return false;
	r->at += 5;
	return true;
}

static bool read_string(struct text_left *r)
{
	if (!accept(r, '"'))
		return false;
	while (r->at < r->end) {
		const unsigned char c = (unsigned char)*r->at++;
		if (c == '"')
			return true;
		if (c < 0x20 || (c == '\\' && !read_escape(r)))
			return false;
	}
	return false;
}

static size_t digits(struct text_left *r)
{
	size_t n = 0;
	for (; r->at < r->end && is_digit(*r->at); r->at++)
		n++;
	return n;
}

static bool read_number(struct text_left *r)
{
	size_t n;
	bool zero;
	if (r->at < r->end && *r->at == '-')
		r->at++;
	zero = r->at < r->end && *r->at == '0';
	n = digits(r);
	if (n == 0 || (zero && n > 1))
		return false;
	if (r->at < r->end && *r->at == '.') {
		r->at++;
		if (digits(r) == 0)
			return false;
	}
	if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
		r->at++;
		if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
			r->at++;
		return digits(r) > 0;
	}
	return true;
}

static bool read_word(struct text_left *r, const char *word)
{
	const size_t n = strlen(word);
	if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
		return false;
	r->at += n;
	return true;
}

/* Read a value that is no array and no object. */
static bool read_scalar(struct text_left *r)
{
	switch (r->at < r->end ? *r->at : 0) {
	case '"':
		return read_string(r);
	case 't':
		return read_word(r, "true");
	case 'f':
		return read_word(r, "false");
	case 'n':
		return read_word(r, "null");
	default:
		return read_number(r);
	}
}

static bool read_key(struct text_left *r)
{
	return read_string(r) && accept(r, ':');
}

/* Read a value with all that is in it. */
static bool read_value(struct text_left *r)
{
	bool is_array[DEPTH];
	unsigned depth = 0;
	for (;;) {
		skip_space(r);
		if (r->at < r->end && (*r->at == '[' || *r->at == '{')) {
			const bool array = *r->at++ == '[';
			if (depth == DEPTH)
				return false;
			is_array[depth++] = array;
			if (!accept(r, array ? ']' : '}')) {
				if (!array && !read_key(r))
					return false;
				continue;
			}
			depth--;
		} else if (!read_scalar(r)) {
			return false;
		}
		while (depth && accept(r, is_array[depth - 1] ? ']' : '}'))
			depth--;
		if (depth == 0)
			return true;
		if (!accept(r, ',') || (!is_array[depth - 1] && !read_key(r)))
			return false;
	}
}

bool robotsc__json_is_valid(struct robotsc_text text, struct robotsc_text *value)
{
	struct text_left r = {text.at, text.at + text.len};
	const char *from;
	skip_space(&r);
	from = r.at;
	if (!read_value(&r))
		return false;
	*value = (struct robotsc_text){from, (size_t)(r.at - from)};
	skip_space(&r);
	return r.at == r.end;
}

/* ---- what is in it -------------------------------------------------------------- */

/* Pass over a string.  Returns it, with its quotes. */
static struct robotsc_text skip_string(struct text_left *r)
{
	const char *const from = r->at++;
	while (*r->at != '"')
		r->at += *r->at == '\\' ? 2 : 1;
	r->at++;
	return (struct robotsc_text){from, (size_t)(r->at - from)};
}

/* Pass over a value, which is valid.  Returns it. */
static struct robotsc_text skip_value(struct text_left *r)
{
	const char *from;
	unsigned depth = 0;
	skip_space(r);
	from = r->at;
	do {
		if (*r->at == '"') {
			skip_string(r);
		} else if (*r->at == '[' || *r->at == '{') {
			depth++;
			r->at++;
		} else if (*r->at == ']' || *r->at == '}') {
			depth--;
			r->at++;
		} else if (depth) {
			r->at++;
		} else {
			while (r->at < r->end && !is_space(*r->at) && !strchr(",]}", *r->at))
				r->at++;
		}
	} while (depth);
	return (struct robotsc_text){from, (size_t)(r->at - from)};
}

/* The next octet of a string, or half of a surrogate pair; -1: it has ended. */
static int32_t next_unit(struct text_left *r)
{
	static const char names[] = "bfnrt", octets[] = "\b\f\n\r\t";
	const char *name;
	int32_t unit = 0;
	if (r->at == r->end)
		return -1;
	if (*r->at != '\\')
		return (unsigned char)*r->at++;
	r->at++;
	if (*r->at != 'u') {
		name = strchr(names, *r->at);
		return name ? (r->at++, octets[name - names]) : *r->at++;
	}
	for (int i = 1; i <= 4; i++)
		unit = 16 * unit + hex_digit(r->at[i]);
	r->at += 5;
	return unit < 0x80 ? unit : unit | 0x10000;
}

/* The inside of a string. */
static struct text_left inside(struct robotsc_text string)
{
	return (struct text_left){string.at + 1, string.at + string.len - 1};
}

static bool is_key(struct robotsc_text string, const char *key, size_t len)
{
	struct text_left r = inside(string);
	for (size_t i = 0; i < len; i++)
		if (next_unit(&r) != (unsigned char)key[i])
			return false;
	return r.at == r.end;
}

static struct robotsc_text member(struct robotsc_text object, const char *key, size_t len)
{
	struct robotsc_text found = {NULL, 0};
	struct text_left r;
	if (object.len == 0 || *object.at != '{')
		return found;
	r = (struct text_left){object.at + 1, object.at + object.len};
	while (!accept(&r, '}')) {
		struct robotsc_text name, value;
		(void)accept(&r, ',');
		skip_space(&r);
		name = skip_string(&r);
		(void)accept(&r, ':');
		value = skip_value(&r);
		if (is_key(name, key, len))
			found = value;
	}
	return found;
}

struct robotsc_text robotsc__json_member(struct robotsc_text object, const char *key)
{
	return member(object, key, strlen(key));
}

struct robotsc_text robotsc__json_path(struct robotsc_text object, const char *path)
{
	for (;;) {
		const size_t n = strcspn(path, ".");
		object = member(object, path, n);
		if (!path[n] || !object.at)
			return object;
		path += n + 1;
	}
}

bool robotsc__json_next(struct robotsc_text array, size_t *at, struct robotsc_text *element)
{
	struct text_left r;
	if (array.len == 0 || *array.at != '[')
		return false;
	r = (struct text_left){array.at + (*at ? *at : 1), array.at + array.len};
	(void)accept(&r, ',');
	if (accept(&r, ']'))
		return false;
	*element = skip_value(&r);
	*at = (size_t)(r.at - array.at);
	return true;
}

bool robotsc__json_is_string(struct robotsc_text value)
{
	return value.len > 1 && *value.at == '"';
}

bool robotsc__json_is(struct robotsc_text value, const char *word)
{
	return robotsc__json_is_string(value) && is_key(value, word, strlen(word));
}

bool robotsc__json_integer(struct robotsc_text value, int64_t *number)
{
	const bool negative = value.len > 0 && *value.at == '-';
	int64_t n = 0;
	if (value.len == negative)
		return false;
	for (size_t i = negative; i < value.len; i++) {
		if (!is_digit(value.at[i]) || n > EXACT / 10)
			return false;
		n = 10 * n + (value.at[i] - '0');
	}
	*number = negative ? -n : n;
	return true;
}

/* Write a character.  Returns its octets. */
static size_t put_character(uint32_t c, unsigned char *out)
{
	if (c < 0x800) {
		out[0] = (unsigned char)(0xC0 | c >> 6);
		out[1] = (unsigned char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (unsigned char)(0xE0 | c >> 12);
		out[1] = (unsigned char)(0x80 | (c >> 6 & 63));
		out[2] = (unsigned char)(0x80 | (c & 63));
		return 3;
	}
	out[0] = (unsigned char)(0xF0 | c >> 18);
	out[1] = (unsigned char)(0x80 | (c >> 12 & 63));
	out[2] = (unsigned char)(0x80 | (c >> 6 & 63));
	out[3] = (unsigned char)(0x80 | (c & 63));
	return 4;
}

size_t robotsc__json_octets(struct robotsc_text string, unsigned char *out)
{
	struct text_left r = inside(string);
	size_t n = 0;
	for (int32_t unit; (unit = next_unit(&r)) >= 0;) {
		uint32_t c = (uint32_t)unit & 0xFFFF;
		if (!(unit & 0x10000)) {
			out[n++] = (unsigned char)unit;
			continue;
		}
		if (c >= 0xD800 && c < 0xDC00) {
			struct text_left after = r;
			const int32_t low = next_unit(&after);
			if (low >= 0x1DC00 && low < 0x1E000) {
				c = 0x10000 + ((c & 0x3FF) << 10) + ((uint32_t)low & 0x3FF);
				r = after;
			}
		}
		n += put_character(c, out + n);
	}
	return n;
}

struct robotsc_text robotsc__json_copy(struct robotsc_text string)
{
	unsigned char *const at = robotsc__json_is_string(string) ? malloc(string.len) : NULL;
	return at ? (struct robotsc_text){(const char *)at, robotsc__json_octets(string, at)} : (struct robotsc_text){NULL, 0};
}
