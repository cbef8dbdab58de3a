/* lint_star.c - lines of "*" that do not hold for a robot, which has rules of its own.
 *
 * A robot that a group names obeys no line of "*".  A line is reported if it closes a path to all
 * other robots that is open to the robot.  Nothing is reported that looks meant: if "*" closes
 * everything, if the robot's group closes nothing, or opens everything; and no line whose pattern
 * that group has.  For some robots "*" does not hold in any case, and a label is no robot.
 *
 * Where "*" leaves no path open, lint_closed.c reports that instead.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include <string.h>

#include "lint_words.h"
#include "dialect/normalize.h"
#include "text/usage_labels.h"

#define OWN_STEP 64 /* one step looks at this number of a robot's rules */

/* The rules of "*", and after them those of a robot. */
struct star_linter {
	struct rules_linter r; /* only its member l is used */
	const struct text *text;
	struct overlap star;
	struct glob *rules;
	uint32_t *room, *own; /* indices of rules */
	uint32_t nown;
	int fallback; /* of the robot */
};

static bool is_line(const struct glob *rule, enum robotsc_verdict verdict)
{
	return rule->line && rule->len && (rule->rank & 1) == (verdict == ROBOTSC_ALLOW);
}

/* True if a robot's rules look like an addition to those of "*". */
static bool is_addition(const struct lazy_rules *own)
{
	bool closes = false;
	for (uint32_t i = 0; i < own->n; i++)
		closes = closes || is_line(&own->rules[i], ROBOTSC_DISALLOW);
	return closes && !robotsc__lint_decides_all(own, ROBOTSC_ALLOW) && !robotsc__lint_decides_all(own, ROBOTSC_DISALLOW);
}

/* Read the rules of a robot.  *ask: its rules look like an addition to those of "*". */
static enum robotsc_status take_own(struct star_linter *s, uint32_t policy, bool *ask)
{
	struct arena *a = s->r.l->arena;
	const uint32_t first = s->star.policy.n;
	struct lazy_rules own;
	enum robotsc_status status = robotsc__text_rules_of(a, s->text, policy, &own);
	*ask = status == ROBOTSC_OK && is_addition(&own);
	if (!*ask)
		return status;
	s->rules = robotsc__arena_take(a, ((size_t)first + own.n) * sizeof *s->rules);
	s->own = robotsc__arena_take(a, own.n * sizeof *s->own);
	if (!s->rules || !s->own)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < first; i++)
		s->rules[i] = s->star.policy.rules[i];
	for (uint32_t i = 0; i < own.n; i++) {
		s->rules[first + i] = own.rules[i];
		s->own[i] = first + i;
	}
	s->nown = own.n;
	s->fallback = own.fallback;
	return ROBOTSC_OK;
}

/* The length of a pattern without stars at its end, which match nothing more. */
static uint32_t length_of(const struct star_linter *s, const struct glob *rule)
{
	uint32_t len = rule->len;
	while (s->text->dialect->wildcards && len > 1 && rule->text[len - 1] == OP_STAR)
		len--;
	return len;
}

/* True if the robot has a line with the pattern of a rule of "*": if it opens that, it is meant; if
 * it closes that, it is already the copy that the fix would write. */
static bool has_own(const struct star_linter *s, const struct glob *closing)
{
	const uint32_t len = length_of(s, closing);
	for (uint32_t i = 0; i < s->nown; i++) {
		const struct glob *rule = &s->rules[s->own[i]];
		if (rule->line && length_of(s, rule) == len && memcmp(rule->text, closing->text, len) == 0)
			return true;
	}
	return false;
}

/* Name the lines of "*" that close what is open to the robot. */
static enum robotsc_status name_lines(struct star_linter *s, struct robotsc_finding *f)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0; i < s->star.policy.n && status == ROBOTSC_OK; i++) {
		enum needed_answer answer = NEEDED_NO;
		struct rule_needed t = {.rules = s->rules,
		                        .form = s->star.policy.dfa.form,
		                        .rule = i,
		                        .higher = s->room,
		                        .lower = s->own,
		                        .nlower = s->nown,
		                        .fallback = s->fallback};
		uint32_t lower;
		if (!is_line(&s->rules[i], ROBOTSC_DISALLOW))
			continue;
		(void)robotsc__lint_pay(s->r.l, s->nown / OWN_STEP);
		if (has_own(s, &s->rules[i]))
			continue;
		robotsc__overlap_find(&s->star, i, s->room, &t.nhigher, &lower);
		status = robotsc__lint_try(&s->r, &t, &answer);
		if (answer == NEEDED_YES)
			robotsc__lint_name(f, s->rules[i].line);
		s->r.l->undecided += answer == NEEDED_UNKNOWN;
		if (!s->r.l->budget)
			break;
	}
	return status;
}

static enum robotsc_status look_at_policy(struct star_linter *s, const struct agent *agent, uint32_t policy)
{
	struct linter *l = s->r.l;
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	struct robotsc_finding found = {0};
	bool ask;
	enum robotsc_status status = take_own(s, policy, &ask);
	if (ask && status == ROBOTSC_OK)
		status = name_lines(s, &found);
	robotsc__arena_reset(l->arena, mark);
	if (!found.nlines || status != ROBOTSC_OK)
		return status;
	struct robotsc_finding *f = robotsc__lint_tell_agent(l, LINT_STAR_NOT_INHERITED, agent);
	if (!f)
		return ROBOTSC_ERR_NOMEM;
	f->nlines = found.nlines;
	for (uint32_t i = 0; i < ROBOTSC_LINT_LINES; i++)
		f->lines[i] = found.lines[i];
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__lint_star(struct linter *l, const struct text *text)
{
	const struct document *doc = &text->doc;
	const uint32_t star = text->grouping.star;
	struct star_linter s = {.r = {.l = l}, .text = text};
	bool *seen = robotsc__arena_zeroed(l->arena, text->grouping.npolicies, sizeof *seen), closed = false;
	if (!seen)
		return ROBOTSC_ERR_NOMEM;
	if (star == NO_POLICY)
		return ROBOTSC_OK;
	enum robotsc_status status = robotsc__text_rules_of(l->arena, text, star, &s.star.policy);
	if (status == ROBOTSC_OK)
		status = robotsc__overlap_make(l->arena, &s.star);
	s.room = status == ROBOTSC_OK ? robotsc__arena_zeroed(l->arena, s.star.policy.n, sizeof *s.room) : NULL;
	if (status == ROBOTSC_OK && !s.room)
		return ROBOTSC_ERR_NOMEM;
	if (status != ROBOTSC_OK)
		return status;
	status = robotsc__lint_closed(l, text, &s.star.policy, &closed);
	if (status != ROBOTSC_OK || closed || robotsc__lint_decides_all(&s.star.policy, ROBOTSC_DISALLOW))
		return status;
	for (size_t i = 0; i < doc->nagents && status == ROBOTSC_OK && l->budget; i++) {
		const struct agent *agent = &doc->agents[i];
		const struct robotsc_text token = {(const char *)agent->token.at, agent->token.len};
		const uint32_t policy = agent->star ? star : robotsc__text_rules_find(text, &token, 1);
		if (policy == star || policy == NO_POLICY || seen[policy] || robotsc__lint_ignores_star(agent->token) ||
		    label_of_token(agent->token))
			continue;
		seen[policy] = true;
		status = look_at_policy(&s, agent, policy);
	}
	return status;
}
