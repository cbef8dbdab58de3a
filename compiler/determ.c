/* determ.c - see determ.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "determ.h"

#include <string.h>

#include "load.h"
#include "outlook.h"

/* A subset: the rank of the best match, and nodes in ascending order, at most one of a region. */
struct subset {
	uint32_t best, nnodes;
	uint32_t first; /* its nodes: nodes[first..] */
	uint32_t next;  /* state in the same hash bucket, plus 1 */
	uint32_t hash;
};

struct determ {
	struct arena *arena;
	struct outlook o;
	struct dfa *out;
	struct subset *subsets;
	size_t nsubsets, room;
	uint32_t *nodes; /* of all subsets */
	size_t nnodes, nodes_room;
	uint32_t nlisted; /* in buckets: those without a node of region 0 */
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

/* Can a region that opens at or below a node still matter?  What an active region leads to is not
 * counted: it was reached from there already. */
static int opened_matters(struct determ *d, uint32_t node, const uint32_t floor[2])
{
	for (uint32_t i = d->o.trie.from[node]; i < d->o.trie.to[node]; i++) {
		const uint32_t opens = d->o.chain->segments[i].opens;
		d->budget -= d->budget > 0;
		if (opens && d->stamp[opens] != d->step &&
		    (d->o.beyond[opens].high[0] > floor[0] || d->o.beyond[opens].high[1] > floor[1]))
			return 1;
	}
	return 0;
}

/* Can something at or below a node still matter?  Ranks of verdict v matter above floor[v]. */
static inline int matters(struct determ *d, uint32_t node, const uint32_t floor[2])
{
	const struct reach *below = &d->o.below[node];
	return below->high[0] > floor[0] || below->high[1] > floor[1] || (d->o.opens[node] && opened_matters(d, node, floor));
}

/* Take a node and what ends there into the subset in the making. */
static void enter(struct determ *d, uint32_t node, uint32_t *best)
{
	d->scratch[d->nscratch++] = node;
	for (uint32_t at = d->o.done[node]; at != NO_NODE; at = outlook_next(&d->o, at)) {
		const struct segment *segment = outlook_ended(&d->o, at);
		d->budget -= d->budget > 0;
		if (segment->rank > *best)
			*best = segment->rank;
		if (segment->opens && d->stamp[segment->opens] != d->step) {
			d->stamp[segment->opens] = d->step;
			d->scratch[d->nscratch++] = d->o.root[segment->opens];
		}
	}
}

/* As prune, of one node of region 0 below which nothing opens: most subsets are that. */
static uint32_t prune_plain(const struct determ *d, uint32_t node, uint32_t *best)
{
	const struct reach *below = &d->o.below[node];
	const uint32_t verdict = *best & 1, low = below->low[!verdict];
	if (below->high[!verdict] <= *best)
		return verdict;
	if (low > *best && low != UINT32_MAX)
		*best = low - 1;
	return NO_NODE;
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
		const uint32_t node = outlook_origin(&d->o, d->scratch[i]);
		const struct reach *reach = d->o.region[node] ? &d->o.beyond[d->o.region[node]] : &d->o.below[node];
		if (!matters(d, node, floor))
			continue;
		uint32_t low = reach->low[!verdict];
		if (low < *best + 1 || low == UINT32_MAX || (!d->o.region[node] && d->o.opens[node]))
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
		if (!matters(d, outlook_origin(&d->o, node), floor))
			continue;
		while (d->o.region[node] && node != outlook_origin(&d->o, node) && !matters(d, node, floor))
			node = d->o.fail[node];
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

static const uint32_t *nodes_of(const struct determ *d, const struct subset *s)
{
	return d->nodes + s->first;
}

/* Has a subset no node of region 0?  It would come first. */
static int floats(const struct determ *d, const uint32_t *nodes, uint32_t n)
{
	return n == 0 || d->o.region[nodes[0]];
}

/* Put a state into its bucket. */
static void enlist(struct determ *d, uint32_t state)
{
	uint32_t *bucket = &d->bucket[d->subsets[state].hash & d->mask];
	d->subsets[state].next = *bucket;
	*bucket = state + 1;
}

static enum robotsc_status grow_buckets(struct determ *d)
{
	const uint32_t size = d->mask ? (d->mask + 1) * 2 : 256;
	d->bucket = robotsc__arena_zeroed(d->arena, size, sizeof *d->bucket);
	if (!d->bucket)
		return ROBOTSC_ERR_NOMEM;
	d->mask = size - 1;
	for (uint32_t i = DFA_SINKS; i < d->nsubsets; i++)
		if (floats(d, nodes_of(d, &d->subsets[i]), d->subsets[i].nnodes))
			enlist(d, i);
	return ROBOTSC_OK;
}

/* The state of the subset in scratch, or NO_NODE. */
static uint32_t find(const struct determ *d, uint32_t best, uint32_t hash)
{
	const size_t size = d->nscratch * sizeof *d->scratch;
	for (uint32_t i = d->bucket[hash & d->mask]; i; i = d->subsets[i - 1].next) {
		const struct subset *s = &d->subsets[i - 1];
		if (s->hash == hash && s->best == best && s->nnodes == d->nscratch && memcmp(nodes_of(d, s), d->scratch, size) == 0)
			return i - 1;
	}
	return NO_NODE;
}

/* The state of the subset in scratch, made if it is new.  With a node of region 0 it is: that node says
 * which path led there, and a path is followed once. */
static enum robotsc_status intern(struct determ *d, uint32_t best, uint32_t *state)
{
	const int listed = floats(d, d->scratch, d->nscratch);
	const uint32_t hash = listed ? hash_scratch(d, best) : 0;
	*state = listed ? find(d, best, hash) : NO_NODE;
	if (*state != NO_NODE)
		return ROBOTSC_OK;
	if ((d->nsubsets == d->room && !robotsc__arena_grow(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets)) ||
	    !robotsc__arena_reserve(d->arena, (void **)&d->nodes, &d->nodes_room, sizeof *d->nodes, d->nnodes + d->nscratch))
		return ROBOTSC_ERR_NOMEM;
	d->subsets[d->nsubsets] = (struct subset){.best = best, .nnodes = d->nscratch, .first = (uint32_t)d->nnodes, .hash = hash};
	for (uint32_t i = 0; i < d->nscratch; i++)
		d->nodes[d->nnodes++] = d->scratch[i];
	*state = (uint32_t)d->nsubsets++;
	d->budget -= d->budget > 8 ? 8 : d->budget;
	if (!listed)
		return ROBOTSC_OK;
	enlist(d, *state);
	return d->nlisted++ > d->mask ? grow_buckets(d) : ROBOTSC_OK;
}

/* Finish the subset in scratch. */
static enum robotsc_status settle(struct determ *d, uint32_t best, uint32_t *state)
{
	const int plain = d->nscratch == 1 && !d->o.region[d->scratch[0]] && !d->o.opens[d->scratch[0]];
	const uint32_t sink = plain ? prune_plain(d, d->scratch[0], &best) : prune(d, &best);
	if (sink == NO_NODE)
		return intern(d, best, state);
	*state = sink;
	return ROBOTSC_OK;
}

/* Where a state goes over an octet, or (octet below 0) over one that no segment has there.  child: that of
 * known over the octet. */
static enum robotsc_status step(struct determ *d, uint32_t from, int octet, uint32_t known, uint32_t child, uint32_t *state)
{
	const struct subset *const s = &d->subsets[from];
	const uint32_t *const nodes = nodes_of(d, s), n = s->nnodes;
	uint32_t best = s->best;
	d->nscratch = 0;
	d->step++;
	for (uint32_t i = 0; i < n; i++)
		d->stamp[d->o.region[nodes[i]]] = d->step;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t node = nodes[i], region = d->o.region[node];
		uint32_t to = child;
		d->budget -= d->budget > 0;
		if (node != known && region)
			to = octet < 0 ? d->o.root[region]
			               : robotsc__trie_step(&d->o.trie, d->o.fail, d->o.root[region], node, (uint8_t)octet);
		else if (node != known)
			to = octet < 0 ? NO_NODE : robotsc__trie_child(&d->o.trie, node, (uint8_t)octet);
		if (to != NO_NODE)
			enter(d, to, &best);
	}
	return settle(d, best, state);
}

/* The octets over which a state has a way of its own. */
static void collect_octets(struct determ *d, const struct subset *s, uint64_t set[4])
{
	memset(set, 0, 4 * sizeof *set);
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t node = nodes_of(d, s)[i];; node = d->o.fail[node]) {
			for (uint32_t k = 0; k < d->o.trie.kids[node]; k++) {
				const uint8_t octet = d->o.trie.octet[d->o.trie.child[node] + k];
				set[octet >> 6] |= (uint64_t)1 << (octet & 63);
			}
			d->budget -= d->budget > 0;
			if (!d->o.region[node] || node == outlook_origin(&d->o, node))
				break;
		}
}

