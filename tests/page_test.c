/* page_test.c - META tags and X-Robots-Tag: cases by hand, vectors, and random pages against the oracle.
 *
 *     page_test [SEED [PAGES]]
 *
 * Every page is read whole, octet by octet and, if short, cut in two at every place; always between unreadable pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "check.h"
#include "fence.h"
#include "oracle/oracle_page.h"
#include "page_gen.h"
#include "robotsc/page.h"

#include <inttypes.h>

#define SHORT 400 /* octets of a page that is cut everywhere */

static struct fence fence;

static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"examplebot-news/2.0", 19}, {"", 0}, {"fjord", 5}, {"a.b", 3}};
static const struct oracle_text robots[] = {{"ExampleBot", 10}, {"examplebot-news/2.0", 19}, {"", 0}, {"fjord", 5}, {"a.b", 3}};
#define AGENTS 5

static const char *const words[] = {"noindex",      "nofollow",        "noarchive", "nosnippet", "notranslate",
                                    "noimageindex", "indexifembedded", "noai",      "noimageai"};

/* Everything in a line, as in "noindex max-snippet=5 ignored=1"; "" where nothing is restricted. */
static const char *shown(const struct robotsc_directives *d, char *at, size_t room)
{
	static const char *const previews[] = {"none", "standard", "large"};
	size_t n = 0;

#define SHOW(...) (n += (size_t)snprintf(at + n, room - n, __VA_ARGS__))
	at[0] = at[1] = '\0';
	for (size_t i = 0; i < 9; i++)
		if (d->flags >> i & 1)
			SHOW(" %s", words[i]);
	if (d->max_snippet >= 0)
		SHOW(" max-snippet=%" PRId64, d->max_snippet);
	if (d->max_image_preview != ROBOTSC_PREVIEW_ANY)
		SHOW(" max-image-preview=%s", d->max_image_preview < 3 ? previews[d->max_image_preview] : "?");
	if (d->max_video_preview >= 0)
		SHOW(" max-video-preview=%" PRId64, d->max_video_preview);
	if (d->flags & ROBOTSC_UNAVAILABLE_AFTER)
		SHOW(" until=%" PRId64, d->unavailable_after);
	if (d->ignored)
		SHOW(" ignored=%" PRIu64, d->ignored);
	return at + 1;
}

static struct robotsc_directives from_oracle(const struct oracle_said *s)
{
	struct robotsc_directives d = {.flags = s->words | (s->has_date ? ROBOTSC_UNAVAILABLE_AFTER : 0u),
	                               .max_image_preview = (uint32_t)s->image,
	                               .max_snippet = s->snippet,
	                               .max_video_preview = s->video,
	                               .unavailable_after = s->date,
	                               .ignored = s->ignored};

	return d;
}

/* Text for messages. */
static const char *readable(const char *at, size_t len)
{
	static char out[1200];
	size_t n = 0;

	for (size_t i = 0; i < len && n < sizeof out - 8; i++)
		n += (size_t)snprintf(out + n, 8, at[i] >= ' ' && at[i] < 127 ? "%c" : "\\x%02X", (unsigned char)at[i]);
	out[n] = '\0';
	return out;
}

