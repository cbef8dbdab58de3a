/* messages.h - messages on standard error.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MESSAGES_H
#define ROBOTSC_MESSAGES_H

#include <stdio.h>

#include "robotsc/common.h"

/* "robotsc: " and the message, on standard error.  Returns CLI_TROUBLE. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int cli_complain(const char *format, ...);

/* Where messages of this thread go: standard error, or what was chosen last (NULL: that again). */
FILE *cli_messages(void);
void cli_messages_to(FILE *file);

/* robotsc_strerror, in the words of the command line. */
const char *cli_why(enum robotsc_status status);

#endif
