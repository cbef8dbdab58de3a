/* lint_inside.h - a field that stands in the value of another, as "Disallow: /a Allow: /b" has it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_INSIDE_H
#define ROBOTSC_LINT_INSIDE_H

#include <stdbool.h>

#include "text/line.h"

/* Where a line should break before a field. */
struct inside {
	const uint8_t *from;  /* what parts it from the value before, as " ", ";", "\\n", "<br>" */
	const uint8_t *field; /* where it begins */
	const uint8_t *value; /* after its ':' */
	const char *name;     /* the field */
};

/* Find the first field in a text from an octet on.  Cost O(len). */
bool robotsc__lint_inside(struct span text, const uint8_t *at, struct inside *out);

/* The part of a line in which another field is an accident, if there is one.  False for Comment
 * and for fields that are not known. */
bool robotsc__lint_inside_part(const struct line *line, struct span *part);

/* The end of a text without what parts fields. */
const uint8_t *robotsc__lint_before_parting(struct span text);

#endif
