/* passes.h - a clock around every pass of the compiler, which knows nothing of it.
 *
 * The linker puts the functions of passes.c in place of those named in passes.wrap; each calls the
 * one that it replaces.  Where the linker cannot do that, nothing is measured.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PASSES_H
#define ROBOTSC_PASSES_H

#include "robotsc/common.h"

enum pass {
	PASS_PARSE, /* lexing included */
	PASS_GROUP,
	PASS_NORM,
	PASS_CHAIN,
	PASS_DETERM,
	PASS_MINIM,
	PASS_LINK,
	PASS_FILTER,
	PASS_ENCODE,
	PASS_BLOB,
	PASSES
};

/* From now on, take the time of passes; 0 when that is not possible. */
int passes_begin(void);

/* Stop, and fill the seconds that each took, and how often it was called. */
void passes_end(double seconds[PASSES], unsigned long calls[PASSES]);

/* Read a text as parse does, and nothing more; returns the lines. */
size_t passes_lex(struct robotsc_text text);

#endif
