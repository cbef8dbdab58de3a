/* actions.c - changes that an editor offers, each with what it opens and closes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lsp_parts.h"
#include "report/spelling.h"

#define ACTIONS 20 /* most changes that are offered at once */

/* ---- the request ------------------------------------------------------------------------ */

static void put_edits(struct lsp_server *s, struct lsp_document *d, const struct robotsc_fix *fix)
{
	struct report_writer *const w = &s->writer;
	robotsc__writer_string(w, ",\"edit\":{\"changes\":{");
	robotsc__spelling_exact_json(w, d->uri);
	robotsc__writer_string(w, ":[");
	for (uint32_t i = 0; i < fix->nedits; i++) {
		robotsc__writer_string(w, i ? ",{\"range\":" : "{\"range\":");
		robotsc__lsp_range(s, d, fix->edits[i].from, fix->edits[i].to);
		robotsc__writer_string(w, ",\"newText\":");
		robotsc__spelling_exact_json(w, fix->edits[i].text);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]}}");
}

static void put_action(struct lsp_server *s, struct lsp_document *d, const struct robotsc_finding *f, bool first)
{
	struct report_writer *const w = &s->writer;
	robotsc__writer_string(w, first ? "{\"title\":\"" : ",{\"title\":\"");
	robotsc__spelling_put(w, robotsc__writer_text(f->fix->label), ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, ": ");
	robotsc__spelling_put(w, robotsc__writer_text(f->fix->effect), ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, "\",\"kind\":\"quickfix\",\"diagnostics\":[");
	robotsc__lsp_diagnostic(s, d, f);
	robotsc__writer_string(w, "]");
	put_edits(s, d, f->fix);
	robotsc__writer_string(w, "}");
}

/* True if the client asks for changes of our kind, or for any. */
static bool wants(struct robotsc_text params)
{
	const struct robotsc_text only = robotsc__json_path(params, "context.only");
	struct robotsc_text kind;
	bool any = false;
	for (size_t at = 0; robotsc__json_next(only, &at, &kind);) {
		any = true;
		if (robotsc__json_is(kind, "quickfix") || robotsc__json_is(kind, ""))
			return true;
	}
	return !any;
}

/* Write the fixes of findings on the lines from first to last, counted from 1. */
static void put_actions(struct lsp_server *s, struct lsp_document *d, uint32_t first, uint32_t last)
{
	size_t n = 0;
	for (size_t i = 0; i < d->findings.n && n < ACTIONS; i++) {
		const struct robotsc_finding *const f = &d->findings.at[i];
		if (f->fix && f->line >= first && f->line <= last)
			put_action(s, d, f, n++ == 0);
	}
}

void robotsc__lsp_actions(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct lsp_document *const d = robotsc__lsp_document(s, id, params);
	const struct robotsc_text range = robotsc__json_member(params, "range");
	struct lsp_place from, to;
	if (!d)
		return;
	if (!robotsc__lsp_place(robotsc__json_member(range, "start"), &from) ||
	    !robotsc__lsp_place(robotsc__json_member(range, "end"), &to)) {
		robotsc__lsp_refuse(s, id, LSP_PARAMS, "range is missing");
		return;
	}
	if (!d->linted)
		robotsc__lsp_lint(s, d);
	robotsc__writer_string(robotsc__lsp_result(s, id), "[");
	if (wants(params))
		put_actions(s, d, from.line < UINT32_MAX ? from.line + 1 : from.line, to.line < UINT32_MAX ? to.line + 1 : to.line);
	robotsc__writer_string(&s->writer, "]");
	robotsc__lsp_send(s);
}
