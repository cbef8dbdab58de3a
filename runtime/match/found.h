/* found.h - what a walk through a filter has found.  docs/format.md, "Filters"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FOUND_H
#define ROBOTSC_FOUND_H

#include "nodes.h"

/* What a walk has found in a path. */
struct found {
	uint32_t best;   /* highest rank; its low bit is the verdict */
	uint32_t unseen; /* literals not found yet */
	uint64_t seen[LITERALS_MAX / 64];
};

/* Records a mark. */
static inline void complete(struct found *found, uint32_t mark)
{
	const uint32_t value = mark >> 1;
	if (mark & MARK_LITERAL) {
		uint64_t *const word = &found->seen[value / 64];
		const uint64_t bit = (uint64_t)1 << (value % 64);
		found->unseen -= !(*word & bit);
		*word |= bit;
	} else if (value > found->best) {
		found->best = value;
	}
}

#endif
