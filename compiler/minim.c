/* minim.c - see minim.h.
 *
 * Most equal states are found from the ends up, by their rows: all of them where no way leads back.  States that a way
 * leads back to, and all that these lead to, are the tangle.  There, states may be equal that only lead to equal ones in
 * a circle; partition refinement finds them.  No way leads out of the tangle, so it comes first, and the states before
 * it, which mostly are more, need one look each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "minim.h"

#include <string.h>

#include "refine.h"

#define NO_CLASS UINT32_MAX

struct folder {
	struct arena *arena;
	struct classes c;  /* a class has the number of one of its states, which stands for it */
	uint32_t *table;   /* states that stand for classes, plus 1, by row */
	uint32_t mask;     /* of the table */
	uint8_t *tangled;  /* of each state: is it of the tangle? */
	uint32_t ntangled; /* how many are */
	int done;          /* the budget was enough */
};

/* Classes in a new order. */
struct numbering {
	uint32_t n;
	uint32_t *number; /* of a class */
	uint32_t *state;  /* of each number: one of the class */
};

static enum robotsc_status begin_numbers(struct folder *f, struct numbering *out)
{
	const uint32_t n = f->c.in->n;
	*out = (struct numbering){.number = robotsc__arena_take(f->arena, n * sizeof *out->number),
	                          .state = robotsc__arena_take(f->arena, n * sizeof *out->state)};
	if (!out->number || !out->state)
		return ROBOTSC_ERR_NOMEM;
	memset(out->number, 0xFF, n * sizeof *out->number); /* NO_CLASS */
	return ROBOTSC_OK;
}

/* Number the class of a state, unless it has a number. */
static inline void number_class(struct numbering *n, const struct classes *c, uint32_t s)
{
	uint32_t *const its = &n->number[c->class[s]];
	if (*its != NO_CLASS)
		return;
	*its = n->n;
	n->state[n->n++] = s;
}

static void number_sinks(struct numbering *n, const struct classes *c)
{
	for (uint32_t sink = 0; sink < DFA_SINKS; sink++)
		number_class(n, c, sink);
}

/* Number the classes of the states that the start reaches, breadth-first. */
static void number_reached(const struct classes *c, struct numbering *n)
{
	const struct dfa *in = c->in;
	number_sinks(n, c);
	number_class(n, c, in->start);
	for (uint32_t i = DFA_SINKS; i < n->n; i++) {
		const uint32_t s = n->state[i], end = in->first[s + 1], other = c->class[in->other[s]];
		for (uint32_t e = in->first[s]; e < end; e++)
			if (c->class[in->target[e]] != other)
				number_class(n, c, in->target[e]);
		number_class(n, c, in->other[s]);
	}
}

/* The states of each class that has a number as one; *out has no start. */
static enum robotsc_status build(struct arena *a, const struct classes *c, const struct numbering *n, struct dfa *out)
{
	const struct dfa *in = c->in;
	uint32_t nedges = 0;
	for (uint32_t i = 0; i < n->n; i++)
		nedges += in->first[n->state[i] + 1] - in->first[n->state[i]];
	*out = (struct dfa){.n = n->n,
	                    .end = robotsc__arena_take(a, n->n),
	                    .other = robotsc__arena_take(a, n->n * sizeof *out->other),
	                    .first = robotsc__arena_take(a, ((size_t)n->n + 1) * sizeof *out->first),
	                    .octet = robotsc__arena_take(a, nedges),
	                    .target = robotsc__arena_take(a, nedges * sizeof *out->target)};
	if (!out->end || !out->other || !out->first || !out->octet || !out->target)
		return ROBOTSC_ERR_NOMEM;
	nedges = 0;
	for (uint32_t i = 0; i < n->n; i++) {
		const uint32_t s = n->state[i], other = n->number[c->class[in->other[s]]], end = in->first[s + 1];
		out->end[i] = in->end[s];
		out->other[i] = other;
		out->first[i] = nedges;
		for (uint32_t e = in->first[s]; e < end; e++) {
			const uint32_t to = n->number[c->class[in->target[e]]];
			if (to == other)
				continue;
			out->octet[nedges] = in->octet[e];
			out->target[nedges++] = to;
		}
	}
	out->first[n->n] = nedges;
	return ROBOTSC_OK;
}

/* Always the same verdict: then it is a sink's class. */
static int is_constant(const struct classes *c, uint32_t s)
{
	const uint32_t other = c->class[c->in->other[s]];
	return other < DFA_SINKS && other == c->in->end[s] && row_next(c, s, c->in->first[s]) == c->in->first[s + 1];
}

/* Put a state into the class of one that has its row, or into its own. */
static void fold(struct folder *f, uint32_t s)
{
	struct classes *const c = &f->c;
	row_hash(c, s);
	if (is_constant(c, s)) {
		c->class[s] = c->in->end[s];
		return;
	}
	uint32_t at = (uint32_t)row_mix(c->hash[s], c->in->end[s]) & f->mask;
	for (; f->table[at]; at = (at + 1) & f->mask) {
		const uint32_t other = f->table[at] - 1;
		if (c->in->end[other] == c->in->end[s] && c->hash[other] == c->hash[s] && row_compare(c, other, s) == 0) {
			c->class[s] = other;
			return;
		}
	}
	f->table[at] = s + 1;
}

