/* fix_removal.h - fixes that remove rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIX_REMOVAL_H
#define ROBOTSC_FIX_REMOVAL_H

#include "fix_text.h"

/* Remove the rule of the finding, or all rules that it names. */
void robotsc__fix_remove_rule(struct fixer *x);
void robotsc__fix_remove_together(struct fixer *x);

#endif
