/* diff_json.c - results of comparisons as JSON, one document or an object a line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "diff_formats.h"

static const char *boolean(bool value)
{
	return value ? "true" : "false";
}

/* ---- what the documents share ---- */

/* "a":{"file":"old.txt","dialect":"rfc9309"},"b":{...}, in an object. */
static void put_sides(struct diff_page *page, const char *const names[2])
{
	struct report_writer *w = &page->writer;
	for (int side = 0; side < 2; side++) {
		const char *dialect = robotsc_dialect_name(robotsc__diff_dialect(&page->pair->sides[side]));
		robotsc__writer_format(w, "%s\"%s\":{\"file\":", side ? "," : "", names[side]);
		robotsc__spelling_json(w, page->pair->files[side]);
		robotsc__writer_format(w, ",\"dialect\":\"%s\"}", dialect ? dialect : "of another version");
	}
}

/* The members that each result begins with. */
static void put_robots(struct report_writer *w, const struct robotsc_robots *robots, enum robotsc_answer answer)
{
	robotsc__writer_string(w, "\"agents\":[");
	for (size_t i = 0; i < robots->n; i++) {
		robotsc__writer_string(w, i ? "," : "");
		robotsc__spelling_json(w, robots->tokens[i]);
	}
	robotsc__writer_format(w, "],\"others\":%s,\"answer\":\"%s\"", boolean(robots->others), robotsc_answer_name(answer));
}

static void put_states(struct report_writer *w, const struct robotsc_comparison *c)
{
	robotsc__writer_format(w, ",\"states\":%lu", (unsigned long)c->states);
}

/* Spelled text has nothing else that JSON escapes. */
static void put_escaped(void *w, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		robotsc__writer_put(w, "\\", text[i] == '"' || text[i] == '\\');
		robotsc__writer_put(w, text + i, 1);
	}
}

/* For programs: what text calls the robots. */
static void put_names(struct report_writer *w, const struct robotsc_robots *robots)
{
	if (!w->exact)
		return;
	robotsc__writer_string(w, ",\"robots\":\"");
	robotsc_spell_robots(robots, put_escaped, w);
	robotsc__writer_string(w, "\"");
}

static const char *const diff_sides[2] = {"a", "b"};

/* Write the reasons of both sides; for programs also in words. */
static void put_reasons(struct report_writer *w, const struct diff_example *e)
{
	for (int side = 0; side < 2; side++) {
		const struct robotsc_reason *const reason = &e->reason[side];
		robotsc__writer_format(w, ",\"%s\":{\"kind\":\"%s\"", diff_sides[side], robotsc_reason_name(reason->kind));
		if (reason->kind == ROBOTSC_REASON_LINE) {
			robotsc__writer_format(w, ",\"line\":%lu", (unsigned long)reason->line);
			robotsc__spelling_member(w, "text", reason->text);
		} else if (w->exact) {
			robotsc__spelling_member(w, "words", robotsc__writer_text(robotsc_reason_text(reason->kind)));
		}
		robotsc__writer_string(w, "}");
	}
}

/* ---- diff ---- */

static void put_examples(struct diff_page *page, int to)
{
	static const char *const directions[2] = {"newly_disallowed", "newly_allowed"};
	struct report_writer *w = &page->writer;
	const struct diff_example *e;
	robotsc__writer_format(w, ",\"%s\":[", directions[to]);
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		robotsc__writer_string(w, i ? ",{\"path\":" : "{\"path\":");
		robotsc__spelling_json(w, robotsc__diff_path(page, e));
		put_reasons(w, e);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]");
}

/* The members of a result.  states: with their number. */
static void put_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c, bool states)
{
	put_robots(&page->writer, robots, c->answer);
	robotsc__writer_format(&page->writer, ",\"complete\":%s", boolean(c->answer == ROBOTSC_SAME || c->complete));
	if (states)
		put_states(&page->writer, c);
	if (page->writer.exact)
		robotsc__writer_format(&page->writer, ",\"steps\":%" PRIu64, c->steps);
	put_names(&page->writer, robots);
	for (int to = 0; to < 2; to++)
		put_examples(page, to);
}

/* What is not compared, if it differs. */
static void put_records(struct diff_page *page)
{
	if (!page->records)
		return;
	robotsc__writer_string(&page->writer, ",\"not_compared\":[");
	robotsc__diff_fields(&page->writer, page->records, "\"");
	robotsc__writer_string(&page->writer, "]");
}

/* The member that each pair begins with. */
static void put_name(struct report_writer *w, struct robotsc_text name)
{
	robotsc__writer_string(w, "\"name\":");
	if (name.at)
		robotsc__spelling_json(w, name);
	else
		robotsc__writer_string(w, "null");
}

