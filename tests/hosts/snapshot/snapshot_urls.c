/* snapshot_urls.c - see snapshot_urls.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "snapshot_urls.h"

#include "snapshot_maker.h"
#include "tests/support/fence.h"
#include "tests/support/product.h"

/* A URL of an origin, as people write it. */
static size_t spell(char *url, const char *origin, size_t len, uint64_t *state)
{
	static const char *const paths[] = {"",   "/",  "/a",     "/x?y#z",    "/private/open",
	                                    "?q", "#f", "/b%2Fc", "/abc.html", "/infoa?x"};
	const char *path = paths[product_below(state, sizeof paths / sizeof *paths)];
	const size_t how = product_below(state, 8), host = len > 8 && origin[4] == 's' ? 8 : 7;
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		char c = origin[i];

		if (i == host && how == 1)
			n += (size_t)sprintf(url + n, "u:p@");
		if (how == 2 && c >= 'a' && c <= 'z')
			c = (char)(c - 32);
		url[n++] = c;
	}
	if (how == 3)
		n += (size_t)sprintf(url + n, host == 8 ? ":443" : ":80");
	if (how == 4)
		url[n++] = ":.@"[product_below(state, 3)];
	if (how == 5)
		n += (size_t)sprintf(url + n, ":%d", (int)product_below(state, 70000));
	memcpy(url + n, path, strlen(path));
	return n + strlen(path);
}

/* An origin of the snapshot, or another one.  Returns its octets. */
static size_t choose_origin(char origin[MAKER_ORIGIN_ROOM], const struct second_snapshot *s, uint64_t *state)
{
	static const char *const odd[] = {"",
	                                  "/path",
	                                  "https://",
	                                  "http://a..b",
	                                  "gopher://x",
	                                  "https://h:99999",
	                                  "https://[::1",
	                                  "http://\xC3\xBC.b",
	                                  "HTTP://[2001:DB8:0:0:0:0:0:1]",
	                                  "https://a%2eb"};
	struct second_entry e = {.origin_len = 0};
	uint64_t at = 0;

	if (product_below(state, 12) == 0) {
		const char *chosen = odd[product_below(state, sizeof odd / sizeof *odd)];

		memcpy(origin, chosen, strlen(chosen));
		return strlen(chosen);
	}
	if (s == NULL || s->nentries == 0 || product_below(state, 4) == 0)
		return snapshot_origin(origin, state);
	for (uint64_t left = product_below(state, (size_t)(s->nentries < 1000 ? s->nentries : 1000));
	     second_next(s, &at, &e) == SECOND_OK; left--)
		if (left == 0)
			break;
	if (e.origin_len == 0 || e.origin_len >= MAKER_ORIGIN_ROOM)
		return snapshot_origin(origin, state);
	memcpy(origin, e.origin, e.origin_len);
	return e.origin_len;
}

void snapshot_urls_make(struct snapshot_urls *u, const struct second_snapshot *s, int few, uint64_t *state)
{
	static struct fence fence;
	static char all[SNAPSHOT_URLS * SNAPSHOT_URL_ROOM];
	const int many = (product_below(state, 8) == 0) == few;
	const size_t most = many ? 64 + product_below(state, SNAPSHOT_URLS - 64) : 1 + product_below(state, few ? 16 : 64);
	char origin[MAKER_ORIGIN_ROOM];
	size_t used = 0, len = 0;

	if (fence.room == 0)
		fence = fence_make(sizeof all);
	for (u->n = 0; u->n < most; u->n++) {
		/* Some URLs have the origin of the previous one. */
		if (u->n == 0 || product_below(state, 3) > 0)
			len = choose_origin(origin, s, state);
		u->urls[u->n].len = spell(all + used, origin, len, state);
		used += u->urls[u->n].len;
	}
	const char *at = at_end(&fence, all, used);

	for (size_t i = 0; i < u->n; at += u->urls[i++].len) {
		struct snapshot_url_origin *o = &u->origins[i];

		u->urls[i].at = at;
		o->status = oracle_origin(at, u->urls[i].len, o->text);
		o->len = o->status == 0 ? strlen(o->text) : 0;
	}
}

struct robotsc_text snapshot_url_domain(const struct snapshot_url_origin *origin, size_t labels)
{
	const char *at = strstr(origin->text, "://") + 3, *end = origin->text + origin->len;
	const char *port = end;

	while (port > at && port[-1] >= '0' && port[-1] <= '9')
		port--;
	if (port > at && port < end && port[-1] == ':')
		end = port - 1;
	for (; labels > 0 && *at != '['; labels--) {
		const char *dot = memchr(at, '.', (size_t)(end - at));

		if (dot == NULL || dot + 1 == end)
			break;
		at = dot + 1;
	}
	return (struct robotsc_text){at, (size_t)(end - at)};
}
