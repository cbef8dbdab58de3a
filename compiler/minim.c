/* minim.c - see minim.h.
 *
 * Partition refinement: states that behave alike for a few octets begin in one class.  A state
 * whose successors changed class is looked at again; those of a class that now differ from the
 * others leave it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "minim.h"

#include "sort.h"

#define NO_MEMBER UINT32_MAX

struct minim {
	const struct dfa *in;
	uint32_t *class;
	int by_row;     /* two rows have the same hash: compare rows */
	uint64_t *hash; /* of a state's row in terms of classes; valid while it is being sorted */
	uint32_t nclasses;
	uint32_t *head;           /* of each class: a member, or NO_MEMBER */
	uint32_t *after, *before; /* of each state: its neighbours in the class */
	uint32_t *size;           /* of each class */
	uint32_t *first, *pred;   /* predecessors of each state */
	uint32_t *dirty, ndirty;  /* states to look at again */
	uint32_t *moved, nmoved;  /* states that leave their class */
	uint32_t *fresh;          /* of a moved state: its new class */
	uint8_t *queued;          /* of a state: it is dirty */
	uint64_t budget;
};

static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

/* A row as a function of classes: edges to the class of other octets are no edges. */
static void hash_row(struct minim *m, uint32_t s)
{
	const uint32_t other = m->class[m->in->other[s]];
	uint64_t h = mix(1, other);
	for (uint32_t e = m->in->first[s]; e < m->in->first[s + 1]; e++) {
		const uint32_t class = m->class[m->in->target[e]];
		if (class != other)
			h = mix(h, (uint64_t) class << 8 | m->in->octet[e]);
	}
	m->hash[s] = h;
	const uint64_t cost = 1 + m->in->first[s + 1] - m->in->first[s];
	m->budget -= m->budget > cost ? cost : m->budget;
}

/* The next edge of a row that is one; its end when there is none. */
static uint32_t next_edge(const struct minim *m, uint32_t s, uint32_t e)
{
	while (e < m->in->first[s + 1] && m->class[m->in->target[e]] == m->class[m->in->other[s]])
		e++;
	return e;
}

/* Order of rows: 0 for equal functions. */
static int compare_rows(const struct minim *m, uint32_t x, uint32_t y)
{
	const struct dfa *in = m->in;
	const uint32_t ox = m->class[in->other[x]], oy = m->class[in->other[y]];
	uint32_t ex = next_edge(m, x, in->first[x]), ey = next_edge(m, y, in->first[y]);
	if (m->hash[x] != m->hash[y])
		return m->hash[x] < m->hash[y] ? -1 : 1;
	if (ox != oy)
		return ox < oy ? -1 : 1;
	while (ex < in->first[x + 1] && ey < in->first[y + 1]) {
		const uint32_t cx = m->class[in->target[ex]], cy = m->class[in->target[ey]];
		if (in->octet[ex] != in->octet[ey])
			return in->octet[ex] < in->octet[ey] ? -1 : 1;
		if (cx != cy)
			return cx < cy ? -1 : 1;
		ex = next_edge(m, x, ex + 1);
		ey = next_edge(m, y, ey + 1);
	}
	return (ex < in->first[x + 1]) - (ey < in->first[y + 1]);
}

/* Dirty states by class, then by the hashes of their rows; or, where hashes are not enough, by row. */
static int compare_dirty(const void *ctx, uint32_t x, uint32_t y)
{
	const struct minim *m = ctx;
	if (m->class[x] != m->class[y])
		return m->class[x] < m->class[y] ? -1 : 1;
	if (m->hash[x] != m->hash[y])
		return m->hash[x] < m->hash[y] ? -1 : 1;
	const int d = m->by_row ? compare_rows(m, x, y) : 0;
	return d ? d : x < y ? -1 : x > y;
}

/* Do some neighbours of one class have equal hashes and different rows? */
static int hashes_collide(const struct minim *m)
{
	for (uint32_t i = 1; i < m->ndirty; i++) {
		const uint32_t x = m->dirty[i - 1], y = m->dirty[i];
		if (m->class[x] == m->class[y] && m->hash[x] == m->hash[y] && compare_rows(m, x, y) != 0)
			return 1;
	}
	return 0;
}

