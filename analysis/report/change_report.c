/* change_report.c - reports what became of origins: which kind of change it is; and the calls of
 * robotsc/report.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diff_formats.h"
#include "robotsc/extensions.h"
#include "spelling.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_origin_change) == 112, "robotsc_origin_change is ABI");
_Static_assert(sizeof(struct robotsc_change_total) == 104, "robotsc_change_total is ABI");

/* What is needed while an origin's change is written. */
struct change_page {
	const struct robotsc_origin_change *change;
	enum robotsc_became kind;
	uint32_t records; /* fields whose records differ, as bits */
	/* The text that was written about verdicts. */
	const char *results;
	size_t results_len;
};

/* ---- records that differ ---- */

/* Hash the records of the file and of the robots.  A blob without records has no hashes. */
static void hash_records(struct field_hashes *h, const struct robotsc_blob *blob, const struct robotsc_origin_change *change)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;
	robotsc__records_begin(h);
	if (robotsc_open_extensions(blob, &ext) != ROBOTSC_OK)
		return;
	robotsc__records_add(h, &ext, NULL);
	for (size_t i = 0; i < change->nagents; i++) {
		if (robotsc_select(blob, &change->agents[i], 1, &group) == ROBOTSC_OK)
			robotsc__records_add(h, &ext, &group);
		robotsc__records_name(h, change->agents[i]);
	}
	if (!change->nagents && robotsc_select(blob, NULL, 0, &group) == ROBOTSC_OK)
		robotsc__records_add(h, &ext, &group);
}

/* The fields whose records differ, as bits: of the file, and of the robots to compare for. */
static uint32_t change_records(const struct robotsc_origin_change *change)
{
	struct field_hashes hashes[2];
	for (int i = 0; i < 2; i++)
		hash_records(&hashes[i], change->blobs[i], change);
	return robotsc__records_differ(hashes);
}

const char *robotsc_became_name(enum robotsc_became became)
{
	static const char *const names[ROBOTSC_BECAME_COUNT] = {"same",    "times",    "text",  "outcome",
	                                                        "unknown", "verdicts", "added", "removed"};
	return (unsigned)became < ROBOTSC_BECAME_COUNT ? names[became] : NULL;
}

/* ---- what became of an origin, for people ---- */

/* Write a direction of change: "newly disallowed: /a /b and others". */
static void put_direction(struct diff_page *page, int to, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	const struct diff_example *e;
	robotsc__writer_string(w, "    ");
	const bool more = robotsc__diff_direction(page, to, true, c);
	robotsc__writer_string(w, c->found[to] ? ":" : ": nothing found, but not all was explored");
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		robotsc__writer_string(w, " ");
		robotsc__spelling_put(w, robotsc__diff_path(page, e), ROBOTSC_SPELL_SHELL);
	}
	robotsc__writer_string(w, more ? " and others\n" : "\n");
}

/* Write the result for some robots, unless no verdict changes for them. */
static void text_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	if (c->answer == ROBOTSC_SAME)
		return;
	robotsc__writer_string(w, "  ");
	robotsc__diff_robots(w, robots);
	robotsc__writer_string(w, c->answer == ROBOTSC_UNKNOWN ? ": no difference found, but not all was explored\n" : "\n");
	for (int to = 0; to < 2 && c->answer == ROBOTSC_DIFFERENT; to++)
		if (c->found[to] || !c->complete)
			put_direction(page, to, c);
}

static const struct diff_format change_text = {NULL, NULL, text_result, NULL, NULL, NULL};

/* "parse (200)" */
static void put_outcome(struct report_writer *w, const struct robotsc_decision *d)
{
	const char *const end = d->end ? robotsc_end_name((enum robotsc_end)d->end) : NULL;
	robotsc__writer_string(w, robotsc_outcome_name((enum robotsc_outcome)d->outcome));
	if (end)
		robotsc__writer_format(w, " (%s)", end);
	else
		robotsc__writer_format(w, " (%u)", d->status);
}

