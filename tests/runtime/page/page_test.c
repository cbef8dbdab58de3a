/* page_test.c - META tags: cases by hand, vectors, and random pages against the oracle.
 *
 *     page_test [SEED [PAGES]]
 *
 * Every page is read whole, octet by octet and, if short, cut in two at every place; always between
 * unreadable pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "page_gen.h"

#include <inttypes.h>

#define SHORT 400 /* octets of a page that is cut everywhere */

static struct fence fence, for_policy;

/* Begin a page; the room of its policy ends at an unreadable page. */
static void begin(struct robotsc_page *page, size_t n, unsigned options)
{
	robotsc_page_begin(page, page_agents, n, options);
	robotsc_page_policy(page, for_policy.begin + for_policy.room - ORACLE_POLICY, ORACLE_POLICY);
}

/* Read a page in two parts, or in parts of one octet.  Returns whether more was wanted at its
 * end. */
static int read_parts(const char *html, size_t len, size_t n, unsigned options, size_t cut, struct robotsc_directives *d)
{
	struct robotsc_page page;
	int more = 1;

	begin(&page, n, options);
	if (cut > len) {
		for (size_t i = 0; i < len; i++)
			more = robotsc_page_html(&page, at_end(&fence, html + i, 1), 1);
	} else {
		robotsc_page_html(&page, at_end(&fence, html, cut), cut);
		more = robotsc_page_html(&page, at_begin(&fence, html + cut, len - cut), len - cut);
	}
	robotsc_page_end(&page, d);
	return more;
}

/* However it is cut, a page says the same, and that is what the oracle says. */
static void check_parts(const char *html, size_t len, size_t n, unsigned options, struct robotsc_directives *d)
{
	struct oracle_said said;
	struct robotsc_directives other;
	char x[400], y[400];
	const int more = read_parts(html, len, n, options, len, d);
	int alike = read_parts(html, len, n, options, len + 1, &other) == more && page_same(d, &other);
	const int in_body = (options & ROBOTSC_PAGE_BODY) != 0;

	for (size_t cut = 0; cut < len && len <= SHORT; cut++)
		alike &= read_parts(html, len, n, options, cut, &other) == more && page_same(d, &other) &&
		         d->ignored_at == other.ignored_at;
	CHECK_MSG(alike, "the parts of it say other things than the whole: %s", page_readable(html, len));
	oracle_said_begin(&said);
	oracle_said_html(&said, page_robots, n, html, len, in_body);
	oracle_said_end(&said);
	other = page_from_oracle(&said);
	CHECK(page_same_policy(d, for_policy.begin + for_policy.room - ORACLE_POLICY, &said));
	CHECK_MSG(page_same(d, &other), "'%s', oracle '%s': %s", page_shown(d, x, sizeof x), page_shown(&other, y, sizeof y),
	          page_readable(html, len));
	CHECK_MSG(more == !oracle_html_ended(html, len, in_body), "more %d: %s", more, page_readable(html, len));
}

static void check_html(const char *html, size_t len, const char *want, unsigned options)
{
	struct robotsc_directives d;
	char x[400];

	check_parts(html, len, PAGE_AGENTS, options, &d);
	CHECK_MSG(strcmp(page_shown(&d, x, sizeof x), want) == 0, "'%s', not '%s': %s", page_shown(&d, x, sizeof x), want,
	          page_readable(html, len));
}

/* ---- cases ----------------------------------------------------------------- */

#define NOINDEX "<meta name=robots content=noindex>"

