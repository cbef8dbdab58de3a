/* date.h - read dates of RFC 822, RFC 850 and ISO 8601.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DATE_H
#define ROBOTSC_DATE_H

#include <stddef.h>
#include <stdint.h>

/* Days from 1970-01-01 to a Gregorian date.  month: 1 to 12; year: from 0.  Days after the end of
 * a month are days of the next. */
int64_t robotsc__date_days(int64_t year, unsigned month, unsigned day);

/* The number of days of a month. */
unsigned robotsc__date_month_days(int64_t year, unsigned month);

/* Reads a date of RFC 822 (also with the years of RFC 1123), RFC 850 or ISO 8601.  docs/page.md
 * lists the accepted forms.
 *
 * at, len  the text; spaces around it are ignored
 * seconds  out: since 1970, UTC; filled if the text is a date
 *
 * Returns 1 for a date, otherwise 0.  Cost O(len). */
int robotsc__date_read(const char *at, size_t len, int64_t *seconds);

#endif
