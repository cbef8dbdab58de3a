/* change_report.c - what became of origins: finds out which kind of change it is, and the calls.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "change_formats.h"
#include "json.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_origin_change) == 112, "robotsc_origin_change is ABI");
_Static_assert(sizeof(struct robotsc_change_total) == 104, "robotsc_change_total is ABI");

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

/* The kind of change if all verdicts are the same. */
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
	bool lost; /* there was no memory */
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

/* Compare the verdicts, and collect what is to be written of them. */
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
	const struct diff_format *const format = is_json(report) ? &robotsc__change_json : &robotsc__change_text;
	const enum robotsc_status status = robotsc__diff_pair(&to_memory, &pair, question, format, total);
	page->results = results->at;
	page->results_len = results->len;
	page->records = robotsc__change_records(c);
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
			robotsc__change_put_json(&w, &page);
		else
			robotsc__change_put_text(&w, &page);
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
		robotsc__change_end_json(&w, total);
	else if (!is_json(report) && report->many)
		robotsc__change_end_text(&w, total);
	robotsc__writer_flush(&w);
}
