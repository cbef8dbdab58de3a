/* subset.c - see subset.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "subset.h"

#include <string.h>

#define OCTETS 128            /* canonical octets are below this */
#define HALF_READ 0x80000000u /* of an instruction's place: the first octet of a pair was read; it stands above PLACE_BITS */
#define PLACE_BITS 24
#define PLACE ((1u << PLACE_BITS) - 1)

/* How far a pattern has come: the octet of its text that is next, and what was read of a pair. */
struct spot {
	uint32_t pattern, at;
};

struct state {
	struct spot *spots;
	uint32_t n, verdict, hash;
	uint32_t next; /* in the same bucket, plus 1 */
};

#define BUCKETS 4096u

struct maker {
	struct arena *arena;
	const struct rules *rules;
	uint64_t budget;
	struct state *states;
	size_t n, room;
	struct spot *spots; /* of the state in the making */
	uint32_t nspots;
	uint32_t *bucket;
};

static int spend(struct maker *m, uint64_t steps)
{
	m->budget -= m->budget < steps ? m->budget : steps;
	return m->budget > 0;
}

/* A pattern comes to an octet of its text.  Spots of its own before a star are forgotten.  Returns whether it
 * has matched, whatever follows. */
static int arrive(struct maker *m, uint32_t pattern, uint32_t at, uint32_t first)
{
	const struct pattern *p = &m->rules->patterns[pattern];
	while (at + 1 < p->len && p->text[at] == OP_STAR && p->text[at + 1] == OP_STAR)
		at++;
	if (at == p->len || (p->text[at] == OP_STAR && at + 1 == p->len))
		return 1;
	if (p->text[at] == OP_STAR)
		m->nspots = first;
	m->spots[m->nspots++] = (struct spot){pattern, at};
	return 0;
}

/* Is an octet, or the one that a pair stands for, what an instruction takes? */
static int takes(const uint8_t *item, unsigned octet, int paired)
{
	if (*item == OP_ONE)
		return 1;
	if (paired && (octet == '/' || octet == '%'))
		return 0;
	for (unsigned i = 0; i < item[1]; i++)
		if (octet >= item[2 + 2 * i] && octet <= item[3 + 2 * i])
			return 1;
	return 0;
}

/* A pattern reads an octet at a spot that is no star.  Returns as arrive. */
static int read_octet(struct maker *m, struct spot spot, uint8_t octet, uint32_t first)
{
	const uint32_t at = spot.at & PLACE;
	const uint8_t *item = m->rules->patterns[spot.pattern].text + at;
	if (*item < OP_SET)
		return *item == octet && arrive(m, spot.pattern, at + 1, first);
	if (*item != OP_SET && *item != OP_ONE)
		return 0;
	const uint32_t behind = at + (*item == OP_SET ? 2 + 2 * (uint32_t)item[1] : 1);
	if (spot.at & HALF_READ)
		return takes(item, (spot.at >> PLACE_BITS & 15) << 4 | (octet & 15u), 1) && arrive(m, spot.pattern, behind, first);
	if (octet >= FORM_K_LIMIT)
		return takes(item, octet, 0) && arrive(m, spot.pattern, behind, first);
	if (octet < FORM_K_TRAIL)
		m->spots[m->nspots++] = (struct spot){spot.pattern, HALF_READ | (uint32_t)octet << PLACE_BITS | at};
	return 0;
}

/* Step all spots of one pattern, from spot i of a state on.  Returns the place of the first one behind them;
 * *done: the pattern has matched. */
static uint32_t step_pattern(struct maker *m, const struct state *s, uint32_t i, uint8_t octet, int *done)
{
	const uint32_t pattern = s->spots[i].pattern, first = m->nspots;
	*done = 0;
	for (; i < s->n && s->spots[i].pattern == pattern; i++) {
		struct spot spot = s->spots[i];
		if (*done)
			continue;
		if (m->rules->patterns[pattern].text[spot.at & PLACE] == OP_STAR) {
			m->spots[m->nspots++] = spot;
			spot.at++;
		}
		*done = read_octet(m, spot, octet, first);
	}
	if (*done)
		m->nspots = first;
	return i;
}

/* Drop what cannot change the verdict: ranks up to the best, and those of its verdict below all others. */
static void prune(struct maker *m, uint32_t verdict, uint32_t best)
{
	uint32_t opposed = UINT32_MAX, kept = 0;
	for (uint32_t i = 0; i < m->nspots; i++) {
		const uint32_t rank = m->rules->patterns[m->spots[i].pattern].rank;
		if (rank > best && (rank & 1) != verdict && rank < opposed)
			opposed = rank;
	}
	for (uint32_t i = 0; i < m->nspots; i++) {
		const uint32_t rank = m->rules->patterns[m->spots[i].pattern].rank;
		if (rank > best && opposed != UINT32_MAX && ((rank & 1) != verdict || rank > opposed))
			m->spots[kept++] = m->spots[i];
	}
	m->nspots = kept;
}

