/* part_urls.c - which URLs of a sitemap belong to the site itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/summary.h"
#include "support/arena.h"
#include "support/sort.h"

/* Write the origin of a URL into room.  Returns its length; 0: the URL is a path. */
static size_t origin_of(struct robotsc_text url, char room[ROBOTSC_ORIGIN_MAX])
{
	size_t n;
	return robotsc_origin(url.at, url.len, room, ROBOTSC_ORIGIN_MAX, &n) == ROBOTSC_OK ? n : 0;
}

static uint64_t hash_of(const char *at, size_t len)
{
	uint64_t hash = 14695981039346656037u;
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)at[i]) * 1099511628211u;
	return hash;
}

/* Index of the first URL whose origin is the most frequent; n if all URLs are paths. keys: room for
 * 2 * n keys. */
static size_t find_site(const struct robotsc_text *urls, size_t n, struct sort_key *keys)
{
	char room[ROBOTSC_ORIGIN_MAX];
	size_t nkeys = 0, best = n, most = 0;
	for (size_t i = 0; i < n; i++) {
		const size_t len = origin_of(urls[i], room);
		if (len)
			keys[nkeys++] = (struct sort_key){hash_of(room, len), (uint32_t)i};
	}
	robotsc__sort_keys(keys, keys + nkeys, nkeys);
	for (size_t i = 0, end; i < nkeys; i = end) {
		for (end = i; end < nkeys && keys[end].key == keys[i].key;)
			end++;
		if (end - i > most || (end - i == most && keys[i].item < best)) {
			best = keys[i].item;
			most = end - i;
		}
	}
	return best;
}

enum robotsc_status robotsc_part_urls(const struct robotsc_alloc *alloc, struct robotsc_text *urls, size_t n, size_t *own)
{
	char site[ROBOTSC_ORIGIN_MAX], room[ROBOTSC_ORIGIN_MAX];
	struct arena arena;
	*own = n;
	if (n > UINT32_MAX)
		return ROBOTSC_ERR_TOO_LARGE;
	robotsc__arena_init(&arena, alloc);
	struct sort_key *const keys = robotsc__arena_take(&arena, 2 * n * sizeof *keys);
	struct robotsc_text *const others = robotsc__arena_take(&arena, n * sizeof *others);
	const size_t which = keys && others ? find_site(urls, n, keys) : n;
	const size_t len = which < n ? origin_of(urls[which], site) : 0;
	size_t kept = 0, away = 0;
	for (size_t i = 0; i < n && len; i++) {
		const size_t other = origin_of(urls[i], room);
		if (other == 0 || (other == len && memcmp(room, site, len) == 0))
			urls[kept++] = urls[i];
		else
			others[away++] = urls[i];
	}
	for (size_t i = 0; i < away; i++)
		urls[kept + i] = others[i];
	*own = n - away;
	robotsc__arena_free(&arena);
	return keys && others ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}
