/* fix_same.h - whether a fix leaves a rule what it is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIX_SAME_H
#define ROBOTSC_FIX_SAME_H

#include "fix_text.h"

/* Learn the precedence of all rules.  False: no memory. */
bool robotsc__fix_learn_ranks(struct fixer *x);

/* True if the edits leave the line of the finding a rule that decides what it decided.  With
 * others: for robots, too, that count octets otherwise.  That takes no search. */
bool robotsc__fix_keeps_rule(struct fixer *x, bool others);

#endif
