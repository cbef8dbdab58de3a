/* automaton.c - see automaton.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "automaton.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(size_t count, size_t size)
{
	void *p = calloc(count + 1, size);
	if (!p) {
		fputs("automaton: out of memory\n", stderr);
		exit(2);
	}
	return p;
}

/* ---- DFAs -------------------------------------------------------------------- */

/* The first state after last to which only a default edge leads, or 0.  It is inside a prefix, and
 * a node for the paths that differ from the prefix there. */
static uint32_t next_default(const struct decode_machine *m, const uint32_t *number, uint32_t last)
{
	for (uint32_t i = last ? m->node_of[last] + 1 : 0; i < m->nnodes; i++) {
		const uint32_t state = m->nodes[i].state;
		for (uint32_t k = 0; k < m->nnodes && number[state] == UINT32_MAX; k++)
			if (number[m->nodes[k].state] != UINT32_MAX && m->nodes[k].other == DECODE_NODE + i)
				return state;
	}
	return 0;
}

void automaton_make(struct automaton *a, const struct decode_machine *m)
{
	uint32_t *number = take(m->nstates, sizeof *number), *state = take(m->nstates, sizeof *state);
	a->next = take(m->nstates, sizeof *a->next);
	a->end = take(m->nstates, sizeof *a->end);
	a->prefix = take(m->nstates, sizeof *a->prefix);
	memset(number, 0xFF, m->nstates * sizeof *number);
	for (a->n = 0; a->n < AUTOMATON_START; a->n++)
		state[number[a->n] = a->n] = a->n;
	number[decode_start(m)] = a->n;
	state[a->n++] = decode_start(m);
	for (uint32_t i = 0, found = 0; i < a->n || (found = next_default(m, number, found)) != 0; i++) {
		if (i == a->n)
			state[number[found] = a->n++] = found;
		a->end[i] = decode_end(m, state[i]);
		a->prefix[i] = state[i] >= DECODE_STATES && m->nodes[m->node_of[state[i]]].prefix;
		for (unsigned octet = 0; octet < 256; octet++) {
			const uint32_t to = decode_step(m, state[i], (uint8_t)octet);
			if (number[to] == UINT32_MAX)
				state[number[to] = a->n++] = to;
			a->next[i][octet] = number[to];
		}
	}
	free(number);
	free(state);
}

void automaton_free(struct automaton *a)
{
	free(a->next);
	free(a->end);
	free(a->prefix);
}

uint32_t automaton_states(const struct automaton *a)
{
	uint32_t n = 0;
	for (uint32_t s = 0; s < a->n; s++)
		n += !a->prefix[s];
	return n;
}

/* A state, and the classes that it and its octets lead to. */
struct row {
	uint32_t state, class[257];
};

static int compare_rows(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	return memcmp(a->class, b->class, sizeof a->class);
}

uint32_t automaton_classes(const struct automaton *a)
{
	struct row *rows = take(a->n, sizeof *rows);
	uint32_t *class = take(a->n, sizeof *class), classes = 0, before;
	for (uint32_t s = 0; s < a->n; s++)
		class[s] = (uint32_t)a->end[s];
	do {
		before = classes;
		for (uint32_t s = 0; s < a->n; s++) {
			rows[s].state = s;
			rows[s].class[256] = class[s];
			for (unsigned octet = 0; octet < 256; octet++)
				rows[s].class[octet] = class[a->next[s][octet]];
		}
		qsort(rows, a->n, sizeof *rows, compare_rows);
		classes = 0;
		for (uint32_t i = 0; i < a->n; i++) {
			classes += i == 0 || compare_rows(&rows[i - 1], &rows[i]) != 0;
			class[rows[i].state] = classes - 1;
		}
	} while (classes != before);
	int *seen = take(classes, sizeof *seen);
	classes = 0;
	for (uint32_t s = 0; s < a->n; s++)
		classes += !a->prefix[s] && seen[class[s]]++ == 0;
	free(seen);
	free(rows);
	free(class);
	return classes;
}

int automaton_verdict(const struct automaton *a, const uint8_t *octets, size_t n)
{
	uint32_t state = AUTOMATON_START;
	for (size_t i = 1; i < n; i++)
		state = a->next[state][octets[i]];
	return a->end[state];
}

/* ---- filters ------------------------------------------------------------------ */

static uint32_t target_state(const struct decode_machine *m, uint32_t target)
{
	return m->nodes[target - DECODE_NODE].state;
}

/* A state of a filter: equal ones are twins. */
struct self {
	uint32_t mark; /* as in the code; 0: none */
	uint32_t count;
	const uint8_t *octets;
	const struct decode_node *branch; /* its ways out; NULL in a run */
	uint32_t to;                      /* target of the only way out of a run */
};

static struct self describe(const struct decode_machine *m, uint32_t state)
{
	uint32_t position;
	const struct decode_node *n = decode_place(m, state, &position);
	struct self self = {.count = n->branch ? n->count : 1, .octets = n->octets};
	if (n->marked && position == 0)
		self.mark = n->mark;
	if (n->branch) {
		self.branch = n;
	} else {
		self.octets += position;
		self.to = position + 1 < n->count ? state + 1 : target_state(m, n->to);
	}
	return self;
}

static uint32_t way(const struct decode_machine *m, const struct self *x, uint32_t i)
{
	return x->branch ? target_state(m, x->branch->targets[i]) : x->to;
}

static int is_twin(const struct decode_machine *m, const struct self *x, const struct self *y)
{
	if (x->mark != y->mark || x->count != y->count)
		return 0;
	for (uint32_t i = 0; i < x->count; i++)
		if (x->octets[i] != y->octets[i] || way(m, x, i) != way(m, y, i))
			return 0;
	return 1;
}

uint32_t automaton_twins(const struct decode_machine *m)
{
	struct self *all = take(m->nstates, sizeof *all);
	uint32_t twins = 0;
	for (uint32_t s = DECODE_STATES; s < m->nstates; s++) {
		const uint32_t node = m->node_of[s];
		if (m->nodes[node].prefix || m->nodes[node].prefix_table || node == m->first || node == m->root)
			continue;
		all[s] = describe(m, s);
		for (uint32_t t = DECODE_STATES; t < s; t++)
			if (all[t].octets && is_twin(m, &all[s], &all[t])) {
				twins++;
				break;
			}
	}
	free(all);
	return twins;
}
