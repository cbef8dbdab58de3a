/* plain_origin.c - see plain_origin.h.  docs/access.md, "Origin"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_origin.h"

#include "match/attributes.h"
#include "match/load.h"
#include "match/vector.h"
#include "text.h"

/* Names up to this size have no label that is too long. */
#define PLAIN_MAX 63

/* The size of "scheme://" in lower case; 0: the URL does not begin with it. */
static size_t plain_scheme(const char *url, size_t len)
{
	if (len < 8)
		return 0;
	const uint64_t begin = ld64((const uint8_t *)url);
	if (begin == 0x2F2F3A7370747468u) /* "https://" */
		return 8;
	if (begin << 8 == 0x2F2F3A7074746800u) /* "http://" */
		return 7;
	return begin << 16 == 0x2F2F3A7074660000u ? 6 : 0; /* "ftp://" */
}

/* Bit i of plain: octet i of a name may stand in a plain name.  Bit i of dots: octet i is a dot. */
struct name_bits {
	uint64_t plain, dots;
};

#if VECTOR_X86 && !ROBOTSC_SMALL
static inline struct name_bits bits_of(vector_octets v)
{
	const vector_octets letters = (vector_octets)(v > 0x60) & (vector_octets)(v < 0x7B);
	const vector_octets others = (vector_octets)(v > 0x2C) & (vector_octets)(v < 0x3A) & (vector_octets)(v != '/');
	return (struct name_bits){vector_mask(letters | others), vector_mask(vector_equal(v, '.'))};
}

/* The bits of up to 16 octets.  Reads the 16 octets that end where these do. */
static inline struct name_bits bits_of_some(const uint8_t *octets, size_t len)
{
	const size_t over = len < 16 ? 16 - len : 0;
	const struct name_bits some = bits_of(vector_load(octets - over));
	return (struct name_bits){some.plain >> over, some.dots >> over};
}

/* name[len - 16..len) can be read, even if len is below 16.  Most names end within 32. */
static struct name_bits read_name(const uint8_t *name, size_t len)
{
	struct name_bits all = {0, 0};
	size_t n = 0;
	if (len >= 32) {
		const struct name_bits first = bits_of(vector_load(name)), second = bits_of(vector_load(name + 16));
		all.plain = first.plain | second.plain << 16;
		all.dots = first.dots | second.dots << 16;
		n = 32;
	}
	while (n <= PLAIN_MAX && n < len && (all.plain + 1) >> n) {
		const struct name_bits some = bits_of_some(name + n, len - n);
		all.plain |= some.plain << n;
		all.dots |= some.dots << n;
		n += 16;
	}
	return all;
}
#else
static struct name_bits read_name(const uint8_t *name, size_t len)
{
	struct name_bits all = {0, 0};
	for (size_t n = 0; n <= PLAIN_MAX && n < len; n++) {
		if (!is_lower(name[n]) && !is_digit(name[n]) && name[n] != '-' && name[n] != '.')
			break;
		all.plain |= (uint64_t)1 << n;
		all.dots |= (uint64_t)(name[n] == '.') << n;
	}
	return all;
}
#endif

/* A name is not empty, does not begin with a dot, and has no two dots in a row. */
size_t robotsc__plain_origin(const char *url, size_t len)
{
	const size_t scheme = plain_scheme(url, len);
	if (scheme == 0 || len < 16)
		return 0;
	const struct name_bits name = read_name((const uint8_t *)url + scheme, len - scheme);
	if (~name.plain == 0)
		return 0;
	const unsigned n = lowest_bit(~name.plain);
	const uint64_t dots = name.dots & (((uint64_t)1 << n) - 1);
	const size_t end = scheme + n;
	if (n == 0 || dots & (dots << 1 | 1))
		return 0;
	return end == len || url[end] == '/' || url[end] == '?' || url[end] == '#' ? end : 0;
}

enum robotsc_status robotsc__find_origin(const char *url, size_t len, char *room, struct robotsc_text *origin, size_t *rest)
{
	const size_t plain = robotsc__plain_origin(url, len);
	if (plain) {
		*origin = (struct robotsc_text){url, plain};
		*rest = plain;
		return ROBOTSC_OK;
	}
	origin->at = room;
	const enum robotsc_status status = robotsc_origin(url, len, room, ROBOTSC_ORIGIN_MAX, &origin->len);
	if (status != ROBOTSC_OK)
		return status;
	size_t at = 0;
	while (url[at] != ':')
		at++;
	for (at += 3; at < len && url[at] != '/' && url[at] != '?' && url[at] != '#';)
		at++;
	*rest = at;
	return ROBOTSC_OK;
}

struct robotsc_text robotsc__origin_host(struct robotsc_text origin)
{
	size_t begin = 0, end;
	while (begin < origin.len && origin.at[begin] != '/')
		begin++;
	begin += 2;
	if (begin >= origin.len)
		return (struct robotsc_text){origin.at, 0};
	const char stop = origin.at[begin] == '[' ? ']' : ':';
	for (end = begin; end < origin.len && origin.at[end] != stop;)
		end++;
	if (stop == ']' && end < origin.len)
		end++;
	return (struct robotsc_text){origin.at + begin, end - begin};
}