static void put_only(struct report_writer *w, int side, struct robotsc_text name, struct robotsc_text file)
{
	put_name(w, name);
	robotsc__writer_format(w, ",\"a\":%s{\"file\":", side ? "null,\"b\":" : "");
	robotsc__spelling_json(w, file);
	robotsc__writer_format(w, "}%s,\"answer\":\"only-%s\"}", side ? "" : ",\"b\":null", diff_sides[side]);
}

static void json_start(struct report_writer *w)
{
	robotsc__writer_string(w, "{\"pairs\":[");
}

static void json_begin(struct diff_page *page)
{
	robotsc__writer_string(&page->writer, page->total->written ? ",\n{" : "\n{");
	put_name(&page->writer, page->pair->name);
	robotsc__writer_string(&page->writer, ",");
	put_sides(page, diff_sides);
	robotsc__writer_string(&page->writer, ",\"results\":[");
}

static void json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	robotsc__writer_string(&page->writer, robotsc__diff_results(page) ? ",\n{" : "\n{");
	put_result(page, robots, c, false);
	robotsc__writer_string(&page->writer, "}");
}

static void json_end(struct diff_page *page)
{
	robotsc__writer_format(&page->writer, "],\"answer\":\"%s\"", robotsc_answer_name(robotsc__diff_answer(page)));
	put_records(page);
	robotsc__writer_string(&page->writer, "}");
}

static void json_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                      struct robotsc_text file)
{
	robotsc__writer_string(w, before->written ? ",\n{" : "\n{");
	put_only(w, side, name, file);
}

static void json_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_diff_total *t)
{
	(void)report;
	robotsc__writer_format(w, "],\n\"summary\":{\"same\":%" PRIu64 ",\"changed\":%" PRIu64 ",\"not_known\":%" PRIu64,
	                       t->answers[ROBOTSC_SAME], t->answers[ROBOTSC_DIFFERENT], t->answers[ROBOTSC_UNKNOWN]);
	robotsc__writer_format(w, ",\"not_compared\":%" PRIu64 ",\"only_a\":%" PRIu64 ",\"only_b\":%" PRIu64 "}}\n", t->unread,
	                       t->only[0], t->only[1]);
}

const struct diff_format robotsc__diff_json = {json_start, json_begin, json_result, json_end, json_only, json_finish};

static void jsonl_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	robotsc__writer_string(&page->writer, "{");
	put_name(&page->writer, page->pair->name);
	robotsc__writer_string(&page->writer, ",");
	put_sides(page, diff_sides);
	robotsc__writer_string(&page->writer, ",");
	put_result(page, robots, c, true);
	put_records(page);
	robotsc__writer_string(&page->writer, "}\n");
}

static void jsonl_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                       struct robotsc_text file)
{
	(void)before;
	robotsc__writer_string(w, "{");
	put_only(w, side, name, file);
	robotsc__writer_string(w, "\n");
}

const struct diff_format robotsc__diff_jsonl = {NULL, NULL, jsonl_result, NULL, jsonl_only, NULL};

/* ---- verify ---- */

static const char *const verify_sides[2] = {"text", "blob"};

static void put_proof(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	const struct diff_example *e = robotsc__diff_first(page);
	put_robots(w, robots, c->answer);
	put_states(w, c);
	put_names(w, robots);
	if (e)
		robotsc__spelling_member(w, "path", robotsc__diff_path(page, e));
	if (e && w->exact)
		put_reasons(w, e);
	robotsc__writer_format(w, "%s,\"allowed\":%s}", e ? "" : ",\"path\":null", e ? boolean(page->first) : "null");
}

static void verify_json_begin(struct diff_page *page)
{
	robotsc__writer_string(&page->writer, "{");
	put_sides(page, verify_sides);
	robotsc__writer_string(&page->writer, ",\"results\":[");
}

static void verify_json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	robotsc__writer_string(&page->writer, robotsc__diff_results(page) ? ",\n{" : "\n{");
	put_proof(page, robots, c);
}

static void verify_json_end(struct diff_page *page)
{
	robotsc__writer_format(&page->writer,
	                       "],\n\"summary\":{\"proved\":%" PRIu64 ",\"different\":%" PRIu64 ",\"not_known\":%" PRIu64 "}}\n",
	                       page->results[ROBOTSC_SAME], page->results[ROBOTSC_DIFFERENT], page->results[ROBOTSC_UNKNOWN]);
}

const struct diff_format robotsc__verify_json = {NULL, verify_json_begin, verify_json_result, verify_json_end, NULL, NULL};

static void verify_jsonl_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	robotsc__writer_string(&page->writer, "{");
	put_sides(page, verify_sides);
	robotsc__writer_string(&page->writer, ",");
	put_proof(page, robots, c);
	robotsc__writer_string(&page->writer, "\n");
}

const struct diff_format robotsc__verify_jsonl = {NULL, NULL, verify_jsonl_result, NULL, NULL, NULL};