static void change_put_text(struct report_writer *w, const struct change_page *page)
{
	const struct robotsc_origin_change *const c = page->change;
	const struct robotsc_decision *const old = c->decisions[0], *const new = c->decisions[1];
	robotsc__spelling_put(w, c->origin, ROBOTSC_SPELL_LINE);
	if (c->version.at) {
		char time[ROBOTSC_TIME_ROOM];
		robotsc__writer_string(w, " ");
		if (new) {
			robotsc_write_time(new->fetched, time);
			robotsc__writer_format(w, "%s ", time);
		}
		robotsc__spelling_put(w, c->version, ROBOTSC_SPELL_TEXT);
	}
	robotsc__writer_format(w, ": %s: ", robotsc_became_name(page->kind));
	if (old)
		put_outcome(w, old);
	if (new && (!old || old->outcome != new->outcome || old->status != new->status || old->end != new->end)) {
		robotsc__writer_string(w, old ? " to " : "");
		put_outcome(w, new);
	}
	robotsc__writer_string(w, page->records ? "; records: " : "");
	robotsc__diff_fields(w, page->records);
	robotsc__writer_string(w, "\n");
	if (page->kind == ROBOTSC_BECAME_VERDICTS || page->kind == ROBOTSC_BECAME_UNKNOWN)
		robotsc__writer_put(w, page->results, page->results_len);
}

/* Write the counts at the end. */
static void change_end_text(struct report_writer *w, const struct robotsc_change_total *t)
{
	robotsc__writer_format(w, "%" PRIu64 " added, %" PRIu64 " removed; ", t->changes[ROBOTSC_BECAME_ADDED],
	                       t->changes[ROBOTSC_BECAME_REMOVED]);
	robotsc__writer_format(w, "%" PRIu64 " with other verdicts, ", t->changes[ROBOTSC_BECAME_VERDICTS]);
	if (t->changes[ROBOTSC_BECAME_UNKNOWN])
		robotsc__writer_format(w, "%" PRIu64 " not known, ", t->changes[ROBOTSC_BECAME_UNKNOWN]);
	robotsc__writer_format(w, "%" PRIu64 " with another outcome, %" PRIu64 " with another text; ",
	                       t->changes[ROBOTSC_BECAME_OUTCOME], t->changes[ROBOTSC_BECAME_TEXT]);
	robotsc__writer_format(w, "%" PRIu64 " fetched again, %" PRIu64 " the same\n", t->changes[ROBOTSC_BECAME_TIMES],
	                       t->changes[ROBOTSC_BECAME_SAME]);
}

/* ---- what became of an origin, as JSON ---- */

static void put_paths(struct diff_page *page, const char *name, int to)
{
	struct report_writer *const w = &page->writer;
	const struct diff_example *e;
	robotsc__json_open(w, name, '[');
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++)
		robotsc__json_text(w, NULL, robotsc__diff_path(page, e));
	robotsc__json_close(w, "]");
}

static void json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *const w = &page->writer;
	w->comma = robotsc__diff_results(page);
	robotsc__json_open(w, NULL, '{');
	robotsc__diff_put_robots(w, robots, c->answer);
	robotsc__json_bool(w, "complete", c->answer == ROBOTSC_SAME || c->complete);
	put_paths(page, "newly_disallowed", ROBOTSC_DISALLOW);
	put_paths(page, "newly_allowed", ROBOTSC_ALLOW);
	robotsc__json_close(w, "}");
}

static const struct diff_format change_json = {NULL, NULL, json_result, NULL, NULL, NULL};

