/* symbol_sets.h - which symbols of an alphabet a pair of states must be stepped by.
 *
 * Of symbols that become one octet which neither state names, the first in each context is enough.
 * Sets are found octet by octet, and joined, so that the other symbols are not looked at.
 *
 * In    an alphabet, and the octets that two states name.
 * Out   the symbols to step by, in their order.
 * Fails ROBOTSC_ERR_NOMEM only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SYMBOL_SETS_H
#define ROBOTSC_SYMBOL_SETS_H

#include <stdbool.h>

#include "alphabet.h"
#include "match/load.h"

#define SYMBOL_KINDS 4 /* digits, '%', '?', others: each leads to another context */

#define PLACE_OCTETS 32 /* most octets at a place: digits, or those of pairs */

/* What stands at a place of the octets that symbols become. */
struct symbol_place {
	uint32_t n;
	uint8_t octets[PLACE_OCTETS];
	uint64_t *sets[PLACE_OCTETS]; /* the symbols that have this octet there */
};

/* Sets of symbols; NULL: an empty one.  Indices are a side, and whether there is a '?' before. */
struct symbol_sets {
	uint32_t words;                     /* of a set: 64 symbols each */
	uint64_t *octet[2][2][256];         /* by octet: those that become it alone */
	uint64_t *several[2];               /* those that become several octets for a side */
	uint64_t *escape[2][2][4];          /* escapes, by the number of octets */
	struct symbol_place place[2][2][3]; /* the octets of escapes that become several */
	uint64_t *kind[SYMBOL_KINDS];
	const struct symbol *example[SYMBOL_KINDS];
	/* To step by; those that a state tells from others; of these, those by one octet. */
	uint64_t *chosen, *named, *told;
	uint64_t *alike; /* for robotsc__symbol_sets_drop */
};

enum robotsc_status robotsc__symbol_sets_make(struct arena *a, const struct alphabet *symbols, struct symbol_sets *out);

/* Choose symbols to step by. */
void robotsc__symbol_sets_choose(struct symbol_sets *s, uint8_t context, const uint8_t *const named[2]);

/* Drop the escapes after one that lead to the same pair: they become as many octets, and the states
 * on the way name none of these.  named[]: by side, what the state before each octet names.
 * Returns how many there were. */
uint32_t robotsc__symbol_sets_drop(struct symbol_sets *s, const struct symbol *like, int query, uint32_t after,
                                   const uint8_t *named[2][3]);

/* The first symbol of a set from one on; or UINT32_MAX. */
static inline uint32_t symbol_set_next(const struct symbol_sets *s, const uint64_t *set, uint32_t from)
{
	uint32_t word = from / 64;
	if (word >= s->words)
		return UINT32_MAX;
	uint64_t bits = set[word] & UINT64_MAX << from % 64;
	while (!bits && ++word < s->words)
		bits = set[word];
	return bits ? 64 * word + lowest_bit(bits) : UINT32_MAX;
}

static inline bool symbol_set_has(const uint64_t *set, uint32_t symbol)
{
	return set[symbol / 64] >> symbol % 64 & 1;
}

#endif
