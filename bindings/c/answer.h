/* answer.h - a call of a binding: its texts, and the answer.
 *
 * All state of a call is in its struct, so calls of any threads share nothing.  Answers are JSON,
 * text for people, or packed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ANSWER_H
#define ROBOTSC_ANSWER_H

#include <stdbool.h>

#include "robotsc/compile.h"

struct call {
	const struct robotsc_text *texts;
	size_t n;
	size_t limit; /* octets of a robots.txt that count; 0: ROBOTSC_MIN_LIMIT */
	char *answer; /* len octets, from realloc; the caller frees them */
	size_t len, room;
	bool failed; /* the answer lacks octets, since there was no memory */
};

/* Text number i of a call; empty if there is none. */
struct robotsc_text robotsc__text_at(const struct call *c, uint32_t i);

/* The texts from number i on; *n: how many there are. */
const struct robotsc_text *robotsc__texts_from(const struct call *c, uint32_t i, size_t *n);

/* Append to the answer: octets as they are, a string, a number, a JSON string. */
void robotsc__put_octets(struct call *c, const void *at, size_t len);
void robotsc__put(struct call *c, const char *text);
void robotsc__put_number(struct call *c, int64_t number);
void robotsc__put_json(struct call *c, struct robotsc_text text);

/* Append a member.  before: its name in quotes with a colon, and a comma before it if needed. */
void robotsc__put_member(struct call *c, const char *before, struct robotsc_text value);
void robotsc__put_bool(struct call *c, const char *before, bool value);
void robotsc__put_count(struct call *c, const char *before, int64_t value);

/* Append to a packed answer: a number as 8 octets, little-endian; a text as its length and its
 * octets. */
void robotsc__pack_number(struct call *c, int64_t number);
void robotsc__pack_text(struct call *c, struct robotsc_text text);

/* A C string as a text. */
struct robotsc_text robotsc__text_of(const char *string);

#endif
