/* passes.h - a clock around every pass of the compiler, without a change of the compiler.
 *
 * The linker replaces the functions named in passes.wrap by those of passes.c, which call the
 * originals. If the linker cannot do that, nothing is measured.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PASSES_H
#define ROBOTSC_PASSES_H

#include "robotsc/common.h"

enum pass {
	PASS_PARSE, /* lexing included */
	PASS_GROUP,
	PASS_NORMALIZE,
	PASS_SEGMENTS,
	PASS_DETERMINIZE,
	PASS_MINIMIZE,
	PASS_LINK,
	PASS_RADIX,
	PASS_FILTER,
	PASS_ENCODE,
	PASS_BLOB,
	PASSES
};

/* Start the clock of passes.  Returns 0 if that is not possible. */
int passes_begin(void);

/* Stop it, and fill the seconds and the calls of each pass. */
void passes_end(double seconds[PASSES], unsigned long calls[PASSES]);

/* Run the lexer alone over a text.  Returns the number of lines. */
size_t passes_lex(struct robotsc_text text);

#endif
