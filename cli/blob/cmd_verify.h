/* cmd_verify.h - proves a blob that was just compiled, as robotsc verify does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CMD_VERIFY_H
#define ROBOTSC_CMD_VERIFY_H

#include "cli/cli_settings.h"
#include "robotsc/prove.h"

/* Prove that a blob gives the verdicts of its text.  What is not proved is reported.
 * Returns 0, or -1 after a message. */
int cli_verify_blob(const struct cli_settings *s, const char *name, const struct robotsc_side *text, const void *bytes, size_t len);

#endif
