/* text_rules.c - see text_rules.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "text_rules.h"

#include <string.h>

#include "access/text.h"
#include "match/blob_layout.h"
#include "front/options.h"
#include "pattern/pattern.h"
#include "support/sort.h"

#define RANK_IMPLIED (UINT32_MAX - 2) /* odd, so it allows; above the rank of every line */

/* Add a rule as a glob.  If the dialect has index_html, an Allow of index.html is added as a glob
 * of its folder, too. */
static enum robotsc_status add_rule(struct arena *a, const struct robotsc__dialect *dialect, const struct rule *rule, uint32_t *n,
                                    struct glob *out)
{
	struct normal pattern = {.text = robotsc__arena_take(a, 3 * rule->value.len + 1)};
	if (!pattern.text)
		return ROBOTSC_ERR_NOMEM;
	dialect->normalize(rule, &pattern);
	out[(*n)++] = (struct glob){pattern.text, pattern.len, dialect->rank(rule, &pattern), rule->line};
	if (!dialect->index_html || rule->verdict != ROBOTSC_ALLOW)
		return ROBOTSC_OK;
	struct normal folder = pattern;
	folder.text = robotsc__arena_take(a, 3 * rule->value.len + 1);
	if (!folder.text)
		return ROBOTSC_ERR_NOMEM;
	memcpy(folder.text, pattern.text, pattern.len);
	if (robotsc__pattern_folder(&folder))
		out[(*n)++] = (struct glob){folder.text, folder.len, dialect->rank(rule, &folder), rule->line};
	return ROBOTSC_OK;
}

/* Read the rules of all groups.  Rules are in file order, so those of a group stand together. */
static enum robotsc_status read_rules(struct arena *a, struct text *text)
{
	const struct document *doc = &text->doc;
	enum robotsc_status status = ROBOTSC_OK;
	uint32_t n = 0;
	size_t rule = 0;
	text->rules = robotsc__arena_take(a, (doc->nrules << text->dialect->index_html) * sizeof *text->rules);
	text->first = robotsc__arena_take(a, ((size_t)doc->ngroups + 1) * sizeof *text->first);
	if (!text->rules || !text->first)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t group = 0; group < doc->ngroups; group++) {
		text->first[group] = n;
		for (; rule < doc->nrules && doc->rules[rule].group == group && status == ROBOTSC_OK; rule++)
			status = add_rule(a, text->dialect, &doc->rules[rule], &n, text->rules);
	}
	text->first[doc->ngroups] = n;
	return status;
}

enum robotsc_status robotsc__text_rules_read(struct arena *a, const struct robotsc_options *options, const void *robots, size_t len,
                                             struct text *out)
{
	struct robotsc_options defaults, all;
	enum robotsc_status status = robotsc__options_check_robot(&options, &defaults, &out->dialect);
	if (status != ROBOTSC_OK)
		return status;
	if (!len)
		robots = "";
	out->end = (const uint8_t *)robots + robotsc__parse_limit(out->dialect, robots, len, options->limit);
	all = *options;
	all.diag = NULL;
	if (!options->one_robot) {
		all.agents = NULL;
		all.nagents = 0;
	}
	status = robotsc__parse_run(a, &all, out->dialect, robots, len, &out->doc);
	if (status == ROBOTSC_OK)
		status = robotsc__group_run(a, &all, &out->doc, &out->grouping);
	return status == ROBOTSC_OK ? read_rules(a, out) : status;
}

/* Compare a name, which is in lower case, with a robot's. */
static int compare_name(const struct name *name, const struct span *robot)
{
	for (size_t i = 0; i < name->len && i < robot->len; i++) {
		const int lower = ascii_lower(robot->at[i]);
		if (name->token[i] != lower)
			return name->token[i] < lower ? -1 : 1;
	}
	return name->len == robot->len ? 0 : name->len < robot->len ? -1 : 1;
}

/* Find a name by binary search, or NULL.  Only names that are tokens are sorted. */
static const struct name *find_sorted(const struct grouping *g, const struct span *robot)
{
	size_t low = 0, high = g->nnames;
	BISECT(low, high, i, compare_name(&g->names[i], robot) < 0);
	return low < g->nnames && compare_name(&g->names[low], robot) == 0 ? &g->names[low] : NULL;
}

