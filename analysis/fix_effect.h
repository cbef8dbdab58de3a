/* fix_effect.h - what a change of a text opens and closes, proved over all paths and robots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FIX_EFFECT_H
#define ROBOTSC_FIX_EFFECT_H

#include "robotsc/lint.h"
#include "support/arena.h"

#define FIX_OPENS_NOTHING "opens nothing, closes nothing as robots are read here"

/* A text, and what may be spent on proofs about it. */
struct fix_effect {
	struct arena *arena;
	const struct robotsc_options *options;
	const uint8_t *at;
	size_t len;
	uint64_t left;  /* steps for the proofs of all fixes */
	uint64_t steps; /* out: work done */
};

/* Say in words what the edits open and close, or that it was not found out: too few steps are left,
 * or there is no memory.  The words may be in the arena. */
const char *robotsc__fix_effect_of(struct fix_effect *e, const struct robotsc_fix *fix);

#endif
