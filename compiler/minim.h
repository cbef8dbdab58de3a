/* minim.h - the smallest DFA that gives every path the same verdict.
 *
 * In    a dfa, every state reachable; not modified.
 * Out   states numbered breadth-first from the start, in octet order, the edge for other octets
 *       last, no edge that leads where that one does; or no DFA (n = 0) when that would cost more than the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MINIM_H
#define ROBOTSC_MINIM_H

#include "arena.h"
#include "dfa.h"

enum robotsc_status robotsc__minim_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out);

#endif
