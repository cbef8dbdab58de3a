/* alphabet.c - see alphabet.h.  docs/format.md, "Path forms"
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

/* What a literal octet image. */
static struct image literal(uint8_t form, uint8_t octet)
{
	if (form == FORM_R && octet_class[octet] & OCTET_R_ENCODE)
		return escape(octet);
	if (form == FORM_K && octet_class[octet] & OCTET_K_SLOW)
		return pair(octet);
	return itself(octet);
}

/* What an escape becomes that stands for an octet. */
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
	uint64_t made[2]; /* what each form makes of it, without and with a '?' before it */
	uint64_t what;    /* its kind, and whether it is '?' */
};

/* Classes in the making. */
struct class_maker {
	struct alphabet *symbols;
	const uint8_t *form;
	uint8_t alike[2][256];  /* an octet that the DFA names: itself; others: one of them */
	struct class_key *keys; /* of the symbols so far */
	struct hash_table by_key;
};

/* Of octets that a DFA does not name, the first stands for all. */
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

/* Symbols that stand for octets are alike, escaped or not. */
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

/* Octets as they are.  '#' ends a path, and NUL does in the raw form. */
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
	/* No form reads escapes. */
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
