/* rule_needed.c - see rule_needed.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "rule_needed.h"

#include <string.h>

#include "explore.h"
#include "dialect/normalize.h"

#define TEXT_STEPS 10000 /* most steps for the path that is the rule's own text */
#define NEEDED_FLAT 4000 /* an exploration counts as at least 4000 steps */

struct search {
	int opposite; /* opposite of the rule's verdict */
	bool found;
};

static int visit(void *ctx, const struct explored *at)
{
	struct search *t = ctx;
	t->found = at->verdict[0] == 1 && at->verdict[1] == t->opposite;
	return t->found ? EXPLORE_END : EXPLORE_ON;
}

/* Make a DFA that allows the paths that this rule matches and no rule of higher precedence. */
static void take_higher(const struct rule_needed *t, struct lazy_rules *s)
{
	s->rules[s->n] = t->rules[t->rule];
	s->rules[s->n++].rank = 1;
	for (uint32_t i = 0; i < t->nhigher; i++) {
		s->rules[s->n] = t->rules[t->higher[i]];
		s->rules[s->n++].rank = 2;
	}
	robotsc__lazy_rules_prepare(s, t->form);
}

static void take_lower(const struct rule_needed *t, struct lazy_rules *s)
{
	s->fallback = t->fallback;
	for (uint32_t i = 0; i < t->nlower; i++)
		s->rules[s->n++] = t->rules[t->lower[i]];
	robotsc__lazy_rules_prepare(s, t->form);
}

/* The verdict of a DFA for a rule's own text as a path, without its operators.  LAZY_DFA_OPEN if
 * the text is no path or takes too long, or without memory. */
static int ask_text(struct arena *a, struct lazy_dfa *s, const struct glob *rule)
{
	uint8_t *state = robotsc__arena_take(a, s->state_max), *next = robotsc__arena_take(a, s->state_max);
	if (!state || !next)
		return LAZY_DFA_OPEN;
	size_t len = s->start(s, state);
	if (rule->len && rule->text[0] == OP_STAR)
		len = s->step(s, state, len, '/', next);
	if (rule->len && rule->text[0] == OP_STAR)
		memcpy(state, next, len);
	for (uint32_t i = 0; i < rule->len; i++) {
		if (op_ends_literal(rule->text[i]))
			continue;
		if (!is_plain_octet(rule->text[i]) || s->steps > TEXT_STEPS)
			return LAZY_DFA_OPEN;
		len = s->step(s, state, len, rule->text[i], next);
		memcpy(state, next, len);
	}
	return rule->len && (rule->text[0] == '/' || rule->text[0] == OP_STAR) ? s->verdict(s, state, len) : LAZY_DFA_OPEN;
}

/* True if the rule decides about its own text as a path.  Most rules do, so this is tried first. */
static bool found_at_once(struct arena *a, const struct rule_needed *t, struct lazy_dfa *first, struct lazy_dfa *second,
                          int opposite)
{
	const struct glob *rule = &t->rules[t->rule];
	return ask_text(a, first, rule) == 1 && ask_text(a, second, rule) == opposite;
}

enum robotsc_status robotsc__rule_needed_run(struct arena *a, struct rule_needed *t)
{
	const struct arena_mark mark = robotsc__arena_mark(a);
	struct lazy_rules first = {.rules = robotsc__arena_take(a, (1 + (size_t)t->nhigher) * sizeof *first.rules)};
	struct lazy_rules second = {.rules = robotsc__arena_take(a, (1 + (size_t)t->nlower) * sizeof *second.rules)};
	struct search search = {.opposite = !(t->rules[t->rule].rank & 1)};
	struct exploration e = {
		.dfa = {&first.dfa, &second.dfa}, .budget = t->budget, .visit = visit, .ctx = &search, .only_first_allows = 1};
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	struct reactions *reactions[2] = {robotsc__reactions_make(a), robotsc__reactions_make(a)};
	if (first.rules && second.rules && reactions[0] && reactions[1]) {
		take_higher(t, &first);
		take_lower(t, &second);
		first.reactions = reactions[0];
		second.reactions = reactions[1];
		search.found = found_at_once(a, t, &first.dfa, &second.dfa, search.opposite);
		e.steps = first.dfa.steps + second.dfa.steps;
		status = search.found ? ROBOTSC_OK : robotsc__explore(a, &e);
		/* 16 octets of a state count as one step */
		e.steps += search.found ? 0 : NEEDED_FLAT + (first.dfa.state_max + second.dfa.state_max) / 16;
	}
	t->answer = search.found ? NEEDED_YES : e.complete ? NEEDED_NO : NEEDED_UNKNOWN;
	t->steps = e.steps;
	robotsc__arena_reset(a, mark);
	return status;
}
