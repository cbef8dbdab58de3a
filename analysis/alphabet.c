/* alphabet.c - see alphabet.h.  docs/formats/blob.md, "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "alphabet.h"

#include <string.h>

#include "match/percent.h"
#include "support/hash.h"

/* Octets for examples, the best first.  Crawlers write them unescaped, those from '*' on rarely;
 * they escape all others. */
static const char nice[] = "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~=&?+,;:@!$'()*[]";

static struct image itself(uint8_t octet)
{
	return (struct image){{octet}, 1};
}

static struct image escape(uint8_t octet)
{
	return (struct image){{'%', octet_digit(octet >> 4), octet_digit(octet & 15)}, 3};
}

static struct image pair(uint8_t octet)
{
	return (struct image){{(uint8_t)(FORM_K_LEAD | octet >> 4), (uint8_t)(FORM_K_TRAIL | (octet & 15))}, 2};
}

/* What an octet as it is becomes in a form. */
static struct image literal(uint8_t form, uint8_t octet)
{
	if (form == FORM_R && octet_class[octet] & OCTET_R_ENCODE)
		return escape(octet);
	if (form == FORM_K && octet_class[octet] & OCTET_K_SLOW)
		return pair(octet);
	return itself(octet);
}

/* What an escape of an octet becomes in a form; query: a '?' was written before it. */
static struct image escaped(uint8_t form, int query, const struct symbol *symbol, uint8_t octet)
{
	const uint8_t class = octet_class[octet];
	if (form == FORM_RAW)
		return (struct image){{symbol->written[0], symbol->written[1], symbol->written[2]}, 3};
	if (form == FORM_K)
		return class & OCTET_K_PAIR ? pair(octet) : itself(octet);
	return class & OCTET_R_DECODE || (query && class & OCTET_R_QUERY) ? itself(octet) : escape(octet);
}

#define SYMBOLS_MAX (5 * 256) /* octets, and escapes in four spellings */

/* The key of a class: equal for symbols that neither DFA can tell apart, wherever they stand. */
struct class_key {
	uint64_t made[2]; /* by DFA: what the symbol becomes, without and with a '?' before it */
	uint64_t what;    /* the symbol's kind, and whether it is '?' */
};

/* Classes in the making. */
struct class_maker {
	struct alphabet *symbols;
	const uint8_t *form;
	uint8_t alike[2][256];  /* by DFA: itself if named; else the first unnamed octet */
	struct class_key *keys; /* keys of the symbols so far */
	struct hash_table by_key;
};

/* Fill in alike[]: a named octet stands for itself, the first unnamed one for all unnamed ones. */
static void find_alike(const uint8_t named[256], uint8_t alike[256])
{
	unsigned first = 0;
	while (first < 255 && named[first])
		first++;
	for (unsigned octet = 0; octet < 256; octet++)
		alike[octet] = (uint8_t)(named[octet] ? octet : first);
}

/* What a symbol becomes, as a number: how many octets, and which. */
static uint64_t made_of(const uint8_t alike[256], const struct image *image)
{
	uint64_t made = image->n;
	for (unsigned i = 0; i < image->n; i++)
		made = made << 8 | alike[image->octets[i]];
	return made;
}

/* The key of a symbol's class.  An octet and its escape have one kind. */
static struct class_key key_of(const struct class_maker *m, const struct symbol *symbol)
{
	const uint8_t kind = symbol->kind == SYMBOL_ESCAPE ? SYMBOL_OCTET : symbol->kind;
	struct class_key key = {.what = (uint64_t)kind << 1 | symbol->query};
	for (int side = 0; side < 2; side++)
		key.made[side] =
			made_of(m->alike[side], &symbol->image[side][0]) << 32 | made_of(m->alike[side], &symbol->image[side][1]);
	return key;
}

static bool same_key(const void *ctx, uint32_t x, uint32_t y)
{
	const struct class_key *a = (const struct class_key *)ctx + x, *b = (const struct class_key *)ctx + y;
	return a->made[0] == b->made[0] && a->made[1] == b->made[1] && a->what == b->what;
}

/* Add a symbol, unless there is one of its class. */
static void add(struct class_maker *m, struct symbol *symbol, int octet)
{
	for (int side = 0; side < (m->form[0] == m->form[1] ? 1 : 2); side++)
		for (int query = 0; query < 2; query++)
			symbol->image[side][query] = symbol->kind == SYMBOL_ESCAPE
			                                     ? escaped(m->form[side], query, symbol, (uint8_t)octet)
			                                     : literal(m->form[side], (uint8_t)octet);
	if (m->form[0] == m->form[1])
		memcpy(symbol->image[1], symbol->image[0], sizeof symbol->image[1]);
	const uint32_t i = m->symbols->n;
	const struct class_key key = m->keys[i] = key_of(m, symbol);
	const uint64_t hash = hash_add(hash_add(hash_add(0, key.made[0]), key.made[1]), key.what);
	if (hash_intern(&m->by_key, hash, same_key, m->keys, i) == i)
		m->symbols->all[m->symbols->n++] = *symbol;
}

