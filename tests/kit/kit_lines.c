/* kit_lines.c - see kit_lines.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_lines.h"

#include "tests/support/archive.h"

int kit_lines_open(struct kit_lines *l, const char *folder, const char *name)
{
	char path[4096];
	size_t len = 0;
	*l = (struct kit_lines){0};
	if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
		return 0;
	l->bytes = l->next = archive_load(path, &len);
	if (!l->bytes)
		return 0;
	l->end = l->bytes + len;
	return 1;
}

void kit_lines_close(struct kit_lines *l)
{
	free(l->bytes);
}

int kit_lines_next(struct kit_lines *l)
{
	char *end = l->next == l->end ? NULL : memchr(l->next, '\n', (size_t)(l->end - l->next));
	if (end == NULL)
		return 0;
	l->number++;
	l->n = 0;
	for (char *at = l->next; at <= end && l->n < KIT_FIELDS;) {
		char *tab = memchr(at, '\t', (size_t)(end - at));
		tab = tab ? tab : end;
		*tab = '\0';
		l->field[l->n++] = (struct kit_octets){at, (size_t)(tab - at)};
		at = tab + 1;
	}
	l->next = end + 1;
	return 1;
}

int kit_is(const struct kit_lines *l, size_t i, const char *word)
{
	return i < l->n && strcmp(l->field[i].at, word) == 0;
}

int64_t kit_integer(const struct kit_lines *l, size_t i)
{
	return i < l->n ? strtoll(l->field[i].at, NULL, 10) : 0;
}

uint64_t kit_natural(const struct kit_lines *l, size_t i)
{
	return i < l->n ? strtoull(l->field[i].at, NULL, 10) : 0;
}

static unsigned digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'A' + 10);
}

struct kit_octets kit_decode_text(struct kit_lines *l, size_t i)
{
	if (i >= l->n)
		return (struct kit_octets){"", 0};
	char *at = l->bytes + (l->field[i].at - l->bytes), *to = at;
	for (const char *from = at; *from; from++, to++) {
		*to = *from;
		if (*from == '\\') {
			*to = (char)(digit(from[1]) << 4 | digit(from[2]));
			from += 2;
		}
	}
	return l->field[i] = (struct kit_octets){at, (size_t)(to - at)};
}

static uint32_t sextet(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (uint32_t)(c - 'A');
	if (c >= 'a' && c <= 'z')
		return (uint32_t)(c - 'a' + 26);
	if (c >= '0' && c <= '9')
		return (uint32_t)(c - '0' + 52);
	return c == '+' ? 62 : c == '/' ? 63 : 0;
}

struct kit_octets kit_decode_base64(struct kit_lines *l, size_t i)
{
	if (i >= l->n)
		return (struct kit_octets){"", 0};
	const size_t size = l->field[i].len;
	char *at = l->bytes + (l->field[i].at - l->bytes), *to = at;
	for (const char *from = at; from + 4 <= at + size; from += 4) {
		const uint32_t word = sextet(from[0]) << 18 | sextet(from[1]) << 12 | sextet(from[2]) << 6 | sextet(from[3]);
		const int two = from[2] != '=', three = from[3] != '=';
		*to++ = (char)(word >> 16);
		if (two)
			*to++ = (char)(word >> 8 & 255);
		if (three)
			*to++ = (char)(word & 255);
	}
	return l->field[i] = (struct kit_octets){at, (size_t)(to - at)};
}
