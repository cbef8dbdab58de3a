/* page_fields_test.c - X-Robots-Tag and dates: cases by hand, and random ones against the oracle.
 *
 *     page_fields_test [SEED [FIELDS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "page_gen.h"

#include <inttypes.h>

static struct fence fence;

/* ---- fields ---------------------------------------------------------------- */

static const struct {
	const char *field, *want; /* NULL: not a field for robots */
} fields[] = {
	{"X-Robots-Tag: noindex", "noindex"},
	{"x-robots-tag:noindex , nofollow\r\n", "noindex nofollow"},
	{" X-ROBOTS-TAG :\tnone", "noindex nofollow"},
	{"X-Robots-Tag:", ""},
	{"X-Robots-Tag", NULL},
	{"", NULL},
	{"Robots-Tag: noindex", NULL},
	{"X-Robots: noindex", NULL},
	{"X\rRobots\rTag: noindex", NULL},
	{"X-Robots-Tag: ExampleBot: noindex, nofollow", "noindex nofollow"},
	{"X-Robots-Tag: otherbot: noindex, nofollow", ""},
	{"X-Robots-Tag: otherbot: noindex, examplebot : nofollow", "nofollow"},
	{"X-Robots-Tag: noai, otherbot: noindex, examplebot: nofollow, otherbot: nosnippet", "nofollow noai"},
	{"X-Robots-Tag: examplebot: otherbot: noindex", ""},
	{"X-Robots-Tag: examplebot: unavailable_after: 25 Jun 2010 15:00:00 PST, otherbot: noindex", "until=1277506800"},
	{"X-Robots-Tag: otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST, examplebot: noindex", "noindex"},
	{"X-Robots-Tag: unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, max-snippet: 7", "max-snippet=7 until=1277478000"},
	{"X-Robots-Tag: otherbot: max-snippet: 7, bogus", ""},
	{"X-Robots-Tag: max-snippet: 7, bogus", "max-snippet=7 ignored=1"},
	{"X-Robots-Tag: noindex: nofollow", "ignored=1"},
	{"X-Robots-Tag: noindex: 5, nosnippet", "nosnippet max-snippet=0 ignored=1"},
	{"X-Robots-Tag: all : noindex, nofollow", "nofollow ignored=1"},
	{"X-Robots-Tag: otherbot: noindex: 5, nosnippet", ""},
	{"X-Robots-Tag: examplebot: noindex: 5, otherbot: nosnippet", "ignored=1"},
	{"X-Robots-Tag: examplebot: noindex:, noai", "noai ignored=1"},
	{"X-Robots-Tag: noindexbot: nofollow, noai", ""},
	{"X-Robots-Tag: unavailable_after: 25 Jun 2010 15:00:00 GMT, noindex: 5, noai", "noai until=1277478000 ignored=1"},
	{"X-Robots-Tag: unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, bogus: 5, noai", "until=1277478000"},
	{"X-Robots-Tag: : noindex, nofollow", "nofollow ignored=1"},
	{"X-Robots-Tag: other bot: noindex", "ignored=1"},
	{"X-Robots-Tag: robots: noindex", "noindex"},
	{"X-Robots-Tag: examplebot: ", ""},
	{"X-Robots-Tag: examplebot-news: noindex", "noindex"},
	{"X-Robots-Tag: examplebot-new: noindex", ""},
	{"X-Robots-Tag: examplebot/1: noindex", ""},
	{"X-Robots-Tag: examplebot-news/2.0: noindex", ""},
	{"X-Robots-Tag: nocache, examplebot: noml", "noarchive nocache noml"},
	{"X-Robots-Tag: tdm-policy: noindex, tdm-reservation: nofollow", ""},
	{"tdm-reservation: 1", "tdm=1"},
	{"TDM-Reservation:0\r\n", "tdm=0"},
	{"tdm-reservation: 1, 1", "tdm=1"},
	{"tdm-reservation:0,1", "tdm=1"},
	{"tdm-reservation: 0 ,\t0\r\n", "tdm=0"},
	{"tdm-reservation: 1,", "tdm=1 ignored=1"},
	{"tdm-reservation: 2, 0, , x", "tdm=0 ignored=3"},
	{"tdm-reservation: 1 1", "ignored=1"},
	{"tdm-reservation:", "ignored=1"},
	{"tdm-reservation", NULL},
	{"tdm:reservation: 1", NULL},
	{"tdm-policy: https://provider.com/policies/policy.json", "policy=41"},
	{"tdm-policy:\t/p \r\n", "policy=2"},
	{"tdm-policy: /p /q", "ignored=1"},
	{"tdm-policy: /p, /q", "ignored=1"},
	{"tdm-policy: /p,q", "policy=4"},
	{"tdm-policy: &amp;", "policy=5"},
};

