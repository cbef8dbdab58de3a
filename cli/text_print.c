/* text_print.c - prints texts of others, so that they do no harm in a terminal or a log.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "text_print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "robotsc/report.h"

struct robotsc_text cli_text(const char *s)
{
	const struct robotsc_text text = {s, strlen(s)};
	return text;
}

void cli_put(void *file, const char *text, size_t len)
{
	fwrite(text, 1, len, file);
}

void cli_print_text(FILE *f, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_TEXT, cli_put, f);
}

void cli_print_start(FILE *f, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_LINE, cli_put, f);
}

void cli_print_string(FILE *f, const char *text)
{
	cli_print_text(f, cli_text(text));
}

void cli_print_path(struct robotsc_text path)
{
	robotsc_spell(path, ROBOTSC_SPELL_PATH, cli_put, stdout);
}

void cli_print_json(struct robotsc_text text)
{
	putchar('"');
	robotsc_spell(text, ROBOTSC_SPELL_JSON, cli_put, stdout);
	putchar('"');
}

/* ---- colors of what is printed for people ---- */

/* The words of --color, in their order. */
enum {
	COLOR_AUTO,
	COLOR_ALWAYS,
	COLOR_NEVER
};

static bool on;

void cli_color_choose(int when)
{
	const char *const no = getenv("NO_COLOR"), *const term = getenv("TERM");
	const bool wanted = isatty(STDOUT_FILENO) && (!no || !*no) && term && *term && strcmp(term, "dumb") != 0;
	on = when == COLOR_ALWAYS || (when == COLOR_AUTO && wanted);
}

bool cli_has_color(void)
{
	return on;
}

void cli_color(enum cli_color color)
{
	static const char *const codes[] = {
		[CLI_NO_COLOR] = "0", [CLI_GREEN] = "32", [CLI_RED] = "1;31", [CLI_YELLOW] = "1;33", [CLI_BLUE] = "1;34"};
	if (on)
		printf("\033[%sm", codes[color]);
}

void cli_print_colored(enum cli_color color, const char *text)
{
	cli_color(color);
	fputs(text, stdout);
	cli_color(CLI_NO_COLOR);
}

void cli_print_verdict(const enum robotsc_verdict *verdict)
{
	if (verdict)
		cli_print_colored(*verdict == ROBOTSC_ALLOW ? CLI_GREEN : CLI_RED,
		                  *verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
	else
		cli_print_colored(CLI_YELLOW, "unknown");
}