/* The verdict if the path ends in a state. */
static uint8_t end_verdict(const struct determ *d, const struct subset *s)
{
	uint32_t best = s->best;
	for (uint32_t i = 0; i < s->nnodes; i++)
		for (uint32_t at = d->o.done[nodes_of(d, s)[i]]; at != NO_NODE; at = outlook_next(&d->o, at))
			if (outlook_ended(&d->o, at)->end > best)
				best = outlook_ended(&d->o, at)->end;
	return best & 1;
}

/* Room for so many more edges. */
static int reserve_edges(struct determ *d, size_t n)
{
	n += d->nedges;
	return robotsc__arena_reserve(d->arena, (void **)&d->octets, &d->octets_room, sizeof *d->octets, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&d->targets, &d->targets_room, sizeof *d->targets, n);
}

static void add_edge(struct determ *d, uint8_t octet, uint32_t target)
{
	d->octets[d->nedges] = octet;
	d->targets[d->nedges++] = target;
}

/* Add the edge of a state over an octet, unless it leads where other octets go. */
static enum robotsc_status add_step(struct determ *d, uint32_t state, uint8_t octet, uint32_t known, uint32_t child, uint32_t other)
{
	uint32_t target;
	const enum robotsc_status status = step(d, state, octet, known, child, &target);
	if (status == ROBOTSC_OK && target != other)
		add_edge(d, octet, target);
	return status;
}

