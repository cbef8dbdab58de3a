/* dot.c - draws machines as Graphviz.  docs/formats/blob.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "lazy_machines.h"
#include "machine_reader.h"
#include "match/blob_layout.h"
#include "robotsc/dot.h"

struct drawing {
	void (*write)(void *ctx, const char *text, size_t len);
	void *ctx;
	const struct machine_reader *m;
	unsigned verdicts; /* by bit: the verdicts that edges lead to */
};

#define PREFIXES (UINT32_MAX - TARGET_NODE) /* in place of a node's offset */
#define ALLOWS "fillcolor=\"#d3f2d8\", color=\"#1f7a34\", fontcolor=\"#0d4a1c\""
#define DISALLOWS "fillcolor=\"#fbd9d3\", color=\"#b3321e\", fontcolor=\"#6e1a0d\""
#define GRAY "color=\"#8a94a0\", fontcolor=\"#5d6773\""

static void put(struct drawing *d, const char *text)
{
	d->write(d->ctx, text, strlen(text));
}

static void put_number(struct drawing *d, const char *before, unsigned long number)
{
	char digits[24];
	snprintf(digits, sizeof digits, "%lu", number);
	put(d, before);
	put(d, digits);
}

/* Write an octet inside a label.  An octet that would end the label is escaped; one that cannot be
 * seen is written as \\xNN. */
static void put_octet(struct drawing *d, uint8_t octet)
{
	const char plain[2] = {(char)octet, 0};
	char spelled[8];
	snprintf(spelled, sizeof spelled, "\\\\x%02X", octet);
	if (octet == '"' || octet == '\\')
		put(d, "\\");
	put(d, octet > ' ' && octet < 0x7F ? plain : spelled);
}

static void put_node_name(struct drawing *d, uint32_t target)
{
	if (target < TARGET_NODE) {
		d->verdicts |= 1u << target;
		put(d, target == TARGET_ALLOW ? "allow" : "disallow");
	} else if (target == PREFIXES + TARGET_NODE) {
		put(d, "prefixes");
	} else {
		put_number(d, "n", target - TARGET_NODE);
	}
}

static void begin_node(struct drawing *d, uint32_t target)
{
	put(d, "\t");
	put_node_name(d, target);
	put(d, " [label=\"");
}

/* verdict: that of a path which ends in this node. */
static void end_node(struct drawing *d, int verdict, int first)
{
	put(d, verdict ? "\", " ALLOWS : "\", " DISALLOWS);
	put(d, first ? ", shape=doublecircle];\n" : "];\n");
}

static void begin_edge(struct drawing *d, uint32_t from, uint32_t target)
{
	put(d, "\t");
	put_node_name(d, from + TARGET_NODE);
	put(d, " -> ");
	put_node_name(d, target);
}

static void put_text(struct drawing *d, const uint8_t *octets, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		put_octet(d, octets[i]);
}

/* Draw the edge for all octets that the node does not name. */
static void put_otherwise(struct drawing *d, uint32_t at, const struct node *n)
{
	const uint32_t target = n->otherwise == ELSE_SELF    ? at + TARGET_NODE
	                        : n->otherwise <= ELSE_ALLOW ? n->otherwise
	                                                     : n->else_target;
	begin_edge(d, at, target);
	put(d, n->otherwise == ELSE_ROOT || n->otherwise == ELSE_DEFAULT ? " [style=dotted, weight=0, " GRAY "];\n"
	                                                                 : " [style=dashed, label=\"else\", " GRAY "];\n");
}

/* Draw the edges of a branch to one target as one edge.  Successive octets become a range. */
static void put_ways(struct drawing *d, uint32_t at, const struct node *n, uint32_t first)
{
	const uint32_t target = node_way(n, first, d->m->width);
	begin_edge(d, at, target);
	put(d, " [label=\"");
	for (uint32_t i = first; i < n->count; i++) {
		uint32_t last = i;
		if (node_way(n, i, d->m->width) != target)
			continue;
		while (last + 1 < n->count && n->octets[last + 1] == n->octets[last] + 1 &&
		       node_way(n, last + 1, d->m->width) == target)
			last++;
		put(d, i == first ? "" : " ");
		put_octet(d, n->octets[i]);
		if (last > i + 1)
			put(d, "-");
		if (last > i)
			put_octet(d, n->octets[last]);
		i = last;
	}
	put(d, "\"];\n");
}

static void put_branch(struct drawing *d, uint32_t at, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		uint32_t k = 0;
		while (node_way(n, k, d->m->width) != node_way(n, i, d->m->width))
			k++;
		if (k == i)
			put_ways(d, at, n, i);
	}
	put_otherwise(d, at, n);
}

