/* literal_filter.c - see machine.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <string.h>

#include "radix.h"
#include "automaton/literals.h"
#include "support/sort.h"

#define BUCKETS 8u /* of the start table */

struct filter_builder {
	struct arena *arena;
	struct literals literals;
	uint32_t *mark; /* of each literal */
	struct machine *m;
};

static uint32_t greater(uint32_t x, uint32_t y)
{
	return x > y ? x : y;
}

/* ---- globs -------------------------------------------------------------------- */

static uint32_t first_rank(const struct literals *l, uint32_t literal)
{
	return l->globs[l->what[literal].from].pattern->rank;
}

/* Orders literals that have globs by descending rank of their first glob. */
static int compare_ranks(const void *ctx, uint32_t x, uint32_t y)
{
	const struct literals *l = ctx;
	if (first_rank(l, x) != first_rank(l, y))
		return first_rank(l, x) > first_rank(l, y) ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void add_glob(struct machine *m, const struct tried *tried)
{
	m->globs[m->nglobs++] = (struct machine_glob){.text = tried->pattern->text + tried->known,
	                                              .len = tried->pattern->len - tried->known,
	                                              .rank = tried->pattern->rank,
	                                              .known = (uint8_t)tried->known};
}

/* Number the literals that have globs, and put the globs in that order. */
static enum robotsc_status number_literals(struct filter_builder *f)
{
	const struct literals *l = &f->literals;
	struct machine *m = f->m;
	uint32_t *order = robotsc__arena_take(f->arena, l->n * sizeof *order), n = 0;
	f->mark = robotsc__arena_take(f->arena, l->n * sizeof *f->mark);
	m->literals = robotsc__arena_take(f->arena, l->n * sizeof *m->literals);
	m->globs = robotsc__arena_take(f->arena, l->nglobs * sizeof *m->globs);
	if (!order || !f->mark || !m->literals || !m->globs)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < l->n; i++) {
		f->mark[i] = l->what[i].whole << 1;
		if (!l->what[i].whole)
			order[n++] = i;
	}
	if (!robotsc__sort(f->arena, order, n, compare_ranks, l))
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < n; i++) {
		f->mark[order[i]] = m->nliterals << 1 | MARK_LITERAL;
		m->literals[m->nliterals++] = m->nglobs;
		for (uint32_t k = l->what[order[i]].from; k < l->what[order[i]].to; k++)
			add_glob(m, &l->globs[k]);
	}
	return ROBOTSC_OK;
}

/* Notes a rank that can still reverse the verdict of a lower best rank. */
static void oppose(struct machine *m, uint32_t rank)
{
	m->stop[!(rank & 1)] = greater(m->stop[!(rank & 1)], rank);
}

/* Set the ranks of the machine.  All globs count: they may raise the best rank after the search.
 * listed: other machines use the best rank, so no search may stop below a literal that floats. */
static void set_ranks(struct filter_builder *f, bool listed)
{
	const struct literals *l = &f->literals;
	struct machine *m = f->m;
	uint32_t floating = 0;
	for (uint32_t i = 0; i < l->n; i++) {
		const bool floats = i >= l->anchored;
		const uint32_t alone = l->what[i].whole, top = alone ? alone : first_rank(l, i);
		m->top = greater(m->top, top);
		if (floats) {
			floating = greater(floating, top);
			m->alone = greater(m->alone, alone);
			oppose(m, alone);
		}
		for (uint32_t k = l->what[i].from; k < l->what[i].to; k++)
			oppose(m, l->globs[k].pattern->rank);
	}
	if (listed)
		m->stop[0] = m->stop[1] = floating ? floating - 1 : 0;
}

/* ---- tries -------------------------------------------------------------------- */

