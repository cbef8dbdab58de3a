/* explain.c - why a URL is allowed or disallowed: every rule tried on its own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/explain.h"

#include <string.h>

#include "blob_layout.h"
#include "shell.h"
#include "octets.h"
#include "options.h"
#include "pattern.h"

/* A path in canonical octets; those from query on are behind the first '?'. */
struct canonical {
	uint8_t *text;
	size_t len, query;
};

static void put(struct canonical *c, unsigned octet)
{
	c->text[c->len++] = (uint8_t)octet;
}

static void put_escaped(struct canonical *c, unsigned octet)
{
	put(c, '%');
	put(c, octet_digit(octet >> 4));
	put(c, octet_digit(octet & 15));
}

/* Two octets for one, in form K. */
static void put_pair(struct canonical *c, unsigned octet)
{
	put(c, FORM_K_LEAD | octet >> 4);
	put(c, FORM_K_TRAIL | (octet & 15));
}

/* A literal octet of a path. */
static void put_literal(struct canonical *c, uint8_t form, uint8_t octet)
{
	if (form == FORM_K && octet_class[octet] & OCTET_K_PAIR && octet != '/')
		put_pair(c, octet);
	else if (form == FORM_R && octet_class[octet] & OCTET_R_ENCODE)
		put_escaped(c, octet);
	else
		put(c, octet);
	if (octet == '?' && c->query == SIZE_MAX)
		c->query = c->len;
}

/* "%XX" in a path. */
static void put_triplet(struct canonical *c, uint8_t form, uint8_t octet)
{
	const uint8_t class = octet_class[octet];
	if (form == FORM_K && class & OCTET_K_PAIR)
		put_pair(c, octet);
	else if (form == FORM_K || class & OCTET_R_DECODE || (class & OCTET_R_QUERY && c->query != SIZE_MAX))
		put(c, octet);
	else
		put_escaped(c, octet);
}

/* The octets that rules are compared with.  c->text has room for three times the URL and one. */
static void canonicalize(const struct robotsc__dialect *dialect, struct robotsc_text url, struct canonical *c)
{
	struct robotsc_text path;
	robotsc_url_path(dialect->id, url.at, url.len, &path);
	const uint8_t *p = (const uint8_t *)path.at, *const end = p + path.len;
	c->len = 0;
	c->query = SIZE_MAX;
	if (path.len == 0 || *p != '/')
		put(c, '/');
	while (p < end && *p != '#' && !(dialect->form == FORM_RAW && *p == 0)) {
		if (dialect->form == FORM_RAW) {
			put(c, *p++);
		} else if (*p == '%' && end - p > 2 && octet_hex(p[1]) < 16 && octet_hex(p[2]) < 16) {
			put_triplet(c, dialect->form, (uint8_t)(octet_hex(p[1]) << 4 | octet_hex(p[2])));
			p += 3;
		} else {
			put_literal(c, dialect->form, *p++);
		}
	}
}

/* Octets of a path that OP_ONE or OP_SET takes there; 0: none. */
static size_t takes_unit(const uint8_t *item, const struct canonical *path, size_t at)
{
	const uint8_t first = at < path->len ? path->text[at] : FORM_K_TRAIL, pair = first < FORM_K_TRAIL;
	if (first >= FORM_K_TRAIL && first < FORM_K_LIMIT)
		return 0;
	const unsigned octet = pair ? (unsigned)first << 4 | (path->text[at + 1] & 15u) : first;
	if (*item == OP_SET && ((pair && (octet == '/' || octet == '%')) || !shell_set_holds(item, octet)))
		return 0;
	return pair ? 2 : 1;
}

/* Octets of a path that an octet or operator of a pattern takes there; 0: none. */
static size_t takes(const uint8_t *item, const struct canonical *path, size_t at)
{
	if (*item == OP_ONE || *item == OP_SET)
		return takes_unit(item, path, at);
	if (!op_is_either(*item))
		return *item < 0x80 && at < path->len && path->text[at] == *item;
	if (at >= path->query)
		return at < path->len && path->text[at] == (*item == OP_SLASH ? '/' : '?');
	return path->len - at >= 3 && memcmp(path->text + at, *item == OP_SLASH ? "%2F" : "%3F", 3) == 0 ? 3 : 0;
}

/* Does a normalized pattern match?  Leftmost, going back to the last star only. */
static int matches(const struct normal *pattern, const struct canonical *path)
{
	uint32_t i = 0, star = UINT32_MAX;
	size_t at = 0, again = 0;
	for (;;) {
		if (i == pattern->len)
			return 1;
		if (pattern->text[i] == OP_STAR) {
			star = i++;
			again = at;
			continue;
		}
		const size_t n = pattern->text[i] == OP_END ? at == path->len : takes(pattern->text + i, path, at);
		if (pattern->text[i] == OP_END && n)
			return 1;
		if (n) {
			at += n;
			i += shell_size(pattern->text + i);
			continue;
		}
		if (star == UINT32_MAX || again >= path->len)
			return 0;
		at = ++again;
		i = star + 1;
	}
}

/* Set selected[] of the groups that mean a robot (NULL: "*"), or of the first record that does. */
static void select_groups(const struct document *doc, const struct span *robot, uint8_t *selected, struct robotsc_explanation *out)
{
	for (size_t i = 0; i < doc->nagents; i++) {
		const struct agent *agent = &doc->agents[i];
		const int star_wanted = !robot, passed = doc->groups[agent->group].passed;
		if (agent->star != star_wanted || passed || (robot && !doc->dialect->means(&agent->token, robot)))
			continue;
		selected[agent->group] = 1;
		if (!out->agent_line)
			out->agent_line = agent->line;
		if (doc->dialect->records)
			return;
	}
}

