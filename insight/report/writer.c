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
	w->len = 0;
}

void robotsc__writer_flush(struct report_writer *w)
{
	if (w->len)
		w->write(w->ctx, w->buffer, w->len);
	w->len = 0;
}

void robotsc__writer_put(struct report_writer *w, const char *at, size_t len)
{
	if (len > WRITER_ROOM - w->len)
		robotsc__writer_flush(w);
	if (len > WRITER_ROOM) {
		w->write(w->ctx, at, len);
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

void robotsc__writer_color(struct report_writer *w, const char *code)
{
	if (w->color)
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
