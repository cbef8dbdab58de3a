/* lint_fix.h - what the hint of a finding says, as changes of the text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LINT_FIX_H
#define ROBOTSC_LINT_FIX_H

#include "fix_text.h"

/* The fix of a finding; NULL: there is none, or nomem is set.  It is valid until the next, or until
 * the arena's mark of before. */
const struct robotsc_fix *robotsc__fixer_fix(struct fixer *x, const struct robotsc_finding *f);

#endif
