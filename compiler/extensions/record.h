/* record.h - lines beside Allow and Disallow to records.  SPEC E; docs/extensions.md
 *
 * In    a line of an extension field, or of an unknown one.
 * Out   the record, its numbers read.
 * Cost  O(octets).  Takes no memory; spans borrow the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RECORD_H
#define ROBOTSC_RECORD_H

#include "lex.h"
#include "robotsc/extensions.h"

#define NO_GROUP UINT32_MAX

struct record {
	enum robotsc_line_field field;
	uint32_t line;
	uint32_t group; /* NO_GROUP: of the file as a whole */
	struct span name, value;
	uint32_t count;    /* Crawl-delay: milliseconds; Request-rate: documents */
	uint32_t seconds;  /* Request-rate */
	uint32_t from, to; /* minutes of the day; MINUTE_NONE */
};

/* Read a line's value; group is left to the caller.  Returns 0 when it is malformed and the line does
 * not count.  *bad receives the octet at which something is wrong, or NULL: a Content-Signal line counts
 * all the same where only the value of a key is. */
int robotsc__record_read(const struct line *line, struct record *record, const uint8_t **bad);

/* Does a field speak for the whole file? */
int robotsc__record_of_file(enum robotsc_line_field field);

/* Does a record have numbers? */
int robotsc__record_numbers(enum robotsc_line_field field);

/* The path that a Content-Signal or Content-Usage line speaks of, empty for none, and the rest. */
void robotsc__record_split(struct span value, struct span *path, struct span *rest);

/* What a well-formed Noindex, Content-Signal or Content-Usage line says of a label. */
enum robotsc_preference robotsc__record_preference(const struct record *record, const char *label);

#endif
