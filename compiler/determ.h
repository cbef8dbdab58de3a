/* determ.h - segments to the decided form: a DFA whose states are what can still change the verdict.
 *
 * A state is the best match so far and, for each region that was reached, the longest beginning of
 * a segment there.  What can no longer change the verdict is dropped from it: ranks below the best,
 * ranks that nothing opposed can come between, regions whose every segment leads to regions that
 * are reached already.  When nothing is left the verdict is settled.
 *
 * Most of what a state does, a state of shorter beginnings does too, as the failure links of Aho and
 * Corasick say; only the octets below its longest beginning are looked at one by one.
 *
 * In    a chain and the rank where nothing matches.
 * Out   the DFA, every state reachable; or no DFA (n = 0) when it would cost more than the budget.
 *       Where there is no star, and so only region 0, there always is one.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget); without stars O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DETERM_H
#define ROBOTSC_DETERM_H

#include "chain.h"
#include "dfa.h"

enum robotsc_status robotsc__determ_run(struct arena *a, const struct chain *chain, uint32_t fallback, uint64_t budget,
                                        struct dfa *out);

#endif
