/* origin_test.c - robotsc_origin and robotsc_robots_url: facts, and random URLs against the oracle,
 * all at unreadable pages.
 *
 *     origin_test [SEED [ROUNDS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <uchar.h>

#include "access/utf8.h"
#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "tests/oracle/oracle_origin.h"
#include "robotsc/access.h"
#include "tests/support/splitmix.h"

static struct fence for_url, for_out;

static const struct {
	const char *url, *want;
} good[] = {
	{"http://www.foo.com/welcome.html", "http://www.foo.com"},
	{"http://www.bar.com:8001/", "http://www.bar.com:8001"},
	{"https://www.example.com/a?b#c", "https://www.example.com"},
	{"ftp://ftp.example.com/x", "ftp://ftp.example.com"},
	{"HTTP://User:Pass@EXAMPLE.com:80/x@y:1", "http://example.com"},
	{"hTTpS://h:443", "https://h"},
	{"http://h:443", "http://h:443"},
	{"ftp://h:21?x", "ftp://h"},
	{"http://h:", "http://h"},
	{"http://h:080/", "http://h"},
	{"http://h:00/", "http://h:0"},
	{"http://h:9/", "http://h:9"},
	{"http://h:10/", "http://h:10"},
	{"http://h:100/", "http://h:100"},
	{"http://h:00000000000000065535/", "http://h:65535"},
	{"http://h?q=http://x/", "http://h"},
	{"http://h#f", "http://h"},
	{"http://a@b@h/", "http://h"},
	{"http://h/\\@b", "http://h"},
	{"http://h?\\@b", "http://h"},
	{"http://h#\\@b", "http://h"},
	{"http://a%5C@h/", "http://h"},
	{"http://a:1@h:2/", "http://h:2"},
	{"http://h./", "http://h."},
	{"http://h_1.-x-.~!$&'()*+,;=/", "http://h_1.-x-.~!$&'()*+,;="},
	/* Escapes: decoded, then read as UTF-8. */
	{"http://%65x%41mple%2Ecom/", "http://example.com"},
	{"http://b%C3%BCcher.example/", "http://xn--bcher-kva.example"},
	{"http://b\xC3\xBC"
         "cher.example:8080/",
         "http://xn--bcher-kva.example:8080"},
	{"http://B\xC3\xBC"
         "CHER.EXAMPLE/",
         "http://xn--bcher-kva.example"},
	{"http://XN--Bcher-KVA.example/", "http://xn--bcher-kva.example"},
	{"http://\xF0\x9F\x92\xA9.la/", "http://xn--ls8h.la"},
	{"http://\xE0\xA4\xAF/", "http://xn--s2b"},
	{"http://\xDF\xBF.\xE0\xA0\x80.\xEF\xBF\xBF.\xF0\x90\x80\x80/", "http://xn--3tb.xn--4tb.xn--1n7c.xn--2n7c"},
	{"http://xn-\xC3\xBC/", "http://xn--xn--joa"}, /* not quite the prefix */
	/* Addresses. */
	{"http://127.0.0.1:8080/", "http://127.0.0.1:8080"},
	{"http://[2001:DB8::1]/x", "http://[2001:db8::1]"},
	{"http://[::1]:8080", "http://[::1]:8080"},
	{"http://u@[::1]:80", "http://[::1]"},
	{"http://[::1]:", "http://[::1]"},
	{"http://[::]", "http://[::]"},
	{"http://[0:0:0:0:0:0:0:0]", "http://[::]"},
	{"http://[2001:0db8:0000:0000:0000:0000:0002:0001]", "http://[2001:db8::2:1]"},
	{"http://[2001:db8:0:1:1:1:1:1]", "http://[2001:db8:0:1:1:1:1:1]"},
	{"http://[2001:0:0:1:0:0:0:1]", "http://[2001:0:0:1::1]"},
	{"http://[2001:db8:0:0:1:0:0:1]", "http://[2001:db8::1:0:0:1]"},
	{"http://[1:2:3:4:5:6:7::]", "http://[1:2:3:4:5:6:7:0]"},
	{"http://[::2:3:4:5:6:7:8]", "http://[0:2:3:4:5:6:7:8]"},
	{"http://[1::8:0:0]", "http://[1::8:0:0]"},
	{"http://[::ffff:192.0.2.1]", "http://[::ffff:c000:201]"},
	{"http://[1:2:3:4:5:6:0.0.0.255]", "http://[1:2:3:4:5:6:0:ff]"},
};

