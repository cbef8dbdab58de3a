/* report_test.c - reports through a callback: octets, pieces, options.
 *
 * The scripts of tests/cli and docs/lint.md have what the command prints; this test has what only a
 * program can ask for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"

#include <robotsc/report.h>

#include <stdbool.h>
#include <stdlib.h>
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
	spells(ROBOTSC_SPELL_PATH, "//a&b'", "http://h//a&b'");
	spells(ROBOTSC_SPELL_PATH,
	       "/a b1\xff"
	       "a'\\",
	       "$'/a\\x20\\x62\\x31\\xFF\\x61\\'\\\\'");
	spells(ROBOTSC_SPELL_SHELL, "/a-b_%41", "/a-b_%41");
	spells(ROBOTSC_SPELL_SHELL, "//a&b", "'http://h//a&b'");
	spells(ROBOTSC_SPELL_SHELL, "/'", "$'/\\''");
	spells(ROBOTSC_SPELL_PATH, "/a;'b", "/a;'b");
	spells(ROBOTSC_SPELL_PATH,
	       "//a b'\xff"
	       "1g\\",
	       "$'http://h//a\\x20\\x62\\'\\xFF\\x31g\\\\'");
	spells(ROBOTSC_SPELL_SHELL, "/a%20b,c", "/a%20b,c");
	spells(ROBOTSC_SPELL_SHELL, "//a;b", "'http://h//a;b'");
	spells(ROBOTSC_SPELL_SHELL, "/a;b'", "$'/a;b\\''");
}

static unsigned findings;

static void count_finding(void *ctx, const struct robotsc_finding *f)
{
	CHECK(ctx == &findings && f->rule && f->line > 0);
	findings++;
}

/* Report on texts that all have the same name. */
static void report_on(struct page *page, struct robotsc_report report, const char *const *texts, struct robotsc_lint_total *total)
{
	*page = (struct page){.len = 0};
	*total = (struct robotsc_lint_total){.files = 0};
	report.write = collect;
	report.ctx = page;
	findings = 0;
	robotsc_lint_report_begin(&report);
	for (; *texts; texts++) {
		const struct robotsc_report_file file = {.name = text_of("a,b:c"),
		                                         .robots = *texts,
		                                         .len = strlen(*texts),
		                                         .finding = count_finding,
		                                         .ctx = &findings};
		CHECK(robotsc_lint_report_file(&report, NULL, &file, ROBOTSC_LINT_BUDGET, total) == ROBOTSC_OK);
	}
	robotsc_lint_report_end(&report, total);
	CHECK(findings == total->findings && total->steps > 0);
}

static bool begins_with(const struct page *page, const char *start)
{
	return strncmp(page->text, start, strlen(start)) == 0;
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
	static const char *const wide[][2] = {
		{"User-agent: *\nDisallow: /\u6F22\U0001F916%zz\n", "\n  |                ^\n"},
		{"User-agent: *\nDisallow: /e\u0301\uFE0F%zz\n", "\n  |             ^\n"},
		{"User-agent: *\nDisallow: /\t%zz\n", "\n  |                ^\n"},
	};
	struct robotsc_lint_total total;

	report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_TEXT, .many = 1}, texts, &total);
	CHECK(strstr(page.text, "a,b:c:2:1: warning: misspelt field"));
	CHECK(strstr(page.text, "\n  | Disalow: /b\n  | ^~~~~~~\n    hint: "));
	CHECK(strncmp(page.text, "a,b:c:", 6) == 0 && !strchr(page.text, '\033'));
	CHECK_MSG(ends_with(&page, "1 without findings\n"), "%s", page.text);
	CHECK(total.files == 2 && total.clean == 1 && total.findings > 0 && total.worst >= ROBOTSC_WARNING);
	CHECK(total.with[total.worst] == 1 && total.unread == 0);

	/* A character of East Asia has two columns, a mark none. */
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
		const char *const one[] = {wide[i][0], NULL};
		report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_TEXT}, one, &total);
		CHECK_MSG(strstr(page.text, wide[i][1]), "%s", page.text);
	}

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

/* Of a long line, the part around the finding is shown, as wide as the caller wants. */
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

