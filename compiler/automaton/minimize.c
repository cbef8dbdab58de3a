/* minimize.c - see dfa.h.
 *
 * The cyclic part is all states that back edges lead to, and all states that are reached from
 * there.  Its states may be equal only because they lead to each other: partition refinement finds
 * them.  No edge leaves the cyclic part, so it comes first.  All other states, usually most, are
 * then merged from the last to the first: equal rows, equal states.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dfa.h"

#include <stdbool.h>
#include <string.h>

#include "refine.h"

#define NO_CLASS UINT32_MAX

struct minimizer {
	struct arena *arena;
	struct partition c; /* the number of a class is one of its states, its representative */
	uint32_t *table;    /* hash table of rows: representatives, plus 1 */
	uint32_t mask;      /* size of the table - 1 */
	uint8_t *cyclic;    /* of each state: it is in the cyclic part */
	uint32_t ncyclic;   /* number of states in the cyclic part */
	bool done;          /* the budget was enough */
};

/* Classes in their new order. */
struct numbering {
	uint32_t n;
	uint32_t *number; /* of each class */
	uint32_t *state;  /* of each number: one state of the class */
};

static enum robotsc_status begin_numbers(struct minimizer *f, struct numbering *out)
{
	const uint32_t n = f->c.in->n;
	*out = (struct numbering){.number = robotsc__arena_take(f->arena, n * sizeof *out->number),
	                          .state = robotsc__arena_take(f->arena, n * sizeof *out->state)};
	if (!out->number || !out->state)
		return ROBOTSC_ERR_NOMEM;
	memset(out->number, 0xFF, n * sizeof *out->number); /* NO_CLASS */
	return ROBOTSC_OK;
}

/* The number of a state's class.  A class gets a number when it is first asked for. */
static inline uint32_t number_class(struct numbering *n, const struct partition *c, uint32_t s)
{
	uint32_t *const its = &n->number[c->class[s]];
	if (*its == NO_CLASS) {
		*its = n->n;
		n->state[n->n++] = s;
	}
	return *its;
}

static void number_sinks(struct numbering *n, const struct partition *c)
{
	for (uint32_t sink = 0; sink < DFA_SINKS; sink++)
		number_class(n, c, sink);
}

/* Make a DFA of the numbered classes, breadth-first.  Classes that their edges lead to get numbers,
 * too.  Does not set out->start. */
static enum robotsc_status build(struct arena *a, const struct partition *c, struct numbering *n, struct dfa *out)
{
	const struct dfa *in = c->in;
	const size_t edges = in->first[in->n];
	*out = (struct dfa){.end = robotsc__arena_take(a, in->n),
	                    .other = robotsc__arena_take(a, in->n * sizeof *out->other),
	                    .first = robotsc__arena_take(a, ((size_t)in->n + 1) * sizeof *out->first),
	                    .octet = robotsc__arena_take(a, edges),
	                    .target = robotsc__arena_take(a, edges * sizeof *out->target)};
	if (!out->end || !out->other || !out->first || !out->octet || !out->target)
		return ROBOTSC_ERR_NOMEM;
	uint32_t nedges = 0;
	for (uint32_t i = 0; i < n->n; i++) {
		const uint32_t s = n->state[i], end = in->first[s + 1], other = c->class[in->other[s]];
		out->end[i] = in->end[s];
		out->first[i] = nedges;
		for (uint32_t e = in->first[s]; e < end; e++) {
			if (c->class[in->target[e]] == other)
				continue;
			out->octet[nedges] = in->octet[e];
			out->target[nedges++] = number_class(n, c, in->target[e]);
		}
		out->other[i] = number_class(n, c, in->other[s]);
	}
	out->n = n->n;
	out->first[n->n] = nedges;
	return ROBOTSC_OK;
}

/* Put a state into the class of a state with an equal row, or into a class of its own. */
static void merge_state(struct minimizer *f, uint32_t s)
{
	struct partition *const c = &f->c;
	const uint32_t edges = row_hash(c, s), other = c->class[c->in->other[s]];
	/* its verdict is settled */
	if (edges == 0 && other < DFA_SINKS && other == c->in->end[s]) {
		c->class[s] = other;
		return;
	}
	uint32_t at = (uint32_t)c->hash[s] & f->mask;
	for (; f->table[at]; at = (at + 1) & f->mask) {
		const uint32_t like = f->table[at] - 1;
		if (row_equal(c, like, s)) {
			c->class[s] = like;
			return;
		}
	}
	f->table[at] = s + 1;
}

/* Put a state into the cyclic part and the queue, once. */
static inline void add_cyclic(struct minimizer *f, uint32_t s, uint32_t *queue)
{
	if (f->cyclic[s])
		return;
	f->cyclic[s] = 1;
	queue[f->ncyclic++] = s;
}

