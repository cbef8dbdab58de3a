/* state_set.c - see state_set.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "state_set.h"

#include "support/hash.h"

/* True if a gap that opens at or below a node can still change the verdict.  Active gaps do
 * not count: what they lead to is reachable already. */
static bool opened_matters(struct determinizer *d, uint32_t node, const uint32_t floor[2])
{
	for (uint32_t i = d->r.trie.from[node]; i < d->r.trie.to[node]; i++) {
		const uint32_t opens = d->r.segments->items[i].opens;
		d->budget -= d->budget > 0;
		if (opens && d->stamp[opens] != d->step &&
		    (d->r.beyond[opens].high[0] > floor[0] || d->r.beyond[opens].high[1] > floor[1]))
			return true;
	}
	return false;
}

/* True if something at or below a node can still change the verdict: a rank of verdict v above
 * floor[v]. */
static inline bool matters(struct determinizer *d, uint32_t node, const uint32_t floor[2])
{
	const struct reach *below = &d->r.below[node];
	return below->high[0] > floor[0] || below->high[1] > floor[1] || (d->r.opens[node] && opened_matters(d, node, floor));
}

void robotsc__state_set_ended(struct determinizer *d, uint32_t at, uint32_t *best)
{
	for (; at != NO_NODE; at = reachable_next(&d->r, at)) {
		const struct segment *segment = reachable_ended(&d->r, at);
		d->budget -= d->budget > 0;
		if (segment->rank > *best)
			*best = segment->rank;
		if (segment->opens && d->stamp[segment->opens] != d->step) {
			d->stamp[segment->opens] = d->step;
			d->scratch[d->nscratch++] = d->r.root[segment->opens];
		}
	}
}

/* Remove nodes that cannot change the verdict.  Returns the sink if the verdict is settled, else
 * NO_NODE. */
static uint32_t prune(struct determinizer *d, uint32_t *best)
{
	const uint32_t verdict = *best & 1;
	uint32_t opposed = UINT32_MAX, floor[2], kept = 0;
	floor[!verdict] = *best;
	floor[verdict] = UINT32_MAX;
	for (uint32_t i = 0; i < d->nscratch; i++) {
		const uint32_t node = reachable_origin(&d->r, d->scratch[i]);
		const struct reach *reach = d->r.gap[node] ? &d->r.beyond[d->r.gap[node]] : &d->r.below[node];
		if (!matters(d, node, floor))
			continue;
		uint32_t low = reach->low[!verdict];
		if (low < *best + 1 || low == UINT32_MAX || (!d->r.gap[node] && d->r.opens[node]))
			low = *best + 1; /* the lowest rank above best is not known */
		if (low < opposed)
			opposed = low;
	}
	if (opposed == UINT32_MAX)
		return verdict;
	*best = opposed - 1; /* ranks in between have the current verdict */
	floor[0] = floor[1] = *best;
	floor[verdict] = opposed;
	for (uint32_t i = 0; i < d->nscratch; i++) {
		uint32_t node = d->scratch[i];
		if (!matters(d, reachable_origin(&d->r, node), floor))
			continue;
		while (d->r.gap[node] && node != reachable_origin(&d->r, node) && !matters(d, node, floor))
			node = d->r.fail[node];
		uint32_t k = kept++;
		for (; k > 0 && d->scratch[k - 1] > node; k--)
			d->scratch[k] = d->scratch[k - 1];
		d->scratch[k] = node;
	}
	d->nscratch = kept;
	return NO_NODE;
}

static uint32_t hash_scratch(const struct determinizer *d, uint32_t best)
{
	uint64_t h = hash_add(0, best);
	for (uint32_t i = 0; i < d->nscratch; i++)
		h = hash_add(h, d->scratch[i]);
	return (uint32_t)h;
}

/* True for a set without a node of gap 0, which would come first. */
static bool floats(const struct determinizer *d, const uint32_t *nodes, uint32_t n)
{
	return n == 0 || d->r.gap[nodes[0]];
}

/* Add a state to its bucket. */
static void enlist(struct determinizer *d, uint32_t state)
{
	uint32_t *bucket = &d->bucket[d->subsets[state].hash & d->mask];
	d->subsets[state].next = *bucket;
	*bucket = state + 1;
}

enum robotsc_status robotsc__state_set_reserve(struct determinizer *d)
{
	const uint32_t size = d->mask ? (d->mask + 1) * 2 : 256;
	d->bucket = robotsc__arena_zeroed(d->arena, size, sizeof *d->bucket);
	if (!d->bucket)
		return ROBOTSC_ERR_NOMEM;
	d->mask = size - 1;
	for (uint32_t i = DFA_SINKS; i < d->nsubsets; i++)
		if (floats(d, state_set_nodes(d, &d->subsets[i]), d->subsets[i].nnodes))
			enlist(d, i);
	return ROBOTSC_OK;
}

static uint32_t find(const struct determinizer *d, uint32_t best, uint32_t hash)
{
	for (uint32_t i = d->bucket[hash & d->mask]; i; i = d->subsets[i - 1].next)
		if (d->subsets[i - 1].hash == hash && state_set_is_scratch(d, i - 1, best))
			return i - 1;
	return NO_NODE;
}

uint32_t robotsc__state_set_find(const struct determinizer *d, uint32_t best)
{
	return find(d, best, hash_scratch(d, best));
}

/* Make a state of the set in scratch, without a bucket. */
static inline enum robotsc_status add_state(struct determinizer *d, uint32_t best, uint32_t *state)
{
	if (d->nsubsets == d->room && !robotsc__arena_grow(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets))
		return ROBOTSC_ERR_NOMEM;
	d->subsets[d->nsubsets] = (struct subset){.best = best, .nnodes = d->nscratch, .first = (uint32_t)d->nnodes};
	*state = (uint32_t)d->nsubsets++;
	d->nnodes += d->nscratch;
	d->budget -= d->budget > STEPS_STATE ? STEPS_STATE : d->budget;
	return state_set_make_room(d) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Find the state of the set in scratch in its bucket, or make it. */
static enum robotsc_status list_state(struct determinizer *d, uint32_t best, uint32_t *state)
{
	const uint32_t hash = hash_scratch(d, best);
	*state = find(d, best, hash);
	if (*state != NO_NODE)
		return ROBOTSC_OK;
	if (add_state(d, best, state) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	d->subsets[*state].hash = hash;
	enlist(d, *state);
	return d->nlisted++ > d->mask ? robotsc__state_set_reserve(d) : ROBOTSC_OK;
}

/* A set with a node of gap 0 is always new: the node is a path from the start, and each path is
 * followed once. */
enum robotsc_status robotsc__state_set_intern(struct determinizer *d, uint32_t best, uint32_t *state)
{
	return floats(d, d->scratch, d->nscratch) ? list_state(d, best, state) : add_state(d, best, state);
}

enum robotsc_status robotsc__state_set_settle(struct determinizer *d, uint32_t best, uint32_t *state)
{
	const bool plain = d->nscratch == 1 && !d->r.gap[d->scratch[0]] && !d->r.opens[d->scratch[0]];
	const uint32_t sink = plain ? state_set_plain(d, d->scratch[0], &best) : prune(d, &best);
	if (sink == NO_NODE)
		return robotsc__state_set_intern(d, best, state);
	*state = sink;
	return ROBOTSC_OK;
}
