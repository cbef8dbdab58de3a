/* fix_values.h - fixes of values that hold what is not a part of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIX_VALUES_H
#define ROBOTSC_FIX_VALUES_H

#include "fix_text.h"

/* What is meant in the place of a value. */
void robotsc__fix_break_line(struct fixer *x);
void robotsc__fix_write_characters(struct fixer *x);
void robotsc__fix_line_for_each(struct fixer *x);
void robotsc__fix_mend_hidden(struct fixer *x);
void robotsc__fix_begin_path(struct fixer *x);

/* ---- fixes that remove rules ---- */

/* Remove the rule of the finding, or all rules that it names. */
void robotsc__fix_remove_rule(struct fixer *x);
void robotsc__fix_remove_together(struct fixer *x);

#endif
