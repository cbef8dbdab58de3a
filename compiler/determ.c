/* determ.c - see determ.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "determ.h"

#include <string.h>

#include "trie.h"

/* A subset: the rank of the best match, and nodes in ascending order, at most one of a region. */
struct subset {
	uint32_t best, nnodes;
	uint32_t *nodes;
	uint32_t next; /* state in the same hash bucket, plus 1 */
	uint32_t hash;
};

/* The highest and lowest ranks of each verdict, 0 and UINT32_MAX for none. */
struct reach {
	uint32_t high[2], low[2];
};

struct determ {
	struct arena *arena;
	const struct chain *chain;
	struct trie trie;
	uint32_t *root;       /* of each region; nregions + 1 entries */
	uint32_t *region;     /* of each node */
	uint32_t *fail;       /* of each node of a floating region */
	uint32_t *done;       /* nearest node, this one included, of its failure links where a segment ends; or NO_NODE */
	struct reach *below;  /* of each node: ranks at it and below it, regions not followed */
	struct reach *beyond; /* of each region: all that it leads to */
	uint8_t *opens;       /* of each node: a segment at it or below it opens a region */
	struct subset *subsets;
	size_t nsubsets, room;
	uint32_t *bucket;
	uint32_t mask;
	uint32_t *stamp; /* of each region: the step in which it was last active */
	uint32_t step;
	uint32_t *scratch; /* nodes of the subset in the making */
	uint32_t nscratch;
	uint64_t budget;
	uint8_t *octets; /* edges in the making */
	uint32_t *targets;
	size_t nedges, octets_room, targets_room;
};

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

/* The segment that ends at a node, or NULL. */
static const struct segment *segment_at(const struct determ *d, uint32_t node)
{
	return robotsc__trie_ended(&d->trie, node) > d->trie.from[node] ? &d->chain->segments[d->trie.from[node]] : NULL;
}

/* Build the tries of all regions, and what each node and region leads to. */
static enum robotsc_status build_tries(struct determ *d)
{
	const struct chain *chain = d->chain;
	size_t room = chain->nregions;
	struct literal *literals = robotsc__arena_take(d->arena, chain->nsegments * sizeof *literals);
	if (!literals)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < chain->nsegments; i++) {
		literals[i] = (struct literal){chain->segments[i].text, chain->segments[i].len};
		room += chain->segments[i].len;
	}
	d->root = robotsc__arena_take(d->arena, ((size_t)chain->nregions + 1) * sizeof *d->root);
	d->fail = robotsc__arena_take(d->arena, room * sizeof *d->fail);
	d->region = robotsc__arena_take(d->arena, room * sizeof *d->region);
	if (!d->root || !d->fail || !d->region || robotsc__trie_init(d->arena, (uint32_t)room, &d->trie) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t r = 0; r < chain->nregions; r++) {
		d->root[r] = d->trie.n;
		robotsc__trie_add(&d->trie, literals, chain->first[r], chain->first[r + 1]);
		if (r > 0)
			robotsc__trie_link(&d->trie, d->root[r], d->trie.n, d->fail);
		for (uint32_t node = d->root[r]; node < d->trie.n; node++)
			d->region[node] = r;
	}
	d->root[chain->nregions] = d->trie.n;
	return ROBOTSC_OK;
}

/* What the nodes of a region lead to, from the leaves up; then what the region leads to. */
static void weigh_region(struct determ *d, uint32_t r)
{
	for (uint32_t node = d->root[r + 1]; node-- > d->root[r];) {
		const struct segment *segment = segment_at(d, node);
		struct reach *below = &d->below[node];
		reach_clear(below);
		d->opens[node] = 0;
		if (segment) {
			reach_rank(below, segment->rank);
			reach_rank(below, segment->end);
			d->opens[node] = segment->opens != 0;
		}
		for (uint32_t i = 0; i < d->trie.kids[node]; i++) {
			reach_join(below, &d->below[d->trie.child[node] + i]);
			d->opens[node] |= d->opens[d->trie.child[node] + i];
		}
	}
	d->beyond[r] = d->below[d->root[r]];
	for (uint32_t i = d->chain->first[r]; i < d->chain->first[r + 1]; i++)
		if (d->chain->segments[i].opens)
			reach_join(&d->beyond[r], &d->beyond[d->chain->segments[i].opens]);
}

