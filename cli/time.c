/* time.c - points in time on the command line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "robotsc/access.h"

/* "2026-01-31T12:00:00Z", by way of the date that HTTP would write. */
static int read_iso(const char *text, int64_t now, int64_t *seconds)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char http[40];
	int month;

	for (const char *p = text, *form = "dddd-dd-ddTdd:dd:ddZ"; *p || *form; p++, form++)
		if (*form == 'd' ? *p < '0' || *p > '9' : *p != *form)
			return 0;
	month = 10 * (text[5] - '0') + text[6] - '0';
	if (month < 1 || month > 12)
		return 0;
	snprintf(http, sizeof http, "Sun, %.2s %.3s %.4s %.8s GMT", text + 8, months + 3 * (month - 1), text, text + 11);
	return robotsc_http_date(http, strlen(http), now, seconds);
}

static int read_number(const char *text, int64_t *seconds)
{
	char *end;

	if (text[text[0] == '-'] < '0' || text[text[0] == '-'] > '9' || strlen(text) > 18)
		return 0;
	*seconds = strtoll(text, &end, 10);
	return *end == '\0';
}

int64_t cli_now(void)
{
	return (int64_t)time(NULL);
}

int cli_read_time(const char *text, int64_t *seconds)
{
	const int64_t now = cli_now();

	if (strcmp(text, "now") == 0)
		*seconds = now;
	return strcmp(text, "now") == 0 || read_number(text, seconds) || read_iso(text, now, seconds) ||
	       robotsc_http_date(text, strlen(text), now, seconds);
}

/* As ISO 8601; outside the years 0 to 9999 and a day around them as a number: every year is a step. */
void cli_print_time(int64_t seconds)
{
	static const int64_t month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int64_t days = seconds / 86400 - (seconds % 86400 < 0), year = 1970, n;
	const int64_t rest = seconds - 86400 * days;
	int month = 0;

	if (seconds < -62167305600 || seconds > 253402387199) {
		printf("%lld", (long long)seconds);
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
	printf("%04d-%02d-%02dT%02d:%02d:%02dZ", (int)year, month + 1, (int)days + 1, (int)(rest / 3600), (int)(rest / 60 % 60),
	       (int)(rest % 60));
}

/* Where a number of seconds begins its fraction: what follows is digits, and nothing else does. */
static const char *find_fraction(const char *text)
{
	const char *point = strchr(text, '.'), *p = point;

	while (p && p[1] >= '0' && p[1] <= '9')
		p++;
	return p && p > point && p[1] == '\0' ? point : NULL;
}

int cli_read_instant(const char *text, int64_t *milliseconds)
{
	const char *fraction = find_fraction(text);
	char whole[24];
	int64_t seconds = 0, ms = 0, unit = 1000;

	if (fraction && (size_t)(fraction - text) < sizeof whole) {
		memcpy(whole, text, (size_t)(fraction - text));
		whole[fraction - text] = '\0';
		for (const char *p = fraction + 1; *p; p++)
			ms += (*p - '0') * (unit /= 10);
		if (!read_number(whole, &seconds))
			return 0;
	} else if (!cli_read_time(text, &seconds)) {
		return 0;
	}
	if (seconds > INT64_MAX / 1000 - 1 || seconds < INT64_MIN / 1000 + 1)
		return 0;
	*milliseconds = seconds * 1000 + (text[0] == '-' ? -ms : ms);
	return 1;
}
