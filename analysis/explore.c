/* explore.c - see explore.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explore.h"

#include <string.h>

#include "alphabet.h"
#include "support/hash.h"

#define MEMORY ((size_t)128 << 20) /* octets of all arenas */
/* A symbol has 1 or 3 octets, so paths of 4 lengths are open at a time. */
#define LEVELS 4
#define NONE UINT32_MAX
#define PATH_STEP 4    /* octets of a path that count as one step */
#define PAIR_FLAT 16   /* a pair counts as at least 16 steps */
#define SYMBOL_STEPS 2 /* steps for each symbol that is tried at a pair */

/* A pair of states with the context, and the shortest path to it. */
struct pair {
	const uint8_t *octets; /* context, first state, second state */
	uint32_t len, first;   /* number of octets; how many the first state has */
	uint32_t hash;
	uint32_t from;   /* the pair before it on that path, or NONE */
	uint32_t symbol; /* that led here */
	uint32_t length; /* octets of the path */
	uint32_t next;   /* 1 + the next pair in the same bucket; 0: none */
	unsigned bits;
	bool visited;
};

/* A way from a pair to a pair by one symbol. */
struct way {
	uint32_t from, symbol, to;
};

struct level {
	uint32_t *pairs;
	size_t n, room;
	struct way *ways; /* only if ways are to be visited */
	size_t nways, ways_room;
};

/* A way out of a pair that was followed: the states, the context and the octets of its symbol. */
struct followed {
	const struct successor *a, *b;
	uint8_t context, n;
};

struct explorer {
	struct arena *arena;
	struct exploration *e;
	struct alphabet symbols;
	struct symbol_sets sets;
	struct pair *pairs;
	size_t npairs, room;
	uint32_t *buckets;
	uint32_t nbuckets;
	struct level level[LEVELS];
	uint32_t length;  /* octets of the paths that are visited now */
	uint32_t reached; /* index of the pair that the last call of reach found or made */
	struct successors successors[2];
	struct followed *followed; /* in one step */
	size_t again;              /* index in followed[] of the last way that a symbol repeated */
	bool full;                 /* MEMORY is used up: some ways were not followed */
};

/* The hash of octets, made of two halves so that a processor multiplies both at once. */
static uint32_t hash_halves(const uint8_t *p, size_t len)
{
	uint64_t h = len, half = 0;
	size_t i = 0;
	for (; len - i >= 16; i += 16) {
		h = hash_add(h, ld64(p + i));
		half = hash_add(half, ld64(p + i + 8));
	}
	if (len - i >= 8)
		h = hash_add(h, ld64(p + i));
	if (len >= 8) /* the last word may overlap the one before it */
		return (uint32_t)(hash_add(h ^ half << 1, ld64(p + len - 8)) >> 16);
	for (; i < len; i++)
		h = (h ^ p[i]) * 0x100000001B3u;
	return (uint32_t)(h ^ h >> 32);
}

/* Double the buckets.  Called when there are as many pairs as buckets.  False: no memory. */
static bool grow_buckets(struct explorer *x)
{
	const uint32_t n = x->nbuckets ? 2 * x->nbuckets : 1024;
	uint32_t *buckets = robotsc__arena_zeroed(x->arena, n, sizeof *buckets);
	if (!buckets)
		return false;
	for (size_t i = 0; i < x->npairs; i++) {
		x->pairs[i].next = buckets[x->pairs[i].hash & (n - 1)];
		buckets[x->pairs[i].hash & (n - 1)] = (uint32_t)i + 1;
	}
	x->buckets = buckets;
	x->nbuckets = n;
	return true;
}

static bool push(struct explorer *x, uint32_t pair)
{
	struct level *level = &x->level[x->pairs[pair].length % LEVELS];
	if (level->n == level->room && !robotsc__arena_grow(x->arena, (void **)&level->pairs, &level->room, sizeof *level->pairs))
		return false;
	level->pairs[level->n++] = pair;
	return true;
}

/* True if len more octets, and arrays that must grow, would exceed MEMORY: exploring must end. */
static bool is_full(struct explorer *x, size_t len)
{
	const size_t pairs = x->npairs == x->room ? 2 * x->room * sizeof *x->pairs : 0;
	const size_t buckets = x->npairs >= x->nbuckets ? (size_t)2 * x->nbuckets * sizeof *x->buckets : 0;
	x->full |= x->arena->held + x->successors[0].arena.held + x->successors[1].arena.held + pairs + buckets + len > MEMORY;
	return x->full;
}