/* The members are those of 'robotsc snapshot list'. */
static void put_decision(struct report_writer *w, const char *name, const struct robotsc_decision *d)
{
	const char *const profile = d ? robotsc_profile_name((enum robotsc_profile)d->profile) : NULL;
	const char *const end = d ? robotsc_end_name((enum robotsc_end)d->end) : NULL;
	if (!d) {
		robotsc__json_word(w, name, NULL);
		return;
	}
	robotsc__json_open(w, name, '{');
	robotsc__json_put(w, "outcome:%s profile:%s reason:%s end:%s status:" U32,
	                  robotsc_outcome_name((enum robotsc_outcome)d->outcome), profile ? profile : "unknown",
	                  robotsc_row_text((enum robotsc_row)d->row), end ? end : "unknown", d->status);
	robotsc__json_signed(w, "fetched", d->fetched);
	robotsc__json_signed(w, "since", d->since);
	robotsc__json_signed(w, "expires", d->expires);
	robotsc__json_put(w, "revalidate:%d length:" U64, d->revalidate, d->length);
	robotsc__json_name(w, "digest");
	robotsc__writer_format(w, "\"%016" PRIx64 "\"", d->digest);
	robotsc__json_close(w, "}");
}

static void change_put_json(struct report_writer *w, const struct change_page *page)
{
	const struct robotsc_origin_change *const c = page->change;
	robotsc__json_put(w, "{origin:%p", JSON_TEXT(c->origin));
	if (c->version.at)
		robotsc__json_text(w, "snapshot", c->version);
	robotsc__json_word(w, "change", robotsc_became_name(page->kind));
	put_decision(w, "before", c->decisions[0]);
	put_decision(w, "after", c->decisions[1]);
	robotsc__diff_put_fields(w, "records", page->records);
	robotsc__json_open(w, "results", '[');
	robotsc__writer_put(w, page->results, page->results_len);
	robotsc__json_close(w, "]}");
}

static void change_end_json(struct report_writer *w, const struct robotsc_change_total *t)
{
	static const enum robotsc_became order[] = {ROBOTSC_BECAME_ADDED,   ROBOTSC_BECAME_REMOVED, ROBOTSC_BECAME_VERDICTS,
	                                            ROBOTSC_BECAME_UNKNOWN, ROBOTSC_BECAME_OUTCOME, ROBOTSC_BECAME_TEXT,
	                                            ROBOTSC_BECAME_TIMES,   ROBOTSC_BECAME_SAME};
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_open(w, "summary", '{');
	for (unsigned i = 0; i < ROBOTSC_BECAME_COUNT; i++)
		robotsc__json_number(w, robotsc_became_name(order[i]), t->changes[order[i]]);
	robotsc__json_close(w, "}");
	robotsc__json_end(w);
}

static bool is_json(const struct robotsc_report *report)
{
	return JSON_ALONE || report->format == ROBOTSC_REPORT_JSON || report->format == ROBOTSC_REPORT_JSONL;
}

/* ---- the kind ---- */

static bool same_outcome(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->outcome == b->outcome && a->status == b->status && a->end == b->end && a->profile == b->profile &&
	       a->row == b->row && !a->revalidate == !b->revalidate && !a->challenge == !b->challenge;
}

static bool same_text(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->length == b->length && a->digest == b->digest;
}

