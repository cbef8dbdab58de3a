/* settle.h - subsets of nodes to states: what of a subset can still change the verdict, and the number of its state.
 *
 * A subset is made in scratch: its nodes are entered, with what ends there; then it is settled.
 *
 * In    an outlook, and nodes.
 * Out   states, numbered as they are found; those of equal subsets are one.
 * Fails ROBOTSC_ERR_NOMEM only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SETTLE_H
#define ROBOTSC_SETTLE_H

#include "dfa.h"
#include "outlook.h"

#define STEPS_STATE 8 /* that a new state counts for */

/* A subset: the rank of the best match, and nodes in ascending order, at most one of a region. */
struct subset {
	uint32_t best, nnodes;
	uint32_t first; /* its nodes: nodes[first..] */
	uint32_t next;  /* state in the same hash bucket, plus 1 */
	uint32_t hash;
	uint32_t near;   /* where the base of a state that leads here goes, which mostly is the base of this one; or NO_NODE */
	uint32_t steady; /* steps that it took to find that no more than a node changed on the way here, inside a segment; or 0 */
};

struct determ {
	struct arena *arena;
	struct outlook o;
	struct dfa *out;
	struct subset *subsets;
	size_t nsubsets, room;
	uint32_t *nodes; /* of all subsets */
	size_t nnodes, nodes_room;
	uint32_t *scratch; /* behind them: nodes of the subset in the making */
	uint32_t nscratch;
	uint32_t nlisted; /* in buckets: those without a node of region 0 */
	uint32_t *bucket;
	uint32_t mask;
	uint32_t *stamp; /* of each region: the step in which it was last active */
	uint32_t step;
	uint64_t budget;
	uint8_t *octets; /* edges in the making */
	uint32_t *targets;
	size_t nedges, octets_room, targets_room;
};

/* Have the buckets grow; the first time, make some. */
enum robotsc_status robotsc__settle_reserve(struct determ *d);

/* Have room for a subset in the making behind all others.  0 when refused. */
static inline int settle_make_room(struct determ *d)
{
	const size_t most = d->nnodes + d->o.chain->nregions; /* a node of each region */
	if (!robotsc__arena_reserve(d->arena, (void **)&d->nodes, &d->nodes_room, sizeof *d->nodes, most))
		return 0;
	d->scratch = d->nodes + d->nnodes;
	return 1;
}

/* Take what ends at a node, which is done[node], and behind it, into the subset in the making. */
void robotsc__settle_ended(struct determ *d, uint32_t at, uint32_t *best);

/* The state of the subset in scratch, or NO_NODE: of those without a node of region 0. */
uint32_t robotsc__settle_find(const struct determ *d, uint32_t best);

/* The state of the subset in scratch, which can still change the verdict, made if it is new. */
enum robotsc_status robotsc__settle_intern(struct determ *d, uint32_t best, uint32_t *state);

/* Finish the subset in scratch. */
enum robotsc_status robotsc__settle_run(struct determ *d, uint32_t best, uint32_t *state);

/* Take a node and what ends there into the subset in the making. */
static inline void settle_enter(struct determ *d, uint32_t node, uint32_t *best)
{
	d->scratch[d->nscratch++] = node;
	if (d->o.done[node] != NO_NODE)
		robotsc__settle_ended(d, d->o.done[node], best);
}

/* Drop what cannot change the verdict any more from a subset of one node of region 0 below which nothing opens: most
 * subsets are that.  Returns the settled verdict's state, or NO_NODE. */
static inline uint32_t settle_plain(const struct determ *d, uint32_t node, uint32_t *best)
{
	const struct reach *below = &d->o.below[node];
	const uint32_t verdict = *best & 1, low = below->low[!verdict];
	if (below->high[!verdict] <= *best)
		return verdict;
	if (low > *best && low != UINT32_MAX)
		*best = low - 1;
	return NO_NODE;
}

static inline const uint32_t *settle_nodes(const struct determ *d, const struct subset *s)
{
	return d->nodes + s->first;
}

static inline int same_nodes(const uint32_t *x, const uint32_t *y, uint32_t n)
{
	while (n > 0 && x[n - 1] == y[n - 1])
		n--;
	return n == 0;
}

/* Is a state that of the subset in scratch? */
static inline int settle_is_scratch(const struct determ *d, uint32_t state, uint32_t best)
{
	const struct subset *const s = &d->subsets[state];
	return s->best == best && s->nnodes == d->nscratch && same_nodes(settle_nodes(d, s), d->scratch, d->nscratch);
}

#endif
