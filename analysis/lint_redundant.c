/* lint_redundant.c - lines that decide, but without which every verdict is the same.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lint_parts.h"
#include "support/sort.h"

#define COVER_QUESTIONS 500 /* most questions per file to find lines that cover others */
#define MOST_LEAVING 64     /* most lines that are tried together */

/* True if a rule is a plain prefix of another one, so that it matches wherever that does. */
static bool begins(const struct glob *other, uint32_t literal, const struct glob *rule)
{
	return literal == other->len && literal <= rule->len && memcmp(other->text, rule->text, literal) == 0;
}

/* Find a rule of lower precedence that matches all paths of this one, and has its verdict; NULL:
 * none was found. */
static enum robotsc_status find_cover(struct rules_linter *r, const struct lint_entry *e, const struct glob **cover)
{
	struct overlap *o = &r->policies[e->policy];
	const struct glob *rule = &o->policy.rules[e->rule];
	struct rule_needed t = {
		.rules = o->policy.rules, .form = o->policy.dfa.form, .rule = e->rule, .fallback = !(rule->rank & 1)};
	uint32_t nlower;
	enum robotsc_status status = ROBOTSC_OK;
	o->not_higher = RULE_ALL;
	o->not_lower = RULE_ALL;
	robotsc__overlap_find(o, e->rule, r->room, &t.nhigher, &nlower);
	const uint32_t *lower = r->room + (o->policy.n - nlower);
	t.nhigher = 0;
	t.nlower = 1;
	for (uint32_t i = nlower; i-- > 0 && !*cover;)
		if (!((rule->rank ^ o->policy.rules[lower[i]].rank) & 1) &&
		    begins(&o->policy.rules[lower[i]], o->literal[lower[i]], rule))
			*cover = &o->policy.rules[lower[i]];
	for (uint32_t i = nlower; i-- > 0 && !*cover && status == ROBOTSC_OK && r->covers < COVER_QUESTIONS;) {
		enum needed_answer answer = NEEDED_UNKNOWN;
		if ((rule->rank ^ o->policy.rules[lower[i]].rank) & 1)
			continue;
		t.lower = &lower[i];
		status = robotsc__lint_try(r, &t, &answer);
		r->covers++;
		if (answer == NEEDED_NO)
			*cover = &o->policy.rules[lower[i]];
	}
	return status;
}

/* Report a line.  The finding names a line that covers it for all robots, if there is one. */
static enum robotsc_status tell_redundant(struct rules_linter *r, uint32_t from, uint32_t to)
{
	const struct lint_entry *e = robotsc__lint_entry(r, to - 1);
	const struct lazy_rules *rules = &r->policies[e->policy].policy;
	enum robotsc_status status = ROBOTSC_OK;
	uint32_t line = 0, none = 0;
	for (uint32_t i = from; i < to && status == ROBOTSC_OK; i++) {
		const struct glob *cover = NULL;
		status = find_cover(r, robotsc__lint_entry(r, i), &cover);
		none += !cover || !cover->line || (i > from && cover->line != line);
		line = cover ? cover->line : 0;
	}
	struct robotsc_finding *f = robotsc__lint_tell(r, LINT_REDUNDANT_RULE, e->line);
	if (f && !none)
		robotsc__lint_name(f, line);
	else if (f && none == to - from && !r->labels[e->policy] && (uint32_t)rules->fallback == (rules->rules[e->rule].rank & 1))
		f->said = rules->fallback ? "what no line matches is allowed anyway" : "what no line matches is disallowed anyway";
	return status;
}

/* ---- what else must go ----------------------------------------------------------- */

/* Lines that would be removed together, each by its first entry.  Their rules are marked as
 * leaving. */
struct leaving {
	uint32_t *lines;
	size_t n, room;
};

static enum robotsc_status add(struct rules_linter *r, struct leaving *set, uint32_t entry)
{
	if (set->n == set->room && !robotsc__arena_grow(r->l->arena, (void **)&set->lines, &set->room, sizeof *set->lines))
		return ROBOTSC_ERR_NOMEM;
	set->lines[set->n++] = entry;
	robotsc__lint_mark(r, entry, RULE_LEAVING, true);
	return ROBOTSC_OK;
}

