/* ranked.h - segments to the ranked form: one search for all of them, of linear size.
 *
 * The trie of the segments that begin the path and, behind the first star, the search automaton of
 * Aho and Corasick for all others.  States say what they complete; the walk keeps the greatest
 * rank.  A region is a register that holds where it was first reached: a segment of that region
 * counts when it begins there or later.
 *
 * In    a chain of at most REGISTERS_MAX regions beside the first two; alone: of all patterns of a rule set whose
 *       ranks compare with no other's.
 * Out   a ranked machine; states that complete nothing new share their links' marks, equal states
 *       are merged.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RANKED_H
#define ROBOTSC_RANKED_H

#include "chain.h"
#include "machine.h"

enum robotsc_status robotsc__ranked_run(struct arena *a, const struct chain *chain, const struct rules *rules, int alone,
                                        struct machine *out);

#endif
