/* determinize.c - see determinize.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "determinize.h"

#include <string.h>

#include "match/load.h"
#include "state_set.h"

/* Find the target of a state over an octet.  An octet below 0 stands for any octet that no segment
 * has there. */
static enum robotsc_status step(struct determinizer *d, uint32_t from, int octet, uint32_t *state)
{
	const struct subset *const s = &d->subsets[from];
	const uint32_t *const nodes = state_set_nodes(d, s), n = s->nnodes;
	uint32_t best = s->best;
	d->nscratch = 0;
	d->step++;
	for (uint32_t i = 0; i < n; i++)
		d->stamp[d->r.gap[nodes[i]]] = d->step;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t node = nodes[i], gap = d->r.gap[node];
		uint32_t to;
		d->budget -= d->budget > 0;
		if (gap)
			to = octet < 0 ? d->r.root[gap]
			               : robotsc__trie_step(&d->r.trie, d->r.fail, d->r.root[gap], node, (uint8_t)octet);
		else
			to = octet < 0 ? NO_NODE : robotsc__trie_child(&d->r.trie, node, (uint8_t)octet);
		if (to != NO_NODE)
			state_set_enter(d, to, &best);
	}
	return robotsc__state_set_settle(d, best, state);
}

/* Collect the octets for which a state may need an edge. */
static void collect_octets(struct determinizer *d, const struct subset *s, uint64_t set[4])
{
	memset(set, 0, 4 * sizeof *set);
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t node = state_set_nodes(d, s)[i];; node = d->r.fail[node]) {
			for (uint32_t k = 0; k < d->r.trie.kids[node]; k++) {
				const uint8_t octet = d->r.trie.octet[d->r.trie.child[node] + k];
				set[octet >> 6] |= (uint64_t)1 << (octet & 63);
			}
			d->budget -= d->budget > 0;
			if (!d->r.gap[node] || node == reachable_origin(&d->r, node))
				break;
		}
}

/* The verdict if the path ends in a state. */
static uint8_t end_verdict(const struct determinizer *d, const struct subset *s)
{
	uint32_t best = s->best;
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t at = d->r.done[state_set_nodes(d, s)[i]]; at != NO_NODE; at = reachable_next(&d->r, at))
			if (reachable_ended(&d->r, at)->end > best)
				best = reachable_ended(&d->r, at)->end;
	return best & 1;
}

static bool enlarge_edges(struct determinizer *d, size_t n)
{
	return robotsc__arena_reserve(d->arena, (void **)&d->octets, &d->octets_room, sizeof *d->octets, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&d->targets, &d->targets_room, sizeof *d->targets, n);
}

/* Make room for n more edges. */
static inline bool reserve_edges(struct determinizer *d, size_t n)
{
	n += d->nedges;
	return (n <= d->octets_room && n <= d->targets_room) || enlarge_edges(d, n);
}

static void add_edge(struct determinizer *d, uint8_t octet, uint32_t target)
{
	d->octets[d->nedges] = octet;
	d->targets[d->nedges++] = target;
}

/* Add the edge of a state over an octet, unless dfa->other has the same target. */
static enum robotsc_status add_step(struct determinizer *d, uint32_t state, uint8_t octet, uint32_t other)
{
	uint32_t target;
	const enum robotsc_status status = step(d, state, octet, &target);
	if (status == ROBOTSC_OK && target != other)
		add_edge(d, octet, target);
	return status;
}

/* Compute all transitions of a state.  *other receives the target of octets without an edge. */
static enum robotsc_status expand(struct determinizer *d, uint32_t state, uint32_t *other)
{
	uint64_t set[4];
	enum robotsc_status status = step(d, state, -1, other);
	if (!reserve_edges(d, 256))
		return ROBOTSC_ERR_NOMEM;
	collect_octets(d, &d->subsets[state], set);
	for (unsigned word = 0; word < 4; word++)
		for (uint64_t rest = set[word]; rest && status == ROBOTSC_OK; rest &= rest - 1)
			status = add_step(d, state, (uint8_t)(word * 64 + lowest_bit(rest)), *other);
	return status;
}

/* Find the base of a state: a state of lower number whose transitions differ only over the octets
 * of the children of *node.  The base has the failure link of *node in place of *node, or, if *node
 * is in gap 0, only the other nodes.  Returns NO_NODE if there is none. */
static uint32_t find_base(struct determinizer *d, uint32_t state, uint32_t *node)
{
	const struct subset *s = &d->subsets[state];
	const struct reachable *r = &d->r;
	const uint32_t *const nodes = state_set_nodes(d, s);
	uint32_t at = 0;
	while (at < s->nnodes && r->gap[nodes[at]] && nodes[at] == reachable_origin(r, nodes[at]))
		at++;
	if (at == s->nnodes)
		return NO_NODE;
	*node = nodes[at];
	d->nscratch = 0;
	for (uint32_t i = 0; i < s->nnodes; i++)
		if (i != at)
			d->scratch[d->nscratch++] = nodes[i];
		else if (r->gap[*node])
			d->scratch[d->nscratch++] = r->fail[*node];
	if (d->nscratch == 0)
		return s->best & 1;
	const uint32_t base = robotsc__state_set_find(d, s->best);
	return base < state ? base : NO_NODE;
}

