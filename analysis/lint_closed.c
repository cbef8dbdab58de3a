/* lint_closed.c - texts that close the whole site, or all of it but what a few lines open: to
 * robots that no group names and, if the site is public, to crawlers of search.
 *
 * It is proved over all paths, in the dialect of the options.  Paths that begin with /robots.txt do
 * not count: to let robots read that file opens no site.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "closed_but.h"
#include "crawler_table.h"
#include "match/blob_layout.h"
#include "pattern/rule_match.h"

#define MOST_NAMES 5  /* most names in a finding */
#define NAMES_ROOM 64 /* octets for commas, and for the number of names left out */
#define DIALECTS (ROBOTSC_CONNER2 + 1)

/* What is known of the front page: its verdict, and the line that decides; 0: no line does. */
struct front_page {
	int verdict;
	uint32_t line;
};

bool robotsc__lint_decides_all(const struct lazy_rules *policy, enum robotsc_verdict verdict)
{
	for (uint32_t i = 0; i < policy->n; i++) {
		const struct glob *rule = &policy->rules[i];
		if (rule->line && (rule->rank & 1) == (verdict == ROBOTSC_ALLOW) && robotsc__closed_but_is_everything(rule))
			return true;
	}
	return false;
}

/* Find the verdict of the front page and the deciding line: the first of the highest rank. */
static enum robotsc_status ask_front_page(struct linter *l, const struct lazy_rules *policy, struct front_page *out)
{
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	const struct glob *decides = NULL;
	struct canonical_path path;
	uint64_t work = UINT64_MAX;
	if (!robotsc__rule_match_path(l->arena, l->dialect, (const uint8_t *)"/", 1, &path))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < policy->n; i++) {
		const struct glob *rule = &policy->rules[i];
		if ((!decides || rule->rank > decides->rank) && robotsc__rule_match_run(rule->text, rule->len, &path, &work))
			decides = rule;
	}
	robotsc__arena_reset(l->arena, mark);
	*out = (struct front_page){decides ? (int)(decides->rank & 1) : policy->fallback, decides ? decides->line : 0};
	(void)robotsc__lint_pay(l, policy->n);
	return ROBOTSC_OK;
}

/* Find out whether no path is open.  It is undecided if the budget does not suffice. */
static enum robotsc_status prove(struct linter *l, const struct lazy_rules *policy, bool *closed)
{
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	enum robotsc_extent extent = ROBOTSC_EXTENT_UNKNOWN;
	uint64_t left = l->budget;
	const enum robotsc_status status = robotsc__closed_but_extent(l->arena, policy, &left, &extent);
	robotsc__arena_reset(l->arena, mark);
	(void)robotsc__lint_pay(l, l->budget - left);
	l->undecided += extent == ROBOTSC_EXTENT_UNKNOWN;
	*closed = extent == ROBOTSC_EXTENT_CLOSED;
	return status;
}

/* Find out whether robots with these rules may fetch nothing.  *line: the line that decides about
 * the front page. */
static enum robotsc_status ask(struct linter *l, const struct lazy_rules *policy, bool *closed, uint32_t *line)
{
	struct front_page front;
	const enum robotsc_status status = ask_front_page(l, policy, &front);
	*closed = false;
	if (status != ROBOTSC_OK || front.verdict == ROBOTSC_ALLOW)
		return status;
	*line = front.line;
	return prove(l, policy, closed);
}

/* Find out whether robots with these rules may fetch nothing but what a few lines open. */
static enum robotsc_status ask_but(struct linter *l, const struct text *text, const struct lazy_rules *policy,
                                   struct closed_but *out)
{
	uint64_t left = l->budget;
	const enum robotsc_status status = robotsc__closed_but(l->arena, text, policy, ROBOTSC_EXTENT_UNKNOWN, &left, out);
	(void)robotsc__lint_pay(l, l->budget - left);
	return status;
}

/* Report a line that closes something.  line 0: a User-agent line instead; that of "*" if there is
 * one. */
static struct robotsc_finding *tell(struct linter *l, const struct text *text, unsigned kind, uint32_t line)
{
	const struct rules_linter r = {.l = l, .text = text};
	const struct document *doc = &text->doc;
	size_t agent = 0;
	if (line)
		return robotsc__lint_tell(&r, kind, line);
	while (agent + 1 < doc->nagents && !doc->agents[agent].star)
		agent++;
	return robotsc__lint_tell_agent(l, kind, &doc->agents[agent]);
}

/* Write at most MOST_NAMES names for a finding, and how many more of `all` there are.  NULL: no
 * memory. */
static const char *list_names(struct linter *l, const struct span *names, size_t n, size_t all)
{
	size_t room = NAMES_ROOM, len = 0, i = 0;
	for (size_t k = 0; k < n && k < MOST_NAMES; k++)
		room += names[k].len;
	char *const said = robotsc__arena_take(l->arena, room);
	for (; said && i < n && i < MOST_NAMES; i++)
		len += (size_t)snprintf(said + len, room - len, "%s%.*s", i ? ", " : "", (int)names[i].len,
		                        (const char *)names[i].at);
	if (said && i < all)
		snprintf(said + len, room - len, " and %zu more", all - i);
	return said;
}

