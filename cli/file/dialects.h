/* dialects.h - URLs in every dialect, over one file or many.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DIALECTS_H
#define ROBOTSC_DIALECTS_H

#include "cli/cli_settings.h"

/* Check one text or many in every dialect, as the operands say.  Returns the exit
 * status. */
int cli_compare_dialects(struct cli_settings *s);

#endif
