/* summary.c - what a robots.txt means, for all crawlers at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/summary.h"

#include <stdio.h>
#include <string.h>

#include "access/text.h"
#include "crawler_table.h"
#include "front/options.h"
#include "linter.h"
#include "summary_work.h"
#include "support/sort.h"
#include "text/usage_labels.h"

#define LINT_SHARE 2 /* half of the budget is for lint */

/* A summary, and its memory. */
struct summary_box {
	struct robotsc_summary summary; /* first */
	struct arena arena;
	const struct summary_lists *lists; /* of each answer */
};

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_crawler) == 72, "robotsc_crawler is ABI");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_summary_question) == 64, "robotsc_summary_question is ABI");

/* ---- robots ------------------------------------------------------------------------ */

static const struct robotsc_crawler *crawler_of(const struct summarizing *s, struct robotsc_text token)
{
	for (size_t i = 0; i < s->question->ncrawlers; i++)
		if (compare_folded(text_of_string(s->question->crawlers[i].token), token) == 0)
			return &s->question->crawlers[i];
	return NULL;
}

static enum robotsc_status add_crawler(struct summarizing *s, const struct robotsc_crawler *c)
{
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	struct robotsc_group group;
	struct summary_reading *r;
	struct robotsc_summary_robot robot = {.token = text_of_string(c->token), .crawler = c};
	const size_t n = robotsc_crawler_tokens(s->question->crawlers, s->question->ncrawlers, robot.token, tokens);
	enum robotsc_status status = robotsc__summary_read(s, c->dialect, &r);
	if (status == ROBOTSC_OK && c->only_named) {
		status = robotsc_select(&r->blob, tokens, 1, &group);
		if (status == ROBOTSC_OK && group.selected != ROBOTSC_SELECTED_TOKEN)
			return ROBOTSC_OK;
	}
	return status == ROBOTSC_OK ? robotsc__summary_answer(s, r, tokens, n, c->ignores_star, &robot) : status;
}

/* List, in file order, the first User-agent line of each name.  Crawlers of the list and labels are
 * left out. */
static enum robotsc_status find_named(struct summarizing *s, const struct summary_reading *r, uint32_t **out, size_t *n)
{
	const struct agent *all = r->text.doc.agents;
	struct robotsc_text last = {NULL, 0};
	*out = robotsc__arena_take(&s->work, r->nby_name * sizeof **out);
	*n = 0;
	if (!*out)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < r->nby_name; i++) {
		const struct span *span = &all[r->by_name[i]].token;
		const struct robotsc_text token = {(const char *)span->at, span->len};
		if (token.len && !(i && compare_folded(last, token) == 0) && !crawler_of(s, token) && !label_of_token(*span))
			(*out)[(*n)++] = r->by_name[i];
		last = token;
	}
	return robotsc__sort(&s->work, *out, *n, robotsc__sort_by_number, NULL) ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

/* Add the robots that the file names.  Some dialects look names up one by one. */
static enum robotsc_status add_named(struct summarizing *s, struct summary_reading *r, uint32_t *left_out)
{
	const struct document *doc = &r->text.doc;
	const uint64_t looks = r->text.dialect->records ? r->text.grouping.nnames : 1;
	uint32_t *order;
	size_t n;
	enum robotsc_status status = find_named(s, r, &order, &n);
	for (size_t i = 0; i < n && status == ROBOTSC_OK; i++) {
		const struct span *span = &doc->agents[order[i]].token;
		const struct robotsc_text token = {(const char *)span->at, span->len};
		struct robotsc_summary_robot robot = {.token = token};
		if (s->budget < looks) {
			*left_out += (uint32_t)(n - i);
			return ROBOTSC_OK;
		}
		summary_pay(s, looks);
		status = robotsc__summary_answer(s, r, &token, 1, false, &robot);
	}
	return status;
}

/* Add crawlers: first (ordinary) those of the options' dialect, with which answers of other
 * dialects are compared. */