static enum robotsc_status weigh(struct determ *d)
{
	const uint32_t n = d->trie.n;
	d->below = robotsc__arena_take(d->arena, n * sizeof *d->below);
	d->beyond = robotsc__arena_take(d->arena, d->chain->nregions * sizeof *d->beyond);
	d->opens = robotsc__arena_take(d->arena, n);
	d->done = robotsc__arena_take(d->arena, n * sizeof *d->done);
	if (!d->below || !d->beyond || !d->opens || !d->done)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t r = d->chain->nregions; r-- > 0;)
		weigh_region(d, r);
	for (uint32_t node = 0; node < n; node++) {
		if (segment_at(d, node))
			d->done[node] = node;
		else
			d->done[node] = d->region[node] && node != d->root[d->region[node]] ? d->done[d->fail[node]] : NO_NODE;
	}
	return ROBOTSC_OK;
}

/* The next shorter node where a segment ends, or NO_NODE. */
static uint32_t done_next(const struct determ *d, uint32_t node)
{
	return d->region[node] ? d->done[d->fail[node]] : NO_NODE;
}

/* Can something at or below a node still matter?  Ranks of verdict v matter above floor[v].  What
 * an active region leads to is not counted: it was reached from there already. */
static int matters(struct determ *d, uint32_t node, const uint32_t floor[2])
{
	const struct reach *below = &d->below[node];
	if (below->high[0] > floor[0] || below->high[1] > floor[1])
		return 1;
	if (!d->opens[node])
		return 0;
	for (uint32_t i = d->trie.from[node]; i < d->trie.to[node]; i++) {
		const uint32_t opens = d->chain->segments[i].opens;
		d->budget -= d->budget > 0;
		if (opens && d->stamp[opens] != d->step &&
		    (d->beyond[opens].high[0] > floor[0] || d->beyond[opens].high[1] > floor[1]))
			return 1;
	}
	return 0;
}

/* The node from which everything of the region can still be reached. */
static uint32_t origin(const struct determ *d, uint32_t node)
{
	return d->region[node] ? d->root[d->region[node]] : node;
}

/* Take a node and what ends there into the subset in the making. */
static void enter(struct determ *d, uint32_t node, uint32_t *best)
{
	d->scratch[d->nscratch++] = node;
	for (uint32_t at = d->done[node]; at != NO_NODE; at = done_next(d, at)) {
		const struct segment *segment = segment_at(d, at);
		d->budget -= d->budget > 0;
		if (segment->rank > *best)
			*best = segment->rank;
		if (segment->opens && d->stamp[segment->opens] != d->step) {
			d->stamp[segment->opens] = d->step;
			d->scratch[d->nscratch++] = d->root[segment->opens];
		}
	}
}

/* Drop from the subset what cannot change the verdict any more.  Returns the settled verdict's
 * state, or NO_NODE. */
static uint32_t prune(struct determ *d, uint32_t *best)
{
	const uint32_t verdict = *best & 1;
	uint32_t opposed = UINT32_MAX, floor[2], kept = 0;
	floor[!verdict] = *best;
	floor[verdict] = UINT32_MAX;
	for (uint32_t i = 0; i < d->nscratch; i++) {
		const uint32_t node = origin(d, d->scratch[i]);
		const struct reach *reach = d->region[node] ? &d->beyond[d->region[node]] : &d->below[node];
		if (!matters(d, node, floor))
			continue;
		uint32_t low = reach->low[!verdict];
		if (low < *best + 1 || low == UINT32_MAX || (!d->region[node] && d->opens[node]))
			low = *best + 1; /* low may be of a rank that was passed, or not know all */
		if (low < opposed)
			opposed = low;
	}
	if (opposed == UINT32_MAX)
		return verdict;
	*best = opposed - 1; /* what is between says what holds anyway */
	floor[0] = floor[1] = *best;
	floor[verdict] = opposed;
	for (uint32_t i = 0; i < d->nscratch; i++) {
		uint32_t node = d->scratch[i];
		if (!matters(d, origin(d, node), floor))
			continue;
		while (d->region[node] && node != origin(d, node) && !matters(d, node, floor))
			node = d->fail[node];
		uint32_t k = kept++;
		for (; k > 0 && d->scratch[k - 1] > node; k--)
			d->scratch[k] = d->scratch[k - 1];
		d->scratch[k] = node;
	}
	d->nscratch = kept;
	return NO_NODE;
}

