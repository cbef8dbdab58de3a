/* page_gen.c - pieces of pages, strung together by chance.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "page_gen.h"

#include <string.h>

struct draft {
	char *at;
	size_t len;
	uint64_t *state;
};

static unsigned chance(uint64_t *state, unsigned n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((*state >> 33) % n);
}

static void put(struct draft *d, const char *s)
{
	const size_t n = strlen(s);

	if (d->len + n < PAGE_GEN_MAX / 2) {
		memcpy(d->at + d->len, s, n);
		d->len += n;
	}
}

#define ONE_OF(d, list) put(d, list[chance((d)->state, sizeof list / sizeof list[0])])

static const char *const directives[] = {
	"noindex",
	"nofollow",
	"none",
	"noarchive",
	"nocache",
	"nosnippet",
	"notranslate",
	"noimageindex",
	"indexifembedded",
	"noai",
	"noimageai",
	"noml",
	"all",
	"index",
	"follow",
	"noodp",
	"noydir",
	"noyaca",
	"nositelinkssearchbox",
	"NoIndex",
	"max-snippet:50",
	"max-snippet: 3",
	"max-snippet:-1",
	"max-snippet:x",
	"max-snippet",
	"max-video-preview:0",
	"max-video-preview : 7",
	"max-image-preview:none",
	"max-image-preview: large",
	"max-image-preview:standard ",
	"bogus",
	"no index",
	"noindex:",
	"unavailable_after",
	"nositelinkssearchboxnositelinkssearchbox",
	"max-snippet:99999999999999999999",
};
static const char *const names[] = {"robots",     "robots",           "robots", "Robots",      "robots",    "ROBOTS",
                                    "examplebot", "ExampleBot-News",  "fjord",  "otherbot",    "example",   "",
                                    "robotsx",    "examplebot-newsx", "robot",  "description", "tdm-policy"};
static const char *const tdm_names[] = {"tdm-reservation", "tdm-reservation", "TDM-Policy", "tdm-policy", "tdm-policies", "tdm-"};
static const char *const tdm_values[] = {"0",    "1",          " 1 ",
                                         "2",    "10",         "",
                                         "/p",   "/p?a&amp;b", "https://provider.example/policies/policy.json?x=1&y=2",
                                         "/p q", "/&eacute;",  "/a-policy-whose-url-is-somewhat-longer&#x26;c",
                                         "1, 0", "0,1,2",      "/p,q"};
static const char *const spaces[] = {" ", "", "\n", "\t ", "", "\f", "\r\n", " "};
static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "jun", "JUL", "Aug", "Sep", "Oct", "Nov", "Dec", "Juni"};
static const char *const weekdays[] = {"Mon, ", "Friday, ", "sunday,", "Fri ", "Thu,", "", "", "Foo, "};
static const char *const zones[] = {"",    " GMT", "Z",   " PST", " edt",   "+01:00", " -0730",
                                    "+09", " CET", " UT", "-1",   " +2400", " Z"};
static const char *const times[] = {" 15:00:00", " 15:00", " 23:59:60", " 24:00:00", " 1:00", " 00:00:00", " 1500", " 150000"};
static const char *const iso_times[] = {"T15:00:00", " 15:00", "T15:00:00.25", "T24:00:00", "t1500", "T150000", "",
                                        "",          "T",      "T15:61"};

static void number(struct draft *d, unsigned n, int digits)
{
	char s[12];
	int i = sizeof s - 1;

	s[i] = '\0';
	for (; n > 0 || digits > 0; n /= 10, digits--)
		s[--i] = (char)('0' + n % 10);
	put(d, s + i);
}

static void date(struct draft *d)
{
	const unsigned year = chance(d->state, 4) ? 1960 + chance(d->state, 100) : chance(d->state, 10000);

	switch (chance(d->state, 5)) {
	case 0:
	case 1: {
		const char *hyphen = chance(d->state, 2) ? "-" : " ";

		ONE_OF(d, weekdays);
		/* Drawn first: the order of arguments is undefined. */
		const unsigned day = chance(d->state, 33);
		number(d, day, (int)chance(d->state, 3));
		put(d, hyphen);
		ONE_OF(d, months);
		put(d, hyphen);
		const unsigned shown = chance(d->state, 2) ? year : year % 100;
		number(d, shown, chance(d->state, 2) ? 4 : 2);
		ONE_OF(d, times);
		break;
	}
	case 2: {
		const char *hyphen = chance(d->state, 2) ? "-" : "";

		number(d, year, 4);
		put(d, hyphen);
		number(d, chance(d->state, 14), 2);
		put(d, hyphen);
		number(d, chance(d->state, 33), 2);
		ONE_OF(d, iso_times);
		break;
	}
	case 3:
		number(d, year, 4);
		put(d, chance(d->state, 2) ? "-" : "");
		number(d, chance(d->state, 370), 3);
		ONE_OF(d, iso_times);
		break;
	default: {
		const char *hyphen = chance(d->state, 2) ? "-" : "";

		number(d, year, 4);
		put(d, hyphen);
		put(d, "W");
		number(d, chance(d->state, 55), 2);
		put(d, hyphen);
		number(d, chance(d->state, 9), 1);
		ONE_OF(d, iso_times);
	}
	}
	ONE_OF(d, zones);
}

