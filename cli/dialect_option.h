/* dialect_option.h - the name of a dialect, as an option has it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIALECT_OPTION_H
#define ROBOTSC_DIALECT_OPTION_H

#include "robotsc/common.h"

/* Take a dialect's name.  Returns 0, or -1 after a message. */
int cli_set_dialect(const char *value, enum robotsc_dialect *dialect);

#endif
