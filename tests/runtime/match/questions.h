/* questions.h - writes questions about blobs as lines, for pseudocode.py:
 *
 *     blob HEX  |  robot HEX...  |  stranger HEX  |  path VERDICT HEX  |  url VERDICT HEX
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_QUESTIONS_H
#define ROBOTSC_QUESTIONS_H

#include <stddef.h>
#include <stdio.h>

/* Begin a line; add octets to it; end it. */
static inline void question_word(FILE *to, const char *word)
{
	fputs(word, to);
}

static inline void question_octets(FILE *to, const void *at, size_t len)
{
	putc(' ', to);
	for (size_t i = 0; i < len; i++)
		fprintf(to, "%02x", ((const unsigned char *)at)[i]);
}

static inline void question_end(FILE *to)
{
	putc('\n', to);
}

#endif
