/* lint_message.c - what the formats share: the text of a finding, and its place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_formats.h"

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

static struct robotsc_text from_index(struct robotsc_text line, size_t at)
{
	return (struct robotsc_text){line.at + at, line.len - at};
}

unsigned long robotsc__report_character_column(struct lint_page *page, const struct robotsc_finding *f)
{
	const struct robotsc_text line = robotsc__report_line(page, f->line);
	unsigned long n = 1;
	for (size_t i = 0; i < f->column - 1 && i < line.len; n++)
		i += robotsc__spelling_character(from_index(line, i));
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
