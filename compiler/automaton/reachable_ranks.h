/* reachable_ranks.h - build tries of segments, and compute the ranks that each node can still
 * reach.
 *
 * In    segments.
 * Out   a trie for each gap, one after the other, and the reachable ranks of nodes and gaps.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_REACHABLE_RANKS_H
#define ROBOTSC_REACHABLE_RANKS_H

#include "pattern/segments.h"
#include "trie.h"

/* The highest and lowest reachable ranks of each verdict; 0 and UINT32_MAX if there are none. */
struct reach {
	uint32_t high[2], low[2];
};

struct reachable {
	const struct segments *segments;
	struct trie trie;
	uint32_t *root; /* root node of each gap; ngaps + 1 entries */
	uint32_t *gap;  /* the gap of each node */
	uint32_t *fail; /* the failure link of each node, except in gap 0 */
	/* the first node on the path of failure links, from the node itself, where a segment ends;
	 * or NO_NODE */
	uint32_t *done;
	struct reach *below;  /* of each node: ranks reachable without entering another gap */
	struct reach *beyond; /* of each gap: ranks reachable from it, in any gap */
	/* of each node: a segment that ends at it or below it opens a gap */
	uint8_t *opens;
};

enum robotsc_status robotsc__reachable_ranks_run(struct arena *a, const struct segments *segments, struct reachable *out);

/* The segment that ends at a node that done[] contains. */
static inline const struct segment *reachable_ended(const struct reachable *r, uint32_t node)
{
	return &r->segments->items[r->trie.from[node]];
}

/* The segment that ends at a node, or NULL. */
static inline const struct segment *reachable_segment(const struct reachable *r, uint32_t node)
{
	return robotsc__trie_ended(&r->trie, node) > r->trie.from[node] ? reachable_ended(r, node) : NULL;
}

/* The next node on the path of failure links where a segment ends, or NO_NODE. */
static inline uint32_t reachable_next(const struct reachable *r, uint32_t node)
{
	return r->gap[node] ? r->done[r->fail[node]] : NO_NODE;
}

/* The node from which all that the node may still match is reachable: in gap 0 the node, else
 * the root of its gap. */
static inline uint32_t reachable_origin(const struct reachable *r, uint32_t node)
{
	return r->gap[node] ? r->root[r->gap[node]] : node;
}

#endif
