/* writer.h - collects the pieces of a text, and hands them on to the caller's function.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WRITER_H
#define ROBOTSC_WRITER_H

#include <stdbool.h>

#include "match/attributes.h"
#include "robotsc/report.h"

#define WRITER_ROOM 384 /* octets of the buffer; a formatted piece must be shorter */

/* A build may have only the format JSON, as that of the web page, integrations/web/. */
#ifdef ROBOTSC_JSON_ALONE
#define JSON_ALONE 1
#else
#define JSON_ALONE 0
#endif

/* A build may lack pages of HTML, as that of bindings/js: text takes their place. */
#ifdef ROBOTSC_NO_HTML
#define NO_HTML 1
#else
#define NO_HTML 0
#endif

struct report_writer {
	void (*write)(void *ctx, const char *text, size_t len);
	void *ctx;
	int color;  /* not 0: colors are written */
	bool html;  /* text is escaped for a page of HTML */
	bool exact; /* JSON keeps all octets: ROBOTSC_REPORT_OBJECT */
	bool comma; /* JSON: the next value needs a comma before it */
	size_t len; /* octets that wait in the buffer */
	char buffer[WRITER_ROOM];
};

struct robotsc_text robotsc__writer_text(const char *string);

void robotsc__writer_start(struct report_writer *w, const struct robotsc_report *report);

void robotsc__writer_put(struct report_writer *w, const char *at, size_t len);
void robotsc__writer_string(struct report_writer *w, const char *string);
void robotsc__writer_repeat(struct report_writer *w, char c, size_t n);

/* Begin a page of HTML, so that its title comes next; begin its text; end the page.  The page loads
 * and runs nothing.  Title and text are escaped, and colors are classes. */
void robotsc__writer_begin_page(struct report_writer *w);
void robotsc__writer_begin_body(struct report_writer *w);
void robotsc__writer_end_page(struct report_writer *w);

/* Begin a color by its code, 31 to 34, with "1;" before it in bold; "0" ends the color.  Without
 * colors, nothing is written. */
void robotsc__writer_color(struct report_writer *w, const char *code);
/* Write a string in a color; code NULL: without color. */
void robotsc__writer_colored(struct report_writer *w, const char *code, const char *string);

/* Write as printf does.  The result must be shorter than WRITER_ROOM. */
LIKE_PRINTF(2, 3) void robotsc__writer_format(struct report_writer *w, const char *format, ...);

/* Hand on the octets that wait in the buffer. */
void robotsc__writer_flush(struct report_writer *w);

#endif
