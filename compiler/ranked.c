/* ranked.c - see ranked.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ranked.h"

#include <string.h>

#include "sort.h"
#include "trie.h"

#define MARKS_KNOWN 64 /* of the latest marks are looked through for an equal one */
#define MERGE_PASSES 8
#define MERGE_MAX ((uint32_t)1 << 18) /* larger machines are not searched for equal states: memory */

struct ranked {
	struct arena *arena;
	const struct chain *chain;
	const struct rules *rules;
	struct machine *m;
	struct trie trie;
	struct literal *literals; /* of region 0, then of all others, in octet order */
	uint32_t *segment;        /* of each literal */
	uint32_t hub;             /* root of the floating segments; NO_STATE: there are none */
	uint32_t always;          /* the region behind the first '/', or 0: it needs no register */
	uint32_t *known;          /* of each node: the highest rank that the way to it has completed */
	uint32_t *reg;            /* register of each region, from 1; 0: always open */
	uint32_t stop[2];         /* as those of the rules, where the path has left what begins it */
	uint32_t beside[2];       /* the same of what is behind stars alone */
	uint32_t *below;          /* of each anchored node, two: the highest rank of each verdict at it or below it */
};

static int compare_literals(const void *ctx, uint32_t x, uint32_t y)
{
	const struct segment *segments = ctx, *sx = &segments[x], *sy = &segments[y];
	const int d = memcmp(sx->text, sy->text, sx->len < sy->len ? sx->len : sy->len);
	return d ? d : sx->len < sy->len ? -1 : sx->len > sy->len;
}

/* Sort the segments into literals and build both tries. */
static enum robotsc_status build_tries(struct ranked *r)
{
	const struct chain *chain = r->chain;
	const uint32_t anchored = chain->first[1], n = chain->nsegments;
	size_t room = 2;
	r->literals = robotsc__arena_take(r->arena, n * sizeof *r->literals);
	r->segment = robotsc__arena_take(r->arena, n * sizeof *r->segment);
	if (!r->literals || !r->segment)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		r->segment[i] = i;
		room += chain->segments[i].len;
	}
	if (room > UINT32_MAX / 2)
		return ROBOTSC_ERR_TOO_LARGE;
	if (!robotsc__sort(r->arena, r->segment + anchored, n - anchored, compare_literals, chain->segments))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++)
		r->literals[i] = (struct literal){chain->segments[r->segment[i]].text, chain->segments[r->segment[i]].len};
	if (robotsc__trie_init(r->arena, (uint32_t)room, &r->trie) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	robotsc__trie_add(&r->trie, r->literals, 0, anchored);
	r->hub = anchored < n ? r->trie.n : NO_STATE;
	if (anchored < n)
		robotsc__trie_add(&r->trie, r->literals, anchored, n);
	return ROBOTSC_OK;
}

/* Registers for the regions that are not always open. */
static enum robotsc_status number_registers(struct ranked *r)
{
	const struct chain *chain = r->chain;
	r->reg = robotsc__arena_take(r->arena, chain->nregions * sizeof *r->reg);
	if (!r->reg)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < chain->first[1]; i++)
		if (chain->segments[i].len == 1 && chain->segments[i].opens)
			r->always = chain->segments[i].opens; /* "/" begins every path */
	r->reg[0] = 0;
	for (uint32_t region = 1; region < chain->nregions; region++)
		r->reg[region] = region == r->always ? 0 : ++r->m->nregisters;
	return ROBOTSC_OK;
}

/* What a mark reference stands for. */
static struct mark read_mark(const struct machine *m, uint32_t ref)
{
	return ref & 1 ? m->marks[ref >> 1] : (struct mark){.rank = ref >> 1};
}

static uint32_t write_mark(struct machine *m, struct mark mark)
{
	if (!mark.end && !mark.gate)
		return mark.rank << 1;
	for (uint32_t i = m->nmarks; !mark.gate && i-- > 0 && m->nmarks - i <= MARKS_KNOWN;)
		if (!m->marks[i].gate && m->marks[i].rank == mark.rank && m->marks[i].end == mark.end)
			return i << 1 | 1;
	m->marks[m->nmarks++] = mark;
	return (m->nmarks - 1) << 1 | 1;
}

static uint32_t greater(uint32_t x, uint32_t y)
{
	return x > y ? x : y;
}