static const struct {
	const char *url;
	enum robotsc_status want;
} bad[] = {
	{"", ROBOTSC_ERR_SCHEME},
	{"mailto:x@y", ROBOTSC_ERR_SCHEME},
	{"/path", ROBOTSC_ERR_SCHEME},
	{"//h/x", ROBOTSC_ERR_SCHEME},
	{"h.com/x", ROBOTSC_ERR_SCHEME},
	{"gopher://h/", ROBOTSC_ERR_SCHEME},
	{"http:/h/", ROBOTSC_ERR_SCHEME},
	{"http:h", ROBOTSC_ERR_SCHEME},
	{"httpss://h/", ROBOTSC_ERR_SCHEME},
	{" http://h/", ROBOTSC_ERR_SCHEME},
	{"http://", ROBOTSC_ERR_HOST},
	{"http:///x", ROBOTSC_ERR_HOST},
	{"http://u@/x", ROBOTSC_ERR_HOST},
	{"http://a\\b/", ROBOTSC_ERR_HOST},
	{"http://a\\@b/", ROBOTSC_ERR_HOST}, /* the host is a, if the backslash is a slash */
	{"http://u\\:p@b", ROBOTSC_ERR_HOST},
	{"http://b:80\\", ROBOTSC_ERR_HOST},
	{"http://b\\?", ROBOTSC_ERR_HOST},
	{"http://[::1]\\:80/", ROBOTSC_ERR_HOST},
	{"http:\\\\b/", ROBOTSC_ERR_SCHEME},
	{"http://:80/", ROBOTSC_ERR_HOST},
	{"http://?x", ROBOTSC_ERR_HOST},
	{"http://./", ROBOTSC_ERR_HOST},
	{"http://.a/", ROBOTSC_ERR_HOST},
	{"http://a..b/", ROBOTSC_ERR_HOST},
	{"http://a../", ROBOTSC_ERR_HOST},
	{"http://a b/", ROBOTSC_ERR_HOST},
	{"http://a\\b/", ROBOTSC_ERR_HOST},
	{"http://a%/", ROBOTSC_ERR_HOST},
	{"http://a%2/", ROBOTSC_ERR_HOST},
	{"http://a%25/", ROBOTSC_ERR_HOST},
	{"http://a%00/", ROBOTSC_ERR_HOST},
	{"http://a%3A80/", ROBOTSC_ERR_HOST},
	{"http://a%2Fb/", ROBOTSC_ERR_HOST},
	{"http://\xFF/", ROBOTSC_ERR_HOST},
	{"http://\xC3/", ROBOTSC_ERR_HOST},
	{"http://\xC0\x80/", ROBOTSC_ERR_HOST},
	{"http://\xE0\x80\xAF/", ROBOTSC_ERR_HOST},
	{"http://\xED\xA0\x80/", ROBOTSC_ERR_HOST},
	{"http://\xF4\x90\x80\x80/", ROBOTSC_ERR_HOST},
	{"http://\xF8\x88\x80\x80\x80/", ROBOTSC_ERR_HOST},
	{"http://xn--\xC3\xBC/", ROBOTSC_ERR_HOST},
	{"http://XN--\xC3\xBC/", ROBOTSC_ERR_HOST},
	{"http://h:x/", ROBOTSC_ERR_PORT},
	{"http://h:80x/", ROBOTSC_ERR_PORT},
	{"http://h:-1/", ROBOTSC_ERR_PORT},
	{"http://h:65536/", ROBOTSC_ERR_PORT},
	{"http://h:655350/", ROBOTSC_ERR_PORT},
	{"http://h:65535x/", ROBOTSC_ERR_PORT},
	{"http://h:4294967376/", ROBOTSC_ERR_PORT},
	{"http://h:1:2/", ROBOTSC_ERR_PORT},
	{"http://[::1]:x/", ROBOTSC_ERR_PORT},
	{"http://[", ROBOTSC_ERR_HOST},
	{"http://[]/", ROBOTSC_ERR_HOST},
	{"http://[::1/", ROBOTSC_ERR_HOST},
	{"http://[::1]x/", ROBOTSC_ERR_HOST},
	{"http://[::1%25eth0]/", ROBOTSC_ERR_HOST},
	{"http://[v1.a]/", ROBOTSC_ERR_HOST},
	{"http://[:]/", ROBOTSC_ERR_HOST},
	{"http://[:::]/", ROBOTSC_ERR_HOST},
	{"http://[1:]/", ROBOTSC_ERR_HOST},
	{"http://[:1]/", ROBOTSC_ERR_HOST},
	{"http://[1::2::3]/", ROBOTSC_ERR_HOST},
	{"http://[12345::]/", ROBOTSC_ERR_HOST},
	{"http://[1:2:3:4:5:6:7]/", ROBOTSC_ERR_HOST},
	{"http://[1:2:3:4:5:6:7:8:9]/", ROBOTSC_ERR_HOST},
	{"http://[1:2:3:4:5:6:7:8::]/", ROBOTSC_ERR_HOST},
	{"http://[::1.2.3]/", ROBOTSC_ERR_HOST},
	{"http://[::1.2.3.256]/", ROBOTSC_ERR_HOST},
	{"http://[::1.2.3.04]/", ROBOTSC_ERR_HOST},
	{"http://[::1.2.3.4.5]/", ROBOTSC_ERR_HOST},
	{"http://[1:2:3:4:5:6:7:1.2.3.4]/", ROBOTSC_ERR_HOST},
	{"http://[1.2.3.4]/", ROBOTSC_ERR_HOST},
};

