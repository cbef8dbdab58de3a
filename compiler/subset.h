/* subset.h - patterns with sets and single units to the decided form, by the plain subset construction.
 *
 * A state says which verdict holds so far and how far each pattern has come that can still change it; of a
 * pattern that has passed a star, from the furthest one on.
 *
 * In    the patterns of a rule set, programs among them.
 * Out   the DFA, every state reachable; or no DFA (n = 0) when it would cost more than the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUBSET_H
#define ROBOTSC_SUBSET_H

#include "dfa.h"
#include "pattern.h"

enum robotsc_status robotsc__subset_run(struct arena *a, const struct rules *rules, uint64_t budget, struct dfa *out);

#endif
