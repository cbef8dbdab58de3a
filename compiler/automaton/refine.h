/* refine.h - find the coarsest partition into equal states, by partition refinement.
 *
 * In    a DFA, and room for the class and hash of each state.
 * Out   classes.  If the budget runs out they may be too coarse.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REFINE_H
#define ROBOTSC_REFINE_H

#include "support/arena.h"
#include "partition.h"

enum robotsc_status robotsc__refine_run(struct arena *a, struct partition *c);

#endif
