/* plain_parts.c - see plain_parts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

uint64_t plain_get(const uint8_t *p, size_t n)
{
	uint64_t value = 0;

	while (n-- > 0)
		value = value << 8 | p[n];
	return value;
}

/* ---- keys ---------------------------------------------------------------------------- */

size_t plain_key(struct robotsc_text origin, uint8_t *key)
{
	static const char *const schemes[] = {"http", "https", "ftp"};
	static const unsigned ports[] = {80, 443, 21};
	char host[300], *end;
	size_t n = 0, i, skip;
	unsigned scheme = 0, port;

	memcpy(host, origin.at, origin.len);
	host[origin.len] = 0;
	skip = (size_t)(strstr(host, "://") - host);
	for (i = 0; i < 3; i++)
		if (strlen(schemes[i]) == skip && memcmp(schemes[i], host, skip) == 0)
			scheme = (unsigned)i;
	memmove(host, host + skip + 3, strlen(host + skip + 3) + 1);
	port = ports[scheme];
	end = host[0] == '[' ? strchr(host, ']') + 1 : host + strcspn(host, ":");
	if (*end == ':')
		port = (unsigned)atoi(end + 1);
	*end = 0;
	end = strrchr(host, '.');
	end = end ? end + 1 : host;
	if (host[0] == '[' || (*end && strspn(end, "0123456789") == strlen(end))) {
		memcpy(key, host, strlen(host));
		n = strlen(host);
	} else {
		while ((end = strrchr(host, '.')) != NULL) {
			memcpy(key + n, end + 1, strlen(end + 1));
			n += strlen(end + 1);
			key[n++] = 1;
			*end = 0;
		}
		memcpy(key + n, host, strlen(host));
		n += strlen(host);
	}
	key[n++] = 0;
	key[n++] = (uint8_t)(port >> 8);
	key[n++] = (uint8_t)port;
	key[n++] = (uint8_t)(scheme + 1);
	return n;
}

/* ---- the agent index of a blob that was compiled for agents ----------------------------- */

static struct robotsc_text cut(struct robotsc_text name, unsigned match)
{
	size_t n = 0;

	if (match == 1)
		return name;
	while (n < name.len && (match == 0 ? isalnum((unsigned char)name.at[n]) || strchr("._-", name.at[n]) : name.at[n] != '/'))
		n++;
	for (name.len = n; name.len > 0 && strchr(" \t", name.at[0]); name.len--)
		name.at++;
	while (name.len > 0 && strchr(" \t", name.at[name.len - 1]))
		name.len--;
	return name;
}

/* Ask for one name, as docs/formats/blob.md, "Look-up", tells. */
int plain_ask(const uint8_t *blob, size_t size, struct robotsc_text name, struct plain_front *front)
{
	const uint8_t *p = blob + 14, *agents = NULL, *end = blob + size - 8;
	const size_t sections = ((size_t)plain_get(p + 1, 4) - 14) / 5;
	const int partial = blob[13] & 1;
	uint32_t star, value, n, i;
	size_t w, s;
	int named = 0;

	for (s = 0; s < sections; s++)
		if (p[5 * s] == 3) {
			agents = blob + plain_get(p + 5 * s + 1, 4);
			if (s + 1 < sections)
				end = blob + plain_get(p + 5 * s + 6, 4);
		}
	if (!agents)
		return -1;
	w = agents[0];
	n = (uint32_t)plain_get(agents + 1, w);
	star = (uint32_t)plain_get(agents + 1 + w, w);
	value = partial ? 0 : star;
	front->name = 0;
	name = cut(name, blob[12]);
	for (i = 0; i < n; i++) {
		const uint8_t *offsets = agents + 1 + 2 * w, *text = offsets + 2 * w * n;
		const size_t from = (size_t)plain_get(offsets + i * w, w),
			     to = i + 1 < n ? (size_t)plain_get(offsets + (i + 1) * w, w) : (size_t)(end - text);
		size_t k = 0;

		while (k < name.len && k < to - from && tolower((unsigned char)name.at[k]) == text[from + k])
			k++;
		if (k == name.len && k == to - from)
			break;
	}
	if (i == n && partial)
		return -1;
	if (i < n) {
		const uint32_t field = (uint32_t)plain_get(agents + 1 + 2 * w + (n + i) * w, w);

		if (field & 1 || value == 0) {
			value = field;
			front->name = i + 1;
			named = field & 1;
		}
	}
	if (value == 1) {
		value = star;
		front->name = 0;
		named = 0;
	}
	front->field = value;
	front->selected = named ? 2 : value / 2 ? 1 : 0;
	return 0;
}