/* Read a page in two parts, or in parts of one octet.  Returns whether more was wanted at its end. */
static int read_parts(const char *html, size_t len, size_t n, unsigned options, size_t cut, struct robotsc_directives *d)
{
	struct robotsc_page page;
	int more = 1;

	robotsc_page_begin(&page, agents, n, options);
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

static int same(const struct robotsc_directives *a, const struct robotsc_directives *b)
{
	char x[400], y[400];

	return strcmp(shown(a, x, sizeof x), shown(b, y, sizeof y)) == 0;
}

/* However it is cut, a page says the same, and that is what the oracle says. */
static void check_parts(const char *html, size_t len, size_t n, unsigned options, struct robotsc_directives *d)
{
	struct oracle_said said;
	struct robotsc_directives other;
	char x[400], y[400];
	const int more = read_parts(html, len, n, options, len, d);
	int alike = read_parts(html, len, n, options, len + 1, &other) == more && same(d, &other);
	const int in_body = (options & ROBOTSC_PAGE_BODY) != 0;

	for (size_t cut = 0; cut < len && len <= SHORT; cut++)
		alike &= read_parts(html, len, n, options, cut, &other) == more && same(d, &other) &&
		         d->ignored_at == other.ignored_at;
	CHECK_MSG(alike, "the parts of it say other things than the whole: %s", readable(html, len));
	oracle_said_begin(&said);
	oracle_said_html(&said, robots, n, html, len, in_body);
	oracle_said_end(&said);
	other = from_oracle(&said);
	CHECK_MSG(same(d, &other), "'%s', oracle '%s': %s", shown(d, x, sizeof x), shown(&other, y, sizeof y), readable(html, len));
	CHECK_MSG(more == !oracle_html_ended(html, len, in_body), "more %d: %s", more, readable(html, len));
}

static void check_html(const char *html, size_t len, const char *want, unsigned options)
{
	struct robotsc_directives d;
	char x[400];

	check_parts(html, len, AGENTS, options, &d);
	CHECK_MSG(strcmp(shown(&d, x, sizeof x), want) == 0, "'%s', not '%s': %s", shown(&d, x, sizeof x), want,
	          readable(html, len));
}

/* ---- cases ----------------------------------------------------------------- */

#define NOINDEX "<meta name=robots content=noindex>"

static const struct {
	const char *html, *want;
} cases[] = {
	/* F.1 */
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
	/* F.2: every directive, how it combines */
	{"<meta name=robots content='noarchive,nosnippet,notranslate,noimageindex,noai,noimageai'>",
         "noarchive nosnippet notranslate noimageindex noai noimageai max-snippet=0"},
	{"<meta name=robots content=nocache>", "noarchive"},
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
	{"<meta name=robots content='otherbot: nofollow'>", "ignored=1"},
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
	/* comments and what is like them */
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
		/* Where the head's end hides nothing, the body changes nothing. */
		struct robotsc_directives d;

		check_parts(cases[i].html, strlen(cases[i].html), AGENTS, ROBOTSC_PAGE_BODY, &d);
	}
	for (size_t i = 0; i < sizeof body_cases / sizeof body_cases[0]; i++)
		check_html(body_cases[i].html, strlen(body_cases[i].html), body_cases[i].want, ROBOTSC_PAGE_BODY);
	/* A NUL is no character of anything. */
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
	{"X-Robots-Tag: noindex: nofollow", ""},
	{"X-Robots-Tag: : noindex, nofollow", "nofollow ignored=1"},
	{"X-Robots-Tag: other bot: noindex", "ignored=1"},
	{"X-Robots-Tag: robots: noindex", "noindex"},
	{"X-Robots-Tag: examplebot: ", ""},
	{"X-Robots-Tag: examplebot-news: noindex", "noindex"},
	{"X-Robots-Tag: examplebot-new: noindex", ""},
	{"X-Robots-Tag: examplebot/1: noindex", ""},
	{"X-Robots-Tag: examplebot-news/2.0: noindex", ""},
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

	if (memchr(field, 'x', n) || memchr(field, 'X', n))
		oracle_said_x_robots_tag(said, robots, AGENTS, field + n, len - n);
	else
		oracle_said_robots_tag(said, robots, AGENTS, field + n, len - n);
}

static void check_field(const char *field, size_t len, const char *want, unsigned options)
{
	struct robotsc_page page;
	struct robotsc_directives d, other;
	struct oracle_said said;
	char x[400], y[400];
	int taken;

	robotsc_page_begin(&page, agents, AGENTS, options);
	taken = robotsc_page_header(&page, at_end(&fence, field, len), len);
	robotsc_page_end(&page, &d);
	oracle_said_begin(&said);
	if (taken)
		add_field(&said, field, len);
	oracle_said_end(&said);
	other = from_oracle(&said);
	CHECK_MSG(same(&d, &other), "'%s', oracle '%s': %s", shown(&d, x, sizeof x), shown(&other, y, sizeof y),
	          readable(field, len));
	CHECK(d.ignored_at == UINT64_MAX);
	robotsc_page_begin(&page, agents, AGENTS, options);
	CHECK(robotsc_page_header(&page, at_begin(&fence, field, len), len) == taken);
	robotsc_page_end(&page, &other);
	CHECK(same(&d, &other));
	if (want)
		CHECK_MSG(strcmp(shown(&d, x, sizeof x), want) == 0, "'%s', not '%s': %s", x, want, field);
}