static const struct {
	const char *html, *want;
} cases[] = {
	/* tags for robots, and lists of directives */
	{"", ""},
	{"<html><head></head><body>text", ""},
	{"<META NAME=\"ROBOTS\" CONTENT=\"NOINDEX, FOLLOW\">", "noindex"},
	{"<meta name=robots content=none>", "noindex nofollow"},
	{"<meta name=robots content=all>", ""},
	{"<meta name=robots content='index,follow'>", ""},
	{"<meta name=examplebot content=nofollow>" NOINDEX, "noindex nofollow"},
	{"<meta name=EXAMPLEBOT-NEWS content=nofollow>", "nofollow"},
	{"<meta name=examplebot-new content=nofollow>", ""},
	{"<meta name=examplebot-newsy content=nofollow>", ""},
	{"<meta name=otherbot content=nofollow>", ""},
	{"<meta name=rxamplebot content=nofollow>", ""},
	{"<meta name='' content=nofollow><meta name content=nofollow>", ""},
	{"<meta name=' robots' content=nofollow>", ""},
	{"<meta name=robots content=',, noindex ,bogus,\n no follow,'>", "noindex ignored=2"},
	{"<meta name=robots content='noindex nofollow'>", "ignored=1"},
	/* every directive, and how directives combine */
	{"<meta name=robots content='noarchive,nosnippet,notranslate,noimageindex,noai,noimageai'>",
         "noarchive nosnippet notranslate noimageindex noai noimageai max-snippet=0"},
	{"<meta name=robots content=nocache>", "noarchive nocache"},
	{"<meta name=robots content='NOARCHIVE, NOCACHE'>", "noarchive nocache"},
	{"<meta name=robots content=noml>", "noml"},
	{"<meta name=robots content=indexifembedded>", ""},
	{"<meta name=robots content=indexifembedded>" NOINDEX, "noindex indexifembedded"},
	{"<meta name=robots content='noodp,noydir,noyaca,nositelinkssearchbox'>", ""},
	{"<meta name=robots content='noindex,all,index'>", "noindex"},
	{"<meta name=robots content='max-snippet:50,max-snippet:20,max-snippet:-1'>", "max-snippet=20"},
	{"<meta name=robots content='max-snippet : 050 '>", "max-snippet=50"},
	{"<meta name=robots content='max-snippet:0'>", "nosnippet max-snippet=0"},
	{"<meta name=robots content='max-snippet:50,nosnippet'>", "nosnippet max-snippet=0"},
	{"<meta name=robots content='max-snippet:-1'>", ""},
	{"<meta name=robots content='max-snippet:,max-snippet,max-snippet:x,max-snippet:-2,max-snippet:5 0,max-snippet:+5'>",
         "ignored=6"},
	{"<meta name=robots content='max-snippet:9223372036854775806'>", "max-snippet=9223372036854775806"},
	{"<meta name=robots content='max-snippet:9223372036854775808'>", "max-snippet=9223372036854775807"},
	{"<meta name=robots content='max-snippet:00000000000000000000000000000000000000000000000000005'>", "max-snippet=5"},
	{"<meta name=robots content='max-image-preview:large,max-image-preview:STANDARD'>", "max-image-preview=standard"},
	{"<meta name=robots content='max-image-preview:none'>", "max-image-preview=none"},
	{"<meta name=robots content='max-image-preview:huge,max-image-preview:-1'>", "ignored=2"},
	{"<meta name=robots content='max-video-preview:0,max-video-preview:3'>", "max-video-preview=0"},
	{"<meta name=robots content='unavailable_after:2010-06-25'>", "until=1277424000"},
	{"<meta name=robots content='noai,unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT , noindex'>",
         "noindex noai until=1277478000"},
	{"<meta name=robots content='unavailable_after:Friday, 25-Jun-10 15:00:00 PST,noindex'>", "noindex until=1277506800"},
	{"<meta name=robots content='unavailable_after:2011-01-01,unavailable_after:2010-01-01,unavailable_after:2012-01-01'>",
         "until=1262304000"},
	{"<meta name=robots content='unavailable_after:2010-01-01, bogus, noindex'>", "noindex ignored=1"},
	{"<meta name=robots content='unavailable_after:2010-01-01, , ,'>", "until=1262304000"},
	{"<meta name=robots content='unavailable_after:2010-01-01,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,'>",
         "until=1262304000"},
	{"<meta name=robots content='unavailable_after:2010-01-01,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,'>",
         "ignored=1"},
	{"<meta name=robots content='unavailable_after:  2010-01-01T00:00:00.00000000000000000000000000000000000000000000000000Z  "
         "'>",
         "ignored=1"},
	{"<meta name=robots content='unavailable_after:  2010-01-01T00:00:00.000000000000000000000000000000000000000000000000Z  '>",
         "until=1262304000"},
	{"<meta name=robots content='unavailable_after:2010-01-01,max-snippet:3'>", "max-snippet=3 until=1262304000"},
	{"<meta name=robots content='unavailable_after:2010-01-01,max-snippet'>", "until=1262304000 ignored=1"},
	{"<meta name=robots content='unavailable_after: noindex'>", "ignored=1"},
	{"<meta name=robots content='unavailable_after:'>", "ignored=1"},
	{"<meta name=robots content='noindex: nofollow'>", "ignored=1"},
	{"<meta name=robots content='noindex: 5, noai'>", "noai ignored=1"},
	{"<meta name=robots content='unavailable_after: 25 Jun 2010 15:00:00 GMT, noindex: 5, noai'>",
         "noai until=1277478000 ignored=1"},
	{"<meta name=robots content='otherbot: nofollow'>", "ignored=1"},
	/* TDMRep, for all robots: the more restrictive reservation of two tags, the first policy */
	{"<meta name=tdm-reservation content=1>", "tdm=1"},
	{"<meta content=' 0 ' name=TDM-Reservation>", "tdm=0"},
	{"<meta name=tdm-reservation content=0><meta name=tdm-reservation content=1><meta name=tdm-reservation content=0>",
         "tdm=1"},
	{"<meta name=tdm-reservation content=2><meta name=tdm-reservation content=''><meta name=tdm-reservation content='1 0'>"
         "<meta name=tdm-reservation content=01><meta name=tdm-reservation content=true>",
         "ignored=5"},
	{"<meta name=tdm-reservation>", ""},
	{"<meta name=tdm:reservation content=1><meta name=tdm-reservations content=1>", ""},
	{"<meta name=tdm-policy content=https://provider.com/policies/policy.json>", "policy=41"},
	{"<meta name=tdm-policy content=/p><meta name=tdm-policy content=/other>", "policy=2"},
	{"<meta content=/p name=tdm-policy><meta content=/description name=description><meta content=noai name=robots>",
         "noai policy=2"},
	{"<meta name=tdm-policy content=/p><meta name=tdm-reservation content=0>", "tdm=0"},
	{"<meta name=tdm-policy content=/p><meta name=tdm-reservation content=1>", "tdm=1 policy=2"},
	{"<meta name=tdm-policy content='/p q'><meta name=tdm-policy content=''><meta name=tdm-policy content='/\v'>"
         "<meta name=tdm-policy content='/&eacute;&#233;'><meta name=tdm-policy content=/&#127;>",
         "ignored=5"},
	{"<meta name=tdm-policy content='/?a=1&amp;b=2&c=3&d&#x3d;4&#38;e&quot;&#;&;&#x;'>", "policy=29"},
	{"<meta name=tdm-policy content='/?abcdefghijklmnopqrstuvwxyz=1&abcdefghijklmnopqrstuvwxyz=2'>", "policy=59"},
	{"<meta name=tdm-policy content='01234567890123456789012345678901234567890123456789012345678901234567890123456789'>",
         "policy=80"},
	{"<meta name=tdm-policy content='012345678901234567890123456789012345678901234567890123456789012345678901234567890'>",
         "ignored=1"},
	{"<meta name=tdm-policy content='\xC3\xA9'>", "policy=2"},
	{"<meta name=tdm-policy content='\xFF'>", "ignored=1"},
	{"<template><meta name=tdm-reservation content=1></template>", ""},
	{"</head><meta name=tdm-reservation content=1>", ""},
	/* attributes */
	{"<meta content=noindex name=robots>", "noindex"},
	{"<meta content=noindex name=otherbot>", ""},
	{"<meta\tx='y'/content = 'noindex'name\n=\n\"robots\"/>", "noindex"},
	{"<meta name=robots content=noindex/>", "ignored=1"},
	{"<meta name=robots content=noindex />", "noindex"},
	{"<meta name=robots name=other content=noindex content=nofollow>", "noindex"},
	{"<meta name=other name=robots content=noindex>", ""},
	{"<meta name=robots content content=noindex>", ""},
	{"<meta name=robots content=>" NOINDEX, "noindex"},
	{"<meta name=robots content=\"noindex", ""},
	{"<meta name=robots content=noindex", ""},
	{"<meta name=robots content='a>b,noindex'>", "noindex ignored=1"},
	{"<meta =name=robots content=noindex>", ""},
	{"<meta = name=robots content=noindex>", "noindex"},
	{"<meta name=robots xcontent=noindex>", ""},
	{"<meta name=robots contents=noindex>", ""},
	{"<metaname=robots content=noindex>", ""},
	{"<meta/name=robots/content=noindex>", ""},
	{"</meta name=robots content=noindex>", ""},
	{"<meta name=robots content=noindex\v>", "ignored=1"},
	/* references */
	{"<meta name=robot&#115; content=no&#x69;ndex&comma;nofollow>", "noindex nofollow"},
	{"<meta name=robot&#115 content=n&#111index&#44nofollow>", "noindex nofollow"},
	{"<meta name=robots content='&Tab;noindex&NewLine;,max-snippet&colon;3'>", "noindex max-snippet=3"},
	{"<meta name=&fjlig;ord content=noindex>", "noindex"},
	{"<meta name=a&period;b content=noindex>", "noindex"},
	{"<meta name=robots content='unavailable&lowbar;after&colon;2010-01-01T00:00&plus;01:00'>", "until=1262300400"},
	{"<meta name=robots content='unavailable&UnderBar;after:2010-01-01'>", "until=1262304000"},
	{"<meta name=robots content='noindex&comma,noai&nbsp;'>", "ignored=2"},
	{"<meta name=robots content='noindex&amp;,noai,&#0;,&#x110000;,&#130;nofollow'>", "noai ignored=4"},
	{"<meta name=robots content='noindex&#,&#x;noai&'>", "ignored=2"},
	{"<meta name=robots content='&#x000000000000000000000000006eoindex'>", "noindex"},
	{"<meta name=robots content='&#4294967406;oindex'>", "ignored=1"},
	/* comments, and markup that is read like comments */
	{"<!--" NOINDEX "-->", ""},
	{"<!-->" NOINDEX, "noindex"},
	{"<!--->" NOINDEX, "noindex"},
	{"<!---->" NOINDEX, "noindex"},
	{"<!----!>" NOINDEX, "noindex"},
	{"<!--a--!>" NOINDEX, "noindex"},
	{"<!--a--!b-->" NOINDEX, "noindex"},
	{"<!--a--->" NOINDEX, "noindex"},
	{"<!--a--!->" NOINDEX "-->", ""},
	{"<!--a- ->" NOINDEX "-->", ""},
	{"<!--<!-->" NOINDEX, "noindex"},
	{"<!-a" NOINDEX, ""},
	{"<!DOCTYPE html PUBLIC '>'" NOINDEX, ""},
	{"<!DOCTYPE html>" NOINDEX, "noindex"},
	{"<![CDATA[>" NOINDEX, "noindex"},
	{"<?xml version='1.0'?>" NOINDEX, "noindex"},
	{"</ " NOINDEX, ""},
	{"</>" NOINDEX, "noindex"},
	/* elements of text */
	{"<title>" NOINDEX "</title>", ""},
	{"<title/>" NOINDEX "</TITLE >" NOINDEX, "noindex"},
	{"<style>" NOINDEX "</style>", ""},
	{"<style></styles>" NOINDEX "</style/>", ""},
	{"<noscript>" NOINDEX "</noscript>", ""},
	{"<noframes>" NOINDEX "</noframes>", ""},
	{"<script>" NOINDEX "</script>", ""},
	{"<script></script><meta name=robots content=noai>", "noai"},
	{"<script>a</scrip></</script b=c>" NOINDEX, "noindex"},
	{"<script><!--<script></script>" NOINDEX "</script>", ""},
	{"<script><!--<script></script></script>" NOINDEX, "noindex"},
	{"<script><!--<script>--></script>" NOINDEX, "noindex"},
	{"<script><!--></script>" NOINDEX, "noindex"},
	{"<script><!--><script></script>" NOINDEX, "noindex"},
	{"<script><!--x---><script></script>" NOINDEX, "noindex"},
	{"<script><!--<script>x---></script>" NOINDEX, "noindex"},
	{"<script><!--</script>" NOINDEX, "noindex"},
	{"<script><!--<scripty></script>" NOINDEX, "noindex"},
	{"<script><!--<script></scripty></script>" NOINDEX "-->", ""},
	{"<script><!- <script></script>" NOINDEX, "noindex"},
	{"<template>" NOINDEX "text<body></head></template>" NOINDEX, "noindex"},
	{"<template><template></template>" NOINDEX "</template>", ""},
	{"</template>" NOINDEX, "noindex"},
	{"<template><plaintext></template>" NOINDEX, ""},
	/* the end of the head */
	{"<head></head>" NOINDEX, ""},
	{"<body>" NOINDEX, ""},
	{"</body>" NOINDEX, ""},
	{"</html>" NOINDEX, ""},
	{"</br>" NOINDEX, ""},
	{"</p></title>" NOINDEX, "noindex"},
	{"<p>" NOINDEX, ""},
	{"<textarea>" NOINDEX "</textarea>", ""},
	{"<textarea></textarea>" NOINDEX, ""},
	{" \t\r\n\f<link><base><basefont><bgsound><html><head>" NOINDEX, "noindex"},
	{"text" NOINDEX, ""},
	{"\v" NOINDEX, ""},
	{"\xC2\xA0" NOINDEX, ""},
	{"<1>" NOINDEX, ""},
	{"&#32;&#x9;&Tab;&NewLine;&#13;" NOINDEX, "noindex"},
	{"&nbsp;" NOINDEX, ""},
	{"&" NOINDEX, ""},
	{"&#11;" NOINDEX, ""},
	/* byte order marks */
	{"\xEF\xBB\xBF" NOINDEX, "noindex"},
	{"\xEF\xBB\xBF\xEF\xBB\xBF" NOINDEX, ""},
	{"\xEF\xBB" NOINDEX, ""},
	{"\xFE" NOINDEX, ""},
};

