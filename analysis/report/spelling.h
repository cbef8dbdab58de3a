/* spelling.h - octets of others inside a text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SPELLING_H
#define ROBOTSC_SPELLING_H

#include "robotsc/report.h"
#include "writer.h"

/* The length of the UTF-8 character at the beginning of a text that is not empty; 1 for an octet
 * that belongs to none. */
size_t robotsc__spelling_character(struct robotsc_text text);

/* The columns that ROBOTSC_SPELL_TEXT takes for that character. */
size_t robotsc__spelling_width(struct robotsc_text text);

void robotsc__spelling_put(struct report_writer *w, struct robotsc_text text, enum robotsc_spelling spelling);

/* A JSON string, with its quotes; as robotsc__spelling_exact_json for a writer that is exact. */
void robotsc__spelling_json(struct report_writer *w, struct robotsc_text text);

/* The same of all octets as they are.  It is JSON when they are UTF-8. */
void robotsc__spelling_exact_json(struct report_writer *w, struct robotsc_text text);

/* What a path needs before it so that its beginning is not taken for a host: a host before "//",
 * else "". */
const char *robotsc__spelling_host(struct robotsc_text path);

/* Write text with octets outside of ASCII, and these characters, as %HH. */
void robotsc__spelling_uri(struct report_writer *w, struct robotsc_text text, const char *escaped);

#endif
