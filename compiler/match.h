/* match.h - one rule tried on one path.
 *
 * In    a path; normalized patterns.
 * Out   its canonical octets; does a pattern match them?
 * Cost  O(octets); O(pattern x path) at most.  Takes no memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MATCH_H
#define ROBOTSC_MATCH_H

#include "norm.h"

/* A path in canonical octets; those from query on are behind the first '?'. */
struct canonical {
	uint8_t *text; /* in: room for three times the path, and one */
	size_t len, query;
};

void robotsc__match_path(const struct robotsc__dialect *dialect, const uint8_t *p, size_t len, struct canonical *c);

/* Leftmost, going back to the last star only.  What it looks at is taken from *work; where that ends, the answer is
 * MATCH_UNKNOWN. */
#define MATCH_UNKNOWN (-1)
int robotsc__match_run(const uint8_t *pattern, uint32_t len, const struct canonical *path, uint64_t *work);

#endif