static enum robotsc_status add_crawlers(struct summarizing *s, bool ordinary)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < s->question->ncrawlers && status == ROBOTSC_OK; i++)
		if ((s->question->crawlers[i].dialect == s->options.dialect) == ordinary)
			status = add_crawler(s, &s->question->crawlers[i]);
	return status;
}

static enum robotsc_status add_robots(struct summarizing *s, struct robotsc_summary *out)
{
	struct robotsc_summary_robot others = {.token = {"", 0}};
	struct summary_reading *r;
	enum robotsc_status status = robotsc__summary_read(s, s->options.dialect, &r);
	if (status == ROBOTSC_OK)
		status = robotsc__summary_answer(s, r, NULL, 0, false, &others);
	if (status == ROBOTSC_OK)
		status = add_crawlers(s, true);
	if (status == ROBOTSC_OK)
		status = add_named(s, r, &out->left_out);
	if (status == ROBOTSC_OK)
		status = add_crawlers(s, false);
	if (status == ROBOTSC_OK)
		status = robotsc__summary_records(s, r, NULL, ~0u, &out->records, &out->nrecords);
	out->groups = r->groups;
	out->ngroups = r->text.doc.ngroups;
	return status;
}

/* ---- the order of answers and robots ----------------------------------------------- */

/* How open an answer is: a smaller number means that more is closed. */
static unsigned openness(const struct summarizing *s, uint32_t answer)
{
	const struct robotsc_summary_answer *a = &s->answers[answer];
	switch (a->extent) {
	case ROBOTSC_EXTENT_CLOSED:
		return 0;
	case ROBOTSC_EXTENT_PARTLY:
		return s->known[answer].lists.but.n ? 1 : a->root == ROBOTSC_DISALLOW ? 2 : 3;
	case ROBOTSC_EXTENT_UNKNOWN:
		return 4;
	case ROBOTSC_EXTENT_OPEN:
		break;
	}
	return 5;
}

/* A number for the order of answers: that of all others first, then those of crawlers. */
static unsigned weight(const struct summarizing *s, uint32_t answer)
{
	if (s->robots_found[0].answer == answer)
		return 0;
	return s->answers[answer].known ? 1 : 2;
}

static int compare_answers(const void *ctx, uint32_t x, uint32_t y)
{
	const struct summarizing *s = ctx;
	const struct robotsc_summary_answer *a = &s->answers[x], *b = &s->answers[y];
	const uint32_t first = a->nlines ? a->lines->first : UINT32_MAX, second = b->nlines ? b->lines->first : UINT32_MAX;
	if (openness(s, x) != openness(s, y))
		return openness(s, x) < openness(s, y) ? -1 : 1;
	if (weight(s, x) != weight(s, y))
		return weight(s, x) < weight(s, y) ? -1 : 1;
	if (first != second)
		return first < second ? -1 : 1;
	return x < y ? -1 : x > y;
}

struct robot_order {
	const struct summarizing *s;
	const uint32_t *rank; /* of answers */
};

/* The order of robots: crawlers by purpose, then robots that the file names, all others last. */
static size_t place_of(const struct summarizing *s, uint32_t robot)
{
	const struct robotsc_summary_robot *r = &s->robots_found[robot];
	const struct robotsc_crawler *all = s->question->crawlers;
	const size_t n = s->question->ncrawlers;
	size_t first = 0;
	if (!r->crawler)
		return r->token.len ? n * n + robot : SIZE_MAX;
	while (r->crawler->purpose && (!all[first].purpose || strcmp(all[first].purpose, r->crawler->purpose) != 0))
		first++;
	return first * n + (size_t)(r->crawler - all);
}

static int compare_robots(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robot_order *o = ctx;
	const uint32_t a = o->rank[o->s->robots_found[x].answer], b = o->rank[o->s->robots_found[y].answer];
	if (a != b)
		return a < b ? -1 : 1;
	const size_t first = place_of(o->s, x), second = place_of(o->s, y);
	if (first != second)
		return first < second ? -1 : 1;
	return x < y ? -1 : x > y;
}