/* Some findings of each kind are written, and how many more there are. */
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

/* ---- comparisons ---- */

#define NEW "User-agent: *\nDisallow: /b\nDisallow: /c\n"

static unsigned differences, results;

static void count_difference(void *ctx, const struct robotsc_difference *d)
{
	CHECK(ctx == &differences && d->path.len > 0);
	differences++;
}

static void count_result(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	CHECK(ctx == &differences && (robots->others || robots->n == 1) && c->answer == ROBOTSC_DIFFERENT);
	results++;
}

/* How many more allocations succeed, and how many octets are not freed. */
struct memory {
	unsigned long left, used;
};

static void *resize(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct memory *memory = ctx;
	if (new_size > 0 && memory->left == 0)
		return NULL;
	if (new_size > 0)
		memory->left--;
	memory->used += new_size - old_size;
	if (new_size > 0)
		return realloc(p, new_size);
	free(p);
	return NULL;
}

static const struct robotsc_text agents[] = {{"a", 1}, {"b", 1}}, fallback = {"*", 1};

static struct robotsc_report_pair pair_of(const char *a, const char *b)
{
	return (struct robotsc_report_pair){.sides = {{.robots = a, .len = strlen(a)}, {.robots = b, .len = strlen(b)}},
	                                    .files = {text_of("old"), text_of("n:w")},
	                                    .labels = {text_of("::a"), text_of("b")}};
}

/* Report on a pair that has a name, and on a file that only one side has. */
static enum robotsc_status compared(struct page *page, struct robotsc_report report, const struct robotsc_report_pair *pair,
                                    const struct robotsc_alloc *alloc, struct robotsc_diff_total *total)
{
	const struct robotsc_question question = {
		.budget = ROBOTSC_BUDGET, .difference = count_difference, .ctx = &differences, .alloc = alloc};
	enum robotsc_status status;
	*page = (struct page){.len = 0};
	*total = (struct robotsc_diff_total){.labels = {text_of("A"), text_of("B")}};
	differences = results = 0;
	report.write = collect;
	report.ctx = page;
	robotsc_diff_report_begin(&report);
	status = robotsc_diff_report_pair(&report, pair, &question, count_result, total);
	robotsc_diff_report_only(&report, 1, text_of("c"), text_of("B/c"), total);
	robotsc_diff_report_end(&report, total);
	return status;
}

static void diffs(void)
{
	static struct page page;
	struct robotsc_report_pair pair = pair_of(CLEAN, NEW);
	struct robotsc_diff_total total;

	CHECK(compared(&page, (struct robotsc_report){.many = 1}, &pair, NULL, &total) == ROBOTSC_OK);
	CHECK_MSG(strcmp(page.text,
	                 "all others: different\n  newly disallowed, among others\n    /c\n      \\x3A:a: no rule matches\n"
	                 "      b: line 3: Disallow: /c\n  newly allowed: nothing\nc: only in B\n"
	                 "1 pair: 0 same, 1 changed; 0 only in A, 1 only in B\n") == 0,
	          "%s", page.text);
	CHECK(differences == 1 && results == 1 && total.written == 2 && total.answers[ROBOTSC_DIFFERENT] == 1);
	CHECK(total.changed[ROBOTSC_DISALLOW] == 1 && total.changed[ROBOTSC_ALLOW] == 0 && total.only[1] == 1);

	pair.name = text_of("::p");
	CHECK(compared(&page, (struct robotsc_report){.color = 1}, &pair, NULL, &total) == ROBOTSC_OK);
	CHECK(begins_with(&page, "\\x3A:p:\nall others: different\n  \033[1;31mnewly disallowed\033[0m, among"));
	CHECK(ends_with(&page, "c: only in B\n"));

	pair.agents = agents;
	pair.nagents = 2;
	pair.fallbacks = &fallback;
	pair.nfallbacks = 1;
	CHECK(compared(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_JSONL}, &pair, NULL, &total) == ROBOTSC_OK);
	CHECK(results == 2 && begins_with(&page, "{\"name\":\"::p\",\"a\":{\"file\":\"old\",\"dialect\":\"rfc9309\"},"));
	CHECK(strstr(page.text, "}\n{\"name\":\"::p\",") && strstr(page.text, "\"agents\":[\"b\"],\"others\":false,"));
	CHECK(ends_with(&page, "\n{\"name\":\"c\",\"a\":null,\"b\":{\"file\":\"B/c\"},\"answer\":\"only-b\"}\n"));

	pair.errors = 1u << ROBOTSC_ALLOW;
	CHECK(compared(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_GITHUB}, &pair, NULL, &total) == ROBOTSC_OK);
	CHECK(begins_with(&page, "::notice file=n%3Aw,line=3,title=newly disallowed::/c for a; ::a: no rule matches; b: line 3: "));
}

