/* spelling.h - writes octets of files and URLs so that they do no harm in the text around them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SPELLING_H
#define ROBOTSC_SPELLING_H

#include <inttypes.h>
#include <stddef.h>

#include "robotsc/report.h"
#include "writer.h"

/* How many octets the UTF-8 character at the beginning of a text has; 1 for an octet of no
 * character.  The text must not be empty. */
size_t robotsc__spelling_character(struct robotsc_text text);

/* The columns that ROBOTSC_SPELL_TEXT takes for the first character of a text. */
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

/* Write a JSON string, with its quotes; an exact writer keeps all octets. */
void robotsc__spelling_json(struct report_writer *w, struct robotsc_text text);

/* Write a JSON string in which all octets stay as they are.  It is JSON if they are UTF-8. */
void robotsc__spelling_exact_json(struct report_writer *w, struct robotsc_text text);

/* The text to write before a path, so that its beginning is not read as a host: "http://h" if the
 * path begins with "//", else "". */
const char *robotsc__spelling_host(struct robotsc_text path);

/* Write text with octets outside of ASCII, and with the characters in escaped, as %HH. */
void robotsc__spelling_uri(struct report_writer *w, struct robotsc_text text, const char *escaped);

/* ---- values of JSON, each with the comma before it that it needs ---- */

/* name is that of a member of an object; NULL: the value stands in a list, or for itself. */

/* Begin an object, '{', or a list, '['; end one or more of them: "}" and "]". */
void robotsc__json_open(struct report_writer *w, const char *name, char bracket);
void robotsc__json_close(struct report_writer *w, const char *brackets);
/* Write "}" and a line end after the outermost object.  Another object may follow. */
void robotsc__json_end(struct report_writer *w);

/* Begin a line with the next value. */
void robotsc__json_line(struct report_writer *w);

/* Write values, or parts of them: "{line:" U32 " verdict:%s matches:[" begins an object of two
 * members and a list.  %s is a word; NULL: null.  %p is a JSON_TEXT, or a JSON_OPTIONAL, which is
 * null if there is no text.  %d is true or false. */
LIKE_PRINTF(2, 3) void robotsc__json_put(struct report_writer *w, const char *value, ...);
#define U32 "%" PRIu32
#define U64 "%" PRIu64
#define JSON_TEXT(text) (const void *)(1 ? &(text) : (const struct robotsc_text *)NULL)
#define JSON_OPTIONAL(text) ((text).at ? JSON_TEXT(text) : NULL)

void robotsc__json_text(struct report_writer *w, const char *name, struct robotsc_text text);
/* Both write null: without a text (.at NULL), without a word (NULL). */
void robotsc__json_optional(struct report_writer *w, const char *name, struct robotsc_text text);
void robotsc__json_word(struct report_writer *w, const char *name, const char *word);
void robotsc__json_number(struct report_writer *w, const char *name, uint64_t number);
void robotsc__json_signed(struct report_writer *w, const char *name, int64_t number);
void robotsc__json_bool(struct report_writer *w, const char *name, bool is);
void robotsc__json_texts(struct report_writer *w, const char *name, const struct robotsc_text *texts, size_t n);
/* Write all octets as they are.  It is JSON when they are UTF-8. */
void robotsc__json_exact(struct report_writer *w, const char *name, struct robotsc_text text);
/* Write only the name; the caller writes the value. */
void robotsc__json_name(struct report_writer *w, const char *name);

#endif
