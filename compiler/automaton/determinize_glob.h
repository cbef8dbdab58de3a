/* determinize_glob.h - determinize patterns with OP_SET and OP_ONE by the plain subset
 * construction.
 *
 * A state is the verdict so far, and the positions of each pattern that can still change it.
 * Positions before a star that a pattern has passed are dropped.
 *
 * In    the patterns of a rule set; at least one has OP_SET or OP_ONE.
 * Out   the DFA, every state reachable; or no DFA (n = 0) if it would cost more than the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DETERMINIZE_GLOB_H
#define ROBOTSC_DETERMINIZE_GLOB_H

#include "dfa.h"
#include "pattern/pattern.h"

enum robotsc_status robotsc__determinize_glob_run(struct arena *a, const struct rules *rules, uint64_t budget, struct dfa *out);

#endif