/* The URL ends at an unreadable page, and so does the result's room. */
static enum robotsc_status call(int want_url, const char *url, size_t len, char *room, size_t *n)
{
	const char *at = at_end(&for_url, url, len);

	return (want_url ? robotsc_robots_url : robotsc_origin)(at, len, room, (size_t)(for_out.begin + for_out.room - room), n);
}

static void check_good(const char *url, size_t len, const char *want)
{
	static const char tail[] = "/robots.txt";
	size_t n = 0, size = strlen(want);

	for (size_t room = 0; room <= size + sizeof tail; room++) {
		char *out = for_out.begin + for_out.room - room;

		/* The origin, then the URL. */
		for (int k = 0; k < 2; k++, size += sizeof tail - 1) {
			enum robotsc_status status;

			memset(out, 'X', room);
			status = call(k, url, len, out, &n);
			CHECK_MSG(status == (room < size ? ROBOTSC_ERR_ROOM : ROBOTSC_OK) && n == size, "%.*s, room %zu: %s, %zu",
			          (int)len, url, room, robotsc_strerror(status), n);
			CHECK_MSG(room < size ? room == 0 || (out[0] == 'X' && out[room - 1] == 'X')
			                      : memcmp(out, want, strlen(want)) == 0 &&
			                                memcmp(out + strlen(want), tail, size - strlen(want)) == 0,
			          "%.*s: %.*s", (int)len, url, (int)room, out);
		}
		size -= 2 * (sizeof tail - 1);
	}
	CHECK(size + sizeof tail - 1 <= ROBOTSC_ROBOTS_URL_MAX);
}

