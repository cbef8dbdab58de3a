/* json.c - see json.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <inttypes.h>

void robotsc__json_name(struct report_writer *w, const char *name)
{
	robotsc__writer_string(w, w->comma ? "," : "");
	if (name)
		robotsc__writer_format(w, "\"%s\":", name);
	w->comma = true;
}

void robotsc__json_open(struct report_writer *w, const char *name, char bracket)
{
	robotsc__json_name(w, name);
	robotsc__writer_put(w, &bracket, 1);
	w->comma = false;
}

void robotsc__json_close(struct report_writer *w, const char *brackets)
{
	robotsc__writer_string(w, brackets);
	w->comma = true;
}

void robotsc__json_line(struct report_writer *w)
{
	robotsc__writer_string(w, w->comma ? ",\n" : "\n");
	w->comma = false;
}

void robotsc__json_end(struct report_writer *w)
{
	robotsc__writer_string(w, "}\n");
	w->comma = false;
}

void robotsc__json_text(struct report_writer *w, const char *name, struct robotsc_text text)
{
	robotsc__json_name(w, name);
	robotsc__spelling_json(w, text);
}

void robotsc__json_optional(struct report_writer *w, const char *name, struct robotsc_text text)
{
	if (text.at) {
		robotsc__json_text(w, name, text);
		return;
	}
	robotsc__json_name(w, name);
	robotsc__writer_string(w, "null");
}

void robotsc__json_texts(struct report_writer *w, const char *name, const struct robotsc_text *texts, size_t n)
{
	robotsc__json_open(w, name, '[');
	for (size_t i = 0; i < n; i++)
		robotsc__json_text(w, NULL, texts[i]);
	robotsc__json_close(w, "]");
}

void robotsc__json_word(struct report_writer *w, const char *name, const char *word)
{
	robotsc__json_optional(w, name, word ? robotsc__writer_text(word) : (struct robotsc_text){NULL, 0});
}

void robotsc__json_number(struct report_writer *w, const char *name, uint64_t number)
{
	robotsc__json_name(w, name);
	robotsc__writer_format(w, "%" PRIu64, number);
}

void robotsc__json_signed(struct report_writer *w, const char *name, int64_t number)
{
	robotsc__json_name(w, name);
	robotsc__writer_format(w, "%s%" PRIu64, number < 0 ? "-" : "", number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void robotsc__json_bool(struct report_writer *w, const char *name, bool is)
{
	robotsc__json_name(w, name);
	robotsc__writer_string(w, is ? "true" : "false");
}

void robotsc__json_exact(struct report_writer *w, const char *name, struct robotsc_text text)
{
	robotsc__json_name(w, name);
	robotsc__spelling_exact_json(w, text);
}
