/* date.h - read dates of RFC 822, RFC 850 and ISO 8601.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DATE_H
#define ROBOTSC_DATE_H

#include <stddef.h>
#include <stdint.h>

/* Reads a date of RFC 822 (also with the years of RFC 1123), RFC 850 or ISO 8601.  docs/page.md
 * lists the accepted forms.
 *
 * at, len  the text; spaces around it are ignored
 * seconds  out: since 1970, UTC; filled if the text is a date
 *
 * Returns 1 for a date, otherwise 0.  Cost O(len). */
int robotsc__date_read(const char *at, size_t len, int64_t *seconds);

#endif
