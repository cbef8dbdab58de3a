/* log_json.c - finds the fields of a line that is an object of JSON.  RFC 8259
 *
 * Octets that are not UTF-8 are taken as they are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "log_format.h"

#define DEPTH 16
#define PATH 256 /* octets of a key, with those of the objects around it */

/* A line that is read.  The path of what comes is known where its length is at most PATH. */
struct json_reader {
	const struct log_format *format;
	struct log_line *line;
	const char *at, *end;
	char path[PATH];
	size_t len;           /* of the path */
	size_t outer[DEPTH];  /* of the paths of the objects and arrays around */
	bool is_array[DEPTH]; /* of these */
	size_t depth;
};

static void skip_space(struct json_reader *r)
{
	while (r->at < r->end && (is_blank(*r->at) || *r->at == '\r' || *r->at == '\n'))
		r->at++;
}

static bool accept(struct json_reader *r, char c)
{
	skip_space(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* Read a string: the octets between its quotes. */
static bool read_string(struct json_reader *r, struct robotsc_text *text)
{
	const char *begin;
	if (!accept(r, '"'))
		return false;
	begin = r->at;
	while (r->at < r->end && *r->at != '"')
		r->at += *r->at == '\\' && r->end - r->at > 1 ? 2 : 1;
	if (r->at >= r->end)
		return false;
	*text = (struct robotsc_text){begin, (size_t)(r->at - begin)};
	r->at++;
	return true;
}

/* Read a number, or true, false, null. */
static bool read_word(struct json_reader *r, struct robotsc_text *text)
{
	const char *const from = r->at;
	while (r->at < r->end && (is_alpha(*r->at) || is_digit(*r->at) || *r->at == '-' || *r->at == '+' || *r->at == '.'))
		r->at++;
	*text = (struct robotsc_text){from, (size_t)(r->at - from)};
	if (text->len == 4 && memcmp(from, "null", 4) == 0)
		text->len = 0;
	return r->at > from;
}

/* True if the user has named the key of a field. */
static bool is_named(const struct json_reader *r, enum log_field field)
{
	for (size_t i = 0; i < r->format->nkeys; i++)
		if (r->format->keys[i].field == field)
			return true;
	return false;
}

static enum log_field field_of_path(const struct json_reader *r)
{
	const struct robotsc_text path = {r->path, r->len};
	enum log_field field;
	if (r->len > PATH)
		return LOG_NONE;
	for (size_t i = 0; i < r->format->nkeys; i++)
		if (r->format->keys[i].key.len == path.len && memcmp(r->format->keys[i].key.at, path.at, path.len) == 0)
			return r->format->keys[i].field;
	field = robotsc__log_field_named(path);
	return is_named(r, field) ? LOG_NONE /* it has another key */ : field;
}

/* Put a key after the path of its object. */
static void enter_key(struct json_reader *r, struct robotsc_text key)
{
	const size_t outer = r->outer[r->depth - 1], dot = r->depth > 1; /* a path may be empty */
	r->len = PATH + 1;
	if (outer > PATH || key.len > PATH - dot || outer > PATH - dot - key.len)
		return;
	if (dot)
		r->path[outer] = '.';
	memcpy(r->path + outer + dot, key.at, key.len);
	r->len = outer + dot + key.len;
}

/* Go into an object or an array, or read another value. */
static bool read_value(struct json_reader *r, bool *inside)
{
	struct robotsc_text text = {NULL, 0};
	enum log_field field;
	skip_space(r);
	if (r->at == r->end)
		return false;
	*inside = *r->at == '{' || *r->at == '[';
	if (*inside) {
		if (r->depth == DEPTH)
			return false;
		r->outer[r->depth] = r->len;
		r->is_array[r->depth++] = *r->at++ == '[';
		return true;
	}
	if (!(*r->at == '"' ? read_string(r, &text) : read_word(r, &text)))
		return false;
	field = field_of_path(r);
	/* Of header fields with one name, the last is the one that a proxy has written. */
	if (field == LOG_ADDRESS && r->is_array[r->depth - 1] && is_named(r, field))
		r->line->has &= ~(1u << LOG_ADDRESS);
	log_line_set(r->line, field, text.at, text.len);
	return true;
}

/* Read the key of a member, or nothing in an array. */
static bool read_key(struct json_reader *r)
{
	struct robotsc_text key;
	r->len = r->outer[r->depth - 1];
	if (r->is_array[r->depth - 1])
		return true;
	if (!read_string(r, &key) || !accept(r, ':'))
		return false;
	enter_key(r, key);
	return true;
}

static bool leave(struct json_reader *r)
{
	while (r->depth && accept(r, r->is_array[r->depth - 1] ? ']' : '}'))
		r->depth--;
	return r->depth == 0 || accept(r, ',');
}

bool robotsc__log_json_read(const struct log_format *format, struct robotsc_text text, struct log_line *line)
{
	struct json_reader r = {.format = format, .line = line, .at = text.at, .end = text.at + text.len};
	bool inside = false;
	if (!accept(&r, '{'))
		return false;
	r.depth = 1;
	inside = true;
	while (r.depth) {
		if (inside && accept(&r, r.is_array[r.depth - 1] ? ']' : '}')) {
			r.depth--;
			inside = false;
			if (!leave(&r))
				return false;
			continue;
		}
		if (!read_key(&r) || !read_value(&r, &inside) || (!inside && !leave(&r)))
			return false;
	}
	skip_space(&r);
	return r.at == r.end;
}
