/* oracle_date.c - dates by patterns: each form is tried in turn on the whole text.
 *
 * In a pattern: Y year of four digits, y of two, three or four, m month of two digits, M its name,
 * d day of two digits, e of one or two, j day of the year, w week, u day of it, h i s the time, f a
 * fraction, z a zone or none, * a weekday, ' ' white space; anything else is itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_page.h"

#include <string.h>

struct parts {
	int year, month, day, in_year, week, weekday, hour, minute, second, zone;
};

static int space(char c)
{
	return c != '\0' && strchr(" \t\n\v\f\r", c) != NULL;
}

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int is_alpha(int c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

/* Read up to `most` digits.  Returns their number, or 0 if there are fewer than `least`. */
static int digits(const char *t, int least, int most, int *value)
{
	int n = 0;

	*value = 0;
	while (n < most && t[n] >= '0' && t[n] <= '9')
		*value = *value * 10 + (t[n++] - '0');
	return n < least ? 0 : n;
}

/* A whole word of a list, separated by spaces; its number from 0, or -1. */
static int word(const char *t, const char *list, int *taken)
{
	int n = 0, which = 0;

	while (is_alpha(t[n]))
		n++;
	*taken = n;
	for (const char *p = list; *p != '\0'; which++) {
		int len = 0, same = 1;

		while (p[len] != ' ' && p[len] != '\0')
			len++;
		for (int i = 0; i < len && i < n; i++)
			same &= lower(t[i]) == p[i];
		if (same && len == n)
			return which;
		p += len + (p[len] == ' ');
	}
	return -1;
}

static int zone(const char *t, int *minutes)
{
	static const int known[] = {-300, -240, -360, -300, -420, -360, -480, -420};
	int n = 0, h, m = 0, which;

	while (space(t[n]))
		n++;
	*minutes = 0;
	if (t[n] == '+' || t[n] == '-') {
		const int sign = t[n++] == '+' ? 1 : -1, colon = t[n] != '\0' && t[n + 1] != '\0' && t[n + 2] == ':';

		if (!digits(t + n, 2, 2, &h))
			return -1;
		n += 2 + colon;
		if (digits(t + n, 2, 2, &m))
			n += 2;
		else if (colon || (t[n] >= '0' && t[n] <= '9'))
			return -1;
		*minutes = sign * (h * 60 + m);
		return h < 24 && m < 60 ? n : -1;
	}
	which = word(t + n, "est edt cst cdt mst mdt pst pdt", &h);
	if (which >= 0)
		*minutes = known[which];
	return n + h;
}

static int year(const char *t, int *value)
{
	const int n = digits(t, 2, 5, value);

	if (n == 2)
		*value += *value < 50 ? 2000 : 1900;
	if (n == 3)
		*value += 1900;
	return n == 5 ? 0 : n;
}

/* Match one letter of a pattern.  Returns the octets that it takes; -1 if it does not fit. */
static int piece(char c, const char *t, struct parts *p)
{
	int n = 0;

	switch (c) {
	case 'Y':
		n = digits(t, 4, 4, &p->year);
		break;
	case 'y':
		n = year(t, &p->year);
		break;
	case 'm':
		n = digits(t, 2, 2, &p->month);
		break;
	case 'M':
		p->month = 1 + word(t, "jan feb mar apr may jun jul aug sep oct nov dec", &n);
		return p->month > 0 ? n : -1;
	case 'd':
		n = digits(t, 2, 2, &p->day);
		break;
	case 'e':
		n = digits(t, 1, 2, &p->day);
		break;
	case 'j':
		n = digits(t, 3, 3, &p->in_year);
		break;
	case 'w':
		n = digits(t, 2, 2, &p->week);
		break;
	case 'u':
		n = digits(t, 1, 1, &p->weekday);
		break;
	case 'h':
		n = digits(t, 2, 2, &p->hour);
		break;
	case 'i':
		n = digits(t, 2, 2, &p->minute);
		break;
	case 's':
		n = digits(t, 2, 2, &p->second);
		break;
	case 'f':
		while (t[n] >= '0' && t[n] <= '9')
			n++;
		break;
	case 'z':
		return zone(t, &p->zone);
	case '*':
		return word(t, "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday", &n) < 0 ? -1
		                                                                                                               : n;
	case ' ':
		while (space(t[n]))
			n++;
		break;
	default:
		n = lower(*t) == lower(c);
	}
	return n > 0 ? n : -1;
}