static bool set_order(struct summarizing *s, struct robotsc_summary *out)
{
	const uint32_t *order = robotsc__sort_all(&s->work, s->nanswers, compare_answers, s);
	uint32_t *rank = robotsc__arena_take(&s->work, s->nanswers * sizeof *rank);
	struct robotsc_summary_answer *answers = robotsc__arena_take(s->keep, s->nanswers * sizeof *answers);
	struct robotsc_summary_robot *robots = robotsc__arena_take(s->keep, s->nrobots * sizeof *robots);
	struct summary_lists *lists = robotsc__arena_take(s->keep, s->nanswers * sizeof *lists);
	const struct robot_order robot_order = {s, rank};
	if (!order || !rank || !answers || !robots || !lists)
		return false;
	for (size_t i = 0; i < s->nanswers; i++) {
		answers[i] = s->answers[order[i]];
		lists[i] = s->known[order[i]].lists;
		rank[order[i]] = (uint32_t)i;
	}
	order = robotsc__sort_all(&s->work, s->nrobots, compare_robots, &robot_order);
	for (size_t i = 0; order && i < s->nrobots; i++) {
		robots[i] = s->robots_found[order[i]];
		robots[i].answer = rank[robots[i].answer];
	}
	((struct summary_box *)out)->lists = lists;
	out->answers = answers;
	out->nanswers = s->nanswers;
	out->robots = robots;
	out->nrobots = s->nrobots;
	return order;
}

/* ---- what lint finds --------------------------------------------------------------- */

struct summary_findings {
	struct summarizing *s;
	struct robotsc_summary_finding of[LINT_KINDS];
};

/* A kind of finding for the summary alone, whose text has the details of the finding. */
static const struct robotsc_lint_rule *with_place(struct summarizing *s, const struct robotsc_finding *f)
{
	static const char head[] = "Googlebot may not fetch ";
	const size_t n = strlen(f->said) + sizeof head;
	struct robotsc_lint_rule *const rule = robotsc__arena_take(s->keep, sizeof *rule);
	char *const text = robotsc__arena_take(s->keep, n);
	if (!rule || !text) {
		s->failed = true;
		return f->rule;
	}
	snprintf(text, n, "%s%s", head, f->said);
	*rule = *f->rule;
	rule->text = text;
	return rule;
}

static void take_finding(void *ctx, const struct robotsc_finding *f)
{
	struct summary_findings *const found = ctx;
	const ptrdiff_t kind = f->rule - robotsc_lint_rule(0);
	struct robotsc_summary_finding *of = &found->of[kind];
	if (!of->count)
		of->rule = kind == LINT_ASSETS_CLOSED && f->said ? with_place(found->s, f) : f->rule;
	of->line = of->count ? of->line : f->line;
	of->count++;
}

static int compare_findings(const void *ctx, uint32_t x, uint32_t y)
{
	const struct robotsc_summary_finding *all = ctx, *a = &all[x], *b = &all[y];
	if (a->rule->severity != b->rule->severity)
		return a->rule->severity > b->rule->severity ? -1 : 1;
	return a->line == b->line ? 0 : a->line < b->line ? -1 : 1;
}

static enum robotsc_status add_findings(struct summarizing *s, struct robotsc_summary *out)
{
	struct robotsc_lint_summary lint = {.findings = 0};
	struct summary_findings *found = robotsc__arena_zeroed(&s->work, 1, sizeof *found);
	struct robotsc_summary_finding *all = robotsc__arena_take(s->keep, LINT_KINDS * sizeof *all);
	uint32_t order[LINT_KINDS];
	if (!found || !all)
		return ROBOTSC_ERR_NOMEM;
	found->s = s;
	const enum robotsc_status status =
		robotsc_lint(&s->options, s->robots, s->len, s->budget / LINT_SHARE, take_finding, found, &lint);
	if (status != ROBOTSC_OK)
		return status;
	summary_pay(s, lint.steps);
	s->undecided += lint.undecided;
	for (uint32_t i = 0; i < LINT_KINDS; i++)
		if (found->of[i].count)
			order[out->nfindings++] = i;
	if (!robotsc__sort(&s->work, order, out->nfindings, compare_findings, found->of))
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < out->nfindings; i++) {
		all[i] = found->of[order[i]];
		out->severities[all[i].rule->severity] += all[i].count;
	}
	out->findings = all;
	return ROBOTSC_OK;
}

