/* lint_dead.c - lines that never decide, and why.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lint_parts.h"
#include "dialect/normalize.h"
#include "support/sort.h"

/* Why a line never decides, for all robots that it applies to. */
struct reason {
	unsigned kind;
	uint32_t *lines; /* lines that decide in its place */
	size_t n, room;
	bool robots_txt; /* the rule for /robots.txt, which has no line, decides too */
	bool unknown;
};

static bool same_text(const struct glob *a, const struct glob *b)
{
	return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

/* True if two lines spell their patterns the same way. */
static bool same_value(const struct rules_linter *r, uint32_t x, uint32_t y)
{
	const struct span a = robotsc__text_rules_line(&r->text->doc, x)->value,
			  b = robotsc__text_rules_line(&r->text->doc, y)->value;
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Drop higher rules that are not needed to keep a rule from deciding: first many at once, then
 * fewer. */
static enum robotsc_status shrink(struct rules_linter *r, struct rule_needed *t, uint32_t *higher)
{
	enum robotsc_status status = ROBOTSC_OK;
	uint32_t *without = robotsc__arena_take(r->l->arena, t->nhigher * sizeof *without);
	if (!without)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t size = t->nhigher; size; size /= 2)
		for (uint32_t at = 0; at < t->nhigher && status == ROBOTSC_OK;) {
			const uint32_t n = t->nhigher, some = size < n - at ? size : n - at;
			enum needed_answer answer;
			memcpy(without, higher, at * sizeof *without);
			memcpy(without + at, higher + at + some, (n - at - some) * sizeof *without);
			t->higher = without;
			t->nhigher = n - some;
			status = robotsc__lint_try(r, t, &answer);
			if (answer == NEEDED_NO) {
				memcpy(higher, without, t->nhigher * sizeof *without);
			} else {
				t->nhigher = n;
				at += some;
			}
		}
	t->higher = higher;
	return status;
}

static enum robotsc_status add_line(struct rules_linter *r, uint32_t line, struct reason *why)
{
	if (why->n == why->room && !robotsc__arena_grow(r->l->arena, (void **)&why->lines, &why->room, sizeof *why->lines))
		return ROBOTSC_ERR_NOMEM;
	why->lines[why->n++] = line;
	return ROBOTSC_OK;
}

/* Note a kind of reason.  If the robots' kinds are not the same, it is LINT_DEAD_RULE. */
static void add_kind(unsigned kind, struct reason *why)
{
	why->kind = !why->kind || why->kind == kind ? kind : (unsigned)LINT_DEAD_RULE;
}

/* A line with the same pattern that decides in place of this one; NULL: there is none. */
static const struct glob *find_same(const struct rule_needed *t)
{
	for (uint32_t i = 0; i < t->nhigher; i++) {
		const struct glob *other = &t->rules[t->higher[i]];
		if (other->line && same_text(&t->rules[t->rule], other))
			return other;
	}
	return NULL;
}

/* Find out why one of the line's rules never decides, and add it to the reason. */
static enum robotsc_status add_reason(struct rules_linter *r, const struct lint_entry *e, struct reason *why)
{
	const struct rule_question question = {.entry = e, .higher = RULE_LEAVING};
	struct rule_needed t;
	enum needed_answer answer;
	enum robotsc_status status = robotsc__lint_ask(r, &question, &t, &answer);
	const struct glob *rule = &t.rules[e->rule];
	why->unknown |= answer != NEEDED_NO; /* the budget did not suffice */
	if (status != ROBOTSC_OK || why->unknown)
		return status;
	const struct glob *same = find_same(&t);
	if (same) {
		add_kind((rule->rank & 1) != (same->rank & 1)    ? LINT_CONFLICTING_RULES
		         : same_value(r, rule->line, same->line) ? LINT_DUPLICATE_RULE
		                                                 : LINT_DUPLICATE_SPELLING,
		         why);
		return add_line(r, same->line, why);
	}
	const struct arena_mark mark = robotsc__arena_mark(r->l->arena);
	status = shrink(r, &t, r->room);
	robotsc__arena_reset(r->l->arena, mark);
	if (!t.nhigher && rule->text[0] != '/' && rule->text[0] < OP_SET)
		return status; /* a finding says so already: never-matches */
	add_kind(t.nhigher ? LINT_DEAD_RULE : LINT_NO_PATH, why);
	for (uint32_t i = 0; i < t.nhigher && status == ROBOTSC_OK; i++) {
		const uint32_t line = t.rules[t.higher[i]].line;
		why->robots_txt |= !line;
		if (line)
			status = add_line(r, line, why);
	}
	return status;
}

/* ---- what else a line that never decides changes -------------------------------- */

/* True if the verdict where no rule matches would be another one without the rule: in a record of
 * version 2.0 it depends on which rules there are. */
static bool changes_rest(const struct rules_linter *r, const struct rule *rule)
{
	const struct group *group = &r->text->doc.groups[rule->group];
	struct census without = r->census[rule->group], one = {0};
	if (!group->globs)
		return false;
	robotsc__parse_count(rule, &one);
	without.allows -= one.allows;
	without.disallows -= one.disallows;
	without.globs -= one.globs;
	return robotsc__parse_rest(&r->l->options, &without) != group->fallback;
}

static const char *put_reason(const struct rules_linter *r, uint32_t line, const struct reason *why)
{
	const struct rule *rule = robotsc__text_rules_line(&r->text->doc, line);
	if (changes_rest(r, rule))
		return r->text->doc.groups[rule->group].fallback == ROBOTSC_ALLOW ? "without it, what no line matches is disallowed"
		                                                                  : "without it, what no line matches is allowed";
	if (r->rules[rule->group] > 1) /* a group without rules would not count as one */
		return why->robots_txt ? "/robots.txt may always be fetched" : NULL;
	return why->robots_txt ? "/robots.txt may always be fetched; " LINT_SAID_LEAVE : LINT_SAID_LEAVE;
}

/* ---- telling ------------------------------------------------------------------- */

static enum robotsc_status tell(struct rules_linter *r, uint32_t line, struct reason *why)
{
	struct robotsc_finding *f = robotsc__lint_tell(r, why->unknown ? (unsigned)LINT_DEAD_RULE : why->kind, line);
	if (!f)
		return ROBOTSC_OK; /* failed is set */
	f->said = put_reason(r, line, why);
	if (why->unknown)
		return ROBOTSC_OK;
	if (!robotsc__sort(r->l->arena, why->lines, (uint32_t)why->n, robotsc__sort_by_number, NULL))
		return ROBOTSC_ERR_NOMEM;
	why->n = robotsc__sort_unique(why->lines, (uint32_t)why->n);
	/* why->lines: an analyzer does not see that it is not NULL if n is not 0. */
	for (size_t i = 0; why->lines && i < why->n; i++)
		robotsc__lint_name(f, why->lines[i]);
	return ROBOTSC_OK;
}

/* Find out why a line never decides, and report it. */
static enum robotsc_status tell_dead(struct rules_linter *r, uint32_t from, uint32_t to)
{
	struct reason why = {.kind = 0};
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = from; i < to && status == ROBOTSC_OK && !why.unknown; i++)
		status = add_reason(r, robotsc__lint_entry(r, i), &why);
	if (status != ROBOTSC_OK || !(why.kind || why.unknown))
		return status;
	return tell(r, robotsc__lint_entry(r, from)->line, &why);
}

