/* plain_origin_test.c - if robotsc__plain_origin finds an origin, robotsc_origin finds the same; it
 * finds that of common URLs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */

#include "access/plain_origin.h"

#include "tests/support/fence.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

static struct fence fence;
static unsigned long seen_plain, seen_other;

/* The URL ends at an unreadable page, so nothing after it can be read.  The octets before it are
 * such that a name would go on in them. */
static void compare(const char *url, size_t len)
{
	const char *const at = at_end(&fence, url, len);
	char expected[ROBOTSC_ORIGIN_MAX], room[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text origin = {NULL, 0};
	size_t expected_len = 0, rest = 0, end;
	const enum robotsc_status status = robotsc_origin(at, len, expected, sizeof expected, &expected_len);
	const size_t plain = robotsc__plain_origin(at, len);

	if (plain) {
		seen_plain++;
		CHECK_MSG(status == ROBOTSC_OK && plain == expected_len && memcmp(at, expected, plain) == 0, "%.*s", (int)len, at);
	} else {
		seen_other++;
	}
	if (!CHECK_MSG(robotsc__find_origin(at, len, room, &origin, &rest) == status, "%.*s", (int)len, at) || status != ROBOTSC_OK)
		return;
	CHECK_MSG(origin.len == expected_len && memcmp(origin.at, expected, expected_len) == 0, "%.*s", (int)len, at);
	for (end = (size_t)(strstr(url, "://") - url) + 3; end < len && !memchr("/?#", at[end], 3); end++)
		;
	CHECK_MSG(rest == end, "%.*s", (int)len, at);
	CHECK_MSG(robotsc__origin_host(origin).len <= origin.len - 6, "%.*s", (int)len, at);
}

static const char *const schemes[] = {"https://", "http://", "ftp://", "HTTPS://", "Http://",
                                      "https:/",  "ftps://", "",       "http:///", "xhttp://"};
/* clang-format off */
static const char *const names[] = {
	"example.com", "a", "a.b", "www.example.co.uk", "", ".", "..", "a..b", ".a", "a.", "a..", "-a.b", "a-.b",
	"a_b.c", "A.b", "a.B", "xn--bcher-kva.example", "xn--", "xn--a", "b\303\274cher.example", "%61.b", "a%2Eb",
	"[::1]", "[2001:DB8::1]", "[::1", "10.0.0.1", "1", "a b", "a\\b", "a@b.c", "u:p@b.c", "a'b", "a`b", "a{b",
	"a|b", "a~b.c", "a!b.c", "a^b", "a[b", "a/b", "a\200b", "a\177b", "a\001b", "a,b.c", "a+b.c", "a:b", "a;b.c",
	"a=b.c", "a<b"
};
/* clang-format on */
static const char *const ports[] = {"",       ":",      ":80", ":443", ":21", ":8080", ":0",  ":080",
                                    ":65535", ":65536", ":x",  ":8:1", "\\",  "@",     "@c.d"};
static const char *const ends[] = {
	"",    "/",  "?",  "#",  "/a/b?c#d:@\\",
	"?:@", "#/", " ",  "\t", "\n",
	"\\",  ".",  "@/", ";x", "/0123456789012345678901234567890123456789012345678901234567890123456789"};

static void parts(void)
{
	char url[600];
	size_t i, k, p, e;

	for (i = 0; i < sizeof schemes / sizeof *schemes; i++)
		for (k = 0; k < sizeof names / sizeof *names; k++)
			for (p = 0; p < sizeof ports / sizeof *ports; p++)
				for (e = 0; e < sizeof ends / sizeof *ends; e++) {
					snprintf(url, sizeof url, "%s%s%s%s", schemes[i], names[k], ports[p], ends[e]);
					compare(url, strlen(url));
				}
}

/* Labels of 1 to 66 octets and names of 1 to 260, with and without dots at the end. */
static void sizes(void)
{
	char url[600];
	size_t label, size, end;

	for (label = 1; label <= 66; label++)
		for (size = 1; size <= 260; size++)
			for (end = 0; end < 4; end++) {
				size_t n = 8, i;

				memcpy(url, "https://", 8);
				for (i = 0; i < size; i++)
					url[n++] = (i + 1) % (label + 1) == 0 ? '.' : 'a';
				if (end % 2)
					url[n++] = '.';
				if (end / 2)
					url[n++] = '/';
				url[n] = 0;
				compare(url, n);
			}
}

/* URLs of random octets: mostly letters, and octets that end or change an origin. */
static void random_urls(void)
{
	static const char octets[] = "ab.-z09:/?#@\\%[]A_. .";
	uint64_t state = 3;
	char url[200];
	size_t i, n;

	for (n = 0; n < 300000; n++) {
		const size_t scheme = splitmix_below(&state, 3), len = splitmix_below(&state, 90);
		size_t at = (size_t)sprintf(url, "%s", scheme == 0 ? "https://" : scheme == 1 ? "http://" : "ftp://");

		for (i = 0; i < len; i++)
			url[at++] = splitmix_below(&state, 8) ? "abcdefgh.-"[splitmix_below(&state, 10)]
			                                      : octets[splitmix_below(&state, sizeof octets - 1)];
		url[at] = 0;
		compare(url, at);
	}
	for (i = 0; i < 40; i++)
		for (n = 0; n < 256; n++) {
			strcpy(url, "https://www.example.com/path/to/a/page");
			url[i] = (char)n;
			if (n != 0)
				compare(url, 38);
		}
}

/* Common URLs take the quick way. */
static void common(void)
{
	CHECK(robotsc__plain_origin("https://www.example.com/a/b?c", 29) == 23);
	CHECK(robotsc__plain_origin("http://example.com.", 19) == 19);
	CHECK(robotsc__plain_origin("ftp://ftp.example.com?a", 23) == 21);
	CHECK(robotsc__plain_origin("https://a-1.xn--bcher-kva.example#", 34) == 33);
}

int main(void)
{
	fence = fence_make(4096);
	memset(fence.begin, 'a', fence.room);
	CHECK_PART(parts);
	CHECK_PART(sizes);
	CHECK_PART(random_urls);
	CHECK_PART(common);
	if (check_all_cases())
		CHECK(seen_plain > 10000 && seen_other > 10000);
	return check_done();
}
