/* minim.c - see minim.h.
 *
 * Most equal states are found from the ends up, by their rows: all of them where no way leads back.
 * Where some do, states may be equal that only lead to equal ones in a circle: partition refinement of
 * what is left finds them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "minim.h"

#include "refine.h"

#define NO_CLASS UINT32_MAX

/* Number the class of a state, unless it has a number; n classes have. */
static inline uint32_t number_class(const struct classes *c, uint32_t s, uint32_t n, uint32_t *number, uint32_t *state)
{
	uint32_t *const its = &number[c->class[s]];
	if (*its != NO_CLASS)
		return n;
	*its = n;
	state[n] = s;
	return n + 1;
}

/* Number the classes of the states that the start reaches, breadth-first. */
static uint32_t number_classes(const struct classes *c, uint32_t *number, uint32_t *state)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < c->n; i++)
		number[i] = NO_CLASS;
	for (uint32_t sink = 0; sink < DFA_SINKS; sink++) {
		number[c->class[sink]] = n;
		state[n++] = sink;
	}
	n = number_class(c, c->in->start, n, number, state);
	for (uint32_t i = DFA_SINKS; i < n; i++) {
		const uint32_t s = state[i], end = c->in->first[s + 1];
		for (uint32_t e = c->in->first[s]; e < end; e++)
			n = number_class(c, c->in->target[e], n, number, state);
		n = number_class(c, c->in->other[s], n, number, state);
	}
	return n;
}

/* The states of each class as one. */
static enum robotsc_status build(struct arena *a, const struct classes *c, struct dfa *out)
{
	const struct dfa *in = c->in;
	uint32_t *number = robotsc__arena_take(a, c->n * sizeof *number), *state = robotsc__arena_take(a, c->n * sizeof *state);
	uint32_t nedges = 0;
	if (!number || !state)
		return ROBOTSC_ERR_NOMEM;
	*out = (struct dfa){.n = number_classes(c, number, state)};
	out->start = number[c->class[in->start]];
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
		const uint32_t s = state[i], other = number[c->class[in->other[s]]], end = in->first[s + 1];
		out->end[i] = in->end[s];
		out->other[i] = other;
		out->first[i] = nedges;
		for (uint32_t e = in->first[s]; e < end; e++) {
			const uint32_t to = number[c->class[in->target[e]]];
			if (to == other)
				continue;
			out->octet[nedges] = in->octet[e];
			out->target[nedges++] = to;
		}
	}
	out->first[out->n] = nedges;
	return ROBOTSC_OK;
}

/* Always the same verdict: then it is a sink's class. */
static int is_constant(const struct classes *c, uint32_t s)
{
	const uint32_t other = c->class[c->in->other[s]];
	return other < DFA_SINKS && other == c->in->end[s] && row_next(c, s, c->in->first[s]) == c->in->first[s + 1];
}

/* Put states of equal rows into one class, from the highest down; *back is set when a way leads back
 * to a class that was not known yet.  States that are equal only by such ways are not found. */
static enum robotsc_status fold(struct arena *a, struct classes *c, int *back)
{
	const struct dfa *in = c->in;
	uint32_t mask, *table = row_table(a, in->n, &mask);
	if (!table)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = 0; s < in->n; s++)
		c->class[s] = s;
	for (uint32_t s = in->n; s-- > DFA_SINKS;) {
		*back |= row_hash(c, s);
		uint32_t at = (uint32_t)row_mix(c->hash[s], in->end[s]) & mask;
		uint32_t class = is_constant(c, s) ? in->end[s] : NO_CLASS;
		while (class == NO_CLASS && table[at]) {
			const uint32_t other = table[at] - 1;
			if (in->end[other] == in->end[s] && c->hash[other] == c->hash[s] && row_compare(c, other, s) == 0)
				class = other;
			at = (at + 1) & mask;
		}
		if (class == NO_CLASS)
			table[at] = s + 1;
		else
			c->class[s] = class;
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__minim_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out)
{
	struct classes c = {.in = in, .n = in->n, .budget = budget};
	struct dfa folded;
	int back = 0;
	*out = (struct dfa){0};
	c.class = robotsc__arena_take(a, in->n * sizeof *c.class);
	c.hash = robotsc__arena_take(a, in->n * sizeof *c.hash);
	if (!c.class || !c.hash || fold(a, &c, &back) != ROBOTSC_OK || build(a, &c, &folded) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	c.in = &folded;
	if (back && robotsc__refine_run(a, &c) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	if (!back || c.n == folded.n)
		*out = folded;
	else if (c.budget)
		return build(a, &c, out);
	return ROBOTSC_OK; /* out->n is 0 where the budget is used up */
}
