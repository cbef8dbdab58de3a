/* log_line.c - finds the fields of a line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

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

/* Find the octets that end a field; NULL: they are not there.  An escaped quote ends none. */
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

bool robotsc__log_line_read(const struct log_format *format, struct robotsc_text text, struct log_line *line)
{
	const char *at = text.at, *const end = text.at + text.len;
	line->has = 0;
	if (format->json)
		return robotsc__log_json_read(format, text, line);
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
