/* lazy_rules.c - see lazy_rules.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lazy_rules.h"

/* A state: the verdict if no further rule matches, whether '?' was read, and the positions. */
#define AT_VERDICT 0
#define AT_QUERY 1
#define AT_POSITIONS 2

static struct positions positions_of(const uint8_t *state, size_t len)
{
	return (struct positions){(uint8_t *)state + AT_POSITIONS, (uint32_t)((len - AT_POSITIONS) / sizeof(struct position))};
}

static size_t size_of(size_t positions)
{
	return AT_POSITIONS + positions * sizeof(struct position);
}

/* Complete a state whose positions have been stepped; best: the highest rank that has matched.
 * Returns its size. */
static size_t finish(const struct lazy_rules *s, uint8_t *state, struct positions *at, uint32_t best)
{
	if (best)
		state[AT_VERDICT] = (uint8_t)(best & 1);
	robotsc__glob_set_prune(s->rules, at, best, state[AT_VERDICT], 1);
	if (!at->n)
		state[AT_QUERY] = 0;
	return size_of(at->n);
}

static size_t step(struct lazy_dfa *dfa, const uint8_t *state, size_t len, uint8_t octet, uint8_t *next)
{
	const struct lazy_rules *s = (const struct lazy_rules *)dfa;
	const struct positions from = positions_of(state, len);
	struct positions to = positions_of(next, AT_POSITIONS);
	uint32_t best, lowest[2];
	const uint8_t verdict = next[AT_VERDICT] = state[AT_VERDICT];
	next[AT_QUERY] = state[AT_QUERY] || octet == '?';
	dfa->steps += 1 + from.n;
	if (!s->reactions || !robotsc__reactions_step(s->reactions, s->rules, &from, octet, state[AT_QUERY], &to, &best, lowest))
		best = robotsc__glob_set_step(s->rules, &from, octet, state[AT_QUERY], &to, 0);
	else if (!best && to.n && lowest[verdict] > lowest[!verdict])
		return size_of(to.n); /* the usual case: no rule matched, none is dropped */
	return finish(s, next, &to, best);
}

static size_t start(struct lazy_dfa *dfa, uint8_t *state)
{
	const struct lazy_rules *s = (const struct lazy_rules *)dfa;
	struct positions at = positions_of(state, AT_POSITIONS);
	state[AT_VERDICT] = (uint8_t)s->fallback;
	state[AT_QUERY] = 0;
	dfa->steps += 1 + s->n;
	return finish(s, state, &at, robotsc__glob_set_start(s->rules, s->n, &at, 0));
}

static int verdict(struct lazy_dfa *dfa, const uint8_t *state, size_t len)
{
	const struct positions at = positions_of(state, len);
	const uint32_t best = robotsc__glob_set_end(((const struct lazy_rules *)dfa)->rules, &at, 0);
	return best ? (int)(best & 1) : state[AT_VERDICT];
}

static int settled(const struct lazy_dfa *dfa, const uint8_t *state, size_t len)
{
	(void)dfa;
	return positions_of(state, len).n ? LAZY_DFA_OPEN : state[AT_VERDICT];
}

static void name_octets(const struct lazy_dfa *dfa, uint8_t named[256])
{
	const struct lazy_rules *s = (const struct lazy_rules *)dfa;
	robotsc__glob_set_name_all(s->rules, s->n, named);
}

static void name_next(struct lazy_dfa *dfa, const uint8_t *state, size_t len, uint8_t named[256])
{
	const struct lazy_rules *s = (const struct lazy_rules *)dfa;
	const struct positions at = positions_of(state, len);
	if (at.n && !state[AT_QUERY])
		named['?'] = 1;
	if (s->reactions)
		robotsc__reactions_learn(s->reactions, s->rules, &at, state[AT_QUERY], named);
	else
		robotsc__glob_set_name(s->rules, &at, state[AT_QUERY], named);
	dfa->steps += at.n;
}

void robotsc__lazy_rules_prepare(struct lazy_rules *s, uint8_t form)
{
	size_t positions = 0;
	for (uint32_t i = 0; i < s->n; i++)
		positions += glob_room(&s->rules[i]);
	s->dfa = (struct lazy_dfa){form, size_of(positions), 0, name_octets, name_next, start, step, verdict, settled};
	s->reactions = NULL;
}