static void check_fields(void)
{
	struct robotsc_page page;
	struct robotsc_directives d;
	char x[400];

	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		robotsc_page_begin(&page, agents, AGENTS, 0);
		CHECK_MSG(robotsc_page_header(&page, fields[i].field, strlen(fields[i].field)) == (fields[i].want != NULL), "%s",
		          fields[i].field);
		check_field(fields[i].field, strlen(fields[i].field), fields[i].want ? fields[i].want : "", 0);
	}
	for (size_t i = 0; i < sizeof tag_fields / sizeof tag_fields[0]; i++)
		check_field(tag_fields[i].field, strlen(tag_fields[i].field), tag_fields[i].want, ROBOTSC_PAGE_ROBOTS_TAG);
	/* Fields and tags add up, in any order. */
	robotsc_page_begin(&page, agents, 1, 0);
	CHECK(robotsc_page_header(&page, "X-Robots-Tag: max-snippet: 9, noai", 34));
	CHECK(robotsc_page_html(&page, "<meta name=robots content='max-sn", 33));
	CHECK(robotsc_page_header(&page, "X-Robots-Tag: examplebot: noindex", 33));
	CHECK(robotsc_page_html(&page, "ippet:7'>", 9));
	CHECK(robotsc_page_header(&page, "X-Robots-Tag: max-snippet: 8", 28));
	robotsc_page_end(&page, &d);
	CHECK_MSG(strcmp(shown(&d, x, sizeof x), "noindex noai max-snippet=7") == 0, "%s", x);
}

/* ---- other things ---------------------------------------------------------- */

/* What is behind the end of the head is not even looked at: here it cannot be read. */
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

/* ---- tests/vectors/meta.jsonl ---------------------------------------------- */

/* The strings of a line, of which none has an escape: id, source, then pairs of NAME and CONTENT, then the agent. */
static void check_vector(char *line)
{
	char *string[64], page[2000] = "<html>";
	const int index = strstr(line, "\"index\": true") != NULL, follow = strstr(line, "\"follow\": true") != NULL;
	const char *want = index ? (follow ? "" : "nofollow") : (follow ? "noindex" : "noindex nofollow");
	size_t n = 0, meta = 0;

	CHECK(strchr(line, '\\') == NULL && strstr(line, "\"index\": ") != NULL && strstr(line, "\"follow\": ") != NULL);
	for (char *s = strtok(line, "\""); s != NULL && n < 64; s = strtok(NULL, "\""))
		string[n++] = s;
	/* Strings stand at odd places, keys and values alike. */
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

/* ---- random ---------------------------------------------------------------- */

static void check_random(uint64_t seed, size_t pages)
{
	static char text[PAGE_GEN_MAX];
	uint64_t state = seed;
	size_t said = 0;

	for (size_t i = 0; i < pages; i++) {
		struct robotsc_directives d;
		long long got = 0, want = 0;
		size_t len = page_gen_html(text, &state);

		check_parts(text, len, state >> 20 & 3, state >> 22 & 1 ? ROBOTSC_PAGE_BODY : 0, &d);
		said += d.flags != 0;
		len = page_gen_field(text, &state);
		check_field(text, len, NULL, ROBOTSC_PAGE_ROBOTS_TAG);
		len = page_gen_date(text, &state);
		text[len] = '\0';
		if (memchr(text, ',', len) == NULL || strstr(text, "day,") || strstr(text, "un,")) {
			const int is_date = read_date(text, &got);

			CHECK_MSG(is_date == oracle_date(text, len, &want) && (!is_date || got == want), "'%s': %lld, %lld", text,
			          got, want);
		}
	}
	CHECK_MSG(said * 20 > pages, "of %zu random pages only %zu say something", pages, said);
	printf("random pages: %zu, of which %zu restrict something\n", pages, said);
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	const size_t pages = argc > 2 ? strtoul(argv[2], NULL, 10) : 20000;

	fence = fence_make(PAGE_GEN_MAX);
	check_cases();
	check_utf16();
	check_fields();
	check_stops();
	check_places();
	check_dates();
	check_vectors();
	check_random(seed, pages);
	return check_done();
}
