/* import_names_test.c - where redirects lead, keys of URLs, times as ISO 8601.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <time.h>

#include "tests/support/test.h"
#include "hosts/import/iso8601.h"
#include "hosts/import/url_key.h"
#include "tests/oracle/oracle_import.h"
#include "robotsc/report.h"

static struct robotsc_text text(const char *s)
{
	return (struct robotsc_text){s, strlen(s)};
}

static int equal(struct robotsc_text t, const char *s)
{
	return t.len == strlen(s) && memcmp(t.at, s, t.len) == 0;
}

/* ---- URLs and times ------------------------------------------------------------------------- */

static void test_resolve_url(void)
{
	static const struct {
		const char *base, *reference, *result;
	} cases[] = {
		{"http://a/b/c?d", "http://x/y#z", "http://x/y"},
		{"http://a/b/c?d", "//x/y", "http://x/y"},
		{"http://a/b/c?d", "/x/y?z", "http://a/x/y?z"},
		{"http://a/b/c?d", "x", "http://a/b/x"},
		{"http://a/b/c?d", "?x", "http://a/b/c?x"},
		{"http://a/b/c?d", "", "http://a/b/c?d"},
		{"http://a/b/c?d#e", "#f", "http://a/b/c?d"},
		{"http://a/b/c?d", "?", "http://a/b/c?"},
		{"http://a?d", "", "http://a/?d"},
		{"http://a?d", "?x", "http://a/?x"},
		{"http://a", "x", "http://a/x"},
		{"http://a?q", "/x", "http://a/x"},
		{"http://a/b/c", "../x", "http://a/x"},
		{"http://a/b/c", "../../../x/./y/..", "http://a/x/"},
		{"http://a/b/c", "./", "http://a/b/"},
		{"http://a/b", "mailto:x/../y", "mailto:x/../y"},
		{"http://a/b", "https://x/y/../robots.txt?z/..", "https://x/robots.txt?z/.."},
		{"http://a/b", "//x/./y/..#z", "http://x/"},
		{"http://a/b", "http://x", "http://x/"},
		{"http://a/b", "//x?y", "http://x/?y"},
		{"http:x", "//y/z", "http://y/z"},
		{"nothing", "x", ""},
		{"http:x", "/y", ""},
	};
	static const struct {
		const char *url, *name;
		int robots;
	} names[] = {
		{"HTTP://User@A.example:80/robots.txt#x", "http://a.example/robots.txt", 1},
		{"https://a.example:8443/robots.txt?x", "https://a.example:8443/robots.txt?x", 0},
		{"https://a.example", "https://a.example/", 0},
		{"https://a.example?x", "https://a.example/?x", 0},
		{"https://a.example/Robots.txt", "https://a.example/Robots.txt", 0},
		{"dns:a.example", "", 0},
	};
	char out[URL_ROOM], longer[URL_ROOM];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const size_t n = robotsc_resolve_url(text(cases[i].base), text(cases[i].reference), out, sizeof out);

		CHECK_MSG(equal((struct robotsc_text){out, n}, cases[i].result), "case %zu: %.*s", i, (int)n, out);
	}
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		bool robots = false;
		const size_t n = robotsc__url_key(text(names[i].url), out, &robots);

		CHECK_MSG(equal((struct robotsc_text){out, n}, names[i].name) && robots == names[i].robots, "case %zu: %.*s", i,
		          (int)n, out);
	}
	memset(longer, 'x', sizeof longer);
	CHECK(robotsc_resolve_url(text("http://a/b"), (struct robotsc_text){longer, sizeof longer}, out, sizeof out) == 0);
	CHECK(robotsc_resolve_url(text("http://a/b"), (struct robotsc_text){NULL, 0}, out, sizeof out) == 10);
}

