/* instant.c - see instant.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "instant.h"

#define TIME_MAX INT64_C(253402300799) /* the end of 9999 */

/* Days since 1970 of a day in the Gregorian calendar; years begin in March, so that leap days end them. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
	const int64_t y = month <= 2 ? year - 1 : year, m = month <= 2 ? month + 9 : month - 3;

	return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

static int64_t month_length(int64_t year, int64_t month)
{
	const int64_t next = month == 12 ? days_of(year + 1, 1, 1) : days_of(year, month + 1, 1);

	return next - days_of(year, month, 1);
}

/* What is left of a text. */
struct rest {
	const char *at, *end;
};

/* The number of exactly n digits; -1 when there is none. */
static int64_t number(struct rest *r, int n)
{
	int64_t value = 0;

	if (r->end - r->at < n)
		return -1;
	for (; n > 0; n--, r->at++) {
		if (*r->at < '0' || *r->at > '9')
			return -1;
		value = 10 * value + (*r->at - '0');
	}
	return value;
}

static int octet(struct rest *r, char c)
{
	if (r->at == r->end || *r->at != c)
		return 0;
	r->at++;
	return 1;
}

static int read_day(struct rest *r, int64_t *seconds)
{
	const int64_t year = number(r, 4);
	int64_t month, day;

	if (year < 1970 || !octet(r, '-') || (month = number(r, 2)) < 1 || month > 12 || !octet(r, '-'))
		return 0;
	day = number(r, 2);
	*seconds = days_of(year, month, day) * 86400;
	return day >= 1 && day <= month_length(year, month);
}

/* A leap second counts as the second before it. */
static int read_clock(struct rest *r, int64_t *seconds)
{
	const int64_t hour = number(r, 2);
	int64_t minute, second;

	if (hour < 0 || hour > 23 || !octet(r, ':') || (minute = number(r, 2)) < 0 || minute > 59 || !octet(r, ':'))
		return 0;
	second = number(r, 2);
	if (octet(r, '.'))
		while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
			r->at++;
	*seconds += hour * 3600 + minute * 60 + (second < 60 ? second : 59);
	return second >= 0 && second <= 60 && octet(r, 'Z');
}

static int read_plain(struct rest *r, int64_t *seconds)
{
	int64_t value = 0;

	for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && value <= TIME_MAX; r->at++)
		value = 10 * value + (*r->at - '0');
	*seconds = value;
	return r->at == r->end && value <= TIME_MAX;
}

int robotsc__instant_read(const char *at, size_t len, int64_t *seconds)
{
	struct rest r = {at, at + len};

	if (len == 0)
		return 0;
	if (!memchr(at, '-', len))
		return read_plain(&r, seconds);
	return read_day(&r, seconds) && (r.at == r.end || (octet(&r, 'T') && read_clock(&r, seconds) && r.at == r.end));
}

void robotsc__instant_write(int64_t seconds, char out[INSTANT_ROOM])
{
	const time_t at = (time_t)seconds;
	struct tm tm;

	if (!gmtime_r(&at, &tm) || strftime(out, INSTANT_ROOM, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		snprintf(out, INSTANT_ROOM, "%lld", (long long)seconds);
}
