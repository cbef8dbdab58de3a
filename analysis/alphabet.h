/* alphabet.h - the symbols that paths are made of, in classes that two lazy DFAs cannot tell apart.
 *
 * A symbol is an octet of a URL, or an escape of three octets, as written.  What it becomes in a
 * canonical form may depend on whether a '?' was written before it.  Symbols that both DFAs read
 * alike are one class; its nicest member stands for it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ALPHABET_H
#define ROBOTSC_ALPHABET_H

#include "support/arena.h"

/* What a symbol becomes in one form. */
struct image {
	uint8_t octets[3];
	uint8_t n;
};

enum symbol_kind {
	SYMBOL_OCTET,
	SYMBOL_DIGIT,   /* a hexadecimal digit */
	SYMBOL_PERCENT, /* '%' that begins no escape: two digits must not follow */
	SYMBOL_ESCAPE
};

struct symbol {
	uint8_t written[3];
	uint8_t n;
	uint8_t kind;
	uint8_t query;            /* '?', written as it is */
	struct image image[2][2]; /* for each DFA; without and with a '?' before it */
};

struct alphabet {
	struct symbol *all; /* one of each class; the nicest first */
	uint32_t n;
};

enum alphabet_kind {
	ALPHABET_ALL,
	/* Octets that a URL cannot hold are escaped, unless a form distinguishes the two.  A stray
	 * '%' only if a DFA names it. */
	ALPHABET_LEGAL,
	ALPHABET_USUAL /* as crawlers write: nothing else is escaped, and there is no '*' */
};

/* Make the classes for two DFAs, of these forms, that name these octets.  Fails ROBOTSC_ERR_NOMEM
 * only. */
enum robotsc_status robotsc__alphabet_make(struct arena *a, const uint8_t form[2], const uint8_t named[2][256],
                                           enum alphabet_kind which, struct alphabet *out);

/* What matters of the symbols before the next one: a '?', and an escape that has begun. */
#define CONTEXT_START 0
#define CONTEXT_QUERY 1
#define CONTEXT_PERCENT 2 /* after SYMBOL_PERCENT */
#define CONTEXT_DIGIT 4   /* and a digit after it */
#define CONTEXTS 8
#define CONTEXT_REFUSED 255

/* The context after a symbol, or CONTEXT_REFUSED if it cannot stand there. */
static inline uint8_t robotsc__alphabet_follow(uint8_t context, const struct symbol *symbol)
{
	const uint8_t query = (uint8_t)((context & CONTEXT_QUERY) | symbol->query);
	if (symbol->kind == SYMBOL_PERCENT)
		return query | CONTEXT_PERCENT;
	if (symbol->kind != SYMBOL_DIGIT)
		return query;
	if (context & CONTEXT_DIGIT)
		return CONTEXT_REFUSED;
	return context & CONTEXT_PERCENT ? query | CONTEXT_DIGIT : query;
}

#endif