static const struct {
	const char *field, *want;
} tag_fields[] = {
	{"Robots-Tag: *=noindex, nosnippet; ExampleBot=;", "noindex nosnippet max-snippet=0"},
	{"Robots-Tag: noindex, nosnippet; ExampleBot=;", "noindex nosnippet max-snippet=0"},
	{"robots-tag: otherbot=noindex; examplebot = nofollow", "nofollow"},
	{"robots-tag: otherbot=noindex; =nofollow;", "nofollow"},
	{"robots-tag: otherbot=noindex; ;bogus;", "ignored=1"},
	{"robots-tag: otherbot: noindex", "ignored=1"},
	{"robots-tag:", ""},
	{"X-Robots-Tag: noindex; nofollow", "ignored=1"},
};

static void add_field(struct oracle_said *said, const char *field, size_t len)
{
	const char *colon = memchr(field, ':', len);
	const size_t n = colon ? (size_t)(colon - field) + 1 : len;

	if (memchr(field, 'm', n) || memchr(field, 'M', n))
		oracle_said_tdm(said, 0, memchr(field, 'p', n) || memchr(field, 'P', n), field + n, len - n);
	else if (memchr(field, 'x', n) || memchr(field, 'X', n))
		oracle_said_x_robots_tag(said, page_robots, PAGE_AGENTS, field + n, len - n);
	else
		oracle_said_robots_tag(said, page_robots, PAGE_AGENTS, field + n, len - n);
}

static void check_field(const char *field, size_t len, const char *want, unsigned options)
{
	struct robotsc_page page;
	struct robotsc_directives d, other;
	struct oracle_said said;
	char x[400], y[400];
	int taken;

	robotsc_page_begin(&page, page_agents, PAGE_AGENTS, options);
	taken = robotsc_page_header(&page, at_end(&fence, field, len), len);
	robotsc_page_end(&page, &d);
	oracle_said_begin(&said);
	if (taken)
		add_field(&said, field, len);
	oracle_said_end(&said);
	other = page_from_oracle(&said);
	CHECK_MSG(page_same(&d, &other), "'%s', oracle '%s': %s", page_shown(&d, x, sizeof x), page_shown(&other, y, sizeof y),
	          page_readable(field, len));
	CHECK(d.ignored_at == UINT64_MAX);
	CHECK(d.ignored ? d.ignored_in_field <= len : d.ignored_in_field == UINT64_MAX);
	robotsc_page_begin(&page, page_agents, PAGE_AGENTS, options);
	CHECK(robotsc_page_header(&page, at_begin(&fence, field, len), len) == taken);
	robotsc_page_end(&page, &other);
	CHECK(page_same(&d, &other));
	if (want)
		CHECK_MSG(strcmp(page_shown(&d, x, sizeof x), want) == 0, "'%s', not '%s': %s", x, want, field);
}