/* All ways out of a state; *other receives where most octets go. */
static enum robotsc_status expand(struct determ *d, uint32_t state, uint32_t *other)
{
	uint64_t set[4];
	enum robotsc_status status = step(d, state, -1, NO_NODE, NO_NODE, other);
	if (!reserve_edges(d, 256))
		return ROBOTSC_ERR_NOMEM;
	collect_octets(d, &d->subsets[state], set);
	for (unsigned word = 0; word < 4; word++)
		for (uint64_t rest = set[word]; rest && status == ROBOTSC_OK; rest &= rest - 1)
			status = add_step(d, state, (uint8_t)(word * 64 + lowest_bit(rest)), NO_NODE, NO_NODE, *other);
	return status;
}

/* A state of lower number that goes where this one goes, except over octets below a node that the
 * subset has and that one has not: the node is set back to where it falls back to.  NO_NODE where
 * there is none. */
static uint32_t find_base(struct determ *d, uint32_t state, uint32_t *node)
{
	const struct subset *s = &d->subsets[state];
	const struct outlook *o = &d->o;
	const uint32_t *const nodes = nodes_of(d, s);
	uint32_t at = 0;
	while (at < s->nnodes && o->region[nodes[at]] && nodes[at] == outlook_origin(o, nodes[at]))
		at++;
	if (at == s->nnodes)
		return NO_NODE;
	*node = nodes[at];
	d->nscratch = 0;
	for (uint32_t i = 0; i < s->nnodes; i++)
		if (i != at)
			d->scratch[d->nscratch++] = nodes[i];
		else if (o->region[*node])
			d->scratch[d->nscratch++] = o->fail[*node];
	if (d->nscratch == 0)
		return s->best & 1;
	const uint32_t base = find(d, s->best, hash_scratch(d, s->best));
	return base < state ? base : NO_NODE;
}

/* All ways out of a state, with those of its base where they are the same. */
static enum robotsc_status derive(struct determ *d, uint32_t state, uint32_t base, uint32_t node, uint32_t *other)
{
	const struct trie *trie = &d->o.trie;
	enum robotsc_status status = ROBOTSC_OK;
	uint32_t e = d->out->first[base], child = trie->child[node];
	const uint32_t end = d->out->first[base + 1], last = child + trie->kids[node];
	const uint64_t cost = (uint64_t)(end - e + 1) * d->subsets[state].nnodes;
	d->budget -= d->budget < cost ? d->budget : cost;
	*other = d->out->other[base];
	if (!reserve_edges(d, end - e + trie->kids[node]))
		return ROBOTSC_ERR_NOMEM;
	for (; child < last && status == ROBOTSC_OK; child++) {
		const uint8_t octet = trie->octet[child];
		for (; e < end && d->octets[e] < octet; e++)
			add_edge(d, d->octets[e], d->targets[e]);
		e += e < end && d->octets[e] == octet;
		status = add_step(d, state, octet, node, child, *other);
	}
	for (; e < end; e++)
		add_edge(d, d->octets[e], d->targets[e]);
	return status;
}

/* Room in the dfa for so many states. */
static int reserve_states(struct determ *d, struct dfa *out, size_t *room, size_t n)
{
	size_t other = *room, first = other;
	return robotsc__arena_reserve(d->arena, (void **)&out->other, &other, sizeof *out->other, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&out->first, &first, sizeof *out->first, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&out->end, room, sizeof *out->end, n);
}

/* The states whose verdict is settled. */
static void add_sinks(struct determ *d)
{
	d->nsubsets = DFA_SINKS;
	for (uint32_t sink = 0; sink < DFA_SINKS; sink++) {
		d->out->end[sink] = (uint8_t)sink;
		d->out->other[sink] = sink;
		d->out->first[sink] = 0;
	}
}