/* The hash of a state. */
static uint32_t hash_of(struct successor *s)
{
	while (s->twin)
		s = s->twin;
	if (!s->hash)
		s->hash = hash_halves(s->state, s->len) | 1;
	return s->hash;
}

static bool is_pair(const struct pair *p, uint8_t context, const struct successor *a, const struct successor *b)
{
	return p->first == a->len && p->len == 1 + a->len + b->len && p->octets[0] == context &&
	       memcmp(p->octets + 1, a->state, a->len) == 0 && memcmp(p->octets + 1 + a->len, b->state, b->len) == 0;
}

/* Find or make the pair that a way leads to, by a path of length octets.  False: no memory. */
static bool reach(struct explorer *x, uint8_t context, struct successor *a, struct successor *b, const struct way *way,
                  uint32_t length)
{
	const uint32_t hash = (uint32_t)(hash_add(hash_add(context, hash_of(a)), hash_of(b)) >> 16);
	const size_t len = 1 + a->len + b->len;
	if (is_full(x, len))
		return true;
	if (x->npairs >= x->nbuckets && !grow_buckets(x))
		return false;
	for (uint32_t i = x->buckets[hash & (x->nbuckets - 1)]; i; i = x->pairs[i - 1].next) {
		struct pair *p = &x->pairs[i - 1];
		if (p->hash != hash || !is_pair(p, context, a, b))
			continue;
		x->reached = i - 1;
		if (length >= p->length)
			return true;
		p->from = way->from;
		p->symbol = way->symbol;
		p->length = length;
		p->bits = x->pairs[way->from].bits;
		return push(x, i - 1);
	}
	if (x->npairs == x->room && !robotsc__arena_grow(x->arena, (void **)&x->pairs, &x->room, sizeof *x->pairs))
		return false;
	uint8_t *octets = robotsc__arena_take(x->arena, len);
	if (!octets)
		return false;
	octets[0] = context;
	memcpy(octets + 1, a->state, a->len);
	memcpy(octets + 1 + a->len, b->state, b->len);
	uint32_t *bucket = &x->buckets[hash & (x->nbuckets - 1)];
	x->pairs[x->npairs] = (struct pair){.octets = octets,
	                                    .len = (uint32_t)len,
	                                    .first = (uint32_t)a->len,
	                                    .hash = hash,
	                                    .from = way->from,
	                                    .symbol = way->symbol,
	                                    .length = length,
	                                    .next = *bucket,
	                                    .bits = way->from == NONE ? 0 : x->pairs[way->from].bits};
	x->reached = (uint32_t)x->npairs;
	*bucket = (uint32_t)++x->npairs;
	x->e->steps += len / 8;
	return push(x, (uint32_t)x->npairs - 1);
}

/* Add a way to the pair that was reached.  to[]: by context, the pair that undistinguished symbols
 * lead to.  A symbol of several octets that leads to that pair, too, adds no way. */
static bool push_way(struct explorer *x, uint32_t from, uint32_t symbol, uint8_t context, bool other, uint32_t to[CONTEXTS])
{
	const struct image *image = x->symbols.all[symbol].image[0];
	if (other)
		to[context] = x->reached;
	else if (to[context] == x->reached && image[x->pairs[from].octets[0] & CONTEXT_QUERY].n > 1)
		return true;
	struct level *level = &x->level[(x->pairs[from].length + x->symbols.all[symbol].n) % LEVELS];
	if (level->nways == level->ways_room &&
	    !robotsc__arena_grow(x->arena, (void **)&level->ways, &level->ways_room, sizeof *level->ways))
		return false;
	level->ways[level->nways++] = (struct way){from, symbol, x->reached};
	x->e->steps += SYMBOL_STEPS;
	return true;
}

static inline bool replaces(const struct followed *f, const struct followed *way)
{
	return f->a == way->a && f->b == way->b && f->context == way->context && f->n <= way->n;
}

/* Add a way out of a pair, unless a way of no more octets leads to the same pair.  False: it was
 * not added.  Mostly the symbol before has led to that pair. */
static bool follow(struct explorer *x, size_t *n, struct followed way)
{
	if (x->again < *n && replaces(&x->followed[x->again], &way))
		return false;
	for (size_t k = 0; k < *n; k++)
		if (replaces(&x->followed[k], &way)) {
			x->again = k;
			return false;
		}
	x->followed[(*n)++] = way;
	return true;
}

