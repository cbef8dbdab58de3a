/* prefix_table.c - see radix.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "radix.h"

#include <stdbool.h>
#include <string.h>

#define PREFIX_WIDER 1 /* log2 of how much larger than necessary a table may be */
#define PREFIX_BUCKETS (PREFIXES_MAX << PREFIX_WIDER)

/* The DFA or radix tree that a prefix table is made from. */
struct prefix_source {
	const struct dfa *dfa;
	const struct radix *radix;
	uint8_t end;     /* DFA: the verdict if a path ends inside a prefix */
	uint32_t inside; /* radix: the kind of the states inside a prefix */
};

/* True if the octet stands for itself in a URL, in every path form.
 * docs/formats/blob.md, "Prefix tables" */
static bool is_plain(uint8_t octet)
{
	return octet >= 0x20 && octet != '%' && octet != '#';
}

static void append(const struct prefix *p, uint8_t octet, uint32_t to, uint32_t back, struct prefix *out)
{
	*out = *p;
	out->text[out->len++] = octet;
	out->to = to;
	out->at = 0;
	out->back = back;
}

static uint32_t dfa_ways(const struct dfa *dfa, const struct prefix *p, struct prefix *out, uint32_t room)
{
	uint32_t n = 0;
	if (p->to < DFA_SINKS || dfa->other[p->to] != dfa->other[p->back])
		return 0;
	for (struct dfa_pair pair = dfa_pair(dfa, p->to, p->back); dfa_differ(dfa, &pair); n++) {
		if (n == room || !is_plain(pair.octet))
			return 0;
		append(p, pair.octet, pair.to_first, pair.to_second, out + n);
	}
	return n;
}

static uint32_t radix_ways(const struct radix *r, const struct prefix *p, struct prefix *out, uint32_t room)
{
	const struct radix_state *const s = &r->states[p->to];
	if (s->run) {
		const uint32_t at = p->at + 1;
		if (room == 0 || !is_plain(s->text[p->at]))
			return 0;
		append(p, s->text[p->at], at == s->n ? s->next : p->to, p->back, out);
		out->at = at == s->n ? 0 : at;
		return 1;
	}
	for (uint32_t i = 0; i < s->n; i++) {
		if (i == room || !is_plain(r->octet[s->next + i]))
			return 0;
		append(p, r->octet[s->next + i], r->target[s->next + i], p->back, out + i);
	}
	return s->n;
}

/* Lengthen a prefix by one octet, in all ways: the edges of its state that the state `back` does
 * not have.  Returns how many, or 0 if the prefix must end or `out` has no room. */
static uint32_t ways(const struct prefix_source *from, const struct prefix *p, struct prefix *out, uint32_t room)
{
	return from->dfa ? dfa_ways(from->dfa, p, out, room) : radix_ways(from->radix, p, out, room);
}

/* Like ways() inside a prefix: it must also end if a path that ends here gets another verdict. */
static uint32_t ways_inside(const struct prefix_source *from, const struct prefix *p, struct prefix *out, uint32_t room)
{
	if (from->dfa && (from->dfa->end[p->to] != from->end || from->dfa->end[p->back] != from->end))
		return 0;
	if (from->radix && from->radix->states[p->to].kind != from->inside)
		return 0;
	return ways(from, p, out, room);
}

/* Lengthen the prefixes of one slot while none of them must end.  Returns their number. */
static uint32_t lengthen(const struct prefix_source *from, struct prefix *prefixes, uint32_t n, struct prefix *longer,
                         uint32_t room)
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
static void make_prefixes(const struct prefix_source *from, struct prefix_table *table, struct prefix *space)
{
	const struct prefix none = {.to = table->state, .back = table->back};
	struct prefix first[0x80];
	const uint32_t all = ways(from, &none, first, sizeof first / sizeof *first);
	uint32_t left = all;
	for (unsigned slot = 0; slot < PREFIX_SLOTS; slot++) {
		struct prefix *prefixes = table->prefixes + table->n;
		uint32_t n = 0;
		for (uint32_t i = 0; i < all; i++)
			if (first[i].text[0] % PREFIX_SLOTS == slot)
				prefixes[n++] = first[i];
		if (n == 0)
			continue;
		left -= n;
		n = lengthen(from, prefixes, n, space, PREFIXES_MAX - table->n - left);
		table->keys[slot] = prefixes[0].len;
		for (uint32_t i = 0; i < n; i++)
			while (prefixes[i].len < PREFIX_MAX && ways_inside(from, &prefixes[i], space, 1) == 1)
				prefixes[i] = *space;
		table->n += n;
	}
}