/* A state is of the tangle: sinks, of which nothing is asked, are not.  Put it into the queue. */
static inline void add_tangled(struct folder *f, uint32_t s, uint32_t *queue)
{
	if (s < DFA_SINKS || f->tangled[s])
		return;
	f->tangled[s] = 1;
	queue[f->ntangled++] = s;
}

static void find_tangle(struct folder *f, uint32_t *queue)
{
	const struct dfa *in = f->c.in;
	for (uint32_t s = DFA_SINKS; s < in->n; s++) {
		const uint32_t end = in->first[s + 1];
		for (uint32_t e = in->first[s]; e < end; e++)
			if (in->target[e] <= s)
				add_tangled(f, in->target[e], queue);
		if (in->other[s] <= s)
			add_tangled(f, in->other[s], queue);
	}
	for (uint32_t i = 0; i < f->ntangled; i++) {
		const uint32_t s = queue[i];
		for (uint32_t e = in->first[s]; e < in->first[s + 1]; e++)
			add_tangled(f, in->target[e], queue);
		add_tangled(f, in->other[s], queue);
	}
}

/* Join the classes of the tangle that are equal: states of a smaller dfa, which is refined. */
static enum robotsc_status refine(struct folder *f, const struct numbering *n)
{
	struct dfa small;
	if (build(f->arena, &f->c, n, &small) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	struct classes c = {.in = &small,
	                    .class = robotsc__arena_take(f->arena, small.n * sizeof *c.class),
	                    .n = small.n,
	                    .hash = robotsc__arena_take(f->arena, small.n * sizeof *c.hash),
	                    .budget = f->c.budget};
	if (!c.class || !c.hash || robotsc__refine_run(f->arena, &c) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	f->c.budget = c.budget;
	f->done = c.budget || c.n == small.n;
	uint32_t *const state = n->number; /* that stands for a refined class: its first one */
	memset(state, 0xFF, c.n * sizeof *state);
	for (uint32_t i = 0; i < small.n; i++) {
		if (state[c.class[i]] == NO_CLASS)
			state[c.class[i]] = n->state[i];
		f->c.class[n->state[i]] = state[c.class[i]];
	}
	return ROBOTSC_OK;
}

/* Put the states of the tangle into classes. */
static enum robotsc_status fold_tangle(struct folder *f)
{
	const uint32_t n = f->c.in->n;
	const struct arena_mark mark = robotsc__arena_mark(f->arena);
	struct numbering numbers;
	if (begin_numbers(f, &numbers) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = n; s-- > DFA_SINKS;)
		if (f->tangled[s])
			fold(f, s);
	number_sinks(&numbers, &f->c);
	for (uint32_t s = DFA_SINKS; s < n; s++)
		if (f->tangled[s] && f->c.class[s] == s)
			number_class(&numbers, &f->c, s);
	if (refine(f, &numbers) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	robotsc__arena_reset(f->arena, mark);
	for (uint32_t s = DFA_SINKS; s < n; s++)
		f->c.class[s] = f->c.class[f->c.class[s]];
	memset(f->table, 0, ((size_t)f->mask + 1) * sizeof *f->table); /* rows are others now */
	for (uint32_t s = DFA_SINKS; s < n; s++)
		if (f->tangled[s] && f->c.class[s] == s)
			fold(f, s);
	return ROBOTSC_OK;
}

static enum robotsc_status begin(struct arena *a, struct folder *f)
{
	const uint32_t n = f->c.in->n;
	f->table = row_table(a, n, &f->mask);
	f->tangled = robotsc__arena_zeroed(a, n, 1);
	f->c.class = robotsc__arena_take(a, n * sizeof *f->c.class);
	f->c.hash = robotsc__arena_take(a, n * sizeof *f->c.hash);
	if (!f->table || !f->tangled || !f->c.class || !f->c.hash)
		return ROBOTSC_ERR_NOMEM;
	find_tangle(f, f->c.class); /* for a queue, as long as it says nothing */
	for (uint32_t s = 0; s < n; s++)
		f->c.class[s] = s;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__minim_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out)
{
	struct folder f = {.arena = a, .c = {.in = in, .n = in->n, .budget = budget}, .done = 1};
	struct numbering n;
	*out = (struct dfa){0};
	if (begin(a, &f) != ROBOTSC_OK || (f.ntangled && fold_tangle(&f) != ROBOTSC_OK))
		return ROBOTSC_ERR_NOMEM;
	if (!f.done)
		return ROBOTSC_OK;
	for (uint32_t s = in->n; s-- > DFA_SINKS;)
		if (!f.tangled[s])
			fold(&f, s);
	if (begin_numbers(&f, &n) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	number_reached(&f.c, &n);
	if (build(a, &f.c, &n, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	out->start = n.number[f.c.class[in->start]];
	return ROBOTSC_OK;
}
