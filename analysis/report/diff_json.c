/* diff_json.c - results of comparisons as JSON, one document or an object a line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diff_formats.h"
#include "robotsc/extensions.h"
#include "spelling.h"

/* ---- what the documents share ---- */

static const char *const diff_sides[2] = {"a", "b"}, *const verify_sides[2] = {"text", "blob"};

/* Write both sides; names: of the members.  {"file":"old.txt","dialect":"rfc9309"} */
static void put_sides(struct diff_page *page, const char *const names[2])
{
	struct report_writer *w = &page->writer;
	for (int side = 0; side < 2; side++) {
		const char *dialect = robotsc_dialect_name(robotsc__diff_dialect(&page->pair->sides[side]));
		robotsc__json_open(w, names[side], '{');
		robotsc__json_put(w, "file:%p dialect:%s}", JSON_TEXT(page->pair->files[side]),
		                  dialect ? dialect : "of another version");
	}
}

void robotsc__diff_put_robots(struct report_writer *w, const struct robotsc_robots *robots, enum robotsc_answer answer)
{
	robotsc__json_texts(w, "agents", robots->tokens, robots->n);
	robotsc__json_put(w, "others:%d answer:%s", robots->others, robotsc_answer_name(answer));
}

void robotsc__diff_put_fields(struct report_writer *w, const char *name, uint32_t fields)
{
	robotsc__json_open(w, name, '[');
	for (unsigned i = 0; i < 32; i++)
		if (fields >> i & 1) {
			const char *const field = robotsc_field_name((enum robotsc_line_field)i);
			robotsc__json_word(w, NULL, field ? field : "unknown");
		}
	robotsc__json_close(w, "]");
}

/* Escape quotes and backslashes: spelled text has nothing else that JSON escapes. */
static void put_escaped(void *w, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		robotsc__writer_put(w, "\\", text[i] == '"' || text[i] == '\\');
		robotsc__writer_put(w, text + i, 1);
	}
}

/* Write the names of robots as text has them; only for programs (exact). */
static void put_names(struct report_writer *w, const struct robotsc_robots *robots)
{
	if (!w->exact)
		return;
	robotsc__json_name(w, "robots");
	robotsc__writer_string(w, "\"");
	robotsc_spell_robots(robots, put_escaped, w);
	robotsc__writer_string(w, "\"");
}

/* Write the reasons of both sides; for programs (exact) also in words. */
static void put_reasons(struct report_writer *w, const struct diff_example *e)
{
	for (int side = 0; side < 2; side++) {
		const struct robotsc_reason *const reason = &e->reason[side];
		robotsc__json_open(w, diff_sides[side], '{');
		robotsc__json_word(w, "kind", robotsc_reason_name(reason->kind));
		if (reason->kind == ROBOTSC_REASON_LINE)
			robotsc__json_put(w, "line:" U32 " text:%p", reason->line, JSON_TEXT(reason->text));
		else if (w->exact)
			robotsc__json_word(w, "words", robotsc_reason_text(reason->kind));
		robotsc__json_close(w, "}");
	}
}

/* Begin an object: in a list on a new line; with lines (jsonl) it stands alone. */
static void begin(struct report_writer *w, bool lines, bool more)
{
	w->comma = more && !lines;
	if (!lines)
		robotsc__json_line(w);
	robotsc__json_open(w, NULL, '{');
}

/* End it. */
static void end(struct report_writer *w, bool lines)
{
	if (lines)
		robotsc__json_end(w);
	else
		robotsc__json_close(w, "}");
}

/* ---- diff ---- */

static void put_examples(struct diff_page *page, int to)
{
	struct report_writer *w = &page->writer;
	const struct diff_example *e;
	robotsc__json_open(w, to == ROBOTSC_ALLOW ? "newly_allowed" : "newly_disallowed", '[');
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		const struct robotsc_text path = robotsc__diff_path(page, e);
		robotsc__json_put(w, "{path:%p", JSON_TEXT(path));
		put_reasons(w, e);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]");
}

/* Write the members that each pair begins with. */
static void put_pair(struct diff_page *page)
{
	robotsc__json_optional(&page->writer, "name", page->pair->name);
	put_sides(page, diff_sides);
}

