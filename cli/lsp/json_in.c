/* json_in.c - see lsp_parts.h: finds values in the octets of a message of JSON.
 *
 * Nothing is copied and nothing built: a message is checked once, and then read through for each
 * member that is asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "access/text.h"
#include "audit/log_format.h"
#include "lsp_parts.h"

#define DEPTH 64
#define EXACT ((int64_t)1 << 53) /* every whole number up to it is a number of JSON */

static bool is_space(int c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* ---- what is valid ---------------------------------------------------------------- */

/* Read an escape after its backslash. */
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
	if (!json_accept(r, '"'))
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
	return read_string(r) && json_accept(r, ':');
}

/* Read a value with all that is in it. */
static bool read_value(struct text_left *r)
{
	bool is_array[DEPTH];
	unsigned depth = 0;
	for (;;) {
		json_skip_space(r);
		if (r->at < r->end && (*r->at == '[' || *r->at == '{')) {
			const bool array = *r->at++ == '[';
			if (depth == DEPTH)
				return false;
			is_array[depth++] = array;
			if (!json_accept(r, array ? ']' : '}')) {
				if (!array && !read_key(r))
					return false;
				continue;
			}
			depth--;
		} else if (!read_scalar(r)) {
			return false;
		}
		while (depth && json_accept(r, is_array[depth - 1] ? ']' : '}'))
			depth--;
		if (depth == 0)
			return true;
		if (!json_accept(r, ',') || (!is_array[depth - 1] && !read_key(r)))
			return false;
	}
}

bool robotsc__json_is_valid(struct robotsc_text text, struct robotsc_text *value)
{
	struct text_left r = {text.at, text.at + text.len};
	const char *from;
	json_skip_space(&r);
	from = r.at;
	if (!read_value(&r))
		return false;
	*value = (struct robotsc_text){from, (size_t)(r.at - from)};
	json_skip_space(&r);
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
	json_skip_space(r);
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

/* The next octet of a string, or 0x10000 plus a unit that \u escapes; -1: it has ended. */
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
	while (!json_accept(&r, '}')) {
		struct robotsc_text name, value;
		(void)json_accept(&r, ',');
		json_skip_space(&r);
		name = skip_string(&r);
		(void)json_accept(&r, ':');
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
	(void)json_accept(&r, ',');
	if (json_accept(&r, ']'))
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

size_t robotsc__json_octets(struct robotsc_text string, unsigned char *out)
{
	const struct robotsc_text text = {string.at + 1, string.len - 2};
	return robotsc__log_unescape(LOG_ESCAPE_JSON, text, (char *)out);
}

struct robotsc_text robotsc__json_copy(struct robotsc_text string)
{
	unsigned char *const at = robotsc__json_is_string(string) ? malloc(string.len) : NULL;
	return at ? (struct robotsc_text){(const char *)at, robotsc__json_octets(string, at)} : (struct robotsc_text){NULL, 0};
}
