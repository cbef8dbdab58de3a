/* answer.h - what the exports of tools.wasm share: texts that JavaScript gave, and the answer.
 *
 * A call goes so: begin, add_text for each text, the export that is meant, and then JavaScript
 * reads the answer.  Nearly all answers are JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ANSWER_H
#define ROBOTSC_ANSWER_H

#include <stdbool.h>

#include "wasm.h"
#include "robotsc/compile.h"

/* Text number i of this call; empty if there is none. */
struct robotsc_text text_at(uint32_t i);

/* The texts from number i on, *n of them. */
const struct robotsc_text *texts_from(uint32_t i, size_t *n);

/* Append to the answer: octets as they are, a string, a number, a JSON string. */
void put_octets(const void *at, size_t len);
void put(const char *text);
void put_number(int64_t number);
void put_json(struct robotsc_text text);

/* Append "NAME": and a value.  comma: with a comma before it. */
void put_member(const char *before, struct robotsc_text value);
void put_bool(const char *before, bool value);
void put_count(const char *before, int64_t value);

/* A terminated string as a text. */
struct robotsc_text text_of(const char *string);

/* True if octets were lost because there was no memory. */
bool answer_failed(void);

#endif