/* After an escape was stepped, drop the symbols that lead to the same pair. */
static void drop_alike(struct explorer *x, uint32_t symbol, int query)
{
	const struct symbol *of = &x->symbols.all[symbol];
	const uint8_t *named[2][3];
	bool alike = of->kind == SYMBOL_ESCAPE;
	for (int side = 0; side < 2 && alike; side++)
		alike = robotsc__successors_passes(&x->successors[side], &of->image[side][query], named[side]);
	if (alike)
		x->e->steps += SYMBOL_STEPS * robotsc__symbol_sets_drop(&x->sets, of, query, symbol, named);
}

/* The symbol to follow after this one (NONE: the first to follow); NONE: it was the last.  From "/"
 * another '/' comes last: "/a" is a better example than "//". */
static uint32_t next_symbol(const struct explorer *x, const struct pair *p, uint32_t symbol)
{
	const uint32_t first = p->from == NONE ? 1 : 0;
	uint32_t next = NONE;
	if (symbol != 0 || !first)
		next = symbol_set_next(&x->sets, x->sets.chosen, symbol == NONE ? first : symbol + 1);
	return next == NONE && first && symbol != 0 && symbol_set_has(x->sets.chosen, 0) ? 0 : next;
}

/* Follow all symbols from a pair; of those that lead to the same pair, one.  False: no memory. */
static bool step_pair(struct explorer *x, uint32_t index)
{
	const struct pair p = x->pairs[index];
	const int query = p.octets[0] & CONTEXT_QUERY;
	size_t n = 0;
	uint32_t to[CONTEXTS] = {NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE};
	x->e->steps += PAIR_FLAT;
	if (!robotsc__successors_begin(&x->successors[0], x->e->dfa[0], p.octets + 1, p.first) ||
	    !robotsc__successors_begin(&x->successors[1], x->e->dfa[1], p.octets + 1 + p.first, p.len - 1 - p.first))
		return false;
	const uint8_t *const named[2] = {x->successors[0].root.named, x->successors[1].root.named};
	robotsc__symbol_sets_choose(&x->sets, p.octets[0], named);
	for (uint32_t i = next_symbol(x, &p, NONE); i != NONE; i = next_symbol(x, &p, i)) {
		const struct symbol *symbol = &x->symbols.all[i];
		const uint8_t context = robotsc__alphabet_follow(p.octets[0], symbol);
		const bool other = !symbol_set_has(x->sets.named, i);
		x->e->steps += SYMBOL_STEPS;
		struct successor *a = robotsc__successors_step(&x->successors[0], &symbol->image[0][query]);
		struct successor *b = robotsc__successors_step(&x->successors[1], &symbol->image[1][query]);
		if (!a || !b)
			return false;
		drop_alike(x, i, query);
		if (!follow(x, &n, (struct followed){a, b, context, symbol->n}))
			continue;
		if (!reach(x, context, a, b, &(struct way){index, i, NONE}, p.length + symbol->n))
			return false;
		if (x->full)
			return true;
		if (x->e->ways && !push_way(x, index, i, context, other, to))
			return false;
	}
	return true;
}

static bool settled(const struct explorer *x, const struct pair *p)
{
	const struct lazy_dfa *a = x->e->dfa[0], *b = x->e->dfa[1];
	const int first = a->settled(a, p->octets + 1, p->first);
	return (x->e->only_first_allows && first == 0) ||
	       (first != LAZY_DFA_OPEN && b->settled(b, p->octets + 1 + p->first, p->len - 1 - p->first) != LAZY_DFA_OPEN);
}

/* Tell the caller of a pair, or (way is not NULL) of a way.  Returns what the visit returns. */
static int tell(struct explorer *x, uint32_t index, const struct way *way)
{
	struct lazy_dfa *a = x->e->dfa[0], *b = x->e->dfa[1];
	const struct pair *p = &x->pairs[way ? way->to : index];
	const struct explored at = {
		x,
		index,
		way ? way->symbol : NONE,
		{a->verdict(a, p->octets + 1, p->first), b->verdict(b, p->octets + 1 + p->first, p->len - 1 - p->first)},
		way ? NULL : &x->pairs[index].bits};
	return x->e->visit(x->e->ctx, &at);
}

/* Visit a pair and follow its symbols.  The first pair is visited even if only ways are: no way
 * leads to it. */
