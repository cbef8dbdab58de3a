/* refine.c - see refine.h.
 *
 * As in Hopcroft's algorithm, a class is split when the targets of its states have changed class.
 * Only states with changed rows, the dirty ones, are compared again.  Rows count as equal if their
 * hashes are equal; is_proven compares the rows themselves once at the end.
 * A row's hash is a sum over its octets: a factor of the octet times a word of the target's class.
 * So when a state changes class, the hashes of its predecessors change by a difference, and no row
 * is read again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "refine.h"
#include "support/sort.h"

#define WAY_OTHER 256u
#define INSERTION_MAX 12 /* up to this many states are sorted by insertion */

/* A class: states[first..past).  States before dirty need another look; the others have equal
 * rows. */
struct block {
	uint32_t first, dirty, past;
	uint64_t word; /* represents the class in hashes */
};

/* An edge into a state: its source and octet, or WAY_OTHER for dfa->other. */
struct word_edge {
	uint32_t from, octet;
};

/* A state that changed class: the word of its new class less that of the old one. */
struct move {
	uint32_t state;
	uint64_t change;
};

struct refiner {
	struct arena *arena;
	struct partition *c;
	uint32_t *first; /* of each state: its incoming edges are ways[first[s]..first[s + 1]) */
	struct word_edge *ways;
	/* of each octet; WAY_OTHER has the factor of all octets together */
	uint64_t *factor;
	/* of each state: its row's hash, and the factor of all octets without an edge */
	uint64_t *hash, *rest;
	uint32_t *states;     /* sorted by class */
	uint32_t *position;   /* of each state: its index in states[] */
	struct block *blocks; /* of each class */
	/* ring of the classes with dirty states, with room for all classes and one more */
	uint32_t *queue;
	uint32_t head, tail;
	struct move *moved;
};

/* Scatter bits, so that sums and products of results rarely collide. */
static uint64_t scatter(uint64_t x)
{
	return hash_add(hash_add(hash_add(x, 1), x), 1);
}

static void list_ways(struct refiner *r)
{
	const struct dfa *in = r->c->in;
	const uint32_t nedges = in->first[in->n];
	for (uint32_t e = 0; e < nedges; e++)
		r->first[in->target[e] + 2]++;
	for (uint32_t s = 0; s < in->n; s++)
		r->first[in->other[s] + 2]++;
	for (uint32_t s = 2; s < in->n + 2; s++)
		r->first[s] += r->first[s - 1];
	for (uint32_t s = 0; s < in->n; s++) {
		for (uint32_t e = in->first[s]; e < in->first[s + 1]; e++)
			r->ways[r->first[in->target[e] + 1]++] = (struct word_edge){s, in->octet[e]};
		r->ways[r->first[in->other[s] + 1]++] = (struct word_edge){s, WAY_OTHER};
	}
}

/* Make a class of states[first..past), none dirty. */
static void add_class(struct refiner *r, uint32_t first, uint32_t past)
{
	const uint32_t class = r->c->n++;
	r->blocks[class] = (struct block){first, first, past, scatter(~(uint64_t) class)};
	for (uint32_t i = first; i < past; i++)
		r->c->class[r->states[i]] = class;
}

static void enqueue(struct refiner *r, uint32_t class)
{
	r->queue[r->tail] = class;
	r->tail = r->tail == r->c->in->n ? 0 : r->tail + 1;
}

/* The first octet that brings a state one step closer to "disallow".  *to receives its target. */
static uint32_t step_to_disallow(const struct refiner *r, uint32_t s, uint32_t *to)
{
	const struct dfa *in = r->c->in;
	const uint32_t *const far = r->position, end = in->first[s + 1];
	uint32_t e = in->first[s], unnamed = 0;
	while (e < end && far[in->target[e]] + 1 != far[s])
		unnamed += in->octet[e++] == unnamed;
	*to = in->other[s];
	const bool unnamed_is_closer = far[*to] + 1 == far[s];
	if (e == end || (unnamed_is_closer && unnamed < in->octet[e]))
		return unnamed;
	*to = in->target[e];
	return in->octet[e];
}

/* Label each state with its verdict at the end of the path, and with the first shortest word that
 * leads to "disallow".  Equal states have equal labels. */
static void label_states(struct refiner *r, uint64_t *label)
{
	const struct dfa *in = r->c->in;
	uint32_t *const far = r->position, *const queue = r->states, n = 0, to;
	for (uint32_t s = 0; s < in->n; s++) {
		label[s] = in->end[s];
		far[s] = NO_STATE;
		if (in->end[s] == ROBOTSC_DISALLOW) {
			far[s] = 0;
			queue[n++] = s;
		}
	}
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t s = queue[i];
		if (far[s]) {
			const uint32_t octet = step_to_disallow(r, s, &to);
			label[s] = hash_add(label[to], r->factor[octet]);
		}
		for (uint32_t k = r->first[s]; k < r->first[s + 1]; k++)
			if (far[r->ways[k].from] == NO_STATE) {
				far[r->ways[k].from] = far[s] + 1;
				queue[n++] = r->ways[k].from;
			}
	}
}

