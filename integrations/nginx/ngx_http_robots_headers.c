/* ngx_http_robots_headers.c - keeps what User-Agent headers select in a file, for later requests.
 *
 * Most requests have one of few headers, and looking up a header takes longer than checking a path.
 * Each worker has a table of its own: a header in each slot, compared whole.  The answers are the
 * same without the table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ngx_http_robots.h"

#include "robotsc/summary.h"

/* A longer header is not kept.  In octets. */
#define ROOM 256
#define SLOTS 256

static struct slot {
	const struct robots_file *file;
	ngx_uint_t scope;
	size_t len;
	struct robots_selection selection;
	u_char header[ROOM];
} slots[SLOTS];

void ngx_http_robots_forget(void)
{
	ngx_memzero(slots, sizeof slots);
}

/* Makes a blob that names the crawlers of the list.  Returns 0 if memory ran out. */
static int name_listed(struct robotsc_blob *blob)
{
	struct robotsc_options options;
	size_t n, nnames = 0, len;
	void *bytes;
	const struct robotsc_crawler *crawlers = robotsc_crawlers(&n);
	struct robotsc_text *names = malloc(n * sizeof *names);
	if (!names)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!crawlers[i].only_named)
			names[nnames++] = (struct robotsc_text){crawlers[i].token, ngx_strlen(crawlers[i].token)};
	robotsc_options_init(&options);
	options.agents = names;
	options.nagents = nnames;
	int is_made = robotsc_compile(&options, "", 0, &bytes, &len) == ROBOTSC_OK && robotsc_open(blob, bytes, len) == ROBOTSC_OK;
	free(names);
	return is_made;
}

/* Finds a listed crawler in a header: 1 and its token, or 0.  Each worker makes the blob once. */
static size_t find_listed(const ngx_str_t *header, struct robotsc_text *token)
{
	static struct robotsc_blob blob;
	static int is_made;
	is_made = is_made || name_listed(&blob);
	return is_made ? robotsc_header_tokens(&blob, (const char *)header->data, header->len, token, 1) : 0;
}

/* Tells whether the groups for "*" hold for a crawler of the list. */
static int obeys_star(struct robotsc_text token)
{
	size_t n;
	const struct robotsc_crawler *crawlers = robotsc_crawlers(&n);
	for (size_t i = 0; i < n; i++)
		if (ngx_strlen(crawlers[i].token) == token.len &&
		    ngx_strncasecmp((u_char *)crawlers[i].token, (u_char *)token.at, token.len) == 0)
			return !crawlers[i].ignores_star;
	return 0;
}

size_t ngx_http_robots_tokens(const struct robots_settings *settings, const ngx_str_t *header,
                              struct robotsc_text tokens[ROBOTS_TOKENS])
{
	size_t n = robotsc_header_tokens(&settings->file->blob, (const char *)header->data, header->len, tokens, ROBOTS_TOKENS);
	size_t ncrawlers;
	const struct robotsc_crawler *crawlers = robotsc_crawlers(&ncrawlers);
	struct robotsc_text token;
	struct robotsc_group group;
	if (settings->scope != ROBOTS_LISTED)
		return n;
	/* In a blob that was compiled for a list of robots, no group may name a token. */
	if (n && robotsc_select(&settings->file->blob, tokens, n, &group) == ROBOTSC_OK && group.selected == ROBOTSC_SELECTED_TOKEN)
		return n;
	return find_listed(header, &token) ? robotsc_crawler_tokens(crawlers, ncrawlers, token, tokens) : n;
}

static void look_up(const struct robots_settings *settings, const ngx_str_t *header, struct robots_selection *to)
{
	struct robotsc_text tokens[ROBOTS_TOKENS];
	const char *begin = (const char *)header->data;
	size_t n = ngx_http_robots_tokens(settings, header, tokens);
	ngx_memzero(to, sizeof *to);
	/* A blob that was compiled for a list of robots has no rules for others. */
	if (robotsc_select(&settings->file->blob, tokens, n, &to->group) != ROBOTSC_OK)
		return;
	to->holds = to->group.selected == ROBOTSC_SELECTED_TOKEN || settings->scope == ROBOTS_ALL ||
	            (settings->scope == ROBOTS_LISTED && n && obeys_star(tokens[0]));
	if (to->group.selected == ROBOTSC_SELECTED_TOKEN) {
		struct robotsc_text token = tokens[to->group.token];
		to->len = token.len;
		if (token.at >= begin && token.at < begin + header->len)
			to->at = (size_t)(token.at - begin);
		else
			to->other = token.at;
	}
}

static uint64_t hash(const u_char *at, size_t len)
{
	uint64_t h = len, word;
	for (; len >= sizeof word; at += sizeof word, len -= sizeof word) {
		ngx_memcpy(&word, at, sizeof word);
		h = (h ^ word) * 0x9E3779B97F4A7C15u;
		h ^= h >> 32;
	}
	word = 0;
	ngx_memcpy(&word, at, len);
	h = (h ^ word) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 32;
}

const struct robots_selection *ngx_http_robots_select(const struct robots_settings *settings, const ngx_str_t *header)
{
	static struct robots_selection once;
	if (header->len > ROOM) {
		look_up(settings, header, &once);
		return &once;
	}
	struct slot *slot = &slots[hash(header->data, header->len) % SLOTS];
	if (slot->file != settings->file || slot->scope != settings->scope || slot->len != header->len ||
	    ngx_memcmp(slot->header, header->data, header->len) != 0) {
		look_up(settings, header, &slot->selection);
		slot->file = settings->file;
		slot->scope = settings->scope;
		slot->len = header->len;
		ngx_memcpy(slot->header, header->data, header->len);
	}
	return &slot->selection;
}
