/* radix.c - see radix.h.
 *
 * Daciuk's construction of a minimal automaton from sorted words, with runs for edges.  The words
 * that begin the current one are on a stack.  A node that no further word extends is finished: what
 * cannot change the verdict is dropped, a node with one way out becomes part of a run, any other
 * node is looked up among the finished ones.  Runs share equal ends: the same construction once
 * more, from the other side.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "radix.h"

#include <stddef.h>
#include <string.h>

#include "match/load.h"
#include "support/sort.h"

/* Octets from..to of a word, and the state after them. */
struct radix_way {
	const uint8_t *base;
	uint32_t from, to, target;
};

/* A node that may still get ways: todo[first..]. */
struct radix_node {
	const uint8_t *base;
	uint32_t depth, best, end;
	size_t first;
};

struct radix_builder {
	struct radix *r;
	struct radix_node *open;
	struct radix_way *todo;
	size_t nopen, ntodo, open_room, todo_room;
};

void robotsc__radix_init(struct radix *r, struct arena *a, bool marks)
{
	*r = (struct radix){.arena = a, .marks = marks};
}

/* Make room for more states and ways. */
static bool reserve(struct radix *r, size_t more)
{
	const size_t most = (size_t)r->n + r->nways + more;
	size_t room[] = {r->room, r->room};
	return most <= r->room || (robotsc__arena_enlarge(r->arena, (void **)&r->octet, &room[0], sizeof *r->octet, most) &&
	                           robotsc__arena_enlarge(r->arena, (void **)&r->target, &room[1], sizeof *r->target, most) &&
	                           robotsc__arena_enlarge(r->arena, (void **)&r->states, &r->room, sizeof *r->states, most) &&
	                           hash_reserve(r->arena, &r->table, (uint32_t)r->room - r->table.n));
}

static bool same_states(const void *ctx, uint32_t x, uint32_t y)
{
	const struct radix *r = ctx;
	const struct radix_state *a = &r->states[x], *b = &r->states[y];
	if (a->kind != b->kind || a->run != b->run || a->n != b->n)
		return false;
	if (a->run)
		return a->next == b->next && memcmp(a->text, b->text, a->n) == 0;
	return a->n == 0 || (memcmp(r->octet + a->next, r->octet + b->next, a->n) == 0 &&
	                     memcmp(r->target + a->next, r->target + b->next, a->n * sizeof *r->target) == 0);
}

/* The finished state that equals states[n].  If there is none, states[n] becomes one. */
static uint32_t intern(struct radix *r, uint64_t hash)
{
	const uint32_t s = hash_intern(&r->table, hash, same_states, r, r->n);
	r->n += s == r->n;
	return s;
}

/* The state that begins a run; for an empty run, its target. */
static uint32_t run_to(struct radix *r, uint32_t kind, const uint8_t *text, uint32_t n, uint32_t target)
{
	if (n == 0)
		return target;
	r->states[r->n] = (struct radix_state){.kind = kind, .run = true, .n = n, .next = target, .text = text};
	return intern(r, hash_octets((uint64_t)target << 32 | kind, text, n));
}

/* Make a branch of n ways. */
static uint32_t branch(struct radix *r, uint32_t kind, uint32_t inside, const struct radix_way *ways, uint32_t n)
{
	uint64_t hash = (uint64_t)n << 32 | kind;
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *const at = ways[i].base + ways[i].from;
		const uint32_t to = run_to(r, inside, at + 1, ways[i].to - ways[i].from - 1, ways[i].target);
		r->octet[r->nways + i] = *at;
		r->target[r->nways + i] = to;
		hash = hash_add(hash, (uint64_t)to << 8 | *at);
	}
	r->states[r->n] = (struct radix_state){.kind = kind, .n = n, .next = r->nways};
	const uint32_t last = r->n, s = intern(r, hash);
	r->nways += s == last ? n : 0;
	return s;
}

/* Begin a run at a node whose only way has another kind of octets.  Verdicts: the run is the way's
 * first octet, and takes in the run after it if that has the node's kind: they adjoin. */
static struct radix_way lone_way(struct radix *r, uint32_t kind, uint32_t inside, struct radix_way way)
{
	if (r->marks) {
		way.target = run_to(r, kind, way.base + way.from, way.to - way.from, way.target);
		way.to = way.from;
		return way;
	}
	way.target = run_to(r, inside, way.base + way.from + 1, way.to - way.from - 1, way.target);
	way.to = way.from + 1;
	const struct radix_state *const next = &r->states[way.target];
	if (next->run && next->kind == kind) {
		way.to += next->n;
		way.target = next->next;
	}
	return way;
}

