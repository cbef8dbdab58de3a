/* calendar.h - the Gregorian calendar, from the year 0 on.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CALENDAR_H
#define ROBOTSC_CALENDAR_H

#include <stddef.h>
#include <stdint.h>

#define DAY_SECONDS 86400
#define DAYS_TO_1970 719528 /* from 0000-01-01 */

/* The number of days of a month.  month: from 1 to 12. */
static inline unsigned month_days(int64_t year, unsigned month)
{
	static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	return days[month - 1] + (month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 1u : 0u);
}

/* Days from 1970-01-01 to a date.  year: from -1, which counts as a common year; day: past the end
 * of a month, it counts into the next one. */
static inline int64_t days_since_1970(int64_t year, unsigned month, unsigned day)
{
	static const uint16_t before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	const int64_t leap_year = month > 2 ? year : year - 1; /* last year past its 29 February */
	const int64_t leaps = leap_year < 0 ? 0 : leap_year / 4 - leap_year / 100 + leap_year / 400 + 1;
	return 365 * year + leaps + before[month - 1] + day - 1 - DAYS_TO_1970;
}

/* Reads a date of RFC 822 (also with the years of RFC 1123), RFC 850 or ISO 8601.  docs/page.md
 * lists the accepted forms.
 *
 * at, len  the text; spaces around it are ignored
 * seconds  out: since 1970, UTC; filled if the text is a date
 *
 * Returns 1 for a date, otherwise 0.  Cost O(len). */
int robotsc__date_read(const char *at, size_t len, int64_t *seconds);

#endif
