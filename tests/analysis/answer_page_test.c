/* answer_page_test.c - robotsc_answer_page for random texts and pages: the answer is what the
 * oracle says of both.
 *
 *     answer_page_test [SEED [PAGES]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/report.h"
#include "tests/oracle/oracle_page.h"
#include "tests/runtime/page/page_gen.h"
#include "tests/support/random_gen.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

struct world {
	uint64_t state;
	enum oracle_dialect dialect;
	struct draft text, url, robot;
	struct oracle_file *file;
	char html[PAGE_GEN_MAX + 1];
	size_t html_len, nrobots;
	unsigned long closed, unread, noindex;
};

/* Make a page: random HTML, or half the time one of pages[], which each have a directive. */
static void make_page(struct world *w)
{
	static const char *const pages[] = {"<meta name=robots content=noindex>", "<meta name=robots content='all, follow'>",
	                                    "<meta name=robots content=max-snippet:3>", "<meta name=tdm-reservation content=1>"};
	const char *const page = pages[splitmix_below(&w->state, 4)];
	if (splitmix_below(&w->state, 2)) {
		w->html_len = page_gen_html(w->html, &w->state);
		return;
	}
	w->html_len = strlen(page);
	memcpy(w->html, page, w->html_len);
}

static struct robotsc_directives read_page(const struct world *w, const struct robotsc_text *robot)
{
	struct robotsc_page page;
	struct robotsc_directives d;
	robotsc_page_begin(&page, robot, w->nrobots, ROBOTSC_PAGE_BODY);
	robotsc_page_html(&page, w->html, w->html_len);
	robotsc_page_end(&page, &d);
	return d;
}

/* The deciding line, by the oracle.  The rule that allows /robots.txt has no line. */
static uint32_t line_of(const struct oracle_reason *reason, bool allowed, const struct robotsc_page_answer *answer)
{
	const bool implied = answer->line == ROBOTSC_LINE_IMPLIED && allowed && reason->line == 0;
	return implied ? ROBOTSC_LINE_IMPLIED : (uint32_t)reason->line;
}

static bool restricts(const struct oracle_said *said)
{
	return said->words || said->has_date || said->snippet >= 0 || said->video >= 0 || said->image < 3 ||
	       oracle_said_reservation(said) == 2;
}

/* True if the answer's text is part of the file; .at NULL: no line decides. */
static bool has_text(const struct world *w, const struct robotsc_page_answer *answer)
{
	if (answer->line == 0 || answer->line == ROBOTSC_LINE_IMPLIED)
		return !answer->text.at;
	return answer->text.at >= w->text.at && answer->text.at + answer->text.len <= w->text.at + w->text.len;
}

static void check_page(struct world *w, const struct robotsc_options *options)
{
	const struct oracle_text name = {w->robot.at, w->robot.len};
	const struct robotsc_text robot = {w->robot.at, w->robot.len}, url = {w->url.at, w->url.len};
	const struct robotsc_directives d = read_page(w, &robot);
	struct oracle_policy *const policy = oracle_select(w->file, &name, w->nrobots);
	struct oracle_reason reason = {0, 0};
	struct robotsc_page_answer answer;
	struct oracle_said said;
	oracle_said_begin(&said);
	oracle_said_html(&said, &name, w->nrobots, w->html, w->html_len, 1);
	oracle_said_end(&said);
	const bool allowed = oracle_check(policy, url.at, url.len, &reason), noindex = said.words & ORACLE_NOINDEX;
	CHECK(robotsc_answer_page(options, w->text.at, w->text.len, &robot, w->nrobots, url, &d, &answer) == ROBOTSC_OK);
	CHECK((answer.verdict == ROBOTSC_ALLOW) == allowed);
	CHECK_MSG(answer.line == line_of(&reason, allowed, &answer), "line %u, not %zu", answer.line, reason.line);
	CHECK(answer.indexed == (allowed && !noindex));
	CHECK(answer.never_read == (!allowed && restricts(&said)));
	CHECK(has_text(w, &answer));
	w->closed += !allowed;
	w->noindex += allowed && noindex;
	w->unread += !allowed && noindex;
	oracle_free_policy(policy);
}

int main(int argc, char **argv)
{
	const long pages = argc > 2 ? atol(argv[2]) : 4000;
	static struct world w;
	w.state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	for (long i = 0; i < pages; i++) {
		struct robotsc_options options;
		robotsc_options_init(&options);
		w.dialect = (enum oracle_dialect)splitmix_below(&w.state, ORACLE_DIALECTS);
		options.dialect = (enum robotsc_dialect)w.dialect;
		random_gen_file(&w.text, &w.state);
		w.file = oracle_parse(&(struct oracle_options){.dialect = w.dialect}, w.text.at, w.text.len);
		random_gen_url(&w.url, &w.state, w.file);
		random_gen_robot(&w.robot, &w.state, w.file);
		make_page(&w);
		w.nrobots = 0;
		check_page(&w, &options);
		w.nrobots = splitmix_below(&w.state, 4) != 0;
		check_page(&w, &options);
		oracle_free_file(w.file);
	}
	printf("%lu closed, of these %lu with a noindex that is never read; %lu open with one\n", w.closed, w.unread, w.noindex);
	CHECK(pages < 1000 || (w.unread > 100 && w.noindex > 100));
	return check_done();
}
