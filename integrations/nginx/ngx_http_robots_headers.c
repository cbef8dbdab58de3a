/* ngx_http_robots_headers.c - what a User-Agent header selects in a file, kept for later requests.
 *
 * Few headers make most requests, and to look one up takes longer than to check a path.  Each
 * worker has a table of its own: one header in a slot, compared whole.  The answer is the same
 * without it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ngx_http_robots.h"

/* Product tokens of one header that are looked at. */
#define TOKENS 8
/* Longer headers are not kept. */
#define ROOM 256
#define SLOTS 256

static struct slot {
	const struct robots_file *file;
	size_t len;
	struct robots_selection selection;
	u_char header[ROOM];
} slots[SLOTS];

void ngx_http_robots_forget(void)
{
	ngx_memzero(slots, sizeof slots);
}

size_t ngx_http_robots_tokens(const struct robots_file *file, const ngx_str_t *header, struct robotsc_text *tokens, size_t room)
{
	return robotsc_header_tokens(&file->blob, (const char *)header->data, header->len, tokens, room);
}

static void look_up(const struct robots_file *file, const ngx_str_t *header, struct robots_selection *to)
{
	struct robotsc_text tokens[TOKENS];
	size_t n = ngx_http_robots_tokens(file, header, tokens, TOKENS);
	ngx_memzero(to, sizeof *to);
	/* A blob for a list of robots says nothing about others. */
	if (robotsc_select(&file->blob, tokens, n, &to->group) != ROBOTSC_OK)
		return;
	to->is_known = 1;
	if (to->group.selected == ROBOTSC_SELECTED_TOKEN) {
		to->at = (size_t)(tokens[to->group.token].at - (const char *)header->data);
		to->len = tokens[to->group.token].len;
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

const struct robots_selection *ngx_http_robots_select(const struct robots_file *file, const ngx_str_t *header)
{
	static struct robots_selection once;
	if (header->len > ROOM) {
		look_up(file, header, &once);
		return &once;
	}
	struct slot *slot = &slots[hash(header->data, header->len) % SLOTS];
	if (slot->file != file || slot->len != header->len || ngx_memcmp(slot->header, header->data, header->len) != 0) {
		look_up(file, header, &slot->selection);
		slot->file = file;
		slot->len = header->len;
		ngx_memcpy(slot->header, header->data, header->len);
	}
	return &slot->selection;
}
