/* relative_sitemaps.c - Sitemap lines whose values are no whole URLs, which a blob drops.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <string.h>

#include "access/text.h"
#include "front/options.h"
#include "front/parse.h"
#include "robotsc/access.h"
#include "robotsc/explain.h"
#include "support/arena.h"

struct relative_links {
	struct robotsc_text robots, base;
	size_t line_at; /* where the line of this number begins */
	uint32_t number;
	struct arena *arena;
	void (*link)(void *ctx, const struct robotsc_line *line);
	void *ctx;
	bool failed;
};

/* How many octets a byte order mark has, or a part of one, which some dialects skip; columns do not
 * count them. */
static size_t mark_of(struct robotsc_text t)
{
	size_t n = 0;
	while (n < 3 && n < t.len && t.at[n] == "\xEF\xBB\xBF"[n])
		n++;
	return n;
}

/* Move to a line which must not be before the present one. */
static void seek(struct relative_links *r, uint32_t number)
{
	const struct robotsc_text t = r->robots;
	for (; r->number < number; r->number++) {
		while (r->line_at < t.len && t.at[r->line_at] != '\n' && t.at[r->line_at] != '\r')
			r->line_at++;
		r->line_at += r->line_at + 1 < t.len && t.at[r->line_at] == '\r' && t.at[r->line_at + 1] == '\n' ? 2 : 1;
	}
}

/* True if a text begins with a name of small letters; case does not matter. */
static bool begins(struct robotsc_text text, const char *name)
{
	size_t i = 0;
	while (name[i] && i < text.len && (text.at[i] | 0x20) == (name[i] | 0x20))
		i++;
	return name[i] == '\0';
}

static struct robotsc_text without(struct robotsc_text text, size_t n)
{
	return (struct robotsc_text){text.at + n, text.len - n};
}

/* The value of a Sitemap line, up to the line's end; empty if the field is another one, or the
 * value has a blank. */
static struct robotsc_text link_of(struct robotsc_text line)
{
	while (line.len && !((*line.at | 0x20) >= 'a' && (*line.at | 0x20) <= 'z'))
		line = without(line, 1);
	const size_t name = begins(line, "sitemap") ? strlen("sitemap") : begins(line, "site-map") ? strlen("site-map") : line.len;
	line = without(line, name);
	while (line.len && (is_blank(*line.at) || *line.at == ':'))
		line = without(line, 1);
	for (size_t i = 0; i < line.len; i++)
		if ((unsigned char)line.at[i] <= ' ')
			line.len = 0;
	return line;
}

/* True if a URL has an authority: "mailto:x" has none. */
static bool has_host(const char *url, size_t len)
{
	const char *const colon = memchr(url, ':', len);
	return colon && begins((struct robotsc_text){colon + 1, len - (size_t)(colon + 1 - url)}, "//");
}

/* Report a link if it becomes a URL with a host. */
static void report(struct relative_links *r, uint32_t line, struct robotsc_text written)
{
	const size_t room = r->base.len + written.len + 1;
	const struct arena_mark mark = robotsc__arena_mark(r->arena);
	char *const url = robotsc__arena_take(r->arena, room);
	const size_t len = url ? robotsc_resolve_url(r->base, written, url, room) : 0;
	r->failed = r->failed || !url;
	if (len && has_host(url, len)) {
		const struct robotsc_line found = {.field = ROBOTSC_FIELD_SITEMAP,
		                                   .line = line,
		                                   .value = {url, len},
		                                   .rest = written,
		                                   .from = ROBOTSC_UNTIMED,
		                                   .to = ROBOTSC_UNTIMED};
		r->link(r->ctx, &found);
	}
	robotsc__arena_reset(r->arena, mark);
}

static void look(void *ctx, const struct robotsc_diag *diag)
{
	struct relative_links *const r = ctx;
	if (diag->kind != ROBOTSC_DIAG_BAD_VALUE)
		return;
	seek(r, diag->line);
	const struct robotsc_text value =
		link_of((struct robotsc_text){r->robots.at + r->line_at, diag->column - 1 + diag->length});
	if (value.len)
		report(r, diag->line, value);
}

enum robotsc_status robotsc_relative_sitemaps(const struct robotsc_options *options, const void *robots, size_t len,
                                              struct robotsc_text base, void (*link)(void *ctx, const struct robotsc_line *line),
                                              void *ctx)
{
	struct relative_links r = {.robots = {robots, len}, .base = base, .number = 1, .link = link, .ctx = ctx};
	struct robotsc_options defaults, own;
	const struct robotsc__dialect *dialect;
	struct arena arena, urls;
	struct document doc;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__arena_init(&arena, options->alloc);
	robotsc__arena_init(&urls, options->alloc);
	r.arena = &urls;
	r.line_at = mark_of(r.robots);
	own = *options;
	own.extensions = 1;
	own.diag = look;
	own.diag_ctx = &r;
	status = robotsc__parse_run(&arena, &own, dialect, (const uint8_t *)(len ? robots : ""), len, &doc);
	robotsc__arena_free(&urls);
	robotsc__arena_free(&arena);
	return status == ROBOTSC_OK && r.failed ? ROBOTSC_ERR_NOMEM : status;
}