/* A rank that a match may have, where ranks above stop settle the verdict. */
static void oppose(uint32_t stop[2], uint32_t rank)
{
	stop[!(rank & 1)] = greater(stop[!(rank & 1)], rank);
}

/* The ranks above which a match settles the verdict.  Behind a star, whole paths that outrank all else, as /robots.txt
 * does, do not count: whoever comes there has left them.  alone: no other machine has a say. */
static void set_stops(struct ranked *r, int alone)
{
	uint32_t top = 0;
	for (unsigned verdict = 0; verdict < 2; verdict++)
		r->stop[verdict] = r->beside[verdict] = alone ? 0 : r->rules->stop[verdict];
	for (uint32_t i = 0; i < r->chain->nsegments; i++) {
		const struct segment *segment = &r->chain->segments[i];
		top = greater(top, greater(segment->rank, segment->region ? segment->end : 0));
	}
	for (uint32_t i = 0; i < r->chain->nsegments; i++) {
		const struct segment *segment = &r->chain->segments[i];
		oppose(r->stop, segment->rank);
		oppose(r->stop, segment->region || segment->end <= top ? segment->end : 0);
		oppose(r->beside, segment->region ? segment->rank : 0);
		oppose(r->beside, segment->region ? segment->end : 0);
	}
}

/* What may still be matched of what begins the path, from each of its nodes on. */
static void look_below(struct ranked *r, uint32_t end)
{
	const struct trie *t = &r->trie;
	for (uint32_t node = end; node-- > 0;) {
		uint32_t *below = r->below + 2 * (size_t)node;
		for (uint32_t i = t->from[node]; i < robotsc__trie_ended(t, node); i++) {
			const struct segment *segment = &r->chain->segments[r->segment[i]];
			below[segment->rank & 1] = greater(below[segment->rank & 1], segment->rank);
			below[segment->end & 1] = greater(below[segment->end & 1], segment->end);
		}
		for (uint32_t i = 0; i < t->kids[node]; i++)
			for (unsigned verdict = 0; verdict < 2; verdict++)
				below[verdict] = greater(below[verdict], r->below[2 * ((size_t)t->child[node] + i) + verdict]);
	}
}

/* Add what a segment completes. */
static void complete(struct ranked *r, const struct segment *segment, struct mark *mark)
{
	struct machine *m = r->m;
	struct gate gate = {.from = segment->region == ANYWHERE ? 0 : r->reg[segment->region],
	                    .before = segment->path ? r->reg[r->chain->query] : 0,
	                    .opens = segment->opens ? r->reg[segment->opens] : 0,
	                    .length = segment->len,
	                    .rank = segment->rank,
	                    .end = segment->end,
	                    .next = mark->gate};
	m->top = greater(m->top, greater(segment->rank, segment->end));
	if (!gate.from && !gate.before) { /* nothing to wait for */
		mark->rank = greater(mark->rank, segment->rank);
		mark->end = greater(mark->end, segment->end);
		gate.rank = gate.end = 0;
	}
	if (gate.rank || gate.end || gate.opens) {
		m->gates[m->ngates++] = gate;
		mark->gate = m->ngates;
	}
}

/* Mark a node: what ends there itself, and what its link completes.  A path that comes to a node has
 * shown all beginnings of its literal before: what they have completed need not be said again. */
static void mark_node(struct ranked *r, uint32_t node, uint32_t parent, uint32_t inherited, const uint32_t stop[2])
{
	struct machine *m = r->m;
	const uint32_t ended = robotsc__trie_ended(&r->trie, node);
	m->mark[node] = inherited;
	if (r->trie.from[node] < ended) {
		struct mark mark = read_mark(m, inherited);
		for (uint32_t i = r->trie.from[node]; i < ended; i++)
			complete(r, &r->chain->segments[r->segment[i]], &mark);
		m->mark[node] = write_mark(m, mark);
	}
	const uint32_t rank = read_mark(m, m->mark[node]).rank;
	const uint32_t known = r->known[node] = greater(r->known[parent], rank);
	if (rank <= r->known[parent] && !(m->mark[node] & 1))
		m->mark[node] = 0;
	if (known && known > stop[known & 1]) {
		m->flags[node] |= (uint8_t)(STATE_SETTLED | (known & 1 ? STATE_E : 0));
		m->count[node] = 0;
		m->mark[node] = 0;
	}
}

