/* color.c - colors of what is printed for people.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "color.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void cli_print_verdict(enum robotsc_verdict verdict)
{
	cli_print_colored(verdict == ROBOTSC_ALLOW ? CLI_GREEN : CLI_RED, verdict == ROBOTSC_ALLOW ? "allow" : "disallow");
}

void cli_print_unknown(void)
{
	cli_print_colored(CLI_YELLOW, "unknown");
}