static const struct {
	const char *html, *want;
} body_cases[] = {
	{"<head></head><body>text<p>" NOINDEX, "noindex"},
	{"<textarea>" NOINDEX "</textarea>", ""},
	{"<xmp>" NOINDEX "</xmp><iframe>" NOINDEX "</iframe><noembed>" NOINDEX "</noembed>", ""},
	{"<template>" NOINDEX "</template>", ""},
	{"<plaintext>" NOINDEX, ""},
	{"</plaintext></html>" NOINDEX, "noindex"},
	{"a < b & c <1>" NOINDEX, "noindex"},
};

static void check_cases(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		check_html(cases[i].html, strlen(cases[i].html), cases[i].want, 0);
		/* With tags of the body, too, the page says what the oracle says. */
		struct robotsc_directives d;

		check_parts(cases[i].html, strlen(cases[i].html), PAGE_AGENTS, ROBOTSC_PAGE_BODY, &d);
	}
	for (size_t i = 0; i < sizeof body_cases / sizeof body_cases[0]; i++)
		check_html(body_cases[i].html, strlen(body_cases[i].html), body_cases[i].want, ROBOTSC_PAGE_BODY);
	/* A NUL belongs to no word. */
	check_html("<meta name=robots content=noindex\0>", 35, "ignored=1", 0);
	check_html("\0" NOINDEX, 1 + strlen(NOINDEX), "", 0);
	check_html("<script><!--\0--></script\0></script>" NOINDEX, 35 + strlen(NOINDEX), "noindex", 0);
}

