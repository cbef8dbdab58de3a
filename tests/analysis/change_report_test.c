/* change_report_test.c - reports of what became of an origin: each kind, in each format.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"

#include <robotsc/report.h>

#include <stdlib.h>
#include <string.h>

#define ROOM 16384

struct page {
	char text[ROOM];
	size_t len;
};

static void collect(void *ctx, const char *text, size_t len)
{
	struct page *page = ctx;
	if (!CHECK(page->len + len < ROOM))
		return;
	memcpy(page->text + page->len, text, len);
	page->len += len;
	page->text[page->len] = '\0';
}

/* A robots.txt and its fetch. */
struct fetched {
	const char *robots; /* NULL: there is no such origin */
	uint16_t status;
	uint8_t outcome;
	int64_t at;
};

struct compiled {
	void *octets;
	size_t len;
	struct robotsc_blob blob;
	struct robotsc_decision decision;
};

static void compile(const struct fetched *f, struct compiled *c)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	options.extensions = 1;
	memset(c, 0, sizeof *c);
	if (!f->robots)
		return;
	CHECK(robotsc_compile(&options, f->robots, strlen(f->robots), &c->octets, &c->len) == ROBOTSC_OK &&
	      robotsc_open(&c->blob, c->octets, c->len) == ROBOTSC_OK);
	c->decision = (struct robotsc_decision){.fetched = f->at,
	                                        .expires = f->at + 100,
	                                        .since = f->at,
	                                        .status = f->status,
	                                        .outcome = f->outcome,
	                                        .length = strlen(f->robots),
	                                        .digest = robotsc_digest(f->robots, strlen(f->robots))};
}

static enum robotsc_status report_on(struct page *page, struct robotsc_report report, const struct fetched sides[2],
                                     const struct robotsc_question *question, struct robotsc_change_total *total)
{
	struct compiled compiled[2];
	struct robotsc_origin_change change = {.origin = {"https://a.example", 17}};
	enum robotsc_status status;
	for (int i = 0; i < 2; i++) {
		compile(&sides[i], &compiled[i]);
		change.decisions[i] = sides[i].robots ? &compiled[i].decision : NULL;
		change.blobs[i] = sides[i].robots ? &compiled[i].blob : NULL;
	}
	*page = (struct page){.len = 0};
	*total = (struct robotsc_change_total){.written = 0};
	report.write = collect;
	report.ctx = page;
	robotsc_change_report_begin(&report);
	status = robotsc_change_report_origin(&report, &change, question, total);
	robotsc_change_report_end(&report, total);
	for (int i = 0; i < 2; i++)
		robotsc_free_blob(NULL, compiled[i].octets, compiled[i].len);
	return status;
}

#define STAR "User-agent: *\n"
static const struct robotsc_question usual = {.budget = ROBOTSC_BUDGET, .most = 3};

static void kinds(void)
{
	static const struct {
		const char *name;
		struct fetched sides[2];
		enum robotsc_became kind;
		const char *text;
	} cases[] = {
		{"same", {{STAR, 200, 0, 7}, {STAR, 200, 0, 7}}, ROBOTSC_BECAME_SAME, ""},
		{"times", {{STAR, 200, 0, 7}, {STAR, 200, 0, 8}}, ROBOTSC_BECAME_TIMES, ""},
		{"comment",
	         {{STAR, 200, 0, 7}, {STAR "# x\n", 200, 0, 8}},
	         ROBOTSC_BECAME_TEXT,
	         "https://a.example: text: parse (200)\n"},
		{"delay",
	         {{STAR "Disallow: /a\nCrawl-delay: 1\n", 200, 0, 7},
	          {STAR "Disallow: /a\nCrawl-delay: 2\nSitemap: https://b/\n", 200, 0, 8}},
	         ROBOTSC_BECAME_TEXT,
	         "https://a.example: text: parse (200); records: Sitemap, Crawl-delay\n"},
		{"outcome", {{"", 200, 0, 7}, {"", 404, 1, 8}}, ROBOTSC_BECAME_OUTCOME, NULL},
		{"verdicts",
	         {{STAR "Disallow: /a\n", 200, 0, 7}, {STAR "Disallow: /b&\n", 200, 0, 8}},
	         ROBOTSC_BECAME_VERDICTS,
	         "https://a.example: verdicts: parse (200)\n  all others\n    newly disallowed: '/b&'\n    newly allowed: /a\n"},
		{"added", {{NULL, 0, 0, 0}, {STAR, 200, 0, 8}}, ROBOTSC_BECAME_ADDED, "https://a.example: added: parse (200)\n"},
		{"removed",
	         {{STAR, 200, 0, 7}, {NULL, 0, 0, 0}},
	         ROBOTSC_BECAME_REMOVED,
	         "https://a.example: removed: parse (200)\n"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		static struct page page;
		struct robotsc_change_total total;
		if (!check_case(cases[i].name))
			continue;
		CHECK(report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_TEXT}, cases[i].sides, &usual, &total) ==
		      ROBOTSC_OK);
		CHECK_MSG(total.changes[cases[i].kind] == 1, "%s", cases[i].name);
		CHECK_MSG(!cases[i].text || strcmp(page.text, cases[i].text) == 0, "%s", page.text);
		CHECK(total.written == (cases[i].kind > ROBOTSC_BECAME_TIMES));
	}
}

