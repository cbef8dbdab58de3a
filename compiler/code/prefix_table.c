/* prefix_table.c - see prefix_table.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "prefix_table.h"

#include <stdbool.h>
#include <string.h>

#include "machine.h"

#define PREFIX_WIDER 1 /* log2 of how much larger than necessary a table may be */
#define PREFIX_BUCKETS (PREFIXES_MAX << PREFIX_WIDER)

/* The DFA or filter that a prefix table is made from. */
struct source {
	const struct dfa *dfa;
	const struct machine *machine;
	uint8_t end; /* DFA: the verdict if a path ends inside a prefix */
};

/* True if the octet stands for itself in a URL, in every path form.
 * docs/format.md, "Prefix tables" */
static bool is_plain(uint8_t octet)
{
	return octet >= 0x20 && octet != '%' && octet != '#';
}

static void append(const struct prefix *l, uint8_t octet, uint32_t to, uint32_t back, struct prefix *out)
{
	*out = *l;
	out->text[out->len++] = octet;
	out->to = to;
	out->back = back;
}

static uint32_t dfa_ways(const struct dfa *dfa, const struct prefix *l, struct prefix *out, uint32_t room)
{
	uint32_t n = 0;
	if (l->to < DFA_SINKS || dfa->other[l->to] != dfa->other[l->back])
		return 0;
	for (struct dfa_pair pair = dfa_pair(dfa, l->to, l->back); dfa_differ(dfa, &pair); n++) {
		if (n == room || !is_plain(pair.octet))
			return 0;
		append(l, pair.octet, pair.to_first, pair.to_second, out + n);
	}
	return n;
}

static uint32_t filter_ways(const struct machine *m, const struct prefix *l, struct prefix *out, uint32_t room)
{
	const uint32_t s = l->to;
	if (m->mark[s] || m->count[s] > room)
		return 0;
	for (uint32_t i = 0; i < m->count[s]; i++) {
		const uint32_t e = m->first[s] + i;
		if (!is_plain(m->octet[e]))
			return 0;
		append(l, m->octet[e], machine_target(m, e), NO_STATE, out + i);
	}
	return m->count[s];
}

/* Find the prefixes longer by one octet: the edges of a prefix's state that its `back` does not
 * have.
 * Returns their number, or 0 if the prefix must end or `out` has no room for them. */
static uint32_t ways(const struct source *from, const struct prefix *l, struct prefix *out, uint32_t room)
{
	return from->dfa ? dfa_ways(from->dfa, l, out, room) : filter_ways(from->machine, l, out, room);
}

/* The same inside a prefix, where the path may end too. */
static uint32_t ways_inside(const struct source *from, const struct prefix *l, struct prefix *out, uint32_t room)
{
	if (from->dfa && (from->dfa->end[l->to] != from->end || from->dfa->end[l->back] != from->end))
		return 0;
	return ways(from, l, out, room);
}

/* Lengthen the prefixes of one slot while none of them must end.  Returns their number. */
static uint32_t lengthen(const struct source *from, struct prefix *prefixes, uint32_t n, struct prefix *longer, uint32_t room)
{
	while (prefixes[0].len < PREFIX_KEYS) {
		uint32_t more = 0;
		for (uint32_t i = 0; i < n; i++) {
			const uint32_t inside = ways_inside(from, &prefixes[i], longer + more, room - more);
			if (inside == 0)
				return n;
			more += inside;
		}
		memcpy(prefixes, longer, more * sizeof *prefixes);
		n = more;
	}
	return n;
}

/* Make all prefixes, slot by slot.  space has room for PREFIXES_MAX. */
static void make_prefixes(const struct source *from, struct prefix_table *prefix_table, struct prefix *space)
{
	const struct prefix none = {.to = prefix_table->state, .back = prefix_table->back};
	struct prefix first[0x80];
	const uint32_t all = ways(from, &none, first, sizeof first / sizeof *first);
	uint32_t left = all;
	for (unsigned slot = 0; slot < PREFIX_SLOTS; slot++) {
		struct prefix *prefixes = prefix_table->prefixes + prefix_table->n;
		uint32_t n = 0;
		for (uint32_t i = 0; i < all; i++)
			if (first[i].text[0] % PREFIX_SLOTS == slot)
				prefixes[n++] = first[i];
		if (n == 0)
			continue;
		left -= n;
		n = lengthen(from, prefixes, n, space, PREFIXES_MAX - prefix_table->n - left);
		prefix_table->keys[slot] = prefixes[0].len;
		for (uint32_t i = 0; i < n; i++)
			while (prefixes[i].len < PREFIX_MAX && ways_inside(from, &prefixes[i], space, 1) == 1)
				prefixes[i] = *space;
		prefix_table->n += n;
	}
}

static uint64_t factor_of(const struct prefix_table *prefix_table)
{
	return PREFIX_PRIME * (2 * (uint64_t)prefix_table->seed + 1);
}

/* The hash of a prefix's first octets.  docs/format.md, "Prefix tables" */
static uint32_t hash(const struct prefix_table *prefix_table, uint64_t key)
{
	return (uint32_t)(key * factor_of(prefix_table) >> (64 - prefix_table->bits));
}

static void set_keys(struct prefix_table *prefix_table)
{
	for (uint32_t i = 0; i < prefix_table->n; i++) {
		const struct prefix *prefix = &prefix_table->prefixes[i];
		prefix_table->key[i] = 0;
		for (unsigned k = prefix_table->keys[prefix->text[0] % PREFIX_SLOTS]; k-- > 0;)
			prefix_table->key[i] = prefix_table->key[i] << 8 | prefix->text[k];
	}
	for (uint32_t i = prefix_table->n; i % 4; i++) /* pad to a multiple of four */
		prefix_table->key[i] = prefix_table->key[0];
}

