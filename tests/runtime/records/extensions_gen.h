/* extensions_gen.h - random robots.txt files with many good and bad extension lines, and URLs for
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENSIONS_GEN_H
#define ROBOTSC_EXTENSIONS_GEN_H

#include <stddef.h>
#include <stdint.h>

#define EXTENSIONS_GEN_FILE 4096
#define EXTENSIONS_GEN_URLS 12

/* Agents are a, b, bot, "*", abot/2.0 and the empty one. */
struct extensions_gen {
	char file[EXTENSIONS_GEN_FILE];
	size_t len;
	char url[EXTENSIONS_GEN_URLS][40];
	uint64_t state; /* state of the random numbers */
};

/* Fill file and url. */
void extensions_gen(struct extensions_gen *w);

#endif