static void formats(void)
{
	static const struct fetched sides[2] = {{STAR "Disallow: /a\n", 200, 0, 7}, {"User-agent: x\nDisallow: /\n", 503, 0, 8}};
	static struct page page;
	struct robotsc_change_total total;
	CHECK(report_on(&page, (struct robotsc_report){.many = 1}, sides, &usual, &total) == ROBOTSC_OK);
	CHECK_MSG(strstr(page.text, "\n0 added, 0 removed; 1 with other verdicts, ") != NULL, "%s", page.text);
	CHECK(total.verdicts[ROBOTSC_DISALLOW] == 1 && total.verdicts[ROBOTSC_ALLOW] == 1);
	CHECK(report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_JSON}, sides, &usual, &total) == ROBOTSC_OK);
	CHECK_MSG(strncmp(page.text, "{\"origins\":[\n{\"origin\":\"https://a.example\",\"change\":\"verdicts\",\"before\":{",
	                  70) == 0,
	          "%s", page.text);
	CHECK(strstr(page.text, "\"newly_disallowed\":[],\"newly_allowed\":[\"/a\"]}]}],\n\"summary\":{\"added\":0,") != NULL);
	CHECK(report_on(&page, (struct robotsc_report){.format = ROBOTSC_REPORT_JSONL}, sides, &usual, &total) == ROBOTSC_OK);
	CHECK(strncmp(page.text, "{\"origin\":", 10) == 0 && strchr(page.text, '\n') == page.text + page.len - 1);
}

/* With a budget of one step nothing is known. */
static void budget(void)
{
	static const struct fetched sides[2] = {{STAR "Disallow: /a*b\nDisallow: /c*d\n", 200, 0, 7},
	                                        {STAR "Disallow: /a*b*\nDisallow: /*c*d\n", 200, 0, 8}};
	const struct robotsc_question question = {.budget = 1};
	static struct page page;
	struct robotsc_change_total total;
	CHECK(report_on(&page, (struct robotsc_report){.many = 1}, sides, &question, &total) == ROBOTSC_OK);
	CHECK_MSG(total.changes[ROBOTSC_BECAME_UNKNOWN] + total.changes[ROBOTSC_BECAME_VERDICTS] == 1, "%s", page.text);
	CHECK(total.changes[ROBOTSC_BECAME_UNKNOWN] == 0 || strstr(page.text, "not all was explored") != NULL);
}

static void names(void)
{
	CHECK(strcmp(robotsc_became_name(ROBOTSC_BECAME_SAME), "same") == 0);
	CHECK(strcmp(robotsc_became_name(ROBOTSC_BECAME_REMOVED), "removed") == 0);
	CHECK(robotsc_became_name((enum robotsc_became)ROBOTSC_BECAME_COUNT) == NULL);
}

int main(void)
{
	CHECK_PART(kinds);
	CHECK_PART(formats);
	CHECK_PART(budget);
	CHECK_PART(names);
	return check_done();
}
