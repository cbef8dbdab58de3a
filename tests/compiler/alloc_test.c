/* alloc_test.c - the allocator refuses call 1, 2, 3 ... until a compile succeeds.
 *
 * Each refusal gives ROBOTSC_ERR_NOMEM, leaks nothing and changes no result.  Memory is freed with
 * the size that was requested.  The blob in the end is that of plain malloc.  The same with a
 * robotsc_compiler: a new one for each refusal, and one that is refused again and again.
 *
 *     alloc_test [N]    refuse every Nth call only: for slow builds
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/arena.h"
#include "tests/support/test.h"
#include "tests/support/counting.h"
#include "hostile.h"
#include "robotsc/compile.h"
#include "robotsc/explain.h"
#include "robotsc/lint.h"
#include "robotsc/prove.h"
#include "robotsc/report.h"
#include "robotsc/summary.h"

#define CALLS_TRIED 60 /* how many calls of a large compile fail, spread over all */
#define SMALL 8000     /* most octets of a text for which MANY calls fail, spread over all */
#define MANY 200
#define SHORT 1000              /* most octets of a text for which each call fails, in turn */
#define NEW 16                  /* a new compiler is tried with every 16th of these calls */
#define SLOW 5000               /* calls above which a compiler takes long */
#define STAYS ((size_t)8 << 20) /* octets that a compiler keeps at most */

static size_t every = 1, inputs;

struct input {
	const char *name;
	char *text;
	size_t len;
	enum robotsc_dialect dialect;
	enum robotsc_form form;
	const struct robotsc_text *agents;
	size_t nagents;
	int extensions, one_robot;
};

/* kept: the compiler that compiles; NULL: robotsc_compile does. */
static enum robotsc_status compile(const struct input *in, const struct robotsc_alloc *alloc, struct robotsc_compiler *kept,
                                   void **blob, size_t *size)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.dialect = in->dialect;
	options.form = in->form;
	options.agents = in->agents;
	options.nagents = in->nagents;
	options.alloc = alloc;
	options.extensions = in->extensions ? 1 : 0;
	options.one_robot = in->one_robot ? 1 : 0;
	return kept ? robotsc_compiler_compile(kept, &options, in->text, in->len, blob, size)
	            : robotsc_compile(&options, in->text, in->len, blob, size);
}

/* Compile once, with the nth request refused; stay: with all later ones, too. */
static void refuse(const struct input *in, size_t nth, int stay)
{
	struct counting memory = {.refuse = nth, .stay = stay};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	void *const untouched = &memory;
	void *blob = untouched;
	size_t size = 4711;
	const enum robotsc_status status = compile(in, &alloc, NULL, &blob, &size);

	CHECK_MSG(status == ROBOTSC_ERR_NOMEM, "%s, call %zu: status %d", in->name, nth, (int)status);
	CHECK_MSG(memory.live == 0, "%s, call %zu: %zu octets leak", in->name, nth, memory.live);
	CHECK_MSG(memory.wrong == 0, "%s, call %zu: %zu wrong sizes", in->name, nth, memory.wrong);
	CHECK_MSG(blob == untouched && size == 4711, "%s, call %zu: results touched", in->name, nth);
}

struct result {
	void *blob;
	size_t size;
};

/* Compile with a compiler that may be refused.  Returns false, with no result, if it was. */
static bool compile_kept(const struct input *in, struct robotsc_compiler *kept, const struct robotsc_alloc *alloc,
                         const struct result *want)
{
	struct counting *const memory = alloc->ctx;
	void *blob = memory;
	size_t size = 4711;
	const enum robotsc_status status = compile(in, alloc, kept, &blob, &size);

	if (status != ROBOTSC_OK) {
		CHECK_MSG(status == ROBOTSC_ERR_NOMEM && blob == memory && size == 4711, "%s, kept: status %d", in->name,
		          (int)status);
		return false;
	}
	CHECK_MSG(size == want->size && memcmp(blob, want->blob, size) == 0, "%s, kept: another blob", in->name);
	robotsc_free_blob(alloc, blob, size);
	return true;
}

/* Compile with a new compiler whose nth request is refused, if there is one; the next try
 * succeeds. */
