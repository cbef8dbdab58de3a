/* record.h - read a line other than Allow and Disallow into a record.  docs/extensions.md
 *
 * In    a line of an extension field, or of an unknown one.
 * Out   the record, with its numbers.
 * Cost  O(octets).  Takes no memory: spans borrow the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RECORD_H
#define ROBOTSC_RECORD_H

#include <stdbool.h>

#include "lex.h"
#include "robotsc/extensions.h"

#define NO_GROUP UINT32_MAX

struct label; /* usage_labels.h */

struct record {
	enum robotsc_line_field field;
	uint32_t line;
	uint32_t group; /* NO_GROUP: of the whole file */
	uint32_t run;   /* the run of its User-agent lines, if it has a group */
	struct span name, value;
	uint32_t count;    /* Crawl-delay: milliseconds; Request-rate: documents */
	uint32_t seconds;  /* Request-rate */
	uint32_t from, to; /* minutes of the day; MINUTE_NONE */
};

/* Read the value of a line; record->group is set by the caller.  Returns false if the value is
 * malformed.  *bad receives the first wrong octet, or NULL.  It is also set where only the value of
 * a Content-Signal key is wrong: that line is well-formed. */
bool robotsc__record_read(const struct line *line, struct record *record, const uint8_t **bad);

/* The field of a record, from the field of its line. */
enum robotsc_line_field robotsc__record_field(enum field field);

/* True if a field concerns the whole file. */
bool robotsc__record_of_file(enum robotsc_line_field field);

/* True for Content-Signal and Content-Usage, whose lines may begin with a path.  A malformed line
 * counts, too: it states nothing for its path, and outweighs shorter lines there. */
bool robotsc__record_of_path(enum robotsc_line_field field);

/* True if records of a field have numbers. */
bool robotsc__record_numbers(enum robotsc_line_field field);

/* Split the value of a Content-Signal or Content-Usage line into its path, which may be empty, and
 * the rest. */
void robotsc__record_split(struct span value, struct span *path, struct span *rest);

/* The value that a Noindex, Content-Signal or Content-Usage line gives for a label of its field:
 * its number, from 1, or 0.  A malformed line gives none. */
uint32_t robotsc__record_preference(const struct record *record, const struct label *label);

#endif
