/* operands.h - refuses operands that are in the wrong place, missing, or too many.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OPERANDS_H
#define ROBOTSC_OPERANDS_H

#include "command.h"

/* Refuse operands that are in the wrong place, such as a URL where a file is expected, or too few
 * or too many.
 * Returns 0, or -1 after a message with the right call. */
int cli_check_operands(const struct cli_command *c, const struct cli_settings *s);

#endif
