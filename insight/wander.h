/* wander.h - random paths, where there are too many for all of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WANDER_H
#define ROBOTSC_WANDER_H

#include "source.h"
#include "units.h"

#define WANDER_ON 0
#define WANDER_ANEW 1 /* another walk */
#define WANDER_END 2

/* Walks of random units, more often than not of those that a side tells from others, until both sides are
 * settled or a length is reached. */
struct wandering {
	struct source *source[2];
	uint64_t budget; /* steps */
	uint64_t seed;
	enum units_which which; /* units of paths */
	/* last: the walk ends here anyway.  Called behind each unit of a walk; the path is valid during the call.  Returns WANDER_... */
	int (*visit)(void *ctx, const uint8_t *path, size_t len, const int verdict[2], int last);
	void *ctx;
};

/* A pseudo-random number: splitmix64. */
uint64_t robotsc__wander_draw(uint64_t *seed);

/* Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__wander(struct arena *a, struct wandering *w);

#endif
