/* text_print.h - prints texts of others, so that they do no harm in a terminal or a log.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TEXT_PRINT_H
#define ROBOTSC_TEXT_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "robotsc/common.h"

/* Write a piece to a FILE, for the writers of reports. */
void cli_put(void *file, const char *text, size_t len);

/* The text below is spelled as robotsc/report.h says.  Print text so that nothing in it controls
 * the terminal, and so that it can be read back. */
void cli_print_text(FILE *f, struct robotsc_text text);
void cli_print_string(FILE *f, const char *text);
/* Print text at the beginning of a line.  A "::" there would begin a workflow command of GitHub, so
 * its first ':' is printed as \x3A. */
void cli_print_start(FILE *f, struct robotsc_text text);
/* Print a path that the program found so that 'robotsc check' takes it. */
void cli_print_path(struct robotsc_text path);
/* Print text as a JSON string, with quotes.  UTF-8 stays UTF-8; other octets, and a backslash that
 * could be read as one, are written as cli_print_text does. */
void cli_print_json(struct robotsc_text text);

/* A string as a text. */
struct robotsc_text cli_text(const char *s);

/* ---- colors of what is printed for people ---- */

/* Choose colors by --color, the terminal and the environment.  Without this call there are none. */
void cli_color_choose(int when);
bool cli_has_color(void);

/* Print the code that begins a color, or ends it; nothing if there are no colors. */
enum cli_color {
	CLI_NO_COLOR,
	CLI_GREEN,
	CLI_RED,
	CLI_YELLOW,
	CLI_BLUE
};
void cli_color(enum cli_color color);
void cli_print_colored(enum cli_color color, const char *text);
void cli_print_verdict(const enum robotsc_verdict *verdict); /* NULL: unknown */

#endif