/* Compute all transitions of a state.  Transitions that its base has too are copied. */
static enum robotsc_status derive(struct determinizer *d, uint32_t state, uint32_t base, uint32_t node, uint32_t *other)
{
	const struct trie *trie = &d->r.trie;
	uint32_t e = d->out->first[base], child = trie->child[node];
	const uint32_t end = d->out->first[base + 1], last = child + trie->kids[node];
	const uint64_t cost = (uint64_t)(end - e + 1) * d->subsets[state].nnodes;
	d->budget -= d->budget < cost ? d->budget : cost;
	*other = d->out->other[base];
	if (!reserve_edges(d, end - e + trie->kids[node]))
		return ROBOTSC_ERR_NOMEM;
	uint8_t *const octets = d->octets;
	uint32_t *const targets = d->targets, target;
	size_t n = d->nedges;
	for (; child < last; child++) {
		const uint8_t octet = trie->octet[child];
		for (; e < end && octets[e] < octet; e++, n++) {
			octets[n] = octets[e];
			targets[n] = targets[e];
		}
		e += e < end && octets[e] == octet;
		if (step(d, state, octet, &target) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		if (target != *other) {
			octets[n] = octet;
			targets[n++] = target;
		}
	}
	for (; e < end; e++, n++) {
		octets[n] = octets[e];
		targets[n] = targets[e];
	}
	d->nedges = n;
	return ROBOTSC_OK;
}

/* Make room in the DFA for n states. */
static bool reserve_states(struct determinizer *d, struct dfa *out, size_t *room, size_t n)
{
	size_t other = *room, first = other;
	return robotsc__arena_reserve(d->arena, (void **)&out->other, &other, sizeof *out->other, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&out->first, &first, sizeof *out->first, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&out->end, room, sizeof *out->end, n);
}

/* Add the two states whose verdict is settled. */
static void add_sinks(struct determinizer *d)
{
	d->nsubsets = DFA_SINKS;
	for (uint32_t sink = 0; sink < DFA_SINKS; sink++) {
		d->out->end[sink] = (uint8_t)sink;
		d->out->other[sink] = sink;
		d->out->first[sink] = 0;
		d->subsets[sink] = (struct subset){.best = sink}; /* without nodes */
	}
}

static enum robotsc_status start(struct determinizer *d, uint32_t fallback, uint32_t *state)
{
	uint32_t best = fallback;
	const size_t room = (size_t)d->r.segments->ngaps + 1;
	d->stamp = robotsc__arena_zeroed(d->arena, room, sizeof *d->stamp);
	if (!d->stamp || !state_set_make_room(d) || robotsc__state_set_reserve(d) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	add_sinks(d);
	d->step = 1;
	d->nscratch = 0;
	state_set_enter(d, d->r.root[0], &best);
	return robotsc__state_set_settle(d, best, state);
}

/* Make room for the usual number of states at once, so that growing later copies little. */
static bool reserve_usual(struct determinizer *d, struct dfa *out, size_t *room)
{
	const size_t n = d->r.trie.n + d->r.trie.n / 4 + 32;
	return robotsc__arena_reserve(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&d->nodes, &d->nodes_room, sizeof *d->nodes, n) &&
	       reserve_edges(d, 2 * n) && reserve_states(d, out, room, n);
}

/* True if the budget is too small: a DFA rarely has fewer than two states for three nodes.  On
 * 2,995 files, this stops one in ten runs that would use up the budget, and almost no others. */
static bool is_slow(const struct determinizer *d, uint64_t budget, uint32_t state)
{
	const uint64_t spent = budget - d->budget;
	return spent > budget / 8 && 3 * (uint64_t)state * budget < 2 * spent * d->r.trie.n;
}

/* Make all states; none if the budget runs out. */
static enum robotsc_status run_subsets(struct determinizer *d, uint32_t fallback)
{
	struct dfa *const out = d->out;
	const uint64_t budget = d->budget;
	size_t room = 0;
	if (!reserve_usual(d, out, &room) || start(d, fallback, &out->start) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t state = DFA_SINKS; state < d->nsubsets; state++) {
		if (d->budget == 0 || is_slow(d, budget, state)) {
			d->nsubsets = 0;
			return ROBOTSC_OK;
		}
		if (state + 1 >= room && !reserve_states(d, out, &room, (size_t)state + 2))
			return ROBOTSC_ERR_NOMEM;
		out->first[state] = (uint32_t)d->nedges;
		uint32_t node = NO_NODE;
		const uint32_t base = find_base(d, state, &node);
		out->end[state] =
			base != NO_NODE && d->r.done[node] == NO_NODE ? out->end[base] : end_verdict(d, &d->subsets[state]);
		if ((base == NO_NODE ? expand(d, state, &out->other[state]) : derive(d, state, base, node, &out->other[state])) !=
		    ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__determinize_run(struct arena *a, const struct segments *segments, uint32_t fallback, uint64_t budget,
                                             struct dfa *out)
{
	struct determinizer d = {.arena = a, .out = out, .budget = budget};
	*out = (struct dfa){0};
	enum robotsc_status status = robotsc__reachable_ranks_run(a, segments, &d.r);
	if (status == ROBOTSC_OK)
		status = run_subsets(&d, fallback);
	if (status != ROBOTSC_OK || d.nsubsets == 0)
		return status;
	out->n = (uint32_t)d.nsubsets;
	out->first[out->n] = (uint32_t)d.nedges;
	out->octet = d.octets;
	out->target = d.targets;
	return ROBOTSC_OK;
}
