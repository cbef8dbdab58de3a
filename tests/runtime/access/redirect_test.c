/* redirect_test.c - which redirects stay within a site or an origin: facts, random hosts against
 * the oracle, and Debian's public suffix list if it is installed.
 *
 *     redirect_test [SEED [ROUNDS]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/oracle/oracle_origin.h"
#include "robotsc/access.h"
#include "tests/support/doc_page.h"
#include "tests/support/splitmix.h"

#define DEBIAN "/usr/share/publicsuffix/public_suffix_list.dat"

/* Each form that a line of the list may have. */
static const char list[] = "// ===BEGIN ICANN DOMAINS===\n"
			   "com\n"
			   "uk  what follows white space is a comment\n"
			   "co.uk\r\n"
			   "Org.UK\n"
			   "\n"
			   "!www.ck\n"
			   "*.ck\n"
			   "jp\n"
			   "*.kobe.jp\n"
			   "!city.kobe.jp\n"
			   "\xE5\x85\xAC\xE5\x8F\xB8.cn\n" /* 公司.cn */
			   "// ===BEGIN PRIVATE DOMAINS===\n"
			   "*.\xC3\xBC.example\n"
			   "github.io";

#define ANY 1
#define SITE 2
#define ORIGIN 4

static const struct {
	const char *from, *to;
	unsigned within; /* scopes */
} cases[] = {
	{"http://a.com/robots.txt", "http://a.com/other", ANY | SITE | ORIGIN},
	{"http://A.com:80/robots.txt", "http://a.com", ANY | SITE | ORIGIN},
	{"http://a.com/robots.txt", "https://a.com/robots.txt", ANY | SITE | ORIGIN},
	{"http://a.com/", "https://a.com:443/", ANY | SITE | ORIGIN},
	{"http://a.com:8080/", "https://a.com:8080/", ANY | SITE | ORIGIN},
	{"http://a.com:443/", "https://a.com/", ANY | SITE},
	{"http://a.com:443/", "https://a.com:/", ANY | SITE},
	{"http://a.com:443/", "https://a.com?:443", ANY | SITE},
	{"http://a.com:443/", "https://a.com:443/", ANY | SITE | ORIGIN},
	{"http://a.com:443/", "HTTPS://u:1@A.com:0443?x", ANY | SITE | ORIGIN},
	{"http://a.com:443/", "https://u:443@a.com/", ANY | SITE},
	{"http://[::1]:443/", "https://[::1]:443/", ANY | SITE | ORIGIN},
	{"http://[::1]:443/", "https://[::1]/", ANY | SITE},
	{"http://a.com:443/", "https://b.com:443/", ANY},
	{"http://a.com/", "https://a.com:80/", ANY | SITE},
	{"http://a.com:80/", "https://a.com:80/", ANY | SITE | ORIGIN},
	{"http://a.com:80/", "https://a.com/", ANY | SITE | ORIGIN},
	{"http://a.com/", "https://a.com:8443/", ANY | SITE},
	{"https://a.com/", "http://a.com/", ANY | SITE},
	{"ftp://a.com/", "https://a.com/", ANY | SITE},
	{"http://a.com/", "http://a.com:81/", ANY | SITE},
	{"http://a.com/", "http://a.com./", ANY | SITE},
	{"http://a.com/", "http://www.a.com/", ANY | SITE},
	{"http://www.a.com/", "https://x.y.a.com:1/", ANY | SITE},
	{"http://a.com/", "http://b.com/", ANY},
	{"http://a.com/", "http://ba.com/", ANY},
	{"http://a.com/", "http://a.com.evil.com/", ANY},
	{"http://a.com/", "mailto:x@a.com", ANY},
	/* WHATWG's URLs lead to b.com, if this text is a Location */
	{"http://a.com/", "http://a.com/\\b.com/", ANY},
	{"http://a.com/", "http://a.com/\\\\b.com", ANY},
	{"http://a.com/", "http://a.com/ht\ttps://b.com/", ANY},
	{"http://a.com/", "http://a.com/\t/b.com/", ANY},
	{"http://a.com/", "http://a.com/\r/b.com/", ANY},
	{"http://a.com/", "http://a.com/\x01//b.com/", ANY},
	{"http://a.com/", "http://a.com/x?\\y\t", ANY | SITE | ORIGIN},
	{"http://a.com/", "http://a.com/x#\\", ANY | SITE | ORIGIN},
	{"a.com", "http://a.com/", ANY},
	{"http://com/", "http://a.com/", ANY},
	{"http://com/", "https://com:5/", ANY | SITE},
	{"http://a.co.uk/", "http://b.co.uk/", ANY},
	{"http://x.a.co.uk/", "http://y.a.co.uk/", ANY | SITE},
	{"http://a.co.uk/", "http://co.uk/", ANY},
	{"http://a.org.uk/", "http://b.org.uk/", ANY},
	{"http://a.b.uk/", "http://c.b.uk/", ANY | SITE},
	/* wildcards and exceptions */
	{"http://a.b.ck/", "http://c.b.ck/", ANY},
	{"http://x.a.b.ck/", "http://y.a.b.ck/", ANY | SITE},
	{"http://a.www.ck/", "http://b.www.ck/", ANY | SITE},
	{"http://www.ck/", "http://b.www.ck/", ANY | SITE},
	{"http://a.ck/", "http://b.ck/", ANY},
	{"http://a.kobe.jp/", "http://b.kobe.jp/", ANY},
	{"http://a.city.kobe.jp/", "http://city.kobe.jp/", ANY | SITE},
	{"http://kobe.jp/", "http://a.kobe.jp/", ANY},
	{"http://a.other.jp/", "http://other.jp/", ANY | SITE},
	/* rules in UTF-8, hosts in either form */
	{"http://a.\xE5\x85\xAC\xE5\x8F\xB8.cn/", "http://b.xn--55qx5d.cn/", ANY},
	{"http://x.a.\xE5\x85\xAC\xE5\x8F\xB8.cn/", "http://a.xn--55qx5d.cn/", ANY | SITE},
	{"http://a.b.xn--tda.example/", "http://c.b.\xC3\xBC.example/", ANY},
	/* a name that no rule has, a private suffix, addresses */
	{"http://a.b.unknown/", "http://b.unknown/", ANY | SITE},
	{"http://a.github.io/", "http://b.github.io/", ANY},
	{"http://1.2.3.4/", "http://5.2.3.4/", ANY},
	{"http://1.2.3.4/", "https://1.2.3.4:5/", ANY | SITE},
	/* WHATWG's URLs, and inet_aton, take these for addresses, too */
	{"http://9.9.0.0x1/", "http://127.0.0.0x1/", ANY},
	{"http://9.0.0x/", "http://127.0.0X./", ANY},
	{"http://a.b.0xg/", "http://b.0xg/", ANY | SITE},
	{"http://a.b.x1/", "http://b.x1/", ANY | SITE},
	{"http://[::1]/", "http://[::2]/", ANY},
	{"http://[::1]:1/", "http://[0::1]:2/", ANY | SITE},
};

