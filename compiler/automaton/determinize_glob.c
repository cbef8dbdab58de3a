/* determinize_glob.c - see determinize.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "determinize.h"

#include <string.h>

#include "pattern/glob_set.h"
#include "support/hash.h"

#define OCTETS 128 /* canonical octets are below this */

struct state {
	struct positions at;
	uint32_t verdict;
};

struct glob_determinizer {
	struct arena *arena;
	uint64_t budget;
	struct glob *globs;
	uint32_t nglobs;
	struct state *states;
	size_t n, room;
	struct positions at;            /* positions of the state that is being made */
	struct hash_table by_positions; /* states */
};

static bool spend(struct glob_determinizer *m, uint64_t steps)
{
	m->budget -= m->budget < steps ? m->budget : steps;
	return m->budget > 0;
}

static bool same_states(const void *ctx, uint32_t x, uint32_t y)
{
	const struct state *a = (const struct state *)ctx + x, *b = (const struct state *)ctx + y;
	return a->verdict == b->verdict && a->at.n == b->at.n &&
	       memcmp(a->at.all, b->at.all, a->at.n * sizeof(struct position)) == 0;
}

/* Find or make the state of the positions in m->at. */
static enum robotsc_status intern(struct glob_determinizer *m, uint32_t verdict, uint32_t *number)
{
	const size_t size = m->at.n * sizeof(struct position);
	uint64_t hash = verdict;
	*number = verdict;
	if (!m->at.n)
		return ROBOTSC_OK;
	for (uint32_t i = 0; i < m->at.n; i++) {
		const struct position p = position_get(&m->at, i);
		hash = hash_add(hash, (uint64_t)p.glob << 32 | p.at);
	}
	if ((m->n == m->room && !robotsc__arena_grow(m->arena, (void **)&m->states, &m->room, sizeof *m->states)) ||
	    !hash_reserve(m->arena, &m->by_positions, 1))
		return ROBOTSC_ERR_NOMEM;
	m->states[m->n] = (struct state){m->at, verdict};
	*number = hash_intern(&m->by_positions, hash, same_states, m->states, (uint32_t)m->n);
	if (*number < m->n)
		return ROBOTSC_OK;
	void *positions = robotsc__arena_take(m->arena, size);
	if (!positions)
		return ROBOTSC_ERR_NOMEM;
	memcpy(positions, m->at.all, size);
	m->states[m->n++].at.all = positions;
	return ROBOTSC_OK;
}

static enum robotsc_status step(struct glob_determinizer *m, const struct state *from, uint8_t octet, uint32_t *to)
{
	const uint32_t best = robotsc__glob_set_step(m->globs, &from->at, octet, false, &m->at, 0);
	const uint32_t verdict = best ? best & 1 : from->verdict;
	robotsc__glob_set_prune(m->globs, &m->at, best, verdict, true);
	return intern(m, verdict, to);
}

/* Make the start state.  No pattern has matched there: pattern.c turns a pattern of stars alone
 * into "/". */
static enum robotsc_status start(struct glob_determinizer *m, uint32_t fallback, uint32_t *to)
{
	(void)robotsc__glob_set_start(m->globs, m->nglobs, &m->at, fallback);
	robotsc__glob_set_prune(m->globs, &m->at, fallback, fallback, true);
	return intern(m, fallback, to);
}

/* The most frequent target. */
static uint32_t most_common(const uint32_t target[OCTETS])
{
	uint32_t best = target[0], most = 0;
	for (unsigned i = 0; i < OCTETS && most <= OCTETS / 2; i++) {
		uint32_t count = 0;
		for (unsigned k = i; k < OCTETS; k++)
			count += target[k] == target[i];
		if (count > most) {
			most = count;
			best = target[i];
		}
	}
	return best;
}

/* The edges of all states. */
struct edges {
	uint8_t *octet;
	uint32_t *target;
	size_t n, octet_room, target_room;
};

static enum robotsc_status add_edge(struct arena *a, struct edges *e, uint8_t octet, uint32_t target)
{
	if ((e->n == e->octet_room && !robotsc__arena_grow(a, (void **)&e->octet, &e->octet_room, sizeof *e->octet)) ||
	    (e->n == e->target_room && !robotsc__arena_grow(a, (void **)&e->target, &e->target_room, sizeof *e->target)))
		return ROBOTSC_ERR_NOMEM;
	e->octet[e->n] = octet;
	e->target[e->n++] = target;
	return ROBOTSC_OK;
}