static uint64_t factor_of(const struct prefix_table *table)
{
	return PREFIX_PRIME * (2 * (uint64_t)table->seed + 1);
}

/* The hash of a prefix's first octets.  docs/formats/blob.md, "Prefix tables" */
static uint32_t hash(const struct prefix_table *table, uint64_t key)
{
	return (uint32_t)(key * factor_of(table) >> (64 - table->bits));
}

static void set_keys(struct prefix_table *table)
{
	for (uint32_t i = 0; i < table->n; i++) {
		const struct prefix *prefix = &table->prefixes[i];
		table->key[i] = 0;
		for (unsigned k = table->keys[prefix->text[0] % PREFIX_SLOTS]; k-- > 0;)
			table->key[i] = table->key[i] << 8 | prefix->text[k];
	}
}

/* The number of prefixes whose bucket is taken already, up to limit. */
static uint32_t count_shared(const struct prefix_table *table, uint32_t limit)
{
	uint8_t taken[PREFIX_BUCKETS];
	uint32_t shared = 0;
	memset(taken, 0, (size_t)1 << table->bits);
	for (uint32_t i = 0; i < table->n && shared < limit; i++) {
		uint8_t *const bucket = &taken[hash(table, table->key[i])];
		shared += *bucket;
		*bucket = 1;
	}
	return shared;
}

/* Fill the buckets with prefixes. */
static void fill(struct prefix_table *table)
{
	memset(table->bucket, 0xFF, ((size_t)1 << table->bits) * sizeof *table->bucket);
	for (uint32_t i = 0; i < table->n; i++) {
		uint32_t *bucket = &table->bucket[hash(table, table->key[i])];
		table->prefixes[i].next = *bucket;
		*bucket = i;
	}
}

/* Choose the first hash by which few prefixes share a bucket.  If there is none, choose, for the
 * larger table, the hash by which the fewest do. */
static void choose_hash(struct prefix_table *table)
{
	const uint32_t few = table->n / 8;
	set_keys(table);
	for (table->bits = 1; (uint32_t)1 << table->bits < table->n;)
		table->bits++;
	for (unsigned wider = 0;; wider++, table->bits++) {
		uint32_t best = UINT32_MAX;
		unsigned seed = 0;
		for (table->seed = 0; table->seed < PREFIX_SEEDS && best > few; table->seed++) {
			const uint32_t shared = count_shared(table, best);
			if (shared < best) {
				best = shared;
				seed = table->seed;
			}
		}
		table->seed = seed;
		if (best <= few || wider == PREFIX_WIDER)
			break;
	}
	fill(table);
}

static enum robotsc_status make_table(struct arena *a, const struct prefix_source *from, struct prefix_table *table)
{
	table->prefixes = robotsc__arena_take(a, 2 * PREFIXES_MAX * sizeof *table->prefixes);
	table->bucket = robotsc__arena_take(a, PREFIX_BUCKETS * sizeof *table->bucket);
	table->key = robotsc__arena_take(a, PREFIXES_MAX * sizeof *table->key);
	if (!table->prefixes || !table->bucket || !table->key)
		return ROBOTSC_ERR_NOMEM;
	make_prefixes(from, table, table->prefixes + PREFIXES_MAX);
	if (table->n)
		choose_hash(table);
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

enum robotsc_status robotsc__prefix_table_of_dfa(struct arena *a, const struct dfa *dfa, struct machine *m)
{
	const uint32_t state = dfa->start, back = dfa->other[state];
	const struct prefix_source from = {.dfa = dfa, .end = dfa->end[back]};
	m->prefix_table = (struct prefix_table){.state = state, .back = back};
	if (dfa->other[back] != back || is_reached(dfa, state))
		return ROBOTSC_OK;
	if (make_table(a, &from, &m->prefix_table) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < m->prefix_table.n; i++)
		m->flags[m->prefix_table.prefixes[i].to] |= STATE_PREFIX;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__prefix_table_of_radix(struct radix *r, struct machine *m)
{
	const uint32_t back = r->states[m->start].kind >> 1;
	const struct prefix_source from = {.radix = r, .inside = r->marks ? 0 : RADIX_KIND(back, back)};
	m->prefix_table = (struct prefix_table){.state = m->start, .back = r->marks ? NO_STATE : back};
	return make_table(r->arena, &from, &m->prefix_table);
}