static void refuse_new(const struct input *in, size_t nth, const struct result *want)
{
	struct counting memory = {.refuse = nth + 1};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct robotsc_compiler *const kept = robotsc_compiler_new(&alloc);

	CHECK_MSG(compile_kept(in, kept, &alloc, want) == (memory.calls <= nth), "%s, call %zu, kept: not refused", in->name, nth);
	memory.refuse = 0;
	CHECK_MSG(compile_kept(in, kept, &alloc, want), "%s, call %zu, kept: refused again", in->name, nth);
	robotsc_compiler_free(kept);
	CHECK_MSG(memory.live == 0 && memory.wrong == 0, "%s, call %zu, kept: %zu octets leak", in->name, nth, memory.live);
}

/* Compile with one compiler, which gets some requests more at each try.  In the end it needs only
 * the request for the blob, if it may keep all of its memory. */
static void refuse_again(const struct input *in, size_t step, const struct result *want)
{
	struct counting memory = {.refuse = 1, .stay = 1};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct robotsc_compiler *kept = robotsc_compiler_new(&alloc);
	size_t calls, most = 0;

	CHECK(kept == NULL && memory.live == 0);
	memory.refuse = 0;
	kept = robotsc_compiler_new(&alloc);
	do {
		most += step;
		memory.refuse = memory.calls + most;
	} while (!compile_kept(in, kept, &alloc, want));
	calls = memory.calls;
	memory.refuse = 0;
	/* The memory that the compiler keeps may first be of other sizes than it needs. */
	for (int again = 0; again < 4 && memory.calls != calls + 1; again++) {
		calls = memory.calls;
		CHECK(compile_kept(in, kept, &alloc, want));
	}
	CHECK_MSG(memory.calls == calls + 1 || memory.peak > STAYS, "%s: %zu requests of a compiler that keeps", in->name,
	          memory.calls - calls);
	CHECK_MSG(memory.live <= STAYS + 1000, "%s: %zu octets stay", in->name, memory.live);
	robotsc_compiler_free(kept);
	CHECK_MSG(memory.live == 0 && memory.wrong == 0, "%s, kept: %zu octets leak", in->name, memory.live);
}

static void one_input(const struct input *in)
{
	struct counting memory = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	size_t size, want_size, nth, step;
	void *blob, *want;

	if (!CHECK(compile(in, NULL, NULL, &want, &want_size) == ROBOTSC_OK) ||
	    !CHECK(compile(in, &alloc, NULL, &blob, &size) == ROBOTSC_OK))
		return;
	CHECK_MSG(size == want_size && memcmp(blob, want, size) == 0, "%s: another blob", in->name);
	CHECK_MSG(memory.live == size && memory.wrong == 0, "%s: %zu octets live for a blob of %zu", in->name, memory.live, size);
	robotsc_free_blob(&alloc, blob, size);
	CHECK_MSG(memory.live == 0 && memory.wrong == 0, "%s: %zu octets leak", in->name, memory.live);
	step = every * (in->len <= SHORT ? 1 : memory.calls / (in->len <= SMALL ? MANY : CALLS_TRIED) + 1);
	for (nth = 1; nth <= memory.calls; nth += step) {
		refuse(in, nth, 0);
		refuse(in, nth, 1);
	}
	if (memory.calls < SLOW) {
		for (nth = 1 + inputs++ % NEW; nth <= memory.calls; nth += step * NEW)
			refuse_new(in, nth, &(struct result){want, want_size});
		refuse_again(in, step, &(struct result){want, want_size});
	}
	refuse(in, memory.calls, 0); /* the last */
	robotsc_free_blob(NULL, want, want_size);
	printf("%-20s %7zu octets: %zu requests, %zu octets at most\n", in->name, in->len, memory.calls, memory.peak);
}

/* The same text for a robot with several names, in the dialects that know of them. */
static void one_robot(struct input in)
{
	static const struct robotsc_text names[] = {{"b", 1}, {"nobody", 6}, {"a", 1}};

	if (in.dialect > ROBOTSC_GOOGLE)
		return;
	in.name = "one robot";
	in.agents = names;
	in.nagents = 3;
	in.one_robot = 1;
	one_input(&in);
}

/* ---- questions about a text ---- */

#define EARLY 500 /* the first requests of a question: all are refused, in turn */
#define NAMES 2
#define CRAWLERS 2

static const struct robotsc_text bot = {"bot", 3}, url = {"http://h/a/b", 12}, names[NAMES] = {{"a", 1}, {"bot", 3}},
				 urls[] = {{"/communities/1", 14}, {"/a/b", 4}, {"/ask?sort=new", 13}};
static const struct robotsc_crawler crawlers[CRAWLERS] = {{.token = "a", .purpose = "ads"},
                                                          {.token = "d", .purpose = "ads", .obeys = "a"}};

