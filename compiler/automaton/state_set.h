/* state_set.h - the subset construction: reduce a set of trie nodes to what can still change the
 * verdict, and number its state.
 *
 * The set is built in scratch: state_set_enter adds nodes and what ends there,
 * robotsc__state_set_settle finishes it.
 *
 * In    reachable ranks, and nodes.
 * Out   states, numbered in order of discovery.  Equal sets share a state.
 * Fails ROBOTSC_ERR_NOMEM only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STATE_SET_H
#define ROBOTSC_STATE_SET_H

#include <stdbool.h>

#include "dfa.h"
#include "pattern/segments.h"
#include "trie.h"

/* Build tries of segments, and compute the ranks that each node can still reach.
 *
 * In    segments.
 * Out   a trie for each gap, one after the other, and the reachable ranks of nodes and gaps.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets * log 256). */

/* The highest and lowest reachable ranks of each verdict; 0 and UINT32_MAX if there are none. */
struct reach {
	uint32_t high[2], low[2];
};

struct reachable {
	const struct segments *segments;
	struct trie trie;
	uint32_t *root; /* root node of each gap; ngaps + 1 entries */
	uint32_t *gap;  /* the gap of each node */
	uint32_t *fail; /* the failure link of each node, except in gap 0 */
	/* the first node on the path of failure links, from the node itself, where a segment ends;
	 * or NO_NODE */
	uint32_t *done;
	struct reach *below;  /* of each node: ranks reachable without entering another gap */
	struct reach *beyond; /* of each gap: ranks reachable from it, in any gap */
	/* of each node: a segment that ends at it or below it opens a gap */
	uint8_t *opens;
};

enum robotsc_status robotsc__reachable_ranks_run(struct arena *a, const struct segments *segments, struct reachable *out);

/* The segment that ends at a node that done[] contains. */
static inline const struct segment *reachable_ended(const struct reachable *r, uint32_t node)
{
	return &r->segments->items[r->trie.from[node]];
}

/* The segment that ends at a node, or NULL. */
static inline const struct segment *reachable_segment(const struct reachable *r, uint32_t node)
{
	return robotsc__trie_ended(&r->trie, node) > r->trie.from[node] ? reachable_ended(r, node) : NULL;
}

/* The next node on the path of failure links where a segment ends, or NO_NODE. */
static inline uint32_t reachable_next(const struct reachable *r, uint32_t node)
{
	return r->gap[node] ? r->done[r->fail[node]] : NO_NODE;
}

/* The node that leads to everything that a given node may still match: in gap 0 the node itself, in
 * any other gap the gap's root. */
static inline uint32_t reachable_origin(const struct reachable *r, uint32_t node)
{
	return r->gap[node] ? r->root[r->gap[node]] : node;
}

#define STEPS_STATE 8 /* steps of the budget that a new state costs */

/* A state: the rank of the best match, and trie nodes in ascending order, at most one of each
 * gap. */
struct subset {
	uint32_t best, nnodes;
	uint32_t first; /* its nodes are nodes[first..] */
	uint32_t next;  /* next state in its hash bucket, plus 1 */
	uint32_t hash;
};

struct determinizer {
	struct arena *arena;
	struct reachable r;
	struct dfa *out;
	struct subset *subsets;
	size_t nsubsets, room;
	uint32_t *nodes; /* of all states */
	size_t nnodes, nodes_room;
	uint32_t *scratch; /* nodes of the set that is being built, after all others */
	uint32_t nscratch;
	uint32_t nlisted; /* number of states in buckets: states without a node of gap 0 */
	uint32_t *bucket;
	uint32_t mask;
	uint32_t *stamp; /* of each gap: the last step in which it was active */
	uint32_t step;
	uint64_t budget;
	uint8_t *octets; /* edges of all states */
	uint32_t *targets;
	size_t nedges, octets_room, targets_room;
};

/* Double the buckets.  The first call allocates them. */
enum robotsc_status robotsc__state_set_reserve(struct determinizer *d);

/* Make room for another set after all others.  Returns false if memory is refused. */
static inline bool state_set_make_room(struct determinizer *d)
{
	const size_t most = d->nnodes + d->r.segments->ngaps; /* at most one node of each gap */
	if (!robotsc__arena_reserve(d->arena, (void **)&d->nodes, &d->nodes_room, sizeof *d->nodes, most))
		return false;
	d->scratch = d->nodes + d->nnodes;
	return true;
}

/* Take the segments that end at node `at` of done[] and further on its path of failure links: add
 * the gaps that they open to the set, and raise *best to their ranks. */
void robotsc__state_set_ended(struct determinizer *d, uint32_t at, uint32_t *best);

/* Find the state of the set in scratch.  Returns NO_NODE if it is new or has a node of gap 0. */
uint32_t robotsc__state_set_find(const struct determinizer *d, uint32_t best);

/* Find or make the state of the set in scratch, whose verdict is not settled. */
enum robotsc_status robotsc__state_set_intern(struct determinizer *d, uint32_t best, uint32_t *state);

/* Reduce the set in scratch and find its state. */
enum robotsc_status robotsc__state_set_settle(struct determinizer *d, uint32_t best, uint32_t *state);

/* Add a node and what ends there to the set. */
static inline void state_set_enter(struct determinizer *d, uint32_t node, uint32_t *best)
{
	d->scratch[d->nscratch++] = node;
	if (d->r.done[node] != NO_NODE)
		robotsc__state_set_ended(d, d->r.done[node], best);
}

/* Reduce a set whose only node is in gap 0 and opens no gap at or below it, as with most sets.
 * Returns the sink if the verdict is settled, else NO_NODE. */
static inline uint32_t state_set_plain(const struct determinizer *d, uint32_t node, uint32_t *best)
{
	const struct reach *below = &d->r.below[node];
	const uint32_t verdict = *best & 1, low = below->low[!verdict];
	if (below->high[!verdict] <= *best)
		return verdict;
	if (low > *best && low != UINT32_MAX)
		*best = low - 1;
	return NO_NODE;
}

static inline const uint32_t *state_set_nodes(const struct determinizer *d, const struct subset *s)
{
	return d->nodes + s->first;
}

static inline bool same_nodes(const uint32_t *x, const uint32_t *y, uint32_t n)
{
	while (n > 0 && x[n - 1] == y[n - 1])
		n--;
	return n == 0;
}

/* True if a state has the set in scratch. */
static inline bool state_set_is_scratch(const struct determinizer *d, uint32_t state, uint32_t best)
{
	const struct subset *const s = &d->subsets[state];
	return s->best == best && s->nnodes == d->nscratch && same_nodes(state_set_nodes(d, s), d->scratch, d->nscratch);
}

#endif