/* The number of the state that is in the making. */
static enum robotsc_status intern(struct maker *m, uint32_t verdict, uint32_t *number)
{
	const size_t size = m->nspots * sizeof *m->spots;
	uint32_t hash = verdict;
	*number = verdict;
	if (!m->nspots)
		return ROBOTSC_OK;
	for (uint32_t i = 0; i < m->nspots; i++)
		hash = (hash ^ m->spots[i].pattern * 31 ^ m->spots[i].at) * 2654435761u, hash ^= hash >> 15;
	for (uint32_t i = m->bucket[hash % BUCKETS]; i; i = m->states[i - 1].next) {
		const struct state *s = &m->states[i - 1];
		*number = i - 1;
		if (s->hash == hash && s->verdict == verdict && s->n == m->nspots && memcmp(s->spots, m->spots, size) == 0)
			return ROBOTSC_OK;
	}
	if (m->n == m->room && !robotsc__arena_grow(m->arena, (void **)&m->states, &m->room, sizeof *m->states))
		return ROBOTSC_ERR_NOMEM;
	struct spot *spots = robotsc__arena_take(m->arena, size);
	if (!spots)
		return ROBOTSC_ERR_NOMEM;
	memcpy(spots, m->spots, size);
	*number = (uint32_t)m->n++;
	m->states[*number] = (struct state){spots, m->nspots, verdict, hash, m->bucket[hash % BUCKETS]};
	m->bucket[hash % BUCKETS] = *number + 1;
	return ROBOTSC_OK;
}

static enum robotsc_status step(struct maker *m, uint32_t from, uint8_t octet, uint32_t *to)
{
	const struct state s = m->states[from];
	uint32_t best = 0;
	m->nspots = 0;
	for (uint32_t i = 0; i < s.n;) {
		const uint32_t rank = m->rules->patterns[s.spots[i].pattern].rank;
		int done;
		i = step_pattern(m, &s, i, octet, &done);
		if (done && rank > best)
			best = rank;
	}
	spend(m, s.n);
	const uint32_t verdict = best ? best & 1 : s.verdict;
	prune(m, verdict, best);
	return intern(m, verdict, to);
}

static enum robotsc_status start(struct maker *m, uint32_t *to)
{
	const uint32_t fallback = m->rules->fallback;
	m->nspots = 0;
	for (uint32_t i = 0; i < m->rules->n; i++)
		(void)arrive(m, i, 0, m->nspots); /* none is done: pattern.c makes "/" of stars alone */
	prune(m, fallback, fallback);
	return intern(m, fallback, to);
}

static uint8_t end_verdict(const struct maker *m, const struct state *s)
{
	uint32_t best = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct pattern *p = &m->rules->patterns[s->spots[i].pattern];
		const uint32_t at = s->spots[i].at & PLACE;
		if (p->text[at + (p->text[at] == OP_STAR)] == OP_END && p->rank > best)
			best = p->rank;
	}
	return (uint8_t)((best ? best : s->verdict) & 1);
}

/* The target that most octets have. */
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

/* Edges of a state in the making. */
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

/* All ways out of a state.  Every path begins with '/', so from the start nothing else leads anywhere. */
static enum robotsc_status expand(struct maker *m, uint32_t number, int is_start, struct edges *e, uint32_t *other)
{
	uint32_t target[OCTETS];
	enum robotsc_status status = ROBOTSC_OK;
	for (unsigned i = 0; i < OCTETS; i++) {
		target[i] = m->states[number].verdict;
		if (!is_start || i == '/')
			status = step(m, number, (uint8_t)i, &target[i]);
		if (status != ROBOTSC_OK)
			return status;
	}
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

/* Fill in the states, one after the other, as they are found. */
static enum robotsc_status fill(struct maker *m, struct edges *e, struct dfa *out)
{
	size_t room = 0;
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0; i < m->n && status == ROBOTSC_OK; i++) {
		if (i + 1 >= room && reserve(m->arena, out, &room) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		out->first[i] = (uint32_t)e->n;
		out->end[i] = (uint8_t)(i < DFA_SINKS ? i : end_verdict(m, &m->states[i]));
		out->other[i] = i;
		if (i >= DFA_SINKS)
			status = expand(m, i, i == out->start, e, &out->other[i]);
		if (!spend(m, 1))
			return status; /* n is still 0 */
	}
	if (status != ROBOTSC_OK)
		return status;
	out->n = (uint32_t)m->n;
	out->first[out->n] = (uint32_t)e->n;
	out->octet = e->octet;
	out->target = e->target;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__subset_run(struct arena *a, const struct rules *rules, uint64_t budget, struct dfa *out)
{
	struct maker m = {.arena = a, .rules = rules, .budget = budget};
	struct edges e = {0};
	size_t spots = 0;
	*out = (struct dfa){0};
	for (uint32_t i = 0; i < rules->n; i++)
		spots += 2 * (size_t)rules->patterns[i].len + 2;
	m.spots = robotsc__arena_take(a, spots * sizeof *m.spots);
	m.bucket = robotsc__arena_zeroed(a, BUCKETS, sizeof *m.bucket);
	if (!m.spots || !m.bucket)
		return ROBOTSC_ERR_NOMEM;
	for (m.n = 0; m.n < DFA_SINKS; m.n++)
		if (m.n == m.room && !robotsc__arena_grow(a, (void **)&m.states, &m.room, sizeof *m.states))
			return ROBOTSC_ERR_NOMEM;
	const enum robotsc_status status = start(&m, &out->start);
	return status == ROBOTSC_OK ? fill(&m, &e, out) : status;
}