#define DROP(name, type)                                    \
	static void name(void *ctx, const struct type *one) \
	{                                                   \
		(void)ctx;                                  \
		(void)one;                                  \
	}
DROP(drop_change, robotsc_change)
DROP(drop_rule, robotsc_rule)
DROP(drop_unexpected, robotsc_unexpected)
DROP(drop_closed, robotsc_closed)
DROP(drop_part, robotsc_part)
DROP(drop_edit, robotsc_access_edit)

static void count_finding(void *ctx, const struct robotsc_finding *finding)
{
	*(size_t *)ctx += finding->line > 0;
}

static void drop_comparison(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison)
{
	(void)ctx;
	(void)robots;
	(void)comparison;
}

static void drop(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	(void)text;
	(void)len;
}

typedef enum robotsc_status asking(const struct robotsc_options *options, const char *robots, size_t len);

static enum robotsc_status explain(const struct robotsc_options *options, const char *robots, size_t len)
{
	struct robotsc_explanation explanation;
	return robotsc_explain(options, robots, len, &bot, 1, url, NULL, NULL, &explanation);
}

static enum robotsc_status changes(const struct robotsc_options *options, const char *robots, size_t len)
{
	return robotsc_changes(options, robots, len, &bot, 1, url, drop_change, NULL);
}

static enum robotsc_status lines(const struct robotsc_options *options, const char *robots, size_t len)
{
	uint32_t line;
	return robotsc_deciding_lines(options, robots, len, &bot, 1, &url, 1, &line);
}

static enum robotsc_status report(const struct robotsc_options *options, const char *robots, size_t len)
{
	const struct robotsc_report report = {.write = drop};
	struct robotsc_explain_total total = {.allowed = 0};
	return robotsc_explain_report_url(&report, &(struct robotsc_report_url){url, options, robots, len, &bot, 1, 0, {0, 0}},
	                                  &total);
}

static enum robotsc_status rules(const struct robotsc_options *options, const char *robots, size_t len)
{
	return robotsc_rules(options, robots, len, drop_rule, NULL);
}

static enum robotsc_status unexpected(const struct robotsc_options *options, const char *robots, size_t len)
{
	return robotsc_unexpected(options, robots, len, &bot, 1, urls, sizeof urls / sizeof *urls, drop_unexpected, NULL);
}

static enum robotsc_status page(const struct robotsc_options *options, const char *robots, size_t len)
{
	const struct robotsc_directives directives = {.flags = 0};
	struct robotsc_page_answer answer = {.line = 7};
	const enum robotsc_status status = robotsc_answer_page(options, robots, len, &bot, 1, url, &directives, &answer);
	CHECK(status == ROBOTSC_OK || answer.line == 7);
	return status;
}

static enum robotsc_status parts(const struct robotsc_options *options, const char *robots, size_t len)
{
	const struct robotsc_side side = {NULL, options, robots, len};
	uint64_t budget = 1000;
	return robotsc_parts(&side, &bot, 1, &budget, drop_part, NULL);
}

static enum robotsc_status compare(const struct robotsc_options *options, const char *robots, size_t len)
{
	static const char other[] = "User-agent: *\nDisallow: /*x*b\n";
	const struct robotsc_side a = {NULL, options, robots, len}, b = {NULL, options, other, sizeof other - 1};
	const struct robotsc_question question = {.budget = 1000, .most = 3, .alloc = options->alloc};
	return robotsc_compare_all(&a, &b, &question, NULL, drop_comparison);
}

static enum robotsc_status lint(const struct robotsc_options *options, const char *robots, size_t len)
{
	size_t findings = 0;
	const enum robotsc_status status = robotsc_lint(options, robots, len, ROBOTSC_LINT_BUDGET, count_finding, &findings, NULL);
	CHECK(status == ROBOTSC_OK || findings == 0);
	return status;
}

static enum robotsc_status summarize(const struct robotsc_options *options, const char *robots, size_t len)
{
	const struct robotsc_summary_question question = {options, crawlers, CRAWLERS, ROBOTSC_SUMMARY_BUDGET, {0}};
	const struct robotsc_summary *summary = NULL;
	const enum robotsc_status status = robotsc_summarize(&question, robots, len, &summary);
	robotsc_free_summary(summary);
	return status;
}

static enum robotsc_status closed(const struct robotsc_options *options, const char *robots, size_t len)
{
	const struct robotsc_summary_question question = {options, crawlers, CRAWLERS, 0, {0}};
	return robotsc_closed_urls(&question, robots, len, names, NAMES, urls, sizeof urls / sizeof *urls, drop_closed, NULL);
}

