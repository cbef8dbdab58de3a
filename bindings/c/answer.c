/* answer.c - see answer.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include <stdlib.h>
#include <string.h>

struct robotsc_text robotsc__text_at(const struct call *c, uint32_t i)
{
	return i < c->n ? c->texts[i] : (struct robotsc_text){NULL, 0};
}

const struct robotsc_text *robotsc__texts_from(const struct call *c, uint32_t i, size_t *n)
{
	*n = i < c->n ? c->n - i : 0;
	return *n ? c->texts + i : NULL;
}

static bool has_room(struct call *c, size_t len)
{
	const size_t room = 2 * c->room + len + 256;
	char *more;
	if (len <= c->room - c->len)
		return true;
	more = realloc(c->answer, room);
	if (!more) {
		c->failed = true;
		return false;
	}
	c->answer = more;
	c->room = room;
	return true;
}

void robotsc__put_octets(struct call *c, const void *at, size_t len)
{
	if (len == 0 || !has_room(c, len))
		return;
	memcpy(c->answer + c->len, at, len);
	c->len += len;
}

void robotsc__put(struct call *c, const char *text)
{
	robotsc__put_octets(c, text, strlen(text));
}

void robotsc__put_number(struct call *c, int64_t number)
{
	char digits[24], *at = digits + sizeof digits;
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	robotsc__put_octets(c, at, (size_t)(digits + sizeof digits - at));
}

void robotsc__put_json(struct call *c, struct robotsc_text text)
{
	static const char hex[] = "0123456789abcdef";
	size_t from = 0;
	robotsc__put(c, "\"");
	for (size_t i = 0; i < text.len; i++) {
		const unsigned char octet = (unsigned char)text.at[i];
		const char escape[6] = {'\\', 'u', '0', '0', hex[octet >> 4], hex[octet & 15]};
		if (octet >= ' ' && octet != '"' && octet != '\\')
			continue;
		robotsc__put_octets(c, text.at + from, i - from);
		robotsc__put_octets(c, escape, sizeof escape);
		from = i + 1;
	}
	if (from < text.len)
		robotsc__put_octets(c, text.at + from, text.len - from);
	robotsc__put(c, "\"");
}

void robotsc__put_member(struct call *c, const char *before, struct robotsc_text value)
{
	robotsc__put(c, before);
	robotsc__put_json(c, value);
}

void robotsc__put_bool(struct call *c, const char *before, bool value)
{
	robotsc__put(c, before);
	robotsc__put(c, value ? "true" : "false");
}

void robotsc__put_count(struct call *c, const char *before, int64_t value)
{
	robotsc__put(c, before);
	robotsc__put_number(c, value);
}

void robotsc__pack_number(struct call *c, int64_t number)
{
	uint8_t octets[8];
	for (unsigned i = 0; i < 8; i++)
		octets[i] = (uint8_t)((uint64_t)number >> 8 * i);
	robotsc__put_octets(c, octets, sizeof octets);
}

void robotsc__pack_text(struct call *c, struct robotsc_text text)
{
	robotsc__pack_number(c, (int64_t)text.len);
	robotsc__put_octets(c, text.at, text.len);
}

struct robotsc_text robotsc__text_of(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}
