/* summary_test.c - for any text, a summary says of each robot the same as other calls.
 *
 * Real shapes, odd ones and hostile ones: of each robot the front page, the parts and the lines are
 * compared with the runtime, with robotsc_parts and with robotsc_explain.  Memory may be refused at
 * any call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "analysis/report/summary_formats.h"
#include "tests/support/product.h"

#include <robotsc/explain.h>
#include <robotsc/summary.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct robotsc_crawler crawlers[] = {
	{.token = "Googlebot", .maker = "Google", .purpose = "search", .dialect = ROBOTSC_GOOGLE},
	{.token = "Googlebot-Image", .purpose = "search", .obeys = "Googlebot", .dialect = ROBOTSC_GOOGLE},
	{.token = "GPTBot", .maker = "OpenAI", .purpose = "ai-training"},
	{.token = "CCBot", .purpose = "ai-training", .note = "a note"},
	{.token = "bingbot", .purpose = "search", .obeys = "msnbot"},
	{.token = "AdsBot-Google", .purpose = "ads", .dialect = ROBOTSC_GOOGLE, .ignores_star = 1},
	{.token = "rare", .purpose = "other", .only_named = 1},
};
#define CRAWLERS (sizeof crawlers / sizeof crawlers[0])

static const struct robotsc_summary *summary_of(const char *text, size_t len, enum robotsc_dialect dialect, uint64_t budget)
{
	const struct robotsc_summary *s = NULL;
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = dialect;
	const struct robotsc_summary_question question = {
		.options = &options, .crawlers = crawlers, .ncrawlers = CRAWLERS, .budget = budget};
	CHECK(robotsc_summarize(&question, text, len, &s) == ROBOTSC_OK);
	return s;
}

/* ---- each robot, by the other calls ------------------------------------------------ */

struct expected {
	const struct robotsc_summary_answer *answer;
	size_t n;
	int same;
};

static void compare_part(void *ctx, const struct robotsc_part *part)
{
	struct expected *const e = ctx;
	const struct robotsc_part *const other = e->n < e->answer->nparts ? &e->answer->parts[e->n] : NULL;

	e->n++;
	e->same &= other && other->prefix.len == part->prefix.len &&
	           memcmp(other->prefix.at, part->prefix.at, part->prefix.len) == 0 && other->exact == part->exact &&
	           other->extent == part->extent && other->line == part->line;
}

/* The tokens whose groups a robot obeys, as a caller passes them to a check. */
static size_t tokens_of(const struct robotsc_summary_robot *r, struct robotsc_text tokens[2])
{
	tokens[0] = r->token;
	if (r->crawler && r->crawler->obeys)
		tokens[1] = (struct robotsc_text){r->crawler->obeys, strlen(r->crawler->obeys)};
	return r->token.len == 0 ? 0 : r->crawler && r->crawler->obeys ? 2 : 1;
}

static void hold_robot(const char *text, size_t len, const struct robotsc_summary *s, const struct robotsc_summary_robot *r)
{
	const struct robotsc_summary_answer *const a = &s->answers[r->answer];
	struct robotsc_text tokens[2];
	const size_t n = tokens_of(r, tokens);
	struct robotsc_explanation e;
	struct robotsc_options options;
	struct expected expected = {a, 0, 1};
	uint64_t budget = ROBOTSC_BUDGET;

	robotsc_options_init(&options);
	options.dialect = r->dialect;
	const struct robotsc_side side = {NULL, &options, text, len};
	CHECK(robotsc_explain(&options, text, len, tokens, n, (struct robotsc_text){"/", 1}, NULL, NULL, &e) == ROBOTSC_OK);
	if (r->crawler && r->crawler->ignores_star && e.selected != ROBOTSC_SELECTED_TOKEN) {
		CHECK(a->extent == ROBOTSC_EXTENT_OPEN && a->nlines == 0 && a->root == ROBOTSC_ALLOW && r->obeys.len == 0);
		return;
	}
	CHECK(a->root == e.verdict);
	CHECK_MSG(a->nlines ? a->lines->first <= e.agent_line && e.agent_line <= a->lines->last : !e.agent_line,
	          "%.*s: %u is not in its lines", (int)r->token.len, r->token.at, e.agent_line);
	CHECK_MSG((e.selected == ROBOTSC_SELECTED_TOKEN) == (r->obeys.len && !(r->obeys.len == 1 && r->obeys.at[0] == '*')),
	          "%.*s obeys %.*s in %d: %.*s", (int)r->token.len, r->token.at, (int)r->obeys.len, r->obeys.at, (int)r->dialect,
	          (int)len, text);
	CHECK(robotsc_parts(&side, tokens, n, &budget, compare_part, &expected) == ROBOTSC_OK);
	CHECK_MSG(expected.same && expected.n == a->nparts, "%.*s: parts", (int)r->token.len, r->token.at);
}

