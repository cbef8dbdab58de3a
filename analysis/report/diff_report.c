/* diff_report.c - compares sides and hands the results to a format; the calls of robotsc/report.h
 * about comparisons.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "diff_formats.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_report_pair) == 200, "robotsc_report_pair is ABI");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_diff_total) == 144, "robotsc_diff_total is ABI");

/* ---- what is kept of a result ---- */

static void *resize(const struct robotsc_alloc *alloc, void *p, size_t old_size, size_t new_size)
{
	if (alloc)
		return alloc->resize(alloc->ctx, p, old_size, new_size);
	if (new_size)
		return realloc(p, new_size);
	free(p);
	return NULL;
}

static void keep(struct diff_page *page, struct diff_kept *kept, const void *octets, size_t len)
{
	if (len > kept->room - kept->len) {
		const size_t room = 2 * (kept->room + len);
		char *const at = room > len ? resize(page->question->alloc, kept->at, kept->room, room) : NULL;
		if (!at) {
			page->status = ROBOTSC_ERR_NOMEM;
			return;
		}
		kept->at = at;
		kept->room = room;
	}
	if (len)
		memcpy(kept->at + kept->len, octets, len);
	kept->len += len;
}

static void discard(struct diff_page *page, struct diff_kept *kept)
{
	if (kept->at)
		resize(page->question->alloc, kept->at, kept->room, 0);
}

/* ---- comparing ---- */

/* A pair that is being compared. */
struct compared_pair {
	struct diff_page page;
	const struct diff_format *format;
	struct robotsc_diff_total *total;
	struct diff_kept tokens; /* an agent, and its fallbacks after it */
	void (*after)(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *comparison);
};

static void begin_robots(void *ctx, const struct robotsc_robots *robots)
{
	struct diff_page *page = &((struct compared_pair *)ctx)->page;
	(void)robots;
	page->examples[0].len = page->examples[1].len = page->paths.len = 0;
}

static void add_difference(void *ctx, const struct robotsc_difference *d)
{
	struct diff_page *page = &((struct compared_pair *)ctx)->page;
	const int to = (int)d->verdict[1];
	const struct diff_example e = {page->paths.len, d->path.len, {d->reason[0], d->reason[1]}};
	if (!page->examples[0].len && !page->examples[1].len)
		page->first = to;
	keep(page, &page->paths, d->path.at, d->path.len);
	if (page->status == ROBOTSC_OK)
		keep(page, &page->examples[to], &e, sizeof e);
	if (page->question->difference)
		page->question->difference(page->question->ctx, d);
}

static void end_robots(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct compared_pair *comparing = ctx;
	struct diff_page *page = &comparing->page;
	struct robotsc_diff_total *total = comparing->total;
	comparing->format->result(page, robots, c);
	page->results[c->answer]++;
	total->results[c->answer]++;
	for (int to = 0; to < 2; to++)
		total->changed[to] +=
			c->answer == ROBOTSC_UNKNOWN || (c->answer == ROBOTSC_DIFFERENT && (c->found[to] || !c->complete));
	if (comparing->after)
		comparing->after(page->question->ctx, robots, c);
}

/* Compare for each agent, with the rest of the budget.  tokens[0] is free; fallbacks follow. */
static enum robotsc_status compare_agents(struct compared_pair *comparing, struct robotsc_question *rest,
                                          struct robotsc_text *tokens)
{
	const struct robotsc_report_pair *pair = comparing->page.pair;
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < pair->nagents && status == ROBOTSC_OK; i++) {
		const struct robotsc_robots robots = {&pair->agents[i], 1, 0};
		struct robotsc_comparison c;
		begin_robots(comparing, &robots);
		tokens[0] = pair->agents[i];
		status = robotsc_compare(&pair->sides[0], &pair->sides[1], tokens, 1 + pair->nfallbacks, rest, &c);
		if (status != ROBOTSC_OK)
			break;
		end_robots(comparing, &robots, &c);
		rest->budget -= c.steps < rest->budget ? c.steps : rest->budget;
	}
	return status;
}

