/* chain.h - cut patterns at their stars into segments and the regions where segments may begin.
 *
 * Region 0 is the start of the path.  Each other region is the rest of the path after a star.  A
 * segment of region 0 begins at offset 0, any other segment anywhere in its region.  The end of a
 * segment opens a region, completes a pattern, or both.
 * Patterns that share leading segments share regions.  This is exact: a leftmost match is enough,
 * because a star also matches what an earlier end leaves.  Patterns with equal remainders share a
 * region too; the first segment end that opens it counts.
 *
 * In    patterns without OP_SLASH and OP_QUERY, sorted by robotsc__pattern_compare, without
 *       duplicates.
 * Out   segments, by region and then in octet order.  A segment opens only regions of higher
 *       number.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHAIN_H
#define ROBOTSC_CHAIN_H

#include "pattern.h"

struct segment {
	const uint8_t *text;
	uint32_t len;
	uint32_t region; /* the region where it begins */
	uint32_t opens;  /* the region that its end opens, or 0 */
	uint32_t rank;   /* of the pattern that ends here, whatever follows; 0: none */
	uint32_t end;    /* of the pattern that ends here if the path ends too; 0: none */
};

struct chain {
	struct segment *segments;
	uint32_t *first; /* first segment of each region; nregions + 1 entries */
	uint32_t nsegments, nregions;
};

enum robotsc_status robotsc__chain_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct chain *out);

#endif