static enum robotsc_status list_predecessors(struct arena *a, struct minim *m)
{
	const struct dfa *in = m->in;
	const uint32_t nedges = in->first[in->n];
	m->first = robotsc__arena_zeroed(a, (size_t)in->n + 2, sizeof *m->first);
	m->pred = robotsc__arena_take(a, ((size_t)nedges + in->n) * sizeof *m->pred);
	if (!m->first || !m->pred)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t e = 0; e < nedges; e++)
		m->first[in->target[e] + 2]++;
	for (uint32_t s = 0; s < in->n; s++)
		m->first[in->other[s] + 2]++;
	for (uint32_t s = 2; s < in->n + 2; s++)
		m->first[s] += m->first[s - 1];
	for (uint32_t s = 0; s < in->n; s++) {
		for (uint32_t e = in->first[s]; e < in->first[s + 1]; e++)
			m->pred[m->first[in->target[e] + 1]++] = s;
		m->pred[m->first[in->other[s] + 1]++] = s;
	}
	return ROBOTSC_OK;
}

static void join_class(struct minim *m, uint32_t s, uint32_t class)
{
	const uint32_t head = m->head[class];
	m->class[s] = class;
	m->after[s] = head;
	m->before[s] = NO_MEMBER;
	if (head != NO_MEMBER)
		m->before[head] = s;
	m->head[class] = s;
	m->size[class]++;
}

static void leave_class(struct minim *m, uint32_t s)
{
	const uint32_t after = m->after[s], before = m->before[s];
	if (after != NO_MEMBER)
		m->before[after] = before;
	if (before != NO_MEMBER)
		m->after[before] = after;
	else
		m->head[m->class[s]] = after;
	m->size[m->class[s]]--;
}

/* A member of a class that is not dirty: its row is that of all such members. */
static uint32_t find_clean(const struct minim *m, uint32_t class, uint32_t ndirty)
{
	uint32_t s = m->head[class];
	if (m->size[class] == ndirty)
		return NO_MEMBER;
	while (m->queued[s])
		s = m->after[s];
	return s;
}

/* The end of the group of equal rows that begins at dirty[from]. */
static uint32_t group_end(const struct minim *m, uint32_t from, uint32_t to)
{
	uint32_t end = from + 1;
	while (end < to && m->hash[m->dirty[from]] == m->hash[m->dirty[end]] &&
	       (!m->by_row || compare_rows(m, m->dirty[from], m->dirty[end]) == 0))
		end++;
	return end;
}

/* Split the dirty states dirty[from..to) of a class.  Those stay whose row is that of the clean
 * members; where there are none, the largest group. */
static void split_class(struct minim *m, uint32_t from, uint32_t to)
{
	const uint32_t clean = find_clean(m, m->class[m->dirty[from]], to - from);
	uint32_t stay = NO_MEMBER, largest = 0;
	if (clean != NO_MEMBER)
		hash_row(m, clean);
	for (uint32_t i = from, end; i < to; i = end) {
		end = group_end(m, i, to);
		if (clean != NO_MEMBER ? compare_rows(m, m->dirty[i], clean) == 0 : end - i > largest) {
			largest = end - i;
			stay = i;
		}
	}
	for (uint32_t i = from, end; i < to; i = end) {
		end = group_end(m, i, to);
		if (i == stay)
			continue;
		const uint32_t class = m->nclasses++;
		m->head[class] = NO_MEMBER;
		m->size[class] = 0;
		for (uint32_t k = i; k < end; k++) {
			m->fresh[m->dirty[k]] = class;
			m->moved[m->nmoved++] = m->dirty[k];
		}
	}
}

