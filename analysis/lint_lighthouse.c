/* lint_lighthouse.c - lines that Lighthouse's audit of robots.txt counts as errors, although lint
 * does not: people see its score.
 *
 * The audit is core/audits/seo/robots-txt.js of GoogleChrome/lighthouse at commit 3a173bcf, read on
 * 30 November 2026.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include <string.h>

#include "access/text.h"
#include "front/lex.h"
#include "front/parse.h"
#include "support/sort.h"

struct js_text {
	const uint8_t *at, *end;
};

/* How many octets the first (at_end: the last) character has, if JavaScript takes it for white
 * space; else 0. */
static size_t space_at(struct js_text o, bool at_end)
{
	static const char *const others[] = {"\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82",
	                                     "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87",
	                                     "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8", "\xE2\x80\xA9",
	                                     "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF"};
	const size_t len = (size_t)(o.end - o.at);
	if (!len)
		return 0;
	const uint8_t c = at_end ? o.end[-1] : *o.at;
	if (c == ' ' || (c >= '\t' && c <= '\r'))
		return 1;
	for (size_t i = 0; c >= 0x80 && i < sizeof others / sizeof *others; i++) {
		const size_t n = strlen(others[i]);
		if (len >= n && memcmp(at_end ? o.end - n : o.at, others[i], n) == 0)
			return n;
	}
	return 0;
}

static struct js_text trim_octets(struct js_text o)
{
	size_t n;
	while ((n = space_at(o, false)))
		o.at += n;
	while ((n = space_at(o, true)))
		o.end -= n;
	return o;
}

static bool is(struct js_text o, const char *name)
{
	const struct robotsc_text text = {(const char *)o.at, (size_t)(o.end - o.at)};
	return compare_folded(text, (struct robotsc_text){name, strlen(name)}) == 0;
}

/* The position of the first octet of this value, or the end. */
static const uint8_t *find(struct js_text o, uint8_t octet)
{
	const uint8_t *const found = o.at < o.end ? memchr(o.at, octet, (size_t)(o.end - o.at)) : NULL;
	return found ? found : o.end;
}

static bool is_known(struct js_text name)
{
	static const char *const names[] = {"user-agent", "disallow",     "allow",      "sitemap", "crawl-delay",    "clean-param",
	                                    "host",       "request-rate", "visit-time", "noindex", "content-signal", "license"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (is(name, names[i]))
			return true;
	return false;
}

/* True for a URL of http, https or ftp, as browsers read it: with any number of slashes, and with
 * backslashes. */
static bool is_url(struct js_text value)
{
	char origin[ROBOTSC_ORIGIN_MAX], url[512] = "http://";
	size_t n = sizeof "http://" - 1, size;
	const uint8_t *const colon = find(value, ':'), *at = colon;
	const struct js_text scheme = {value.at, colon};
	if (at == value.end || (!is(scheme, "http") && !is(scheme, "https") && !is(scheme, "ftp")))
		return false;
	for (at++; at < value.end && (*at == '/' || *at == '\\');)
		at++;
	while (at < value.end && *at != '/' && *at != '\\' && *at != '?' && n < sizeof url)
		url[n++] = (char)*at++;
	return n == sizeof url || robotsc_origin(url, n, origin, sizeof origin, &size) == ROBOTSC_OK;
}

/* True if a line counts as an error; its comment and the space around it are cut off.  *in_group: a
 * User-agent line was read. */
static bool is_error(struct js_text line, bool *in_group)
{
	const uint8_t *const colon = find(line, ':');
	if (line.at == line.end)
		return false;
	if (colon == line.end)
		return true;
	const struct js_text name = trim_octets((struct js_text){line.at, colon}),
			     value = trim_octets((struct js_text){colon + 1, line.end});
	if (!is_known(name) || (is(name, "sitemap") && !is_url(value)))
		return true;
	if (is(name, "user-agent")) {
		*in_group |= value.at < value.end;
		return value.at == value.end;
	}
	if (!is(name, "allow") && !is(name, "disallow"))
		return false;
	if (value.at < value.end && *value.at != '/' && *value.at != '*')
		return true;
	return find(value, '$') + 1 < value.end || !*in_group;
}

static int compare(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_finding *const all = ctx;
	return all[x].line == all[y].line ? 0 : all[x].line < all[y].line ? -1 : 1;
}

enum robotsc_status robotsc__lint_lighthouse(struct linter *l)
{
	const size_t told = l->n;
	const uint32_t *const order = robotsc__sort_all(l->arena, told, compare, l->findings);
	struct robotsc_finding *f = NULL;
	struct lexer lexer;
	struct line line;
	size_t at = 0;
	bool in_group = false;
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	robotsc__lex_begin(&lexer, l->dialect, l->text, robotsc__parse_limit(l->dialect, l->text, l->len, l->options.limit), false);
	for (const uint8_t *from = lexer.cursor; robotsc__lex_next(&lexer, &line); from = lexer.cursor) {
		const struct js_text text = trim_octets((struct js_text){from, find((struct js_text){from, lexer.cursor}, '#')});
		const bool error = is_error(text, &in_group);
		while (at < told && l->findings[order[at]].line < line.number)
			at++;
		if (!error || (at < told && l->findings[order[at]].line == line.number))
			continue;
		if (f)
			robotsc__lint_name(f, line.number);
		else
			f = robotsc__lint_tell_line(l, LINT_LIGHTHOUSE, &line, text.at, (size_t)(text.end - text.at));
	}
	return ROBOTSC_OK;
}
