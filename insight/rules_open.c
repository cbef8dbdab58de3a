/* rules_open.c - see rules.h: from a text to the rules of a robot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "blob_layout.h"
#include "options.h"
#include "pattern.h"
#include "rules.h"

#define RANK_IMPLIED (UINT32_MAX - 2) /* odd, so it allows; above every rank */

enum robotsc_status robotsc__text_read(struct arena *a, const struct robotsc_options *options, const void *robots, size_t len,
                                       struct text *out)
{
	struct robotsc_options defaults, all;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &out->dialect);
	if (status != ROBOTSC_OK)
		return status;
	all = *options;
	all.diag = NULL;
	all.agents = NULL;
	all.nagents = 0;
	status = robotsc__parse_run(a, &all, out->dialect, len ? robots : (const void *)"", len, &out->doc);
	return status == ROBOTSC_OK ? robotsc__group_run(a, &all, &out->doc, &out->grouping) : status;
}

/* Order of a name, which is in lower case, against a robot. */
static int compare_name(const struct name *name, const struct span *robot)
{
	for (size_t i = 0; i < name->len && i < robot->len; i++) {
		const uint8_t c = robot->at[i], lower = c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
		if (name->token[i] != lower)
			return name->token[i] < lower ? -1 : 1;
	}
	return name->len == robot->len ? 0 : name->len < robot->len ? -1 : 1;
}

/* Names that are tokens are sorted. */
static const struct name *find_sorted(const struct grouping *g, const struct span *robot)
{
	uint32_t low = 0, high = g->nnames;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		const int d = compare_name(&g->names[middle], robot);
		if (d == 0)
			return &g->names[middle];
		if (d < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The name in the text that means a robot, of several the first; or NULL. */
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

uint32_t robotsc__text_find(const struct text *text, const struct robotsc_text *tokens, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct name *name = find_name(text, &tokens[i]);
		if (!name || !name->named)
			continue;
		if (name->policy == NO_POLICY && text->dialect->records)
			break; /* a record that is passed over */
		return name->policy;
	}
	return text->grouping.star;
}

/* Set selected[] of the groups that make up a policy. */
static void select_groups(const struct grouping *g, uint32_t policy, uint8_t *selected)
{
	for (uint32_t i = 0; policy != NO_POLICY && i < g->policies[policy].nsets; i++) {
		const struct ruleset *set = &g->sets[g->policies[policy].sets[i]];
		for (uint32_t k = 0; k < set->ngroups; k++)
			selected[set->groups[k]] = 1;
	}
}

/* A rule's text in canonical octets and operators; and what it allows besides. */
static enum robotsc_status add_rule(struct arena *a, const struct robotsc__dialect *dialect, const struct rule *rule,
                                    struct rules_source *out)
{
	struct normal pattern = {.text = robotsc__arena_take(a, 3 * rule->value.len + 1)};
	if (!pattern.text)
		return ROBOTSC_ERR_NOMEM;
	dialect->normalize(rule, &pattern);
	out->rules[out->n++] = (struct rule_steps){pattern.text, pattern.len, dialect->rank(rule, &pattern), rule->line};
	if (!dialect->index_html || rule->verdict != ROBOTSC_ALLOW)
		return ROBOTSC_OK;
	struct normal folder = pattern;
	folder.text = robotsc__arena_take(a, 3 * rule->value.len + 1);
	if (!folder.text)
		return ROBOTSC_ERR_NOMEM;
	memcpy(folder.text, pattern.text, pattern.len);
	if (robotsc__pattern_folder(&folder))
		out->rules[out->n++] = (struct rule_steps){folder.text, folder.len, dialect->rank(rule, &folder), rule->line};
	return ROBOTSC_OK;
}

/* The rule that no line says. */
static enum robotsc_status add_robots_txt(struct arena *a, struct rules_source *out)
{
	static const char text[] = "/robots.txt";
	uint8_t *copy = robotsc__arena_take(a, sizeof text);
	if (!copy)
		return ROBOTSC_ERR_NOMEM;
	memcpy(copy, text, sizeof text);
	copy[sizeof text - 1] = OP_END;
	out->rules[out->n++] = (struct rule_steps){copy, sizeof text, RANK_IMPLIED, 0};
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__rules_open(struct arena *a, const struct text *text, uint32_t policy, struct rules_source *out)
{
	enum robotsc_status status = ROBOTSC_OK;
	uint8_t *selected = robotsc__arena_zeroed(a, text->doc.ngroups, 1);
	*out = (struct rules_source){.rules = robotsc__arena_take(a, (2 * text->doc.nrules + 1) * sizeof *out->rules),
	                             .fallback = ROBOTSC_ALLOW};
	if (!selected || !out->rules)
		return ROBOTSC_ERR_NOMEM;
	select_groups(&text->grouping, policy, selected);
	for (uint32_t i = 0; i < text->doc.ngroups; i++)
		if (selected[i])
			out->fallback = (int)text->doc.groups[i].fallback;
	for (size_t i = 0; i < text->doc.nrules && status == ROBOTSC_OK; i++)
		if (selected[text->doc.rules[i].group])
			status = add_rule(a, text->dialect, &text->doc.rules[i], out);
	if (status == ROBOTSC_OK && text->dialect->robots_txt)
		status = add_robots_txt(a, out);
	robotsc__rules_prepare(out, text->dialect->form);
	return status;
}