static void hold(const char *text, size_t len, enum robotsc_dialect dialect)
{
	const struct robotsc_summary *const s = summary_of(text, len, dialect, ROBOTSC_SUMMARY_BUDGET);
	uint32_t of[64] = {0}, others = 0, findings = 0;

	if (!s)
		return;
	for (size_t i = 0; i < s->nrobots; i++) {
		hold_robot(text, len, s, &s->robots[i]);
		CHECK(i == 0 || s->robots[i].answer >= s->robots[i - 1].answer);
		if (s->robots[i].answer < 64)
			of[s->robots[i].answer]++;
		others += s->robots[i].token.len == 0;
	}
	for (size_t i = 0; i < s->nanswers && i < 64; i++)
		CHECK(of[i] == s->answers[i].robots && of[i]);
	for (size_t i = 1; i < s->nfindings; i++)
		CHECK(s->findings[i].rule->severity <= s->findings[i - 1].rule->severity);
	for (size_t i = 0; i < s->nfindings; i++)
		findings += s->findings[i].count;
	CHECK(findings == s->severities[1] + s->severities[2] + s->severities[3]);
	CHECK(others == 1 && !s->left_out && !s->undecided && s->octets == len);
	robotsc_free_summary(s);
}

static const struct {
	const char *name, *text;
} texts[] = {
	{"empty", ""},
	{"comments", "# a\n\n#\n"},
	{"star", "User-agent: *\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 3\n"},
	{"closed", "User-agent: *\nDisallow: /\n"},
	{"no star", "User-agent: GPTBot\nDisallow: /\n\nUser-agent: other\nDisallow: /x/\n"},
	{"family", "User-agent: Googlebot\nDisallow: /g/\n\nUser-agent: msnbot\nDisallow: /m\n\nUser-agent: *\nDisallow: /s*x$\n"},
	{"no rules", "User-agent: GPTBot\nCrawl-delay: 2\n\nUser-agent: CCBot\nDisallow:\n\nUser-agent: *\nDisallow: /\n"},
	{"no rules for star", "User-agent: *\nCrawl-delay: 2\n\nUser-agent: CCBot\nDisallow: /c\n"},
	{"twice", "User-agent: a\nDisallow: /1\n\nUser-agent: b\nUser-agent: A\nDisallow: /2\n\nUser-agent: *\nDisallow: /3/4\n"},
	{"line ends", "\xEF\xBB\xBFUser-agent: a\rDisallow: /x\r\rUser-agent: *\r\nDisallow: /y\r\n"},
	{"octets", "User-agent: \x01\xff\nUser-agent: b/2 c\nDisallow: /\xff\x01\nDisallow: x\n"},
	{"web page", "<html><body>\nUser-agent: *\nDisallow: /\n"},
	{"rare", "User-agent: rare\nDisallow: /r/s/t\n"},
	{"google", "User-agent: *\nDisallowed: /x\nDisallow: *y\nDisallow: /%aa\n"},
	{"blank lines", "User-agent: a\n\nDisallow: /x\n\nUser-agent: *\n\nDisallow: /\n"},
};

static void hold_texts(void)
{
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		for (int d = 0; check_case(texts[i].name) && robotsc_dialect_name((enum robotsc_dialect)d); d++)
			hold(texts[i].text, strlen(texts[i].text), (enum robotsc_dialect)d);
}

static const char *const words[] = {"User-agent: ",
                                    "Disallow: ",
                                    "Allow: ",
                                    "Crawl-delay: ",
                                    "Sitemap: ",
                                    "Content-Usage: ",
                                    "*",
                                    "GPTBot",
                                    "a",
                                    "msnbot",
                                    "/",
                                    "/x/",
                                    "*b",
                                    "$",
                                    "train-ai=n",
                                    "\n",
                                    "\n",
                                    "\n\n",
                                    "7",
                                    "Googlebot",
                                    "\n"};

static void hold_random(void)
{
	uint64_t state = 11;

	for (int i = 0; i < 400; i++) {
		char text[600];
		size_t len = 0;
		for (size_t n = product_below(&state, 40); n; n--) {
			const char *const word = words[product_below(&state, sizeof words / sizeof words[0])];
			memcpy(text + len, word, strlen(word));
			len += strlen(word);
		}
		hold(text, len, (enum robotsc_dialect)(i % 5));
	}
}

