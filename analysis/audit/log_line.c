/* log_line.c - finds the fields of a line, which may be an object of JSON.  RFC 8259
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "log_format.h"

/* True if an odd number of backslashes stands before at, so that it is escaped. */
static bool is_escaped(const char *from, const char *at)
{
	size_t n = 0;
	while (at > from && at[-1] == '\\') {
		at--;
		n++;
	}
	return n & 1;
}

/* Find the octets that end a field; NULL: there are none.  An escaped quote ends no field. */
static const char *find_end(const struct log_format *format, const struct log_item *item, const char *at, const char *end)
{
	const struct robotsc_text after = item->until_slash ? (struct robotsc_text){"/", 1} : item->after;
	const char *const from = at;
	const bool escapes = after.at[0] == '"' && format->escape != LOG_ESCAPE_NONE;
	while ((size_t)(end - at) >= after.len) {
		at = memchr(at, after.at[0], (size_t)(end - at) - after.len + 1);
		if (!at || (memcmp(at, after.at, after.len) == 0 && !(escapes && is_escaped(from, at))))
			return at;
		at++;
	}
	return NULL;
}

/* ---- JSON: octets that are not UTF-8 are taken as they are ---- */

#define DEPTH 16
#define PATH 256 /* octets of a key, with those of the objects around it */

/* A line that is read.  path has the keys of the next value; it is unknown if len is above PATH. */
struct json_reader {
	const struct log_format *format;
	struct log_line *line;
	struct text_left left;
	char path[PATH];
	size_t len;           /* of the path */
	size_t outer[DEPTH];  /* path lengths of the objects and arrays around */
	bool is_array[DEPTH]; /* by depth */
	size_t depth;
};

bool robotsc__log_string(struct text_left *left, struct robotsc_text *text)
{
	const char *const begin = left->at;
	while (left->at < left->end && *left->at != '"')
		left->at += *left->at == '\\' && left->end - left->at > 1 ? 2 : 1;
	*text = (struct robotsc_text){begin, (size_t)(left->at - begin)};
	return left->at < left->end && left->at++;
}

/* Read a string: the octets between its quotes. */
static bool read_string(struct json_reader *r, struct robotsc_text *text)
{
	return json_accept(&r->left, '"') && robotsc__log_string(&r->left, text);
}

/* Read a number, or true, false, null. */
static bool read_word(struct json_reader *r, struct robotsc_text *text)
{
	const char *const from = r->left.at;
	while (r->left.at < r->left.end &&
	       (is_alpha(*r->left.at) || is_digit(*r->left.at) || *r->left.at == '-' || *r->left.at == '+' || *r->left.at == '.'))
		r->left.at++;
	*text = (struct robotsc_text){from, (size_t)(r->left.at - from)};
	if (text->len == 4 && memcmp(from, "null", 4) == 0)
		text->len = 0;
	return r->left.at > from;
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
	return is_named(r, field) ? LOG_NONE /* the user named another key */ : field;
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

/* Begin an object or an array (*inside), or read another value. */
static bool read_value(struct json_reader *r, bool *inside)
{
	struct robotsc_text text = {NULL, 0};
	enum log_field field;
	json_skip_space(&r->left);
	if (r->left.at == r->left.end)
		return false;
	*inside = *r->left.at == '{' || *r->left.at == '[';
	if (*inside) {
		if (r->depth == DEPTH)
			return false;
		r->outer[r->depth] = r->len;
		r->is_array[r->depth++] = *r->left.at++ == '[';
		return true;
	}
	if (!(*r->left.at == '"' ? read_string(r, &text) : read_word(r, &text)))
		return false;
	field = field_of_path(r);
	/* Of several header fields with one name, the last one counts: a proxy has written it. */
	if (field == LOG_ADDRESS && r->is_array[r->depth - 1] && is_named(r, field))
		r->line->has &= ~(1u << LOG_ADDRESS);
	log_line_set(r->line, field, text.at, text.len);
	return true;
}

/* Read the key of a member, in an array there is none. */
static bool read_key(struct json_reader *r)
{
	struct robotsc_text key;
	r->len = r->outer[r->depth - 1];
	if (r->is_array[r->depth - 1])
		return true;
	if (!read_string(r, &key) || !json_accept(&r->left, ':'))
		return false;
	enter_key(r, key);
	return true;
}

static bool leave(struct json_reader *r)
{
	while (r->depth && json_accept(&r->left, r->is_array[r->depth - 1] ? ']' : '}'))
		r->depth--;
	return r->depth == 0 || json_accept(&r->left, ',');
}

static bool read_json(const struct log_format *format, struct robotsc_text text, struct log_line *line)
{
	struct json_reader r = {.format = format, .line = line, .left = {text.at, text.at + text.len}};
	bool inside = false;
	if (!json_accept(&r.left, '{'))
		return false;
	r.depth = 1;
	inside = true;
	while (r.depth) {
		if (inside && json_accept(&r.left, r.is_array[r.depth - 1] ? ']' : '}')) {
			r.depth--;
			inside = false;
			if (!leave(&r))
				return false;
			continue;
		}
		if (!read_key(&r) || !read_value(&r, &inside) || (!inside && !leave(&r)))
			return false;
	}
	json_skip_space(&r.left);
	return r.left.at == r.left.end;
}

/* ---- a line ---- */

bool robotsc__log_line_read(const struct log_format *format, struct robotsc_text text, struct log_line *line)
{
	const char *at = text.at, *const end = text.at + text.len;
	line->has = 0;
	if (format->json)
		return read_json(format, text, line);
	if (text.len < format->before.len || (format->before.len && memcmp(at, format->before.at, format->before.len) != 0))
		return false;
	at += format->before.len;
	for (size_t i = 0; i < format->nitems; i++) {
		const struct log_item *const item = &format->items[i];
		const bool last = item->after.len == 0 && !item->until_slash;
		const char *const stop = last ? end : find_end(format, item, at, end);
		if (!stop)
			return false;
		log_line_set(line, item->field, at, (size_t)(stop - at));
		at = stop + item->after.len;
	}
	return at == end || format->open_end;
}
