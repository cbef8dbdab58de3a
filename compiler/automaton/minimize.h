/* minimize.h - minimize a DFA.
 *
 * In    a DFA, every state reachable; not modified.
 * Out   states numbered from the sinks and the start, breadth-first in octet order, dfa->other
 *       last.  No edge leads where dfa->other leads.  Or no DFA (n = 0) if it would cost more than
 *       the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MINIMIZE_H
#define ROBOTSC_MINIMIZE_H

#include "support/arena.h"
#include "dfa.h"

enum robotsc_status robotsc__minimize_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out);

#endif
