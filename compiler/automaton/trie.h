/* trie.h - a trie of literals, with the failure links of Aho and Corasick.
 *
 * In    literals in octet order; duplicates are allowed.
 * Out   nodes numbered breadth-first from the root, so the children of a node are adjacent.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets); failure links O(octets * log 256).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRIE_H
#define ROBOTSC_TRIE_H

#include "support/arena.h"

struct literal {
	const uint8_t *text;
	uint32_t len;
};

#define NO_NODE UINT32_MAX

/* Tries may share the arrays: the nodes of one trie come after the nodes of another. */
struct trie {
	uint8_t *octet;  /* on the edge into a node */
	uint32_t *child; /* first child */
	uint16_t *kids;  /* number of children */
	uint32_t *from;  /* literals with the node's prefix: from.. */
	uint32_t *to;    /* ..to; literals that end here are first */
	uint32_t n, room;
};

/* Allocate room for nodes. */
enum robotsc_status robotsc__trie_init(struct arena *a, uint32_t room, struct trie *t);

/* Add a trie of literals[from..to).  Its root is the node t->n from before the call. */
void robotsc__trie_add(struct trie *t, const struct literal *literals, uint32_t from, uint32_t to);

/* The literals that end at a node are from[node]..robotsc__trie_ended. */
static inline uint32_t robotsc__trie_ended(const struct trie *t, uint32_t node)
{
	return t->kids[node] ? t->from[t->child[node]] : t->to[node];
}

/* The child over an octet, or NO_NODE. */
static inline uint32_t robotsc__trie_child(const struct trie *t, uint32_t node, uint8_t octet)
{
	const uint8_t *at = t->octet + t->child[node];
	uint32_t n = t->kids[node];
	while (n > 1) { /* without branches, which are mispredicted often */
		const uint32_t half = n / 2;
		at += at[half] <= octet ? half : 0;
		n -= half;
	}
	return n && *at == octet ? (uint32_t)(at - t->octet) : NO_NODE;
}

/* The target of a node over an octet along failure links, or the root. */
uint32_t robotsc__trie_step(const struct trie *t, const uint32_t *fail, uint32_t root, uint32_t node, uint8_t octet);

/* Fill fail[] for the nodes root..end of a trie whose literals may begin anywhere. */
void robotsc__trie_fail(const struct trie *t, uint32_t root, uint32_t end, uint32_t *fail);

#endif
