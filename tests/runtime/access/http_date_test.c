/* http_date_test.c - dates of HTTP: facts, every form against the C library's calendar, random
 * texts against a reader that writes down what it has read and compares.  All texts stand at
 * unreadable pages.
 *
 *     http_date_test [SEED [ROUNDS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* timegm */
#include <ctype.h>
#include <time.h>

#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "robotsc/access.h"
#include "tests/support/splitmix.h"

#define NEVER INT64_MIN
#define Y2000 INT64_C(946684800)

static struct fence page;

static int64_t read_date(const char *text, size_t len, int64_t now)
{
	int64_t seconds = NEVER;
	const int ok = robotsc_http_date(at_end(&page, text, len), len, now, &seconds);

	CHECK_MSG(ok == (seconds != NEVER) && (ok == 0 || ok == 1), "%.*s", (int)len, text);
	return seconds;
}

static const struct {
	const char *text;
	int64_t want, now;
} facts[] = {
	/* RFC 9110 §5.6.7 */
	{"Sun, 06 Nov 1994 08:49:37 GMT", 784111777, Y2000},
	{"Sunday, 06-Nov-94 08:49:37 GMT", 784111777, Y2000},
	{"Sun Nov  6 08:49:37 1994", 784111777, Y2000},
	{"Sun Nov 06 08:49:37 1994", 784111777, Y2000},
	{"sUN, 06 nOV 1994 08:49:37 gmt", 784111777, Y2000},
	{"SUNDAY, 06-NOV-94 08:49:37 GMT", 784111777, Y2000},
	{"Mon, 06 Nov 1994 08:49:37 GMT", 784111777, Y2000}, /* it was a Sunday */
	{"Thu, 01 Jan 1970 00:00:00 GMT", 0, Y2000},
	{"Wed, 31 Dec 1969 23:59:59 GMT", -1, Y2000},
	{"Sat, 31 Dec 2016 23:59:60 GMT", 1483228799, Y2000},
	{"Thu, 29 Feb 2024 00:00:00 GMT", 1709164800, Y2000},
	{"Tue, 29 Feb 2000 00:00:00 GMT", 951782400, Y2000},
	{"Sat, 01 Jan 0000 00:00:00 GMT", -62167219200, Y2000},
	{"Fri, 31 Dec 9999 23:59:59 GMT", 253402300799, Y2000},
	/* Two digits: at most 50 years ahead, to the second. */
	{"Saturday, 01-Jan-00 00:00:00 GMT", Y2000, Y2000},
	{"Saturday, 01-Jan-50 00:00:00 GMT", 2524608000, Y2000},
	{"Saturday, 01-Jan-50 00:00:01 GMT", -631151999, Y2000},
	{"Saturday, 01-Jan-51 00:00:00 GMT", -599616000, Y2000},
	{"Saturday, 01-Jan-99 00:00:00 GMT", 915148800, Y2000},
	{"Saturday, 01-Jan-10 00:00:00 GMT", 4417977600, 3786912000},  /* in 2090, 10 means 2110 */
	{"Saturday, 01-Jan-10 00:00:00 GMT", -61851600000, INT64_MIN}, /* before all years */
	{"Saturday, 01-Jan-10 00:00:00 GMT", 250562160000, INT64_MAX},
	/* No dates. */
	{"", NEVER, Y2000},
	{"0", NEVER, Y2000},
	{"-1", NEVER, Y2000},
	{"Sun", NEVER, Y2000},
	{"Sunday", NEVER, Y2000},
	{"Son, 06 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sunday, 06 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, 06-Nov-94 08:49:37 GMT", NEVER, Y2000},
	{"Monday, 06-Nov-1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, 6 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun,  6 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, 06 Nov 1994 08:49:37 UTC", NEVER, Y2000},
	{"Sun, 06 Nov 1994 08:49:37 +0000", NEVER, Y2000},
	{"Sun, 06 Nov 1994 08:49:37", NEVER, Y2000},
	{"Sun, 06 Nov 1994 08:49:37 GMT ", NEVER, Y2000},
	{" Sun, 06 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, 06 Nov 1994 8:49:37 GMT", NEVER, Y2000},
	{"Sun, 06 Nov 1994 24:00:00 GMT", NEVER, Y2000},
	{"Sun, 06 Nov 1994 08:60:00 GMT", NEVER, Y2000},
	{"Sun, 06 Nov 1994 08:49:61 GMT", NEVER, Y2000},
	{"Sun, 00 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, 31 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, 29 Feb 2023 00:00:00 GMT", NEVER, Y2000},
	{"Sun, 29 Feb 1900 00:00:00 GMT", NEVER, Y2000},
	{"Sun, 06 Nuv 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun, +6 Nov 1994 08:49:37 GMT", NEVER, Y2000},
	{"Sun Nov  6 08:49:37 94", NEVER, Y2000},
	{"Sun Nov  6 08:49:37 1994 GMT", NEVER, Y2000},
	{"Sun Nov 6 08:49:37 1994", NEVER, Y2000},
	{"Sun Nov   08:49:37 1994", NEVER, Y2000},
};

static void check_facts(void)
{
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
		const char *text = facts[i].text;
		const size_t len = strlen(text);

		if (!check_case(text))
			continue;
		CHECK_MSG(read_date(text, len, facts[i].now) == facts[i].want, "%s: %lld", text,
		          (long long)read_date(text, len, facts[i].now));
		for (size_t n = 0; n < len && facts[i].want != NEVER; n++) /* beginnings of dates */
			CHECK_MSG(read_date(text, n, facts[i].now) == NEVER, "%.*s", (int)n, text);
	}
	CHECK(robotsc_http_date(NULL, 0, 0, NULL) == 0);
}

