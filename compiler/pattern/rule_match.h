/* rule_match.h - match one rule against one path.
 *
 * In    a path; a normalized pattern.
 * Out   the canonical path; whether the pattern matches it.
 * Fails if memory for the path is refused.   Cost O(octets); at most O(pattern x path).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RULE_MATCH_H
#define ROBOTSC_RULE_MATCH_H

#include <stdbool.h>

#include "support/arena.h"
#include "glob_set.h"

/* A canonical path.  Octets from query on come after the first '?'. */
struct canonical_path {
	uint8_t *text;
	size_t len, query;
	/* positions of a glob before and after a step: each octet adds at most one */
	struct position *room;
};

/* Returns false if memory is refused. */
bool robotsc__rule_match_path(struct arena *a, const struct robotsc__dialect *dialect, const uint8_t *p, size_t len,
                              struct canonical_path *c);

/* Subtracts the positions that it visits from *work.  Returns RULE_MATCH_UNKNOWN when *work runs
 * out. */
#define RULE_MATCH_UNKNOWN (-1)
int robotsc__rule_match_run(const uint8_t *pattern, uint32_t len, const struct canonical_path *path, uint64_t *work);

#endif