static uint32_t hash_scratch(const struct determ *d, uint32_t best)
{
	uint32_t h = best * 2654435761u;
	for (uint32_t i = 0; i < d->nscratch; i++)
		h = (h ^ d->scratch[i]) * 2654435761u, h ^= h >> 15;
	return h;
}

static enum robotsc_status grow_buckets(struct determ *d)
{
	const uint32_t size = d->mask ? (d->mask + 1) * 2 : 256;
	d->bucket = robotsc__arena_zeroed(d->arena, size, sizeof *d->bucket);
	if (!d->bucket)
		return ROBOTSC_ERR_NOMEM;
	d->mask = size - 1;
	for (uint32_t i = DFA_SINKS; i < d->nsubsets; i++) {
		uint32_t *bucket = &d->bucket[d->subsets[i].hash & d->mask];
		d->subsets[i].next = *bucket;
		*bucket = i + 1;
	}
	return ROBOTSC_OK;
}

/* The state of the subset in scratch, made if it is new. */
static enum robotsc_status intern(struct determ *d, uint32_t best, uint32_t *state)
{
	const uint32_t hash = hash_scratch(d, best);
	const size_t size = d->nscratch * sizeof *d->scratch;
	for (uint32_t i = d->bucket[hash & d->mask]; i; i = d->subsets[i - 1].next) {
		const struct subset *s = &d->subsets[i - 1];
		if (s->hash == hash && s->best == best && s->nnodes == d->nscratch && memcmp(s->nodes, d->scratch, size) == 0) {
			*state = i - 1;
			return ROBOTSC_OK;
		}
	}
	if (d->nsubsets == d->room && !robotsc__arena_grow(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets))
		return ROBOTSC_ERR_NOMEM;
	struct subset *s = &d->subsets[d->nsubsets];
	*s = (struct subset){.best = best, .nnodes = d->nscratch, .nodes = robotsc__arena_take(d->arena, size), .hash = hash};
	if (!s->nodes)
		return ROBOTSC_ERR_NOMEM;
	memcpy(s->nodes, d->scratch, size);
	s->next = d->bucket[hash & d->mask];
	d->bucket[hash & d->mask] = (uint32_t)d->nsubsets + 1;
	*state = (uint32_t)d->nsubsets++;
	d->budget -= d->budget > 8 ? 8 : d->budget;
	return d->nsubsets > d->mask ? grow_buckets(d) : ROBOTSC_OK;
}

/* Finish the subset in scratch. */
static enum robotsc_status settle(struct determ *d, uint32_t best, uint32_t *state)
{
	const uint32_t sink = prune(d, &best);
	if (sink == NO_NODE)
		return intern(d, best, state);
	*state = sink;
	return ROBOTSC_OK;
}

/* Where a state goes over an octet, or (octet below 0) over one that no segment has there. */
static enum robotsc_status step(struct determ *d, uint32_t from, int octet, uint32_t *state)
{
	const struct subset s = d->subsets[from];
	uint32_t best = s.best;
	d->nscratch = 0;
	d->step++;
	for (uint32_t i = 0; i < s.nnodes; i++)
		d->stamp[d->region[s.nodes[i]]] = d->step;
	for (uint32_t i = 0; i < s.nnodes; i++) {
		const uint32_t node = s.nodes[i], region = d->region[node];
		d->budget -= d->budget > 0;
		if (region) {
			const uint32_t root = d->root[region];
			enter(d, octet < 0 ? root : robotsc__trie_step(&d->trie, d->fail, root, node, (uint8_t)octet), &best);
		} else if (octet >= 0) {
			const uint32_t child = robotsc__trie_child(&d->trie, node, (uint8_t)octet);
			if (child != NO_NODE)
				enter(d, child, &best);
		}
	}
	return settle(d, best, state);
}

/* The octets over which a state has a way of its own. */
static void collect_octets(struct determ *d, const struct subset *s, uint64_t set[4])
{
	memset(set, 0, 4 * sizeof *set);
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t node = s->nodes[i];; node = d->fail[node]) {
			for (uint32_t k = 0; k < d->trie.kids[node]; k++) {
				const uint8_t octet = d->trie.octet[d->trie.child[node] + k];
				set[octet >> 6] |= (uint64_t)1 << (octet & 63);
			}
			d->budget -= d->budget > 0;
			if (!d->region[node] || node == origin(d, node))
				break;
		}
}

/* The verdict if the path ends in a state. */
static uint8_t end_verdict(const struct determ *d, const struct subset *s)
{
	uint32_t best = s->best;
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t at = d->done[s->nodes[i]]; at != NO_NODE; at = done_next(d, at))
			if (segment_at(d, at)->end > best)
				best = segment_at(d, at)->end;
	return best & 1;
}

