/* time_text.c - a time as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "access/calendar.h"
#include "robotsc/report.h"

#define FIRST (INT64_C(-62167219200) - DAY_SECONDS) /* a day before the year 0 */
#define LAST (INT64_C(253402300799) + DAY_SECONDS)  /* a day after the year 9999 */

void robotsc_write_time(int64_t seconds, char out[ROBOTSC_TIME_ROOM])
{
	if (seconds < FIRST || seconds > LAST) {
		const unsigned long long number = seconds < 0 ? -(unsigned long long)seconds : (unsigned long long)seconds;
		snprintf(out, ROBOTSC_TIME_ROOM, "%s%llu", seconds < 0 ? "-" : "", number);
		return;
	}
	int64_t days = seconds / DAY_SECONDS - (seconds % DAY_SECONDS < 0);
	const unsigned rest = (unsigned)(seconds - DAY_SECONDS * days);
	int64_t year = (days - days_since_1970(0, 1, 1)) / 366 - 1; /* at most the year */
	unsigned month = 1;
	while (days_since_1970(year + 1, 1, 1) <= days)
		year++;
	days -= days_since_1970(year, 1, 1);
	for (; days >= month_days(year, month); month++)
		days -= month_days(year, month);
	snprintf(out, ROBOTSC_TIME_ROOM, year < 0 ? "-%03u-%02u-%02uT%02u:%02u:%02uZ" : "%04u-%02u-%02uT%02u:%02u:%02uZ",
	         (unsigned)(year < 0 ? -year : year), month, (unsigned)days + 1, rest / 3600, rest / 60 % 60, rest % 60);
}
