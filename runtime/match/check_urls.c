/* check_urls.c - check many URLs: find their paths, and prefetch as robotsc_check_batch does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "prefetch.h"

void robotsc_check_urls(const struct robotsc_group *group, const struct robotsc_text *urls, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++)
		verdicts[i] = (uint8_t)robotsc_check_url(group, urls[i].at, urls[i].len);
}

#if ROBOTSC_SMALL
void robotsc_check_url_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++)
		verdicts[i] = (uint8_t)robotsc_check_url(queries[i].group, queries[i].path.at, queries[i].path.len);
}
#else
/* The group, and the URL as far as its path usually begins. */
static inline void fetch_query(const struct robotsc_query *query)
{
	fetch_group(query);
	PREFETCH(query->path.at);
}

/* Paths are found AHEAD_MACHINE queries ahead, when the group has arrived: it knows the dialect. */
void robotsc_check_url_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	struct robotsc_query found[AHEAD_MACHINE];
	for (size_t i = 0; i < n && i < AHEAD_GROUP; i++)
		fetch_query(&queries[i]);
	for (size_t at = 0; at < n || at - n < AHEAD_MACHINE; at++) {
		struct robotsc_query *const here = &found[at % AHEAD_MACHINE];
		if (at >= AHEAD_MACHINE && at - AHEAD_MACHINE < n)
			verdicts[at - AHEAD_MACHINE] = (uint8_t)robotsc_check_path(here->group, here->path.at, here->path.len);
		if (at < n) {
			const struct robotsc_text url = queries[at].path;
			here->group = queries[at].group;
			robotsc_url_path((enum robotsc_dialect)here->group->dialect, url.at, url.len, &here->path);
			fetch_machine(here);
		}
		if (at >= AHEAD_PREFIX && at - AHEAD_PREFIX < n)
			fetch_prefix(&found[(at - AHEAD_PREFIX) % AHEAD_MACHINE]);
		if (at < n && n - at > AHEAD_GROUP)
			fetch_query(&queries[at + AHEAD_GROUP]);
	}
}
#endif