/* The first entry of a line that has entries. */
static uint32_t first_of(const struct rules_linter *r, uint32_t line)
{
	size_t low = 0, high = r->n;
	BISECT(low, high, i, robotsc__lint_entry(r, (uint32_t)i)->line < line);
	return (uint32_t)low;
}

/* Find the rules of lower precedence that have the opposite verdict, may decide in place of a rule,
 * and are dead or reported.  Returns how many are at *out. */
static uint32_t find_opposed(struct rules_linter *r, const struct lint_entry *e, const uint32_t **out)
{
	struct overlap *o = &r->policies[e->policy];
	uint32_t nhigher, nlower, n = 0;
	o->not_higher = 0;
	o->not_lower = RULE_LEAVING;
	robotsc__overlap_find(o, e->rule, r->room, &nhigher, &nlower);
	uint32_t *lower = r->room + (o->policy.n - nlower);
	(void)robotsc__lint_pay(r->l, nlower);
	for (uint32_t i = 0; i < nlower; i++)
		if (o->gone[lower[i]] && ((o->policy.rules[lower[i]].rank ^ o->policy.rules[e->rule].rank) & 1))
			lower[n++] = lower[i];
	*out = lower;
	return n;
}

static bool decides(const struct rules_linter *r, const struct lint_entry *e)
{
	return !(r->policies[e->policy].gone[e->rule] & RULE_DEAD);
}

/* Find out whether every verdict stays the same if only the lines of a set go.  It is known to stay
 * if all reported lines go.  So only a reported line of the opposite verdict can change one. */
static enum robotsc_status may_leave(struct rules_linter *r, const struct leaving *set, bool *yes)
{
	enum robotsc_status status = ROBOTSC_OK;
	*yes = true;
	for (size_t k = 0; k < set->n; k++)
		for (uint32_t i = set->lines[k], end = robotsc__lint_line_end(r, i); i < end && *yes; i++) {
			const struct rule_question question = {
				.entry = robotsc__lint_entry(r, i), .against = 1, .higher = RULE_DEAD, .lower = RULE_LEAVING};
			const uint32_t *opposed;
			enum needed_answer answer;
			struct rule_needed t;
			if (!decides(r, question.entry) || !find_opposed(r, question.entry, &opposed))
				continue;
			status = robotsc__lint_ask(r, &question, &t, &answer);
			*yes = status == ROBOTSC_OK && answer == NEEDED_NO;
		}
	return status;
}

/* Add to a set all reported lines that may change a verdict if they stay. */
static enum robotsc_status add_opposed(struct rules_linter *r, struct leaving *set)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t k = 0; k < set->n; k++)
		for (uint32_t i = set->lines[k], end = robotsc__lint_line_end(r, i); i < end && set->n <= MOST_LEAVING; i++) {
			const struct lint_entry *e = robotsc__lint_entry(r, i);
			const uint32_t *opposed;
			const uint32_t n = decides(r, e) ? find_opposed(r, e, &opposed) : 0;
			for (uint32_t x = 0; x < n && status == ROBOTSC_OK; x++) {
				const struct overlap *o = &r->policies[e->policy];
				if (!(o->gone[opposed[x]] & RULE_LEAVING))
					status = add(r, set, first_of(r, o->policy.rules[opposed[x]].line));
			}
		}
	return status;
}

/* Take out lines that may stay, until none can.  The first line always goes. */
static enum robotsc_status reduce(struct rules_linter *r, struct leaving *set)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t before = 0; before != set->n && status == ROBOTSC_OK;) {
		before = set->n;
		for (size_t k = set->n; k-- > 1 && status == ROBOTSC_OK;) {
			const uint32_t one = set->lines[k], last = set->lines[set->n - 1];
			bool yes;
			set->lines[k] = last;
			set->n--;
			robotsc__lint_mark(r, one, RULE_LEAVING, false);
			status = may_leave(r, set, &yes);
			if (yes)
				continue;
			set->lines[k] = one;
			set->lines[set->n++] = last;
			robotsc__lint_mark(r, one, RULE_LEAVING, true);
		}
	}
	return status;
}

