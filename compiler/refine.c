/* refine.c - see refine.h.
 *
 * States with the same verdict begin in one class.  A state whose successors changed class is looked at
 * again; those of a class that now differ from the others leave it.  Rows count as equal when their hashes
 * are; whether they are is proven once, of what is left in one class.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "refine.h"

#include <string.h>

#define NONE UINT32_MAX
#define SOUGHT UINT32_MAX /* of dirty members: it is known who stays */

/* Dirty states of one class with equal rows. */
struct group {
	uint64_t hash;
	uint32_t class, size;
	uint32_t slot; /* in the table */
	uint32_t to;   /* the class it gets */
};

struct refiner {
	struct classes *c;
	uint32_t *first, *pred;   /* of each state: those that lead to it, pred[first[s]..first[s + 1]) */
	uint32_t *head;           /* of each class: a member, or NONE */
	uint32_t *after, *before; /* of each state: its neighbours in the class */
	uint32_t *size, *ndirty;  /* of each class: members, dirty ones */
	uint32_t *stay;           /* of each class: the group that stays, or NONE */
	uint32_t *dirty, n;       /* states to look at again */
	uint32_t *moved, nmoved;  /* states that left their class */
	uint8_t *queued;          /* of a state: it is dirty */
	struct group *groups;
	uint32_t *group_of, ngroups; /* of each dirty state */
	uint32_t *table, mask;       /* groups by class and row, plus 1 */
};

static enum robotsc_status list_predecessors(struct arena *a, struct refiner *r)
{
	const struct dfa *in = r->c->in;
	const uint32_t nedges = in->first[in->n];
	r->first = robotsc__arena_zeroed(a, (size_t)in->n + 2, sizeof *r->first);
	r->pred = robotsc__arena_take(a, ((size_t)nedges + in->n) * sizeof *r->pred);
	if (!r->first || !r->pred)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t e = 0; e < nedges; e++)
		r->first[in->target[e] + 2]++;
	for (uint32_t s = 0; s < in->n; s++)
		r->first[in->other[s] + 2]++;
	for (uint32_t s = 2; s < in->n + 2; s++)
		r->first[s] += r->first[s - 1];
	for (uint32_t s = 0; s < in->n; s++) {
		for (uint32_t e = in->first[s]; e < in->first[s + 1]; e++)
			r->pred[r->first[in->target[e] + 1]++] = s;
		r->pred[r->first[in->other[s] + 1]++] = s;
	}
	return ROBOTSC_OK;
}

static void join_class(struct refiner *r, uint32_t s, uint32_t class)
{
	const uint32_t head = r->head[class];
	r->c->class[s] = class;
	r->after[s] = head;
	r->before[s] = NONE;
	if (head != NONE)
		r->before[head] = s;
	r->head[class] = s;
	r->size[class]++;
}

static void leave_class(struct refiner *r, uint32_t s)
{
	const uint32_t after = r->after[s], before = r->before[s], class = r->c->class[s];
	if (after != NONE)
		r->before[after] = before;
	if (before != NONE)
		r->after[before] = after;
	else
		r->head[class] = after;
	r->size[class]--;
}

static uint32_t add_class(struct refiner *r)
{
	r->head[r->c->n] = NONE;
	r->size[r->c->n] = r->ndirty[r->c->n] = 0;
	r->stay[r->c->n] = NONE;
	return r->c->n++;
}

/* A state that is alone in its class needs no look. */
static void add_dirty(struct refiner *r, uint32_t s)
{
	if (r->queued[s] || r->size[r->c->class[s]] == 1)
		return;
	r->queued[s] = 1;
	r->dirty[r->n++] = s;
}

/* Hash a state's row and find the group of such rows in its class, or NONE; *slot receives where in
 * the table it is or would be. */
static uint32_t find_group(struct refiner *r, uint32_t s, uint32_t *slot)
{
	const uint32_t class = r->c->class[s];
	row_hash(r->c, s);
	for (*slot = (uint32_t)row_mix(r->c->hash[s], class) & r->mask; r->table[*slot]; *slot = (*slot + 1) & r->mask) {
		const struct group *g = &r->groups[r->table[*slot] - 1];
		if (g->class == class && g->hash == r->c->hash[s])
			return r->table[*slot] - 1;
	}
	return NONE;
}

