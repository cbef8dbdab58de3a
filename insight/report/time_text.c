/* time_text.c - a time as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "robotsc/report.h"

#define DAY 86400
#define FIRST (INT64_C(-62167219200) - DAY) /* a day before the year 0 */
#define LAST (INT64_C(253402300799) + DAY)  /* a day after the year 9999 */
#define DAYS_TO_1970 719468                 /* from 0000-03-01 */
#define DAYS_OF_400_YEARS 146097

/* Years begin with March here, so that the day that only some of them have is the last. */
void robotsc_write_time(int64_t seconds, char out[ROBOTSC_TIME_ROOM])
{
	if (seconds < FIRST || seconds > LAST) {
		const unsigned long long number = seconds < 0 ? -(unsigned long long)seconds : (unsigned long long)seconds;
		snprintf(out, ROBOTSC_TIME_ROOM, "%s%llu", seconds < 0 ? "-" : "", number);
		return;
	}
	const unsigned long days = (unsigned long)((seconds - FIRST) / DAY + FIRST / DAY + DAYS_TO_1970 + DAYS_OF_400_YEARS);
	const unsigned rest = (unsigned)((seconds - FIRST) % DAY);
	const unsigned long day_of_400 = days % DAYS_OF_400_YEARS;
	const unsigned long year_of_400 = (day_of_400 - day_of_400 / 1460 + day_of_400 / 36524 - day_of_400 / 146096) / 365;
	const unsigned long day_of_year = day_of_400 - (365 * year_of_400 + year_of_400 / 4 - year_of_400 / 100);
	const unsigned long month = (5 * day_of_year + 2) / 153; /* 0: March */
	const int year = (int)(400 * (days / DAYS_OF_400_YEARS) + year_of_400) - 400 + (month >= 10);
	snprintf(out, ROBOTSC_TIME_ROOM, year < 0 ? "-%03u-%02u-%02uT%02u:%02u:%02uZ" : "%04u-%02u-%02uT%02u:%02u:%02uZ",
	         (unsigned)(year < 0 ? -year : year), (unsigned)(month < 10 ? month + 3 : month - 9),
	         (unsigned)(day_of_year - (153 * month + 2) / 5 + 1), rest / 3600, rest / 60 % 60, rest % 60);
}