static void check_bad(const char *url, size_t len, enum robotsc_status want)
{
	for (int k = 0; k < 2; k++) {
		size_t n = 77;
		const enum robotsc_status status = call(k, url, len, for_out.begin, &n);

		CHECK_MSG(status == want && n == 77, "%.*s: %s", (int)len, url, robotsc_strerror(status));
	}
}

static void facts(void)
{
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		if (check_case(good[i].url))
			check_good(good[i].url, strlen(good[i].url), good[i].want);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (check_case(bad[i].url))
			check_bad(bad[i].url, strlen(bad[i].url), bad[i].want);
	check_bad("http://a\0b/", 11, ROBOTSC_ERR_HOST);
	check_bad("http://\0b/", 10, ROBOTSC_ERR_HOST);
	check_good("http://a/\0b", 11, "http://a");
	check_bad(NULL, 0, ROBOTSC_ERR_SCHEME);
}

/* Check a URL without a path: its origin is the same text, or it is refused with this status. */
static void check_same(const char *url, enum robotsc_status want)
{
	if (want == ROBOTSC_OK)
		check_good(url, strlen(url), url);
	else
		check_bad(url, strlen(url), want);
}

/* The longest labels and names, and what is longer by one. */
static void lengths(void)
{
	char url[600];

	for (int n = 62; n <= 65; n++) {
		snprintf(url, sizeof url, "https://%0*d.x:65535", n, 0);
		check_same(url, n <= 63 ? ROBOTSC_OK : ROBOTSC_ERR_HOST);
	}
	for (int n = 60; n <= 63; n++) { /* and three labels of 63 octets: 192 with their dots */
		snprintf(url, sizeof url, "https://%063d.%063d.%063d.%0*d:65535", 0, 0, 0, n, 0);
		check_same(url, n <= 61 ? ROBOTSC_OK : ROBOTSC_ERR_HOST);
		snprintf(url, sizeof url, "https://%063d.%063d.%063d.%0*d.:65535", 0, 0, 0, n, 0);
		check_same(url, n <= 61 ? ROBOTSC_OK : ROBOTSC_ERR_HOST);
		CHECK(n != 61 || strlen(url) == ROBOTSC_ORIGIN_MAX);
	}
	/* The A-label adds a hyphen, the prefix and the u umlaut. */
	for (int n = 50; n < 70; n++) {
		char a_label[600];

		snprintf(url, sizeof url, "http://%0*d\xC3\xBC", n, 0);
		if (oracle_origin(url, strlen(url), a_label) == ORACLE_ORIGIN_OK)
			check_good(url, strlen(url), a_label);
		else
			check_bad(url, strlen(url), ROBOTSC_ERR_HOST);
		CHECK(n > 50 || strlen(a_label) < 7 + LABEL_MAX);
	}
}

