/* trie.c - see trie.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trie.h"

enum robotsc_status robotsc__trie_init(struct arena *a, uint32_t room, struct trie *t)
{
	*t = (struct trie){.room = room};
	t->octet = robotsc__arena_take(a, room * sizeof *t->octet);
	t->child = robotsc__arena_take(a, room * sizeof *t->child);
	t->kids = robotsc__arena_take(a, room * sizeof *t->kids);
	t->from = robotsc__arena_take(a, room * sizeof *t->from);
	t->to = robotsc__arena_take(a, room * sizeof *t->to);
	return t->octet && t->child && t->kids && t->from && t->to ? ROBOTSC_OK : ROBOTSC_ERR_NOMEM;
}

static uint32_t add_node(struct trie *t, uint8_t octet, uint32_t from, uint32_t to)
{
	const uint32_t node = t->n++;
	t->octet[node] = octet;
	t->kids[node] = 0;
	t->from[node] = from;
	t->to[node] = to;
	return node;
}

/* Add the children of a node: one for each octet at depth in its literals. */
static void add_children(struct trie *t, const struct literal *literals, uint32_t node, uint32_t depth)
{
	const uint32_t to = t->to[node];
	uint32_t i = t->from[node];
	/* the usual case: one child */
	if (i < to && literals[i].len > depth && literals[i].text[depth] == literals[to - 1].text[depth]) {
		t->child[node] = add_node(t, literals[i].text[depth], i, to);
		t->kids[node] = 1;
		return;
	}
	while (i < to && literals[i].len == depth)
		i++;
	t->child[node] = t->n;
	while (i < to) {
		const uint8_t octet = literals[i].text[depth];
		const uint32_t from = i;
		while (i < to && literals[i].text[depth] == octet)
			i++;
		add_node(t, octet, from, i);
		t->kids[node]++;
	}
}

void robotsc__trie_add(struct trie *t, const struct literal *literals, uint32_t from, uint32_t to)
{
	/* level: end of the nodes of this depth */
	uint32_t node = add_node(t, 0, from, to), depth = 0, level = t->n;
	for (; node < t->n; node++) {
		if (node == level) {
			level = t->n;
			depth++;
		}
		add_children(t, literals, node, depth);
	}
}

uint32_t robotsc__trie_step(const struct trie *t, const uint32_t *fail, uint32_t root, uint32_t node, uint8_t octet)
{
	for (;; node = fail[node]) {
		const uint32_t child = robotsc__trie_child(t, node, octet);
		if (child != NO_NODE)
			return child;
		if (node == root)
			return root;
	}
}

void robotsc__trie_fail(const struct trie *t, uint32_t root, uint32_t end, uint32_t *fail)
{
	fail[root] = root;
	for (uint32_t node = root; node < end; node++)
		for (uint32_t i = 0; i < t->kids[node]; i++) {
			const uint32_t child = t->child[node] + i;
			fail[child] = node == root ? root : robotsc__trie_step(t, fail, root, fail[node], t->octet[child]);
		}
}