/* Find out whether any rule of a line decides.  Those before the first that does are marked. */
static enum robotsc_status ask_line(struct rules_linter *r, uint32_t from, uint32_t to, enum needed_answer *answer)
{
	enum robotsc_status status = ROBOTSC_OK;
	enum needed_answer all = NEEDED_NO;
	for (uint32_t i = from; i < to && all != NEEDED_YES && status == ROBOTSC_OK; i++) {
		const struct lint_entry *e = robotsc__lint_entry(r, i);
		const struct rule_question question = {.entry = e, .higher = RULE_LEAVING};
		struct rule_needed t;
		status = robotsc__lint_ask(r, &question, &t, answer);
		if (*answer != NEEDED_NO)
			all = *answer;
		else
			/* The question about the line's next entry leaves this rule out. */
			r->policies[e->policy].gone[e->rule] |= RULE_LEAVING;
	}
	*answer = all;
	return status;
}

enum robotsc_status robotsc__lint_dead(struct rules_linter *r)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0, end; i < r->n && status == ROBOTSC_OK; i = end) {
		enum needed_answer answer;
		end = robotsc__lint_line_end(r, i);
		if (r->kept[robotsc__lint_group(r, robotsc__lint_entry(r, i)->line)])
			continue;
		status = ask_line(r, i, end, &answer);
		r->l->undecided += answer == NEEDED_UNKNOWN;
		if (answer == NEEDED_NO && status == ROBOTSC_OK) {
			r->left[robotsc__lint_group(r, robotsc__lint_entry(r, i)->line)]--;
			status = tell_dead(r, i, end);
			robotsc__lint_mark(r, i, RULE_DEAD, true);
		}
		robotsc__lint_mark(r, i, RULE_LEAVING, false);
	}
	return status;
}