/* References of up to five pieces are resolved as by the oracle, against bases of every kind. */
static void test_resolve_url_all(void)
{
	static const char *const bases[] = {"http://a/b/c?d", "http://a",      "http://a?d/e", "http://a/b/../c/",
	                                    "http://a/b/..",  "s+1://@/./x#y", "http:a/b",     "1a://b/c"};
	static const char *const parts[] = {"/", ".", "..", "x", "?", "#", ":", "//", "[", "1+"};
	enum {
		PARTS = sizeof parts / sizeof parts[0],
		MOST = 100000
	};
	char reference[20], out[URL_ROOM], want[64];

	for (size_t b = 0; b < sizeof bases / sizeof bases[0]; b++)
		for (unsigned i = 0; i < MOST; i++) {
			reference[0] = '\0';
			for (unsigned rest = i; rest > 0; rest /= PARTS)
				strcat(reference, parts[rest % PARTS]);
			const size_t n = robotsc_resolve_url(text(bases[b]), text(reference), out, sizeof out);
			const size_t m = oracle_resolve_url(bases[b], strlen(bases[b]), reference, strlen(reference), want);

			CHECK_MSG(n == m && memcmp(out, want, n) == 0, "%s, %s: %.*s, not %.*s", bases[b], reference, (int)n, out,
			          (int)m, want);
		}
}

#define NONE INT64_MIN

/* A time as the C library writes it. */
static const char *as_libc(int64_t seconds)
{
	static char out[64];
	const time_t t = (time_t)seconds;
	const struct tm *const tm = gmtime(&t);

	if (!tm)
		return "no time";
	snprintf(out, sizeof out, "%04d-%02d-%02dT%02d:%02d:%02dZ", tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday, tm->tm_hour,
	         tm->tm_min, tm->tm_sec);
	return out;
}

static void test_iso8601(void)
{
	static const struct {
		const char *text;
		int64_t seconds; /* NONE: the text is no time */
	} cases[] = {
		{"1970-01-01T00:00:00Z", 0},
		{"2000-02-29T23:59:60Z", 951868799},
		{"2026-11-21T08:09:10.123456Z", 1795248550},
		{"9999-12-31T23:59:59Z", ISO8601_LAST},
		{"2026-11-21", 1795219200},
		{"1795248550", NONE},
		{"1969-12-31T23:59:59Z", -1},
		{"0000-01-01T00:00:00Z", ISO8601_FIRST},
		{"2026-11-21T08:09:10.Z", 1795248550},
		{"2026-11-21T08:09:10,5Z", NONE},
		{"2026-11-2", NONE},
		{"2026-11-21T", NONE},
		{"2026-11-21T08:09Z", NONE},
		{"2026-11-21T08:60:00Z", NONE},
		{"2026-11-21T08:09:61Z", NONE},
		{"2026-11-31", NONE},
		{"2026-11-00", NONE},
		{"1900-02-29", NONE},
		{"2000-02-29", 951782400},
		{"2026-00-01", NONE},
		{"2026-11-21Z", NONE},
		{"2001-02-29T00:00:00Z", NONE},
		{"2026-13-01", NONE},
		{"2026-11-21T24:00:00Z", NONE},
		{"2026-11-21T08:09:10", NONE},
		{"2026-11-21T08:09:10Zx", NONE},
		{"", NONE},
		{"-1", NONE},
		{"99999999999999999999", NONE},
	};
	char out[ROBOTSC_TIME_ROOM];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		int64_t seconds = NONE;
		const int good = robotsc__iso8601_read(cases[i].text, strlen(cases[i].text), &seconds);

		CHECK_MSG(good == (cases[i].seconds != NONE) && (!good || seconds == cases[i].seconds), "%s: %lld", cases[i].text,
		          (long long)seconds);
	}
	for (int64_t at = ISO8601_FIRST; at <= ISO8601_LAST; at += 12345678987) {
		int64_t back = -1;

		robotsc_write_time(at, out);
		CHECK(robotsc__iso8601_read(out, strlen(out), &back) && back == at);
		CHECK_MSG(strcmp(out, as_libc(at)) == 0, "%s, not %s", out, as_libc(at));
	}
}

int main(void)
{
	CHECK_PART(test_resolve_url);
	CHECK_PART(test_resolve_url_all);
	CHECK_PART(test_iso8601);
	return check_done();
}
