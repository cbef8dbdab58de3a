/* units.c - see units.h.  docs/format.md, "Path forms"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "units.h"

#include <string.h>

#include "octets.h"

/* In the order in which they are wished for in an example.  Crawlers write them so, but '*' and what is behind it not often,
 * and escape only others. */
static const char nice[] = "/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~=&?+,;:@!$'()*[]";

static struct becomes itself(uint8_t octet)
{
	return (struct becomes){{octet}, 1};
}

static struct becomes escape(uint8_t octet)
{
	return (struct becomes){{'%', octet_digit(octet >> 4), octet_digit(octet & 15)}, 3};
}

static struct becomes pair(uint8_t octet)
{
	return (struct becomes){{(uint8_t)(FORM_K_LEAD | octet >> 4), (uint8_t)(FORM_K_TRAIL | (octet & 15))}, 2};
}

/* What a literal octet becomes. */
static struct becomes literal(uint8_t form, uint8_t octet)
{
	if (form == FORM_R && octet_class[octet] & OCTET_R_ENCODE)
		return escape(octet);
	if (form == FORM_K && octet_class[octet] & OCTET_K_SLOW)
		return pair(octet);
	return itself(octet);
}

/* What an escape becomes that stands for an octet. */
static struct becomes escaped(uint8_t form, int query, const struct unit *unit, uint8_t octet)
{
	const uint8_t class = octet_class[octet];
	if (form == FORM_RAW)
		return (struct becomes){{unit->written[0], unit->written[1], unit->written[2]}, 3};
	if (form == FORM_K)
		return class & OCTET_K_PAIR ? pair(octet) : itself(octet);
	return class & OCTET_R_DECODE || (query && class & OCTET_R_QUERY) ? itself(octet) : escape(octet);
}

#define UNNAMED 256     /* stands for all octets that a source does not tell from others */
#define SLOTS 4096      /* of the table of classes; units are fewer by far */
#define UNITS (5 * 256) /* at most: octets, and escapes in four spellings */

/* What a class is known by: the same for units that both sources cannot tell apart, wherever they stand. */
struct key {
	uint16_t what, n; /* kind and '?'; octets of all that it becomes */
	uint16_t octets[2][2][3];
};

/* Classes in the making. */
struct maker {
	struct units *units;
	const uint8_t *form;
	const uint8_t (*named)[256];
	struct key *keys; /* of the units so far */
	uint16_t *slots;  /* the place of a unit, and 1 */
};

/* Units that stand for octets are alike, escaped or not. */
static struct key key_of(const struct maker *m, const struct unit *unit)
{
	struct key key = {.what = (uint16_t)((unit->kind == UNIT_ESCAPE ? UNIT_OCTET : unit->kind) << 1 | unit->query)};
	for (int side = 0; side < 2; side++)
		for (int query = 0; query < 2; query++) {
			const struct becomes *becomes = &unit->becomes[side][query];
			key.n = (uint16_t)(key.n << 2 | becomes->n);
			for (unsigned i = 0; i < becomes->n; i++)
				key.octets[side][query][i] =
					m->named[side][becomes->octets[i]] ? becomes->octets[i] : (uint16_t)UNNAMED;
		}
	return key;
}

static uint32_t slot_of(const struct key *key)
{
	const uint8_t *octets = (const uint8_t *)key;
	uint32_t hash = 2166136261u;
	for (size_t i = 0; i < sizeof *key; i++)
		hash = (hash ^ octets[i]) * 16777619u;
	return (hash ^ hash >> 16) % SLOTS;
}

