/* content_test.c - what files that are no robots.txt look like: facts, every length of each, the
 * table of docs/access.md.  All texts stand at unreadable pages.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "tests/support/doc_page.h"
#include "tests/support/fence.h"
#include "tests/support/test.h"

#include "robotsc/access.h"

#define ROOM 4096

static struct fence page;

static enum robotsc_content kind_of(const void *text, size_t len)
{
	const enum robotsc_content kind = robotsc_content_kind(at_end(&page, text, len), len);

	CHECK_MSG(kind == robotsc_content_kind(at_begin(&page, text, len), len), "another kind at another place");
	return kind;
}

#define TEXT(s) s, sizeof(s) - 1

/* Prefixes of sure octets, and longer ones, are of this kind; shorter prefixes are text, empty or
 * binary. */
static const struct {
	const char *at;
	size_t len;
	enum robotsc_content kind;
	size_t sure;
} facts[] = {
	{TEXT("User-agent: *\nDisallow: /\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("\xEF\xBB\xBFUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 4},
	/* ISO 8859-1, Windows-1251 */
	{TEXT("# Gr\xFC\xDF\nUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("# \xCF\xF0\xE8\xE2\xE5\xF2\nUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("User-agent: *\nDisallow: /a\0\nDisallow: /b\1\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("User-agent: *\f\v\r\n\t"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("[robots]\nUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("{comment}\nUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("[1] User-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("WARCRAFT: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("PK: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("%PDF: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT(""), ROBOTSC_CONTENT_EMPTY, 0},
	{TEXT(" \t\r\n\f\v\n"), ROBOTSC_CONTENT_EMPTY, 0},
	{TEXT("\xEF\xBB\xBF \n"), ROBOTSC_CONTENT_EMPTY, 3},
	{TEXT("<!doctype html><title>404</title>\n"), ROBOTSC_CONTENT_HTML, 1},
	{TEXT("\xEF\xBB\xBF\r\n <html>"), ROBOTSC_CONTENT_HTML, 7},
	{TEXT("<?xml version='1.0'?><Error/>"), ROBOTSC_CONTENT_HTML, 1},
	{TEXT("{\"error\": \"not found\"}\n"), ROBOTSC_CONTENT_JSON, 2},
	{TEXT("\n{\n  \"error\": 1}\n"), ROBOTSC_CONTENT_JSON, 6},
	{TEXT("{}"), ROBOTSC_CONTENT_JSON, 2},
	{TEXT("[]"), ROBOTSC_CONTENT_JSON, 2},
	{TEXT("[{}]"), ROBOTSC_CONTENT_JSON, 2},
	{TEXT("[ [1]]"), ROBOTSC_CONTENT_JSON, 3},
	{TEXT("[\"a\"]"), ROBOTSC_CONTENT_JSON, 2},
	{TEXT("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"), ROBOTSC_CONTENT_PDF, 8},
	{TEXT("%PDF-one.pdf is ours\nUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("WARC/1.0\r\nWARC-Type: warcinfo\r\n"), ROBOTSC_CONTENT_WARC, 10},
	{TEXT("WARC/1.0 is ours\r\nUser-agent: *\r\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("WARC/1.0\nUser-agent: *\n"), ROBOTSC_CONTENT_TEXT, 1},
	{TEXT("\x8DRSN\r\n\x1A\n\1\0\0\0"), ROBOTSC_CONTENT_SNAPSHOT, 4},
	{TEXT("\x8DRSM\r\n\x1A\n\1\0\0\0"), ROBOTSC_CONTENT_MANIFEST, 4},
	{TEXT("\0\0\0\0\0\0\0\0\0\0\x08\0\0\0\0\0\xDE\xC0\xEF\xBE\1\0\0\0"), ROBOTSC_CONTENT_STORE, 20},
	{TEXT("\0\0\0\0\0\0\x08\0\0\0\0\0\xDE\xC0\xEF\xBE\1\0\0\0"), ROBOTSC_CONTENT_STORE, 16},
	{TEXT("\0\0\0\0\0\0\0\0\0\0\0\x08\0\0\0\0\xBE\xEF\xC0\xDE\0\0\0\1"), ROBOTSC_CONTENT_STORE, 20},
	{TEXT("\0\0\0\0\0\0\0\x08\0\0\0\0\xBE\xEF\xC0\xDE\0\0\0\1"), ROBOTSC_CONTENT_STORE, 16},
	{TEXT("\xDE\xC0\xEF\xBE\2\0\0\0"), ROBOTSC_CONTENT_STORE, 4},
	{TEXT("\xBE\xEF\xC0\xDE\0\0\0\2"), ROBOTSC_CONTENT_STORE, 4},
	{TEXT("\x8DRBC\2\0\0\0"), ROBOTSC_CONTENT_BLOB, 4},
	{TEXT("\xFF\xFEU\0s\0e\0r\0"), ROBOTSC_CONTENT_UTF16_LE, 2},
	{TEXT("U\0s\0e\0r\0"), ROBOTSC_CONTENT_UTF16_LE, 4},
	{TEXT("\xFE\xFF\0U\0s\0e\0r"), ROBOTSC_CONTENT_UTF16_BE, 2},
	{TEXT("\0#\0 \0e\0r"), ROBOTSC_CONTENT_UTF16_BE, 4},
	{TEXT("\x1F\x8B\x08\0\0\0\0\0"), ROBOTSC_CONTENT_GZIP, 2},
	{TEXT("\x28\xB5\x2F\xFD\x24\x1A"), ROBOTSC_CONTENT_ZSTD, 4},
	{TEXT("\xFD"
              "7zXZ\0\0"),
         ROBOTSC_CONTENT_XZ, 6},
	{TEXT("BZh91AY"), ROBOTSC_CONTENT_BZIP2, 3},
	{TEXT("PK\3\4\x14\0"), ROBOTSC_CONTENT_ZIP, 4},
	{TEXT("\x7F"
              "ELF\2\1\1\0\0\0\0\0"),
         ROBOTSC_CONTENT_BINARY, 6},
	{TEXT("a\1\2\3"), ROBOTSC_CONTENT_BINARY, 2},
	/* Not UTF-16: read as UTF-16, they would have no letters. */
	{TEXT("\1\0a\0"), ROBOTSC_CONTENT_BINARY, 1},
	{TEXT("a\0\1\0"), ROBOTSC_CONTENT_BINARY, 2},
	{TEXT("\0\1\0a"), ROBOTSC_CONTENT_BINARY, 1},
	{TEXT("\0a\0\x7F"), ROBOTSC_CONTENT_BINARY, 1},
	{TEXT("\xE1\x80\1\xC1\xF5\xC2."
              "aaaaaaaaaaaaa"),
         ROBOTSC_CONTENT_BINARY, 3},
};

/* A prefix that is long enough is of the kind of the whole; a shorter one is text, empty or
 * binary. */
static void prefixes(void)
{
	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
		const size_t end = check_case(facts[i].at) ? facts[i].len + 1 : 0;

		for (size_t n = 0; n < end; n++) {
			const enum robotsc_content got = kind_of(facts[i].at, n);

			if (n >= facts[i].sure)
				CHECK_MSG(got == facts[i].kind, "fact %zu, %zu octets: %s", i, n, robotsc_content_name(got));
			else
				CHECK_MSG(got <= ROBOTSC_CONTENT_EMPTY || got == ROBOTSC_CONTENT_BINARY, "fact %zu, %zu octets: %s",
				          i, n, robotsc_content_name(got));
		}
	}
	CHECK(robotsc_content_kind(NULL, 0) == ROBOTSC_CONTENT_EMPTY);
}

/* A text is binary if more than a tenth of it are controls, or a fiftieth if a fifth of it is no
 * UTF-8. */
static void shares(void)
{
	char text[ROOM];

	for (size_t controls = 0; controls <= 60; controls++)
		for (size_t alien = 0; alien <= 120; alien++) {
			const int binary = controls > 51 || (controls > 10 && alien > 102);

			memset(text, 'a', sizeof text);
			memset(text, 1, controls);
			memset(text + 512 - alien, 0xC3, alien);
			CHECK_MSG((kind_of(text, 512) == ROBOTSC_CONTENT_BINARY) == binary, "%zu controls, %zu others", controls,
			          alien);
			CHECK((kind_of(text, sizeof text) == ROBOTSC_CONTENT_BINARY) == binary);
		}
	/* What follows the first 512 octets does not count; white space before them does not. */
	memset(text, 'a', 512);
	memset(text + 512, 1, sizeof text - 512);
	CHECK(kind_of(text, sizeof text) == ROBOTSC_CONTENT_TEXT);
	memset(text, ' ', 2048);
	CHECK(kind_of(text, sizeof text) == ROBOTSC_CONTENT_BINARY);
	/* Binary data may begin as pages and JSON do. */
	CHECK(kind_of("<\1\2", 3) == ROBOTSC_CONTENT_BINARY && kind_of("[\"\1\2", 4) == ROBOTSC_CONTENT_BINARY);
	/* UTF-8 is text, also if octet 512 is inside a character. */
	for (size_t i = 0; i + 3 <= sizeof text; i += 3)
		memcpy(text + i, "\xE2\x82\xAC", 3);
	memset(text, 1, 40);
	CHECK(kind_of(text, sizeof text) == ROBOTSC_CONTENT_TEXT);
}

/* Writes text with other ends of lines; returns its length. */
static size_t with_ends(char *to, const char *text, size_t len, const char *end)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\n')
			for (const char *p = end; *p; p++)
				to[n++] = *p;
		else if (text[i] != '\r')
			to[n++] = text[i];
	}
	return n;
}

/* A text is of the same kind whether LF, CR or CRLF ends its lines, however many octets of it are
 * such ends.  Archives are left out: their lines end with CRLF. */
static void ends_of_lines(void)
{
	char text[512], lf[ROOM], other[ROOM];

	for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
		const size_t n = with_ends(lf, facts[i].at, facts[i].len, "\n");

		if (facts[i].len > 5 && memcmp(facts[i].at, "WARC/", 5) == 0)
			continue;
		CHECK(kind_of(other, with_ends(other, lf, n, "\r")) == kind_of(lf, n));
		CHECK(kind_of(other, with_ends(other, lf, n, "\r\n")) == kind_of(lf, n));
	}
	for (unsigned seed = 1; seed < 20000; seed++) {
		uint32_t x = seed * 2654435761u;
		const size_t len = seed % 8 ? seed % 24 : sizeof text;

		for (size_t i = 0; i < len; i++) {
			x = x * 1664525u + 1013904223u;
			text[i] = "\n\n\0\1a/\xFF\xC3\xA9 {[<\"}\t"[x >> 28];
		}
		CHECK_MSG(kind_of(other, with_ends(other, text, len, "\r")) == kind_of(text, len), "seed %u, CR", seed);
		CHECK_MSG(kind_of(other, with_ends(other, text, len, "\r\n")) == kind_of(text, len), "seed %u, CRLF", seed);
	}
}

/* Every octet from 80 on, whether a character of UTF-8 begins with it or not, and 1 to 3 others. */
static void leads(void)
{
	for (unsigned lead = 0x80; lead <= 0xFF; lead++)
		for (unsigned follow = 1; follow <= 3; follow++) {
			const int good = follow == (lead < 0xC2 ? 0u : lead < 0xE0 ? 1u : lead < 0xF0 ? 2u : lead < 0xF5 ? 3u : 0u);
			char text[512];

			memset(text, 'a', sizeof text);
			memset(text, 1, 11);
			for (size_t i = 16; i + 1 + follow <= sizeof text; i += 1 + follow) {
				memset(text + i, 0xA9, 1 + follow);
				text[i] = (char)lead;
			}
			CHECK_MSG((kind_of(text, sizeof text) == ROBOTSC_CONTENT_TEXT) == good, "%02X and %u", lead, follow);
		}
}

/* Each kind has a name, a phrase, and a row of the page. */
static void words(void)
{
	struct page doc;
	size_t rows = 0;

	page_open(&doc, "docs/access.md");
	for (size_t i = 0; i < doc.nrows; i++)
		if (strcmp(doc.rows[i].head[0], "kind") == 0) {
			const char *want = robotsc_content_name((enum robotsc_content)rows);
			char *name = page_code(doc.rows[i].cell[0]);

			CHECK_MSG(want && name && strcmp(want, name) == 0, "docs/access.md:%u", doc.rows[i].line);
			free(name);
			rows++;
		}
	CHECK_MSG(rows == ROBOTSC_CONTENT_KINDS, "docs/access.md has %zu kinds of content", rows);
	page_close(&doc);
	for (int kind = 0; kind < ROBOTSC_CONTENT_KINDS; kind++) {
		CHECK(strlen(robotsc_content_text((enum robotsc_content)kind)) > 3);
		for (int other = 0; other < kind; other++)
			CHECK(strcmp(robotsc_content_name((enum robotsc_content)kind),
			             robotsc_content_name((enum robotsc_content)other)));
	}
	CHECK(robotsc_content_name(ROBOTSC_CONTENT_KINDS) == NULL && robotsc_content_name((enum robotsc_content) - 1) == NULL);
	CHECK(strcmp(robotsc_content_text(ROBOTSC_CONTENT_KINDS), "unknown data") == 0);
}

int main(void)
{
	page = fence_make(ROOM);
	prefixes();
	if (!check_all_cases())
		return check_done();
	shares();
	leads();
	ends_of_lines();
	words();
	return check_done();
}