/* Add an octet as it is.  '#' and, in the raw form, NUL are no symbols: they end a path. */
static void add_octet(struct class_maker *m, int raw, uint8_t octet)
{
	struct symbol symbol = {.written = {octet}, .n = 1, .kind = SYMBOL_OCTET, .query = octet == '?'};
	if (octet == '#' || (octet == 0 && (m->form[0] == FORM_RAW || m->form[1] == FORM_RAW)))
		return;
	if (!raw && octet == '%')
		symbol.kind = SYMBOL_PERCENT;
	else if (!raw && octet_hex(octet) < 16)
		symbol.kind = SYMBOL_DIGIT;
	add(m, &symbol, octet);
}

/* An escape in all its spellings.  Only the raw form distinguishes them. */
static void add_escape(struct class_maker *m, uint8_t octet, int usual)
{
	const int spellings = !usual && (m->form[0] == FORM_RAW || m->form[1] == FORM_RAW) ? 4 : 1;
	for (int i = 0; i < spellings; i++) {
		struct symbol symbol = {
			.written = {'%', octet_digit(octet >> 4), octet_digit(octet & 15)}, .n = 3, .kind = SYMBOL_ESCAPE};
		for (int k = 0; k < 2; k++)
			if (i >> k & 1 && symbol.written[1 + k] >= 'A')
				symbol.written[1 + k] = (uint8_t)(symbol.written[1 + k] | 0x20);
		add(m, &symbol, octet);
	}
}

enum robotsc_status robotsc__alphabet_make(struct arena *a, const uint8_t form[2], const uint8_t named[2][256],
                                           enum alphabet_kind which, struct alphabet *out)
{
	const int usual = which == ALPHABET_USUAL;
	/* true: neither form reads escapes */
	const int raw = !usual && form[0] == FORM_RAW && form[1] == FORM_RAW;
	/* cppcheck-suppress ctuuninitvar ; it is written here, not read */
	struct class_maker m = {.symbols = out, .form = form, .keys = robotsc__arena_take(a, SYMBOLS_MAX * sizeof *m.keys)};
	*out = (struct alphabet){.all = robotsc__arena_take(a, SYMBOLS_MAX * sizeof *out->all)};
	if (!out->all || !m.keys || !hash_reserve(a, &m.by_key, SYMBOLS_MAX))
		return ROBOTSC_ERR_NOMEM;
	find_alike(named[0], m.alike[0]);
	find_alike(named[1], m.alike[1]);
	for (size_t i = 0; i < sizeof nice - 1 && !(usual && nice[i] == '*'); i++)
		add_octet(&m, raw, (uint8_t)nice[i]);
	for (int octet = 0; !raw && octet < 256; octet++)
		if (!usual || octet == 0 || !strchr(nice, octet))
			add_escape(&m, (uint8_t)octet, usual);
	for (int octet = 0; octet < 256 && !usual; octet++)
		if ((octet == 0 || !strchr(nice, octet)) &&
		    (which == ALPHABET_ALL || raw || (octet == '%' && (named[0]['%'] || named[1]['%']))))
			add_octet(&m, raw, (uint8_t)octet);
	return ROBOTSC_OK;
}

/* ---- which symbols of an alphabet a pair of states must be stepped by ---- */

static uint64_t *new_set(struct arena *a, const struct symbol_sets *s)
{
	return robotsc__arena_zeroed(a, s->words, sizeof(uint64_t));
}

static void put(uint64_t *set, uint32_t symbol)
{
	set[symbol / 64] |= (uint64_t)1 << symbol % 64;
}

/* Put a symbol into a set, which is made with its first.  False: no memory. */
static bool add_to(struct arena *a, const struct symbol_sets *s, uint64_t **set, uint32_t symbol)
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
	return add_to(a, s, &place->sets[i], symbol);
}

