/* explain.c - explain why a URL is allowed or disallowed: try each rule by itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/explain.h"

#include <string.h>

#include "match/blob_layout.h"
#include "pattern/rule_match.h"
#include "front/options.h"
#include "pattern/pattern.h"
#include "text_rules.h"

/* Make the canonical path of a URL. */
static bool canonicalize(struct arena *a, const struct robotsc__dialect *dialect, struct robotsc_text url, struct canonical_path *c)
{
	struct robotsc_text path;
	robotsc_url_path(dialect->id, url.at, url.len, &path);
	return robotsc__rule_match_path(a, dialect, (const uint8_t *)path.at, path.len, c);
}

static bool matches(const struct normal *pattern, const struct canonical_path *path)
{
	uint64_t work = UINT64_MAX;
	return robotsc__rule_match_run(pattern->text, pattern->len, path, &work);
}

/* Set selected[] for the groups that name a robot (NULL: "*"); in dialects with records, for the
 * first one only. */
static void select_groups(const struct document *doc, const struct span *robot, uint8_t *selected, struct robotsc_explanation *out)
{
	for (size_t i = 0; i < doc->nagents; i++) {
		const struct agent *agent = &doc->agents[i];
		const bool star_wanted = !robot, passed = doc->groups[agent->group].skipped;
		if (agent->star != star_wanted || passed || (robot && !doc->dialect->means(&agent->token, robot)))
			continue;
		selected[agent->group] = 1;
		if (!out->agent_line || agent->line < out->agent_line)
			out->agent_line = agent->line;
		if (doc->dialect->records)
			return;
	}
}

/* The part of a name that is compared. */
static struct span compared(const struct document *doc, const struct robotsc_text *name)
{
	const struct span whole = {(const uint8_t *)name->at, name->len};
	/* cppcheck-suppress returnDanglingLifetime ; the name is borrowed, not its struct */
	return doc->dialect->robot(&whole);
}

/* Select the groups of the first token that a group names, or of "*". */
static void select_rules(const struct document *doc, const struct robotsc_text *tokens, size_t n, uint8_t *selected,
                         struct robotsc_explanation *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct span robot = compared(doc, &tokens[i]);
		const struct agent *agent = robotsc__parse_record(doc, &robot);
		if (!agent)
			continue;
		if (doc->groups[agent->group].skipped)
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

static bool is_of_robot(const struct document *doc, const struct robotsc_options *options, const struct robotsc_text *token)
{
	const struct span asked = compared(doc, token);
	for (size_t i = 0; i < options->nagents; i++) {
		const struct span name = compared(doc, &options->agents[i]);
		if (doc->dialect->means(&name, &asked))
			return true;
	}
	return false;
}

/* Select the groups of all names of one robot, or of "*".  Fails ROBOTSC_ERR_AGENT, as a blob for
 * these names does. */
static enum robotsc_status select_one_robot(const struct document *doc, const struct robotsc_options *options,
                                            const struct robotsc_text *tokens, size_t n, uint8_t *selected,
                                            struct robotsc_explanation *out)
{
	for (size_t i = 0; i < options->nagents; i++) {
		const struct span name = compared(doc, &options->agents[i]);
		select_groups(doc, &name, selected, out);
	}
	const bool named = out->agent_line != 0;
	if (named && n == 0)
		return ROBOTSC_ERR_AGENT;
	for (size_t i = n; i-- > 0;) {
		const struct span asked = compared(doc, &tokens[i]);
		if (!is_of_robot(doc, options, &tokens[i]))
			return ROBOTSC_ERR_AGENT;
		if (robotsc__parse_record(doc, &asked))
			out->token = (uint32_t)i;
	}
	if (named)
		out->selected = ROBOTSC_SELECTED_TOKEN;
	else
		select_rules(doc, NULL, 0, selected, out);
	return ROBOTSC_OK;
}

/* The rank of a rule for a path, or 0 if it does not match.  google: an Allow line that names an
 * index page also allows its folder. */
static uint32_t rank_of(const struct robotsc__dialect *dialect, const struct rule *rule, const struct canonical_path *path,
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

/* Rank the selected rules (0: no match).  The first rule of the greatest rank decides. */
static void decide(const struct document *doc, const struct canonical_path *path, const uint8_t *selected, uint32_t *ranks,
                   uint8_t *scratch, struct robotsc_explanation *out)
{
	static const char robots_txt[] = "/robots.txt";
	uint32_t best = 0;
	for (uint32_t i = 0; i < doc->ngroups; i++)
		if (selected[i])
			/* all selected groups have the same fallback */
			out->verdict = doc->groups[i].fallback;
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
	struct canonical_path path;
	uint8_t *scratch = robotsc__arena_take(a, 3 * text.len + 2), *selected = robotsc__arena_zeroed(a, doc.ngroups, 1);
	uint32_t *ranks = robotsc__arena_take(a, doc.nrules * sizeof *ranks);
	if (!canonicalize(a, dialect, url, &path) || !scratch || !selected || !ranks)
		return ROBOTSC_ERR_NOMEM;
	*out = (struct robotsc_explanation){.verdict = ROBOTSC_ALLOW};
	if (options->one_robot) {
		const enum robotsc_status status = select_one_robot(&doc, options, tokens, n, selected, out);
		if (status != ROBOTSC_OK)
			return status;
	} else {
		select_rules(&doc, tokens, n, selected, out);
	}
	decide(&doc, &path, selected, ranks, scratch, out);
	const uint8_t *const end = robots + robotsc__parse_limit(dialect, robots, text.len, options->limit);
	for (size_t i = 0; match && i < doc.nrules; i++) {
		const struct rule *rule = &doc.rules[i];
		if (!ranks[i])
			continue;
		const struct robotsc_match found = {rule->line,
		                                    rule->verdict,
		                                    ranks[i],
		                                    text_line(rule->text, end),
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
	enum robotsc_status status = robotsc__options_check_robot(&options, &defaults, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__arena_init(&arena, options->alloc);
	status = run(&arena, options, dialect, (struct robotsc_text){robots, len}, tokens, n, url, match, ctx, explanation);
	robotsc__arena_free(&arena);
	return status;
}
