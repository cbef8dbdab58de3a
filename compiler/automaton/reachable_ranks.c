/* reachable_ranks.c - see reachable_ranks.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reachable_ranks.h"

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
static enum robotsc_status build_tries(struct arena *a, struct reachable *o)
{
	const struct segments *segments = o->segments;
	size_t room = segments->ngaps;
	struct literal *literals = robotsc__arena_take(a, segments->nsegments * sizeof *literals);
	if (!literals)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < segments->nsegments; i++) {
		literals[i] = (struct literal){segments->items[i].text, segments->items[i].len};
		room += segments->items[i].len;
	}
	o->root = robotsc__arena_take(a, ((size_t)segments->ngaps + 1) * sizeof *o->root);
	o->fail = robotsc__arena_take(a, room * sizeof *o->fail);
	o->gap = robotsc__arena_take(a, room * sizeof *o->gap);
	if (!o->root || !o->fail || !o->gap || robotsc__trie_init(a, (uint32_t)room, &o->trie) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t r = 0; r < segments->ngaps; r++) {
		o->root[r] = o->trie.n;
		robotsc__trie_add(&o->trie, literals, segments->first[r], segments->first[r + 1]);
		if (r > 0)
			robotsc__trie_link(&o->trie, o->root[r], o->trie.n, o->fail);
		for (uint32_t node = o->root[r]; node < o->trie.n; node++)
			o->gap[node] = r;
	}
	o->root[segments->ngaps] = o->trie.n;
	return ROBOTSC_OK;
}

/* Compute below, opens and done of a gap's nodes from the leaves up, and then beyond of the
 * gap. */
static void weigh_gap(struct reachable *o, uint32_t r)
{
	for (uint32_t node = o->root[r + 1]; node-- > o->root[r];) {
		const uint32_t child = o->trie.child[node];
		struct reach *below = &o->below[node];
		/* the usual case: nothing ends here */
		if (o->trie.kids[node] == 1 && o->trie.from[child] == o->trie.from[node]) {
			*below = o->below[child];
			o->opens[node] = o->opens[child];
			o->done[node] = NO_NODE;
			continue;
		}
		const struct segment *segment = reachable_segment(o, node);
		reach_clear(below);
		o->opens[node] = 0;
		o->done[node] = segment ? node : NO_NODE;
		if (segment) {
			reach_rank(below, segment->rank);
			reach_rank(below, segment->end);
			o->opens[node] = segment->opens != 0;
		}
		for (uint32_t i = 0; i < o->trie.kids[node]; i++) {
			reach_join(below, &o->below[child + i]);
			o->opens[node] |= o->opens[child + i];
		}
	}
	o->beyond[r] = o->below[o->root[r]];
	for (uint32_t i = o->segments->first[r]; i < o->segments->first[r + 1]; i++)
		if (o->segments->items[i].opens)
			reach_join(&o->beyond[r], &o->beyond[o->segments->items[i].opens]);
}

static enum robotsc_status weigh(struct arena *a, struct reachable *o)
{
	const uint32_t n = o->trie.n;
	o->below = robotsc__arena_take(a, n * sizeof *o->below);
	o->beyond = robotsc__arena_take(a, o->segments->ngaps * sizeof *o->beyond);
	o->opens = robotsc__arena_take(a, n);
	o->done = robotsc__arena_take(a, n * sizeof *o->done);
	if (!o->below || !o->beyond || !o->opens || !o->done)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t r = o->segments->ngaps; r-- > 0;)
		weigh_gap(o, r);
	for (uint32_t node = o->root[1]; node < n; node++)
		if (o->done[node] == NO_NODE)
			o->done[node] = o->done[o->fail[node]];
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__reachable_ranks_run(struct arena *a, const struct segments *segments, struct reachable *out)
{
	*out = (struct reachable){.segments = segments};
	const enum robotsc_status status = build_tries(a, out);
	return status == ROBOTSC_OK ? weigh(a, out) : status;
}
