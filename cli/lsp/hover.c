/* hover.c - what a group means: the answers of robotsc_summarize for the robots that obey it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "lsp_parts.h"
#include "report/spelling.h"
#include "report/summary_formats.h"

#define COLUMNS 80

/* The text of an answer. */
struct hovered {
	char *at; /* malloc'd */
	size_t len, room;
	bool failed;
};

static void add(void *ctx, const char *octets, size_t len)
{
	struct hovered *const h = ctx;
	if (len > h->room - h->len) {
		const size_t room = 2 * h->room + len;
		char *const more = realloc(h->at, room);
		h->failed |= !more;
		if (!more)
			return;
		h->at = more;
		h->room = room;
	}
	memcpy(h->at + h->len, octets, len);
	h->len += len;
}

static bool has_line(const struct robotsc_summary_answer *a, uint32_t line)
{
	for (size_t k = 0; k < a->nlines; k++)
		if (a->lines[k].first <= line && line <= a->lines[k].last)
			return true;
	return false;
}

/* Write the answers for the robots that obey the group of a line, from 1.  False: no memory. */
static bool put_answers(struct hovered *h, const struct lsp_server *s, const struct lsp_document *d, uint32_t line)
{
	const struct robotsc_summary_question question = {.options = s->settings->options,
	                                                  .crawlers = s->settings->crawlers,
	                                                  .ncrawlers = s->settings->ncrawlers,
	                                                  .budget = ROBOTSC_SUMMARY_BUDGET};
	const struct robotsc_report report = {.write = add, .ctx = h, .width = COLUMNS};
	const struct robotsc_report_file file = {.robots = d->text.at, .len = d->text.len};
	struct summary_page page = {.report = &report, .question = &question, .file = &file};
	struct arena arena;
	const enum robotsc_status status = robotsc__summary_page_open(&page, &arena);
	for (size_t i = 0, n = 0; status == ROBOTSC_OK && i < page.s->nanswers; i++) {
		page.chosen[i] = has_line(&page.s->answers[i], line);
		if (!page.chosen[i])
			continue;
		robotsc__writer_string(&page.writer, n++ ? "\n" : "");
		robotsc__summary_answer_text(&page, i);
		page.chosen[i] = false;
	}
	robotsc__writer_flush(&page.writer);
	robotsc__summary_page_close(&page, &arena);
	return status == ROBOTSC_OK && !h->failed;
}

void robotsc__lsp_hover(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct lsp_document *const d = robotsc__lsp_document(s, id, params);
	struct hovered h = {.at = NULL};
	struct lsp_place place;
	if (!d)
		return;
	if (!robotsc__lsp_place(robotsc__json_member(params, "position"), &place)) {
		robotsc__lsp_refuse(s, id, LSP_PARAMS, "position is missing");
		return;
	}
	if (put_answers(&h, s, d, place.line < UINT32_MAX ? place.line + 1 : UINT32_MAX)) {
		struct report_writer *const w = robotsc__lsp_result(s, id);
		robotsc__writer_string(w, h.len ? "{\"contents\":{\"kind\":\"plaintext\",\"value\":\"" : "null");
		robotsc__spelling_put(w, (struct robotsc_text){h.at, h.len ? h.len - 1 : 0}, ROBOTSC_SPELL_JSON);
		robotsc__writer_string(w, h.len ? "\"}}" : "");
		robotsc__lsp_send(s);
	} else {
		robotsc__lsp_refuse(s, id, LSP_INTERNAL, "out of memory");
	}
	free(h.at);
}
