/* date.c - dates of RFC 822, RFC 850 and ISO 8601.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "calendar.h"
#include "text.h"

struct date {
	int64_t day; /* days since 1970 */
	unsigned hour, minute, second;
	int zone; /* minutes east of UTC */
};

/* ---- pieces ---------------------------------------------------------------- */

static int letter(char c)
{
	const char low = (char)(c | 0x20);
	return low >= 'a' && low <= 'z' ? low : 0;
}

static size_t digits_ahead(const struct text_left *t)
{
	size_t n = 0;
	while (t->at + n < t->end && is_digit(t->at[n]))
		n++;
	return n;
}

/* Reads exactly n digits, at most 9.  More may follow. */
static int number(struct text_left *t, size_t n, unsigned *value)
{
	if (digits_ahead(t) < n)
		return 0;
	for (*value = 0; n > 0; n--)
		*value = 10 * *value + (unsigned)(*t->at++ - '0');
	return 1;
}

static int skip(struct text_left *t, char c)
{
	if (t->at == t->end || *t->at != c)
		return 0;
	t->at++;
	return 1;
}

static int skip_space(struct text_left *t)
{
	const char *const from = t->at;
	while (t->at < t->end && (*t->at == ' ' || (*t->at >= '\t' && *t->at <= '\r')))
		t->at++;
	return t->at > from;
}

static size_t letters_ahead(const struct text_left *t)
{
	size_t n = 0;
	while (t->at + n < t->end && letter(t->at[n]))
		n++;
	return n;
}

/* Reads a word of a list.  Returns its index plus 1, or 0. */
static unsigned word_in(struct text_left *t, const char *const *list, unsigned n)
{
	const struct robotsc_text word = {t->at, letters_ahead(t)};
	for (unsigned i = 0; i < n; i++)
		if (is_word(word, list[i])) {
			t->at += word.len;
			return i + 1;
		}
	return 0;
}

/* ---- time and zone --------------------------------------------------------- */

/* Reads hh:mm or hh:mm:ss.  ISO 8601 also allows hhmm and hhmmss, and a fraction of a second,
 * which is dropped. */
static int time_of_day(struct text_left *t, int is_iso, struct date *d)
{
	int colons, seconds;
	if (!number(t, 2, &d->hour))
		return 0;
	colons = skip(t, ':');
	if (!(colons || is_iso) || !number(t, 2, &d->minute))
		return 0;
	seconds = colons ? skip(t, ':') : digits_ahead(t) > 0;
	if (seconds && !number(t, 2, &d->second))
		return 0;
	if (seconds && is_iso && (skip(t, '.') || skip(t, ','))) {
		const size_t n = digits_ahead(t);
		t->at += n;
		if (n == 0)
			return 0;
	}
	if (d->hour == 24)
		return is_iso && d->minute == 0 && d->second == 0;
	return d->hour < 24 && d->minute < 60 && d->second <= 60;
}

/* Reads +hhmm, +hh:mm, +hh or a name.  A missing or unknown zone is UTC: RFC 5322 §4.3. */
static int zone(struct text_left *t, struct date *d)
{
	static const char *const names[] = {"est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt"};
	static const int8_t hours[] = {0, -5, -4, -6, -5, -7, -6, -8, -7};
	unsigned hour, minute = 0;
	int sign;
	skip_space(t);
	sign = skip(t, '+') ? 1 : skip(t, '-') ? -1 : 0;
	if (sign == 0) {
		d->zone = 60 * hours[word_in(t, names, 8)];
		t->at += letters_ahead(t);
		return 1;
	}
	if (!number(t, 2, &hour))
		return 0;
	if ((skip(t, ':') || digits_ahead(t) > 0) && !number(t, 2, &minute))
		return 0;
	d->zone = sign * (int)(60 * hour + minute);
	return hour < 24 && minute < 60;
}

/* ---- ISO 8601 -------------------------------------------------------------- */

static int day_of_year(struct text_left *t, unsigned year, struct date *d)
{
	unsigned day;
	if (!number(t, 3, &day))
		return 0;
	d->day = days_since_1970(year, 1, 1) + day - 1;
	return day >= 1 && d->day < days_since_1970((int64_t)year + 1, 1, 1);
}

