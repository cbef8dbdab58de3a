/* diff_json.c - results of comparisons as JSON, one document or an object a line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diff_formats.h"
#include "robotsc/extensions.h"
#include "spelling.h"

/* ---- what the documents share ---- */

static const char *const diff_sides[2] = {"a", "b"}, *const verify_sides[2] = {"text", "blob"};

/* The members "a" and "b", or as names say: {"file":"old.txt","dialect":"rfc9309"}. */
static void put_sides(struct diff_page *page, const char *const names[2])
{
	struct report_writer *w = &page->writer;
	for (int side = 0; side < 2; side++) {
		const char *dialect = robotsc_dialect_name(robotsc__diff_dialect(&page->pair->sides[side]));
		robotsc__json_open(w, names[side], '{');
		robotsc__json_text(w, "file", page->pair->files[side]);
		robotsc__json_word(w, "dialect", dialect ? dialect : "of another version");
		robotsc__json_close(w, "}");
	}
}

void robotsc__diff_put_robots(struct report_writer *w, const struct robotsc_robots *robots, enum robotsc_answer answer)
{
	robotsc__json_texts(w, "agents", robots->tokens, robots->n);
	robotsc__json_bool(w, "others", robots->others);
	robotsc__json_word(w, "answer", robotsc_answer_name(answer));
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
	robotsc__json_name(w, "robots");
	robotsc__writer_string(w, "\"");
	robotsc_spell_robots(robots, put_escaped, w);
	robotsc__writer_string(w, "\"");
}

/* Write the reasons of both sides; for programs also in words. */
static void put_reasons(struct report_writer *w, const struct diff_example *e)
{
	for (int side = 0; side < 2; side++) {
		const struct robotsc_reason *const reason = &e->reason[side];
		robotsc__json_open(w, diff_sides[side], '{');
		robotsc__json_word(w, "kind", robotsc_reason_name(reason->kind));
		if (reason->kind == ROBOTSC_REASON_LINE) {
			robotsc__json_number(w, "line", reason->line);
			robotsc__json_text(w, "text", reason->text);
		} else if (w->exact) {
			robotsc__json_word(w, "words", robotsc_reason_text(reason->kind));
		}
		robotsc__json_close(w, "}");
	}
}

/* Begin an object on a line of its own in a list, which has more before it or not. */
static void begin_line(struct report_writer *w, bool more)
{
	w->comma = more;
	robotsc__json_line(w);
	robotsc__json_open(w, NULL, '{');
}

/* ---- diff ---- */

static void put_examples(struct diff_page *page, int to)
{
	static const char *const directions[2] = {"newly_disallowed", "newly_allowed"};
	struct report_writer *w = &page->writer;
	const struct diff_example *e;
	robotsc__json_open(w, directions[to], '[');
	for (size_t i = 0; (e = robotsc__diff_example(page, to, i)); i++) {
		robotsc__json_open(w, NULL, '{');
		robotsc__json_text(w, "path", robotsc__diff_path(page, e));
		put_reasons(w, e);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]");
}

/* The members of a result.  states: with their number. */
static void put_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c, bool states)
{
	struct report_writer *w = &page->writer;
	robotsc__diff_put_robots(w, robots, c->answer);
	robotsc__json_bool(w, "complete", c->answer == ROBOTSC_SAME || c->complete);
	if (states)
		robotsc__json_number(w, "states", c->states);
	if (w->exact)
		robotsc__json_number(w, "steps", c->steps);
	put_names(w, robots);
	for (int to = 0; to < 2; to++)
		put_examples(page, to);
}

/* The members that each pair begins with. */
static void put_pair(struct diff_page *page)
{
	robotsc__json_optional(&page->writer, "name", page->pair->name);
	put_sides(page, diff_sides);
}

/* The members of a file that only one side has. */
static void put_only(struct report_writer *w, int side, struct robotsc_text name, struct robotsc_text file)
{
	robotsc__json_optional(w, "name", name);
	for (int i = 0; i < 2; i++) {
		if (i != side) {
			robotsc__json_word(w, diff_sides[i], NULL);
			continue;
		}
		robotsc__json_open(w, diff_sides[i], '{');
		robotsc__json_text(w, "file", file);
		robotsc__json_close(w, "}");
	}
	robotsc__json_word(w, "answer", side ? "only-b" : "only-a");
}

