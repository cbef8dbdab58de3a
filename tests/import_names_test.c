/* import_names_test.c - what import makes of names and texts: where redirects lead, times, what decides in a robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "import/gist.h"
#include "import/instant.h"
#include "import/locate.h"
#include "oracle/oracle_import.h"
#include "robotsc/compile.h"

static struct robotsc_text text(const char *s)
{
	return (struct robotsc_text){s, strlen(s)};
}

static int equal(struct robotsc_text t, const char *s)
{
	return t.len == strlen(s) && memcmp(t.at, s, t.len) == 0;
}

/* ---- URLs and times ------------------------------------------------------------------------- */

static void test_locate(void)
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
	char out[LOCATE_ROOM], longer[LOCATE_ROOM];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const size_t n = robotsc__locate(text(cases[i].base), text(cases[i].reference), out);

		CHECK_MSG(equal((struct robotsc_text){out, n}, cases[i].result), "case %zu: %.*s", i, (int)n, out);
	}
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		int robots = 0;
		const size_t n = robotsc__locate_name(text(names[i].url), out, &robots);

		CHECK_MSG(equal((struct robotsc_text){out, n}, names[i].name) && robots == names[i].robots, "case %zu: %.*s", i,
		          (int)n, out);
	}
	memset(longer, 'x', sizeof longer);
	CHECK(robotsc__locate(text("http://a/b"), (struct robotsc_text){longer, sizeof longer}, out) == 0);
	CHECK(robotsc__locate(text("http://a/b"), (struct robotsc_text){NULL, 0}, out) == 10);
}

/* Every reference of up to five pieces leads where the oracle says, from bases of every kind. */
static void test_locate_all(void)
{
	static const char *const bases[] = {"http://a/b/c?d", "http://a",      "http://a?d/e", "http://a/b/../c/",
	                                    "http://a/b/..",  "s+1://@/./x#y", "http:a/b",     "1a://b/c"};
	static const char *const parts[] = {"/", ".", "..", "x", "?", "#", ":", "//", "[", "1+"};
	enum {
		PARTS = sizeof parts / sizeof parts[0],
		MOST = 100000
	};
	char reference[20], out[LOCATE_ROOM], want[64];

	for (size_t b = 0; b < sizeof bases / sizeof bases[0]; b++)
		for (unsigned i = 0; i < MOST; i++) {
			reference[0] = '\0';
			for (unsigned rest = i; rest > 0; rest /= PARTS)
				strcat(reference, parts[rest % PARTS]);
			const size_t n = robotsc__locate(text(bases[b]), text(reference), out);
			const size_t m = oracle_locate(bases[b], strlen(bases[b]), reference, strlen(reference), want);

			CHECK_MSG(n == m && memcmp(out, want, n) == 0, "%s, %s: %.*s, not %.*s", bases[b], reference, (int)n, out,
			          (int)m, want);
		}
}

#define NONE INT64_MIN

static void test_instants(void)
{
	static const struct {
		const char *text;
		int64_t seconds; /* NONE: no time */
	} cases[] = {
		{"1970-01-01T00:00:00Z", 0},
		{"2000-02-29T23:59:60Z", 951868799},
		{"2026-11-21T08:09:10.123456Z", 1795248550},
		{"9999-12-31T23:59:59Z", INSTANT_LAST},
		{"2026-11-21", 1795219200},
		{"1795248550", NONE},
		{"1969-12-31T23:59:59Z", -1},
		{"0000-01-01T00:00:00Z", INSTANT_FIRST},
		{"2026-11-21T08:09:10.Z", 1795248550},
		{"2026-11-21T08:09:10,5Z", NONE},
		{"2026-11-2", NONE},
		{"2026-11-21T", NONE},
		{"2026-11-21T08:09Z", NONE},
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
	char out[INSTANT_ROOM];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		int64_t seconds = NONE;
		const int good = robotsc__instant_read(cases[i].text, strlen(cases[i].text), &seconds);

		CHECK_MSG(good == (cases[i].seconds != NONE) && (!good || seconds == cases[i].seconds), "%s: %lld", cases[i].text,
		          (long long)seconds);
	}
	for (int64_t at = INSTANT_FIRST; at <= INSTANT_LAST; at += 12345678987) {
		int64_t back = -1;

		robotsc__instant_write(at, out);
		CHECK(robotsc__instant_read(out, strlen(out), &back) && back == at);
	}
}

