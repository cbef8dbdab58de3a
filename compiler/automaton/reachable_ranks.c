/* reachable_ranks.c - see state_set.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "state_set.h"

static void reach_clear(struct reach *r)
{
	*r = (struct reach){{0, 0}, {UINT32_MAX, UINT32_MAX}};
}

static void reach_rank(struct reach *r, uint32_t rank)
{
	if (rank > r->high[rank & 1])
		r->high[rank & 1] = rank;
	if (rank && rank < r->low[rank & 1])
		r->low[rank & 1] = rank;
}

static void reach_join(struct reach *r, const struct reach *more)
{
	for (int v = 0; v < 2; v++) {
		if (more->high[v] > r->high[v])
			r->high[v] = more->high[v];
		if (more->low[v] < r->low[v])
			r->low[v] = more->low[v];
	}
}

/* Build the tries of all gaps, with their failure links. */
static enum robotsc_status build_tries(struct arena *a, struct reachable *r)
{
	const struct segments *segments = r->segments;
	size_t room = segments->ngaps;
	struct literal *literals = robotsc__arena_take(a, segments->nsegments * sizeof *literals);
	if (!literals)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < segments->nsegments; i++) {
		literals[i] = (struct literal){segments->items[i].text, segments->items[i].len};
		room += segments->items[i].len;
	}
	r->root = robotsc__arena_take(a, ((size_t)segments->ngaps + 1) * sizeof *r->root);
	r->fail = robotsc__arena_take(a, room * sizeof *r->fail);
	r->gap = robotsc__arena_take(a, room * sizeof *r->gap);
	if (!r->root || !r->fail || !r->gap || robotsc__trie_init(a, (uint32_t)room, &r->trie) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t gap = 0; gap < segments->ngaps; gap++) {
		r->root[gap] = r->trie.n;
		robotsc__trie_add(&r->trie, literals, segments->first[gap], segments->first[gap + 1]);
		if (gap > 0)
			robotsc__trie_fail(&r->trie, r->root[gap], r->trie.n, r->fail);
		for (uint32_t node = r->root[gap]; node < r->trie.n; node++)
			r->gap[node] = gap;
	}
	r->root[segments->ngaps] = r->trie.n;
	return ROBOTSC_OK;
}

/* Compute `below`, `opens` and `done` of a gap's nodes from the leaves up, and then the gap's
 * `beyond`. */
static void weigh_gap(struct reachable *r, uint32_t gap)
{
	for (uint32_t node = r->root[gap + 1]; node-- > r->root[gap];) {
		const uint32_t child = r->trie.child[node];
		struct reach *below = &r->below[node];
		/* the usual case: nothing ends here */
		if (r->trie.kids[node] == 1 && r->trie.from[child] == r->trie.from[node]) {
			*below = r->below[child];
			r->opens[node] = r->opens[child];
			r->done[node] = NO_NODE;
			continue;
		}
		const struct segment *segment = reachable_segment(r, node);
		reach_clear(below);
		r->opens[node] = 0;
		r->done[node] = segment ? node : NO_NODE;
		if (segment) {
			reach_rank(below, segment->rank);
			reach_rank(below, segment->end);
			r->opens[node] = segment->opens != 0;
		}
		for (uint32_t i = 0; i < r->trie.kids[node]; i++) {
			reach_join(below, &r->below[child + i]);
			r->opens[node] |= r->opens[child + i];
		}
	}
	r->beyond[gap] = r->below[r->root[gap]];
	for (uint32_t i = r->segments->first[gap]; i < r->segments->first[gap + 1]; i++)
		if (r->segments->items[i].opens)
			reach_join(&r->beyond[gap], &r->beyond[r->segments->items[i].opens]);
}

static enum robotsc_status weigh(struct arena *a, struct reachable *r)
{
	const uint32_t n = r->trie.n;
	r->below = robotsc__arena_take(a, n * sizeof *r->below);
	r->beyond = robotsc__arena_take(a, r->segments->ngaps * sizeof *r->beyond);
	r->opens = robotsc__arena_take(a, n);
	r->done = robotsc__arena_take(a, n * sizeof *r->done);
	if (!r->below || !r->beyond || !r->opens || !r->done)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t gap = r->segments->ngaps; gap-- > 0;)
		weigh_gap(r, gap);
	for (uint32_t node = r->root[1]; node < n; node++)
		if (r->done[node] == NO_NODE)
			r->done[node] = r->done[r->fail[node]];
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__reachable_ranks_run(struct arena *a, const struct segments *segments, struct reachable *out)
{
	*out = (struct reachable){.segments = segments};
	const enum robotsc_status status = build_tries(a, out);
	return status == ROBOTSC_OK ? weigh(a, out) : status;
}