/* One round: split every class that has dirty states, then see whose rows that changes. */
static enum robotsc_status refine(struct arena *a, struct minim *m)
{
	for (uint32_t i = 0; i < m->ndirty; i++)
		hash_row(m, m->dirty[i]);
	m->by_row = 0;
	if (!robotsc__sort(a, m->dirty, m->ndirty, compare_dirty, m))
		return ROBOTSC_ERR_NOMEM;
	m->by_row = hashes_collide(m);
	if (m->by_row && !robotsc__sort(a, m->dirty, m->ndirty, compare_dirty, m))
		return ROBOTSC_ERR_NOMEM;
	m->nmoved = 0;
	for (uint32_t from = 0, to; from < m->ndirty; from = to) {
		for (to = from + 1; to < m->ndirty && m->class[m->dirty[to]] == m->class[m->dirty[from]];)
			to++;
		split_class(m, from, to);
	}
	for (uint32_t i = 0; i < m->ndirty; i++)
		m->queued[m->dirty[i]] = 0;
	m->ndirty = 0;
	for (uint32_t i = 0; i < m->nmoved; i++) {
		leave_class(m, m->moved[i]);
		join_class(m, m->moved[i], m->fresh[m->moved[i]]);
	}
	for (uint32_t i = 0; i < m->nmoved; i++)
		for (uint32_t k = m->first[m->moved[i]]; k < m->first[m->moved[i] + 1]; k++)
			if (!m->queued[m->pred[k]]) {
				m->queued[m->pred[k]] = 1;
				m->dirty[m->ndirty++] = m->pred[k];
			}
	return ROBOTSC_OK;
}

/* Order by hash alone. */
static int compare_hashes(const void *ctx, uint32_t x, uint32_t y)
{
	const uint64_t *hash = ctx;
	return hash[x] < hash[y] ? -1 : hash[x] > hash[y];
}

/* Classes of states that behave alike for PREVIEW octets: the same hash of what they lead to.
 * Unequal states may share a hash, equal ones always do. */
#define PREVIEW 4

static enum robotsc_status first_classes(struct arena *a, struct minim *m)
{
	const uint32_t n = m->in->n;
	uint64_t *const hash = m->hash;
	uint32_t *const order = m->moved;
	for (uint32_t s = 0; s < n; s++)
		m->class[s] = m->in->end[s];
	for (int round = 0; round < PREVIEW; round++) {
		for (uint32_t s = 0; s < n; s++)
			hash_row(m, s);
		for (uint32_t s = 0; s < n; s++)
			m->class[s] = (uint32_t)mix(hash[s], m->in->end[s]);
	}
	for (uint32_t s = 0; s < n; s++) {
		order[s] = s;
		hash[s] = m->class[s];
	}
	if (!robotsc__sort(a, order, n, compare_hashes, hash))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		if (i == 0 || hash[order[i]] != hash[order[i - 1]]) {
			m->head[m->nclasses] = NO_MEMBER;
			m->size[m->nclasses++] = 0;
		}
		join_class(m, order[i], m->nclasses - 1);
	}
	return ROBOTSC_OK;
}

static enum robotsc_status reserve(struct arena *a, struct minim *m)
{
	const uint32_t n = m->in->n;
	uint32_t **const arrays[] = {&m->class, &m->head, &m->after, &m->before, &m->size, &m->dirty, &m->moved, &m->fresh};
	for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
		*arrays[i] = robotsc__arena_take(a, ((size_t)n + 2) * sizeof **arrays[i]);
		if (!*arrays[i])
			return ROBOTSC_ERR_NOMEM;
	}
	m->queued = robotsc__arena_zeroed(a, n, 1);
	m->hash = robotsc__arena_take(a, n * sizeof *m->hash);
	return m->queued && m->hash ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static enum robotsc_status begin(struct arena *a, struct minim *m)
{
	if (list_predecessors(a, m) != ROBOTSC_OK || first_classes(a, m) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = 0; s < m->in->n; s++) {
		m->dirty[m->ndirty++] = s;
		m->queued[s] = 1;
	}
	return ROBOTSC_OK;
}

/* Number the classes of the states that the start reaches, breadth-first. */
static uint32_t number_classes(const struct minim *m, uint32_t *number, uint32_t *state)
{
	uint32_t n = 0;
	for (uint32_t c = 0; c < m->nclasses; c++)
		number[c] = NO_MEMBER;
	for (uint32_t sink = 0; sink < DFA_SINKS; sink++) {
		number[m->class[sink]] = n;
		state[n++] = sink;
	}
	if (number[m->class[m->in->start]] == NO_MEMBER) {
		number[m->class[m->in->start]] = n;
		state[n++] = m->in->start;
	}
	for (uint32_t i = DFA_SINKS; i < n; i++)
		for (uint32_t e = m->in->first[state[i]]; e <= m->in->first[state[i] + 1]; e++) {
			const uint32_t to = e < m->in->first[state[i] + 1] ? m->in->target[e] : m->in->other[state[i]];
			if (number[m->class[to]] == NO_MEMBER) {
				number[m->class[to]] = n;
				state[n++] = to;
			}
		}
	return n;
}