/* RFC 3492 §7.1.  One capital letter of the ninth sample marks a case that the encoder drops. */
static const struct {
	const char32_t *text;
	const char *want;
} samples[] = {
	{U"\u0644\u064A\u0647\u0645\u0627\u0628\u062A\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064A\u061F",
         "egbpdaj6bu4bxfgehfvwxn"},
	{U"\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", "ihqwcrb4cv8a8dqg056pqjye"},
	{U"\u4ED6\u5011\u7232\u4EC0\u9EBD\u4E0D\u8AAA\u4E2D\u6587", "ihqwctvzc91f659drss3x8bo0yb"},
	{U"Pro\u010Dprost\u011Bnemluv\u00ED\u010Desky", "Proprostnemluvesky-uyb24dma41a"},
	{U"\u05DC\u05DE\u05D4\u05D4\u05DD\u05E4\u05E9\u05D5\u05D8\u05DC\u05D0\u05DE\u05D3\u05D1\u05E8\u05D9\u05DD\u05E2\u05D1\u05E8"
         U"\u05D9\u05EA",
         "4dbcagdahymbxekheh6e0a7fei0b"},
	{U"\u092F\u0939\u0932\u094B\u0917\u0939\u093F\u0928\u094D\u0926\u0940\u0915\u094D\u092F\u094B\u0902\u0928\u0939\u0940\u0902"
         U"\u092C\u094B\u0932\u0938\u0915\u0924\u0947\u0939\u0948\u0902",
         "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"},
	{U"\u306A\u305C\u307F\u3093\u306A\u65E5\u672C\u8A9E\u3092\u8A71\u3057\u3066\u304F\u308C\u306A\u3044\u306E\u304B",
         "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"},
	{U"\uC138\uACC4\uC758\uBAA8\uB4E0\uC0AC\uB78C\uB4E4\uC774\uD55C\uAD6D\uC5B4\uB97C\uC774\uD574\uD55C\uB2E4\uBA74\uC5BC\uB9C8"
         U"\uB098\uC88B\uC744\uAE4C",
         "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"},
	{U"\u043F\u043E\u0447\u0435\u043C\u0443\u0436\u0435\u043E\u043D\u0438\u043D\u0435\u0433\u043E\u0432\u043E\u0440\u044F\u0442"
         U"\u043F\u043E\u0440\u0443\u0441\u0441\u043A\u0438",
         "b1abfaaepdrnnbgefbadotcwatmq2g4l"},
	{U"Porqu\u00E9nopuedensimplementehablarenEspa\u00F1ol", "PorqunopuedensimplementehablarenEspaol-fmd56a"},
	{U"T\u1EA1isaoh\u1ECDkh\u00F4ngth\u1EC3ch\u1EC9n\u00F3iti\u1EBFngVi\u1EC7t",
         "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"},
	{U"3\u5E74B\u7D44\u91D1\u516B\u5148\u751F", "3B-ww4c5e180e575a65lsy2b"},
	{U"\u5B89\u5BA4\u5948\u7F8E\u6075-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"},
	{U"Hello-Another-Way-\u305D\u308C\u305E\u308C\u306E\u5834\u6240", "Hello-Another-Way--fc4qua05auwb3674vfr0b"},
	{U"\u3072\u3068\u3064\u5C4B\u6839\u306E\u4E0B2", "2-u9tlzr9756bt3uc0v"},
	{U"Maji\u3067Koi\u3059\u308B5\u79D2\u524D", "MajiKoi5-783gue6qz075azm5e"},
	{U"\u30D1\u30D5\u30A3\u30FCde\u30EB\u30F3\u30D0", "de-jg4avhby1noc0d"},
	{U"\u305D\u306E\u30B9\u30D4\u30FC\u30C9\u3067", "d9juau41awczczp"},
	{U"-> $1.00 <-", "-> $1.00 <--"},
};

static void punycode(void)
{
	for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
		uint32_t points[64];
		char out[128];
		size_t n = 0, len = strlen(samples[i].want);

		for (; samples[i].text[n] != 0; n++)
			points[n] = samples[i].text[n];
		for (size_t room = 0; room <= len + 1; room++) {
			memset(out, 'X', sizeof out);
			CHECK_MSG(robotsc__punycode_encode(points, n, out, room) == (room < len ? 0 : len), "%s in %zu",
			          samples[i].want, room);
			CHECK(out[room] == 'X');
		}
		CHECK_MSG(memcmp(out, samples[i].want, len) == 0, "%s: %.*s", samples[i].want, (int)len, out);
		oracle_punycode(points, n, out);
		CHECK_MSG(strcmp(out, samples[i].want) == 0, "oracle, %s: %s", samples[i].want, out);
	}
}

/* ---- random URLs ------------------------------------------------------------------ */

static uint64_t seed;

static unsigned below(unsigned n)
{
	return splitmix_below(&seed, n);
}

#define ONE(list) list[below(sizeof(list) / sizeof((list)[0]))]