/* Find the groups of the first token that is named, or of "*". */
static void select_rules(const struct document *doc, const struct robotsc_text *tokens, size_t n, uint8_t *selected,
                         struct robotsc_explanation *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct span name = {(const uint8_t *)tokens[i].at, tokens[i].len}, robot = doc->dialect->robot(&name);
		const struct agent *agent = robotsc__parse_record(doc, &robot);
		if (!agent)
			continue;
		if (doc->groups[agent->group].passed)
			break;
		select_groups(doc, &robot, selected, out);
		out->selected = ROBOTSC_SELECTED_TOKEN;
		out->token = (uint32_t)i;
		return;
	}
	select_groups(doc, NULL, selected, out);
	if (out->agent_line)
		out->selected = ROBOTSC_SELECTED_STAR;
}

/* The rank of a rule for a path, or 0 when it does not match.  google: an Allow line that names an
 * index page allows its folder too. */
static uint32_t rank_of(const struct robotsc__dialect *dialect, const struct rule *rule, const struct canonical *path,
                        uint8_t *scratch)
{
	struct normal pattern = {.text = scratch};
	dialect->normalize(rule, &pattern);
	if (matches(&pattern, path))
		return dialect->rank(rule, &pattern);
	if (!dialect->index_html || rule->verdict != ROBOTSC_ALLOW || !robotsc__pattern_folder(&pattern))
		return 0;
	return matches(&pattern, path) ? dialect->rank(rule, &pattern) : 0;
}

/* The line of a rule, without its terminator. */
static struct robotsc_text line_of(const struct rule *rule, const uint8_t *end)
{
	const uint8_t *p = rule->text;
	while (p < end && *p != '\n' && *p != '\r')
		p++;
	return (struct robotsc_text){(const char *)rule->text, (size_t)(p - rule->text)};
}

/* Ranks of the selected rules; the first of the greatest decides. */
static void decide(const struct document *doc, const struct canonical *path, const uint8_t *selected, uint32_t *ranks,
                   uint8_t *scratch, struct robotsc_explanation *out)
{
	static const char robots_txt[] = "/robots.txt";
	uint32_t best = 0;
	for (uint32_t i = 0; i < doc->ngroups; i++)
		if (selected[i])
			out->verdict = doc->groups[i].fallback; /* the same for all that are selected together */
	for (size_t i = 0; i < doc->nrules; i++) {
		const struct rule *rule = &doc->rules[i];
		ranks[i] = selected[rule->group] ? rank_of(doc->dialect, rule, path, scratch) : 0;
		out->rules += selected[rule->group];
		out->matches += ranks[i] != 0;
		if (ranks[i] > best) {
			best = ranks[i];
			out->deciding = rule->line;
		}
	}
	if (best)
		out->verdict = (enum robotsc_verdict)(best & 1);
	if (doc->dialect->robots_txt && path->len == sizeof robots_txt - 1 && memcmp(path->text, robots_txt, path->len) == 0) {
		out->verdict = ROBOTSC_ALLOW;
		out->deciding = 0;
		out->implied = 1;
	}
}

static enum robotsc_status run(struct arena *a, const struct robotsc_options *options, const struct robotsc__dialect *dialect,
                               struct robotsc_text text, const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                               void (*match)(void *ctx, const struct robotsc_match *match), void *ctx,
                               struct robotsc_explanation *out)
{
	struct document doc;
	const uint8_t *robots = (const uint8_t *)(text.len ? text.at : "");
	if (robotsc__parse_run(a, options, dialect, robots, text.len, &doc) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	struct canonical path = {.text = robotsc__arena_take(a, 3 * url.len + 1)};
	uint8_t *scratch = robotsc__arena_take(a, 3 * text.len + 2), *selected = robotsc__arena_zeroed(a, doc.ngroups, 1);
	uint32_t *ranks = robotsc__arena_take(a, doc.nrules * sizeof *ranks);
	if (!path.text || !scratch || !selected || !ranks)
		return ROBOTSC_ERR_NOMEM;
	*out = (struct robotsc_explanation){.verdict = ROBOTSC_ALLOW};
	canonicalize(dialect, url, &path);
	select_rules(&doc, tokens, n, selected, out);
	decide(&doc, &path, selected, ranks, scratch, out);
	for (size_t i = 0; match && i < doc.nrules; i++) {
		const struct rule *rule = &doc.rules[i];
		if (!ranks[i])
			continue;
		const struct robotsc_match found = {rule->line,
		                                    rule->verdict,
		                                    ranks[i],
		                                    line_of(rule, robots + text.len),
		                                    rule->line == out->deciding,
		                                    dialect->rank_octets ? dialect->rank_octets(ranks[i]) : 0};
		match(ctx, &found);
	}
	return ROBOTSC_OK;
}

const char *robotsc_precedence(enum robotsc_dialect dialect)
{
	const struct robotsc__dialect *row = robotsc__dialect_find(dialect);
	return row ? row->precedence : NULL;
}

enum robotsc_status robotsc_explain(const struct robotsc_options *options, const void *robots, size_t len,
                                    const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                    void (*match)(void *ctx, const struct robotsc_match *match), void *ctx,
                                    struct robotsc_explanation *explanation)
{
	struct robotsc_options defaults;
	const struct robotsc__dialect *dialect;
	struct arena arena;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__arena_init(&arena, options->alloc);
	status = run(&arena, options, dialect, (struct robotsc_text){robots, len}, tokens, n, url, match, ctx, explanation);
	robotsc__arena_free(&arena);
	return status;
}