/* Without memory a report ends early, and leaks nothing. */
static void out_of_memory(void)
{
	static struct page page;
	struct robotsc_report_pair pair = pair_of(CLEAN, NEW);
	struct robotsc_diff_total total;
	enum robotsc_status status = ROBOTSC_ERR_NOMEM;
	unsigned long n = 0;

	pair.agents = agents;
	pair.nagents = 2;
	for (; status != ROBOTSC_OK && n < 1000; n++) {
		struct memory memory = {.left = n};
		const struct robotsc_alloc alloc = {resize, &memory};

		status = compared(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_JSON}, &pair, &alloc, &total);
		CHECK(status == ROBOTSC_OK || (status == ROBOTSC_ERR_NOMEM && total.answers[ROBOTSC_DIFFERENT] == 0));
		CHECK(memory.used == 0 && strstr(page.text, "],\"answer\":") && ends_with(&page, "\"only_b\":1}}\n"));
	}
	CHECK_MSG(status == ROBOTSC_OK && n > 3, "%lu", n);
}

static void words(void)
{
	for (int i = 0; i < 8; i++) {
		const char *answer = robotsc_answer_name((enum robotsc_answer)i);
		const char *reason = robotsc_reason_name((enum robotsc_reason_kind)i);
		const char *text = robotsc_reason_text((enum robotsc_reason_kind)i);
		CHECK((answer != NULL) == (i <= ROBOTSC_UNKNOWN) && (reason != NULL) == (i <= ROBOTSC_REASON_UNKNOWN));
		CHECK((text != NULL) == (i > ROBOTSC_REASON_LINE && i <= ROBOTSC_REASON_UNKNOWN));
	}
}

static void robots(void)
{
	static struct page page;
	static const struct robotsc_text names[] = {{"::a", 3}, {"", 0}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}, {"g", 1}};
	const struct robotsc_robots many = {names, 7, 1}, few = {names, 2, 0}, none = {NULL, 0, 1};

	page = (struct page){.len = 0};
	robotsc_spell_robots(&many, collect, &page);
	CHECK_MSG(strcmp(page.text, "\\x3A:a, an empty name, c, d, e, 2 more, all others") == 0, "%s", page.text);
	page = (struct page){.len = 0};
	robotsc_spell_robots(&few, collect, &page);
	robotsc_spell_robots(&none, collect, &page);
	CHECK_MSG(strcmp(page.text, "\\x3A:a, an empty nameall others") == 0, "%s", page.text);
}

/* Each format of a proof, and of differing fields. */
static void proofs(void)
{
	static struct page page;
	static const char *const starts[] = {"differs   on ", "{\"text\":{\"file\":\"old\"", NULL, NULL,
	                                     "{\"text\":{\"file\":\"old\""};
	static const char *const ends[] = {"0 of 1 proved\n",
	                                   "\"allowed\":false}],\n\"summary\":{\"proved\":0,\"different\":1,\"not_known\":0}}\n",
	                                   NULL, NULL, ",\"path\":\"/c\",\"allowed\":false}\n"};
	const struct robotsc_question question = {.budget = ROBOTSC_BUDGET, .most = 1};
	struct robotsc_report_pair pair = pair_of(CLEAN, NEW);

	for (int format = 0; format < 5; format++) {
		struct robotsc_report report = {.write = collect, .ctx = &page, .format = (enum robotsc_report_format)format};
		struct robotsc_diff_total total = {.written = 0};
		if (!starts[format])
			continue;
		page = (struct page){.len = 0};
		CHECK(robotsc_verify_report(&report, &pair, &question, NULL, &total) == ROBOTSC_OK);
		CHECK_MSG(begins_with(&page, starts[format]) && ends_with(&page, ends[format]), "%s", page.text);
		CHECK(total.results[ROBOTSC_DIFFERENT] == 1 && total.results[ROBOTSC_SAME] == 0);
	}
}