/* ---- what it says of one text ------------------------------------------------------- */

static const struct robotsc_summary_robot *robot_named(const struct robotsc_summary *s, const char *token)
{
	for (size_t i = 0; i < s->nrobots; i++)
		if (s->robots[i].token.len == strlen(token) && memcmp(s->robots[i].token.at, token, strlen(token)) == 0)
			return &s->robots[i];
	return NULL;
}

static void say_all(void)
{
	static const char text[] = "User-agent: *\nDisallow: /a/\nCrawl-delay: 2.5\nContent-Usage: train-ai=n\n\n"
				   "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Else\nDisallow: /b\nSitemap: https://h/s.xml\n"
				   "Disalow: /c\n";
	const struct robotsc_summary *const s = summary_of(text, sizeof text - 1, ROBOTSC_RFC9309, ROBOTSC_SUMMARY_BUDGET);

	CHECK(s->nlines == 12 && s->ngroups == 3 && s->groups[2].first == 9 && s->groups[2].disallow == 2);
	CHECK(s->nrobots == CRAWLERS - 1 + 2 && s->nanswers == 4);
	CHECK(s->robots[0].crawler && strcmp(s->robots[0].crawler->token, "GPTBot") == 0 && s->robots[0].answer == 0);
	CHECK(s->answers[0].extent == ROBOTSC_EXTENT_CLOSED && s->answers[0].root == ROBOTSC_DISALLOW);
	CHECK(s->answers[3].extent == ROBOTSC_EXTENT_OPEN && s->answers[3].robots == 1 && s->answers[3].known == 1);
	CHECK(robot_named(s, "")->answer == 1 && robot_named(s, "Googlebot")->answer == 1 && robot_named(s, "Else")->answer == 2);
	CHECK(!robot_named(s, "rare"));
	const struct robotsc_summary_answer *const star = &s->answers[1], *const other = &s->answers[2];
	CHECK(star->ndelays == 1 && star->delays[0].milliseconds == 2500 && star->delays[0].line == 3);
	CHECK(star->npreferences == 1 && star->preferences[0].label.len == 8 && memcmp(star->preferences[0].value.at, "n", 1) == 0);
	CHECK(other->nnot_inherited == 1 && other->not_inherited[0] == 2 && star->nnot_inherited == 0);
	CHECK(s->nrecords == 1 && s->records[0].field == ROBOTSC_FIELD_SITEMAP && s->records[0].line == 11);
	CHECK(s->nfindings >= 2 && s->findings[0].rule->severity == ROBOTSC_WARNING);
	robotsc_free_summary(s);
}

static void refuse(void)
{
	const struct robotsc_summary *s = NULL;
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = (enum robotsc_dialect)9;
	const struct robotsc_summary_question question = {.options = &options, .budget = 1};
	CHECK(robotsc_summarize(&question, "", 0, &s) == ROBOTSC_ERR_DIALECT && !s);
	robotsc_free_summary(NULL);
}

/* ---- memory --------------------------------------------------------------------------- */

struct refusing {
	size_t left; /* calls that still get memory */
	long held;
};

static void *resize(void *ctx, void *p, size_t old_size, size_t new_size)
{
	struct refusing *const r = ctx;

	if (new_size && r->left-- == 0) {
		r->left = 0;
		return NULL;
	}
	r->held += (long)new_size - (long)old_size;
	if (new_size)
		return realloc(p, new_size);
	free(p);
	return NULL;
}

static void drop(void *ctx, const char *text, size_t len)
{
	(void)text;
	*(size_t *)ctx += len;
}

static void refuse_memory_of(int has_old)
{
	static const char text[] = "User-agent: *\nDisallow: /a*b/\nCrawl-delay: 2\n\nUser-agent: Googlebot\nDisallow: /b/\n";
	const struct robotsc_report_file file = {.name = {"f", 1}, .robots = text, .len = sizeof text - 1};
	const struct robotsc_report_file old = {.name = {"o", 1}, .robots = text, .len = 40};
	size_t written = 0, calls = 0;

	for (enum robotsc_status status = ROBOTSC_ERR_NOMEM; status != ROBOTSC_OK && calls < 5000; calls++) {
		struct refusing refusing = {calls, 0};
		const struct robotsc_alloc alloc = {resize, &refusing};
		struct robotsc_options options;
		const struct robotsc_report report = {.write = drop, .ctx = &written, .format = ROBOTSC_REPORT_JSON};

		robotsc_options_init(&options);
		options.alloc = &alloc;
		const struct robotsc_summary_question question = {
			.options = &options, .crawlers = crawlers, .ncrawlers = CRAWLERS, .budget = ROBOTSC_SUMMARY_BUDGET};
		status = robotsc_summary_report(&report, &question, &file, has_old ? &old : NULL);
		CHECK(status == ROBOTSC_OK || status == ROBOTSC_ERR_NOMEM);
		CHECK_MSG(refusing.held == 0, "%ld octets are left after %zu calls", refusing.held, calls);
		CHECK((status == ROBOTSC_OK) == (written > 0));
	}
	CHECK(calls > 30 && calls < 5000);
}