/* Add a unit, unless there is one of its class. */
static void add(struct maker *m, struct unit *unit, int octet)
{
	for (int side = 0; side < 2; side++)
		for (int query = 0; query < 2; query++)
			unit->becomes[side][query] = unit->kind == UNIT_ESCAPE ? escaped(m->form[side], query, unit, (uint8_t)octet)
			                                                       : literal(m->form[side], (uint8_t)octet);
	const struct key key = key_of(m, unit);
	uint32_t slot = slot_of(&key);
	for (; m->slots[slot]; slot = (slot + 1) % SLOTS)
		if (memcmp(&m->keys[m->slots[slot] - 1], &key, sizeof key) == 0)
			return;
	m->keys[m->units->n] = key;
	m->units->all[m->units->n++] = *unit;
	m->slots[slot] = (uint16_t)m->units->n;
}

/* Octets as they are.  '#' ends a path, and NUL does in the raw form. */
static void add_octet(struct maker *m, int raw, uint8_t octet)
{
	struct unit unit = {.written = {octet}, .n = 1, .kind = UNIT_OCTET, .query = octet == '?'};
	if (octet == '#' || (octet == 0 && (m->form[0] == FORM_RAW || m->form[1] == FORM_RAW)))
		return;
	if (!raw && octet == '%')
		unit.kind = UNIT_PERCENT;
	else if (!raw && octet_hex(octet) < 16)
		unit.kind = UNIT_DIGIT;
	add(m, &unit, octet);
}

/* An escape in all its spellings: only the raw form tells them apart. */
static void add_escape(struct maker *m, uint8_t octet, int usual)
{
	const int spellings = !usual && (m->form[0] == FORM_RAW || m->form[1] == FORM_RAW) ? 4 : 1;
	for (int i = 0; i < spellings; i++) {
		struct unit unit = {
			.written = {'%', octet_digit(octet >> 4), octet_digit(octet & 15)}, .n = 3, .kind = UNIT_ESCAPE};
		for (int k = 0; k < 2; k++)
			if (i >> k & 1 && unit.written[1 + k] >= 'A')
				unit.written[1 + k] = (uint8_t)(unit.written[1 + k] | 0x20);
		add(m, &unit, octet);
	}
}

enum robotsc_status robotsc__units_make(struct arena *a, const uint8_t form[2], const uint8_t named[2][256], enum units_which which,
                                        struct units *out)
{
	const int usual = which == UNITS_USUAL;
	const int raw =
		!usual && form[0] == FORM_RAW && form[1] == FORM_RAW; /* no escapes are told from what they are written with */
	/* cppcheck-suppress ctuuninitvar ; it is written here, not read */
	struct maker m = {out, form, named, robotsc__arena_take(a, UNITS * sizeof *m.keys),
	                  robotsc__arena_zeroed(a, SLOTS, sizeof *m.slots)};
	*out = (struct units){.all = robotsc__arena_take(a, UNITS * sizeof *out->all)};
	if (!out->all || !m.keys || !m.slots)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < sizeof nice - 1 && !(usual && nice[i] == '*'); i++)
		add_octet(&m, raw, (uint8_t)nice[i]);
	for (int octet = 0; !raw && octet < 256; octet++)
		if (!usual || octet == 0 || !strchr(nice, octet))
			add_escape(&m, (uint8_t)octet, usual);
	for (int octet = 0; octet < 256 && !usual; octet++)
		if ((octet == 0 || !strchr(nice, octet)) &&
		    (which == UNITS_ALL || raw || (octet == '%' && (named[0]['%'] || named[1]['%']))))
			add_octet(&m, raw, (uint8_t)octet);
	return ROBOTSC_OK;
}

uint8_t robotsc__units_follow(uint8_t context, const struct unit *unit)
{
	const uint8_t query = (uint8_t)((context & CONTEXT_QUERY) | unit->query);
	if (unit->kind == UNIT_PERCENT)
		return query | CONTEXT_PERCENT;
	if (unit->kind != UNIT_DIGIT)
		return query;
	if (context & CONTEXT_DIGIT)
		return CONTEXT_REFUSED;
	return context & CONTEXT_PERCENT ? query | CONTEXT_DIGIT : query;
}