/* Where in a field the first item that is not understood stands. */
static const struct {
	const char *field;
	uint64_t at;
} places[] = {
	{"X-Robots-Tag: noindex", UINT64_MAX},
	{"X-Robots-Tag:bogus", 13},
	{"X-Robots-Tag: nofollow, noindex: 5, nosnippet", 24},
	{"X-Robots-Tag: noindex ,  bogus, more", 25},
	{"X-Robots-Tag: otherbot: bogus, examplebot: noai, huh", 49},
	{"X-Robots-Tag: max-snippet: few", 14},
	{"X-Robots-Tag: noai, unavailable_after: soon, noindex", 20},
	{"Robots-Tag: *=noindex; otherbot=bogus; examplebot= nofollow, huh; what", 61},
	{"Robots-Tag: what; huh", 12},
	{"tdm-reservation:  2", 18},
	{"tdm-reservation: 1, 2, 3", 20},
	{"tdm-reservation: 1,, 3", 19},
	{"tdm-reservation: 1, 0", UINT64_MAX},
	{"tdm-policy:", 11},
};

static void check_fields(void)
{
	struct robotsc_page page;
	struct robotsc_directives d;
	char x[400];

	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		robotsc_page_begin(&page, page_agents, PAGE_AGENTS, 0);
		CHECK_MSG(robotsc_page_header(&page, fields[i].field, strlen(fields[i].field)) == (fields[i].want != NULL), "%s",
		          fields[i].field);
		check_field(fields[i].field, strlen(fields[i].field), fields[i].want ? fields[i].want : "", 0);
	}
	for (size_t i = 0; i < sizeof tag_fields / sizeof tag_fields[0]; i++)
		check_field(tag_fields[i].field, strlen(tag_fields[i].field), tag_fields[i].want, ROBOTSC_PAGE_ROBOTS_TAG);
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		const char *field = places[i].field;

		robotsc_page_begin(&page, page_agents, 1, ROBOTSC_PAGE_ROBOTS_TAG);
		CHECK(robotsc_page_html(&page, "<meta name=robots content='huh'>", 32));
		CHECK(robotsc_page_header(&page, "X-Robots-Tag: what", 18));
		CHECK(robotsc_page_header(&page, field, strlen(field)));
		CHECK(!robotsc_page_header(&page, "Date: what", 10));
		robotsc_page_end(&page, &d);
		CHECK_MSG(d.ignored_at == 27 && d.ignored_in_field == places[i].at, "%s: %" PRIu64, field, d.ignored_in_field);
	}
	/* Fields and tags add up, in any order. */
	robotsc_page_begin(&page, page_agents, 1, 0);
	CHECK(robotsc_page_header(&page, "X-Robots-Tag: max-snippet: 9, noai", 34));
	CHECK(robotsc_page_html(&page, "<meta name=robots content='max-sn", 33));
	CHECK(robotsc_page_header(&page, "X-Robots-Tag: examplebot: noindex", 33));
	CHECK(robotsc_page_html(&page, "ippet:7'>", 9));
	CHECK(robotsc_page_header(&page, "X-Robots-Tag: max-snippet: 8", 28));
	robotsc_page_end(&page, &d);
	CHECK_MSG(strcmp(page_shown(&d, x, sizeof x), "noindex noai max-snippet=7") == 0, "%s", x);
}

/* ---- dates ----------------------------------------------------------------- */

