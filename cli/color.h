/* color.h - colors of what is printed for people.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COLOR_H
#define ROBOTSC_COLOR_H

#include <stdbool.h>

#include "robotsc/common.h"

/* Choose by --color, the terminal and the environment.  Without it there are no colors. */
void cli_color_choose(int when);
bool cli_has_color(void);

/* Print what begins a color, or ends it; nothing where there are no colors. */
enum cli_color {
	CLI_NO_COLOR,
	CLI_GREEN,
	CLI_RED,
	CLI_YELLOW,
	CLI_BLUE
};
void cli_color(enum cli_color color);
void cli_print_colored(enum cli_color color, const char *text);
void cli_print_verdict(enum robotsc_verdict verdict);
void cli_print_unknown(void); /* in its place, for what is no URL and no path */

#endif