static int fits(const char *first, const char *second, const char *t, struct parts *p)
{
	const char *const pattern[] = {first, second};

	memset(p, 0, sizeof *p);
	p->month = p->day = p->in_year = p->week = p->weekday = -1;
	for (int i = 0; i < 2; i++)
		for (const char *c = pattern[i]; *c != '\0'; c++) {
			const int n = piece(*c, t, p);

			if (n < 0)
				return 0;
			t += n;
		}
	return *t == '\0';
}

static int leap(int y)
{
	return y % 400 == 0 || (y % 4 == 0 && y % 100 != 0);
}

static long long days_before(int y)
{
	long long days = 0;

	for (int i = 0; i < y; i++)
		days += 365 + leap(i);
	return days;
}

/* Days from the first day of year 0, a Saturday, to a day; 0 if there is no such day. */
static int day_number(const struct parts *p, long long *days)
{
	const int month_days[] = {31, 28 + leap(p->year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	*days = days_before(p->year);
	if (p->in_year >= 0) {
		*days += p->in_year - 1;
		return p->in_year >= 1 && p->in_year <= 365 + leap(p->year);
	}
	if (p->week >= 0) {
		/* 1 January's weekday, from Monday; week 1 is the first that has four days of the
		 * year. */
		const int first = (int)((*days + 5) % 7);
		const int weeks = first == 3 || (first == 2 && leap(p->year)) ? 53 : 52;

		*days += (first > 3 ? 7 : 0) - first + 7 * (p->week - 1) + p->weekday - 1;
		return p->week >= 1 && p->week <= weeks && p->weekday >= 1 && p->weekday <= 7;
	}
	if (p->month < 1 || p->month > 12 || p->day < 1 || p->day > month_days[p->month - 1])
		return 0;
	for (int i = 1; i < p->month; i++)
		*days += month_days[i - 1];
	*days += p->day - 1;
	return 1;
}

static int settle(const struct parts *p, int may_be_24, long long *seconds)
{
	const int midnight = p->hour == 24 && p->minute == 0 && p->second == 0 && may_be_24;
	long long days;

	if ((p->hour > 23 && !midnight) || p->minute > 59 || p->second > 60 || !day_number(p, &days))
		return 0;
	*seconds = (days - days_before(1970)) * 86400 + p->hour * 3600 + (p->minute - p->zone) * 60 + p->second;
	return 1;
}

int oracle_date(const char *text, size_t len, long long *seconds)
{
	static const char *const days[] = {"Y-m-d", "Ymd", "Y-j", "Yj", "Y-Ww-u", "YWwu"};
	static const char *const times[] = {"",          " h:iz",   " h:i:sz", " h:i:s.fz", " h:i:s,fz", " hiz",
	                                    " hisz",     " his.fz", " his,fz", "Th:iz",     "Th:i:sz",   "Th:i:s.fz",
	                                    "Th:i:s,fz", "Thiz",    "Thisz",   "This.fz",   "This,fz"};
	static const char *const weekdays[] = {"", "*,", "*, "};
	static const char *const dates[] = {"e M y h:iz", "e M y h:i:sz", "e-M-y h:iz", "e-M-y h:i:sz"};
	char t[80];
	struct parts p;

	while (len > 0 && space(*text)) {
		text++;
		len--;
	}
	while (len > 0 && space(text[len - 1]))
		len--;
	if (len >= sizeof t || memchr(text, 0, len) != NULL)
		return 0;
	memcpy(t, text, len);
	t[len] = '\0';
	for (size_t i = 0; i < sizeof days / sizeof *days; i++)
		for (size_t k = 0; k < sizeof times / sizeof *times; k++)
			if (fits(days[i], times[k], t, &p))
				return settle(&p, 1, seconds);
	for (size_t i = 0; i < sizeof weekdays / sizeof *weekdays; i++)
		for (size_t k = 0; k < sizeof dates / sizeof *dates; k++)
			if (fits(weekdays[i], dates[k], t, &p))
				return settle(&p, 0, seconds);
	return 0;
}
