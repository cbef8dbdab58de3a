/* lint_hidden.h - characters that nobody sees, or takes for others, as pages and editors put them
 * into a robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_HIDDEN_H
#define ROBOTSC_LINT_HIDDEN_H

#include <stdbool.h>

#include "text/line.h"

#define HIDDEN_LOOKS 16 /* at a line: each takes its whole length */

struct hidden {
	const uint8_t *at;
	size_t len;
	uint32_t code;
	const char *name; /* "no-break space" */
	const char *put;  /* what is meant in its place; NULL: it is not known */
};

/* Find the first such character of a line, from an octet on.  In a path only those that no URL is
 * likely to have; nothing in comments, and in a line without a field only where there would be one
 * without them.  end: of the text.  Cost O(length). */
bool robotsc__lint_hidden(const struct line *line, const uint8_t *end, const uint8_t *from, struct hidden *out);

/* True if a value begins with such a character. */
bool robotsc__lint_begins_hidden(struct span value);

#endif
