/* spelling.h - octets of others inside a text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SPELLING_H
#define ROBOTSC_SPELLING_H

#include <inttypes.h>
#include <stddef.h>

#include "robotsc/report.h"
#include "writer.h"

/* The length of the UTF-8 character at the beginning of a text that is not empty; 1 for an octet
 * that belongs to none. */
size_t robotsc__spelling_character(struct robotsc_text text);

/* The columns that ROBOTSC_SPELL_TEXT takes for that character. */
size_t robotsc__spelling_width(struct robotsc_text text);

/* A text from an index on. */
static inline struct robotsc_text text_from(struct robotsc_text text, size_t at)
{
	return (struct robotsc_text){text.at + at, text.len - at};
}

/* The columns that ROBOTSC_SPELL_TEXT takes for all of a text. */
size_t robotsc__spelling_columns(struct robotsc_text text);

void robotsc__spelling_put(struct report_writer *w, struct robotsc_text text, enum robotsc_spelling spelling);

/* Write a string, the text as ROBOTSC_SPELL_TEXT, and another string. */
void robotsc__spelling_between(struct report_writer *w, const char *before, struct robotsc_text text, const char *after);

/* A JSON string, with its quotes; as robotsc__spelling_exact_json for a writer that is exact. */
void robotsc__spelling_json(struct report_writer *w, struct robotsc_text text);

/* The same, but all octets stay as they are.  It is JSON when they are UTF-8. */
void robotsc__spelling_exact_json(struct report_writer *w, struct robotsc_text text);

/* What must come before a path so that its beginning is not taken for a host: a host if the path
 * begins with "//", else "". */
const char *robotsc__spelling_host(struct robotsc_text path);

/* Write text with octets outside of ASCII, and these characters, as %HH. */
void robotsc__spelling_uri(struct report_writer *w, struct robotsc_text text, const char *escaped);

/* ---- values of JSON, each with the comma before it that it needs ---- */

/* name is that of a member of an object; NULL: the value stands in a list, or for itself. */

/* Begin an object, '{', or a list, '['; end one or more, "}" and "]". */
void robotsc__json_open(struct report_writer *w, const char *name, char bracket);
void robotsc__json_close(struct report_writer *w, const char *brackets);
/* End the outermost object, and its line.  Another object may follow. */
void robotsc__json_end(struct report_writer *w);

/* The next value begins a line. */
void robotsc__json_line(struct report_writer *w);

/* Values, or parts of them: "{line:" U32 " verdict:%s matches:[" begins an object of two members
 * and a list.  %s is a word; NULL: null.  %p is a JSON_TEXT, or a JSON_OPTIONAL: null if there is
 * none.  %d is true or false. */
LIKE_PRINTF(2, 3) void robotsc__json_put(struct report_writer *w, const char *value, ...);
#define U32 "%" PRIu32
#define U64 "%" PRIu64
#define JSON_TEXT(text) (const void *)(1 ? &(text) : (const struct robotsc_text *)NULL)
#define JSON_OPTIONAL(text) ((text).at ? JSON_TEXT(text) : NULL)

void robotsc__json_text(struct report_writer *w, const char *name, struct robotsc_text text);
/* Write null if there is no text (.at NULL), or no word (NULL). */
void robotsc__json_optional(struct report_writer *w, const char *name, struct robotsc_text text);
void robotsc__json_word(struct report_writer *w, const char *name, const char *word);
void robotsc__json_number(struct report_writer *w, const char *name, uint64_t number);
void robotsc__json_signed(struct report_writer *w, const char *name, int64_t number);
void robotsc__json_bool(struct report_writer *w, const char *name, bool is);
void robotsc__json_texts(struct report_writer *w, const char *name, const struct robotsc_text *texts, size_t n);
/* Write all octets as they are.  It is JSON when they are UTF-8. */
void robotsc__json_exact(struct report_writer *w, const char *name, struct robotsc_text text);
/* Only the name; the caller writes the value. */
void robotsc__json_name(struct report_writer *w, const char *name);

#endif
