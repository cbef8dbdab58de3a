/* lint_closed.c - texts that close the whole site, to robots that no group names or to all.
 *
 * It is proved over all paths, in the dialect of the options.  Paths that begin with /robots.txt do
 * not count: to let robots read that file opens no site.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include "extent.h"
#include "match/blob_layout.h"
#include "pattern/rule_match.h"
#include "text/usage_labels.h"

/* What is known of the front page: its verdict, and the line that decides; 0: none does. */
struct front_page {
	int verdict;
	uint32_t line;
};

/* True if every path matches. */
static bool is_everything(const struct glob *rule)
{
	for (uint32_t i = 0; i < rule->len; i++)
		if (rule->text[i] != OP_STAR && (i || rule->text[i] != '/'))
			return false;
	return rule->len != 0;
}

bool robotsc__lint_decides_all(const struct lazy_rules *policy, enum robotsc_verdict verdict)
{
	for (uint32_t i = 0; i < policy->n; i++) {
		const struct glob *rule = &policy->rules[i];
		if (rule->line && (rule->rank & 1) == (verdict == ROBOTSC_ALLOW) && is_everything(rule))
			return true;
	}
	return false;
}

/* Find what decides about the front page.  Of rules of one rank the first decides. */
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

/* Find out whether no path is open.  What the budget does not suffice for is undecided. */
static enum robotsc_status prove(struct linter *l, const struct lazy_rules *policy, bool *closed)
{
	static const uint8_t file[] = "/robots.txt";
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	struct lazy_rules rules = *policy;
	struct extent_region region;
	enum robotsc_extent extent = ROBOTSC_EXTENT_UNKNOWN;
	uint64_t left = l->budget;
	enum robotsc_status status = robotsc__extent_region(l->arena, (const uint8_t *)"/", 1, false, 1, &region);
	rules.reactions = robotsc__reactions_make(l->arena);
	if (status == ROBOTSC_OK && !rules.reactions)
		status = ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK) {
		robotsc__extent_leave_out(&region, file, sizeof file - 1);
		status = robotsc__extent_run(l->arena, &region, &rules.dfa, &left, &extent);
	}
	robotsc__arena_reset(l->arena, mark);
	(void)robotsc__lint_pay(l, l->budget - left);
	l->undecided += extent == ROBOTSC_EXTENT_UNKNOWN;
	*closed = extent == ROBOTSC_EXTENT_CLOSED;
	return status;
}

/* Find out whether robots with these rules may fetch nothing.  line: out, of the front page. */
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

/* Find out whether the robots of every group may fetch nothing. */
static enum robotsc_status ask_all(struct linter *l, const struct text *text, bool *closed)
{
	const struct document *doc = &text->doc;
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	bool *seen = robotsc__arena_zeroed(l->arena, text->grouping.npolicies, sizeof *seen);
	enum robotsc_status status = seen ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
	*closed = true;
	for (size_t i = 0; i < doc->nagents && *closed && status == ROBOTSC_OK && robotsc__lint_pay(l, 1); i++) {
		const struct robotsc_text token = {(const char *)doc->agents[i].token.at, doc->agents[i].token.len};
		const uint32_t policy = doc->agents[i].star ? text->grouping.star : robotsc__text_rules_find(text, &token, 1);
		struct lazy_rules own;
		uint32_t line;
		if (policy == text->grouping.star || (policy != NO_POLICY && seen[policy]) || label_of_token(doc->agents[i].token))
			continue;
		*closed = false;
		if (policy == NO_POLICY)
			continue;
		seen[policy] = true;
		const struct arena_mark before = robotsc__arena_mark(l->arena);
		status = robotsc__text_rules_of(l->arena, text, policy, &own);
		if (status == ROBOTSC_OK)
			status = ask(l, &own, closed, &line);
		robotsc__arena_reset(l->arena, before);
	}
	*closed = *closed && l->budget;
	robotsc__arena_reset(l->arena, mark);
	return status;
}

/* Tell it of the line that closes the front page, or else of the first User-agent line of "*". */
static void tell(struct linter *l, const struct text *text, unsigned kind, uint32_t line)
{
	const struct rules_linter r = {.l = l, .text = text};
	const struct agent *agent = text->doc.agents;
	if (line) {
		(void)robotsc__lint_tell(&r, kind, line);
		return;
	}
	while (!agent->star)
		agent++;
	(void)robotsc__lint_tell_agent(l, kind, agent);
}

enum robotsc_status robotsc__lint_closed(struct linter *l, const struct text *text, const struct lazy_rules *star, bool *told)
{
	bool all = false;
	uint32_t line = 0;
	enum robotsc_status status = ask(l, star, told, &line);
	if (status == ROBOTSC_OK && *told && l->options.public_site)
		status = ask_all(l, text, &all);
	if (status == ROBOTSC_OK && *told)
		tell(l, text, all ? LINT_SITE_CLOSED : LINT_STAR_CLOSED, line);
	return status;
}
