/* fix_lint.h - robotsc lint --fix: the text as fixes leave it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIX_LINT_H
#define ROBOTSC_FIX_LINT_H

#include "cli/cli_settings.h"
#include "robotsc/lint.h"

/* Make the fixes of a file whose effect is proved, and write its text.  ids: kinds of findings,
 * with commas between them; empty: all.  Returns the exit status: CLI_FOUND if a finding is left
 * that is as severe as worst. */
int cli_fix_lint(const struct cli_settings *s, const char *ids, int worst);

#endif
