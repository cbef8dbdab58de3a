/* report_test.c - reports through a callback: octets, pieces, options.
 *
 * The scripts of tests/cli and docs/lint.md hold what the command prints; here is what only a
 * program can ask for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "support/test.h"

#include <robotsc/report.h>

#include <stdbool.h>
#include <string.h>

#define ROOM 65536

struct page {
	char text[ROOM];
	size_t len;
	unsigned pieces;
};

static void collect(void *ctx, const char *text, size_t len)
{
	struct page *page = ctx;
	page->pieces++;
	if (!CHECK(len > 0 && page->len + len < ROOM))
		return;
	memcpy(page->text + page->len, text, len);
	page->len += len;
	page->text[page->len] = '\0';
}

static struct robotsc_text text_of(const char *s)
{
	return (struct robotsc_text){s, strlen(s)};
}

static void spells(enum robotsc_spelling spelling, const char *given, const char *expected)
{
	static struct page page;
	page = (struct page){.len = 0};
	robotsc_spell(text_of(given), spelling, collect, &page);
	CHECK_MSG(strcmp(page.text, expected) == 0, "spelling %d: %s is not %s", (int)spelling, page.text, expected);
}

static void spellings(void)
{
	spells(ROBOTSC_SPELL_TEXT, "", "");
	spells(ROBOTSC_SPELL_TEXT, "a\x1b[0m\xc3\xa9\xff\xc2\x85", "a\\x1B[0m\xc3\xa9\\xFF\\xC2\\x85");
	spells(ROBOTSC_SPELL_TEXT, "\xe2\x80\xae\xd8\x9c\xe2\x81\xa9\xe2\x82\xac",
	       "\\xE2\\x80\\xAE\\xD8\\x9C\\xE2\\x81\\xA9\xe2\x82\xac");
	spells(ROBOTSC_SPELL_TEXT, "\\x41 \\xg1 ::a", "\\x5Cx41 \\xg1 ::a");
	spells(ROBOTSC_SPELL_TEXT, "\xed\xa0\x80\xc0\x80\xf4\x90\x80\x80\xe2\x82",
	       "\\xED\\xA0\\x80\\xC0\\x80\\xF4\\x90\\x80\\x80\\xE2\\x82");
	spells(ROBOTSC_SPELL_LINE, " \t::warning::x", " \\x09\\x3A:warning::x");
	spells(ROBOTSC_SPELL_LINE, "a::b", "a::b");
	spells(ROBOTSC_SPELL_JSON, "\"\\\n\xff\xc3\xa9\\x41", "\\\"\\\\\\u000A\\\\xFF\xc3\xa9\\\\x5Cx41");
	spells(ROBOTSC_SPELL_JSON, "\xe2\x80\xa8", "\\u2028");
	spells(ROBOTSC_SPELL_GITHUB, "a%b\r\n:,\x01", "a%25b%0D%0A:,\\x01");
	spells(ROBOTSC_SPELL_GITHUB_PROPERTY, "a%b:,", "a%25b%3A%2C");
}

/* Report on texts, each of the same name. */
static void report_on(struct page *page, struct robotsc_report report, const char *const *texts, struct robotsc_lint_total *total)
{
	*page = (struct page){.len = 0};
	*total = (struct robotsc_lint_total){.files = 0};
	report.write = collect;
	report.ctx = page;
	robotsc_lint_report_begin(&report);
	for (; *texts; texts++) {
		const struct robotsc_report_file file = {.name = text_of("a,b:c"), .robots = *texts, .len = strlen(*texts)};
		CHECK(robotsc_lint_report_file(&report, NULL, &file, ROBOTSC_LINT_BUDGET, total) == ROBOTSC_OK);
	}
	robotsc_lint_report_end(&report, total);
}

static bool ends_with(const struct page *page, const char *end)
{
	return page->len >= strlen(end) && strcmp(page->text + page->len - strlen(end), end) == 0;
}

