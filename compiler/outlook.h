/* outlook.h - segments as tries, and what every node of them may still lead to.
 *
 * In    a chain.
 * Out   a trie for each region, one after the other; of nodes and regions, the ranks ahead.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OUTLOOK_H
#define ROBOTSC_OUTLOOK_H

#include "chain.h"
#include "trie.h"

/* The highest and lowest ranks of each verdict, 0 and UINT32_MAX for none. */
struct reach {
	uint32_t high[2], low[2];
};

struct outlook {
	const struct chain *chain;
	struct trie trie;
	uint32_t *root;       /* of each region; nregions + 1 entries */
	uint32_t *region;     /* of each node */
	uint32_t *fail;       /* of each node of a floating region */
	uint32_t *done;       /* nearest node, this one included, of its failure links where a segment ends; or NO_NODE */
	struct reach *below;  /* of each node: ranks at it and below it, regions not followed */
	struct reach *beyond; /* of each region: all that it leads to */
	uint8_t *opens;       /* of each node: a segment at it or below it opens a region */
};

enum robotsc_status robotsc__outlook_run(struct arena *a, const struct chain *chain, struct outlook *out);

/* The segment that ends at a node where one does, as it does at those of done. */
static inline const struct segment *outlook_ended(const struct outlook *o, uint32_t node)
{
	return &o->chain->segments[o->trie.from[node]];
}

/* The segment that ends at a node, or NULL. */
static inline const struct segment *outlook_segment(const struct outlook *o, uint32_t node)
{
	return robotsc__trie_ended(&o->trie, node) > o->trie.from[node] ? outlook_ended(o, node) : NULL;
}

/* The next shorter node where a segment ends, or NO_NODE. */
static inline uint32_t outlook_next(const struct outlook *o, uint32_t node)
{
	return o->region[node] ? o->done[o->fail[node]] : NO_NODE;
}

/* The node from which everything of the region can still be reached. */
static inline uint32_t outlook_origin(const struct outlook *o, uint32_t node)
{
	return o->region[node] ? o->root[o->region[node]] : node;
}

#endif
