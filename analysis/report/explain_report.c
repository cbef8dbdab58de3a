/* explain_report.c - explanations as JSON; the calls of robotsc/report.h about explain.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain_answer.h"
#include "json.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_report_url) == 80, "robotsc_report_url is ABI");
_Static_assert(sizeof(struct robotsc_explain_total) == 32, "robotsc_explain_total is ABI");

/* ---- JSON ---- */

static void put_group(struct report_writer *w, const struct answer *a)
{
	if (a->e.selected == ROBOTSC_SELECTED_NONE) {
		robotsc__json_word(w, "group", NULL);
		return;
	}
	robotsc__json_open(w, "group", '{');
	robotsc__json_text(w, "agent", robotsc__answer_agent(a));
	robotsc__json_number(w, "line", a->e.agent_line);
	robotsc__json_number(w, "rules", a->e.rules);
	robotsc__json_close(w, "}");
}

static void put_match(struct report_writer *w, const struct robotsc_match *m)
{
	robotsc__json_open(w, NULL, '{');
	robotsc__json_number(w, "line", m->line);
	robotsc__json_word(w, "verdict", robotsc__answer_verdict(m->verdict));
	robotsc__json_number(w, "octets", m->octets);
	robotsc__json_text(w, "text", m->text);
	robotsc__json_close(w, "}");
}

/* "also" is a path whose verdict turns around, too; null: there is none; left out where that is not
 * known. */
static void put_change(struct report_writer *w, const struct answer *a, size_t i)
{
	static const char *const kinds[] = {"remove", "add", "add-group", "shortest"};
	const struct answer_change *found = &a->changes[i];
	const struct robotsc_change *c = &found->change;
	robotsc__json_open(w, NULL, '{');
	robotsc__json_word(w, "kind", kinds[c->kind]);
	robotsc__json_number(w, "line", c->line);
	robotsc__json_text(w, "text", c->text);
	if (c->kind == ROBOTSC_CHANGE_REMOVE)
		robotsc__json_number(w, "then", c->then);
	if (robotsc__answer_is_wide(a, i) && (found->also.at || found->others == ROBOTSC_SAME))
		robotsc__json_optional(w, "also", found->also);
	if (w->exact)
		robotsc__json_text(w, "with", c->with);
	robotsc__json_close(w, "}");
}

static void put_json(struct report_writer *w, const struct answer *a)
{
	const struct robotsc_explanation *e = &a->e;
	robotsc__json_word(w, "dialect", robotsc_dialect_name(a->dialect));
	robotsc__json_word(w, "verdict", robotsc__answer_verdict(e->verdict));
	put_group(w, a);
	robotsc__json_bool(w, "implied", e->implied);
	robotsc__json_number(w, "deciding", e->deciding);
	robotsc__json_open(w, "matches", '[');
	for (size_t i = 0; i < a->nmatches; i++)
		put_match(w, &a->matches[i]);
	robotsc__json_close(w, "]");
	robotsc__json_word(w, "precedence", robotsc_precedence(a->dialect));
	robotsc__json_open(w, "changes", '[');
	for (size_t i = 0; i < a->nchanges; i++)
		put_change(w, a, i);
	robotsc__json_close(w, "]");
}

/* ---- what is no URL ---- */

static void put_unknown(struct report_writer *w, struct robotsc_text url)
{
	robotsc__writer_colored(w, "1;33", "unknown");
	robotsc__writer_string(w, "\t");
	robotsc__spelling_put(w, url, ROBOTSC_SPELL_TEXT);
	robotsc__writer_string(w, "\n");
}

/* ---- the calls ---- */

void robotsc_explain_report_begin(const struct robotsc_report *report)
{
	if (report->format == ROBOTSC_REPORT_JSON)
		report->write(report->ctx, "[", 1);
}

static void put_answer(const struct robotsc_report *report, const struct robotsc_report_url *url, const struct answer *a,
                       bool is_first)
{
	const bool is_document = report->format == ROBOTSC_REPORT_JSON, is_line = report->format == ROBOTSC_REPORT_JSONL;
	struct report_writer w;
	robotsc__writer_start(&w, report);
	const bool is_json = JSON_ALONE || is_document || is_line || w.exact;
	w.comma = is_document && !is_first;
	if (is_document)
		robotsc__json_line(&w);
	if (is_json) {
		robotsc__json_open(&w, NULL, '{');
		robotsc__json_text(&w, "url", url->url);
		if (a)
			put_json(&w, a);
		else
			robotsc__json_word(&w, "verdict", "unknown");
		robotsc__json_close(&w, "}");
	} else if (a) {
		robotsc__answer_text(&w, report, a);
	} else {
		put_unknown(&w, url->url);
	}
	robotsc__writer_string(&w, is_line ? "\n" : "");
	robotsc__writer_flush(&w);
}

enum robotsc_status robotsc_explain_report_url(const struct robotsc_report *report, const struct robotsc_report_url *url,
                                               struct robotsc_explain_total *total)
{
	const bool is_first = total->allowed + total->disallowed + total->unknown == 0;
	enum robotsc_status status;
	struct answer a;
	if (url->flags & ROBOTSC_URL_UNKNOWN) {
		put_answer(report, url, NULL, is_first);
		total->unknown++;
		return ROBOTSC_OK;
	}
	status = robotsc__answer_find(&a, url);
	if (status == ROBOTSC_OK) {
		put_answer(report, url, &a, is_first);
		total->allowed += a.e.verdict == ROBOTSC_ALLOW;
		total->disallowed += a.e.verdict != ROBOTSC_ALLOW;
	}
	robotsc__answer_free(&a);
	return status;
}

void robotsc_explain_report_end(const struct robotsc_report *report)
{
	if (report->format == ROBOTSC_REPORT_JSON)
		report->write(report->ctx, "\n]\n", 3);
}