static void refuse_memory(void)
{
	refuse_memory_of(0);
	refuse_memory_of(1);
}

/* ---- parts that are shown ------------------------------------------------------------- */

/* The part around a part is the smallest that has all its paths: the last such part before it. */
static void hold_shown(const struct robotsc_summary_answer *a)
{
	static uint32_t within[1000];
	struct summary_page page = {.within = within};

	robotsc__summary_place(&page, a);
	for (size_t i = 0; i + 1 < a->nparts; i++) {
		const struct robotsc_part *const part = &a->parts[i];
		enum robotsc_extent around = a->parts[a->nparts - 1].extent;
		for (size_t k = 0; k < i; k++)
			if (!a->parts[k].exact && a->parts[k].prefix.len <= part->prefix.len &&
			    memcmp(a->parts[k].prefix.at, part->prefix.at, a->parts[k].prefix.len) == 0)
				around = a->parts[k].extent;
		CHECK_MSG(robotsc__summary_is_listed(&page, a, i) == (part->extent != around || around == ROBOTSC_EXTENT_PARTLY),
		          "%.*s within %s", (int)part->prefix.len, part->prefix.at, robotsc_extent_name(around));
	}
}

static void hold_all_shown(void)
{
	static const char *const pieces[] = {"a", "b", "c", "?", "/", "$", "aa", "?x"};
	uint64_t state = 19;

	for (int i = 0; i < 70; i++) {
		static char text[20000];
		size_t len = (size_t)sprintf(text, "User-agent: *\n");
		for (size_t rules = product_below(&state, 200); rules; rules--) {
			len += (size_t)sprintf(text + len, "%s: /", product_below(&state, 2) ? "Allow" : "Disallow");
			for (size_t n = product_below(&state, 6); n; n--)
				len += (size_t)sprintf(text + len, "%s", pieces[product_below(&state, 8)]);
			len += (size_t)sprintf(text + len, "\n");
		}
		const struct robotsc_summary *const s = summary_of(text, len, ROBOTSC_RFC9309, ROBOTSC_SUMMARY_BUDGET);
		for (size_t k = 0; k < s->nanswers; k++)
			hold_shown(&s->answers[k]);
		robotsc_free_summary(s);
	}
}

/* ---- the page ------------------------------------------------------------------------- */

struct html {
	char text[400000];
	size_t len;
};

static void take_html(void *ctx, const char *text, size_t len)
{
	struct html *const h = ctx;

	if (len > sizeof h->text - h->len)
		return;
	memcpy(h->text + h->len, text, len);
	h->len += len;
}

static const char *const tags[] = {"!doctype html>",
                                   "html lang=\"en\">",
                                   "html>",
                                   "head>",
                                   "meta charset=\"utf-8\">",
                                   "meta name=\"viewport\" content=\"width=device-width\">",
                                   "meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ",
                                   "title>",
                                   "style>",
                                   "body>",
                                   "pre>",
                                   "span>",
                                   "span class=\"red\">",
                                   "span class=\"green\">",
                                   "span class=\"yellow\">",
                                   "span class=\"blue\">",
                                   "span class=\"bold red\">",
                                   "span class=\"bold green\">",
                                   "span class=\"bold yellow\">",
                                   "span class=\"bold blue\">"};

static int is_tag(const char *at, size_t len)
{
	if (len && at[0] == '/') {
		at++;
		len--;
	}
	for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
		if (len >= strlen(tags[i]) && memcmp(at, tags[i], strlen(tags[i])) == 0)
			return 1;
	return 0;
}

