/* segments.h - cut patterns at their stars into segments and the gaps where segments may begin.
 *
 * Gap 0 is the start of the path.  Each other gap is the rest of the path after a star.  A
 * segment of gap 0 begins at offset 0, any other segment anywhere in its gap.  The end of a
 * segment opens a gap, completes a pattern, or both.
 * Patterns that share leading segments share gaps.  This is exact: a leftmost match is enough,
 * because a star also matches what an earlier end leaves.  Patterns with equal remainders share a
 * gap too; the first segment end that opens it counts.
 *
 * In    patterns without OP_SLASH and OP_QUERY, sorted by robotsc__pattern_compare, without
 *       duplicates.
 * Out   segments, by gap and then in octet order.  A segment opens only gaps of higher
 *       number.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SEGMENTS_H
#define ROBOTSC_SEGMENTS_H

#include "pattern.h"

struct segment {
	const uint8_t *text;
	uint32_t len;
	uint32_t gap;   /* the gap where it begins */
	uint32_t opens; /* the gap that its end opens, or 0 */
	uint32_t rank;  /* of the pattern that ends here, whatever follows; 0: none */
	uint32_t end;   /* of the pattern that ends here if the path ends too; 0: none */
};

struct segments {
	struct segment *items;
	uint32_t *first; /* first segment of each gap; ngaps + 1 entries */
	uint32_t nsegments, ngaps;
};

enum robotsc_status robotsc__segments_run(struct arena *a, const struct pattern *patterns, uint32_t n, struct segments *out);

#endif
