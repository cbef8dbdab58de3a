/* lint_json.c - findings as JSON and as SARIF.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_formats.h"
#include "spelling.h"

/* ---- json ---- */

static void json_start(struct report_writer *w)
{
	robotsc__json_put(w, "{files:[");
}

/* jsonl has a file a line. */
static void jsonl_begin(struct lint_page *page)
{
	robotsc__json_put(&page->writer, "{file:%.*s findings:[", JSON_TEXT(page->file->name));
}

static void json_begin(struct lint_page *page)
{
	page->writer.comma = page->total->files;
	robotsc__json_line(&page->writer);
	jsonl_begin(page);
}

static void put_fix(struct report_writer *w, const struct robotsc_fix *fix)
{
	robotsc__json_open(w, "fix", '{');
	robotsc__json_exact(w, "label", robotsc__writer_text(fix->label));
	if (fix->effect)
		robotsc__json_word(w, "effect", fix->effect);
	robotsc__json_open(w, "edits", '[');
	for (uint32_t i = 0; i < fix->nedits; i++) {
		robotsc__json_put(w, "{from:" U64 " to:" U64, (uint64_t)fix->edits[i].from, (uint64_t)fix->edits[i].to);
		robotsc__json_exact(w, "text", fix->edits[i].text);
		robotsc__json_close(w, "}");
	}
	robotsc__json_close(w, "]}");
}

static void jsonl_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	struct report_writer *w = &page->writer;
	robotsc__json_put(w, "{id:%s severity:%s line:" U32 " column:" U32 " length:" U32 " text:%s hint:%s", f->rule->id,
	                  robotsc__report_severities[f->rule->severity], f->line, f->column, f->length, f->rule->text,
	                  f->rule->hint);
	if (f->said)
		robotsc__json_word(w, "said", f->said);
	if (f->path.len)
		robotsc__json_text(w, "path", f->path);
	robotsc__json_open(w, "lines", '[');
	robotsc__report_lines(w, f, ",");
	robotsc__json_put(w, "] all_lines:" U32, f->nlines);
	if (f->fix)
		put_fix(w, f->fix);
	robotsc__json_close(w, "}");
}

static void json_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	robotsc__json_line(&page->writer);
	jsonl_finding(page, f);
}

static void json_end(struct lint_page *page, const struct robotsc_lint_summary *summary)
{
	robotsc__json_put(&page->writer, "] undecided:" U32 " steps:" U64 "}", summary->undecided, summary->steps);
}

/* The members of an object. */
static void put_total(struct report_writer *w, const struct robotsc_lint_total *t)
{
	static const char *const names[] = {"", "with_notes", "with_warnings", "with_errors"};
	robotsc__json_number(w, "files", t->files);
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		robotsc__json_number(w, names[i], t->with[i]);
	robotsc__json_put(w, "without_findings:" U64 " not_read:" U64 " undecided:" U64, t->clean, t->unread, t->undecided);
}

static void json_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_lint_total *total)
{
	(void)report;
	robotsc__json_close(w, "]");
	robotsc__json_line(w);
	robotsc__json_open(w, "summary", '{');
	put_total(w, total);
	robotsc__json_close(w, "}");
	robotsc__json_end(w);
}

const struct lint_format robotsc__report_json = {json_start, json_begin, json_finding, json_end, json_finish};

static void jsonl_end(struct lint_page *page, const struct robotsc_lint_summary *summary)
{
	json_end(page, summary);
	robotsc__writer_string(&page->writer, "\n");
}

const struct lint_format robotsc__report_jsonl = {NULL, jsonl_begin, jsonl_finding, jsonl_end, NULL};

/* ---- SARIF 2.1.0 ---- */

/* An object whose member is "text". */
static void sarif_text(struct report_writer *w, const char *name, const char *text)
{
	robotsc__json_open(w, name, '{');
	robotsc__json_put(w, "text:%s}", text);
}

static void sarif_start(struct report_writer *w)
{
	const struct robotsc_lint_rule *rule;
	robotsc__writer_format(w,
	                       "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n"
	                       "\"tool\":{\"driver\":{\"name\":\"robotsc\",\"version\":\"%s\",\"rules\":[",
	                       robotsc_version());
	for (size_t i = 0; (rule = robotsc_lint_rule(i)); i++) {
		robotsc__json_line(w);
		robotsc__json_put(w, "{id:%s", rule->id);
		sarif_text(w, "shortDescription", rule->text);
		sarif_text(w, "help", rule->hint);
		robotsc__json_put(w, "defaultConfiguration:{level:%s", robotsc__report_severities[rule->severity]);
		robotsc__writer_string(w, "}}");
	}
	robotsc__writer_string(w, "]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[");
}

/* The name of a file becomes a URI reference. */
static void sarif_place(struct lint_page *page, uint32_t line, unsigned long column)
{
	struct report_writer *w = &page->writer;
	robotsc__json_open(w, NULL, '{');
	robotsc__writer_string(w, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
	robotsc__spelling_uri(w, page->file->name, page->file->is_url ? "\"<>\\^`{|}" : "\"%<>[\\]^`{|}?#:");
	robotsc__writer_string(w, "\"},\"region\":{");
	robotsc__json_number(w, "startLine", line);
	if (column)
		robotsc__json_number(w, "startColumn", column);
	robotsc__writer_string(w, "}}}");
}

static void sarif_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	struct report_writer *w = &page->writer;
	w->comma = page->n || page->total->findings;
	robotsc__json_line(w);
	robotsc__json_put(w, "{ruleId:%s level:%s", f->rule->id, robotsc__report_severities[f->rule->severity]);
	robotsc__writer_string(w, ",\"message\":{\"text\":\"");
	robotsc__report_message(w, f, ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, "\"},\"locations\":[");
	w->comma = false;
	sarif_place(page, f->line, robotsc__report_character_column(page, f));
	robotsc__writer_string(w, "],\"relatedLocations\":[");
	w->comma = false;
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++)
		sarif_place(page, f->lines[i], 0);
	robotsc__writer_string(w, "]}");
}

static void sarif_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_lint_total *total)
{
	(void)report;
	robotsc__writer_string(w, "],\n\"invocations\":[{");
	robotsc__json_bool(w, "executionSuccessful", !total->unread && !total->trouble);
	robotsc__writer_string(w, "}],\"properties\":{");
	w->comma = false;
	put_total(w, total);
	robotsc__writer_string(w, "}}]}\n");
}

const struct lint_format robotsc__report_sarif = {sarif_start, NULL, sarif_finding, NULL, sarif_finish};