/* Hash all rows, with labels for words. */
static void hash_rows(struct refiner *r, const uint64_t *label)
{
	const struct dfa *in = r->c->in;
	for (uint32_t s = 0; s < in->n; s++) {
		uint64_t hash = 0, rest = r->factor[WAY_OTHER];
		for (uint32_t e = in->first[s]; e < in->first[s + 1]; e++) {
			const uint64_t factor = r->factor[in->octet[e]];
			hash += factor * label[in->target[e]];
			rest -= factor;
		}
		r->hash[s] = hash + rest * label[in->other[s]];
		r->rest[s] = rest;
	}
}

/* Start with classes of states with equal labels, and equal rows in terms of labels. */
static enum robotsc_status first_classes(struct refiner *r)
{
	const struct arena_mark mark = robotsc__arena_mark(r->arena);
	const struct dfa *in = r->c->in;
	uint64_t *label = robotsc__arena_take(r->arena, in->n * sizeof *label);
	uint32_t mask, *table = row_table(r->arena, in->n, &mask);
	if (!label || !table)
		return ROBOTSC_ERR_NOMEM;
	label_states(r, label);
	hash_rows(r, label);
	r->c->n = 0;
	for (uint32_t s = 0; s < in->n; s++) {
		const uint64_t key = hash_add(label[s], r->hash[s]);
		uint32_t at = (uint32_t)(key >> 32) & mask;
		while (table[at] && r->blocks[table[at] - 1].word != key)
			at = (at + 1) & mask;
		if (!table[at]) {
			r->blocks[r->c->n] = (struct block){.word = key};
			table[at] = ++r->c->n;
		}
		r->c->class[s] = table[at] - 1;
		r->blocks[table[at] - 1].past++;
	}
	for (uint32_t class = 0, n = 0; class < r->c->n; class ++) {
		struct block *b = &r->blocks[class];
		n += b->past;
		*b = (struct block){n - b->past, n - b->past, n, scatter(~(uint64_t) class)};
		if (b->past - b->first > 1)
			enqueue(r, class);
	}
	for (uint32_t s = 0; s < in->n; s++) {
		struct block *b = &r->blocks[r->c->class[s]];
		r->position[s] = b->dirty;
		r->states[b->dirty++] = s;
		label[s] = b->word;
	}
	hash_rows(r, label);
	robotsc__arena_reset(r->arena, mark);
	return ROBOTSC_OK;
}

/* Mark a state whose row has changed. */
static void mark_dirty(struct refiner *r, uint32_t s, uint32_t class)
{
	struct block *b = &r->blocks[class];
	const uint32_t at = r->position[s];
	if (at < b->dirty)
		return;
	const uint32_t other = r->states[b->dirty];
	if (b->dirty == b->first)
		enqueue(r, class);
	r->states[at] = other;
	r->position[other] = at;
	r->states[b->dirty] = s;
	r->position[s] = b->dirty++;
}

/* Update the row hashes of a moved state's predecessors, and mark these dirty.  A class of one
 * state cannot be split, so its state is left out. */
static void follow_move(struct refiner *r, const struct move *move)
{
	const uint32_t first = r->first[move->state], end = r->first[move->state + 1];
	const uint64_t cost = (uint64_t)(end - first) + 1;
	for (uint32_t i = first; i < end; i++) {
		const struct word_edge way = r->ways[i];
		const uint32_t class = r->c->class[way.from];
		if (r->blocks[class].past - r->blocks[class].first == 1)
			continue;
		r->hash[way.from] += move->change * (way.octet == WAY_OTHER ? r->rest[way.from] : r->factor[way.octet]);
		mark_dirty(r, way.from, class);
	}
	r->c->budget -= r->c->budget < cost ? r->c->budget : cost;
}

static int compare_hashes(const void *ctx, uint32_t x, uint32_t y)
{
	const struct refiner *r = ctx;
	return (r->hash[x] > r->hash[y]) - (r->hash[x] < r->hash[y]);
}

/* The end of the run of states from first on that have equal hashes. */
static uint32_t run_end(const struct refiner *r, uint32_t first, uint32_t end)
{
	uint32_t i = first + 1;
	while (i < end && r->hash[r->states[i]] == r->hash[r->states[first]])
		i++;
	return i;
}

