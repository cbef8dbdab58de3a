/* determinize.h - determinize segments: a DFA whose states hold only what can still change the
 * verdict.
 *
 * A state is the best rank so far, and for each active gap the longest prefix of a segment that
 * ends at this point.  A gap becomes active when a segment end opens it.  It is dropped when it
 * cannot change the verdict: its ranks are below the best, no rank of the other verdict lies
 * between, or all its segments lead to gaps that are active already.  With nothing left the
 * verdict is settled.
 * As with the failure links of Aho and Corasick, a state shares most transitions with a state of
 * shorter prefixes, its base.  Only the octets of the children of one of its nodes are stepped.
 *
 * In    segments and the rank where nothing matches.
 * Out   the DFA, every state reachable; or no DFA (n = 0) if it would cost more than the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DETERMINIZE_H
#define ROBOTSC_DETERMINIZE_H

#include "dfa.h"
#include "pattern/pattern.h"
#include "pattern/segments.h"

enum robotsc_status robotsc__determinize_run(struct arena *a, const struct segments *segments, uint32_t fallback, uint64_t budget,
                                             struct dfa *out);

/* Determinize patterns with OP_SET and OP_ONE by the plain subset construction.
 *
 * A state is the verdict so far, and the positions of each pattern that can still change it.
 * Positions before a star that a pattern has passed are dropped.
 *
 * In    the patterns of a rule set; at least one has OP_SET or OP_ONE.
 * Out   the DFA, every state reachable; or no DFA (n = 0) if it would cost more than the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget). */
enum robotsc_status robotsc__determinize_glob_run(struct arena *a, const struct rules *rules, uint64_t budget, struct dfa *out);

#endif
