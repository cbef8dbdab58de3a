/* chain.h - patterns cut at their stars: segments, and the regions where they may begin.
 *
 * Region 0 is the start of the path; region 1 and up are where a star was reached.  A segment
 * begins in a region, at its first place (0) or anywhere behind it, and its end opens a region,
 * completes a pattern, or both.  Patterns that share leading segments share regions: leftmost
 * matching is exact, since a star may take what an earlier end leaves.  So do patterns that share all that
 * follows: a region is reached where any of what opens it has ended first.
 *
 * In    simple patterns without OP_SLASH and OP_QUERY, in the order of robotsc__pattern_compare, each once.
 * Out   segments, by region and then in octet order.  A segment opens only regions of higher number.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHAIN_H
#define ROBOTSC_CHAIN_H

#include "pattern.h"

struct segment {
	const uint8_t *text;
	uint32_t len;
	uint32_t region; /* where it begins */
	uint32_t opens;  /* region, or 0 */
	uint32_t rank;   /* of the pattern that ends here, whatever follows; 0: none */
	uint32_t end;    /* of the pattern that ends here with the path; 0: none */
};

struct chain {
	struct segment *segments;
	uint32_t *first; /* of each region, nregions + 1 entries */
	uint32_t nsegments, nregions;
};

enum robotsc_status robotsc__chain_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct chain *out);

#endif