/* ---- all of it --------------------------------------------------------------------- */

static uint32_t count_lines(const uint8_t *at, size_t len)
{
	uint32_t n = 0;
	size_t from = 0;
	for (size_t i = 0; i < len; i++)
		if (at[i] == '\n' || (at[i] == '\r' && !(i + 1 < len && at[i + 1] == '\n'))) {
			n++;
			from = i + 1;
		}
	return n + (from < len);
}

static enum robotsc_status summarize(struct summarizing *s, struct robotsc_summary *out)
{
	const struct robotsc__dialect *const dialect = robotsc__dialect_find(s->options.dialect);
	out->content = robotsc__parse_content(dialect, s->robots, s->len);
	out->octets = (uint32_t)robotsc__parse_limit(dialect, s->robots, s->len, s->options.limit);
	out->nlines = count_lines(s->robots, out->octets);
	enum robotsc_status status = add_findings(s, out);
	if (status == ROBOTSC_OK)
		status = add_robots(s, out);
	if (status == ROBOTSC_OK && !set_order(s, out))
		status = ROBOTSC_ERR_NOMEM;
	out->undecided = s->undecided;
	out->steps = s->question->budget - s->budget;
	return status;
}

enum robotsc_status robotsc_summarize(const struct robotsc_summary_question *question, const void *robots, size_t len,
                                      const struct robotsc_summary **summary)
{
	const struct robotsc_options *options = question->options;
	const struct robotsc__dialect *dialect;
	struct robotsc_options defaults;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &dialect);
	if (status != ROBOTSC_OK)
		return status;
	if (len > UINT32_MAX)
		return ROBOTSC_ERR_TOO_LARGE;
	const struct robotsc_alloc alloc = robotsc__arena_alloc_of(options->alloc);
	struct summary_box *box = alloc.resize(alloc.ctx, NULL, 0, sizeof *box);
	if (!box)
		return ROBOTSC_ERR_NOMEM;
	memset(box, 0, sizeof *box);
	robotsc__arena_init(&box->arena, &alloc);
	struct summarizing s = {.question = question,
	                        .options = robotsc__options_of_all(options),
	                        .robots = len ? robots : (const void *)"",
	                        .len = len,
	                        .keep = &box->arena,
	                        .budget = question->budget};
	robotsc__arena_init(&s.work, &alloc);
	status = summarize(&s, &box->summary);
	for (int i = 0; i < SUMMARY_DIALECTS; i++)
		robotsc_free_blob(options->alloc, s.readings[i].bytes, s.readings[i].len);
	robotsc__arena_free(&s.work);
	if (status == ROBOTSC_OK)
		*summary = &box->summary;
	else
		robotsc_free_summary(&box->summary);
	return status;
}

const struct summary_lists *robotsc__summary_lists(const struct robotsc_summary *summary, size_t answer)
{
	return &((const struct summary_box *)summary)->lists[answer];
}

const struct robotsc_text *robotsc_summary_closed_but(const struct robotsc_summary *summary, size_t answer, size_t *n, size_t *more)
{
	const struct summary_patterns *but = &robotsc__summary_lists(summary, answer)->but;
	*n = but->n;
	if (more)
		*more = but->more;
	return but->at;
}

void robotsc_free_summary(const struct robotsc_summary *summary)
{
	if (!summary)
		return;
	struct summary_box *box = (struct summary_box *)(uintptr_t)summary;
	const struct robotsc_alloc alloc = box->arena.alloc;
	robotsc__arena_free(&box->arena);
	alloc.resize(alloc.ctx, box, sizeof *box, 0);
}
