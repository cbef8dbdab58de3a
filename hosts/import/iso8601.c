/* iso8601.c - see iso8601.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "iso8601.h"
#include "runtime/access/calendar.h"
#include "runtime/access/text.h"

/* Read the n digits at *at, and move it past them.  -1: fewer than n digits
 * are there. */
static int read_digits(const char **at, const char *end, int n)
{
	int value = 0;
	for (; n > 0; n--, (*at)++) {
		if (*at == end || !is_digit(**at))
			return -1;
		value = 10 * value + (**at - '0');
	}
	return value;
}

static bool skip(const char **at, const char *end, char c)
{
	if (*at == end || **at != c)
		return false;
	(*at)++;
	return true;
}

/* Read "2026-01-31" as days since 1970. */
static bool read_date(const char **at, const char *end, int64_t *days)
{
	int year, month, day;
	year = read_digits(at, end, 4);
	if (year < 0 || !skip(at, end, '-'))
		return false;
	month = read_digits(at, end, 2);
	if (month < 1 || month > 12 || !skip(at, end, '-'))
		return false;
	day = read_digits(at, end, 2);
	if (day < 1 || (unsigned)day > month_days(year, (unsigned)month))
		return false;
	*days = days_since_1970(year, (unsigned)month, (unsigned)day);
	return true;
}

/* Read "12:00:00" as seconds of the day. */
static bool read_clock(const char **at, const char *end, int *seconds)
{
	int hour, minute, second;
	hour = read_digits(at, end, 2);
	if (hour < 0 || hour > 23 || !skip(at, end, ':'))
		return false;
	minute = read_digits(at, end, 2);
	if (minute < 0 || minute > 59 || !skip(at, end, ':'))
		return false;
	second = read_digits(at, end, 2);
	if (second < 0 || second > 60)
		return false;
	*seconds = 3600 * hour + 60 * minute + (second < 60 ? second : 59);
	return true;
}

bool robotsc__iso8601_read(const char *at, size_t len, int64_t *seconds)
{
	const char *end = at + len;
	int64_t days;
	int clock = 0;
	if (!read_date(&at, end, &days))
		return false;
	if (at < end) {
		if (!skip(&at, end, 'T') || !read_clock(&at, end, &clock))
			return false;
		if (skip(&at, end, '.'))
			while (read_digits(&at, end, 1) >= 0)
				;
		if (!skip(&at, end, 'Z') || at != end)
			return false;
	}
	*seconds = DAY_SECONDS * days + clock;
	return true;
}