/* True if all rules of a group leave. */
static bool empties_group(const struct rules_linter *r, const struct leaving *set)
{
	for (size_t k = 0; k < set->n; k++) {
		const uint32_t group = robotsc__lint_group(r, robotsc__lint_entry(r, set->lines[k])->line);
		uint32_t n = 0;
		for (size_t i = 0; i < set->n; i++)
			n += robotsc__lint_group(r, robotsc__lint_entry(r, set->lines[i])->line) == group;
		if (n == r->rules[group])
			return true;
	}
	return false;
}

static void tell_together(const struct rules_linter *r, const struct leaving *set)
{
	struct robotsc_finding *f = robotsc__lint_tell(r, LINT_REDUNDANT_TOGETHER, robotsc__lint_entry(r, set->lines[0])->line);
	for (size_t k = 1; f && k < set->n; k++)
		robotsc__lint_name(f, robotsc__lint_entry(r, set->lines[k])->line);
	if (f && empties_group(r, set))
		f->said = LINT_SAID_LEAVE;
}

/* A line may go if all reported lines go.  Find the reported lines that must go with it.  *found is
 * false if they are too many to be named. */
static enum robotsc_status find_set(struct rules_linter *r, struct leaving *set, bool *found)
{
	bool yes;
	enum robotsc_status status = may_leave(r, set, &yes);
	*found = yes;
	if (status != ROBOTSC_OK || yes)
		return status;
	status = add_opposed(r, set);
	if (status != ROBOTSC_OK || set->n > MOST_LEAVING)
		return status;
	status = reduce(r, set);
	*found = set->n <= 1 + ROBOTSC_LINT_LINES;
	return status;
}

static enum robotsc_status tell(struct rules_linter *r, uint32_t from, uint32_t to)
{
	struct leaving set = {NULL, 0, 0};
	bool found = false;
	enum robotsc_status status = add(r, &set, from);
	if (status == ROBOTSC_OK)
		status = find_set(r, &set, &found);
	for (size_t k = 0; k < set.n; k++)
		robotsc__lint_mark(r, set.lines[k], RULE_LEAVING, false);
	if (status != ROBOTSC_OK || !found)
		return status;
	robotsc__lint_mark(r, from, RULE_GONE, true);
	r->left[robotsc__lint_group(r, robotsc__lint_entry(r, from)->line)]--;
	if (set.n == 1)
		status = tell_redundant(r, from, to);
	else
		tell_together(r, &set);
	return status;
}

/* ---- all lines ------------------------------------------------------------------- */

/* Find out whether every verdict is the same without a line, if all reported lines are gone. */
static enum robotsc_status ask_line(struct rules_linter *r, uint32_t from, uint32_t to, enum needed_answer *answer)
{
	enum robotsc_status status = ROBOTSC_OK;
	*answer = NEEDED_NO;
	robotsc__lint_mark(r, from, RULE_LEAVING, true);
	for (uint32_t i = from; i < to && *answer == NEEDED_NO && status == ROBOTSC_OK; i++) {
		const struct rule_question question = {
			.entry = robotsc__lint_entry(r, i), .against = 1, .higher = RULE_DEAD | RULE_GONE, .lower = RULE_ALL};
		struct rule_needed t;
		status = robotsc__lint_ask(r, &question, &t, answer);
	}
	robotsc__lint_mark(r, from, RULE_LEAVING, false);
	return status;
}

/* Look at the last line first, so that of lines that replace each other the first one stays.  A
 * group keeps one rule: without rules it would not count. */
enum robotsc_status robotsc__lint_redundant(struct rules_linter *r)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t end = r->n, i; end && status == ROBOTSC_OK; end = i) {
		const struct lint_entry *e = robotsc__lint_entry(r, end - 1);
		enum needed_answer answer;
		for (i = end; i && robotsc__lint_entry(r, i - 1)->line == e->line;)
			i--;
		const uint32_t group = robotsc__lint_group(r, e->line);
		if (!decides(r, e) || r->left[group] < 2 || r->kept[group])
			continue;
		status = ask_line(r, i, end, &answer);
		r->l->undecided += answer == NEEDED_UNKNOWN;
		if (status == ROBOTSC_OK && answer == NEEDED_NO)
			status = tell(r, i, end);
	}
	return status;
}