static enum robotsc_status start(struct determ *d, uint32_t fallback, uint32_t *state)
{
	uint32_t best = fallback;
	const size_t room = (size_t)d->o.chain->nregions + 1;
	d->stamp = robotsc__arena_zeroed(d->arena, room, sizeof *d->stamp);
	d->scratch = robotsc__arena_take(d->arena, room * sizeof *d->scratch);
	if (!d->stamp || !d->scratch || grow_buckets(d) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	add_sinks(d);
	d->step = 1;
	d->nscratch = 0;
	enter(d, d->o.root[0], &best);
	return settle(d, best, state);
}

/* As settle, of a subset of one node of region 0 below which nothing opens. */
static uint32_t settle_plain(struct determ *d, uint32_t node, uint32_t best)
{
	const struct segment *segment = outlook_segment(&d->o, node);
	if (segment && segment->rank > best)
		best = segment->rank;
	const uint32_t sink = prune_plain(d, node, &best);
	if (sink != NO_NODE)
		return sink;
	d->subsets[d->nsubsets] = (struct subset){.best = best, .first = node};
	return (uint32_t)d->nsubsets++;
}

/* All states where there is only region 0.  Each is a node and a rank, so there are no more than nodes, nor edges. */
static enum robotsc_status run_plain(struct determ *d, uint32_t fallback)
{
	const struct trie *t = &d->o.trie;
	struct dfa *out = d->out;
	size_t room = 0;
	if (!robotsc__arena_reserve(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets, (size_t)t->n + DFA_SINKS) ||
	    !reserve_edges(d, t->n) || !reserve_states(d, out, &room, (size_t)t->n + DFA_SINKS + 1))
		return ROBOTSC_ERR_NOMEM;
	add_sinks(d);
	out->start = settle_plain(d, d->o.root[0], fallback);
	for (uint32_t state = DFA_SINKS; state < d->nsubsets; state++) {
		const uint32_t node = d->subsets[state].first, best = d->subsets[state].best;
		const struct segment *segment = outlook_segment(&d->o, node);
		out->first[state] = (uint32_t)d->nedges;
		out->end[state] = (segment && segment->end > best ? segment->end : best) & 1;
		out->other[state] = best & 1;
		for (uint32_t child = t->child[node]; child < t->child[node] + t->kids[node]; child++) {
			const uint32_t to = settle_plain(d, child, best);
			if (to != (best & 1))
				add_edge(d, t->octet[child], to);
		}
	}
	return ROBOTSC_OK;
}

/* Room for as many states as there mostly are, so that little is copied later. */
static int reserve_usual(struct determ *d, struct dfa *out, size_t *room)
{
	const size_t n = d->o.trie.n + d->o.trie.n / 4 + 32;
	return robotsc__arena_reserve(d->arena, (void **)&d->subsets, &d->room, sizeof *d->subsets, n) &&
	       robotsc__arena_reserve(d->arena, (void **)&d->nodes, &d->nodes_room, sizeof *d->nodes, n) &&
	       reserve_edges(d, 2 * n) && reserve_states(d, out, room, n);
}

/* Is it plain by now that the budget will not do?  There are hardly ever fewer states than two for three
 * nodes.  Measured on 2,995 files: one in three that would use up the budget ends here, and nearly none that
 * would not. */
static int is_slow(const struct determ *d, uint64_t budget, uint32_t state)
{
	const uint64_t spent = budget - d->budget;
	return spent > budget / 8 && 3 * (uint64_t)state * budget < 2 * spent * d->o.trie.n;
}

/* All states; none where the budget is used up. */
static enum robotsc_status run_subsets(struct determ *d, uint32_t fallback)
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
		out->end[state] = end_verdict(d, &d->subsets[state]);
		uint32_t node = NO_NODE;
		const uint32_t base = find_base(d, state, &node);
		if ((base == NO_NODE ? expand(d, state, &out->other[state]) : derive(d, state, base, node, &out->other[state])) !=
		    ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__determ_run(struct arena *a, const struct chain *chain, uint32_t fallback, uint64_t budget,
                                        struct dfa *out)
{
	struct determ d = {.arena = a, .out = out, .budget = budget};
	*out = (struct dfa){0};
	enum robotsc_status status = robotsc__outlook_run(a, chain, &d.o);
	if (status == ROBOTSC_OK)
		status = chain->nregions == 1 ? run_plain(&d, fallback) : run_subsets(&d, fallback);
	if (status != ROBOTSC_OK || d.nsubsets == 0)
		return status;
	out->n = (uint32_t)d.nsubsets;
	out->first[out->n] = (uint32_t)d.nedges;
	out->octet = d.octets;
	out->target = d.targets;
	return ROBOTSC_OK;
}