static int in_scope(int scope, const char *from, const char *to, const char *suffixes)
{
	const struct robotsc_text a = {from, strlen(from)}, b = {to, strlen(to)};
	const struct robotsc_text text = {suffixes, suffixes ? strlen(suffixes) : 0};

	return robotsc_redirect_in_scope((enum robotsc_redirect_scope)scope, &a, &b, suffixes ? &text : NULL);
}

static void check_agrees(const char *from, const char *to, const char *suffixes)
{
	for (int scope = 0; scope < 3; scope++)
		CHECK_MSG(in_scope(scope, from, to, suffixes) ==
		                  oracle_redirect(scope, from, strlen(from), to, strlen(to), suffixes),
		          "%s to %s, scope %d", from, to, scope);
}

static void check_cases(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const char *from = cases[i].from, *to = cases[i].to;

		if (!check_case(from) && !check_case(to))
			continue;
		for (int scope = 0; scope < 3; scope++)
			CHECK_MSG(in_scope(scope, from, to, list) == (int)(cases[i].within >> scope & 1), "%s to %s, scope %d",
			          from, to, scope);
		check_agrees(from, to, list);
		check_agrees(to, from, list);
	}
	/* Without a list, nothing is known of names; an unknown scope is the narrowest. */
	CHECK(!in_scope(ROBOTSC_REDIRECT_SITE, "http://a.com", "http://www.a.com", NULL));
	CHECK(!in_scope(ROBOTSC_REDIRECT_SITE, "http://a.com", "http://www.a.com", ""));
	CHECK(in_scope(ROBOTSC_REDIRECT_SITE, "http://a.com", "http://a.com:5", NULL));
	CHECK(!in_scope(3, "http://a.com", "http://www.a.com", list) && !in_scope(-1, "http://a.com", "http://www.a.com", list));
	CHECK(in_scope(3, "http://a.com", "https://a.com", list));
	for (int i = -1; i < 4; i++)
		CHECK((robotsc_redirect_scope_name((enum robotsc_redirect_scope)i) == NULL) == (i < 0 || i > 2));
	CHECK(strcmp(robotsc_redirect_scope_name(ROBOTSC_REDIRECT_SITE), "site") == 0);
}

