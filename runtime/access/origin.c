/* origin.c - the key of a URL's robots.txt, and the URL of that file.  docs/access.md, "Origin"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "host.h"
#include "robotsc/access.h"
#include "text.h"

static const struct scheme {
	const char *text;
	uint8_t len;
	uint16_t port;
} schemes[] = {{"http://", 7, 80}, {"https://", 8, 443}, {"ftp://", 6, 21}};

#define PORT_MAX 65535u

_Static_assert(ROBOTSC_ORIGIN_MAX == 8 + HOST_MAX + 6, "a scheme, a host, a port");
_Static_assert(ROBOTSC_ROBOTS_URL_MAX == ROBOTSC_ORIGIN_MAX + 11, "an origin, a path");

/* Returns the scheme of a URL, ignoring case, or NULL. */
static const struct scheme *find_scheme(const char *url, size_t len)
{
	for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
		const struct scheme *s = &schemes[i];
		size_t n = 0;
		while (n < s->len && n < len && ascii_lower(url[n]) == s->text[n])
			n++;
		if (n == s->len)
			return s;
	}
	return NULL;
}

/* Parses a port.  Returns `port` for an empty text, more than PORT_MAX for an invalid one. */
static uint32_t read_port(const char *at, const char *end, uint32_t port)
{
	if (at != end)
		port = 0;
	for (; at < end && port <= PORT_MAX; at++)
		port = is_digit(*at) ? 10 * port + (uint32_t)(*at - '0') : PORT_MAX + 1;
	return port;
}

static size_t put_port(char *out, uint32_t port)
{
	size_t n = 1;
	for (uint32_t rest = port; rest >= 10; rest /= 10)
		n++;
	out[0] = ':';
	for (size_t i = n; i > 0; i--, port /= 10)
		out[i] = (char)('0' + port % 10);
	return n + 1;
}

static enum robotsc_status make_origin(const char *url, size_t len, char *key, size_t *key_len)
{
	const struct scheme *scheme = find_scheme(url, len);
	if (!scheme)
		return ROBOTSC_ERR_SCHEME;
	const char *host = url + scheme->len, *end = host;
	while (end < url + len && *end != '/' && *end != '?' && *end != '#')
		end++;
	for (const char *p = host; p < end; p++) {
		if (*p == '\\') /* some readers take it for '/' and would see another host */
			return ROBOTSC_ERR_HOST;
		if (*p == '@')
			host = p + 1; /* skip userinfo */
	}
	const char *colon = host; /* the end of the host */
	const int bracket = host < end && *host == '[';
	while (colon < end && *colon != (bracket ? ']' : ':'))
		colon++;
	if (bracket && colon < end)
		colon++;
	put_octets(key, scheme->text, scheme->len);
	size_t n = robotsc__host_canonical(host, (size_t)(colon - host), key + scheme->len);
	if (n == 0 || (colon < end && *colon != ':'))
		return ROBOTSC_ERR_HOST;
	n += scheme->len;
	const uint32_t port = read_port(colon < end ? colon + 1 : end, end, scheme->port);
	if (port > PORT_MAX)
		return ROBOTSC_ERR_PORT;
	*key_len = port == scheme->port ? n : n + put_port(key + n, port);
	return ROBOTSC_OK;
}

/* Writes the origin and the path. */
static enum robotsc_status answer(const char *url, size_t len, struct robotsc_text path, char *out, size_t room, size_t *out_len)
{
	char key[ROBOTSC_ORIGIN_MAX];
	size_t n;
	const enum robotsc_status status = make_origin(url, len, key, &n);
	if (status != ROBOTSC_OK)
		return status;
	*out_len = n + path.len;
	if (*out_len > room)
		return ROBOTSC_ERR_ROOM;
	put_octets(put_octets(out, key, n), path.at, path.len);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_origin(const char *url, size_t len, char *out, size_t room, size_t *out_len)
{
	return answer(url, len, (struct robotsc_text){"", 0}, out, room, out_len);
}

enum robotsc_status robotsc_robots_url(const char *url, size_t len, char *out, size_t room, size_t *out_len)
{
	return answer(url, len, (struct robotsc_text){"/robots.txt", 11}, out, room, out_len);
}