/* In UTF-16, of either order. */
static void check_utf16(void)
{
	static const char text[] = "<meta name=robots content='noai,x,\377noindex'>" NOINDEX;
	char pages[2][2 + 2 * sizeof text] = {"\xFE\xFF", "\xFF\xFE"};
	struct robotsc_directives d;

	for (int little = 0; little < 2; little++) {
		for (size_t i = 0; i + 1 < sizeof text; i++) {
			pages[little][2 + 2 * i + (size_t)little] = text[i] == '\377' ? 1 : 0;
			pages[little][3 + 2 * i - (size_t)little] = text[i];
		}
		check_html(pages[little], 2 * sizeof text, "noindex noai ignored=2", 0);
		check_html(pages[little], 2 * sizeof text - 1, "noai ignored=2", 0);
		check_parts(pages[little], 2 * sizeof text, 0, ROBOTSC_PAGE_BODY, &d);
		CHECK(d.ignored_at == 2 + 2 * (uint64_t)(strchr(text, 'x') - text));
	}
}

/* ---- other things ---------------------------------------------------------- */

/* Octets behind the end of the head are not even looked at: here they cannot be read. */
static void check_stops(void)
{
	static const char *const heads[] = {NOINDEX "</head>", NOINDEX "<body>", NOINDEX "<p class=a>", NOINDEX "x"};

	for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		const size_t len = strlen(heads[i]);
		struct robotsc_page page;
		struct robotsc_directives d;

		robotsc_page_begin(&page, NULL, 0, 0);
		CHECK(robotsc_page_html(&page, at_end(&fence, heads[i], len), len + (heads[i][len - 1] == '>' ? 1000 : 0)) == 0);
		CHECK(robotsc_page_html(&page, fence.begin - 100, 100) == 0);
		robotsc_page_end(&page, &d);
		CHECK(d.flags == ROBOTSC_NOINDEX);
	}
}

