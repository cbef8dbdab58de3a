/* explain_report.c - explanations as JSON; the calls of robotsc/report.h about explain.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain_answer.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_report_url) == 80, "robotsc_report_url is ABI");
_Static_assert(sizeof(struct robotsc_explain_total) == 32, "robotsc_explain_total is ABI");

/* ---- JSON ---- */

static void put_member(struct report_writer *w, const char *before, struct robotsc_text text)
{
	robotsc__writer_string(w, before);
	robotsc__spelling_json(w, text);
}

static void put_group(struct report_writer *w, const struct answer *a)
{
	if (a->e.selected == ROBOTSC_SELECTED_NONE) {
		robotsc__writer_string(w, ",\"group\":null");
		return;
	}
	put_member(w, ",\"group\":{\"agent\":", robotsc__answer_agent(a));
	robotsc__writer_format(w, ",\"line\":%lu,\"rules\":%lu}", (unsigned long)a->e.agent_line, (unsigned long)a->e.rules);
}

static void put_match(struct report_writer *w, const struct robotsc_match *m)
{
	robotsc__writer_format(w, "{\"line\":%lu,\"verdict\":\"%s\",\"octets\":%lu", (unsigned long)m->line,
	                       robotsc__answer_verdict(m->verdict), (unsigned long)m->octets);
	put_member(w, ",\"text\":", m->text);
	robotsc__writer_string(w, "}");
}

/* "also" is a path whose verdict turns around, too; null: there is none; left out where that is not
 * known. */
static void put_change(struct report_writer *w, const struct answer *a, size_t i)
{
	static const char *const kinds[] = {"remove", "add", "add-group", "shortest"};
	const struct answer_change *found = &a->changes[i];
	const struct robotsc_change *c = &found->change;
	robotsc__writer_format(w, "{\"kind\":\"%s\",\"line\":%lu", kinds[c->kind], (unsigned long)c->line);
	put_member(w, ",\"text\":", c->text);
	if (c->kind == ROBOTSC_CHANGE_REMOVE)
		robotsc__writer_format(w, ",\"then\":%lu", (unsigned long)c->then);
	if (robotsc__answer_is_wide(a, i) && found->also.at)
		put_member(w, ",\"also\":", found->also);
	else if (robotsc__answer_is_wide(a, i) && found->others == ROBOTSC_SAME)
		robotsc__writer_string(w, ",\"also\":null");
	if (w->exact)
		put_member(w, ",\"with\":", c->with);
	robotsc__writer_string(w, "}");
}

static void put_json(struct report_writer *w, const struct answer *a)
{
	const struct robotsc_explanation *e = &a->e;
	put_member(w, "{\"url\":", a->asked->url);
	robotsc__writer_format(w, ",\"dialect\":\"%s\",\"verdict\":\"%s\"", robotsc_dialect_name(a->dialect),
	                       robotsc__answer_verdict(e->verdict));
	put_group(w, a);
	robotsc__writer_format(w, ",\"implied\":%s,\"deciding\":%lu,\"matches\":[", e->implied ? "true" : "false",
	                       (unsigned long)e->deciding);
	for (size_t i = 0; i < a->nmatches; i++) {
		robotsc__writer_string(w, i ? "," : "");
		put_match(w, &a->matches[i]);
	}
	put_member(w, "],\"precedence\":", robotsc__writer_text(robotsc_precedence(a->dialect)));
	robotsc__writer_string(w, ",\"changes\":[");
	for (size_t i = 0; i < a->nchanges; i++) {
		robotsc__writer_string(w, i ? "," : "");
		put_change(w, a, i);
	}
	robotsc__writer_string(w, "]}");
}

/* ---- what is no URL ---- */

static void put_unknown(struct report_writer *w, struct robotsc_text url, bool is_json)
{
	if (is_json) {
		put_member(w, "{\"url\":", url);
		robotsc__writer_string(w, ",\"verdict\":\"unknown\"}");
		return;
	}
	robotsc__writer_color(w, "1;33");
	robotsc__writer_string(w, "unknown");
	robotsc__writer_color(w, "0");
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
	if (is_document)
		robotsc__writer_string(&w, is_first ? "\n" : ",\n");
	if (!a)
		put_unknown(&w, url->url, is_json);
	else if (is_json)
		put_json(&w, a);
	else
		robotsc__answer_text(&w, report, a);
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
