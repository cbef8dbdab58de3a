/* refine.h - the coarsest classes of states that behave alike, by partition refinement.
 *
 * In    a dfa, and room for the class and hash of each state.
 * Out   classes; not all that are needed where the budget is used up.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REFINE_H
#define ROBOTSC_REFINE_H

#include "arena.h"
#include "classes.h"

enum robotsc_status robotsc__refine_run(struct arena *a, struct classes *c);

#endif
