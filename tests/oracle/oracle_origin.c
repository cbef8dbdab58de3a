/* oracle_origin.c - see oracle_origin.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memrchr */
#include "oracle_origin.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- RFC 3492 -------------------------------------------------------------------- */

static unsigned long adapt(unsigned long delta, unsigned long points, int first)
{
	unsigned long k = 0;

	delta = first ? delta / 700 : delta / 2;
	delta += delta / points;
	while (delta > 455) {
		delta /= 35;
		k += 36;
	}
	return k + 36 * delta / (delta + 38);
}

/* The state of a decoder that has inserted ASCII, all code points below point, and those equal to
 * it that come before place.  *held: how many it holds; *before: how many of these come before
 * place. */
static void state_before(const uint32_t *points, size_t n, uint32_t point, size_t place, size_t *held, size_t *before)
{
	*held = *before = 0;
	for (size_t i = 0; i < n; i++)
		if (points[i] < 128 || points[i] < point || (points[i] == point && i < place)) {
			++*held;
			*before += i < place;
		}
}

/* The least of the points that is at least `from`; 0x110000 if there is none. */
static uint32_t next_point(const uint32_t *points, size_t n, uint32_t from)
{
	uint32_t least = 0x110000;

	for (size_t i = 0; i < n; i++)
		if (points[i] >= from && points[i] < least)
			least = points[i];
	return least;
}

void oracle_punycode(const uint32_t *points, size_t n, char *out)
{
	unsigned long value = 128, position = 0, bias = 72; /* the decoder's state */
	int first = 1;

	for (size_t i = 0; i < n; i++)
		if (points[i] < 128)
			*out++ = (char)points[i], first = 2;
	if (first == 2)
		*out++ = '-';
	first = 1;
	for (uint32_t point = next_point(points, n, 128); point < 0x110000; point = next_point(points, n, point + 1))
		for (size_t i = 0; i < n; i++) {
			size_t held, before;
			unsigned long delta;

			if (points[i] != point)
				continue;
			state_before(points, n, point, i, &held, &before);
			delta = (point - value) * (held + 1) + before - position;
			for (unsigned long k = 36, q = delta;; k += 36) {
				const unsigned long t = k < bias + 1 ? 1 : k > bias + 26 ? 26 : k - bias;

				*out++ = "abcdefghijklmnopqrstuvwxyz0123456789"[q < t ? q : t + (q - t) % (36 - t)];
				if (q < t)
					break;
				q = (q - t) / (36 - t);
			}
			bias = adapt(delta, held + 1, first);
			first = 0;
			value = point;
			position = before + 1;
		}
	*out = '\0';
}

/* ---- names ----------------------------------------------------------------------- */

/* Decode every escape.  Returns the length, or -1. */
static long unescape(const char *from, size_t len, char *to)
{
	long n = 0;

	for (size_t i = 0; i < len; i++)
		if (from[i] == '%') {
			char hex[3] = {0};

			if (len - i < 3 || !isxdigit((unsigned char)from[i + 1]) || !isxdigit((unsigned char)from[i + 2]))
				return -1;
			memcpy(hex, from + i + 1, 2);
			to[n++] = (char)strtol(hex, NULL, 16);
			i += 2;
		} else {
			to[n++] = from[i];
		}
	return n;
}

/* The octets of a code point in UTF-8. */
static size_t utf8(uint32_t c, char out[4])
{
	if (c < 0x80)
		return out[0] = (char)c, 1;
	if (c < 0x800)
		return out[0] = (char)(0xC0 | c >> 6), out[1] = (char)(0x80 | (c & 63)), 2;
	if (c < 0x10000)
		return out[0] = (char)(0xE0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 63)), out[2] = (char)(0x80 | (c & 63)), 3;
	out[0] = (char)(0xF0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 63));
	out[2] = (char)(0x80 | (c >> 6 & 63));
	out[3] = (char)(0x80 | (c & 63));
	return 4;
}

/* The code points of UTF-8; -1 if it is no UTF-8.  A guess is right if it encodes to the same
 * octets. */
static long points_of(const char *at, size_t len, uint32_t *points)
{
	long n = 0;

	for (size_t i = 0; i < len; n++) {
		const unsigned char *p = (const unsigned char *)at + i;
		const size_t size = p[0] < 0x80 ? 1 : p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
		uint32_t c = size == 1 ? p[0] : p[0] & (0xFFu >> (size + 1));
		char again[4];

		if (len - i < size)
			return -1;
		for (size_t k = 1; k < size; k++)
			c = c << 6 | (p[k] & 63);
		if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) || utf8(c, again) != size || memcmp(again, p, size) != 0)
			return -1;
		points[n] = c;
		i += size;
	}
	return n;
}