/* The number of prefixes whose bucket is taken already, up to limit. */
static uint32_t count_shared(const struct prefix_table *prefix_table, uint32_t limit)
{
	const uint64_t factor = factor_of(prefix_table);
	const unsigned shift = 64 - prefix_table->bits;
	uint8_t taken[PREFIX_BUCKETS] = {0};
	uint32_t shared = 0;
	for (uint32_t i = 0; i < prefix_table->n && shared < limit; i++) {
		uint8_t *const bucket = &taken[prefix_table->key[i] * factor >> shift];
		shared += *bucket;
		*bucket = 1;
	}
	return shared;
}

static uint32_t count_bits(uint64_t x)
{
	x -= x >> 1 & UINT64_MAX / 3;
	x = (x & UINT64_MAX / 5) + (x >> 2 & UINT64_MAX / 5);
	return (uint32_t)(((x + (x >> 4)) & UINT64_MAX / 17) * (UINT64_MAX / 255) >> 56);
}

/* The same for up to 64 buckets, the usual case: fill 16 at a time before counting. */
static uint32_t count_shared_64(const struct prefix_table *prefix_table, uint32_t limit)
{
	const uint64_t factor = factor_of(prefix_table);
	const unsigned shift = 64 - prefix_table->bits;
	uint64_t taken = 0;
	for (uint32_t i = 0; i < prefix_table->n;) {
		const uint32_t end = prefix_table->n - i < 16 ? prefix_table->n : i + 16;
		for (; i < end; i += 4) {
			const uint64_t *key = prefix_table->key + i;
			taken |= (uint64_t)1 << (key[0] * factor >> shift) | (uint64_t)1 << (key[1] * factor >> shift) |
			         (uint64_t)1 << (key[2] * factor >> shift) | (uint64_t)1 << (key[3] * factor >> shift);
		}
		if (end - count_bits(taken) >= limit)
			return limit;
	}
	return prefix_table->n - count_bits(taken);
}

/* Fill the buckets with prefixes. */
static void fill(struct prefix_table *prefix_table)
{
	memset(prefix_table->bucket, 0xFF, ((size_t)1 << prefix_table->bits) * sizeof *prefix_table->bucket);
	for (uint32_t i = 0; i < prefix_table->n; i++) {
		uint32_t *bucket = &prefix_table->bucket[hash(prefix_table, prefix_table->key[i])];
		prefix_table->prefixes[i].next = *bucket;
		*bucket = i;
	}
}

/* Choose the smallest table without collisions, or a larger one with few. */
static void choose_hash(struct prefix_table *prefix_table)
{
	uint32_t best = UINT32_MAX;
	unsigned seed = 0;
	set_keys(prefix_table);
	for (prefix_table->bits = 1; (uint32_t)1 << prefix_table->bits < prefix_table->n;)
		prefix_table->bits++;
	for (unsigned wider = 0;; wider++, prefix_table->bits++) {
		for (prefix_table->seed = 0; prefix_table->seed < PREFIX_SEEDS && best > 0; prefix_table->seed++) {
			const uint32_t shared =
				prefix_table->bits <= 6 ? count_shared_64(prefix_table, best) : count_shared(prefix_table, best);
			if (shared < best) {
				best = shared;
				seed = prefix_table->seed;
			}
		}
		if (best <= prefix_table->n / 8 || wider == PREFIX_WIDER)
			break;
		best = UINT32_MAX;
	}
	prefix_table->seed = seed;
	fill(prefix_table);
}

static enum robotsc_status make_prefix_table(struct arena *a, const struct source *from, struct prefix_table *prefix_table)
{
	prefix_table->prefixes = robotsc__arena_take(a, 2 * PREFIXES_MAX * sizeof *prefix_table->prefixes);
	prefix_table->bucket = robotsc__arena_take(a, PREFIX_BUCKETS * sizeof *prefix_table->bucket);
	prefix_table->key = robotsc__arena_take(a, PREFIXES_MAX * sizeof *prefix_table->key);
	if (!prefix_table->prefixes || !prefix_table->bucket || !prefix_table->key)
		return ROBOTSC_ERR_NOMEM;
	make_prefixes(from, prefix_table, prefix_table->prefixes + PREFIXES_MAX);
	if (prefix_table->n)
		choose_hash(prefix_table);
	return ROBOTSC_OK;
}

/* True if an edge leads back to the start.  Then the start is a node, and no prefix table can
 * replace it. */
static bool is_reached(const struct dfa *dfa, uint32_t start)
{
	for (uint32_t s = DFA_SINKS; s < dfa->n; s++)
		if (dfa->other[s] == start)
			return true;
	for (uint32_t e = 0; e < dfa->first[dfa->n]; e++)
		if (dfa->target[e] == start)
			return true;
	return false;
}

enum robotsc_status robotsc__prefix_table_of_dfa(struct arena *a, const struct dfa *dfa, struct prefix_table *prefix_table)
{
	const uint32_t state = dfa->start, back = dfa->other[state];
	const struct source from = {.dfa = dfa, .end = dfa->end[back]};
	*prefix_table = (struct prefix_table){.state = state, .back = back};
	return dfa->other[back] != back || is_reached(dfa, state) ? ROBOTSC_OK : make_prefix_table(a, &from, prefix_table);
}

enum robotsc_status robotsc__prefix_table_of_filter(struct arena *a, const struct machine *m, struct prefix_table *prefix_table)
{
	const struct source from = {.machine = m};
	*prefix_table = (struct prefix_table){.state = m->start, .back = NO_STATE};
	return make_prefix_table(a, &from, prefix_table);
}
