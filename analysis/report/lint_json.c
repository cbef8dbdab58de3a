/* lint_json.c - findings as JSON and as SARIF.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "lint_formats.h"

/* ---- json ---- */

static void json_start(struct report_writer *w)
{
	robotsc__writer_string(w, "{\"files\":[");
}

static void put_file(struct report_writer *w, const struct robotsc_report_file *file)
{
	robotsc__writer_string(w, "{\"file\":");
	robotsc__spelling_json(w, file->name);
	robotsc__writer_string(w, ",\"findings\":[");
}

static void json_begin(struct lint_page *page)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_string(w, page->total->files ? ",\n" : "\n");
	put_file(w, page->file);
}

static void put_fix(struct report_writer *w, const struct robotsc_fix *fix)
{
	robotsc__writer_string(w, ",\"fix\":{\"label\":");
	robotsc__spelling_exact_json(w, robotsc__writer_text(fix->label));
	if (fix->effect)
		robotsc__spelling_member(w, "effect", robotsc__writer_text(fix->effect));
	robotsc__writer_string(w, ",\"edits\":[");
	for (uint32_t i = 0; i < fix->nedits; i++) {
		robotsc__writer_format(w, "%s{\"from\":%zu,\"to\":%zu,\"text\":", i ? "," : "", fix->edits[i].from,
		                       fix->edits[i].to);
		robotsc__spelling_exact_json(w, fix->edits[i].text);
		robotsc__writer_string(w, "}");
	}
	robotsc__writer_string(w, "]}");
}

static void put_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_format(w, "{\"id\":\"%s\",\"severity\":\"%s\",\"line\":%lu,\"column\":%lu,\"length\":%lu", f->rule->id,
	                       robotsc__report_severities[f->rule->severity], (unsigned long)f->line, (unsigned long)f->column,
	                       (unsigned long)f->length);
	robotsc__spelling_member(w, "text", robotsc__writer_text(f->rule->text));
	robotsc__spelling_member(w, "hint", robotsc__writer_text(f->rule->hint));
	if (f->said)
		robotsc__spelling_member(w, "said", robotsc__writer_text(f->said));
	if (f->path.len)
		robotsc__spelling_member(w, "path", f->path);
	robotsc__writer_string(w, ",\"lines\":[");
	robotsc__report_lines(w, f, ",");
	robotsc__writer_format(w, "],\"all_lines\":%lu", (unsigned long)f->nlines);
	if (f->fix)
		put_fix(w, f->fix);
	robotsc__writer_string(w, "}");
}

static void json_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	robotsc__writer_string(&page->writer, page->n ? ",\n" : "\n");
	put_finding(page, f);
}

static void json_end(struct lint_page *page, const struct robotsc_lint_summary *summary)
{
	robotsc__writer_format(&page->writer, "],\"undecided\":%lu,\"steps\":%" PRIu64 "}", (unsigned long)summary->undecided,
	                       summary->steps);
}

/* The members of an object. */
static void put_total(struct report_writer *w, const struct robotsc_lint_total *t)
{
	robotsc__writer_format(w, "\"files\":%" PRIu64 ",", t->files);
	for (int i = ROBOTSC_ERROR; i >= ROBOTSC_NOTE; i--)
		robotsc__writer_format(w, "\"with_%ss\":%" PRIu64 ",", robotsc__report_severities[i], t->with[i]);
	robotsc__writer_format(w, "\"without_findings\":%" PRIu64 ",\"not_read\":%" PRIu64 ",\"undecided\":%" PRIu64, t->clean,
	                       t->unread, t->undecided);
}

static void json_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_lint_total *total)
{
	(void)report;
	robotsc__writer_string(w, "],\n\"summary\":{");
	put_total(w, total);
	robotsc__writer_string(w, "}}\n");
}

const struct lint_format robotsc__report_json = {json_start, json_begin, json_finding, json_end, json_finish};

/* ---- jsonl: the same, a file a line ---- */

static void jsonl_begin(struct lint_page *page)
{
	put_file(&page->writer, page->file);
}

static void jsonl_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	robotsc__writer_string(&page->writer, page->n ? "," : "");
	put_finding(page, f);
}

static void jsonl_end(struct lint_page *page, const struct robotsc_lint_summary *summary)
{
	json_end(page, summary);
	robotsc__writer_string(&page->writer, "\n");
}

const struct lint_format robotsc__report_jsonl = {NULL, jsonl_begin, jsonl_finding, jsonl_end, NULL};

/* ---- SARIF 2.1.0 ---- */

static void sarif_start(struct report_writer *w)
{
	const struct robotsc_lint_rule *rule;
	robotsc__writer_format(w,
	                       "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n"
	                       "\"tool\":{\"driver\":{\"name\":\"robotsc\",\"version\":\"%s\",\"rules\":[",
	                       robotsc_version());
	for (size_t i = 0; (rule = robotsc_lint_rule(i)); i++) {
		robotsc__writer_format(w, "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":", i ? "," : "", rule->id);
		robotsc__spelling_json(w, robotsc__writer_text(rule->text));
		robotsc__writer_string(w, "},\"help\":{\"text\":");
		robotsc__spelling_json(w, robotsc__writer_text(rule->hint));
		robotsc__writer_format(w, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
		                       robotsc__report_severities[rule->severity]);
	}
	robotsc__writer_string(w, "]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[");
}

/* The name of a file becomes a URI reference. */
static void sarif_place(struct lint_page *page, uint32_t line, unsigned long column)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_string(w, "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
	robotsc__spelling_uri(w, page->file->name, page->file->is_url ? "\"<>\\^`{|}" : "\"%<>[\\]^`{|}?#:");
	robotsc__writer_format(w, "\"},\"region\":{\"startLine\":%lu", (unsigned long)line);
	if (column)
		robotsc__writer_format(w, ",\"startColumn\":%lu", column);
	robotsc__writer_string(w, "}}}");
}

static void sarif_finding(struct lint_page *page, const struct robotsc_finding *f)
{
	struct report_writer *w = &page->writer;
	robotsc__writer_format(w, "%s\n{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":\"",
	                       page->n || page->total->findings ? "," : "", f->rule->id,
	                       robotsc__report_severities[f->rule->severity]);
	robotsc__report_message(w, f, ROBOTSC_SPELL_JSON);
	robotsc__writer_string(w, "\"},\"locations\":[");
	sarif_place(page, f->line, robotsc__report_character_column(page, f));
	robotsc__writer_string(w, "],\"relatedLocations\":[");
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++) {
		robotsc__writer_string(w, i ? "," : "");
		sarif_place(page, f->lines[i], 0);
	}
	robotsc__writer_string(w, "]}");
}

static void sarif_finish(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_lint_total *total)
{
	(void)report;
	robotsc__writer_format(w, "],\n\"invocations\":[{\"executionSuccessful\":%s}],\"properties\":{",
	                       total->unread || total->trouble ? "false" : "true");
	put_total(w, total);
	robotsc__writer_string(w, "}}]}\n");
}

const struct lint_format robotsc__report_sarif = {sarif_start, NULL, sarif_finding, NULL, sarif_finish};
