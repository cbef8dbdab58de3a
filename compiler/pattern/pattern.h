/* pattern.h - turn the rules of a document into simple patterns, and select those of a rule set.
 *
 * A simple pattern begins with '/', and has OP_END only as its last octet.  It has no two stars in
 * a row and no star at its end.  OP_SLASH and OP_QUERY match "%2F" and "%3F" before the first '?'
 * of a path, and '/' and '?' after it.
 * A rule makes one or two simple patterns: an initial star becomes a star after '/', and "*" before
 * "/x" also makes "/x".  Patterns that match no path are left out.
 * A pattern with OP_SET or OP_ONE (has_sets) stays as it is.
 *
 * In    a document, then groups of it.
 * Out   patterns by group, then those of a rule set: sorted, without duplicates, with ordinals as
 *       ranks.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(n log n).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PATTERN_H
#define ROBOTSC_PATTERN_H

#include <stdbool.h>

#include "front/group.h"
#include "dialect/normalize.h"

struct pattern {
	const uint8_t *text;
	uint32_t len;
	uint32_t rank; /* precedence; in a rule set its ordinal */
	/* The ranks numbered in their order, from the fallback verdict on.  The number grows by one
	 * where the verdict changes, so its low bit is the verdict, as of the rank. */
	uint32_t ordinal;
	bool plain;    /* has no operator: it matches all paths that begin with it */
	bool has_sets; /* has OP_SET or OP_ONE: it is no simple pattern */
};

/* The patterns of a document, by group. */
struct patterns {
	struct pattern *all; /* the last is the rule that /robots.txt is always allowed */
	uint32_t *first;     /* first pattern of each group; ngroups + 1 entries */
	uint32_t n;          /* number of patterns, without the last */
	uint32_t stop[2];    /* as in struct rules, for shared rule sets: over all patterns */
};

/* The patterns of a rule set. */
struct rules {
	struct pattern *patterns; /* sorted by robotsc__pattern_compare */
	uint32_t n;
	uint32_t with_sets; /* number of patterns with OP_SET or OP_ONE */
	uint32_t variants;  /* number of OP_SLASH and OP_QUERY in the patterns */
	uint32_t stop[2];   /* by verdict: it is settled above this rank */
	/* the verdict where nothing matches, as an ordinal: equal for all groups of the set */
	uint32_t fallback;
};

/* Make the patterns of all groups that some policy contains. */
enum robotsc_status robotsc__pattern_document(struct arena *a, const struct document *doc, const struct grouping *grouping,
                                              struct patterns *out);

/* Number the ranks of all patterns.  Call it once before a shared rule set is selected. */
enum robotsc_status robotsc__pattern_share(struct arena *a, const struct document *doc, struct patterns *all);

/* Select a rule set's patterns.  Ordinals of all shared rule sets of the document compare. */
enum robotsc_status robotsc__pattern_select(struct arena *a, const struct document *doc, const struct patterns *all,
                                            const struct ruleset *set, struct rules *out);

/* google: an Allow pattern whose last path segment begins with "index.htm" also allows its folder.
 * Turns it into the folder's pattern; returns false if there is none. */
bool robotsc__pattern_folder(struct normal *pattern);

/* Compare in octet order, operators before all other octets: patterns that share a segment are
 * adjacent. */
int robotsc__pattern_compare(const struct pattern *x, const struct pattern *y);

/* The number of octets before the next star, OP_END or the end of the text. */
uint32_t robotsc__pattern_literal(const uint8_t *text, uint32_t len);

#endif
