/* json.h - values of JSON, each with the comma before it that it needs.
 *
 * NAME is that of a member of an object; NULL: the value stands in a list, or for itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_JSON_H
#define ROBOTSC_JSON_H

#include "spelling.h"

/* Begin an object, '{', or a list, '['; end one or more, "}" and "]". */
void robotsc__json_open(struct report_writer *w, const char *name, char bracket);
void robotsc__json_close(struct report_writer *w, const char *brackets);
/* End the object that is all, with its line; another one may follow. */
void robotsc__json_end(struct report_writer *w);

/* The next value begins a line. */
void robotsc__json_line(struct report_writer *w);

void robotsc__json_text(struct report_writer *w, const char *name, struct robotsc_text text);
/* null where .at is NULL, or the word. */
void robotsc__json_optional(struct report_writer *w, const char *name, struct robotsc_text text);
void robotsc__json_word(struct report_writer *w, const char *name, const char *word);
void robotsc__json_number(struct report_writer *w, const char *name, uint64_t number);
void robotsc__json_signed(struct report_writer *w, const char *name, int64_t number);
void robotsc__json_bool(struct report_writer *w, const char *name, bool is);
void robotsc__json_texts(struct report_writer *w, const char *name, const struct robotsc_text *texts, size_t n);
/* All octets as they are.  It is JSON when they are UTF-8. */
void robotsc__json_exact(struct report_writer *w, const char *name, struct robotsc_text text);
/* Only the name; the caller writes the value. */
void robotsc__json_name(struct report_writer *w, const char *name);

#endif