/* Make the states of both tries.  The empty literal, which comes first, has no state. */
static enum robotsc_status make_tries(struct filter_builder *f, struct radix *radix)
{
	const struct literals *l = &f->literals;
	struct machine *m = f->m;
	const uint32_t empty = l->anchored && l->text[0].len == 0;
	enum robotsc_status status = ROBOTSC_OK;
	struct radix_word *words = robotsc__arena_take(f->arena, l->n * sizeof *words);
	if (!words)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < l->n; i++)
		words[i] = (struct radix_word){.text = l->text[i].text, .len = l->text[i].len, .end = f->mark[i]};
	if (empty)
		m->first_mark = f->mark[0];
	robotsc__radix_init(radix, f->arena, true);
	if (empty < l->anchored)
		status = robotsc__radix_add(radix, words + empty, l->anchored - empty, 0, &m->start);
	if (status == ROBOTSC_OK && l->anchored < l->n)
		status = robotsc__radix_add(radix, words + l->anchored, l->n - l->anchored, 0, &m->root);
	return status == ROBOTSC_OK ? robotsc__radix_share(radix) : status;
}

/* ---- where floating literals may begin ---------------------------------------- */

/* Add an octet at a place to a bucket.  0x80 adds all octets. */
static void add_start(uint8_t *table, unsigned place, unsigned octet, unsigned bucket)
{
	for (unsigned i = 0; i < 16; i++)
		if (octet >= 0x80 || i == (octet & 15))
			table[START_LOW + 16 * place + i] |= (uint8_t)(1u << bucket);
	for (unsigned i = 0; i < 8; i++)
		if (octet >= 0x80 || i == octet >> 4)
			table[START_HIGH + 8 * place + i] |= (uint8_t)(1u << bucket);
}

static bool same_start(const struct literal *x, const struct literal *y)
{
	const uint32_t n = x->len < START_PLACES ? x->len : START_PLACES, k = y->len < START_PLACES ? y->len : START_PLACES;
	return n == k && memcmp(x->text, y->text, n) == 0;
}

/* Distribute the literals over buckets, neighbours together.  Literals of one or two octets let any
 * octet follow, so they have buckets of their own. */
static enum robotsc_status make_starts(struct filter_builder *f)
{
	const struct literals *l = &f->literals;
	uint32_t kinds[START_PLACES + 1] = {0}, seen[START_PLACES + 1] = {0};
	uint8_t *table = robotsc__arena_zeroed(f->arena, START_SIZE, 1);
	if (!table)
		return ROBOTSC_ERR_NOMEM;
	f->m->starts = table;
	for (uint32_t i = l->anchored; i < l->n; i++)
		if (i == l->anchored || !same_start(&l->text[i - 1], &l->text[i]))
			kinds[l->text[i].len < START_PLACES ? l->text[i].len : START_PLACES]++;
	const unsigned left = (kinds[1] > 0 ? 1u : 0u) + (kinds[2] > 0 ? 1u : 0u);
	for (uint32_t i = l->anchored; i < l->n; i++) {
		const struct literal *text = &l->text[i];
		const uint32_t len = text->len < START_PLACES ? text->len : START_PLACES;
		unsigned bucket = len == 1 ? 0 : kinds[1] > 0;
		if (i > l->anchored && same_start(text - 1, text))
			continue;
		if (len == START_PLACES)
			bucket = left + (unsigned)((uint64_t)seen[len] * (BUCKETS - left) / kinds[len]);
		seen[len]++;
		for (unsigned place = 0; place < START_PLACES; place++)
			add_start(table, place, place < len ? text->text[place] : 0x80, bucket);
	}
	return ROBOTSC_OK;
}

/* ---- all together --------------------------------------------------------------- */

enum robotsc_status robotsc__filter_run(struct arena *a, const struct rules *rules, const struct pattern *patterns, uint32_t n,
                                        bool listed, struct machine *out)
{
	struct filter_builder f = {.arena = a, .m = out};
	struct radix radix;
	*out = (struct machine){.start = NO_STATE, .root = NO_STATE, .fallback = rules->fallback};
	enum robotsc_status status = robotsc__literals_run(a, patterns, n, &f.literals);
	if (status == ROBOTSC_OK)
		status = number_literals(&f);
	if (status == ROBOTSC_OK)
		status = make_tries(&f, &radix);
	if (status == ROBOTSC_OK && out->root != NO_STATE)
		status = make_starts(&f);
	if (status != ROBOTSC_OK)
		return status;
	set_ranks(&f, listed);
	if (out->start != NO_STATE && robotsc__prefix_table_of_radix(&radix, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	return robotsc__radix_machine(&radix, out);
}