/* Mark a node that has a link.  Where that settles the verdict, so does the node, unless it begins the path: then
 * something may come that begins it too, but nothing behind a star. */
static void link_node(struct ranked *r, uint32_t node, uint32_t parent, const uint32_t stop[2])
{
	struct machine *m = r->m;
	const uint32_t link = m->link[node];
	if (m->flags[link] & STATE_SETTLED) {
		m->otherwise[node] = ELSE_DISALLOW;
		m->link[node] = 0;
		mark_node(r, node, parent, r->known[link] << 1, stop);
	} else {
		m->otherwise[node] = ELSE_LINK;
		mark_node(r, node, parent, m->mark[link], stop);
	}
}

/* The search automaton: links and marks, shorter literals before longer ones. */
static void link_floating(struct ranked *r)
{
	struct machine *m = r->m;
	robotsc__trie_link(&r->trie, r->hub, r->trie.n, m->link);
	m->otherwise[r->hub] = ELSE_SELF;
	m->mark[r->hub] = r->known[r->hub] = 0;
	for (uint32_t node = r->hub; node < r->trie.n; node++)
		for (uint32_t i = 0; i < r->trie.kids[node]; i++)
			link_node(r, r->trie.child[node] + i, node, r->stop);
}

/* Does the segment that ends at an anchored node open a region? */
static int opens_region(const struct ranked *r, uint32_t node)
{
	const uint32_t i = r->trie.from[node];
	return i < robotsc__trie_ended(&r->trie, node) && r->chain->segments[r->segment[i]].opens != 0;
}

/* The trie of what begins the path.  Floating segments are looked for from where the first region
 * opens; before that a path that leaves the trie is done. */
static void link_anchored(struct ranked *r, uint32_t end)
{
	struct machine *m = r->m;
	const struct trie *t = &r->trie;
	m->otherwise[0] = ELSE_DISALLOW;
	m->mark[0] = r->known[0] = 0;
	for (uint32_t node = 0; node < end; node++)
		for (uint32_t i = 0; i < t->kids[node]; i++) {
			const uint32_t child = t->child[node] + i, *below = r->below + 2 * (size_t)child;
			const uint32_t stop[2] = {greater(r->beside[0], below[1]), greater(r->beside[1], below[0])};
			m->otherwise[child] = m->otherwise[node];
			if (m->otherwise[node] == ELSE_LINK) {
				m->link[child] = robotsc__trie_step(t, m->link, r->hub, m->link[node], t->octet[child]);
			} else if (opens_region(r, child)) {
				m->otherwise[child] = ELSE_LINK;
				m->link[child] = r->hub;
			}
			if (m->otherwise[child] == ELSE_LINK)
				link_node(r, child, node, stop);
			else
				mark_node(r, child, node, 0, stop);
		}
}

/* A state for the merging of equal ones. */
static uint32_t hash_state(const struct machine *m, uint32_t s)
{
	uint32_t h = (m->mark[s] * 31 + m->otherwise[s]) * 31 + m->flags[s];
	if (m->otherwise[s] == ELSE_LINK)
		h = h * 31 + m->link[s];
	for (uint32_t e = m->first[s]; e < m->first[s] + m->count[s]; e++)
		h = (h * 31 + m->octet[e]) * 31 + m->target[e];
	h *= 2654435761u;
	return h ^ h >> 15;
}

static int equal_states(const struct machine *m, uint32_t x, uint32_t y)
{
	if (m->mark[x] != m->mark[y] || m->otherwise[x] != m->otherwise[y] || m->flags[x] != m->flags[y] ||
	    m->count[x] != m->count[y] || (m->otherwise[x] == ELSE_LINK && m->link[x] != m->link[y]))
		return 0;
	for (uint32_t i = 0; i < m->count[x]; i++)
		if (m->octet[m->first[x] + i] != m->octet[m->first[y] + i] ||
		    m->target[m->first[x] + i] != m->target[m->first[y] + i])
			return 0;
	return 1;
}

struct slot {
	uint32_t state, hash; /* plus 1; 0: none */
};

/* One pass of merging.  same[s] is the state that stands for s; edges and links name only such.  Returns whether links
 * have changed: only then may another pass find more. */