/* Week 1 of a year contains 4 January; its last week contains its last Thursday.
 * 1970-01-01 was a Thursday. */
static int day_of_week(struct text_left *t, unsigned year, int hyphens, struct date *d)
{
	const int64_t fourth = days_since_1970(year, 1, 4);
	const int64_t weekday = ((fourth + 3) % 7 + 7) % 7; /* 0: Monday */
	unsigned week, day;
	int64_t thursday;
	if (!number(t, 2, &week) || (hyphens && !skip(t, '-')) || !number(t, 1, &day))
		return 0;
	thursday = fourth - weekday + 7 * ((int64_t)week - 1) + 3;
	d->day = thursday - 4 + day;
	return week >= 1 && day >= 1 && day <= 7 && thursday < days_since_1970((int64_t)year + 1, 1, 1);
}

static int day_of_month(struct text_left *t, unsigned year, int hyphens, struct date *d)
{
	unsigned month, day;
	if (!number(t, 2, &month) || (hyphens && !skip(t, '-')) || !number(t, 2, &day))
		return 0;
	if (month < 1 || month > 12 || day < 1 || day > month_days(year, month))
		return 0;
	d->day = days_since_1970(year, month, day);
	return 1;
}

static int iso(struct text_left *t, struct date *d)
{
	unsigned year;
	int hyphens, ok;
	if (!number(t, 4, &year))
		return 0;
	hyphens = skip(t, '-');
	if (skip(t, 'W') || skip(t, 'w'))
		ok = day_of_week(t, year, hyphens, d);
	else if (digits_ahead(t) == 3)
		ok = day_of_year(t, year, d);
	else
		ok = day_of_month(t, year, hyphens, d);
	if (!ok)
		return 0;
	if (skip(t, 'T') || skip(t, 't') || (skip_space(t) && digits_ahead(t) > 0))
		return time_of_day(t, 1, d) && zone(t, d);
	return 1;
}

/* ---- RFC 822 and RFC 850 --------------------------------------------------- */

static int weekday(struct text_left *t)
{
	static const char *const names[] = {"mon",    "tue",     "wed",       "thu",      "fri",    "sat",      "sun",
	                                    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
	return word_in(t, names, 14) != 0 && skip(t, ',');
}

/* Reads a year.  Two digits: 1950 to 2049.  Three digits: years since 1900.  RFC 5322 §4.3. */
static int year_of(struct text_left *t, unsigned *year)
{
	const size_t n = digits_ahead(t);
	if (n < 2 || n > 4 || !number(t, n, year))
		return 0;
	if (n == 2)
		*year += *year < 50 ? 2000 : 1900;
	else if (n == 3)
		*year += 1900;
	return 1;
}

static int rfc(struct text_left *t, struct date *d)
{
	static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
	unsigned day, month, year;
	size_t n;
	int hyphens;
	if (letters_ahead(t) > 0 && !weekday(t))
		return 0;
	skip_space(t);
	n = digits_ahead(t);
	if (n < 1 || n > 2 || !number(t, n, &day))
		return 0;
	hyphens = skip(t, '-');
	if (!hyphens && !skip_space(t))
		return 0;
	month = word_in(t, months, 12);
	if (month == 0 || !(hyphens ? skip(t, '-') : skip_space(t)) || !year_of(t, &year))
		return 0;
	if (day < 1 || day > month_days(year, month) || !skip_space(t))
		return 0;
	d->day = days_since_1970(year, month, day);
	return time_of_day(t, 0, d) && zone(t, d);
}

int robotsc__date_read(const char *at, size_t len, int64_t *seconds)
{
	struct text_left t = {at, at + len};
	struct date d = {0, 0, 0, 0, 0};
	skip_space(&t);
	if (!(digits_ahead(&t) >= 4 ? iso(&t, &d) : rfc(&t, &d)))
		return 0;
	skip_space(&t);
	if (t.at < t.end)
		return 0;
	*seconds = DAY_SECONDS * d.day + 3600 * (int64_t)d.hour + 60 * ((int64_t)d.minute - d.zone) + d.second;
	return 1;
}
