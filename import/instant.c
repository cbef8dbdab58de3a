/* instant.c - see instant.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "instant.h"
#include "robotsc/access.h"

#define DAY 86400

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* By way of the date that HTTP would write. */
int robotsc__instant_read(const char *at, size_t len, int64_t *seconds)
{
	static const char form[] = "dddd-dd-ddTdd:dd:dd", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char text[] = "0000-00-00T00:00:00", http[40];
	size_t n = 0;
	int month;

	for (; n < len && form[n]; n++) {
		if (form[n] == 'd' ? !is_digit(at[n]) : at[n] != form[n])
			return 0;
		text[n] = at[n];
	}
	if (!form[n]) {
		if (n < len && at[n] == '.')
			for (n++; n < len && is_digit(at[n]);)
				n++;
		if (n + 1 != len || at[n] != 'Z')
			return 0;
	} else if (form[n] != 'T') {
		return 0;
	}
	month = 10 * (text[5] - '0') + text[6] - '0';
	if (month < 1 || month > 12)
		return 0;
	snprintf(http, sizeof http, "Sun, %.2s %.3s %.4s %.8s GMT", text + 8, months + 3 * (month - 1), text, text + 11);
	return robotsc_http_date(http, strlen(http), 0, seconds);
}

/* Every year is a step. */
void robotsc__instant_write(int64_t seconds, char out[INSTANT_ROOM])
{
	static const int64_t month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int64_t days = seconds / DAY - (seconds % DAY < 0), year = 1970, n;
	const int64_t rest = seconds - DAY * days;
	int month = 0;

	if (seconds < INSTANT_FIRST - DAY || seconds > INSTANT_LAST + DAY) {
		snprintf(out, INSTANT_ROOM, "%lld", (long long)seconds);
		return;
	}
#define LEAP ((year % 4 == 0 && year % 100 != 0) || year % 400 == 0)
	for (; days < 0; days += 365 + LEAP)
		year--;
	for (; days >= 365 + LEAP; year++)
		days -= 365 + LEAP;
	for (; (n = month_days[month] + (month == 1 && LEAP)) <= days; month++)
		days -= n;
#undef LEAP
	snprintf(out, INSTANT_ROOM, "%04d-%02d-%02dT%02d:%02d:%02dZ", (int)year, month + 1, (int)days + 1, (int)(rest / 3600),
	         (int)(rest / 60 % 60), (int)(rest % 60));
}
