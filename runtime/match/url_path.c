/* url_path.c - find the part of a URL that rules are matched with.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "access/text.h"
#include "load.h"
#include "robotsc/check.h"
#include "vector.h"

static bool is_scheme_octet(char c)
{
	return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}

/* The length of "scheme://" at the start of a URL, or 0. */
static size_t scheme_size(const char *url, size_t len)
{
	size_t n = 0;
	if (!ROBOTSC_SMALL && len >= 8 && ld64((const uint8_t *)url) == ld64((const uint8_t *)"https://"))
		return 8;
	if (len == 0 || !is_alpha(url[0]))
		return 0;
	while (n < len && is_scheme_octet(url[n]))
		n++;
	return len - n >= 3 && url[n] == ':' && url[n + 1] == '/' && url[n + 2] == '/' ? n + 3 : 0;
}

/* The index of the first '/', '?', '#' or `other` from at on; len if there is none. */
static size_t find_end(const char *url, size_t at, size_t len, char other)
{
#if VECTOR_X86 && !ROBOTSC_SMALL
	for (; len - at >= 16; at += 16) {
		const vector_octets octets = vector_load((const uint8_t *)url + at);
		const unsigned ends = vector_mask(vector_equal(octets, '/') | vector_equal(octets, '?') |
		                                  vector_equal(octets, '#') | vector_equal(octets, (uint8_t)other));
		if (ends)
			return at + (unsigned)__builtin_ctz(ends);
	}
#endif
	while (at < len && url[at] != '/' && url[at] != '?' && url[at] != '#' && url[at] != other)
		at++;
	return at;
}

/* The path as google/robotstxt finds it.  docs/dialects.md, "google" */
static size_t google_path(const char *url, size_t len)
{
	const size_t begin = len >= 2 && url[0] == '/' && url[1] == '/' ? 2 : 0;
	size_t at = begin, colon = begin;
	while (colon < len && url[colon] != '/' && url[colon] != '?' && url[colon] != ';' &&
	       !(url[colon] == ':' && len - colon >= 3 && url[colon + 1] == '/' && url[colon + 2] == '/'))
		colon++;
	if (colon < len && url[colon] == ':')
		at = colon + 3;
	at = find_end(url, at, len, ';');
	for (size_t i = begin; i < at; i++)
		if (url[i] == '#')
			return len;
	return at < len && url[at] == '#' ? len : at;
}

void robotsc_url_path(enum robotsc_dialect dialect, const char *url, size_t len, struct robotsc_text *path)
{
	size_t at = 0;
	if (dialect == ROBOTSC_GOOGLE) {
		at = google_path(url, len);
	} else {
		const size_t scheme = scheme_size(url, len);
		if (scheme)
			at = find_end(url, scheme, len, '/');
		if (scheme && at < len && url[at] == '#')
			at = len;
	}
	path->at = at < len ? url + at : url;
	path->len = len - at;
}
