/* lex.h - split octets into lines.  RFC 9309 §2.2; docs/dialects.md, "In all dialects"
 *
 * In    a robots.txt: any octets, and their number.
 * Out   one line at a time: its kind, field and value.
 * Cost  O(len).  Takes no memory: spans borrow the input.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LEX_H
#define ROBOTSC_LEX_H

#include <stdbool.h>
#include <stdint.h>

#include "dialect/dialect.h"

struct lexer {
	const struct robotsc__dialect *dialect;
	const uint8_t *cursor, *limit;
	uint32_t number;
	bool strict; /* refuse misspelt fields and missing colons */
	bool last;   /* the last line has been read */
};

/* Begin.  Skips a byte order mark and returns its length.  google also skips a part of one. */
uint32_t robotsc__lex_begin(struct lexer *lexer, const struct robotsc__dialect *dialect, const uint8_t *text, size_t len,
                            bool strict);

/* Read the next line.  Returns false at the end. */
bool robotsc__lex_next(struct lexer *lexer, struct line *line);

#endif
