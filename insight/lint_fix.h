/* lint_fix.h - what the hint of a finding says, as changes of the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_FIX_H
#define ROBOTSC_LINT_FIX_H

#include "fix_text.h"

/* Remove the rule of the finding, or all rules that it names (fix_removal.c). */
void robotsc__fix_remove_rule(struct fixer *x);
void robotsc__fix_remove_together(struct fixer *x);

/* What is meant in the place of a value (fix_values.c). */
void robotsc__fix_break_line(struct fixer *x);
void robotsc__fix_write_characters(struct fixer *x);
void robotsc__fix_line_for_each(struct fixer *x);
void robotsc__fix_mend_hidden(struct fixer *x);
void robotsc__fix_begin_path(struct fixer *x);

/* The fix of a finding; NULL: there is none, or nomem is set.  It is valid until the next, or until
 * the arena's mark of before. */
const struct robotsc_fix *robotsc__fixer_fix(struct fixer *x, const struct robotsc_finding *f);

#endif
