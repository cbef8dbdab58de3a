/* alphabet.h - what paths are made of, in classes that two sources cannot tell apart.
 *
 * A symbol is an octet of a URL, or an escape of three, as it would be written.  What it becomes in a
 * canonical form may depend on whether '?' was written before it.  Symbols that become the same to both
 * sources are one class, which its nicest member stands for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ALPHABET_H
#define ROBOTSC_ALPHABET_H

#include "arena.h"

/* What a symbol becomes in one form. */
struct becomes {
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
	uint8_t query;                /* '?', written as it is */
	struct becomes becomes[2][2]; /* in the form of a source; without and with '?' before */
};

struct alphabet {
	struct symbol *all; /* one of each class; the nicest first */
	uint32_t n;
};

enum alphabet_kind {
	ALPHABET_ALL,
	ALPHABET_LEGAL, /* what a URL cannot hold is an escape, unless a form tells these apart, and '%' is there only if a side names it */
	ALPHABET_USUAL /* that crawlers write: and nothing else is, and there is no '*' */
};

/* The classes for two sources, of which form and named octets are given. */
enum robotsc_status robotsc__alphabet_make(struct arena *a, const uint8_t form[2], const uint8_t named[2][256],
                                           enum alphabet_kind which, struct alphabet *out);

/* What of the symbols before matters to the next: whether '?' was written, and how much of what could
 * become an escape. */
#define CONTEXT_START 0
#define CONTEXT_QUERY 1
#define CONTEXT_PERCENT 2 /* behind SYMBOL_PERCENT */
#define CONTEXT_DIGIT 4   /* and a digit behind that */
#define CONTEXTS 8
#define CONTEXT_REFUSED 255

/* The context behind a symbol, or CONTEXT_REFUSED if it cannot stand there. */
uint8_t robotsc__alphabet_follow(uint8_t context, const struct symbol *symbol);

#endif