/* Whatever a text has, the page has no tags but its own, and no control characters. */
static void hold_html(const char *text, size_t len, struct robotsc_text name, const char *where)
{
	static struct html html;
	static const struct robotsc_crawler listed = {.token = "GPTBot", .purpose = "\x1b[1m<b>"};
	const struct robotsc_report report = {.write = take_html, .ctx = &html, .format = ROBOTSC_REPORT_HTML};
	const struct robotsc_summary_question question = {.crawlers = &listed, .ncrawlers = 1, .budget = ROBOTSC_SUMMARY_BUDGET};
	const struct robotsc_report_file file = {.name = name, .robots = text, .len = len};
	const struct robotsc_report_file old = {.name = name, .robots = text, .len = len / 2};
	size_t good = 0, all = 0, odd = 0;

	html.len = 0;
	CHECK(robotsc_summary_report(&report, &question, &file, &old) == ROBOTSC_OK);
	for (size_t i = 0; i < html.len; i++) {
		all += html.text[i] == '<';
		good += html.text[i] == '<' && is_tag(html.text + i + 1, html.len - i - 1);
		odd += ((unsigned char)html.text[i] < ' ' && html.text[i] != '\n') ||
		       (html.text[i] == '&' && html.text[i + 1] == 'x');
	}
	CHECK_MSG(all == good && all > 16 && !odd && html.len > 16 &&
	                  memcmp(html.text + html.len - 15, "</body></html>\n", 15) == 0,
	          "%zu of %zu tags, %zu odd octets: %s", good, all, odd, where);
}

static void hold_pages(void)
{
	static const char *const pieces[] = {"<script>", "\"><img src=x onerror=y>", "'", "&x", "\xff", "\x1b[1m", "\xE2\x80\xAE",
	                                     "a"};
	static const char *const fields[] = {
		"User-agent: ",        "Disallow: /", "Allow: /",       "Crawl-delay: ", "Content-Usage: train-ai=",
		"Sitemap: https://h/", "Host: ",      "Request-rate: ", "x<y>: ",        "Disallow: /a/"};
	uint64_t state = 3;

	for (int i = 0; i < 300; i++) {
		char text[900] = "User-agent: *\n";
		size_t len = strlen(text);
		for (size_t n = product_below(&state, 12); n; n--) {
			const char *words_of[4] = {fields[product_below(&state, 10)], pieces[product_below(&state, 8)],
			                           pieces[product_below(&state, 8)], "\n"};
			for (int k = 0; k < 4; k++) {
				memcpy(text + len, words_of[k], strlen(words_of[k]));
				len += strlen(words_of[k]);
			}
		}
		const char *const name = pieces[product_below(&state, 8)];
		hold_html(text, len, (struct robotsc_text){name, strlen(name)}, text);
	}
}

/* ---- hostile texts -------------------------------------------------------------------- */

#define HOSTILE 500000
#define BUDGET (ROBOTSC_SUMMARY_BUDGET / 8)

/* A text of numbered lines, until it is full: its summary takes no longer than it may. */
static void hold_bound(const char *name, const char *head, const char *line)
{
	static char text[HOSTILE];
	size_t len = strlen(head);
	const struct robotsc_summary *s;
	struct timespec begin, end;

	if (!check_case(name))
		return;
	memcpy(text, head, len);
	for (unsigned i = 0; len + 200 < sizeof text; i++)
		len += (size_t)snprintf(text + len, 200, line, i, i, i);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	s = summary_of(text, len, ROBOTSC_RFC9309, BUDGET);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	printf("%s: %zu robots, %zu answers, %u undecided, %lu steps, %.2f s\n", name, s->nrobots, s->nanswers, s->undecided,
	       (unsigned long)s->steps, (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
	CHECK(s->steps <= BUDGET);
	for (size_t i = 0; i < s->nanswers; i++)
		CHECK(s->answers[i].nparts || s->undecided);
	robotsc_free_summary(s);
}

static void hold_bounds(void)
{
	hold_bound("folders", "User-agent: *\n", "Disallow: /folder%u/\n");
	hold_bound("nested folders", "User-agent: *\n", "Disallow: /a%u\nAllow: /a%u/b\n");
	hold_bound("globs", "User-agent: *\n", "Disallow: /*a%u*b%u*c\n");
	hold_bound("globs in folders", "User-agent: *\n", "Disallow: /f%u/*x*y%u*z\nAllow: /*%u$\n");
	hold_bound("groups", "User-agent: *\nDisallow: /\n", "User-agent: b%c\nDisallow: /x%u/\n");
	hold_bound("robots", "", "User-agent: a%u\nDisallow: /%u/\n");
	hold_bound("robots without rules", "", "User-agent: a%u\nCrawl-delay: %u\n");
	hold_bound("one path", "User-agent: *\nDisallow: /", "x%u*");
}

int main(void)
{
	hold_texts();
	CHECK_PART(hold_random);
	CHECK_PART(say_all);
	CHECK_PART(refuse);
	CHECK_PART(refuse_memory);
	CHECK_PART(hold_all_shown);
	CHECK_PART(hold_pages);
	hold_bounds();
	return check_done();
}
