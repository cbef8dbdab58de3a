/* answer.c - see answer.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

static struct {
	struct robotsc_text *texts;
	size_t n, room;
	char *answer;
	size_t len, answer_room;
	bool failed;
} call;

/* Forgets the texts and the answer of the last call. */
EXPORT(begin) void begin(void)
{
	heap_forget();
	memset(&call, 0, sizeof call);
}

/* Where JavaScript puts the octets of the next text; NULL: no memory. */
EXPORT(add_text) char *add_text(uint32_t len)
{
	char *const at = malloc((size_t)len + 1);
	if (at && call.n == call.room) {
		struct robotsc_text *const more = realloc(call.texts, (2 * call.room + 8) * sizeof *more);
		if (!more) {
			free(at);
			return NULL;
		}
		call.texts = more;
		call.room = 2 * call.room + 8;
	}
	if (at)
		call.texts[call.n++] = (struct robotsc_text){at, len};
	return at;
}

EXPORT(answer_at) const char *answer_at(void)
{
	return call.answer;
}

EXPORT(answer_length) uint32_t answer_length(void)
{
	return (uint32_t)call.len;
}

struct robotsc_text text_at(uint32_t i)
{
	return i < call.n ? call.texts[i] : (struct robotsc_text){NULL, 0};
}

const struct robotsc_text *texts_from(uint32_t i, size_t *n)
{
	*n = i < call.n ? call.n - i : 0;
	return *n ? call.texts + i : NULL;
}

bool answer_failed(void)
{
	return call.failed;
}

static bool has_room(size_t len)
{
	const size_t room = 2 * call.answer_room + len + 256;
	char *more;
	if (len <= call.answer_room - call.len)
		return true;
	more = realloc(call.answer, room);
	if (!more) {
		call.failed = true;
		return false;
	}
	call.answer = more;
	call.answer_room = room;
	return true;
}

void put_octets(const void *at, size_t len)
{
	if (len == 0 || !has_room(len))
		return;
	memcpy(call.answer + call.len, at, len);
	call.len += len;
}

void put(const char *text)
{
	put_octets(text, strlen(text));
}

void put_number(int64_t number)
{
	char digits[24], *at = digits + sizeof digits;
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	put_octets(at, (size_t)(digits + sizeof digits - at));
}

void put_json(struct robotsc_text text)
{
	static const char hex[] = "0123456789abcdef";
	size_t from = 0;
	put("\"");
	for (size_t i = 0; i < text.len; i++) {
		const unsigned char c = (unsigned char)text.at[i];
		const char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
		if (c >= ' ' && c != '"' && c != '\\')
			continue;
		put_octets(text.at + from, i - from);
		put_octets(escape, sizeof escape);
		from = i + 1;
	}
	put_octets(text.at + from, text.len - from);
	put("\"");
}

void put_member(const char *before, struct robotsc_text value)
{
	put(before);
	put_json(value);
}

void put_bool(const char *before, bool value)
{
	put(before);
	put(value ? "true" : "false");
}

void put_count(const char *before, int64_t value)
{
	put(before);
	put_number(value);
}

struct robotsc_text text_of(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}