static void check_places(void)
{
	static const char html[] = "\xEF\xBB\xBF<meta name=robots content=\"noindex, bogus, unavailable_after: x, noai,y\">";
	static const char dated[] = "<meta name=robots content=\"unavailable_after:, 3, noai, x\">";
	struct robotsc_page page;
	struct robotsc_directives d;

	robotsc_page_begin(&page, NULL, 0, 0);
	CHECK(robotsc_page_html(&page, html, sizeof html - 1));
	robotsc_page_end(&page, &d);
	CHECK(d.ignored == 3);
	CHECK_MSG(d.ignored_at == (uint64_t)(strstr(html, "bogus") - html), "%" PRIu64, d.ignored_at);
	robotsc_page_begin(&page, NULL, 0, 0);
	CHECK(robotsc_page_html(&page, dated, sizeof dated - 1));
	robotsc_page_end(&page, &d);
	CHECK(d.ignored == 2 && d.ignored_at == (uint64_t)(strstr(dated, "unav") - dated));
	robotsc_page_begin(&page, NULL, 0, 0);
	CHECK(robotsc_page_html(&page, NULL, 0));
	robotsc_page_end(&page, &d);
	CHECK(d.flags == 0 && d.ignored == 0 && d.ignored_at == UINT64_MAX && d.max_snippet == -1);
}