/* Move the dirty states that stay in their class to the end of states[first..end), which is sorted.
 * These equal the clean members of the class; without clean members, they are the largest run. */
static uint32_t choose_stay(struct refiner *r, uint32_t first, uint32_t end, uint32_t past)
{
	uint32_t from = end, to = end, next;
	for (uint32_t i = first; i < end; i = next) {
		next = run_end(r, i, end);
		if (end < past ? r->hash[r->states[i]] == r->hash[r->states[end]] : next - i > to - from) {
			from = i;
			to = next;
		}
	}
	while (to < end) { /* rotate */
		const uint32_t swap = r->states[from];
		r->states[from++] = r->states[to];
		r->states[to++] = swap;
	}
	return from;
}

/* Sort states[first..end) by hash. */
static bool sort_dirty(struct refiner *r, uint32_t first, uint32_t end)
{
	uint32_t *const states = r->states;
	if (end - first > INSERTION_MAX)
		return robotsc__sort(r->arena, states + first, end - first, compare_hashes, r);
	for (uint32_t i = first + 1; i < end; i++) {
		const uint32_t s = states[i];
		uint32_t k = i;
		for (; k > first && r->hash[states[k - 1]] > r->hash[s]; k--)
			states[k] = states[k - 1];
		states[k] = s;
	}
	return true;
}

/* Split a class that has dirty states. */
static enum robotsc_status split(struct refiner *r, uint32_t class)
{
	struct block *const b = &r->blocks[class];
	const uint32_t first = b->first, end = b->dirty;
	uint32_t n = 0, next;
	if (!sort_dirty(r, first, end))
		return ROBOTSC_ERR_NOMEM;
	const uint32_t stay = choose_stay(r, first, end, b->past);
	for (uint32_t i = first; i < end; i++)
		r->position[r->states[i]] = i;
	b->first = b->dirty = stay;
	for (uint32_t i = first; i < stay; i = next) {
		next = run_end(r, i, stay);
		add_class(r, i, next);
		for (uint32_t k = i; k < next; k++)
			r->moved[n++] = (struct move){r->states[k], r->blocks[r->c->n - 1].word - b->word};
	}
	for (uint32_t i = 0; i < n; i++)
		follow_move(r, &r->moved[i]);
	return ROBOTSC_OK;
}

static enum robotsc_status reserve(struct refiner *r)
{
	const uint32_t n = r->c->in->n;
	const size_t nways = (size_t)r->c->in->first[n] + n;
	r->first = robotsc__arena_zeroed(r->arena, (size_t)n + 2, sizeof *r->first);
	r->ways = robotsc__arena_take(r->arena, nways * sizeof *r->ways);
	r->factor = robotsc__arena_take(r->arena, (WAY_OTHER + 1) * sizeof *r->factor);
	r->hash = robotsc__arena_take(r->arena, n * sizeof *r->hash);
	r->rest = robotsc__arena_take(r->arena, n * sizeof *r->rest);
	r->states = robotsc__arena_take(r->arena, n * sizeof *r->states);
	r->position = robotsc__arena_take(r->arena, n * sizeof *r->position);
	r->blocks = robotsc__arena_take(r->arena, n * sizeof *r->blocks);
	r->queue = robotsc__arena_take(r->arena, ((size_t)n + 1) * sizeof *r->queue);
	r->moved = robotsc__arena_take(r->arena, n * sizeof *r->moved);
	for (uint32_t octet = 0; r->factor && octet <= WAY_OTHER; octet++)
		r->factor[octet] = scatter(octet);
	return r->first && r->ways && r->factor && r->hash && r->rest && r->states && r->position && r->blocks && r->queue &&
	                       r->moved
	               ? ROBOTSC_OK
	               : ROBOTSC_ERR_NOMEM;
}

/* True if all states of each class have equal rows. */
static bool is_proven(const struct refiner *r)
{
	for (uint32_t class = 0; class < r->c->n; class ++) {
		const struct block *b = &r->blocks[class];
		for (uint32_t i = b->first; b->past - b->first > 1 && i < b->past; i++) {
			row_hash(r->c, r->states[i]);
			if (!row_equal(r->c, r->states[b->first], r->states[i]))
				return false;
		}
	}
	return true;
}

enum robotsc_status robotsc__refine_run(struct arena *a, struct partition *c)
{
	struct refiner r = {.arena = a, .c = c};
	if (reserve(&r) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	list_ways(&r);
	if (first_classes(&r) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	while (r.head != r.tail && c->budget) {
		const uint32_t class = r.queue[r.head];
		r.head = r.head == c->in->n ? 0 : r.head + 1;
		if (split(&r, class) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	if (!is_proven(&r))
		c->budget = 0;
	return ROBOTSC_OK;
}