static const struct {
	const char *text;
	long long seconds; /* -1: no date */
} dates[] = {
	{"25 Jun 2010 15:00:00 PST", 1277506800},
	{"25-Aug-2007 15:00:00 EST", 1188072000},
	{"Fri, 25 Jun 2010 15:00:00 -0700", 1277503200},
	{"fri, 25 jun 10 15:00 gmt", 1277478000},
	{"Friday, 25-Jun-10 15:00:00 GMT", 1277478000},
	{"25 Jun 2010 15:00:00", 1277478000},
	{"25 Jun 2010 15:00:00 CEST", 1277478000},
	{"2010-06-25", 1277424000},
	{"20100625", 1277424000},
	{"2010-176", 1277424000},
	{"2010176", 1277424000},
	{"2010-W25-5", 1277424000},
	{"2010W255", 1277424000},
	{"2010-06-25T15:00:00Z", 1277478000},
	{"2010-06-25T15:00:00.999+02:00", 1277470800},
	{"2010-06-25 15:00 -0130", 1277483400},
	{"20100625T150000Z", 1277478000},
	{"2010-06-25T24:00:00Z", 1277510400},
	{"2016-12-31T23:59:60Z", 1483228800},
	{"1969-12-31T23:59:59Z", -1 - 1000000},
	{"2000-02-29", 951782400},
	{"0000-01-01", -62167219200},
	{"0000-03-01", -62162035200},
	{"9999-12-31T23:59:59Z", 253402300799},
	{"2010-06-25T15:00:00,5Z", 1277478000},
	{"1900-02-29", -1},
	{"2010-06-31", -1},
	{"2010-13-01", -1},
	{"2010-366", -1},
	{"2010-W53-1", -1},
	{"2010-W25-8", -1},
	{"2010-06", -1},
	{"2010", -1},
	{"2010-06-25T", -1},
	{"2010-06-25T15", -1},
	{"2010-06-25T25:00", -1},
	{"2010-06-25T15:60", -1},
	{"2010-06-25T15:00:61", -1},
	{"2010-06-25T15:00:00.Z", -1},
	{"2010-06-25T15:00+24:00", -1},
	{"25 Jun 2010", -1},
	{"Fri 25 Jun 2010 15:00:00 GMT", -1},
	{"Fry, 25 Jun 2010 15:00:00 GMT", -1},
	{"25 June 2010 15:00:00 GMT", -1},
	{"25-Jun 2010 15:00:00 GMT", -1},
	{"25 Jun 2010 1500 GMT", -1},
	{"25 Jun 2010 24:00:00 GMT", -1},
	{"25 Jun 20100 15:00:00 GMT", -1},
	{"Fri Jun 25 15:00:00 2010", -1},
	{"", -1},
	{"tomorrow", -1},
};

static int read_date(const char *text, long long *seconds)
{
	struct robotsc_page page;
	struct robotsc_directives d;
	char field[200];

	snprintf(field, sizeof field, "X-Robots-Tag: unavailable_after: %s", text);
	robotsc_page_begin(&page, NULL, 0, 0);
	CHECK(robotsc_page_header(&page, field, strlen(field)));
	robotsc_page_end(&page, &d);
	*seconds = d.unavailable_after;
	return (d.flags & ROBOTSC_UNAVAILABLE_AFTER) != 0;
}

static void check_dates(void)
{
	for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
		const long long want = dates[i].seconds == -1 - 1000000 ? -1 : dates[i].seconds;
		const int is_date = dates[i].seconds != -1;
		long long got = 0, oracle = 0;

		CHECK_MSG(read_date(dates[i].text, &got) == is_date && (!is_date || got == want), "'%s': %lld", dates[i].text, got);
		CHECK_MSG(oracle_date(dates[i].text, strlen(dates[i].text), &oracle) == is_date && (!is_date || oracle == want),
		          "oracle, '%s': %lld", dates[i].text, oracle);
	}
}

/* ---- random ---------------------------------------------------------------- */

static void check_random(uint64_t seed, size_t n)
{
	static char text[PAGE_GEN_MAX];
	uint64_t state = seed;
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		long long got = 0, want = 0;
		int is_date;

		check_field(text, page_gen_field(text, &state), NULL, ROBOTSC_PAGE_ROBOTS_TAG);
		text[page_gen_date(text, &state)] = '\0';
		is_date = read_date(text, &got);
		CHECK_MSG(is_date == oracle_date(text, strlen(text), &want) && (!is_date || got == want), "'%s': %lld, %lld", text,
		          got, want);
		known += is_date != 0;
	}
	CHECK_MSG(known * 20 > n && known * 2 < n, "of %zu random dates %zu are dates", n, known);
	printf("random dates: %zu, %zu of them are dates\n", n, known);
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const size_t n = argc > 2 ? strtoul(argv[2], NULL, 10) : 20000;

	fence = fence_make(PAGE_GEN_MAX);
	CHECK_PART(check_fields);
	CHECK_PART(check_dates);
	if (check_case("check_random"))
		check_random(seed, n);
	return check_done();
}