static int merge_once(struct ranked *r, struct slot *table, uint32_t size, uint32_t *same)
{
	struct machine *m = r->m;
	int changed = 0;
	memset(table, 0, size * sizeof *table);
	for (uint32_t s = m->n; s-- > 0;) {
		if (same[s] != s)
			continue;
		for (uint32_t e = m->first[s]; e < m->first[s] + m->count[s]; e++)
			m->target[e] = same[m->target[e]];
		const uint32_t hash = hash_state(m, s);
		uint32_t at = hash & (size - 1);
		while (table[at].state && (table[at].hash != hash || !equal_states(m, table[at].state - 1, s)))
			at = (at + 1) & (size - 1);
		if (!table[at].state)
			table[at] = (struct slot){s + 1, hash};
		else if (s != r->hub && s != m->start)
			same[s] = table[at].state - 1;
	}
	for (uint32_t s = 0; s < m->n; s++)
		if (m->otherwise[s] == ELSE_LINK && same[m->link[s]] != m->link[s]) {
			m->link[s] = same[m->link[s]];
			changed = 1;
		}
	return changed;
}

/* Merge states that complete, link and lead alike, from the leaves up: children come before their
 * parents when states are taken from the last.  Links lead the other way, so passes are repeated
 * while one changes any; more than MERGE_PASSES are not worth their time. */
static enum robotsc_status merge(struct ranked *r)
{
	struct machine *m = r->m;
	uint32_t size = 16;
	while (size < m->n)
		size *= 2;
	struct slot *table = robotsc__arena_take(r->arena, size * sizeof *table);
	uint32_t *same = robotsc__arena_take(r->arena, m->n * sizeof *same);
	m->target = robotsc__arena_take(r->arena, m->n * sizeof *m->target);
	if (!table || !same || !m->target)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t s = 0; s < m->n; s++)
		m->target[s] = same[s] = s;
	for (int pass = 0; pass < MERGE_PASSES && merge_once(r, table, size, same);)
		pass++;
	for (uint32_t s = 0; s < m->n; s++)
		if (same[s] != s) {
			m->flags[s] = STATE_SETTLED | STATE_MERGED; /* not reached any more */
			m->count[s] = 0;
		}
	return ROBOTSC_OK;
}

static enum robotsc_status reserve(struct ranked *r)
{
	struct machine *m = r->m;
	const struct chain *chain = r->chain;
	m->n = r->trie.n;
	m->first = r->trie.child;
	m->count = r->trie.kids;
	m->octet = r->trie.octet;
	m->otherwise = robotsc__arena_zeroed(r->arena, m->n, 1);
	m->link = robotsc__arena_zeroed(r->arena, m->n, sizeof *m->link);
	m->mark = robotsc__arena_zeroed(r->arena, m->n, sizeof *m->mark); /* nothing below settled nodes */
	m->flags = robotsc__arena_zeroed(r->arena, m->n, 1);
	m->marks = robotsc__arena_take(r->arena, chain->nsegments * sizeof *m->marks);
	r->known = robotsc__arena_zeroed(r->arena, m->n, sizeof *r->known);
	r->below = robotsc__arena_zeroed(r->arena, r->hub == NO_STATE ? m->n : r->hub, 2 * sizeof *r->below);
	m->gates = robotsc__arena_take(r->arena, chain->nsegments * sizeof *m->gates);
	return m->otherwise && m->link && m->mark && m->flags && m->marks && m->gates && r->known && r->below ? ROBOTSC_OK
	                                                                                                      : ROBOTSC_ERR_NOMEM;
}

enum robotsc_status robotsc__ranked_run(struct arena *a, const struct chain *chain, const struct rules *rules, int alone,
                                        struct machine *out)
{
	struct ranked r = {.arena = a, .chain = chain, .rules = rules, .m = out};
	*out = (struct machine){.start = 0, .hub = NO_STATE, .stop = {rules->stop[0], rules->stop[1]}, .fallback = rules->fallback};
	enum robotsc_status status = build_tries(&r);
	if (status == ROBOTSC_OK)
		status = number_registers(&r);
	if (status == ROBOTSC_OK)
		status = reserve(&r);
	if (status != ROBOTSC_OK)
		return status;
	set_stops(&r, alone);
	look_below(&r, r.hub == NO_STATE ? out->n : r.hub);
	if (r.hub != NO_STATE)
		link_floating(&r);
	link_anchored(&r, r.hub == NO_STATE ? out->n : r.hub);
	if (out->n <= MERGE_MAX && merge(&r) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	return robotsc__machine_glue(a, out);
}
