/* dot.c - machines as Graphviz.  docs/format.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/dot.h"

#include <stdio.h>
#include <string.h>

#include "blob_layout.h"
#include "machine.h"
#include "machine_reader.h"

struct drawing {
	void (*write)(void *ctx, const char *text, size_t len);
	void *ctx;
	const struct machine_reader *m;
	unsigned machine; /* number of the one that is drawn */
};

static void put(const struct drawing *d, const char *text)
{
	d->write(d->ctx, text, strlen(text));
}

static void put_number(const struct drawing *d, const char *before, unsigned long number)
{
	char digits[24];
	snprintf(digits, sizeof digits, "%lu", number);
	put(d, before);
	put(d, digits);
}

/* An octet inside a label: what would end it, or is not to be seen, is spelled. */
static void put_octet(const struct drawing *d, uint8_t octet)
{
	const char plain[2] = {(char)octet, 0};
	char spelled[8];
	snprintf(spelled, sizeof spelled, "\\\\x%02X", octet);
	if (octet == '"' || octet == '\\')
		put(d, "\\");
	put(d, octet > ' ' && octet < 0x7F ? plain : spelled);
}

static void put_node_name(const struct drawing *d, uint32_t target)
{
	if (target < TARGET_NODE) {
		put_number(d, target == TARGET_ALLOW ? "allow" : "disallow", d->machine);
		return;
	}
	put_number(d, "m", d->machine);
	put_number(d, "n", target - TARGET_NODE);
}

static void begin_edge(const struct drawing *d, uint32_t from, uint32_t target)
{
	put(d, "\t");
	put_node_name(d, from + TARGET_NODE);
	put(d, " -> ");
	put_node_name(d, target);
}

static void put_text(const struct drawing *d, const uint8_t *octets, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		put_octet(d, octets[i]);
}

/* Where other octets lead. */
static void put_otherwise(const struct drawing *d, uint32_t at, const struct node *n)
{
	const uint32_t target = n->otherwise == ELSE_SELF    ? at + TARGET_NODE
	                        : n->otherwise <= ELSE_ALLOW ? n->otherwise
	                                                     : n->linked;
	if (n->otherwise == ELSE_DISALLOW && d->m->ranked)
		return; /* nothing more can match */
	begin_edge(d, at, target);
	put(d, n->otherwise == ELSE_HUB || n->otherwise == ELSE_LINK ? " [style=dotted, label=\"again from\"];\n"
	                                                             : " [style=dashed, label=\"else\"];\n");
}

/* The ways out of a branch to one target, octets that follow each other as a range. */
static void put_ways(const struct drawing *d, uint32_t at, const struct node *n, uint32_t first)
{
	const uint32_t target = robotsc__node_way(d->m, n, first);
	begin_edge(d, at, target);
	put(d, " [label=\"");
	for (uint32_t i = first; i < n->count; i++) {
		uint32_t last = i;
		if (robotsc__node_way(d->m, n, i) != target)
			continue;
		while (last + 1 < n->count && n->octets[last + 1] == n->octets[last] + 1 &&
		       robotsc__node_way(d->m, n, last + 1) == target)
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

static void put_branch(const struct drawing *d, uint32_t at, const struct node *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		uint32_t k = 0;
		while (robotsc__node_way(d->m, n, k) != robotsc__node_way(d->m, n, i))
			k++;
		if (k == i)
			put_ways(d, at, n, i);
	}
	put_otherwise(d, at, n);
}

/* A fan with its labels, which are no nodes of their own here. */
static void put_fan(const struct drawing *d, uint32_t at)
{
	for (uint32_t i = 0; i < d->m->fan.n; i++) {
		const struct node label = robotsc__node_read(d->m, d->m->fan.labels[i]);
		begin_edge(d, at, label.target);
		put(d, " [label=\"");
		put_text(d, label.octets, label.count);
		put(d, "\"];\n");
	}
	put_otherwise(d, at, &d->m->fan.back);
}

/* What is said where a walk arrives in a node, or ends there. */
static void put_node(const struct drawing *d, uint32_t at, const struct node *n)
{
	const int e = (n->head & NODE_E) != 0;
	put(d, "\t");
	put_node_name(d, at + TARGET_NODE);
	if (!d->m->ranked) {
		put(d, e ? " [fillcolor=palegreen" : " [fillcolor=lightsalmon");
	} else if (e && n->mark & 1) {
		put_number(d, " [fillcolor=gold, label=\"mark ", n->mark >> 1);
		put(d, "\"");
	} else if (e) {
		put(d, n->mark >> 1 & 1 ? " [fillcolor=palegreen" : " [fillcolor=lightsalmon");
		put_number(d, ", label=\"rank ", n->mark >> 1);
		put(d, "\"");
	} else {
		put(d, " [fillcolor=white");
	}
	put(d, at == 0 ? ", shape=doublecircle];\n" : "];\n");
	if (at == d->m->fan.at && at) {
		put_fan(d, at);
	} else if (n->head & NODE_BRANCH) {
		put_branch(d, at, n);
	} else {
		begin_edge(d, at, n->target);
		put(d, " [label=\"");
		put_text(d, n->octets, n->count);
		put(d, "\"];\n");
		put_otherwise(d, at, n);
	}
}

static void put_machine(const struct drawing *d)
{
	const uint32_t size = d->m->at[0] & MACHINE_PROGRAMS ? 0 : machine_field(d->m->at, MACHINE_CODE);
	put_number(d, "\tallow", d->machine);
	put(d, " [shape=box, fillcolor=palegreen, label=\"allow\"];\n");
	put_number(d, "\tdisallow", d->machine);
	put(d, " [shape=box, fillcolor=lightsalmon, label=\"disallow\"];\n");
	for (uint32_t at = 0; at < size; at = robotsc__node_end(d->m, at)) {
		const struct node n = robotsc__node_read(d->m, at);
		if (!d->m->fan.at || !d->m->fan.is_label[at])
			put_node(d, at, &n);
	}
}

enum robotsc_status robotsc_dot(const struct robotsc_group *group, struct robotsc_text name,
                                void (*write)(void *ctx, const char *text, size_t len), void *ctx,
                                const struct robotsc_alloc *alloc)
{
	struct machine_source machines;
	struct drawing d = {write, ctx, NULL, 0};
	struct arena arena;
	robotsc__arena_init(&arena, alloc);
	const enum robotsc_status status = robotsc__machine_open(&arena, group, &machines);
	if (status == ROBOTSC_OK) {
		put(&d, "digraph \"");
		put_text(&d, (const uint8_t *)name.at, (uint32_t)name.len);
		put(&d, "\" {\n\trankdir=LR;\n\tnode [shape=circle, style=filled, label=\"\", fontname=monospace];\n"
		        "\tedge [fontname=monospace];\n");
		if (!machines.n)
			put(&d, machines.fallback ? "\tverdict [shape=box, fillcolor=palegreen, label=\"allow\"];\n"
			                          : "\tverdict [shape=box, fillcolor=lightsalmon, label=\"disallow\"];\n");
		for (; d.machine < machines.n; d.machine++) {
			d.m = &machines.machines[d.machine];
			put_machine(&d);
		}
		put(&d, "}\n");
	}
	robotsc__arena_free(&arena);
	return status;
}
