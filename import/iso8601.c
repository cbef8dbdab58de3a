/* iso8601.c - see iso8601.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "iso8601.h"

#define DAY 86400
#define DAYS_TO_1970 719528 /* from 0000-01-01 */

static bool is_leap(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_length(int64_t year, int month)
{
	static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return lengths[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 0000-01-01 to the first of January of a year, from -1. */
static int64_t days_before_year(int64_t year)
{
	return 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
}

/* Read the n digits at *at, and move it past them.  -1: there are others than digits, or too
 * few. */
static int read_digits(const char **at, const char *end, int n)
{
	int value = 0;

	for (; n > 0; n--, (*at)++) {
		if (*at == end || **at < '0' || **at > '9')
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

/* "2026-01-31", as days since 1970. */
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
	if (day < 1 || day > month_length(year, month))
		return false;
	*days = days_before_year(year) - DAYS_TO_1970 + day - 1;
	for (int m = 1; m < month; m++)
		*days += month_length(year, m);
	return true;
}

/* "12:00:00", as seconds. */
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
	*seconds = DAY * days + clock;
	return true;
}