static enum robotsc_status visit(struct explorer *x, uint32_t index, bool *end)
{
	const struct pair p = x->pairs[index];
	const int answer = x->e->ways && p.from != NONE ? EXPLORE_ON : tell(x, index, NULL);
	*end = answer == EXPLORE_END;
	if (answer != EXPLORE_ON || settled(x, &p))
		return ROBOTSC_OK;
	return step_pair(x, index) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static uint64_t steps_of(const struct explorer *x)
{
	return x->e->steps + x->e->dfa[0]->steps + x->e->dfa[1]->steps;
}

static bool is_spent(const struct explorer *x)
{
	return x->full || steps_of(x) > x->e->budget;
}

static enum robotsc_status visit_all(struct explorer *x)
{
	bool end = false;
	for (unsigned empty = 0; empty < LEVELS; x->length++) {
		struct level *level = &x->level[x->length % LEVELS];
		for (size_t i = 0; i < level->n; i++) {
			struct pair *p = &x->pairs[level->pairs[i]];
			if (p->visited || p->length != x->length)
				continue;
			p->visited = true;
			if (is_spent(x))
				return ROBOTSC_OK;
			const enum robotsc_status status = visit(x, level->pairs[i], &end);
			if (status != ROBOTSC_OK || end)
				return status;
		}
		for (size_t i = 0; i < level->nways && !end; i++) {
			if (is_spent(x))
				return ROBOTSC_OK;
			end = tell(x, level->ways[i].from, &level->ways[i]) == EXPLORE_END;
		}
		if (end)
			return ROBOTSC_OK;
		empty = level->n || level->nways ? 0 : empty + 1;
		level->n = level->nways = 0;
	}
	x->e->complete = !x->full;
	return ROBOTSC_OK;
}

/* Make the first pair: the states after '/', with which every path begins. */
static enum robotsc_status begin(struct explorer *x)
{
	struct successor first[2] = {{.len = 0}};
	for (int side = 0; side < 2; side++) {
		struct lazy_dfa *s = x->e->dfa[side];
		uint8_t *state = robotsc__arena_take(x->arena, s->state_max), *half = robotsc__arena_take(x->arena, s->state_max);
		if (!state || !half)
			return ROBOTSC_ERR_NOMEM;
		first[side].len = s->step(s, half, s->start(s, half), '/', state);
		first[side].state = state;
	}
	return reach(x, CONTEXT_START, &first[0], &first[1], &(struct way){NONE, 0, NONE}, 1) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static enum robotsc_status explore(struct explorer *x)
{
	struct exploration *e = x->e;
	uint8_t form[2], named[2][256] = {{0}};
	for (int side = 0; side < 2; side++) {
		form[side] = e->dfa[side]->form;
		e->dfa[side]->name_octets(e->dfa[side], named[side]);
		e->dfa[side]->steps = 0;
	}
	enum robotsc_status status = robotsc__alphabet_make(x->arena, form, (const uint8_t(*)[256])named, e->which, &x->symbols);
	if (status == ROBOTSC_OK)
		status = robotsc__symbol_sets_make(x->arena, &x->symbols, &x->sets);
	if (status != ROBOTSC_OK)
		return status;
	x->followed = robotsc__arena_take(x->arena, x->symbols.n * sizeof *x->followed);
	if (!x->followed)
		return ROBOTSC_ERR_NOMEM;
	x->length = 1;
	status = begin(x);
	return status == ROBOTSC_OK ? visit_all(x) : status;
}

enum robotsc_status robotsc__explore(struct arena *a, struct exploration *e)
{
	struct explorer *x = robotsc__arena_zeroed(a, 1, sizeof *x);
	if (!x)
		return ROBOTSC_ERR_NOMEM;
	x->arena = a;
	x->e = e;
	e->steps = 0;
	e->complete = false;
	robotsc__successors_make(&x->successors[0], &a->alloc);
	robotsc__successors_make(&x->successors[1], &a->alloc);
	const enum robotsc_status status = explore(x);
	robotsc__successors_free(&x->successors[0]);
	robotsc__successors_free(&x->successors[1]);
	e->states = (uint32_t)x->npairs;
	e->steps = steps_of(x);
	return status;
}

static uint8_t *put_before(uint8_t *end, const struct symbol *symbol)
{
	return memcpy(end - symbol->n, symbol->written, symbol->n);
}

const uint8_t *robotsc__explore_path(const struct explored *at, size_t *len)
{
	const struct explorer *x = at->explorer;
	*len = x->pairs[at->index].length + (at->symbol == NONE ? 0u : x->symbols.all[at->symbol].n);
	x->e->steps += *len / PATH_STEP;
	uint8_t *path = robotsc__arena_take(x->arena, *len);
	if (!path)
		return NULL;
	uint8_t *end = path + *len;
	if (at->symbol != NONE)
		end = put_before(end, &x->symbols.all[at->symbol]);
	for (uint32_t i = at->index; x->pairs[i].from != NONE; i = x->pairs[i].from)
		end = put_before(end, &x->symbols.all[x->pairs[i].symbol]);
	*path = '/';
	return path;
}
