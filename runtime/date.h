/* date.h - dates as people write them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RUNTIME_DATE_H
#define ROBOTSC_RUNTIME_DATE_H

#include <stddef.h>
#include <stdint.h>

/* Days from 1970-01-01 to a day of the Gregorian calendar; month 1 to 12, year from 0.  Days
 * behind the end of a month are those of the next. */
int64_t robotsc__date_days(int64_t year, unsigned month, unsigned day);

/* The days of a month. */
unsigned robotsc__date_month_days(int64_t year, unsigned month);

/* A date of RFC 822 (with the years of RFC 1123 too), RFC 850 or ISO 8601; docs/page.md says
 * which forms of them.
 *
 * at, len  the text; spaces around it are ignored. seconds  out: since 1970, UTC; filled if the
 * text is a date.
 *
 * Returns 1 if it is one, else 0.  Cost O(len). */
int robotsc__date_read(const char *at, size_t len, int64_t *seconds);

#endif