static void list(struct draft *d, int named)
{
	for (unsigned n = 1 + chance(d->state, 4); n-- > 0;) {
		ONE_OF(d, spaces);
		if (named && chance(d->state, 4) == 0) {
			ONE_OF(d, names);
			ONE_OF(d, spaces);
			put(d, chance(d->state, 6) ? ":" : "=");
			ONE_OF(d, spaces);
		}
		if (chance(d->state, 6) == 0) {
			put(d, "unavailable_after:");
			ONE_OF(d, spaces);
			date(d);
		} else {
			ONE_OF(d, directives);
		}
		ONE_OF(d, spaces);
		put(d, n > 0 || chance(d->state, 5) == 0 ? (named && chance(d->state, 8) == 0 ? ";" : ",") : "");
	}
}

/* Replace octets by references, remove them, or insert others. */
static void spoil(struct draft *d, size_t from, unsigned n)
{
	static const char *const odd[] = {"&",       "&#",      "&#x",    ";",       "<",     ">",     "/",     "=",     "\"",
	                                  "'",       "-",       "!",      "&comma;", "&Tab;", "&amp;", "&#44;", "&#x2c", "&#105;",
	                                  "&colon;", "&fjlig;", "&nbsp;", "\xFF",    "\v",    "--",    "a",     "&#0;"};

	while (n-- > 0 && d->len > from) {
		const size_t i = from + chance(d->state, (unsigned)(d->len - from));
		const char *s = odd[chance(d->state, sizeof odd / sizeof odd[0])];
		size_t add = strlen(s), drop = chance(d->state, 2);

		if (chance(d->state, 12) == 0) {
			d->at[i] = '\0';
			continue;
		}
		if (chance(d->state, 4) == 0)
			add = 0;
		if (d->len + add >= PAGE_GEN_MAX)
			return;
		memmove(d->at + i + add, d->at + i + drop, d->len - i - drop);
		memcpy(d->at + i, s, add);
		d->len = d->len + add - drop;
	}
}

