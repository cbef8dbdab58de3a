/* match.h - one rule tried on one path.
 *
 * In    a path; normalized patterns.
 * Out   its canonical octets; does a pattern match them?
 * Fails where there is no memory for the path.   Cost O(octets); O(pattern x path) at most.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MATCH_H
#define ROBOTSC_MATCH_H

#include "arena.h"
#include "glob_set.h"

/* A path in canonical octets; those from query on are behind the first '?'. */
struct canonical {
	uint8_t *text;
	size_t len, query;
	struct position *room; /* for a glob before and after a step: each octet adds one position at most */
};

/* Returns 0 where there is no memory. */
int robotsc__match_path(struct arena *a, const struct robotsc__dialect *dialect, const uint8_t *p, size_t len, struct canonical *c);

/* The positions it comes to are taken from *work; where that ends, the answer is MATCH_UNKNOWN. */
#define MATCH_UNKNOWN (-1)
int robotsc__match_run(const uint8_t *pattern, uint32_t len, const struct canonical *path, uint64_t *work);

#endif