static enum robotsc_status compare(struct compared_pair *comparing)
{
	struct diff_page *page = &comparing->page;
	struct diff_kept *tokens = &comparing->tokens;
	const struct robotsc_report_pair *pair = page->pair;
	struct robotsc_question question = *page->question;
	enum robotsc_status status;
	question.difference = add_difference;
	question.ctx = comparing;
	if (!pair->nagents)
		return robotsc_compare_all(&pair->sides[0], &pair->sides[1], &question, begin_robots, end_robots);
	keep(page, tokens, pair->agents, sizeof *pair->agents);
	keep(page, tokens, pair->fallbacks, pair->nfallbacks * sizeof *pair->fallbacks);
	status = page->status == ROBOTSC_OK ? compare_agents(comparing, &question, (void *)tokens->at) : page->status;
	discard(page, tokens);
	return status;
}

/* Compare a pair, and write all that the format says about it. */
static enum robotsc_status write_pair(struct compared_pair *comparing)
{
	struct diff_page *page = &comparing->page;
	enum robotsc_status status;
	robotsc__writer_start(&page->writer, page->report);
	if (comparing->format->begin)
		comparing->format->begin(page);
	status = compare(comparing);
	if (status != ROBOTSC_OK)
		page->status = status;
	if (comparing->format->end)
		comparing->format->end(page);
	robotsc__writer_flush(&page->writer);
	for (int to = 0; to < 2; to++)
		discard(page, &page->examples[to]);
	discard(page, &page->paths);
	comparing->total->written++;
	comparing->total->answers[robotsc__diff_answer(page)] += page->status == ROBOTSC_OK && robotsc__diff_results(page);
	return page->status;
}

enum robotsc_status robotsc__diff_pair(const struct robotsc_report *report, const struct robotsc_report_pair *pair,
                                       const struct robotsc_question *question, const struct diff_format *format,
                                       void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                     const struct robotsc_comparison *comparison),
                                       uint32_t records, struct robotsc_diff_total *total)
{
	struct compared_pair comparing = {
		.page = {.report = report, .pair = pair, .question = question, .total = total, .records = records},
		.format = format,
		.total = total,
		.after = after};
	return write_pair(&comparing);
}

/* ---- the calls ---- */

static const struct diff_format *format_of(const struct robotsc_report *report)
{
	if (JSON_ALONE || report->format == ROBOTSC_REPORT_JSONL || report->format == ROBOTSC_REPORT_OBJECT)
		return &robotsc__diff_jsonl;
	return report->format == ROBOTSC_REPORT_JSON     ? &robotsc__diff_json
	       : report->format == ROBOTSC_REPORT_GITHUB ? &robotsc__diff_github
	                                                 : &robotsc__diff_text;
}

void robotsc_diff_report_begin(const struct robotsc_report *report)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (format_of(report)->start)
		format_of(report)->start(&w);
	robotsc__writer_flush(&w);
}

enum robotsc_status robotsc_diff_report_pair(const struct robotsc_report *report, const struct robotsc_report_pair *pair,
                                             const struct robotsc_question *question,
                                             void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                           const struct robotsc_comparison *comparison),
                                             struct robotsc_diff_total *total)
{
	return robotsc__diff_pair(report, pair, question, format_of(report), after, robotsc__diff_records(pair), total);
}

void robotsc_diff_report_only(const struct robotsc_report *report, int side, struct robotsc_text name, struct robotsc_text file,
                              struct robotsc_diff_total *total)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	format_of(report)->only(&w, total, side, name, file);
	robotsc__writer_flush(&w);
	total->written++;
	total->only[side]++;
}

void robotsc_diff_report_end(const struct robotsc_report *report, const struct robotsc_diff_total *total)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (format_of(report)->finish)
		format_of(report)->finish(&w, report, total);
	robotsc__writer_flush(&w);
}

enum robotsc_status robotsc_verify_report(const struct robotsc_report *report, const struct robotsc_report_pair *pair,
                                          const struct robotsc_question *question,
                                          void (*after)(void *ctx, const struct robotsc_robots *robots,
                                                        const struct robotsc_comparison *comparison),
                                          struct robotsc_diff_total *total)
{
	const bool is_lines = report->format == ROBOTSC_REPORT_JSONL || report->format == ROBOTSC_REPORT_OBJECT;
	const struct diff_format *const format = JSON_ALONE || is_lines                  ? &robotsc__verify_jsonl
	                                         : report->format == ROBOTSC_REPORT_JSON ? &robotsc__verify_json
	                                                                                 : &robotsc__verify_text;
	return robotsc__diff_pair(report, pair, question, format, after, 0, total);
}