/* Finish a node: return the way that begins there.  *kind receives the kind of its octets. */
static struct radix_way finish(struct radix_builder *b, const struct radix_node *node, uint32_t *kind)
{
	struct radix *const r = b->r;
	const uint32_t other = node->best & 1, end = (node->end > node->best ? node->end : node->best) & 1;
	const uint32_t own = r->marks ? node->end : RADIX_KIND(end, other), inside = r->marks ? 0 : RADIX_KIND(other, other);
	struct radix_way *const ways = &b->todo[node->first];
	uint32_t n = 0;
	for (size_t i = node->first; i < b->ntodo; i++)
		if (r->marks || b->todo[i].target != other)
			ways[n++] = b->todo[i];
	b->ntodo = node->first;
	*kind = r->marks ? 0 : own;
	if (n == 0 && !r->marks && own == inside)
		return (struct radix_way){node->base, node->depth, node->depth, other};
	if (n == 1)
		return own == inside ? ways[0] : lone_way(r, own, inside, ways[0]);
	return (struct radix_way){node->base, node->depth, node->depth, branch(r, own, inside, ways, n)};
}

/* Finish the last open node, as a way of the one before it. */
static bool close_node(struct radix_builder *b)
{
	uint32_t kind;
	const struct radix_node node = b->open[--b->nopen], *const parent = &b->open[b->nopen - 1];
	const uint32_t v = parent->best & 1;
	if (!reserve(b->r, b->ntodo - node.first + 3) ||
	    !robotsc__arena_reserve(b->r->arena, (void **)&b->todo, &b->todo_room, sizeof *b->todo, b->ntodo + 1))
		return false;
	struct radix_way way = finish(b, &node, &kind);
	if (way.from != way.to && kind != (b->r->marks ? 0 : RADIX_KIND(v, v))) {
		way.target = run_to(b->r, kind, way.base + way.from, way.to - way.from, way.target);
		way.to = way.from;
	}
	way.from = parent->depth;
	b->todo[b->ntodo++] = way;
	return true;
}

static void open_node(struct radix_builder *b, const uint8_t *base, uint32_t depth, uint32_t best)
{
	b->open[b->nopen++] = (struct radix_node){.base = base, .depth = depth, .best = best, .first = b->ntodo};
}

/* Close the nodes at more octets than `same`: the number that the next word and this one share. */
static bool close_below(struct radix_builder *b, const struct radix_word *word, uint32_t same)
{
	while (b->open[b->nopen - 1].depth > same) {
		struct radix_node *const last = &b->open[b->nopen - 1];
		if (last[-1].depth < same) { /* the words part where no node is open: insert one */
			const struct radix_node node = *last;
			*last = (struct radix_node){.base = word->text, .depth = same, .best = last[-1].best, .first = node.first};
			b->open[b->nopen++] = node;
		}
		if (!close_node(b))
			return false;
	}
	return true;
}

static uint32_t common(const struct radix_word *x, const struct radix_word *y)
{
	const uint32_t n = x->len < y->len ? x->len : y->len;
	uint32_t i = 0;
	while (n - i >= 8 && ld64(x->text + i) == ld64(y->text + i))
		i += 8;
	while (i < n && x->text[i] == y->text[i])
		i++;
	return i;
}

static bool add_word(struct radix_builder *b, const struct radix_word *word, uint32_t same)
{
	if (!robotsc__arena_reserve(b->r->arena, (void **)&b->open, &b->open_room, sizeof *b->open, b->nopen + 2) ||
	    !close_below(b, word, same))
		return false;
	if (word->len > same)
		open_node(b, word->text, word->len, b->open[b->nopen - 1].best);
	struct radix_node *const node = &b->open[b->nopen - 1];
	node->best = word->best > node->best ? word->best : node->best;
	node->end = word->end > node->end ? word->end : node->end;
	return true;
}

/* Mark the states that can be reached from a state.  Ways lead to lower numbers. */
static void mark_used(struct radix *r, uint32_t start)
{
	r->states[start].used = true;
	for (uint32_t s = start + 1; s-- > 0;) {
		const struct radix_state *const state = &r->states[s];
		for (uint32_t i = 0; state->used && !state->run && i < state->n; i++)
			r->states[r->target[state->next + i]].used = true;
		if (state->used && state->run)
			r->states[state->next].used = true;
	}
}

