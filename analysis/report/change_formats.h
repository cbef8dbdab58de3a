/* change_formats.h - what became of an origin, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHANGE_FORMATS_H
#define ROBOTSC_CHANGE_FORMATS_H

#include "diff_formats.h"
#include "robotsc/extensions.h"

#define CHANGE_FIELDS 16 /* enum robotsc_line_field */

/* A hash of the records of each field, in their order. */
struct field_hashes {
	uint64_t of[CHANGE_FIELDS];
};

void robotsc__change_begin(struct field_hashes *h);
/* Add the records of a group, or of the file if it is NULL. */
void robotsc__change_hash(struct field_hashes *h, const struct robotsc_extensions *ext, const struct robotsc_group *group);
/* The fields that differ, as bits. */
uint32_t robotsc__change_fields(const struct field_hashes hashes[2]);

/* The state of writing an origin. */
struct change_page {
	const struct robotsc_origin_change *change;
	enum robotsc_became kind;
	uint32_t records; /* fields whose records differ, as bits */
	/* What was written of the verdicts. */
	const char *results;
	size_t results_len;
};

/* The fields whose records differ, as bits: of the file, and of the robots to compare for. */
uint32_t robotsc__change_records(const struct robotsc_origin_change *change);

/* The results of verdicts, collected before the origin is written. */
extern const struct diff_format robotsc__change_text, robotsc__change_json;

void robotsc__change_put_text(struct report_writer *w, const struct change_page *page);
void robotsc__change_put_json(struct report_writer *w, const struct change_page *page);
/* The counts at the end. */
void robotsc__change_end_text(struct report_writer *w, const struct robotsc_change_total *total);
void robotsc__change_end_json(struct report_writer *w, const struct robotsc_change_total *total);

#endif