/* Put a symbol into the sets of what it becomes.  False: no memory. */
static bool add_image(struct arena *a, struct symbol_sets *s, uint32_t symbol, const struct symbol *of, int side, int query)
{
	const struct image *image = &of->image[side][query];
	bool added = add_to(a, s, image->n == 1 ? &s->octet[side][query][image->octets[0]] : &s->several[query], symbol);
	if (of->kind != SYMBOL_ESCAPE || !added)
		return added;
	for (unsigned i = 0; image->n > 1 && i < image->n && added; i++)
		added = add_place(a, s, &s->place[side][query][i], image->octets[i], symbol);
	return added && add_to(a, s, &s->escape[side][query][image->n], symbol);
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
	out->apart = new_set(a, out);
	out->alike = new_set(a, out);
	bool made = out->chosen && out->named && out->apart && out->alike;
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

/* Add to `apart` the symbols that become one octet that a state names. */
static void add_named(struct symbol_sets *s, uint64_t *const octet[256], const uint8_t named[256])
{
	for (unsigned eight = 0; eight < 256; eight += 8) {
		uint64_t some;
		memcpy(&some, named + eight, sizeof some);
		for (unsigned c = eight; some && c < eight + 8; c++)
			for (uint32_t w = 0; named[c] && octet[c] && w < s->words; w++)
				s->apart[w] |= octet[c][w];
	}
}

/* The first symbol of a kind that is not in s->named; UINT32_MAX: there is none. */
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
	memset(s->apart, 0, s->words * sizeof *s->apart);
	add_named(s, s->octet[0][query], named[0]);
	add_named(s, s->octet[1][query], named[1]);
	for (uint32_t w = 0; w < s->words; w++)
		s->chosen[w] = s->named[w] = s->apart[w] | s->several[query][w];
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

/* Leave in a set the escapes that lead, on one side, to the same state as `like`: they become the
 * same number of octets, and no state on the way names their octets or those of `like`. */
static void keep_alike(const struct symbol_sets *s, int side, int query, const struct image *like, const uint8_t *named[3],
                       uint64_t *set)
{
	const uint64_t *many = s->escape[side][query][like->n];
	for (uint32_t w = 0; w < s->words; w++)
		set[w] &= many[w];
	/* of three octets, the first is always '%' */
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
		uint64_t drop = s->alike[w] & s->chosen[w] & ~s->apart[w];
		s->chosen[w] ^= drop;
		for (; drop; drop &= drop - 1)
			n++;
	}
	return n;
}

/* ---- the states that follow one state of a lazy DFA ---- */

void robotsc__successors_make(struct successors *s, const struct robotsc_alloc *alloc)
{
	robotsc__arena_init(&s->arena, alloc);
	s->room = NULL;
}

void robotsc__successors_free(struct successors *s)
{
	robotsc__arena_free(&s->arena);
}

/* Find out what a state names, and make room for its successors. */
static bool unfold(struct successors *s, struct successor *of)
{
	of->named = robotsc__arena_take(&s->arena, 256);
	of->next = robotsc__arena_take(&s->arena, 256 * sizeof *of->next);
	if (!of->named || !of->next)
		return false;
	if (of->twin) {
		for (unsigned i = 0; i < 256; i += 8) { /* SUCCESSOR_KNOWN (2) becomes 1: named */
			uint64_t eight;
			memcpy(&eight, of->twin->named + i, sizeof eight);
			eight = (eight | eight >> 1) & 0x0101010101010101u;
			memcpy(of->named + i, &eight, sizeof eight);
		}
		of->named_steps = of->twin->named_steps;
		s->dfa->steps += of->named_steps;
		return true;
	}
	const uint64_t before = s->dfa->steps;
	memset(of->named, 0, 256);
	s->dfa->name_next(s->dfa, of->state, of->len, of->named);
	of->named_steps = s->dfa->steps - before;
	return true;
}

bool robotsc__successors_begin(struct successors *s, struct lazy_dfa *dfa, const uint8_t *state, size_t len)
{
	if (!s->room) {
		s->room = robotsc__arena_take(&s->arena, dfa->state_max);
		s->mark = robotsc__arena_mark(&s->arena);
	}
	robotsc__arena_reset(&s->arena, s->mark);
	s->dfa = dfa;
	s->root = (struct successor){.state = state, .len = len};
	s->way[0] = &s->root;
	s->last = (struct image){.n = 1};
	return s->room && unfold(s, &s->root);
}

/* Step the DFA, and keep the state. */
static bool step(struct successors *s, struct successor *from, uint8_t octet, struct successor *to)
{
	to->len = s->dfa->step(s->dfa, from->state, from->len, octet, s->room);
	if (!from->named[octet] && to->len == from->len && memcmp(from->state, s->room, to->len) == 0) {
		to->twin = from;
		to->state = from->state;
		return true;
	}
	uint8_t *state = robotsc__arena_take(&s->arena, to->len);
	if (!state)
		return false;
	to->state = memcpy(state, s->room, to->len);
	return true;
}

struct successor *robotsc__successors_add(struct successors *s, struct successor *from, uint8_t octet)
{
	struct successor *to = robotsc__arena_zeroed(&s->arena, 1, sizeof *to);
	if (!to)
		return NULL;
	if (from->named[octet]) {
		from->named[octet] = SUCCESSOR_KNOWN;
		from->next[octet] = to;
		return step(s, from, octet, to) ? to : NULL;
	}
	from->other = to;
	if (from->twin) { /* an unnamed octet leads to the same state again */
		to->twin = from;
		to->state = from->state;
		to->len = from->len;
		from->other_steps = from->twin->other_steps;
		s->dfa->steps += from->other_steps;
		return to;
	}
	const uint64_t before = s->dfa->steps;
	const bool stepped = step(s, from, octet, to);
	from->other_steps = s->dfa->steps - before;
	return stepped ? to : NULL;
}

bool robotsc__successors_turn(struct successors *s, const struct image *image)
{
	for (unsigned i = 0; i + 1 < image->n; i++) {
		struct successor *at = robotsc__successors_after(s, s->way[i], image->octets[i]);
		if (!at || (!at->named && !unfold(s, at)))
			return false;
		s->way[i + 1] = at;
	}
	s->last = *image;
	return true;
}
