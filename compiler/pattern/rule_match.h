/* rule_match.h - match one rule against one path.
 *
 * A segment between two stars is looked for at 64 places of the path at once; the leftmost counts.
 *
 * In    a path; a normalized pattern.
 * Out   the canonical path, and where each of its octets stands; whether the pattern matches it.
 * Fails if memory for the path is refused: at most 40 octets for each of a long one, and
 *       mostly 15.
 * Cost  O(path x different octets / 64) for a path; O(pattern x (1 + path / 64)) for a pattern.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_RULE_MATCH_H
#define ROBOTSC_RULE_MATCH_H

#include <stdbool.h>

#include "dialect/dialect.h"
#include "dialect/normalize.h"
#include "support/arena.h"

/* The items of a path: octets; in form K units, which are octets and two more values. */
#define UNIT_SLASH 256u /* "%2F"; a '/' is an octet */
#define UNIT_CUT 257u   /* the first octet of a pair that a prefix cuts; only a star matches it */
#define UNITS 258

/* A canonical path.  Octets from query on come after the first '?'. */
struct canonical_path {
	uint8_t *text;
	size_t len, query;
	bool paired; /* form K: a pair is one item */
	size_t n;    /* items */
	/* bit i of row r: item i is one of the r lowest values that the path has */
	const uint64_t *bits;
	size_t words;            /* of a row */
	uint16_t row[UNITS + 1]; /* by value: how many lower values the path has */
};

/* Returns false if memory is refused. */
bool robotsc__rule_match_path(struct arena *a, const struct robotsc__dialect *dialect, const uint8_t *p, size_t len,
                              struct canonical_path *c);

/* Make bits, words, n and row[] of a path whose other members are set, and whose row[] is zero: a
 * prefix of a canonical path can be matched too.  Returns false if memory is refused. */
bool robotsc__rule_match_rows(struct arena *a, struct canonical_path *c);

/* Subtracts the octets of the pattern that it compares, each with 64 items, from *work.  Returns
 * RULE_MATCH_UNKNOWN when *work runs out. */
#define RULE_MATCH_UNKNOWN (-1)
int robotsc__rule_match_run(const uint8_t *pattern, uint32_t len, const struct canonical_path *path, uint64_t *work);

#endif