/* ---- gists ------------------------------------------------------------------------------ */

/* Lines, ends of lines, and what else may stand between them. */
static const char *const pieces[] = {"User-agent: *",
                                     "User-agent: a",
                                     "Disallow: /a",
                                     "Allow: /a/b",
                                     "Disallow:",
                                     "Sitemap: http://h/s",
                                     "# comment",
                                     " \tsitemap\t: x",
                                     "sitemap x",
                                     "site-map: x",
                                     "\v#x",
                                     "sitemapped: x",
                                     "Disallow: /b#c",
                                     "Crawl-delay: 3",
                                     "\xEF\xBB\xBF",
                                     "\xEF",
                                     " ",
                                     "#",
                                     "SITEMAP:",
                                     "#\xEF\xBB\xBFSitemap:",
                                     "x",
                                     "\n",
                                     "\n",
                                     "\n",
                                     "\n",
                                     "\n",
                                     "\r\n",
                                     "\r\n",
                                     "\r",
                                     "\n\r",
                                     "\n\n",
                                     "\r\r\n",
                                     "User-agent: b\n",
                                     "Disallow: /c\n",
                                     "Sitemap: y\n"};

static size_t make_text(char *out, uint64_t *state)
{
	size_t n = 0, len;

	for (uint64_t i = (*state >> 40) % 24; i > 0; i--) {
		const char *piece;

		*state = *state * 6364136223846793005u + 1442695040888963407u;
		piece = pieces[(*state >> 33) % (sizeof pieces / sizeof pieces[0])];
		len = strlen(piece);
		memcpy(out + n, piece, len + 1);
		n += len;
	}
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	if ((*state >> 33) % 8 == 0)
		out[n / 2] = '\0';
	return n;
}

static int same_blob(const struct robotsc_options *options, const char *a, size_t a_len, const char *b, size_t b_len)
{
	void *x = NULL, *y = NULL;
	size_t x_len = 0, y_len = 0;
	int same;

	CHECK(robotsc_compile(options, a, a_len, &x, &x_len) == ROBOTSC_OK);
	CHECK(robotsc_compile(options, b, b_len, &y, &y_len) == ROBOTSC_OK);
	same = x_len == y_len && memcmp(x, y, x_len) == 0;
	robotsc_free_blob(NULL, x, x_len);
	robotsc_free_blob(NULL, y, y_len);
	return same;
}

static void test_gist(void)
{
	static const char page[] = "User-agent: *\n# hello\nDisallow: /a\n\nSitemap: http://h/s.xml\r\n\tSiteMap :x\n";
	char whole[1000], gist[1000];
	struct robotsc_options options;
	uint64_t state = 6;
	size_t shorter = 0;

	CHECK(robotsc__gist(page, strlen(page), gist) == 28 && memcmp(gist, "User-agent: *\nDisallow: /a\n\n", 28) == 0);
	CHECK(robotsc__gist("", 0, gist) == 0);
	robotsc_options_init(&options);
	for (unsigned i = 0; i < 20000; i++) {
		const size_t len = make_text(whole, &state), n = robotsc__gist(whole, len, gist);

		options.dialect = i % 2 ? ROBOTSC_RFC9309 : ROBOTSC_GOOGLE;
		options.strict_fields = i % 4 == 1;
		shorter += n < len;
		CHECK_MSG(same_blob(&options, whole, len, gist, n), "text %u", i);
	}
	CHECK(shorter > 5000);
}

int main(void)
{
	test_locate();
	test_locate_all();
	test_instants();
	test_gist();
	return check_done();
}