/* Append a label, in lower case, to out.  Returns 0 if the label is not valid. */
static int add_label(uint32_t *points, size_t n, char *out)
{
	int ascii = 1;
	char *text = malloc(16 * n + 16);

	if (text == NULL)
		abort();
	for (size_t i = 0; i < n; i++) {
		if (points[i] < 128)
			points[i] = (uint32_t)tolower((int)points[i]);
		ascii &= points[i] < 128;
		if (points[i] == 0 ||
		    (points[i] < 128 && strchr("abcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=", (int)points[i]) == NULL))
			n = 0;
	}
	if (n > 63)
		n = 0;
	if (ascii) {
		for (size_t i = 0; i < n; i++)
			text[i] = (char)points[i];
		text[n] = '\0';
	} else if (n > 3 && points[0] == 'x' && points[1] == 'n' && points[2] == '-' && points[3] == '-') {
		n = 0;
	} else {
		strcpy(text, "xn--");
		oracle_punycode(points, n, text + 4);
	}
	n = n == 0 || strlen(text) > 63 ? 0 : 1;
	if (n)
		strcat(out, text);
	free(text);
	return n != 0;
}

/* Read labels: all but the last end with a dot; an empty last one stands for a trailing dot. */
static int name(const char *at, size_t len, char *out)
{
	char *text = malloc(len + 1), *whole = calloc(1, 80 * len + 80);
	uint32_t *points = malloc((len + 1) * sizeof *points);
	long n, begin = 0;
	int ok;

	if (text == NULL || whole == NULL || points == NULL)
		abort();
	n = unescape(at, len, text);
	n = n < 0 ? n : points_of(text, (size_t)n, points);
	ok = n > 0;
	for (long i = 0; ok && i <= n; i++)
		if (i == n || points[i] == '.') {
			if (i < n || i > begin)
				ok = add_label(points + begin, (size_t)(i - begin), whole);
			if (i < n)
				strcat(whole, ".");
			begin = i + 1;
		}
	n = (long)strlen(whole);
	ok = ok && n - (n > 0 && whole[n - 1] == '.') <= 253;
	if (ok)
		strcat(out, whole);
	free(text);
	free(whole);
	free(points);
	return ok;
}

/* ---- addresses ------------------------------------------------------------------- */

static int address(const char *at, size_t len, char *out)
{
	char text[64] = "", best[64] = "";
	unsigned char octet[16];
	unsigned word[8];

	if (len >= sizeof text || memchr(at, 0, len) != NULL)
		return 0;
	memcpy(text, at, len);
	if (inet_pton(AF_INET6, text, octet) != 1)
		return 0;
	for (int i = 0; i < 8; i++)
		word[i] = octet[2 * i] * 256u + octet[2 * i + 1];
	/* Try no gap, then each gap of two or more zero words: shorter gaps first, later places
	 * first.  The last try that fits counts: the longest gap, the first of equal ones. */
	for (int gap = 0; gap <= 8; gap++)
		for (int from = 8 - gap; from >= 0; from--) {
			char try[64] = "";
			int zero = gap != 1;

			for (int i = from; i < from + gap; i++)
				zero &= word[i] == 0;
			for (int i = 0; zero && i < 8; i++) {
				if (gap > 0 && i == from) {
					strcat(try, "::");
					i += gap - 1;
				} else {
					snprintf(try + strlen(try), sizeof try - strlen(try), "%s%x",
					         try[0] != '\0' && try[strlen(try) - 1] != ':' ? ":" : "", word[i]);
				}
			}
			if (zero)
				strcpy(best, try);
		}
	sprintf(out + strlen(out), "[%s]", best);
	return 1;
}

/* ---- the whole ------------------------------------------------------------------- */

static const char *first_of(const char *at, const char *end, const char *set)
{
	for (; at < end; at++)
		for (const char *s = set; *s != '\0'; s++)
			if (*at == *s)
				return at;
	return end;
}

int oracle_origin(const char *url, size_t len, char out[ORACLE_ORIGIN_ROOM])
{
	static const char *const scheme[] = {"http://", "https://", "ftp://"};
	static const unsigned long usual[] = {80, 443, 21};
	unsigned long port, s = 0;
	const char *at, *end, *stop;
	int ok;

	while (s < 3 && (len < strlen(scheme[s]) || strncasecmp(url, scheme[s], strlen(scheme[s])) != 0))
		s++;
	if (s == 3)
		return ORACLE_ORIGIN_SCHEME;
	strcpy(out, scheme[s]);
	at = url + strlen(scheme[s]);
	end = first_of(at, url + len, "/?#");
	if (first_of(at, end, "\\") < end) /* WHATWG: a slash; RFC 3986: no character of a URL */
		return ORACLE_ORIGIN_HOST;
	if (end > at && memrchr(at, '@', (size_t)(end - at)) != NULL)
		at = (const char *)memrchr(at, '@', (size_t)(end - at)) + 1;
	if (at < end && *at == '[') {
		stop = first_of(at, end, "]");
		ok = stop < end && address(at + 1, (size_t)(stop - at - 1), out);
		stop += stop < end;
		ok = ok && (stop == end || *stop == ':');
	} else {
		stop = first_of(at, end, ":");
		ok = name(at, (size_t)(stop - at), out);
	}
	if (!ok)
		return ORACLE_ORIGIN_HOST;
	if (end - stop < 2)
		return ORACLE_ORIGIN_OK;
	for (port = 0, stop++; stop < end; stop++) {
		if (!isdigit((unsigned char)*stop))
			return ORACLE_ORIGIN_PORT;
		port = port * 10 + (unsigned long)(*stop - '0');
		if (port > 65535)
			return ORACLE_ORIGIN_PORT;
	}
	if (port != usual[s])
		sprintf(out + strlen(out), ":%lu", port);
	return ORACLE_ORIGIN_OK;
}
