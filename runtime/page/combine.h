/* combine.h - how directives add up: the more restrictive one counts.  docs/page.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMBINE_H
#define ROBOTSC_COMBINE_H

#include "robotsc/page.h"

/* No directives. */
void robotsc__combine_begin(struct robotsc_directives *d);

/* Adds a set to another. */
void robotsc__combine_add(struct robotsc_directives *d, const struct robotsc_directives *more);

/* Combine one value: a number of characters or seconds, where -1 is no limit; a time. */
void robotsc__combine_limit(int64_t *limit, int64_t n);
void robotsc__combine_until(struct robotsc_directives *d, int64_t time);

/* Counts a value at an octet of the page that is unknown. */
void robotsc__combine_ignore(struct robotsc_directives *d, uint64_t at);

#endif
