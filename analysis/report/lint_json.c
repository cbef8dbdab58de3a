/* lint_json.c - findings as JSON and as SARIF, and the text of a finding for all formats.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_formats.h"
#include "spelling.h"

/* ---- what the formats share: the text of a finding, and its place ---- */

const char *const robotsc__report_severities[] = {"", "note", "warning", "error"};

struct robotsc_text robotsc__report_line(struct lint_page *page, uint32_t number)
{
	const char *bytes = page->file->robots;
	const size_t len = page->file->len;
	size_t end;
	while (page->line < number && page->at < len) {
		const char c = bytes[page->at++];
		if (c == '\n' || (c == '\r' && !(page->at < len && bytes[page->at] == '\n')))
			page->line++;
	}
	end = page->at;
	while (end < len && bytes[end] != '\n' && bytes[end] != '\r')
		end++;
	return (struct robotsc_text){bytes ? bytes + page->at : NULL, end - page->at};
}

unsigned long robotsc__report_character_column(struct lint_page *page, const struct robotsc_finding *f)
{
	const struct robotsc_text line = robotsc__report_line(page, f->line);
	unsigned long n = 1;
	for (size_t i = 0; i < f->column - 1 && i < line.len; n++)
		i += robotsc__spelling_character(text_from(line, i));
	return n;
}

void robotsc__report_lines(struct report_writer *w, const struct robotsc_finding *f, const char *between)
{
	for (uint32_t i = 0; i < f->nlines && i < ROBOTSC_LINT_LINES; i++)
		robotsc__writer_format(w, "%s%lu", i ? between : "", (unsigned long)f->lines[i]);
}

void robotsc__report_message(struct report_writer *w, const struct robotsc_finding *f, enum robotsc_spelling spelling)
{
	const char *between = " (";
	robotsc__spelling_put(w, robotsc__writer_text(f->rule->text), spelling);
	if (f->said) {
		robotsc__writer_string(w, between);
		robotsc__spelling_put(w, robotsc__writer_text(f->said), spelling);
		between = "; ";
	}
	if (f->path.len) {
		robotsc__writer_format(w, "%spath %s", between, robotsc__spelling_host(f->path));
		robotsc__spelling_put(w, f->path, spelling);
		between = "; ";
	}
	if (f->nlines) {
		robotsc__writer_format(w, "%s%s ", between, f->nlines > 1 ? "lines" : "line");
		robotsc__report_lines(w, f, ", ");
		if (f->nlines > ROBOTSC_LINT_LINES)
			robotsc__writer_format(w, " and %lu more", (unsigned long)(f->nlines - ROBOTSC_LINT_LINES));
		between = "; ";
	}
	if (between[0] == ';')
		robotsc__writer_string(w, ")");
}

/* ---- json ---- */

static void json_start(struct report_writer *w)
{
	robotsc__json_put(w, "{files:[");
}

/* Begin a file.  In jsonl each file is a line. */
static void jsonl_begin(struct lint_page *page)
{
	robotsc__json_put(&page->writer, "{file:%p findings:[", JSON_TEXT(page->file->name));
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

/* Write the counts as members of an object. */
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

/* Write an object with one member, "text". */
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

/* Write a place in the file.  The file's name becomes a URI reference. */
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