/* The first name in the text that stands for a robot, or NULL. */
static const struct name *find_name(const struct text *text, const struct robotsc_text *token)
{
	const struct span given = {(const uint8_t *)token->at, token->len}, robot = text->dialect->robot(&given);
	if (!text->dialect->records)
		return find_sorted(&text->grouping, &robot);
	for (uint32_t i = 0; i < text->grouping.nnames; i++) {
		const struct span agent = {text->grouping.names[i].token, text->grouping.names[i].len};
		if (text->dialect->means(&agent, &robot))
			return &text->grouping.names[i];
	}
	return NULL;
}

uint32_t robotsc__text_rules_find(const struct text *text, const struct robotsc_text *tokens, size_t n)
{
	const struct grouping *const g = &text->grouping;
	bool answered = n || g->star_answered;
	for (size_t i = 0; g->partial && i < n; i++)
		answered &= find_name(text, &tokens[i]) != NULL;
	if (!answered)
		return TEXT_RULES_REFUSED;
	for (size_t i = 0; i < n; i++) {
		const struct name *name = find_name(text, &tokens[i]);
		if (!name || !name->named)
			continue;
		if (name->policy == NO_POLICY && text->dialect->records)
			break; /* a record that the dialect ignores */
		return name->policy;
	}
	return text->grouping.star;
}

const struct rule *robotsc__text_rules_line(const struct document *doc, uint32_t line)
{
	size_t low = 0, high = doc->nrules;
	BISECT(low, high, i, doc->rules[i].line <= line);
	return &doc->rules[low - (low > 0)];
}

enum robotsc_status robotsc__text_rules_select(struct arena *a, const struct text *text, uint32_t policy, struct selection *out)
{
	const struct grouping *g = &text->grouping;
	const struct policy *p = policy == NO_POLICY ? NULL : &g->policies[policy];
	uint32_t n = 0;
	for (uint32_t i = 0; p && i < p->nsets; i++)
		n += g->sets[p->sets[i]].ngroups;
	*out = (struct selection){robotsc__arena_take(a, n * sizeof *out->groups), 0};
	if (!out->groups)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0, k = 0; p && i < p->nsets; k += g->sets[p->sets[i++]].ngroups)
		memcpy(out->groups + k, g->sets[p->sets[i]].groups, g->sets[p->sets[i]].ngroups * sizeof *out->groups);
	if (!robotsc__sort(a, out->groups, n, robotsc__sort_by_number, NULL))
		return ROBOTSC_ERR_NOMEM;
	out->n = (uint32_t)robotsc__sort_unique(out->groups, n);
	return ROBOTSC_OK;
}

/* Add the rule that allows /robots.txt, which has no line. */
static enum robotsc_status add_robots_txt(struct arena *a, struct lazy_rules *out)
{
	static const char text[] = "/robots.txt";
	uint8_t *copy = robotsc__arena_take(a, sizeof text);
	if (!copy)
		return ROBOTSC_ERR_NOMEM;
	memcpy(copy, text, sizeof text);
	copy[sizeof text - 1] = OP_END;
	out->rules[out->n++] = (struct glob){copy, sizeof text, RANK_IMPLIED, 0};
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__text_rules_of(struct arena *a, const struct text *text, uint32_t policy, struct lazy_rules *out)
{
	const struct document *doc = &text->doc;
	struct selection groups;
	size_t most = text->dialect->robots_txt;
	enum robotsc_status status = robotsc__text_rules_select(a, text, policy, &groups);
	if (status != ROBOTSC_OK)
		return status;
	for (uint32_t i = 0; i < groups.n; i++)
		most += text->first[groups.groups[i] + 1] - text->first[groups.groups[i]];
	*out = (struct lazy_rules){.rules = robotsc__arena_take(a, most * sizeof *out->rules), .fallback = ROBOTSC_ALLOW};
	if (!out->rules)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < groups.n; i++) {
		const uint32_t group = groups.groups[i], n = text->first[group + 1] - text->first[group];
		out->fallback = (int)doc->groups[group].fallback;
		memcpy(out->rules + out->n, text->rules + text->first[group], n * sizeof *out->rules);
		out->n += n;
	}
	if (text->dialect->robots_txt)
		status = add_robots_txt(a, out);
	robotsc__lazy_rules_prepare(out, text->dialect->form);
	out->dfa.steps = lazy_rules_steps(out);
	return status;
}