/* ---- crawlers of search -------------------------------------------------------- */

/* Whether a crawler may fetch no more than single pages, and a line that keeps it out. */
struct kept_out {
	bool closed;
	uint32_t line;
};

/* The first line that closes everything, or else the first that closes something; or 0. */
static uint32_t closing_line(const struct lazy_rules *policy)
{
	uint32_t line = 0;
	for (uint32_t i = 0; i < policy->n; i++) {
		const struct glob *rule = &policy->rules[i];
		if (!rule->line || rule->rank & 1)
			continue;
		if (robotsc__closed_but_is_everything(rule))
			return rule->line;
		line = line ? line : rule->line;
	}
	return line;
}

static enum robotsc_status ask_crawler(struct linter *l, const struct text *text, uint32_t number, struct kept_out *out)
{
	const struct robotsc_crawler *crawlers = robotsc__crawlers_of_search;
	const struct robotsc_text name = {crawlers[number].token, strlen(crawlers[number].token)};
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	const size_t n = robotsc_crawler_tokens(crawlers, robotsc__ncrawlers_of_search, name, tokens);
	const uint32_t policy = robotsc__text_rules_find(text, tokens, n);
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	struct lazy_rules rules;
	struct closed_but but = {.extent = ROBOTSC_EXTENT_UNKNOWN};
	uint32_t line = 0;
	*out = (struct kept_out){false, 0};
	if (policy == NO_POLICY)
		return ROBOTSC_OK;
	enum robotsc_status status = robotsc__text_rules_of(l->arena, text, policy, &rules);
	if (status == ROBOTSC_OK)
		status = ask(l, &rules, &out->closed, &line);
	if (status == ROBOTSC_OK && !out->closed)
		status = ask_but(l, text, &rules, &but);
	out->closed |= but.extent == ROBOTSC_EXTENT_CLOSED || (but.extent == ROBOTSC_EXTENT_PARTLY && but.ends);
	out->line = status != ROBOTSC_OK || line ? line : closing_line(&rules);
	robotsc__arena_reset(l->arena, mark);
	return status;
}

/* Report which crawlers of search are kept out.  Each reads the file in its own dialect, unless the
 * options' dialect has records. */
static enum robotsc_status tell_search(struct linter *l, const struct text *text)
{
	struct robotsc_options options = l->options;
	struct text texts[DIALECTS];
	bool read[DIALECTS] = {false};
	struct span closed[MOST_NAMES];
	const bool own = !l->dialect->records; /* else the dialect of the options */
	uint32_t n = 0, line = 0;
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0; i < robotsc__ncrawlers_of_search && status == ROBOTSC_OK; i++) {
		const enum robotsc_dialect dialect = own ? robotsc__crawlers_of_search[i].dialect : options.dialect;
		struct kept_out out = {false, 0};
		options.dialect = dialect;
		if (!read[dialect])
			status = robotsc__text_rules_read(l->arena, &options, l->text, l->len, &texts[dialect]);
		read[dialect] = true;
		if (status == ROBOTSC_OK)
			status = ask_crawler(l, &texts[dialect], i, &out);
		const char *const token = robotsc__crawlers_of_search[i].token;
		if (out.closed && n < MOST_NAMES)
			closed[n] = (struct span){(const uint8_t *)token, strlen(token)};
		n += out.closed;
		line = line || !out.closed ? line : out.line;
	}
	if (status != ROBOTSC_OK || !n)
		return status;
	const bool all = n == robotsc__ncrawlers_of_search;
	l->site_closed = all;
	struct robotsc_finding *f = tell(l, text, all ? LINT_SITE_CLOSED : LINT_SEARCH_CLOSED, line);
	if (f && !all)
		f->said = list_names(l, closed, n, n);
	return ROBOTSC_OK;
}

/* ---- "*" ------------------------------------------------------------------------- */

/* Report that "*" closes the site but for what some patterns match, and name these patterns. */
static void tell_but(struct linter *l, const struct text *text, const struct lazy_rules *star, const struct closed_but *but)
{
	struct robotsc_finding *f = tell(l, text, LINT_CLOSED_BUT, closing_line(star));
	if (f)
		f->said = list_names(l, but->patterns, but->npatterns, but->npatterns + but->more);
}

enum robotsc_status robotsc__lint_closed(struct linter *l, const struct text *text, const struct lazy_rules *star, bool *told)
{
	struct closed_but but = {.extent = ROBOTSC_EXTENT_UNKNOWN};
	uint32_t line = 0;
	enum robotsc_status status = ask(l, star, told, &line);
	if (status == ROBOTSC_OK && *told && !l->site_closed)
		(void)tell(l, text, LINT_STAR_CLOSED, line);
	else if (status == ROBOTSC_OK && !*told)
		status = ask_but(l, text, star, &but);
	if (status == ROBOTSC_OK && but.extent == ROBOTSC_EXTENT_PARTLY)
		tell_but(l, text, star, &but);
	return status;
}

enum robotsc_status robotsc__lint_public(struct linter *l, const struct text *text)
{
	return l->options.public_site ? tell_search(l, text) : ROBOTSC_OK;
}