enum robotsc_status robotsc__radix_add(struct radix *r, const struct radix_word *words, uint32_t n, uint32_t fallback,
                                       uint32_t *start)
{
	struct radix_builder b = {.r = r};
	uint32_t kind;
	if (!reserve(r, DFA_SINKS + 2 * (size_t)n) ||
	    !robotsc__arena_reserve(r->arena, (void **)&b.open, &b.open_room, sizeof *b.open, 1) ||
	    !robotsc__arena_reserve(r->arena, (void **)&b.todo, &b.todo_room, sizeof *b.todo, 1))
		return ROBOTSC_ERR_NOMEM;
	for (; !r->marks && r->n < DFA_SINKS; r->n++)
		r->states[r->n] = (struct radix_state){.kind = RADIX_KIND(r->n, r->n)};
	open_node(&b, words->text, 0, fallback);
	for (uint32_t i = 0; i < n; i++)
		if (!add_word(&b, &words[i], i ? common(&words[i - 1], &words[i]) : 0))
			return ROBOTSC_ERR_NOMEM;
	while (b.nopen > 1)
		if (!close_node(&b))
			return ROBOTSC_ERR_NOMEM;
	if (!reserve(r, b.ntodo + 4))
		return ROBOTSC_ERR_NOMEM;
	const struct radix_way way = finish(&b, &b.open[0], &kind);
	*start = run_to(r, kind, way.base + way.from, way.to - way.from, way.target);
	if (r->marks) { /* the start is a copy, so that no word leads to it */
		r->states[r->n] = r->states[*start];
		r->states[r->n].start = true;
		*start = r->n++;
	}
	mark_used(r, *start);
	return ROBOTSC_OK;
}

/* ---- shared ends of runs -------------------------------------------------------- */

/* A run, compared from its end on.  Its first octet is not in the tail if that has another kind, or
 * if the run is the start. */
struct tail {
	const uint8_t *end;
	uint32_t n, whole; /* octets of the tail, and of the run */
	uint32_t kind, target, state;
};

/* Runs are ordered by target, by kind, and by their octets, the last octet first. */
static uint64_t tail_head(const void *ctx, uint32_t item, uint32_t depth)
{
	const struct tail *const tail = (const struct tail *)ctx + item;
	uint64_t head = 0;
	if (depth == 0)
		return ((uint64_t)tail->target << 2 | tail->kind) << 8 | SORT_MORE;
	depth -= SORT_HEAD;
	const uint32_t left = tail->n - depth, n = left < SORT_HEAD ? left : SORT_HEAD;
	const uint8_t *at = tail->end - depth;
	for (uint32_t i = 0; i < n; i++)
		head = head << 8 | *--at;
	return head << 8 * (SORT_HEAD - n) << 8 | (left > SORT_HEAD ? SORT_MORE : 2 * left + (tail->whole != tail->n));
}

static int compare_tails(const void *ctx, uint32_t x, uint32_t y)
{
	for (uint32_t depth = 0;; depth += SORT_HEAD) {
		const uint64_t a = tail_head(ctx, x, depth), b = tail_head(ctx, y, depth);
		if (a != b || (a & 0xFF) != SORT_MORE)
			return (a > b) - (a < b);
	}
}

/* How many octets at their ends two runs share; 0 if they differ in target or kind. */
static uint32_t common_tail(const struct tail *a, const struct tail *b)
{
	const uint32_t n = a->n < b->n ? a->n : b->n;
	uint32_t i = 0;
	if (a->target != b->target || a->kind != b->kind)
		return 0;
	while (i < n && a->end[-1 - (ptrdiff_t)i] == b->end[-1 - (ptrdiff_t)i])
		i++;
	return i;
}

/* A state that begins a run, or an end that several runs share: `depth` octets before the end. */
struct joint {
	uint32_t depth, state;
};

/* List the used runs in their order.  Returns false if memory is refused. */
static bool sort_tails(struct radix *r, struct tail *tails, struct sort_key *keys, uint32_t *n)
{
	*n = 0;
	for (uint32_t s = 0; s < r->n; s++) {
		const struct radix_state *const run = &r->states[s];
		if (!run->run || !run->used)
			continue;
		const uint32_t inside = radix_inside(r, run), len = run->n - (inside != run->kind || run->start);
		const uint8_t *const end = run->text + run->n;
		tails[*n] = (struct tail){end, len, run->n, inside, run->next, s};
		keys[*n].item = *n;
		++*n;
	}
	return robotsc__sort_texts(r->arena, keys, *n, tail_head, compare_tails, tails);
}

