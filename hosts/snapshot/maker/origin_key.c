/* origin_key.c - see origin_key.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "origin_key.h"

#include <stdbool.h>
#include <string.h>

#include "runtime/access/text.h"
#include "hosts/snapshot/reader/snapshot_layout.h"

static const struct {
	struct robotsc_text text; /* the octet of the scheme is the index in the table, plus 1 */
	unsigned port;
} schemes[] = {{{"http://", 7}, 80}, {{"https://", 8}, 443}, {{"ftp://", 6}, 21}};

#define NSCHEMES (sizeof schemes / sizeof schemes[0])

/* True for a host that is one label: one in brackets, or an IPv4 address. */
static bool is_address(struct robotsc_text host)
{
	size_t n = host.len;
	if (host.at[0] == '[')
		return true;
	while (n > 0 && is_digit(host.at[n - 1]))
		n--;
	return n < host.len && (n == 0 || host.at[n - 1] == '.');
}

/* Write the labels of a host from last to first, KEY_DOT between them. */
static size_t put_labels(struct robotsc_text host, uint8_t *key)
{
	size_t n = 0, end = host.len;
	if (is_address(host)) {
		memcpy(key, host.at, host.len);
		return host.len;
	}
	for (;;) {
		size_t begin = end;
		while (begin > 0 && host.at[begin - 1] != '.')
			begin--;
		memcpy(key + n, host.at + begin, end - begin);
		n += end - begin;
		if (begin == 0)
			return n;
		key[n++] = KEY_DOT;
		end = begin - 1;
	}
}

/* Cut the port off a host.  Returns it, or the port given when the host has none. */
static unsigned cut_port(struct robotsc_text *host, unsigned port)
{
	size_t n = host->len;
	unsigned given = 0;
	while (n > 0 && is_digit(host->at[n - 1]))
		n--;
	if (n == host->len || n == 0 || host->at[n - 1] != ':')
		return port;
	for (size_t i = n; i < host->len; i++)
		given = 10 * given + (unsigned)(host->at[i] - '0');
	host->len = n - 1;
	return given;
}

size_t robotsc__origin_key(struct robotsc_text origin, uint8_t key[ORIGIN_KEY_MAX])
{
	for (size_t i = 0; i < NSCHEMES; i++) {
		const struct robotsc_text scheme = schemes[i].text;
		struct robotsc_text host = {origin.at + scheme.len, origin.len - scheme.len};
		unsigned port;
		size_t n;
		if (origin.len <= scheme.len || origin.len > ROBOTSC_ORIGIN_MAX || memcmp(origin.at, scheme.at, scheme.len) != 0)
			continue;
		port = cut_port(&host, schemes[i].port);
		n = host.len ? put_labels(host, key) : 0;
		if (n == 0)
			return 0;
		key[n++] = KEY_END;
		key[n++] = (uint8_t)(port >> 8);
		key[n++] = (uint8_t)port;
		key[n++] = (uint8_t)(i + 1);
		return n;
	}
	return 0;
}