static void group_dirty(struct refiner *r)
{
	r->ngroups = 0;
	for (uint32_t i = 0; i < r->n; i++) {
		const uint32_t s = r->dirty[i], class = r->c->class[s];
		uint32_t slot, g = find_group(r, s, &slot);
		if (g == NONE) {
			g = r->ngroups++;
			r->groups[g] = (struct group){.hash = r->c->hash[s], .class = class, .slot = slot};
			r->table[slot] = g + 1;
		}
		r->groups[g].size++;
		r->group_of[s] = g;
		r->ndirty[class]++;
	}
}

/* Which group of a class stays there: that with the rows of its clean members, if there are some; else
 * the largest. */
static void choose_stay(struct refiner *r, uint32_t g)
{
	const uint32_t class = r->groups[g].class;
	uint32_t *const stay = &r->stay[class], slot, clean = r->head[class];
	if (r->ndirty[class] == SOUGHT)
		return;
	if (r->ndirty[class] == r->size[class]) {
		if (*stay == NONE || r->groups[g].size > r->groups[*stay].size)
			*stay = g;
		return;
	}
	while (r->queued[clean])
		clean = r->after[clean];
	*stay = find_group(r, clean, &slot);
	r->ndirty[class] = SOUGHT;
}

/* Give every other group a class of its own, and leave all tables empty. */
static void move_groups(struct refiner *r)
{
	for (uint32_t g = 0; g < r->ngroups; g++)
		r->groups[g].to = r->stay[r->groups[g].class] == g ? r->groups[g].class : add_class(r);
	for (uint32_t g = 0; g < r->ngroups; g++) {
		r->table[r->groups[g].slot] = 0;
		r->stay[r->groups[g].class] = NONE;
		r->ndirty[r->groups[g].class] = 0;
	}
	r->nmoved = 0;
	for (uint32_t i = 0; i < r->n; i++) {
		const uint32_t s = r->dirty[i], to = r->groups[r->group_of[s]].to;
		r->queued[s] = 0;
		if (to == r->c->class[s])
			continue;
		leave_class(r, s);
		join_class(r, s, to);
		r->moved[r->nmoved++] = s;
	}
}

/* One round: split every class that has dirty states, then see whose rows that changes. */
static void split_dirty(struct refiner *r)
{
	group_dirty(r);
	for (uint32_t g = 0; g < r->ngroups; g++)
		choose_stay(r, g);
	move_groups(r);
	r->n = 0;
	for (uint32_t i = 0; i < r->nmoved; i++)
		for (uint32_t k = r->first[r->moved[i]]; k < r->first[r->moved[i] + 1]; k++)
			add_dirty(r, r->pred[k]);
}

/* A class for each verdict at the end; all states are to be looked at. */
static void first_classes(struct refiner *r)
{
	r->c->n = 0;
	for (uint32_t verdict = 0; verdict < DFA_SINKS; verdict++)
		add_class(r);
	for (uint32_t s = 0; s < r->c->in->n; s++)
		join_class(r, s, r->c->in->end[s]);
	for (uint32_t s = 0; s < r->c->in->n; s++)
		add_dirty(r, s);
}

static enum robotsc_status reserve(struct arena *a, struct refiner *r)
{
	const uint32_t n = r->c->in->n;
	uint32_t **const arrays[] = {&r->head, &r->after, &r->before, &r->size,    &r->ndirty,
	                             &r->stay, &r->dirty, &r->moved,  &r->group_of};
	for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
		*arrays[i] = robotsc__arena_take(a, n * sizeof **arrays[i]);
		if (!*arrays[i])
			return ROBOTSC_ERR_NOMEM;
	}
	r->table = row_table(a, n, &r->mask);
	r->queued = robotsc__arena_zeroed(a, n, 1);
	r->groups = robotsc__arena_take(a, n * sizeof *r->groups);
	return r->table && r->queued && r->groups ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Have the states of one class equal rows? */
static int is_proven(struct refiner *r)
{
	for (uint32_t class = 0; class < r->c->n; class ++) {
		if (r->size[class] < 2)
			continue;
		row_hash(r->c, r->head[class]);
		for (uint32_t s = r->after[r->head[class]]; s != NONE; s = r->after[s]) {
			row_hash(r->c, s);
			if (row_compare(r->c, r->head[class], s) != 0)
				return 0;
		}
	}
	return 1;
}

enum robotsc_status robotsc__refine_run(struct arena *a, struct classes *c)
{
	struct refiner r = {.c = c};
	if (reserve(a, &r) != ROBOTSC_OK || list_predecessors(a, &r) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	first_classes(&r);
	while (r.n && c->budget)
		split_dirty(&r);
	if (!is_proven(&r))
		c->budget = 0;
	return ROBOTSC_OK;
}
