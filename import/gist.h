/* gist.h - a robots.txt without lines that say nothing about what may be fetched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef IMPORT_GIST_H
#define IMPORT_GIST_H

#include <stddef.h>

/* Copy a text without lines that are comments or name a sitemap; out has room for len octets.  Returns how many
 * it took.
 *
 * For the dialects whose groups do not end with a blank line, rfc9309 and google, the text that is left compiles to
 * the same blob, unless extension records are kept, or the text is longer than the compiler reads.  What is
 * left out is what sites that share their rules differ in. */
size_t robotsc__gist(const char *text, size_t len, char *out);

#endif