/* Shut names out and let nobody in.  Without a budget, most of the work is to write the text. */
static enum robotsc_status edit(const struct robotsc_options *options, const char *robots, size_t len)
{
	const struct robotsc_summary_question question = {options, crawlers, CRAWLERS, 0, {0}};
	static const struct robotsc_text nobody = {"nobody", 6};
	return robotsc_edit_access(&question, robots, len, names, NAMES, &nobody, 1, drop_edit, NULL);
}

static const struct {
	const char *name;
	asking *ask;
	int of_one;      /* also of one robot with several names */
	int leaves_open; /* without memory: leaves a proof open or is slower, no error */
} questions[] = {{"explain", explain, 1, 0}, {"changes", changes, 0, 0},     {"lines", lines, 1, 0},
                 {"report", report, 0, 1},   {"rules", rules, 0, 0},         {"unexpected", unexpected, 1, 0},
                 {"page", page, 1, 0},       {"parts", parts, 0, 0},         {"compare", compare, 0, 0},
                 {"lint", lint, 0, 1},       {"summarize", summarize, 0, 1}, {"closed", closed, 0, 0},
                 {"edit", edit, 0, 1}};

/* Ask with one request refused, or with all requests from it on refused: nothing leaks, and the
 * status says so.  After the first EARLY requests, only some of them are refused. */
static void refuse_question(size_t which, const char *robots, enum robotsc_dialect dialect, int how)
{
	size_t refused = 0;

	for (size_t nth = 1;; nth += nth < EARLY ? 1 : nth * every / 100) {
		struct counting memory = {.refuse = nth, .stay = how & 1};
		const struct robotsc_alloc alloc = {counting_resize, &memory};
		struct robotsc_options options;

		robotsc_options_init(&options);
		options.alloc = &alloc;
		options.dialect = dialect;
		options.one_robot = how >> 1 ? 1 : 0;
		options.public_site = 1;
		options.agents = names;
		options.nagents = NAMES;
		const enum robotsc_status status = questions[which].ask(&options, robots, strlen(robots));
		CHECK_MSG(memory.live == 0 && memory.wrong == 0, "%s, call %zu: %zu octets leak", questions[which].name, nth,
		          memory.live);
		if (memory.calls < nth) {
			CHECK(status == ROBOTSC_OK && refused > 0);
			break;
		}
		refused += status == ROBOTSC_ERR_NOMEM;
		CHECK_MSG(status == ROBOTSC_ERR_NOMEM || (status == ROBOTSC_OK && questions[which].leaves_open),
		          "%s, call %zu: status %d", questions[which].name, nth, (int)status);
	}
}

/* Of two freed chunks, the arena keeps the larger one, unless that is larger than usual. */
static void keep_larger(size_t size)
{
	struct counting memory = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct arena a;

	robotsc__arena_init(&a, &alloc);
	CHECK(robotsc__arena_take(&a, size) != NULL);
	const struct arena_mark mark = robotsc__arena_mark(&a);
	CHECK(robotsc__arena_take(&a, size) != NULL);
	robotsc__arena_reset(&a, mark);
	const int keeps = a.spare != NULL;
	CHECK(robotsc__arena_take(&a, 2 * size) != NULL);
	robotsc__arena_reset(&a, mark);
	const size_t calls = memory.calls;
	CHECK(robotsc__arena_take(&a, 2 * size) != NULL && (!keeps || memory.calls == calls));
	robotsc__arena_free(&a);
	CHECK(memory.live == 0 && memory.wrong == 0);
}

static char *hostile(const char *name, size_t most, size_t *len)
{
	size_t i;

	for (i = 0; i < hostile_ncases; i++)
		if (strcmp(hostile_cases[i].name, name) == 0) {
			struct hostile_case small = hostile_cases[i];

			small.room = small.room < most ? small.room : most;
			return hostile_make(&small, len);
		}
	CHECK_MSG(0, "no case %s", name);
	return NULL;
}

/* A text with nine groups of one robot, nine Sitemap lines and nine patterns with sets: sorting
 * these takes memory. */
static void more_than_eight(char *text)
{
	for (int i = 9; i > 0; i--)
		text += sprintf(text, "User-agent: a\nRobot-version: 2.0\nDisallow: /?%d[a-f]*x\nAllow: /%d*y\nSitemap: x://%d\n\n",
		                i, i, i);
}

