/* random_walk.h - random paths, for DFAs with too many pairs of states to explore.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RANDOM_WALK_H
#define ROBOTSC_RANDOM_WALK_H

#include "lazy_dfa.h"
#include "alphabet.h"

#define RANDOM_WALK_ON 0
#define RANDOM_WALK_ANEW 1 /* another walk */
#define RANDOM_WALK_END 2

/* A walk takes random symbols, mostly those that a DFA names.  It ends when both DFAs are settled,
 * or at a certain length. */
struct random_walk {
	struct lazy_dfa *dfa[2];
	uint64_t budget; /* steps */
	uint64_t seed;
	enum alphabet_kind which; /* which symbols */
	/* Called after each symbol; the path is valid during the call.  last: this walk ends here.
	 * Returns RANDOM_WALK_... */
	int (*visit)(void *ctx, const uint8_t *path, size_t len, const int verdict[2], int last);
	void *ctx;
};

/* A pseudo-random number: splitmix64. */
uint64_t robotsc__random_walk_draw(uint64_t *seed);

/* Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__random_walk_run(struct arena *a, struct random_walk *w);

#endif