/* Draw a prefix table: a node for the state after "/", with an edge for each prefix. */
static void put_prefix_table(struct drawing *d)
{
	begin_node(d, PREFIXES + TARGET_NODE);
	put(d, "/");
	end_node(d, (d->m->prefix_table[PREFIX_AT_ELSE] & PREFIX_E) != 0, 1);
	for (uint32_t i = 0; i < d->m->prefixes; i++) {
		const struct node prefix = robotsc__prefix_reader_node(d->m, i);
		begin_edge(d, PREFIXES, prefix.target);
		put(d, " [label=\"");
		put_text(d, prefix.octets, prefix.count);
		put(d, "\"];\n");
	}
	const struct node any = robotsc__prefix_reader_node(d->m, 0);
	put_otherwise(d, PREFIXES, &any);
}

static void put_node(struct drawing *d, uint32_t at)
{
	const struct node n = robotsc__machine_reader_node(d->m, at);
	begin_node(d, at + TARGET_NODE);
	put_number(d, "", at);
	end_node(d, (n.head & NODE_E) != 0, at == 0 && !d->m->prefix_table);
	if (n.head & NODE_BRANCH) {
		put_branch(d, at, &n);
	} else {
		begin_edge(d, at, n.target);
		put(d, " [label=\"");
		put_text(d, n.octets, n.count);
		put(d, "\"];\n");
		put_otherwise(d, at, &n);
	}
}

static void put_dfa(struct drawing *d)
{
	const uint32_t size = machine_field(d->m->at, MACHINE_CODE);
	if (d->m->prefix_table)
		put_prefix_table(d);
	for (uint32_t at = 0; at < size; at = robotsc__machine_reader_end(d->m, at))
		put_node(d, at);
	if (d->verdicts & 1u << TARGET_ALLOW)
		put(d, "\tallow [shape=box, label=\"allow\", " ALLOWS "];\n");
	if (d->verdicts & 1u << TARGET_DISALLOW)
		put(d, "\tdisallow [shape=box, label=\"disallow\", " DISALLOWS "];\n");
}

/* ---- filters ----------------------------------------------------------------- */

/* Write a set as a pattern would spell it. */
static void put_set(struct drawing *d, const uint8_t *set)
{
	put(d, "[");
	for (unsigned i = 0; i < set[1]; i++) {
		put_octet(d, set[2 + 2 * i]);
		if (set[3 + 2 * i] > set[2 + 2 * i] + 1)
			put(d, "-");
		if (set[3 + 2 * i] > set[2 + 2 * i])
			put_octet(d, set[3 + 2 * i]);
	}
	put(d, "]");
}

static void put_operator(struct drawing *d, const uint8_t *item)
{
	if (*item == OP_SET)
		put_set(d, item);
	else
		put(d, *item == OP_ONE     ? "?"
		       : *item == OP_STAR  ? "*"
		       : *item == OP_SLASH ? "%2F"
		       : *item == OP_QUERY ? "%3F"
		                           : " at end");
}

/* Draw a glob as a node of its own. */
static void put_glob(struct drawing *d, uint32_t number, const struct glob *glob)
{
	put_number(d, "\tg", number);
	put(d, " [label=\"");
	for (const uint8_t *item = glob->text; item < glob->text + glob->len; item += glob_item_size(item)) {
		if (*item < OP_SET)
			put_octet(d, *item);
		else
			put_operator(d, item);
	}
	put_number(d, "\\nrank ", glob->rank);
	put(d, glob->rank & 1 ? "\", shape=box, " ALLOWS "];\n" : "\", shape=box, " DISALLOWS "];\n");
}

static void put_rules(struct drawing *d, const struct lazy_rules *rules)
{
	for (uint32_t i = 0; i < rules->n; i++)
		put_glob(d, i, &rules->rules[i]);
	put(d, rules->fallback ? "\tverdict [shape=box, label=\"allow\", " ALLOWS "];\n"
	                       : "\tverdict [shape=box, label=\"disallow\", " DISALLOWS "];\n");
}

enum robotsc_status robotsc_dot(const struct robotsc_group *group, struct robotsc_text name,
                                void (*write)(void *ctx, const char *text, size_t len), void *ctx,
                                const struct robotsc_alloc *alloc)
{
	struct lazy_machines machines;
	struct drawing d = {write, ctx, NULL, 0};
	struct arena arena;
	robotsc__arena_init(&arena, alloc);
	const enum robotsc_status status = robotsc__lazy_machines_open(&arena, group, &machines);
	if (status == ROBOTSC_OK) {
		put(&d, "digraph \"");
		put_text(&d, (const uint8_t *)name.at, (uint32_t)name.len);
		put(&d, "\" {\n\trankdir=LR;\n\tnode [shape=circle, style=\"filled,rounded\", fillcolor=white, fontname=monospace, "
		        "fontsize=11];\n"
		        "\tedge [fontname=monospace, fontsize=12, arrowsize=0.7];\n");
		d.m = machines.machines;
		if (machines.n && !d.m->filter)
			put_dfa(&d);
		else
			put_rules(&d, &machines.rules);
		put(&d, "}\n");
	}
	robotsc__arena_free(&arena);
	return status;
}
