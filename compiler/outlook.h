/* outlook.h - build tries of segments, and compute the ranks that each node can still reach.
 *
 * In    a chain.
 * Out   a trie for each region, one after the other, and the reachable ranks of nodes and regions.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OUTLOOK_H
#define ROBOTSC_OUTLOOK_H

#include "chain.h"
#include "trie.h"

/* The highest and lowest reachable ranks of each verdict; 0 and UINT32_MAX if there are none. */
struct reach {
	uint32_t high[2], low[2];
};

struct outlook {
	const struct chain *chain;
	struct trie trie;
	uint32_t *root;   /* root node of each region; nregions + 1 entries */
	uint32_t *region; /* the region of each node */
	uint32_t *fail;   /* the failure link of each node, except in region 0 */
	/* the first node on the path of failure links, from the node itself, where a segment ends;
	 * or NO_NODE */
	uint32_t *done;
	struct reach *below;  /* of each node: ranks reachable without entering another region */
	struct reach *beyond; /* of each region: ranks reachable from it, in any region */
	/* of each node: a segment that ends at it or below it opens a region */
	uint8_t *opens;
};

enum robotsc_status robotsc__outlook_run(struct arena *a, const struct chain *chain, struct outlook *out);

/* The segment that ends at a node that done[] contains. */
static inline const struct segment *outlook_ended(const struct outlook *o, uint32_t node)
{
	return &o->chain->segments[o->trie.from[node]];
}

/* The segment that ends at a node, or NULL. */
static inline const struct segment *outlook_segment(const struct outlook *o, uint32_t node)
{
	return robotsc__trie_ended(&o->trie, node) > o->trie.from[node] ? outlook_ended(o, node) : NULL;
}

/* The next node on the path of failure links where a segment ends, or NO_NODE. */
static inline uint32_t outlook_next(const struct outlook *o, uint32_t node)
{
	return o->region[node] ? o->done[o->fail[node]] : NO_NODE;
}

/* The node from which all that the node may still match is reachable: in region 0 the node, else
 * the root of its region. */
static inline uint32_t outlook_origin(const struct outlook *o, uint32_t node)
{
	return o->region[node] ? o->root[o->region[node]] : node;
}

#endif
