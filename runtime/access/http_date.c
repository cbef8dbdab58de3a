/* http_date.c - the three forms of a date in HTTP.  RFC 9110 §5.6.7
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "calendar.h"
#include "robotsc/access.h"
#include "text.h"

/* After an error, end is NULL. */
static int fail(struct text_left *c)
{
	c->end = NULL;
	return 0;
}

/* Reads a text, ignoring case. */
static void expect(struct text_left *c, const char *text)
{
	for (; c->end && *text; text++)
		if (c->at == c->end || ascii_lower(*c->at++) != *text)
			fail(c);
}

/* Reads n digits.  spaced: the first may be a space. */
static int number(struct text_left *c, int n, int spaced)
{
	int value = 0;
	for (; c->end && n > 0; n--, spaced = 0) {
		if (c->at == c->end || !(is_digit(*c->at) || (spaced && *c->at == ' ')))
			return fail(c);
		value = 10 * value + (*c->at == ' ' ? 0 : *c->at - '0');
		c->at++;
	}
	return value;
}

/* Reads one of n names of size letters, ignoring case.  Returns its index, or -1. */
static int one_of(struct text_left *c, const char *names, int n, size_t size)
{
	for (int i = 0; c->end && i < n; i++) {
		size_t k = 0;
		while (k < size && (size_t)(c->end - c->at) > k && ascii_lower(c->at[k]) == names[(size_t)i * size + k])
			k++;
		if (k == size) {
			c->at += size;
			return i;
		}
	}
	fail(c);
	return -1;
}

struct http_date {
	int year, month, day, second; /* month from 0; second of the day */
};

static int read_month(struct text_left *c)
{
	return one_of(c, "janfebmaraprmayjunjulaugsepoctnovdec", 12, 3);
}

/* Reads hh:mm:ss.  Returns the second of a day, for a leap second the one before: RFC 9111 §4.2. */
static int read_time(struct text_left *c)
{
	const int hour = number(c, 2, 0);
	expect(c, ":");
	const int minute = number(c, 2, 0);
	expect(c, ":");
	const int second = number(c, 2, 0);
	if (hour > 23 || minute > 59 || second > 60)
		return fail(c);
	return 3600 * hour + 60 * minute + (second == 60 ? 59 : second);
}

static int64_t seconds_to(const struct http_date *d)
{
	return days_since_1970(d->year, (unsigned)d->month + 1, (unsigned)d->day) * DAY_SECONDS + d->second;
}

static int is_date(const struct http_date *d)
{
	return d->day >= 1 && (unsigned)d->day <= month_days(d->year, (unsigned)d->month + 1);
}

/* Takes the latest year with these two digits that puts the date at most 50 years ahead. */
static void set_century(struct http_date *d, int64_t now)
{
	for (d->year += 9900; d->year >= 100; d->year -= 100) {
		const struct http_date before = {d->year - 50, d->month, d->day, d->second};
		if (seconds_to(&before) <= now)
			break;
	}
}

/* Reads "Sun Nov  6 08:49:37 1994" after the day's name and a space. */
static struct http_date read_asctime(struct text_left *c)
{
	struct http_date d = {0};
	d.month = read_month(c);
	expect(c, " ");
	d.day = number(c, 2, 1);
	expect(c, " ");
	d.second = read_time(c);
	expect(c, " ");
	d.year = number(c, 4, 0);
	return d;
}

/* Reads "Sun, 06 Nov 1994 08:49:37 GMT" or "Sunday, 06-Nov-94 08:49:37 GMT" after the comma. */
static struct http_date read_gmt(struct text_left *c, const char *between, int digits, int64_t now)
{
	struct http_date d = {0};
	expect(c, " ");
	d.day = number(c, 2, 0);
	expect(c, between);
	d.month = read_month(c);
	expect(c, between);
	d.year = number(c, digits, 0);
	expect(c, " ");
	d.second = read_time(c);
	expect(c, " gmt");
	if (c->end && digits == 2)
		set_century(&d, now);
	return d;
}

int robotsc_http_date(const char *at, size_t len, int64_t now, int64_t *seconds)
{
	static const char *const rest[] = {"day", "day", "sday", "nesday", "rsday", "day", "urday"};
	struct http_date d;
	if (len == 0)
		return 0;
	struct text_left c = {at, at + len};
	const int weekday = one_of(&c, "sunmontuewedthufrisat", 7, 3);
	if (weekday < 0 || c.at == c.end)
		return 0;
	if (*c.at == ' ') {
		c.at++;
		d = read_asctime(&c);
	} else if (*c.at == ',') {
		c.at++;
		d = read_gmt(&c, " ", 4, now);
	} else {
		expect(&c, rest[weekday]);
		expect(&c, ",");
		d = read_gmt(&c, "-", 2, now);
	}
	if (!c.end || c.at != c.end || !is_date(&d))
		return 0;
	*seconds = seconds_to(&d);
	return 1;
}