/* ---- tests/vectors/meta.jsonl ---------------------------------------------- */

/* Read the strings of a line, which have no escapes: id, source, then pairs of NAME and CONTENT,
 * then the agent. */
static void check_vector(char *line)
{
	char *string[64], page[2000] = "<html>";
	const int index = strstr(line, "\"index\": true") != NULL, follow = strstr(line, "\"follow\": true") != NULL;
	const char *want = index ? (follow ? "" : "nofollow") : (follow ? "noindex" : "noindex nofollow");
	size_t n = 0, meta = 0;

	CHECK(strchr(line, '\\') == NULL && strstr(line, "\"index\": ") != NULL && strstr(line, "\"follow\": ") != NULL);
	for (char *s = strtok(line, "\""); s != NULL && n < 64; s = strtok(NULL, "\""))
		string[n++] = s;
	/* Strings have odd indices, keys and values alike. */
	while (meta < n && strcmp(string[meta], "meta") != 0)
		meta++;
	for (size_t i = meta + 2; i + 2 < n && strcmp(string[i], "agent") != 0; i += 4)
		snprintf(page + strlen(page), sizeof page - strlen(page), "<META NAME='%s' CONTENT='%s'>", string[i],
		         string[i + 2]);
	check_html(page, strlen(page), want, 0);
	check_html(page, strlen(page), want, ROBOTSC_PAGE_BODY);
}