/* ---- explain ---- */

static void explain_in(struct page *page, const struct robotsc_report *report, const char *robots, const char *url, unsigned flags)
{
	const struct robotsc_text token = text_of("bot");
	const struct robotsc_report_url asked = {
		.url = text_of(url), .robots = robots, .len = strlen(robots), .tokens = &token, .n = 1, .flags = flags};
	struct robotsc_report own = *report;
	struct robotsc_explain_total total = {.allowed = 0};

	*page = (struct page){.len = 0};
	own.write = collect;
	own.ctx = page;
	robotsc_explain_report_begin(&own);
	CHECK(robotsc_explain_report_url(&own, &asked, &total) == ROBOTSC_OK);
	CHECK(total.allowed + total.disallowed + total.unknown == 1);
	CHECK(robotsc_explain_report_url(&own, &asked, &total) == ROBOTSC_OK);
	CHECK(total.allowed + total.disallowed + total.unknown == 2 && total.allowed != 1);
	robotsc_explain_report_end(&own);
}

#define RULES "User-agent: *\nDisallow: /a\nAllow: /a\xc3\xa9\\x41\xff$\n"

static void explains(void)
{
	static struct page page;

	explain_in(&page, &(struct robotsc_report){.color = 1}, RULES, "/ab", ROBOTSC_URL_DIALECT);
	CHECK(strncmp(page.text, "\033[1;31mdisallow\033[0m\t/ab\n  dialect  rfc9309\n  group    \"*\", first on line 1", 70) == 0);
	CHECK(strstr(page.text, "  decides  line 2: \033[1;31mDisallow: /a\033[0m\n"));
	CHECK(strstr(page.text,
	             "  to allow it, add before line 2: Allow: /ab$\n  to allow it, remove line 2; no rule matches then ("));

	explain_in(&page, &(struct robotsc_report){.color = 1}, RULES, "ab", ROBOTSC_URL_UNKNOWN);
	CHECK(strcmp(page.text, "\033[1;33munknown\033[0m\tab\n\033[1;33munknown\033[0m\tab\n") == 0);

	explain_in(&page, &(struct robotsc_report){.format = ROBOTSC_REPORT_JSON}, RULES, "ab", ROBOTSC_URL_UNKNOWN);
	CHECK(strcmp(page.text, "[\n{\"url\":\"ab\",\"verdict\":\"unknown\"},\n{\"url\":\"ab\",\"verdict\":\"unknown\"}\n]\n") ==
	      0);

	explain_in(&page, &(struct robotsc_report){.format = ROBOTSC_REPORT_JSONL}, RULES, "/ab", 0);
	CHECK(strncmp(page.text, "{\"url\":\"/ab\",\"dialect\":\"rfc9309\",\"verdict\":\"disallow\",\"group\":{\"agent\":\"*\"",
	              70) == 0);
	CHECK(strstr(page.text, "{\"kind\":\"remove\",\"line\":2,\"text\":\"Disallow: /a\",\"then\":0,\"also\":\"/a\"}"));
	CHECK(strstr(page.text, "]}\n{\"url\"") && ends_with(&page, "}]}\n") && !strstr(page.text, "\"with\""));

	explain_in(&page, &(struct robotsc_report){.format = ROBOTSC_REPORT_JSONL}, RULES, "/ab", ROBOTSC_URL_NO_CHANGES);
	CHECK(ends_with(&page, ",\"changes\":[]}\n"));
}