enum robotsc_status robotsc__radix_share(struct radix *r)
{
	struct joint *joints = robotsc__arena_take(r->arena, ((size_t)r->n + 1) * sizeof *joints);
	struct tail *tails = robotsc__arena_take(r->arena, r->n * sizeof *tails);
	struct sort_key *keys = robotsc__arena_take(r->arena, 2 * (size_t)r->n * sizeof *keys);
	uint32_t n, depth = 0;
	if (!joints || !tails || !keys || !sort_tails(r, tails, keys, &n) || !reserve(r, n))
		return ROBOTSC_ERR_NOMEM;
	const struct tail *before = NULL;
	for (uint32_t i = 0; i <= n; i++) {
		const struct tail *const run = i < n ? &tails[keys[i].item] : NULL;
		const uint32_t same = run && before ? common_tail(before, run) : 0;
		while (before && depth > 0 && joints[depth - 1].depth > same) {
			const struct joint top = joints[--depth];
			if (same && (depth == 0 || joints[depth - 1].depth < same)) {
				r->states[r->n] = (struct radix_state){.kind = before->kind, .run = true, .used = true};
				joints[depth++] = (struct joint){same, r->n++};
			}
			const struct joint below = depth ? joints[depth - 1] : (struct joint){0, before->target};
			struct radix_state *const state = &r->states[top.state];
			state->n = top.depth - below.depth;
			state->text = before->end - top.depth;
			state->next = below.state;
		}
		if (run)
			joints[depth++] = (struct joint){run->whole, run->state};
		before = run;
	}
	return ROBOTSC_OK;
}

/* ---- the machine ----------------------------------------------------------------- */

/* Cut a run after n octets.  Returns the state that begins there, or NO_STATE. */
static uint32_t cut_run(struct radix *r, uint32_t s, uint32_t n)
{
	if (!reserve(r, 1))
		return NO_STATE;
	struct radix_state *const run = &r->states[s], *const rest = &r->states[r->n];
	*rest = *run;
	rest->kind = radix_inside(r, run);
	rest->text += n;
	rest->n -= n;
	run->n = n;
	run->next = r->n;
	return r->n++;
}

/* Cut runs where prefixes of the prefix table lead, and where they are too long for a node. */
static bool cut_runs(struct radix *r, struct prefix_table *table)
{
	for (uint32_t i = 0; i < table->n; i++) {
		struct prefix *const p = &table->prefixes[i];
		for (; p->at && p->at >= r->states[p->to].n; p->to = r->states[p->to].next)
			p->at -= r->states[p->to].n;
		if (p->at && (p->to = cut_run(r, p->to, p->at)) == NO_STATE)
			return false;
		p->at = 0;
	}
	for (uint32_t s = 0; s < r->n; s++)
		if (r->states[s].run && r->states[s].n > RUN_MAX && cut_run(r, s, RUN_MAX) == NO_STATE)
			return false;
	return true;
}

/* Fill in the states of a machine. */
static bool put_states(struct radix *r, struct machine *m)
{
	m->n = r->n;
	m->first = robotsc__arena_take(r->arena, r->n * sizeof *m->first);
	m->count = robotsc__arena_take(r->arena, r->n * sizeof *m->count);
	m->otherwise = robotsc__arena_zeroed(r->arena, r->n, 1);
	m->flags = robotsc__arena_zeroed(r->arena, r->n, 1);
	m->run = robotsc__arena_take(r->arena, r->n * sizeof *m->run);
	uint32_t *const mark = r->marks ? robotsc__arena_take(r->arena, r->n * sizeof *mark) : NULL;
	if ((r->marks && !mark) || !m->first || !m->count || !m->otherwise || !m->flags || !m->run || !reserve(r, r->n))
		return false;
	for (uint32_t s = 0; s < r->n; s++) {
		const struct radix_state *const state = &r->states[s];
		m->run[s] = state->run ? state->text : NULL;
		m->count[s] = (uint16_t)state->n;
		m->first[s] = state->run ? r->nways : state->next;
		if (state->run)
			r->target[r->nways++] = state->next;
		if (!state->used || (!mark && s < DFA_SINKS))
			m->flags[s] = STATE_SETTLED;
		if (mark) {
			mark[s] = state->kind;
			continue; /* ELSE_DISALLOW: stop */
		}
		m->otherwise[s] = state->kind & 2 ? ELSE_ALLOW : ELSE_DISALLOW;
		m->flags[s] |= state->kind & 1 ? STATE_E : 0;
	}
	m->mark = mark;
	m->octet = r->octet;
	m->target = r->target;
	return true;
}

enum robotsc_status robotsc__radix_machine(struct radix *r, struct machine *m)
{
	return cut_runs(r, &m->prefix_table) && put_states(r, m) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}
