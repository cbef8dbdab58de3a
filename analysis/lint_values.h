/* lint_values.h - what stands in values, and what should.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_VALUES_H
#define ROBOTSC_LINT_VALUES_H

#include "linter.h"

/* An entity of HTML, and what it means in a URL; NULL: that is not known. */
struct entity {
	const uint8_t *at;
	size_t len;
	const char *meant;
};

/* Find the first entity of a value from an octet on.  Cost O(length). */
bool robotsc__lint_entity(struct span value, const uint8_t *from, struct entity *out);

/* Report what robots do not read so.  No memory: failed is set. */
void robotsc__lint_values(struct linter *l, const struct line *line);

/* What to write in the place of a value that says nothing, or NULL. */
const char *robotsc__lint_example(const struct line *line);

#endif