/* Find the target of each octet.  Octets that the positions do not distinguish share one step. */
static enum robotsc_status step_all(struct glob_determinizer *m, const struct state *from, uint32_t target[OCTETS])
{
	uint32_t other = UINT32_MAX; /* target of octets with the shared step, once it is known */
	uint8_t named[256] = {0};
	robotsc__glob_set_name(m->globs, &from->at, false, named);
	spend(m, OCTETS * (uint64_t)from->at.n);
	for (unsigned i = 0; i < OCTETS; i++) {
		target[i] = other;
		if ((named[i] || other == UINT32_MAX) && step(m, from, (uint8_t)i, &target[i]) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		if (!named[i])
			other = target[i];
	}
	return ROBOTSC_OK;
}

/* Find the targets of the start.  Every path begins with '/', so no other octet counts. */
static enum robotsc_status step_start(struct glob_determinizer *m, const struct state *from, uint32_t target[OCTETS])
{
	for (unsigned i = 0; i < OCTETS; i++)
		target[i] = from->verdict;
	spend(m, from->at.n);
	return step(m, from, '/', &target['/']);
}

/* Compute all transitions of a state. */
static enum robotsc_status expand(struct glob_determinizer *m, uint32_t number, bool is_start, struct edges *e, uint32_t *other)
{
	const struct state from = m->states[number];
	uint32_t target[OCTETS];
	enum robotsc_status status = is_start ? step_start(m, &from, target) : step_all(m, &from, target);
	if (status != ROBOTSC_OK)
		return status;
	*other = most_common(target);
	for (unsigned i = 0; i < OCTETS && status == ROBOTSC_OK; i++)
		if (target[i] != *other)
			status = add_edge(m->arena, e, (uint8_t)i, target[i]);
	return status;
}

static enum robotsc_status reserve(struct arena *a, struct dfa *out, size_t *room)
{
	size_t sizes[3] = {*room, *room, *room};
	if (!robotsc__arena_grow(a, (void **)&out->end, &sizes[0], sizeof *out->end) ||
	    !robotsc__arena_grow(a, (void **)&out->other, &sizes[1], sizeof *out->other) ||
	    !robotsc__arena_grow(a, (void **)&out->first, &sizes[2], sizeof *out->first))
		return ROBOTSC_ERR_NOMEM;
	*room = sizes[0];
	return ROBOTSC_OK;
}

/* Fill in the states in order of discovery. */
static enum robotsc_status fill(struct glob_determinizer *m, struct edges *e, struct dfa *out)
{
	size_t room = 0;
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0; i < m->n && status == ROBOTSC_OK; i++) {
		if (i + 1 >= room && reserve(m->arena, out, &room) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		out->first[i] = (uint32_t)e->n;
		out->end[i] =
			(uint8_t)(i < DFA_SINKS ? i : robotsc__glob_set_end(m->globs, &m->states[i].at, m->states[i].verdict) & 1);
		out->other[i] = i;
		if (i >= DFA_SINKS)
			status = expand(m, i, i == out->start, e, &out->other[i]);
		if (!spend(m, 1))
			return status; /* out->n is still 0 */
	}
	if (status != ROBOTSC_OK)
		return status;
	out->n = (uint32_t)m->n;
	out->first[out->n] = (uint32_t)e->n;
	out->octet = e->octet;
	out->target = e->target;
	return ROBOTSC_OK;
}

/* Turn the patterns into globs, and make room for their positions. */
static bool make_room(struct glob_determinizer *m, const struct rules *rules)
{
	size_t positions = 0;
	m->nglobs = rules->n;
	m->globs = robotsc__arena_take(m->arena, rules->n * sizeof *m->globs);
	for (uint32_t i = 0; m->globs && i < rules->n; i++) {
		const struct pattern *p = &rules->patterns[i];
		m->globs[i] = (struct glob){p->text, p->len, p->rank, 0};
		positions += glob_room(&m->globs[i]);
	}
	m->at.all = robotsc__arena_take(m->arena, positions * sizeof(struct position));
	for (m->n = 0; m->n < DFA_SINKS; m->n++)
		if (m->n == m->room && !robotsc__arena_grow(m->arena, (void **)&m->states, &m->room, sizeof *m->states))
			return false;
	return m->globs && m->at.all;
}

enum robotsc_status robotsc__determinize_glob_run(struct arena *a, const struct rules *rules, uint64_t budget, struct dfa *out)
{
	struct glob_determinizer m = {.arena = a, .budget = budget};
	struct edges e = {0};
	*out = (struct dfa){0};
	if (!make_room(&m, rules))
		return ROBOTSC_ERR_NOMEM;
	const enum robotsc_status status = start(&m, rules->fallback, &out->start);
	return status == ROBOTSC_OK ? fill(&m, &e, out) : status;
}