/* True for a back edge.  Sinks count as last. */
static inline bool leads_back(uint32_t from, uint32_t to)
{
	return to - DFA_SINKS <= from - DFA_SINKS;
}

static void find_cyclic(struct minimizer *f, uint32_t *queue)
{
	const struct dfa *in = f->c.in;
	memset(f->cyclic, 1, DFA_SINKS); /* sinks have no row */
	for (uint32_t s = DFA_SINKS; s < in->n; s++) {
		const uint32_t end = in->first[s + 1];
		for (uint32_t e = in->first[s]; e < end; e++)
			if (leads_back(s, in->target[e]))
				add_cyclic(f, in->target[e], queue);
		if (leads_back(s, in->other[s]))
			add_cyclic(f, in->other[s], queue);
	}
	for (uint32_t i = 0; i < f->ncyclic; i++) {
		const uint32_t s = queue[i];
		for (uint32_t e = in->first[s]; e < in->first[s + 1]; e++)
			add_cyclic(f, in->target[e], queue);
		add_cyclic(f, in->other[s], queue);
	}
}

/* Merge equal classes of the cyclic part, as states of a smaller DFA that is refined. */
static enum robotsc_status refine(struct minimizer *f, struct numbering *n)
{
	struct dfa small;
	if (build(f->arena, &f->c, n, &small) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	struct partition c = {.in = &small,
	                      .class = robotsc__arena_take(f->arena, small.n * sizeof *c.class),
	                      .n = small.n,
	                      .hash = robotsc__arena_take(f->arena, small.n * sizeof *c.hash),
	                      .budget = f->c.budget};
	if (!c.class || !c.hash || robotsc__refine_run(f->arena, &c) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	f->c.budget = c.budget;
	f->done = c.budget || c.n == small.n;
	/* of each refined class: its representative, the first one */
	uint32_t *const state = n->number;
	memset(state, 0xFF, c.n * sizeof *state);
	for (uint32_t i = 0; i < small.n; i++) {
		if (state[c.class[i]] == NO_CLASS)
			state[c.class[i]] = n->state[i];
		f->c.class[n->state[i]] = state[c.class[i]];
	}
	return ROBOTSC_OK;
}

/* Put the states of the cyclic part into classes. */
static enum robotsc_status merge_cyclic(struct minimizer *f)
{
	const uint32_t n = f->c.in->n;
	const struct arena_mark mark = robotsc__arena_mark(f->arena);
	struct numbering numbers;
	if (begin_numbers(f, &numbers) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = n; s-- > DFA_SINKS;)
		if (f->cyclic[s])
			merge_state(f, s);
	number_sinks(&numbers, &f->c);
	for (uint32_t s = DFA_SINKS; s < n; s++)
		if (f->cyclic[s] && f->c.class[s] == s)
			number_class(&numbers, &f->c, s);
	if (refine(f, &numbers) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	robotsc__arena_reset(f->arena, mark);
	for (uint32_t s = DFA_SINKS; s < n; s++)
		f->c.class[s] = f->c.class[f->c.class[s]];
	memset(f->table, 0, ((size_t)f->mask + 1) * sizeof *f->table); /* rows have changed */
	for (uint32_t s = DFA_SINKS; s < n; s++)
		if (f->cyclic[s] && f->c.class[s] == s)
			merge_state(f, s);
	return ROBOTSC_OK;
}

static enum robotsc_status begin(struct arena *a, struct minimizer *f)
{
	const uint32_t n = f->c.in->n;
	f->table = row_table(a, n, &f->mask);
	f->cyclic = robotsc__arena_zeroed(a, n, 1);
	f->c.class = robotsc__arena_take(a, n * sizeof *f->c.class);
	f->c.hash = robotsc__arena_take(a, n * sizeof *f->c.hash);
	if (!f->table || !f->cyclic || !f->c.class || !f->c.hash)
		return ROBOTSC_ERR_NOMEM;
	find_cyclic(f, f->c.class); /* class[] serves as the queue until it is filled in */
	for (uint32_t s = 0; s < n; s++)
		f->c.class[s] = s;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__minimize_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out)
{
	struct minimizer f = {.arena = a, .c = {.in = in, .n = in->n, .budget = budget}, .done = true};
	struct numbering n;
	*out = (struct dfa){0};
	if (begin(a, &f) != ROBOTSC_OK || (f.ncyclic && merge_cyclic(&f) != ROBOTSC_OK))
		return ROBOTSC_ERR_NOMEM;
	if (!f.done)
		return ROBOTSC_OK;
	for (uint32_t s = in->n; s-- > DFA_SINKS;)
		if (!f.cyclic[s])
			merge_state(&f, s);
	if (begin_numbers(&f, &n) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	number_sinks(&n, &f.c);
	const uint32_t start = number_class(&n, &f.c, in->start);
	if (build(a, &f.c, &n, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	out->start = start;
	return ROBOTSC_OK;
}