int main(int argc, char **argv)
{
	static char small[] =
		"User-agent: a\nUser-agent: *\nDisallow: /x\nAllow: /*x*y%2F$\n\nUser-agent: b\nDisallow: /\nAllow: /?\n";
	static char extended[] =
		"Sitemap: http://h/s\nUser-agent: a\nCrawl-delay: 1\nContent-Usage: train-ai=n\nDisallow: /x\n"
		"Content-Usage: /*x*y%2F$ search=y\nFnord: 1\n\nUser-agent: *\nNoindex: /n\nVisit-time: 0600-0845\n"
		"Content-Signal: /p search=no\nDisallow: /\n\nUser-agent: a\nContent-Signal: ai-train=no\nDisallow: /z\n"
		"\nUser-agent: __usage_ai-training\nDisallow: /t\nAllow: /t*u\n";
	static char sets[] = "User-agent: a\nRobot-version: 2.0\nAllow: /a?b[cd]*x\nDisallow: /[a-f]*y?z\nAllow: *[xy]/index.htm*\n"
			     "Disallow: /?[0-9]*?.gif\nDisallow: /[ab]c\nAllow: /[ab]*d\nDisallow: /[a-f]*e\nAllow: /[a-f]*f?\n"
			     "Disallow: /[x]*g\n"; /* more than eight, too */
	static char many[SHORT];
	static const char *const cases[] = {"everything",    "agents-own",      "agents-big-and-own", "gaps-1000",    "deep-trie",
	                                    "best-so-far-2", "nested-prefixes", "one-line-high",      "random-values"};
	static const struct robotsc_text agents[] = {{"a", 1}, {"b", 1}, {"0", 1}, {"nobody", 6}};
	static const struct robotsc_text ten[] = {{"j", 1}, {"i", 1}, {"h", 1}, {"g", 1}, {"f", 1},
	                                          {"e", 1}, {"d", 1}, {"c", 1}, {"b", 1}, {"a", 1}};
	size_t i, k;

	if (argc > 1)
		every = strtoul(argv[1], NULL, 10) + (atoi(argv[1]) == 0);
	keep_larger(8); /* for alloc_each_test, where every piece is a chunk */
	keep_larger(60000);
	more_than_eight(many);
	for (i = ROBOTSC_RFC9309; i <= ROBOTSC_CONNER2; i++) {
		struct input more = {
			"more than eight", many, strlen(many), (enum robotsc_dialect)i, ROBOTSC_FORM_AUTO, NULL, 0, 1, 0};

		one_input(&more);
		more.agents = ten;
		more.nagents = 10;
		more.form = ROBOTSC_FORM_FILTER;
		one_input(&more);
		one_robot(more);
		for (k = ROBOTSC_FORM_AUTO; k <= ROBOTSC_FORM_FILTER; k++) {
			struct input in = {"small", small, sizeof small - 1, (enum robotsc_dialect)i, (enum robotsc_form)k, NULL, 0,
			                   0,       0};

			one_input(&in);
			in.agents = agents;
			in.nagents = 4;
			in.name = "small, for agents";
			one_input(&in);
			in.name = "extensions, for agents";
			in.text = extended;
			in.len = sizeof extended - 1;
			in.extensions = 1;
			one_input(&in);
			one_robot(in);
			in.agents = NULL;
			in.nagents = 0;
			in.name = "extensions";
			one_input(&in);
			in.name = "sets";
			in.text = sets;
			in.len = sizeof sets - 1;
			one_input(&in);
		}
	}
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		for (k = 0; k < 3; k++) {
			struct input in = {cases[i], NULL, 0, k == 1 ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL,
			                   0,        0,    0};

			in.text = hostile(cases[i], k == 0 ? 40000 : SMALL, &in.len);
			in.agents = k == 2 ? agents : NULL;
			in.nagents = k == 2 ? 4 : 0;
			if (in.text != NULL)
				one_input(&in);
			free(in.text);
		}
	for (i = 0; i < sizeof questions / sizeof *questions; i++)
		for (int how = 0; how < (questions[i].of_one ? 4 : 2); how++) {
			refuse_question(i, small, ROBOTSC_RFC9309, how);
			refuse_question(i, "User-agent: *\nDisallow: /a*that-is-longer-than-32-octets\n", ROBOTSC_RFC9309, how);
			refuse_question(i, extended, how % 2 ? ROBOTSC_CONNER2 : ROBOTSC_RFC9309, how % 2);
		}
	return check_done();
}