/* Make a URL of parts; now and then an octet is changed, left out or put in. */
static size_t random_url(char *url)
{
	static const char *const schemes[] = {"http://",  "https://", "ftp://",   "HTTP://",
	                                      "hTTps://", "http://",  "https://", "http:/"};
	static const char *const plain[] = {
		"a",      "EX",      "-",   ".",     ".x", "xn--", "XN--a", "\xC3\xBC", "\xE3\x81\x9D", "\xF0\x9F\x92\xA9",
		"%C3%BC", "%41",     "%2e", "1.2.3", "@",  "u:p@", "_",     "~",        "\xEF\xBF\xBF", "\xF4\x8F\xBF\xBF",
		"%2Ez",   "q0123456"};
	static const char *const words[] = {"::", ":", ":0", ":0:0", "0:", "0:0:", "ffff:", "1", ":A", "1.2.3.4", "255.0", "12345"};
	static const char *const odd[] = {"%25", "%", "..", "[", "]", "\x80", "\xFF", "\xED\xA0\x80", " ", "\\", "\xF4\x90\x80\x80",
	                                  "[::]"};
	static const char *const ends[] = {"",       "",   ":", ":80", ":443", ":0",    ":65535",
	                                   ":65536", ":x", "/", "?",   "#",    ":21/x", ":0080?@"};
	const unsigned kind = below(16);
	size_t n = (size_t)sprintf(url, "%s%s", ONE(schemes), kind < 5 ? "[" : "");

	for (unsigned k = 1 + below(below(8) ? 8 : 40); k > 0; k--)
		n += (size_t)sprintf(url + n, "%s", kind < 5 ? ONE(words) : kind == 5 ? ONE(odd) : ONE(plain));
	n += (size_t)sprintf(url + n, "%s%s", kind < 5 ? "]" : "", ONE(ends));
	for (unsigned k = below(3) ? 0 : 1 + below(3); k > 0 && n > 0; k--) {
		const size_t at = below((unsigned)n);

		switch (below(3)) {
		case 0:
			url[at] = (char)below(256);
			break;
		case 1:
			memmove(url + at, url + at + 1, --n - at);
			break;
		default:
			memmove(url + at + 1, url + at, n++ - at);
			url[at] = ":[].%@0f\\"[below(9)];
		}
	}
	return n;
}

static void random_urls(unsigned long rounds)
{
	unsigned long found[4] = {0};

	for (unsigned long i = 0; i < rounds; i++) {
		char url[2048], want[ORACLE_ORIGIN_ROOM] = "", again[ROBOTSC_ORIGIN_MAX];
		const size_t len = random_url(url);
		const int status = oracle_origin(url, len, want);
		char *out = for_out.begin + for_out.room - ROBOTSC_ORIGIN_MAX;
		size_t n = 0, m = 0;
		const enum robotsc_status got = call(0, url, len, out, &n);

		found[status == 0 ? 0 : status - 47]++;
		if (!CHECK_MSG((int)got == status, "round %lu, %.*s: %s, oracle %d", i, (int)len, url, robotsc_strerror(got),
		               status) ||
		    got != ROBOTSC_OK)
			continue;
		CHECK_MSG(n == strlen(want) && memcmp(out, want, n) == 0, "round %lu, %.*s: %.*s, oracle %s", i, (int)len, url,
		          (int)n, out, want);
		/* An origin is its own origin. */
		CHECK(robotsc_origin(out, n, again, sizeof again, &m) == ROBOTSC_OK && m == n && memcmp(again, out, n) == 0);
	}
	printf("%lu random URLs: %lu origins, %lu without scheme, %lu without host, %lu without port\n", rounds, found[0], found[1],
	       found[2], found[3]);
	CHECK(rounds < 1000 || (found[0] > rounds / 20 && found[1] && found[2] > rounds / 20 && found[3]));
}

int main(int argc, char **argv)
{
	seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	for_url = fence_make(1u << 12);
	for_out = fence_make(1u << 12);
	facts();
	if (!check_all_cases())
		return check_done();
	lengths();
	punycode();
	random_urls(argc > 2 ? strtoul(argv[2], NULL, 10) : 3000);
	return check_done();
}
