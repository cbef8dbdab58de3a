/* lint_rules.c - rules on which no verdict depends.
 *
 * A line may apply to several robots, and each robot may have other lines, too.  It is dead if it
 * decides for none of them.  First all dead lines are found; then, from the last line to the first,
 * the lines that may go although they decide.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include "support/sort.h"
#include "text/usage_labels.h"

#define SHARES 4           /* all policies together may have this multiple of the text's rules, */
#define SHARES_FREE 65536u /* and these */

static int compare(const void *ctx, uint32_t x, uint32_t y)
{
	const struct lint_entry *all = ctx;
	return all[x].line == all[y].line ? 0 : all[x].line < all[y].line ? -1 : 1;
}

static enum robotsc_status count_rules(struct rules_linter *r)
{
	const struct document *doc = &r->text->doc;
	r->rules = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->rules);
	r->left = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->left);
	r->census = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->census);
	if (!r->rules || !r->left || !r->census)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nrules; i++) {
		const struct rule *rule = &doc->rules[i];
		r->rules[rule->group]++;
		r->left[rule->group]++;
		if (doc->groups[rule->group].globs)
			robotsc__parse_count(rule, &r->census[rule->group]);
	}
	return ROBOTSC_OK;
}

/* Find the groups and policies of labels. */
static enum robotsc_status find_labels(struct rules_linter *r)
{
	const struct document *doc = &r->text->doc;
	const bool other = r->l->dialect != robotsc__dialect_find(ROBOTSC_RFC9309);
	r->kept = robotsc__arena_zeroed(r->l->arena, doc->ngroups, sizeof *r->kept);
	r->labels = robotsc__arena_zeroed(r->l->arena, r->text->grouping.npolicies, sizeof *r->labels);
	if (!r->kept || !r->labels)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc->nagents; i++) {
		const struct agent *agent = &doc->agents[i];
		const struct robotsc_text token = {(const char *)agent->token.at, agent->token.len};
		if (!label_of_token(agent->token))
			continue;
		const uint32_t policy = robotsc__text_rules_find(r->text, &token, 1);
		r->kept[agent->group] = other;
		if (policy != NO_POLICY)
			r->labels[policy] = true;
	}
	return ROBOTSC_OK;
}

/* Read the rules of all policies. */
static enum robotsc_status open_policies(struct rules_linter *r)
{
	struct arena *a = r->l->arena;
	const size_t most = SHARES * r->text->doc.nrules + SHARES_FREE;
	size_t total = 0;
	uint32_t widest = 0;
	r->policies = robotsc__arena_zeroed(a, r->text->grouping.npolicies, sizeof *r->policies);
	if (!r->policies)
		return ROBOTSC_ERR_NOMEM;
	for (; r->npolicies < r->text->grouping.npolicies && total <= most; r->npolicies++) {
		struct overlap *o = &r->policies[r->npolicies];
		enum robotsc_status status = robotsc__text_rules_of(a, r->text, r->npolicies, &o->policy);
		if (status == ROBOTSC_OK)
			status = robotsc__overlap_make(a, o);
		if (status != ROBOTSC_OK)
			return status;
		total += o->policy.n;
		widest = o->policy.n > widest ? o->policy.n : widest;
	}
	r->passed = r->npolicies < r->text->grouping.npolicies;
	r->room = robotsc__arena_zeroed(a, widest, sizeof *r->room);
	r->entries = robotsc__arena_zeroed(a, total, sizeof *r->entries);
	r->order = robotsc__arena_zeroed(a, total, sizeof *r->order);
	if (!r->room || !r->entries || !r->order || count_rules(r) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	return find_labels(r);
}

/* Make an entry of each rule that has a line, and sort the entries by line. */
static bool sort_entries(struct rules_linter *r)
{
	for (uint32_t p = 0; p < r->npolicies; p++)
		for (uint32_t i = 0; i < r->policies[p].policy.n; i++)
			if (r->policies[p].policy.rules[i].line) {
				r->order[r->n] = r->n;
				r->entries[r->n++] = (struct lint_entry){p, i, r->policies[p].policy.rules[i].line};
			}
	return robotsc__sort(r->l->arena, r->order, r->n, compare, r->entries);
}

enum robotsc_status robotsc__lint_rules(struct linter *l, const struct text *text)
{
	struct rules_linter r = {.l = l, .text = text};
	enum robotsc_status status = open_policies(&r);
	if (status != ROBOTSC_OK)
		return status;
	if (r.passed) {
		l->undecided++;
		return ROBOTSC_OK;
	}
	if (!sort_entries(&r))
		return ROBOTSC_ERR_NOMEM;
	status = robotsc__lint_dead(&r);
	/* With versions, the verdict where no rule matches depends on which rules there are. */
	if (status != ROBOTSC_OK || text->dialect->versions)
		return status;
	return robotsc__lint_redundant(&r);
}