static bool same_blobs(const struct robotsc_blob *a, const struct robotsc_blob *b)
{
	return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* The kind of change if all verdicts are the same.  blobs: the blobs are the same, too. */
static enum robotsc_became kind_beside(const struct robotsc_origin_change *c, bool blobs)
{
	const struct robotsc_decision *const a = c->decisions[0], *const b = c->decisions[1];
	if (!same_outcome(a, b))
		return ROBOTSC_BECAME_OUTCOME;
	if (!blobs || !same_text(a, b))
		return ROBOTSC_BECAME_TEXT;
	return a->fetched != b->fetched || a->expires != b->expires || a->since != b->since ? ROBOTSC_BECAME_TIMES
	                                                                                    : ROBOTSC_BECAME_SAME;
}

/* ---- the verdicts ---- */

/* Octets that grow. */
struct collected {
	char *at;
	size_t len, room;
	bool lost; /* some octets are missing: there was no memory */
};

static void collect(void *ctx, const char *text, size_t len)
{
	struct collected *const c = ctx;
	if (len > c->room - c->len) {
		const size_t room = 2 * (c->room + len);
		char *const at = realloc(c->at, room);
		if (!at) {
			c->lost = true;
			return;
		}
		c->at = at;
		c->room = room;
	}
	memcpy(c->at + c->len, text, len);
	c->len += len;
}

/* Compare the verdicts, and collect the text about them in results. */
static enum robotsc_status compare(const struct robotsc_report *report, struct change_page *page,
                                   const struct robotsc_question *question, struct collected *results,
                                   struct robotsc_diff_total *total)
{
	const struct robotsc_origin_change *const c = page->change;
	const struct robotsc_report to_memory = {
		.write = collect, .ctx = results, .format = report->format, .color = report->color};
	const struct robotsc_report_pair pair = {.sides = {{.blob = c->blobs[0]}, {.blob = c->blobs[1]}},
	                                         .agents = c->agents,
	                                         .nagents = c->nagents,
	                                         .fallbacks = c->fallbacks,
	                                         .nfallbacks = c->nfallbacks};
	const struct diff_format *const format = is_json(report) ? &change_json : &change_text;
	const enum robotsc_status status = robotsc__diff_pair(&to_memory, &pair, question, format, NULL, 0, total);
	page->results = results->at;
	page->results_len = results->len;
	page->records = change_records(c);
	return status == ROBOTSC_OK && results->lost ? ROBOTSC_ERR_NOMEM : status;
}

static enum robotsc_status find_kind(const struct robotsc_report *report, struct change_page *page,
                                     const struct robotsc_question *question, struct collected *results,
                                     struct robotsc_change_total *total)
{
	const struct robotsc_origin_change *const c = page->change;
	struct robotsc_diff_total found = {.written = 0};
	enum robotsc_status status;
	page->kind = !c->decisions[0] ? ROBOTSC_BECAME_ADDED : ROBOTSC_BECAME_REMOVED;
	if (!c->decisions[0] || !c->decisions[1])
		return ROBOTSC_OK;
	page->kind = kind_beside(c, true);
	if (same_blobs(c->blobs[0], c->blobs[1]))
		return ROBOTSC_OK;
	status = compare(report, page, question, results, &found);
	page->kind = found.results[ROBOTSC_DIFFERENT] ? ROBOTSC_BECAME_VERDICTS
	             : found.results[ROBOTSC_UNKNOWN] ? ROBOTSC_BECAME_UNKNOWN
	                                              : kind_beside(c, false);
	for (int i = 0; i < 2; i++)
		total->verdicts[i] += found.changed[i];
	return status;
}

/* ---- the calls ---- */

void robotsc_change_report_begin(const struct robotsc_report *report)
{
	if (report->format == ROBOTSC_REPORT_JSON)
		report->write(report->ctx, "{\"origins\":[", 12);
}

enum robotsc_status robotsc_change_report_origin(const struct robotsc_report *report, const struct robotsc_origin_change *change,
                                                 const struct robotsc_question *question, struct robotsc_change_total *total)
{
	struct change_page page = {.change = change};
	struct collected results = {.at = NULL};
	const enum robotsc_status status = find_kind(report, &page, question, &results, total);
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (page.kind > ROBOTSC_BECAME_TIMES && status == ROBOTSC_OK) {
		if (report->format == ROBOTSC_REPORT_JSON) {
			w.comma = total->written;
			robotsc__json_line(&w);
		}
		if (is_json(report))
			change_put_json(&w, &page);
		else
			change_put_text(&w, &page);
		if (report->format == ROBOTSC_REPORT_JSONL)
			robotsc__writer_string(&w, "\n");
		total->written++;
	}
	robotsc__writer_flush(&w);
	total->changes[page.kind] += status == ROBOTSC_OK;
	free(results.at);
	return status;
}

void robotsc_change_report_end(const struct robotsc_report *report, const struct robotsc_change_total *total)
{
	struct report_writer w;
	robotsc__writer_start(&w, report);
	if (report->format == ROBOTSC_REPORT_JSON)
		change_end_json(&w, total);
	else if (!is_json(report) && report->many)
		change_end_text(&w, total);
	robotsc__writer_flush(&w);
}