static void random_host(uint64_t *state, char *out)
{
	static const char *const labels[] = {"a",    "b",  "www",    "com", "co",      "uk",         "ck", "jp",     "kobe",
	                                     "city", "cn", "github", "io",  "xn--tda", "xn--55qx5d", "7",  "example"};
	static const char *const schemes[] = {"http://", "https://", "http://"};
	static const char *const ports[] = {"", "", "", ":81", "."};

	strcpy(out, schemes[splitmix_below(state, 3)]);
	for (uint32_t n = 1 + splitmix_below(state, 4); n-- > 0;) {
		strcat(out, labels[splitmix_below(state, sizeof labels / sizeof labels[0])]);
		strcat(out, n > 0 ? "." : "");
	}
	strcat(out, ports[splitmix_below(state, 5)]);
}

static void check_random(uint64_t state, unsigned long rounds)
{
	for (unsigned long i = 0; i < rounds; i++) {
		char from[200], to[200];

		random_host(&state, from);
		random_host(&state, to);
		check_agrees(from, to, list);
	}
}

/* Hosts below some suffixes of the whole list.  A label of a host may be '*'. */
static void check_whole_list(void)
{
	FILE *f = fopen(DEBIAN, "r");
	size_t len, number = 0;
	char *text;

	if (f == NULL) {
		printf("skipped: %s, which is not installed\n", DEBIAN);
		return;
	}
	fclose(f);
	text = page_file(DEBIAN, &len);
	for (const char *at = text; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
		const int n = (int)strcspn(at, " \t\r\n");
		char from[600], to[600];

		if (n == 0 || n > 250 || *at == '/' || number++ % 500 != 0)
			continue;
		snprintf(from, sizeof from, "http://a.%.*s/", n - (*at == '!'), at + (*at == '!'));
		snprintf(to, sizeof to, "http://b.%.*s/", n - (*at == '!'), at + (*at == '!'));
		check_agrees(from, to, text);
		CHECK_MSG(*at == '!' || !in_scope(ROBOTSC_REDIRECT_SITE, from, to, text), "%s, %s", from, to);
		snprintf(to, sizeof to, "http://x.a.%.*s/", n - (*at == '!'), at + (*at == '!'));
		check_agrees(from, to, text);
	}
	CHECK(in_scope(ROBOTSC_REDIRECT_SITE, "http://example.co.uk", "https://www.example.co.uk", text));
	CHECK(number > 5000);
	free(text);
}

int main(int argc, char **argv)
{
	check_cases();
	if (!check_all_cases())
		return check_done();
	check_random(argc > 1 ? strtoull(argv[1], NULL, 0) : 1, argc > 2 ? strtoul(argv[2], NULL, 0) : 20000);
	check_whole_list();
	return check_done();
}
