/* url.c - the part of a URL that rules speak about, and where its robots.txt is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/check.h"

static int is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int is_scheme_octet(char c)
{
	return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

/* Octets of "scheme://" at the start of a URL, or 0. */
static size_t scheme_size(const char *url, size_t len)
{
	size_t n = 0;
	if (len == 0 || !is_alpha(url[0]))
		return 0;
	while (n < len && is_scheme_octet(url[n]))
		n++;
	return len - n >= 3 && url[n] == ':' && url[n + 1] == '/' && url[n + 2] == '/' ? n + 3 : 0;
}

/* The first of '/', '?', '#' and, when asked, ';'; or len. */
static size_t find_end(const char *url, size_t at, size_t len, int google)
{
	while (at < len && url[at] != '/' && url[at] != '?' && url[at] != '#' && !(google && url[at] == ';'))
		at++;
	return at;
}

/* SPEC B.6: what google/robotstxt takes as the path. */
static size_t google_path(const char *url, size_t len)
{
	const size_t begin = len >= 2 && url[0] == '/' && url[1] == '/' ? 2 : 0;
	size_t at = begin, mark = begin;
	while (mark < len && url[mark] != '/' && url[mark] != '?' && url[mark] != ';' &&
	       !(url[mark] == ':' && len - mark >= 3 && url[mark + 1] == '/' && url[mark + 2] == '/'))
		mark++;
	if (mark < len && url[mark] == ':')
		at = mark + 3;
	at = find_end(url, at, len, 1);
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
			at = find_end(url, scheme, len, 0);
		if (scheme && at < len && url[at] == '#')
			at = len;
	}
	path->at = at < len ? url + at : url;
	path->len = len - at;
}

/* The result; it is counted first and written when it fits. */
struct out {
	char *at; /* NULL: only count */
	size_t len;
};

static void put(struct out *o, char c)
{
	if (o->at)
		o->at[o->len] = c;
	o->len++;
}

/* The default port of a scheme that has a robots.txt, or NULL. */
static const char *default_port(const char *url, size_t scheme)
{
	static const struct {
		const char *name, *port;
	} known[] = {{"http", "80"}, {"https", "443"}, {"ftp", "21"}};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		size_t n = 0;
		while (n < scheme && known[i].name[n] && lower(url[n]) == known[i].name[n])
			n++;
		if (n == scheme && !known[i].name[n])
			return known[i].port;
	}
	return NULL;
}

/* Is the port text from at to end the default one?  Leading zeros do not count. */
static int same_port(const char *url, size_t at, size_t end, const char *port)
{
	while (at < end && url[at] == '0')
		at++;
	while (at < end && *port && url[at] == *port)
		at++, port++;
	return at == end && !*port;
}

/* The parts of an absolute URL that a robots.txt depends on: offsets in it. */
struct authority {
	size_t scheme;           /* octets of "scheme://" */
	size_t host, colon, end; /* colon is end when there is no port */
	const char *port;        /* the scheme's default */
};

static int split_authority(const char *url, size_t len, struct authority *a)
{
	a->scheme = scheme_size(url, len);
	a->port = a->scheme ? default_port(url, a->scheme - 3) : NULL;
	if (!a->port)
		return 0;
	a->end = find_end(url, a->scheme, len, 0);
	a->host = a->scheme;
	for (size_t i = a->scheme; i < a->end; i++)
		if (url[i] == '@')
			a->host = i + 1;
	for (a->colon = a->end; a->colon > a->host && is_digit(url[a->colon - 1]);)
		a->colon--;
	a->colon = a->colon > a->host && url[a->colon - 1] == ':' ? a->colon - 1 : a->end; /* an IPv6 literal ends with ']' */
	return a->colon > a->host;
}

static void put_robots_url(const char *url, const struct authority *a, struct out *o)
{
	static const char name[] = "/robots.txt";
	size_t digit = a->colon + 1;
	for (size_t i = 0; i < a->scheme; i++)
		put(o, lower(url[i]));
	for (size_t i = a->host; i < a->colon; i++)
		put(o, lower(url[i]));
	if (digit < a->end && !same_port(url, digit, a->end, a->port)) {
		put(o, ':');
		while (digit + 1 < a->end && url[digit] == '0')
			digit++;
		while (digit < a->end)
			put(o, url[digit++]);
	}
	for (size_t i = 0; name[i]; i++)
		put(o, name[i]);
}

size_t robotsc_robots_url(const char *url, size_t len, char *out, size_t room)
{
	struct authority authority;
	struct out o = {NULL, 0};
	if (!split_authority(url, len, &authority))
		return 0;
	put_robots_url(url, &authority, &o);
	if (o.len <= room) {
		o = (struct out){out, 0};
		put_robots_url(url, &authority, &o);
	}
	return o.len;
}