static enum robotsc_status build(struct arena *a, struct minim *m, struct dfa *out)
{
	uint32_t *number = m->moved, *state = m->dirty, nedges = 0;
	const struct dfa *in = m->in;
	out->n = number_classes(m, number, state);
	out->start = number[m->class[in->start]];
	for (uint32_t i = 0; i < out->n; i++)
		nedges += in->first[state[i] + 1] - in->first[state[i]];
	out->end = robotsc__arena_take(a, out->n);
	out->other = robotsc__arena_take(a, out->n * sizeof *out->other);
	out->first = robotsc__arena_take(a, ((size_t)out->n + 1) * sizeof *out->first);
	out->octet = robotsc__arena_take(a, nedges);
	out->target = robotsc__arena_take(a, nedges * sizeof *out->target);
	if (!out->end || !out->other || !out->first || !out->octet || !out->target)
		return ROBOTSC_ERR_NOMEM;
	nedges = 0;
	for (uint32_t i = 0; i < out->n; i++) {
		const uint32_t s = state[i];
		out->end[i] = in->end[s];
		out->other[i] = number[m->class[in->other[s]]];
		out->first[i] = nedges;
		for (uint32_t e = next_edge(m, s, in->first[s]); e < in->first[s + 1]; e = next_edge(m, s, e + 1)) {
			out->octet[nedges] = in->octet[e];
			out->target[nedges++] = number[m->class[in->target[e]]];
		}
	}
	out->first[out->n] = nedges;
	return ROBOTSC_OK;
}

/* Does every way lead to a sink or to a state of higher number, as in a trie? */
static int is_acyclic(const struct dfa *d)
{
	for (uint32_t s = DFA_SINKS; s < d->n; s++) {
		if (d->other[s] >= DFA_SINKS && d->other[s] <= s)
			return 0;
		for (uint32_t e = d->first[s]; e < d->first[s + 1]; e++)
			if (d->target[e] >= DFA_SINKS && d->target[e] <= s)
				return 0;
	}
	return 1;
}

/* Always the same verdict: then it is a sink's class. */
static int is_constant(const struct minim *m, uint32_t s)
{
	const uint32_t other = m->class[m->in->other[s]];
	return other < DFA_SINKS && other == m->in->end[s] && next_edge(m, s, m->in->first[s]) == m->in->first[s + 1];
}

/* Classes of an acyclic DFA, from the ends up: a state's row is known when the state is met. */
static enum robotsc_status fold(struct arena *a, struct minim *m)
{
	uint32_t size = 16;
	while (size < 2 * m->in->n)
		size *= 2;
	uint32_t *table = robotsc__arena_zeroed(a, size, sizeof *table);
	if (!table)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = 0; s < DFA_SINKS; s++)
		m->class[s] = s;
	for (uint32_t s = m->in->n; s-- > DFA_SINKS;) {
		hash_row(m, s);
		uint32_t at = (uint32_t)mix(m->hash[s], m->in->end[s]) & (size - 1);
		m->class[s] = is_constant(m, s) ? m->in->end[s] : NO_MEMBER;
		while (m->class[s] == NO_MEMBER && table[at]) {
			const uint32_t other = table[at] - 1;
			if (m->in->end[other] == m->in->end[s] && m->hash[other] == m->hash[s] && compare_rows(m, other, s) == 0)
				m->class[s] = m->class[other];
			at = (at + 1) & (size - 1);
		}
		if (m->class[s] != NO_MEMBER)
			continue;
		m->class[s] = s;
		table[at] = s + 1;
	}
	m->nclasses = m->in->n;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__minim_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out)
{
	struct minim m = {.in = in, .budget = budget};
	*out = (struct dfa){0};
	if (reserve(a, &m) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	if (is_acyclic(in))
		return fold(a, &m) == ROBOTSC_OK ? build(a, &m, out) : ROBOTSC_ERR_NOMEM;
	if (begin(a, &m) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	while (m.ndirty) {
		if (m.budget == 0)
			return ROBOTSC_OK; /* out->n is 0 */
		if (refine(a, &m) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	return build(a, &m, out);
}