#define ODD "User-agent: *\nDisalow: /b\nDisallow: /a\nAllow: /a\n"
#define CLEAN "User-agent: *\nDisallow: /b\n"

static void formats(void)
{
	static struct page page;
	static const char *const texts[] = {ODD, CLEAN, NULL};
	struct robotsc_lint_total total;

	report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_TEXT, .many = 1}, texts, &total);
	CHECK(strstr(page.text, "a,b:c:2:1: warning: misspelt field"));
	CHECK(strstr(page.text, "\n  | Disalow: /b\n  | ^~~~~~~\n    hint: "));
	CHECK(strncmp(page.text, "a,b:c:", 6) == 0 && !strchr(page.text, '\033'));
	CHECK_MSG(ends_with(&page, "1 without findings\n"), "%s", page.text);
	CHECK(total.files == 2 && total.clean == 1 && total.findings > 0 && total.worst >= ROBOTSC_WARNING);
	CHECK(total.with[total.worst] == 1 && total.unread == 0);

	report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_TEXT, .color = 1}, texts, &total);
	CHECK(strstr(page.text, "\033[1;33mwarning\033[0m: ") && strstr(page.text, "  | \033[32m^~~~~~~\033[0m\n"));
	CHECK(!strstr(page.text, "2 files: "));

	report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_GITHUB, .color = 1}, texts, &total);
	CHECK(strstr(page.text, "::warning file=a%2Cb%3Ac,line=2,col=1,title=misspelt-field::misspelt field"));
	CHECK(!strchr(page.text, '\033'));

	report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_JSON}, texts, &total);
	CHECK(strncmp(page.text, "{\"files\":[\n{\"file\":\"a,b:c\",", 26) == 0);
	CHECK(ends_with(&page, "\"without_findings\":1,\"not_read\":0,\"undecided\":0}}\n"));

	report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_SARIF}, texts, &total);
	CHECK(strstr(page.text, "\"uri\":\"a,b%3Ac\"") && strstr(page.text, "\"executionSuccessful\":true"));
	CHECK(ends_with(&page, "}}]}\n") && page.pieces > 10);
}

/* Of a long line, the part around the finding is shown: as wide as the caller wants. */
static void widths(void)
{
	static struct page page;
	static char text[2000];
	static const char *const texts[] = {text, NULL};
	struct robotsc_lint_total total;
	static const uint32_t width[] = {20, 0, 500, UINT32_MAX}, expected[] = {20, 160, 500, 1010};

	strcpy(text, "User-agent: *\nDisalow: /");
	memset(text + strlen(text), 'b', 1000);
	for (size_t i = 0; i < sizeof width / sizeof width[0]; i++) {
		const char *line;
		report_on(&page, (struct robotsc_report){.width = width[i]}, texts, &total);
		line = strstr(page.text, "\n  | Disalow");
		if (CHECK(line != NULL))
			CHECK_MSG(strcspn(line + 5, "\n") == expected[i], "%lu", (unsigned long)strcspn(line + 5, "\n"));
	}
}

/* Of each kind a few findings, and the number of the others. */
static void most(void)
{
	static struct page page;
	static const char *const texts[] = {"User-agent: *\nDisalow: /b\nDisalow: /c\nDisalow: /d\n", NULL};
	struct robotsc_lint_total total;

	report_on(&page, (struct robotsc_report){.most = 1}, texts, &total);
	CHECK(strstr(page.text, ":2:1: warning: misspelt") && !strstr(page.text, ":3:1: warning: misspelt"));
	CHECK(strstr(page.text, "a,b:c: 2 more of misspelt-field; --most=0 shows them\n"));
	CHECK_MSG(strstr(page.text, "\na,b:c: 3 warnings\n"), "%s", page.text);
	report_on(&page, (struct robotsc_report){.most = 3}, texts, &total);
	CHECK(strstr(page.text, ":4:1: warning: misspelt") && !strstr(page.text, "more of"));
}

int main(void)
{
	spellings();
	formats();
	widths();
	most();
	return check_done();
}