static void meta(struct draft *d)
{
	static const char *const starts[] = {"<meta", "<META", "<Meta", "<meta", "<meta", "<meta", "<metax", "</meta"};
	static const char *const quotes[] = {"\"", "'", "\"", ""};
	static const char *const ends[] = {">", ">", ">", ">", ">", ">", "/>", " />", " ", ""};

	const int tdm = chance(d->state, 4) == 0;

	ONE_OF(d, starts);
	for (unsigned n = 2 + (chance(d->state, 4) == 0), first = chance(d->state, 2); n-- > 0;) {
		const char *quote = quotes[chance(d->state, 4)];
		const size_t from = d->len;

		put(d, chance(d->state, 8) ? " " : "/");
		ONE_OF(d, spaces);
		put(d, n % 2 == first ? "name" : chance(d->state, 9) ? "CONTENT" : "charset");
		put(d, chance(d->state, 8) ? "=" : " =\n");
		put(d, quote);
		if (n % 2 == first && tdm)
			ONE_OF(d, tdm_names);
		else if (n % 2 == first)
			ONE_OF(d, names);
		else if (tdm)
			ONE_OF(d, tdm_values);
		else
			list(d, 0);
		put(d, quote);
		spoil(d, from, chance(d->state, 9) == 0);
	}
	ONE_OF(d, ends);
}

static void piece(struct draft *d)
{
	/* clang-format off */
	static const char *const pieces[] = {
		"<title>", "</title>", "<script>", "</script>", "</script >", "<style>", "</style/>", "<noscript>",
		"</noscript>", "<noframes>", "</noframes>", "<template>", "</template>", "<template>", "</template>",
		"<link rel=x>", "<base>", "<html lang=en>", "<head>", "<!--", "-->", "--", "--!>", "<!-->", "<!--->",
		"<!doctype html>", "<?xml?>", "</>", "</ x>", "<!x>", "<![CDATA[x]]>", "\n", " ", "\t", "<!-- x -->",
		"&#32;", "&Tab;", "<!", "<script", "</scrip", "<SCRIPT/>", "<noembed>", "</p>"
	};
	/* clang-format on */
	static const char *const ends[] = {"</head>",     "<body>", "text",  "<p>",   "<textarea>", "</textarea>",
	                                   "<plaintext>", "&amp;",  "</br>", "<xmp>", "</xmp>",     "<iframe>",
	                                   "</iframe>",   "<1",     "<",     "&",     "</body>"};

	if (chance(d->state, 20) == 0)
		ONE_OF(d, ends);
	else
		ONE_OF(d, pieces);
}

size_t page_gen_html(char *text, uint64_t *state)
{
	static const char *const beginnings[] = {"", "", "", "", "<!DOCTYPE html>\n<html><head>\n", "\xEF\xBB\xBF", "\xEF", "\xFE"};
	struct draft d = {text, 0, state};

	ONE_OF(&d, beginnings);
	for (unsigned n = chance(state, 8); n-- > 0;)
		if (chance(state, 3))
			meta(&d);
		else
			piece(&d);
	spoil(&d, 0, chance(state, 4) == 0);
	if (chance(state, 16) == 0 && d.len < PAGE_GEN_MAX / 2 - 2) {
		/* Write the page again in UTF-16, in either order of octets. */
		const int little = (int)chance(state, 2);

		for (size_t i = d.len; i-- > 0;) {
			text[2 * i + 2 + (size_t)!little] = text[i];
			text[2 * i + 2 + (size_t)little] = '\0';
		}
		memcpy(text, little ? "\xFF\xFE" : "\xFE\xFF", 2);
		d.len = 2 * d.len + 2;
		spoil(&d, 2, chance(state, 4) == 0);
	}
	return d.len;
}

size_t page_gen_field(char *text, uint64_t *state)
{
	struct draft d = {text, 0, state};

	if (chance(state, 6) == 0) {
		ONE_OF(&d, tdm_names);
		put(&d, ":");
		ONE_OF(&d, tdm_values);
	} else {
		put(&d, chance(state, 4) ? "X-Robots-Tag:" : "Robots-Tag:");
		list(&d, 1);
	}
	spoil(&d, 16, chance(state, 4) == 0);
	return d.len;
}

size_t page_gen_date(char *text, uint64_t *state)
{
	struct draft d = {text, 0, state};

	date(&d);
	return d.len;
}