static const char *const forms[] = {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"};

/* Every 17th day of 200 years, each at another time of day: the three forms are read as the C
 * library writes them. */
static void calendar(void)
{
	for (int64_t t = -2208988800; t < 4102444800; t += 17 * 86400 + 4567) {
		const time_t when = (time_t)t;
		struct tm tm;
		char text[64];

		if (when != t) /* the C library knows fewer years */
			continue;
		gmtime_r(&when, &tm);
		for (int form = 0; form < 3; form++) {
			/* The form with two digits of the year is read 46 years later. */
			const int64_t now = t + (form == 1 ? 86400 * INT64_C(17000) : 0);

			strftime(text, sizeof text, forms[form], &tm);
			CHECK_MSG(read_date(text, strlen(text), now) == t, "%s", text);
		}
	}
}

/* ---- random texts ------------------------------------------------------------------ */

static uint64_t seed;

static unsigned below(unsigned n)
{
	return splitmix_below(&seed, n);
}

static int month_of(const char *name)
{
	static const char *const names[] = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};

	for (int i = 0; i < 12; i++)
		if (strcmp(name, names[i]) == 0)
			return i;
	return -1;
}

/* Skip the name of a day, long or short.  Returns the rest of the text. */
static const char *skip_day(const char *text, int is_long)
{
	static const char *const names[] = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};

	for (int i = 0; i < 7; i++) {
		const size_t n = is_long ? strlen(names[i]) : 3;

		if (strncmp(text, names[i], n) == 0)
			return text + n;
	}
	return NULL;
}

/* scanf accepts too much, so what it read is printed again and must equal the text. */
static int64_t plain(const char *text, int64_t now)
{
	static const char *const scan[] = {", %d %3s %d %d:%d:%d", ", %d-%3[a-z]-%d %d:%d:%d", " %3s %d %d:%d:%d %d"};
	static const char *const print[] = {", %02d %s %04d %02d:%02d:%02d gmt", ", %02d-%s-%02d %02d:%02d:%02d gmt",
	                                    " %s %2d %02d:%02d:%02d %04d", " %s %02d %02d:%02d:%02d %04d"};
	for (int form = 0; form < 4; form++) {
		const char *at = skip_day(text, form == 1);
		int day, year, hour, minute, second, n;
		char month[4] = "", again[128];
		struct tm tm = {0}, same;
		int64_t t;

		if (at == NULL)
			continue;
		n = form < 2 ? sscanf(at, scan[form], &day, month, &year, &hour, &minute, &second)
		             : sscanf(at, scan[2], month, &day, &hour, &minute, &second, &year);
		if (n != 6 || month_of(month) < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 ||
		    second > 60)
			continue;
		if (form < 2)
			snprintf(again, sizeof again, print[form], day, month, year, hour, minute, second);
		else
			snprintf(again, sizeof again, print[form], month, day, hour, minute, second, year);
		if (strcmp(at, again) != 0 || year < 0)
			continue;
		tm.tm_mon = month_of(month);
		tm.tm_mday = day;
		tm.tm_hour = hour;
		tm.tm_min = minute;
		tm.tm_sec = second < 60 ? second : 59;
		for (tm.tm_year = (form == 1 ? 9900 + year : year) - 1900; form == 1; tm.tm_year -= 100) {
			struct tm earlier = tm;

			earlier.tm_year -= 50;
			if (timegm(&earlier) <= now)
				break;
		}
		same = tm;
		t = timegm(&same);
		if (same.tm_mon == tm.tm_mon && same.tm_mday == tm.tm_mday)
			return t;
	}
	return NEVER;
}

static void random_texts(unsigned long rounds)
{
	unsigned long dates = 0;

	for (unsigned long i = 0; i < rounds; i++) {
		const time_t t = (time_t)(((int64_t)below(1u << 31) << 6) + below(64) - (INT64_C(1) << 36));
		const int64_t now = Y2000 + (int64_t)below(1u << 31) * 2;
		char text[80], lower[80];
		struct tm tm;
		size_t len;

		gmtime_r(&t, &tm);
		if (below(4) == 0)
			tm.tm_mday = 28 + (int)below(5);
		len = strftime(text, sizeof text, forms[below(3)], &tm);
		for (unsigned k = below(3) ? 0 : 1 + below(2); k > 0 && len > 0; k--)
			text[below((unsigned)len)] = "0123456789 :,-+gGtTuUnN"[below(23)];
		text[len] = '\0';
		for (size_t k = 0; k <= len; k++)
			lower[k] = (char)tolower((unsigned char)text[k]);
		CHECK_MSG(read_date(text, len, now) == plain(lower, now), "%s, now %lld: %lld, plain %lld", text, (long long)now,
		          (long long)read_date(text, len, now), (long long)plain(lower, now));
		dates += plain(lower, now) != NEVER;
	}
	printf("%lu random texts, %lu dates\n", rounds, dates);
	CHECK(rounds < 1000 || (dates > rounds / 4 && dates < rounds));
}

int main(int argc, char **argv)
{
	seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	page = fence_make(4096);
	check_facts();
	if (!check_all_cases())
		return check_done();
	calendar();
	random_texts(argc > 2 ? strtoul(argv[2], NULL, 10) : 20000);
	return check_done();
}