static void check_vectors(void)
{
	FILE *f = fopen("tests/vectors/meta.jsonl", "r");
	char line[4096];
	size_t n = 0;

	if (!CHECK(f != NULL))
		return;
	for (; fgets(line, sizeof line, f) != NULL; n++)
		check_vector(line);
	fclose(f);
	CHECK_MSG(n >= 7, "%zu vectors", n);
}

/* ---- tests/vectors/tdm.jsonl ------------------------------------------------ */

/* Copy the string after a key, or "" where the value is null. */
static void string_of(const char *line, const char *key, char *out, size_t room)
{
	const char *at = strstr(line, key);

	out[0] = '\0';
	if (CHECK(at != NULL) && at[strlen(key)] == '"')
		snprintf(out, room, "%.*s", (int)strcspn(at + strlen(key) + 1, "\""), at + strlen(key) + 1);
}

/* A line has the values of two fields and of two tags, then the values that count: strings without
 * escapes, or null. */
static void check_tdm_vector(const char *line)
{
	static const char *const parts[] = {"\"field\": ", "\"meta\": "}, *const names[] = {"tdm-reservation", "tdm-policy"};
	char key[40], value[200], text[400];
	struct robotsc_page page;
	struct robotsc_directives d;

	begin(&page, 0, 0);
	for (int i = 0; i < 4; i++) {
		const char *part = strstr(line, parts[i / 2]);

		snprintf(key, sizeof key, "\"%s\": ", names[i % 2]);
		string_of(part ? part : "", key, value, sizeof value);
		snprintf(text, sizeof text, i < 2 ? "%s: %s" : "<meta name=\"%s\" content=\"%s\">", names[i % 2], value);
		if (value[0] != '\0' && i < 2)
			CHECK(robotsc_page_header(&page, text, strlen(text)) == 1);
		else if (value[0] != '\0')
			CHECK(robotsc_page_html(&page, text, strlen(text)) == 1);
	}
	robotsc_page_end(&page, &d);
	string_of(line, "\"reservation\": ", value, sizeof value);
	CHECK_MSG(d.tdm_reservation == (value[0] ? (uint32_t)(value[0] - '0' + 1) : 0), "%s", line);
	string_of(line, "\"policy\": ", value, sizeof value);
	CHECK_MSG(d.tdm_policy_len == strlen(value) &&
	                  memcmp(for_policy.begin + for_policy.room - ORACLE_POLICY, value, strlen(value)) == 0,
	          "%s", line);
}

static void check_tdm_vectors(void)
{
	FILE *f = fopen("tests/vectors/tdm.jsonl", "r");
	char line[4096];
	size_t n = 0;

	if (!CHECK(f != NULL))
		return;
	for (; fgets(line, sizeof line, f) != NULL; n++)
		check_tdm_vector(line);
	fclose(f);
	CHECK_MSG(n >= 11, "%zu vectors", n);
}

/* ---- random ---------------------------------------------------------------- */

static void check_random(uint64_t seed, size_t pages)
{
	static char text[PAGE_GEN_MAX];
	uint64_t state = seed;
	size_t said = 0;

	for (size_t i = 0; i < pages; i++) {
		struct robotsc_directives d;
		const size_t len = page_gen_html(text, &state);

		check_parts(text, len, state >> 20 & 3, state >> 22 & 1 ? ROBOTSC_PAGE_BODY : 0, &d);
		said += d.flags != 0;
	}
	CHECK_MSG(said * 20 > pages, "of %zu random pages only %zu say something", pages, said);
	printf("random pages: %zu, %zu of them restrict something\n", pages, said);
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const size_t pages = argc > 2 ? strtoul(argv[2], NULL, 10) : 20000;

	fence = fence_make(PAGE_GEN_MAX);
	for_policy = fence_make(ORACLE_POLICY);
	check_cases();
	check_utf16();
	check_stops();
	check_places();
	check_vectors();
	check_tdm_vectors();
	check_random(seed, pages);
	return check_done();
}