/* An object keeps octets as they are; other JSON spells octets that are not UTF-8. */
static void exact(void)
{
	static struct page page;

	explain_in(&page, &(struct robotsc_report){.format = ROBOTSC_REPORT_JSONL}, RULES, "/a\xc3\xa9\\x41\xff", 0);
	CHECK(strstr(page.text, "\"text\":\"Allow: /a\xc3\xa9\\\\x5Cx41\\\\xFF$\""));
	explain_in(&page, &(struct robotsc_report){.format = ROBOTSC_REPORT_OBJECT}, RULES, "/a\xc3\xa9\\x41\xff", 0);
	CHECK(strstr(page.text, "\"text\":\"Allow: /a\xc3\xa9\\\\x41\xff$\""));
	CHECK(strstr(page.text, "\"with\":\"User-agent: *\\u000ADisallow: /a\\u000A\"") && ends_with(&page, "}]}"));
}

/* Only the beginning of a long line is shown, as wide as the caller wants, in whole characters. */
static void explained_widths(void)
{
	static struct page page;
	static const uint32_t width[] = {12, 14, 15, 16, UINT32_MAX};
	static const char *const expected[] = {"Disallow: /a...", "Disallow: /ab...", "Disallow: /ab\xc3\xa9...",
	                                       "Disallow: /ab\xc3\xa9*", "Disallow: /ab\xc3\xa9*"};

	for (size_t i = 0; i < sizeof width / sizeof width[0]; i++) {
		const char *line;
		explain_in(&page, &(struct robotsc_report){.width = width[i]}, "User-agent: *\nDisallow: /ab\xc3\xa9*\n",
		           "/ab\xc3\xa9", 0);
		line = strstr(page.text, "line 2: ");
		if (CHECK(line != NULL))
			CHECK_MSG(strncmp(line + 8, expected[i], strcspn(line + 8, "\n")) == 0, "%s", line);
	}
}

/* ---- page ---- */

static void says(enum robotsc_report_format format, const char *field, const char *policy, const char *expected)
{
	static struct page page;
	struct robotsc_directives directives;
	struct robotsc_page reader;

	page = (struct page){.len = 0};
	robotsc_page_begin(&reader, NULL, 0, 0);
	robotsc_page_header(&reader, field, strlen(field));
	robotsc_page_end(&reader, &directives);
	directives.tdm_policy_len = policy ? (uint32_t)strlen(policy) : 3;
	robotsc_page_report(&(struct robotsc_report){.write = collect, .ctx = &page, .format = format}, &directives, policy);
	CHECK_MSG(strstr(page.text, expected), "%s is not in %s", expected, page.text);
}

static void pages(void)
{
	static const char field[] = "X-Robots-Tag: noindex, nosuch, unavailable_after: 2026-01-31, max-snippet: 7";
	says(ROBOTSC_REPORT_TEXT, field, "", "noindex\nfollow\nmax-snippet: 7\nunavailable_after: 2026-01-31T00:00:00Z\n");
	says(ROBOTSC_REPORT_TEXT, field, "\x1b", "\ntdm-policy: \\x1B\n");
	says(ROBOTSC_REPORT_JSON, field, "\xff",
	     ",\"unavailable_after\":\"2026-01-31T00:00:00Z\",\"tdm-reservation\":null,\"tdm-policy\":\"\\\\xFF\"}\n");
	says(ROBOTSC_REPORT_JSONL, field, NULL, "\"tdm-policy\":null}\n");
	says(ROBOTSC_REPORT_OBJECT, field, "\xff",
	     ",\"unavailable_after\":1769817600,\"tdm-reservation\":null,\"tdm-policy\":\"\xff\",\"ignored\":1,\"ignored_at\":"
	     "null}");
	says(ROBOTSC_REPORT_OBJECT, "X-Robots-Tag: unavailable_after: 1969-12-31", "", ",\"unavailable_after\":-86400,");
}

int main(void)
{
	CHECK_PART(spellings);
	CHECK_PART(explains);
	CHECK_PART(exact);
	CHECK_PART(explained_widths);
	CHECK_PART(pages);
	CHECK_PART(formats);
	CHECK_PART(widths);
	CHECK_PART(most);
	CHECK_PART(diffs);
	CHECK_PART(out_of_memory);
	CHECK_PART(words);
	CHECK_PART(robots);
	CHECK_PART(proofs);
	return check_done();
}
