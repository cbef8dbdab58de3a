/* page_said.c - see page_gen.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_gen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct robotsc_text page_agents[PAGE_AGENTS] = {
	{"ExampleBot", 10}, {"examplebot-news/2.0", 19}, {"", 0}, {"fjord", 5}, {"a.b", 3}};
const struct oracle_text page_robots[PAGE_AGENTS] = {
	{"ExampleBot", 10}, {"examplebot-news/2.0", 19}, {"", 0}, {"fjord", 5}, {"a.b", 3}};

static const struct {
	uint32_t flag;
	const char *word;
} words[] = {{ROBOTSC_NOINDEX, "noindex"},
             {ROBOTSC_NOFOLLOW, "nofollow"},
             {ROBOTSC_NOARCHIVE, "noarchive"},
             {ROBOTSC_NOSNIPPET, "nosnippet"},
             {ROBOTSC_NOTRANSLATE, "notranslate"},
             {ROBOTSC_NOIMAGEINDEX, "noimageindex"},
             {ROBOTSC_INDEXIFEMBEDDED, "indexifembedded"},
             {ROBOTSC_NOAI, "noai"},
             {ROBOTSC_NOIMAGEAI, "noimageai"},
             {ROBOTSC_NOCACHE, "nocache"},
             {ROBOTSC_NOML, "noml"}};

const char *page_shown(const struct robotsc_directives *d, char *at, size_t room)
{
	static const char *const previews[] = {"none", "standard", "large"};
	size_t n = 0;

#define SHOW(...) (n += (size_t)snprintf(at + n, room - n, __VA_ARGS__))
	at[0] = at[1] = '\0';
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (d->flags & words[i].flag)
			SHOW(" %s", words[i].word);
	if (d->max_snippet >= 0)
		SHOW(" max-snippet=%" PRId64, d->max_snippet);
	if (d->max_image_preview != ROBOTSC_PREVIEW_ANY)
		SHOW(" max-image-preview=%s", d->max_image_preview < 3 ? previews[d->max_image_preview] : "?");
	if (d->max_video_preview >= 0)
		SHOW(" max-video-preview=%" PRId64, d->max_video_preview);
	if (d->flags & ROBOTSC_UNAVAILABLE_AFTER)
		SHOW(" until=%" PRId64, d->unavailable_after);
	if (d->tdm_reservation != ROBOTSC_TDM_UNSET)
		SHOW(" tdm=%d", (int)d->tdm_reservation - ROBOTSC_TDM_FREE);
	if (d->tdm_policy_len)
		SHOW(" policy=%" PRIu32, d->tdm_policy_len);
	if (d->ignored)
		SHOW(" ignored=%" PRIu64, d->ignored);
	return at + 1;
}

int page_same(const struct robotsc_directives *a, const struct robotsc_directives *b)
{
	char x[400], y[400];

	return strcmp(page_shown(a, x, sizeof x), page_shown(b, y, sizeof y)) == 0;
}

struct robotsc_directives page_from_oracle(const struct oracle_said *s)
{
	struct robotsc_directives d = {.flags = s->words | (s->has_date ? ROBOTSC_UNAVAILABLE_AFTER : 0u),
	                               .max_image_preview = (uint32_t)s->image,
	                               .max_snippet = s->snippet,
	                               .max_video_preview = s->video,
	                               .unavailable_after = s->date,
	                               .ignored = s->ignored,
	                               .tdm_reservation = (uint32_t)oracle_said_reservation(s),
	                               .tdm_policy_len = (uint32_t)oracle_said_policy(s).len};

	return d;
}

int page_same_policy(const struct robotsc_directives *d, const char *policy, const struct oracle_said *s)
{
	const struct oracle_text want = oracle_said_policy(s);

	return d->tdm_policy_len == want.len && memcmp(policy, want.at, want.len) == 0;
}

const char *page_readable(const char *at, size_t len)
{
	static char out[1200];
	size_t n = 0;

	for (size_t i = 0; i < len && n < sizeof out - 8; i++)
		n += (size_t)snprintf(out + n, 8, at[i] >= ' ' && at[i] < 127 ? "%c" : "\\x%02X", (unsigned char)at[i]);
	out[n] = '\0';
	return out;
}