static enum robotsc_status add_edge(struct determ *d, uint8_t octet, uint32_t target)
{
	if (d->nedges == d->octets_room && !robotsc__arena_grow(d->arena, (void **)&d->octets, &d->octets_room, sizeof *d->octets))
		return ROBOTSC_ERR_NOMEM;
	if (d->nedges == d->targets_room &&
	    !robotsc__arena_grow(d->arena, (void **)&d->targets, &d->targets_room, sizeof *d->targets))
		return ROBOTSC_ERR_NOMEM;
	d->octets[d->nedges] = octet;
	d->targets[d->nedges++] = target;
	return ROBOTSC_OK;
}

/* The number of the lowest bit that is set. */
static unsigned lowest_bit(uint64_t x)
{
#if defined(__GNUC__)
	return (unsigned)__builtin_ctzll(x);
#else
	unsigned n = 0;
	for (; !(x & 1); x >>= 1)
		n++;
	return n;
#endif
}

/* All ways out of a state; *other receives where most octets go. */
static enum robotsc_status expand(struct determ *d, uint32_t state, uint32_t *other)
{
	uint64_t set[4];
	enum robotsc_status status = step(d, state, -1, other);
	const struct subset s = d->subsets[state];
	collect_octets(d, &s, set);
	for (unsigned word = 0; word < 4; word++)
		for (uint64_t rest = set[word]; rest && status == ROBOTSC_OK; rest &= rest - 1) {
			const uint8_t octet = (uint8_t)(word * 64 + lowest_bit(rest));
			uint32_t target;
			status = step(d, state, octet, &target);
			if (status == ROBOTSC_OK && target != *other)
				status = add_edge(d, octet, target);
		}
	return status;
}

static enum robotsc_status start(struct determ *d, uint32_t fallback, uint32_t *state)
{
	uint32_t best = fallback;
	const size_t room = (size_t)d->chain->nregions + 1;
	d->stamp = robotsc__arena_zeroed(d->arena, room, sizeof *d->stamp);
	d->scratch = robotsc__arena_take(d->arena, room * sizeof *d->scratch);
	if (!d->stamp || !d->scratch || grow_buckets(d) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (d->nsubsets = 0; d->nsubsets < DFA_SINKS; d->nsubsets++)
		if (d->nsubsets == d->room && !robotsc__arena_grow(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets))
			return ROBOTSC_ERR_NOMEM;
	d->step = 1;
	d->nscratch = 0;
	enter(d, d->root[0], &best);
	return settle(d, best, state);
}

/* Room in the dfa for the states found so far. */
static enum robotsc_status reserve(struct determ *d, struct dfa *out, size_t *room)
{
	size_t sizes[3] = {*room, *room, *room};
	if (!robotsc__arena_grow(d->arena, (void **)&out->end, &sizes[0], sizeof *out->end) ||
	    !robotsc__arena_grow(d->arena, (void **)&out->other, &sizes[1], sizeof *out->other) ||
	    !robotsc__arena_grow(d->arena, (void **)&out->first, &sizes[2], sizeof *out->first))
		return ROBOTSC_ERR_NOMEM;
	*room = sizes[0];
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__determ_run(struct arena *a, const struct chain *chain, uint32_t fallback, uint64_t budget,
                                        struct dfa *out)
{
	struct determ d = {.arena = a, .chain = chain, .budget = budget};
	size_t room = 0;
	*out = (struct dfa){0};
	if (build_tries(&d) != ROBOTSC_OK || weigh(&d) != ROBOTSC_OK || start(&d, fallback, &out->start) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t state = 0; state < d.nsubsets; state++) {
		if (d.budget == 0)
			return ROBOTSC_OK; /* n is still 0 */
		if (state + 1 >= room && reserve(&d, out, &room) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		out->first[state] = (uint32_t)d.nedges;
		if (state < DFA_SINKS) {
			out->end[state] = (uint8_t)state;
			out->other[state] = state;
			continue;
		}
		out->end[state] = end_verdict(&d, &d.subsets[state]);
		if (expand(&d, state, &out->other[state]) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	out->n = (uint32_t)d.nsubsets;
	out->first[out->n] = (uint32_t)d.nedges;
	out->octet = d.octets;
	out->target = d.targets;
	return ROBOTSC_OK;
}
