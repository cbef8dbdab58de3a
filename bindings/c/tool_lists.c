/* tool_lists.c - the questions rules and sitemap: the rules of a text, and which URLs of a sitemap
 * they close.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "robotsc/sitemap.h"
#include "tools.h"

/* Begin the next object in the list of the answer. */
static void begin_object(struct call *c)
{
	robotsc__put(c, c->len && c->answer[c->len - 1] == '}' ? ",{" : "{");
}

static void put_texts(struct call *c, const char *before, const struct robotsc_text *texts, size_t n)
{
	robotsc__put(c, before);
	for (size_t i = 0; i < n; i++)
		robotsc__put_member(c, i ? "," : "", texts[i]);
	robotsc__put(c, "]");
}

/* ---- rules ---- */

static void put_rule(void *ctx, const struct robotsc_rule *rule)
{
	struct call *const c = ctx;
	begin_object(c);
	robotsc__put_count(c, "\"group\":", rule->group);
	put_texts(c, ",\"agents\":[", rule->agents, rule->nagents);
	robotsc__put_count(c, ",\"line\":", rule->line);
	robotsc__put(c, rule->verdict == ROBOTSC_ALLOW ? ",\"kind\":\"allow\"" : ",\"kind\":\"disallow\"");
	robotsc__put_member(c, ",\"pattern\":", rule->pattern);
	robotsc__put_member(c, ",\"canonical\":", rule->canonical);
	robotsc__put(c, "}");
}

/* Texts: dialect, robots.txt.  Answer: a list of objects. */
enum robotsc_status robotsc__tool_rules(struct call *c, uint32_t flags)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1);
	struct robotsc_options options;
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	robotsc__put(c, "[");
	if (status == ROBOTSC_OK)
		status = robotsc_rules(&options, robots.at, robots.len, put_rule, c);
	robotsc__put(c, "]");
	return robotsc__ended_json(c, status);
}

/* ---- a sitemap ---- */

/* The URLs of a sitemap, first those of the site; or the parts of an index. */
struct listed {
	struct call *call;
	struct robotsc_sitemap map;
	char *text;
	struct robotsc_text *urls;
	size_t n, room, own, closed, last, wrong;
};

static void put_verdict(struct call *c, struct robotsc_text url, const char *verdict)
{
	begin_object(c);
	robotsc__put_member(c, "\"url\":", url);
	robotsc__put_member(c, ",\"verdict\":", robotsc__text_of(verdict));
}

static void put_closed(void *ctx, const struct robotsc_closed *closed)
{
	struct listed *const l = ctx;
	struct call *const c = l->call;
	l->closed += l->closed == 0 || l->last != closed->url;
	l->last = closed->url;
	put_verdict(c, l->urls[closed->url], "disallow");
	put_texts(c, ",\"robots\":[", closed->robots, closed->nrobots);
	robotsc__put_count(c, ",\"line\":", closed->line);
	robotsc__put_member(c, ",\"text\":", closed->text);
	robotsc__put(c, "}");
}

/* Read a whole sitemap.  Entries that are no URLs are only counted. */
static enum robotsc_status read_sitemap(struct listed *l, struct robotsc_text octets)
{
	struct robotsc_text url;
	l->text = malloc(octets.len + 1);
	if (!l->text)
		return ROBOTSC_ERR_NOMEM;
	memcpy(l->text, octets.len ? octets.at : "", octets.len);
	robotsc_sitemap_begin(&l->map, l->text, octets.len);
	while (robotsc_sitemap_next(&l->map, &url)) {
		if (robotsc_url_kind(ROBOTSC_RFC9309, url.at, url.len) != ROBOTSC_URL_GOOD) {
			l->wrong++;
			continue;
		}
		if (l->n == l->room) {
			struct robotsc_text *const more = realloc(l->urls, (2 * l->room + 64) * sizeof *more);
			if (!more)
				return ROBOTSC_ERR_NOMEM;
			l->urls = more;
			l->room = 2 * l->room + 64;
		}
		l->urls[l->n++] = url;
	}
	return l->map.kind == ROBOTSC_SITEMAP_INDEX ? ROBOTSC_OK : robotsc_part_urls(NULL, l->urls, l->n, &l->own);
}

/* Put the URLs of other sites, or the parts of an index, then the counts after the list. */
static void put_rest(struct listed *l)
{
	struct call *const c = l->call;
	const bool index = l->map.kind == ROBOTSC_SITEMAP_INDEX;
	for (size_t i = l->own; i < l->n; i++) {
		put_verdict(c, l->urls[i], index ? "part" : "other-host");
		robotsc__put(c, "}");
	}
	robotsc__put_count(c, "],\"urls\":", (int64_t)l->own);
	robotsc__put_count(c, ",\"closed\":", (int64_t)l->closed);
	robotsc__put_count(c, ",\"other_hosts\":", index ? 0 : (int64_t)(l->n - l->own));
	robotsc__put_count(c, ",\"parts\":", index ? (int64_t)l->n : 0);
	robotsc__put_count(c, ",\"wrong\":", (int64_t)l->wrong);
	robotsc__put(c, ",\"fault\":");
	if (l->map.fault)
		robotsc__put_member(c, "", robotsc__text_of(robotsc_sitemap_fault_text(l->map.fault)));
	else
		robotsc__put(c, "null");
	robotsc__put(c, "}");
}

/* Texts: the dialect of robots that the library does not list, robots.txt, octets of a sitemap,
 * purposes and tokens (none: search).  Answer: an object with the answers of 'robotsc check
 * --sitemap', or with the parts of an index, which are not judged. */
enum robotsc_status robotsc__tool_sitemap(struct call *c, uint32_t flags)
{
	const struct robotsc_text robots = robotsc__text_at(c, 1), search = robotsc__text_of("search");
	struct listed l = {.call = c};
	struct robotsc_options options;
	struct robotsc_summary_question question = {.options = &options};
	size_t n;
	const struct robotsc_text *const names = robotsc__texts_from(c, 3, &n);
	enum robotsc_status status = robotsc__read_options(c, robotsc__text_at(c, 0), flags, &options);
	question.crawlers = robotsc_crawlers(&question.ncrawlers);
	robotsc__put(c, "{\"answers\":[");
	if (status == ROBOTSC_OK)
		status = read_sitemap(&l, robotsc__text_at(c, 2));
	if (status == ROBOTSC_OK)
		status = robotsc_closed_urls(&question, robots.at, robots.len, n ? names : &search, n ? n : 1, l.urls, l.own,
		                             put_closed, &l);
	if (status == ROBOTSC_OK)
		put_rest(&l);
	free(l.urls);
	free(l.text);
	return robotsc__ended_json(c, status);
}