static void json_start(struct report_writer *w)
{
	robotsc__json_open(w, NULL, '{');
	robotsc__json_open(w, "pairs", '[');
}

static void json_begin(struct diff_page *page)
{
	begin_line(&page->writer, page->total->written);
	put_pair(page);
	robotsc__json_open(&page->writer, "results", '[');
}

static void json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	begin_line(&page->writer, robotsc__diff_results(page));
	put_result(page, robots, c, false);
	robotsc__json_close(&page->writer, "}");
}

static void json_end(struct diff_page *page)
{
	robotsc__json_close(&page->writer, "]");
	robotsc__json_word(&page->writer, "answer", robotsc_answer_name(robotsc__diff_answer(page)));
	if (page->records)
		robotsc__diff_put_fields(&page->writer, "not_compared", page->records);
	robotsc__json_close(&page->writer, "}");
}

static void json_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                      struct robotsc_text file)
{
	begin_line(w, before->written);
	put_only(w, side, name, file);
	robotsc__json_close(w, "}");
}

static void json_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_diff_total *t)
{
	(void)report;
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_open(w, "summary", '{');
	robotsc__json_number(w, "same", t->answers[ROBOTSC_SAME]);
	robotsc__json_number(w, "changed", t->answers[ROBOTSC_DIFFERENT]);
	robotsc__json_number(w, "not_known", t->answers[ROBOTSC_UNKNOWN]);
	robotsc__json_number(w, "not_compared", t->unread);
	robotsc__json_number(w, "only_a", t->only[0]);
	robotsc__json_number(w, "only_b", t->only[1]);
	robotsc__json_close(w, "}");
	robotsc__json_end(w);
}

const struct diff_format robotsc__diff_json = {json_start, json_begin, json_result, json_end, json_only, json_finish};

static void jsonl_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	robotsc__json_open(w, NULL, '{');
	put_pair(page);
	put_result(page, robots, c, true);
	if (page->records)
		robotsc__diff_put_fields(w, "not_compared", page->records);
	robotsc__json_end(w);
}

static void jsonl_only(struct report_writer *w, const struct robotsc_diff_total *before, int side, struct robotsc_text name,
                       struct robotsc_text file)
{
	(void)before;
	robotsc__json_open(w, NULL, '{');
	put_only(w, side, name, file);
	robotsc__json_end(w);
}

const struct diff_format robotsc__diff_jsonl = {NULL, NULL, jsonl_result, NULL, jsonl_only, NULL};

/* ---- verify ---- */

static void put_proof(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct report_writer *w = &page->writer;
	const struct diff_example *e = robotsc__diff_first(page);
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
}

static void verify_json_begin(struct diff_page *page)
{
	robotsc__json_open(&page->writer, NULL, '{');
	put_sides(page, verify_sides);
	robotsc__json_open(&page->writer, "results", '[');
}

static void verify_json_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	begin_line(&page->writer, robotsc__diff_results(page));
	put_proof(page, robots, c);
	robotsc__json_close(&page->writer, "}");
}

static void verify_json_end(struct diff_page *page)
{
	struct report_writer *w = &page->writer;
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_open(w, "summary", '{');
	robotsc__json_number(w, "proved", page->results[ROBOTSC_SAME]);
	robotsc__json_number(w, "different", page->results[ROBOTSC_DIFFERENT]);
	robotsc__json_number(w, "not_known", page->results[ROBOTSC_UNKNOWN]);
	robotsc__json_close(w, "}");
	robotsc__json_end(w);
}

const struct diff_format robotsc__verify_json = {NULL, verify_json_begin, verify_json_result, verify_json_end, NULL, NULL};

static void verify_jsonl_result(struct diff_page *page, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	robotsc__json_open(&page->writer, NULL, '{');
	put_sides(page, verify_sides);
	put_proof(page, robots, c);
	robotsc__json_end(&page->writer);
}

const struct diff_format robotsc__verify_jsonl = {NULL, NULL, verify_jsonl_result, NULL, NULL, NULL};