/* Write a result as an object. */
static void put_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c, bool lines)
{
	struct report_writer *w = &page->writer;
	begin(w, lines, robotsc__diff_results(page));
	if (lines)
		put_pair(page);
	robotsc__diff_put_robots(w, robots, c->answer);
	robotsc__json_bool(w, "complete", c->answer == ROBOTSC_SAME || c->complete);
	if (lines)
		robotsc__json_number(w, "states", c->states);
	if (w->exact)
		robotsc__json_number(w, "steps", c->steps);
	put_names(w, robots);
	for (int to = 0; to < 2; to++)
		put_examples(page, to);
	if (lines && page->records)
		robotsc__diff_put_fields(w, "not_compared", page->records);
	end(w, lines);
}

static void json_start(struct report_writer *w)
{
	robotsc__json_put(w, "{pairs:[");
}

static void json_begin(struct diff_page *page)
{
	begin(&page->writer, false, page->total->written);
	put_pair(page);
	robotsc__json_open(&page->writer, "results", '[');
}

static void json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	put_result(page, robots, c, false);
}

static void jsonl_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	put_result(page, robots, c, true);
}

static void json_end(struct diff_page *page)
{
	robotsc__json_put(&page->writer, "] answer:%s", robotsc_answer_name(robotsc__diff_answer(page)));
	if (page->records)
		robotsc__diff_put_fields(&page->writer, "not_compared", page->records);
	robotsc__json_close(&page->writer, "}");
}

/* Write an object for a file that only one side has. */
static void put_only(struct report_writer *w, uint64_t before, int side, struct robotsc_text name, struct robotsc_text file,
                     bool lines)
{
	begin(w, lines, before);
	robotsc__json_optional(w, "name", name);
	if (side)
		robotsc__json_word(w, "a", NULL);
	robotsc__json_open(w, diff_sides[side], '{');
	robotsc__json_put(w, "file:%p}", JSON_TEXT(file));
	if (!side)
		robotsc__json_word(w, "b", NULL);
	robotsc__json_word(w, "answer", side ? "only-b" : "only-a");
	end(w, lines);
}

static void json_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                      struct robotsc_text file)
{
	put_only(w, before->written, side, name, file, false);
}

static void jsonl_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                       struct robotsc_text file)
{
	put_only(w, before->written, side, name, file, true);
}

static void json_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_diff_total *t)
{
	(void)report;
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_put(
		w, "summary:{same:" U64 " changed:" U64 " not_known:" U64 " not_compared:" U64 " only_a:" U64 " only_b:" U64 "}",
		t->answers[ROBOTSC_SAME], t->answers[ROBOTSC_DIFFERENT], t->answers[ROBOTSC_UNKNOWN], t->unread, t->only[0],
		t->only[1]);
	robotsc__json_end(w);
}

const struct diff_format robotsc__diff_json = {json_start, json_begin, json_result, json_end, json_only, json_finish};
const struct diff_format robotsc__diff_jsonl = {NULL, NULL, jsonl_result, NULL, jsonl_only, NULL};

/* ---- verify ---- */

static void put_proof(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c, bool lines)
{
	struct report_writer *w = &page->writer;
	const struct diff_example *e = robotsc__diff_first(page);
	begin(w, lines, robotsc__diff_results(page));
	if (lines)
		put_sides(page, verify_sides);
	robotsc__diff_put_robots(w, robots, c->answer);
	robotsc__json_number(w, "states", c->states);
	put_names(w, robots);
	robotsc__json_optional(w, "path", e ? robotsc__diff_path(page, e) : (struct robotsc_text){NULL, 0});
	if (e && w->exact)
		put_reasons(w, e);
	if (e)
		robotsc__json_bool(w, "allowed", page->first);
	else
		robotsc__json_word(w, "allowed", NULL);
	end(w, lines);
}

static void verify_json_begin(struct diff_page *page)
{
	robotsc__json_open(&page->writer, NULL, '{');
	put_sides(page, verify_sides);
	robotsc__json_open(&page->writer, "results", '[');
}

static void verify_json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	put_proof(page, robots, c, false);
}

static void verify_jsonl_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	put_proof(page, robots, c, true);
}

static void verify_json_end(struct diff_page *page)
{
	struct report_writer *w = &page->writer;
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_put(w, "summary:{proved:" U64 " different:" U64 " not_known:" U64 "}", page->results[ROBOTSC_SAME],
	                  page->results[ROBOTSC_DIFFERENT], page->results[ROBOTSC_UNKNOWN]);
	robotsc__json_end(w);
}

const struct diff_format robotsc__verify_json = {NULL, verify_json_begin, verify_json_result, verify_json_end, NULL, NULL};
const struct diff_format robotsc__verify_jsonl = {NULL, NULL, verify_jsonl_result, NULL, NULL, NULL};
