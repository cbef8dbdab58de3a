/* writer.c - see writer.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct robotsc_text robotsc__writer_text(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}

void robotsc__writer_start(struct report_writer *w, const struct robotsc_report *report)
{
	w->write = report->write;
	w->ctx = report->ctx;
	w->color = report->color;
	w->html = w->comma = false;
	w->exact = report->format == ROBOTSC_REPORT_OBJECT;
	w->len = 0;
}

/* The entity for a character in HTML; NULL: it is written as it is. */
static const char *entity_of(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

static void hand_on(struct report_writer *w, const char *at, size_t len)
{
	size_t from = 0;
	for (size_t i = 0; w->html && i < len; i++) {
		const char *const entity = entity_of(at[i]);
		if (!entity)
			continue;
		if (i > from)
			w->write(w->ctx, at + from, i - from);
		w->write(w->ctx, entity, strlen(entity));
		from = i + 1;
	}
	if (len > from)
		w->write(w->ctx, at + from, len - from);
}

void robotsc__writer_flush(struct report_writer *w)
{
	hand_on(w, w->buffer, w->len);
	w->len = 0;
}

void robotsc__writer_put(struct report_writer *w, const char *at, size_t len)
{
	if (len > WRITER_ROOM - w->len)
		robotsc__writer_flush(w);
	if (len > WRITER_ROOM) {
		hand_on(w, at, len);
	} else if (len) {
		memcpy(w->buffer + w->len, at, len);
		w->len += len;
	}
}

void robotsc__writer_string(struct report_writer *w, const char *string)
{
	robotsc__writer_put(w, string, strlen(string));
}

void robotsc__writer_repeat(struct report_writer *w, char c, size_t n)
{
	for (; n; n--)
		robotsc__writer_put(w, &c, 1);
}

/* ---- colors, and HTML ------------------------------------------------------------------- */

/* Begin or end to escape the text that is written. */
static void switch_html(struct report_writer *w, bool html)
{
	robotsc__writer_flush(w);
	w->html = html;
}

void robotsc__writer_begin_page(struct report_writer *w)
{
	robotsc__writer_string(w, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	                          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	                          "style-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
	switch_html(w, true);
}

void robotsc__writer_begin_body(struct report_writer *w)
{
	switch_html(w, false);
	robotsc__writer_string(w, "</title>\n<style>:root{color-scheme:light dark}pre{white-space:pre-wrap}.bold{font-weight:bold}"
	                          ".red{color:#d93025}.green{color:#188038}.yellow{color:#b06000}.blue{color:#1a73e8}"
	                          "</style></head><body><pre>\n");
	switch_html(w, true);
}

void robotsc__writer_end_page(struct report_writer *w)
{
	switch_html(w, false);
	robotsc__writer_string(w, "</pre></body></html>\n");
}

/* Write a color as HTML: begin an element of that class, or end it ("0"). */
static void put_element(struct report_writer *w, const char *code)
{
	static const char *const words[] = {"red", "green", "yellow", "blue"}; /* 31 to 34 */
	switch_html(w, false);
	if (strcmp(code, "0") == 0)
		robotsc__writer_string(w, "</span>");
	else
		robotsc__writer_format(w, "<span class=\"%s%s\">", code[0] == '1' ? "bold " : "",
		                       words[code[strlen(code) - 1] - '1']);
	switch_html(w, true);
}

void robotsc__writer_color(struct report_writer *w, const char *code)
{
	if (w->html)
		put_element(w, code);
	else if (w->color)
		robotsc__writer_format(w, "\033[%sm", code);
}

void robotsc__writer_colored(struct report_writer *w, const char *code, const char *string)
{
	if (code)
		robotsc__writer_color(w, code);
	robotsc__writer_string(w, string);
	if (code)
		robotsc__writer_color(w, "0");
}

void robotsc__writer_format(struct report_writer *w, const char *format, ...)
{
	for (int tries = 0; tries < 2; tries++) {
		va_list ap;
		int n;
		va_start(ap, format);
		n = vsnprintf(w->buffer + w->len, WRITER_ROOM - w->len, format, ap);
		va_end(ap);
		if (n >= 0 && (size_t)n < WRITER_ROOM - w->len) {
			w->len += (size_t)n;
			return;
		}
		robotsc__writer_flush(w);
	}
}
