/* url_kind_test.c - what is no URL: facts, at unreadable pages; every text has words of its own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "tests/support/fence.h"
#include "tests/support/test.h"

#include <string.h>

#include "robotsc/access.h"

static struct fence page;

/* google: what that dialect says, where it differs. */
static const struct {
	const char *url;
	enum robotsc_url_kind kind, google;
} facts[] = {
	{"/", ROBOTSC_URL_GOOD, 0},
	{"/a//b?https://h/", ROBOTSC_URL_GOOD, 0},
	{"https://h", ROBOTSC_URL_GOOD, 0},
	{"HTTP://Shop.Example:8080/a b", ROBOTSC_URL_GOOD, 0},
	{"ftp://h/x", ROBOTSC_URL_GOOD, 0},
	{"", ROBOTSC_URL_EMPTY, ROBOTSC_URL_EMPTY},
	{"\xEF\xBB\xBFhttps://h/", ROBOTSC_URL_MARK, ROBOTSC_URL_MARK},
	{" https://h/", ROBOTSC_URL_SPACE, ROBOTSC_URL_SPACE},
	{"\nhttps://h/", ROBOTSC_URL_SPACE, ROBOTSC_URL_SPACE},
	{"\"https://h/\"", ROBOTSC_URL_QUOTE, ROBOTSC_URL_QUOTE},
	{"'/x'", ROBOTSC_URL_QUOTE, ROBOTSC_URL_QUOTE},
	{"\xE2\x80\x9Chttps://h/\xE2\x80\x9D", ROBOTSC_URL_QUOTE, ROBOTSC_URL_QUOTE},
	{"<https://h/>", ROBOTSC_URL_BRACKET, ROBOTSC_URL_BRACKET},
	{"[h](https://h/)", ROBOTSC_URL_BRACKET, ROBOTSC_URL_BRACKET},
	{"//h/", ROBOTSC_URL_SLASHES, 0},
	{"//", ROBOTSC_URL_SLASHES, 0},
	{"shop.example", ROBOTSC_URL_HOST, 0},
	{"shop.example/x", ROBOTSC_URL_HOST, 0},
	{"localhost:8080/x", ROBOTSC_URL_HOST, 0},
	{"mailto:a@h", ROBOTSC_URL_SCHEME, ROBOTSC_URL_SCHEME},
	{"data:,x", ROBOTSC_URL_SCHEME, ROBOTSC_URL_SCHEME},
	{"file:///x", ROBOTSC_URL_SCHEME, ROBOTSC_URL_SCHEME},
	{"https:/h/x", ROBOTSC_URL_NO_SLASHES, ROBOTSC_URL_NO_SLASHES},
	{"Ftp:h", ROBOTSC_URL_NO_SLASHES, ROBOTSC_URL_NO_SLASHES},
	{"https:///x", ROBOTSC_URL_BAD_HOST, ROBOTSC_URL_BAD_HOST},
	{"http://a..b/", ROBOTSC_URL_BAD_HOST, ROBOTSC_URL_BAD_HOST},
	{"http://h:99999/", ROBOTSC_URL_BAD_PORT, ROBOTSC_URL_BAD_PORT},
	{"a/b", ROBOTSC_URL_RELATIVE, ROBOTSC_URL_RELATIVE},
	{"?q", ROBOTSC_URL_RELATIVE, ROBOTSC_URL_RELATIVE},
	{"#f", ROBOTSC_URL_RELATIVE, ROBOTSC_URL_RELATIVE},
	{"a..b", ROBOTSC_URL_RELATIVE, ROBOTSC_URL_RELATIVE},
};

static enum robotsc_url_kind kind_of(enum robotsc_dialect dialect, const char *url, size_t len)
{
	const enum robotsc_url_kind kind = robotsc_url_kind(dialect, at_end(&page, url, len), len);
	CHECK_MSG(kind == robotsc_url_kind(dialect, at_begin(&page, url, len), len), "%s: another kind at another place", url);
	return kind;
}

static void check_facts(unsigned *seen)
{
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
		const char *const url = facts[i].url;
		const enum robotsc_url_kind kind = kind_of(ROBOTSC_RFC9309, url, strlen(url));
		CHECK_MSG(kind == facts[i].kind, "%s: kind %d", url, (int)kind);
		CHECK_MSG(kind_of(ROBOTSC_GOOGLE, url, strlen(url)) == facts[i].google, "%s in google", url);
		for (size_t len = 0; len < strlen(url); len++)
			CHECK((unsigned)kind_of(ROBOTSC_CONNER2, url, len) < ROBOTSC_URL_KINDS);
		*seen |= 1u << kind;
	}
	CHECK(robotsc_url_kind(ROBOTSC_RFC9309, NULL, 0) == ROBOTSC_URL_EMPTY);
}

static void check_words(void)
{
	for (int kind = 0; kind < ROBOTSC_URL_KINDS; kind++)
		for (int other = 0; other < kind; other++)
			CHECK(strcmp(robotsc_url_kind_text((enum robotsc_url_kind)kind),
			             robotsc_url_kind_text((enum robotsc_url_kind)other)) != 0);
	for (int kind = 1; kind < ROBOTSC_URL_KINDS; kind++)
		CHECK(*robotsc_url_kind_hint((enum robotsc_url_kind)kind));
	CHECK(strcmp(robotsc_url_kind_text(ROBOTSC_URL_KINDS), "it is no URL") == 0);
	CHECK(!*robotsc_url_kind_hint((enum robotsc_url_kind)99));
}

int main(void)
{
	unsigned seen = 0;
	page = fence_make(4096);
	if (check_case("check_facts"))
		check_facts(&seen);
	CHECK_PART(check_words);
	if (check_all_cases())
		CHECK_MSG(seen == (1u << ROBOTSC_URL_KINDS) - 1, "kinds that no fact has: %x", seen);
	return check_done();
}
