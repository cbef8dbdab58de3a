/* symbol_sets.c - see symbol_sets.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "symbol_sets.h"

#include <string.h>

static uint64_t *new_set(struct arena *a, const struct symbol_sets *s)
{
	return robotsc__arena_zeroed(a, s->words, sizeof(uint64_t));
}

static void put(uint64_t *set, uint32_t symbol)
{
	set[symbol / 64] |= (uint64_t)1 << symbol % 64;
}

/* Put a symbol into a set, which is made with its first.  False: no memory. */
static bool add(struct arena *a, const struct symbol_sets *s, uint64_t **set, uint32_t symbol)
{
	if (!*set)
		*set = new_set(a, s);
	if (*set)
		put(*set, symbol);
	return *set;
}

/* Put an escape into the set of the octet at a place.  False: no memory. */
static bool add_place(struct arena *a, const struct symbol_sets *s, struct symbol_place *place, uint8_t octet, uint32_t symbol)
{
	uint32_t i = 0;
	while (i < place->n && place->octets[i] != octet)
		i++;
	if (i == place->n) {
		place->octets[i] = octet;
		place->sets[i] = NULL;
		place->n++;
	}
	return add(a, s, &place->sets[i], symbol);
}

/* Put a symbol into the sets of what it becomes.  False: no memory. */
static bool add_image(struct arena *a, struct symbol_sets *s, uint32_t symbol, const struct symbol *of, int side, int query)
{
	const struct image *image = &of->image[side][query];
	bool added = add(a, s, image->n == 1 ? &s->octet[side][query][image->octets[0]] : &s->several[query], symbol);
	if (of->kind != SYMBOL_ESCAPE || !added)
		return added;
	for (unsigned i = 0; image->n > 1 && i < image->n && added; i++)
		added = add_place(a, s, &s->place[side][query][i], image->octets[i], symbol);
	return added && add(a, s, &s->escape[side][query][image->n], symbol);
}

static unsigned kind_of(const struct symbol *symbol)
{
	return symbol->kind == SYMBOL_DIGIT ? 0 : symbol->kind == SYMBOL_PERCENT ? 1 : symbol->query ? 2 : 3;
}

enum robotsc_status robotsc__symbol_sets_make(struct arena *a, const struct alphabet *symbols, struct symbol_sets *out)
{
	*out = (struct symbol_sets){.words = (symbols->n + 63) / 64};
	out->chosen = new_set(a, out);
	out->named = new_set(a, out);
	out->told = new_set(a, out);
	out->alike = new_set(a, out);
	bool made = out->chosen && out->named && out->told && out->alike;
	for (int kind = 0; kind < SYMBOL_KINDS && made; kind++)
		made = (out->kind[kind] = new_set(a, out)) != NULL;
	for (int query = 0; query < 2 && made; query++)
		made = (out->several[query] = new_set(a, out)) != NULL;
	for (uint32_t i = 0; i < symbols->n && made; i++) {
		const struct symbol *symbol = &symbols->all[i];
		const unsigned kind = kind_of(symbol);
		put(out->kind[kind], i);
		if (!out->example[kind])
			out->example[kind] = symbol;
		for (int query = 0; query < 2 && made; query++)
			made = add_image(a, out, i, symbol, 0, query) && add_image(a, out, i, symbol, 1, query);
	}
	return made ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Add the symbols that become octets which a state names. */
static void add_named(struct symbol_sets *s, uint64_t *const octet[256], const uint8_t named[256])
{
	for (unsigned eight = 0; eight < 256; eight += 8) {
		uint64_t some;
		memcpy(&some, named + eight, sizeof some);
		for (unsigned c = eight; some && c < eight + 8; c++)
			for (uint32_t w = 0; named[c] && octet[c] && w < s->words; w++)
				s->told[w] |= octet[c][w];
	}
}

/* The first symbol of a kind that is not named; or UINT32_MAX. */
static uint32_t first_other(const struct symbol_sets *s, const uint64_t *kind)
{
	for (uint32_t w = 0; w < s->words; w++)
		if (kind[w] & ~s->named[w])
			return 64 * w + lowest_bit(kind[w] & ~s->named[w]);
	return UINT32_MAX;
}

void robotsc__symbol_sets_choose(struct symbol_sets *s, uint8_t context, const uint8_t *const named[2])
{
	const int query = context & CONTEXT_QUERY;
	uint32_t first[CONTEXTS];
	memset(s->told, 0, s->words * sizeof *s->told);
	add_named(s, s->octet[0][query], named[0]);
	add_named(s, s->octet[1][query], named[1]);
	for (uint32_t w = 0; w < s->words; w++)
		s->chosen[w] = s->named[w] = s->told[w] | s->several[query][w];
	memset(first, UINT32_MAX & 0xFF, sizeof first);
	for (int kind = 0; kind < SYMBOL_KINDS; kind++) {
		const uint8_t after = s->example[kind] ? robotsc__alphabet_follow(context, s->example[kind]) : CONTEXT_REFUSED;
		const uint32_t other = after == CONTEXT_REFUSED ? UINT32_MAX : first_other(s, s->kind[kind]);
		for (uint32_t w = 0; after == CONTEXT_REFUSED && w < s->words; w++)
			s->chosen[w] &= ~s->kind[kind][w];
		if (other != UINT32_MAX && other < first[after])
			first[after] = other;
	}
	for (int after = 0; after < CONTEXTS; after++)
		if (first[after] != UINT32_MAX)
			put(s->chosen, first[after]);
}

/* Leave those that lead where all do that become as many octets for a side. */
static void keep_alike(const struct symbol_sets *s, int side, int query, const struct image *like, const uint8_t *named[3],
                       uint64_t *set)
{
	const uint64_t *many = s->escape[side][query][like->n];
	for (uint32_t w = 0; w < s->words; w++)
		set[w] &= many[w];
	/* Three octets begin with '%'. */
	for (unsigned i = like->n == 3; like->n > 1 && i < like->n; i++) {
		const struct symbol_place *place = &s->place[side][query][i];
		for (uint32_t k = 0; k < place->n; k++)
			for (uint32_t w = 0; named[i][place->octets[k]] && w < s->words; w++)
				set[w] &= ~place->sets[k][w];
	}
}

uint32_t robotsc__symbol_sets_drop(struct symbol_sets *s, const struct symbol *like, int query, uint32_t after,
                                   const uint8_t *named[2][3])
{
	uint32_t n = 0;
	memset(s->alike, 0, s->words * sizeof *s->alike);
	s->alike[after / 64] = UINT64_MAX << after % 64 << 1;
	for (uint32_t w = after / 64 + 1; w < s->words; w++)
		s->alike[w] = UINT64_MAX;
	for (int side = 0; side < 2; side++)
		keep_alike(s, side, query, &like->image[side][query], named[side], s->alike);
	for (uint32_t w = after / 64; w < s->words; w++) {
		uint64_t drop = s->alike[w] & s->chosen[w] & ~s->told[w];
		s->chosen[w] ^= drop;
		for (; drop; drop &= drop - 1)
			n++;
	}
	return n;
}
