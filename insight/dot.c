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
	unsigned machine;  /* number of the one that is drawn */
	unsigned verdicts; /* bits: those that edges lead to */
};

#define VERDICTS 3u   /* bits: both */
#define GATES_SHOWN 6 /* of one mark */
#define ALLOWS "fillcolor=\"#d3f2d8\", color=\"#1f7a34\", fontcolor=\"#0d4a1c\""
#define DISALLOWS "fillcolor=\"#fbd9d3\", color=\"#b3321e\", fontcolor=\"#6e1a0d\""
#define DEPENDS "fillcolor=\"#fff0c2\", color=\"#9a7300\", fontcolor=\"#5c4500\""
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

/* An octet inside a label: what would end it, or is not to be seen, is spelled. */
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
		put_number(d, target == TARGET_ALLOW ? "allow" : "disallow", d->machine);
		return;
	}
	put_number(d, "m", d->machine);
	put_number(d, "n", target - TARGET_NODE);
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

/* Where other octets lead. */
static void put_otherwise(struct drawing *d, uint32_t at, const struct node *n)
{
	const uint32_t target = n->otherwise == ELSE_SELF    ? at + TARGET_NODE
	                        : n->otherwise <= ELSE_ALLOW ? n->otherwise
	                                                     : n->linked;
	if (n->otherwise == ELSE_DISALLOW && d->m->ranked)
		return; /* nothing more can match */
	begin_edge(d, at, target);
	put(d, n->otherwise == ELSE_HUB || n->otherwise == ELSE_LINK ? " [style=dotted, weight=0, " GRAY "];\n"
	                                                             : " [style=dashed, label=\"else\", " GRAY "];\n");
}

/* The ways out of a branch to one target, octets that follow each other as a range. */
static void put_ways(struct drawing *d, uint32_t at, const struct node *n, uint32_t first)
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

static void put_branch(struct drawing *d, uint32_t at, const struct node *n)
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
static void put_fan(struct drawing *d, uint32_t at)
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

/* ---- what is said where a walk arrives in a node, or ends there ---------------- */

static void put_rank(struct drawing *d, const char *before, uint32_t rank, unsigned *verdicts)
{
	if (!rank)
		return;
	put_number(d, before, rank);
	*verdicts |= 1u << (rank & 1);
}

/* "if r1 3 back, not r2 3 back: opens r3": of a segment of 3 octets, which must begin where the one register is open and
 * the other is not. */
static void put_gate(struct drawing *d, const uint8_t *gate, unsigned *verdicts)
{
	const uint32_t unit = machine_unit(d->m->at), from = field_at(gate, GATE_FROM, unit),
		       before = field_at(gate, GATE_BEFORE, unit), opens = field_at(gate, GATE_OPENS, unit),
		       length = field_at(gate, GATE_LENGTH, unit);
	put(d, from || before ? "\\nif" : "\\nalways");
	if (from)
		put_number(d, " r", from);
	if (before)
		put_number(d, from ? ", not r" : " not r", before);
	if (from || before)
		put_number(d, " ", length), put(d, " back");
	put(d, ":");
	put_rank(d, " rank ", field_at(gate, GATE_RANK, unit), verdicts);
	put_rank(d, " rank at end ", field_at(gate, GATE_END, unit), verdicts);
	if (opens)
		put_number(d, " opens r", opens);
}

/* Returns which verdicts a mark may give, as bits. */
static unsigned put_mark(struct drawing *d, uint32_t ref)
{
	const uint32_t unit = machine_unit(d->m->at);
	const uint8_t *mark = machine_marks(d->m->at) + (size_t)(ref >> 1) * MARK_FIELDS * unit;
	unsigned verdicts = 0, lines = 0;
	if (!(ref & 1)) {
		put_rank(d, "\\nrank ", ref >> 1, &verdicts);
		return verdicts;
	}
	put_rank(d, "\\nrank ", field_at(mark, MARK_RANK, unit), &verdicts);
	put_rank(d, "\\nrank at end ", field_at(mark, MARK_END, unit), &verdicts);
	for (uint32_t next = field_at(mark, MARK_GATE, unit); next; lines++) {
		const uint8_t *gate = machine_gates(d->m->at) + (size_t)(next - 1) * GATE_FIELDS * unit;
		if (lines == GATES_SHOWN) {
			put(d, "\\n...");
			return VERDICTS;
		}
		put_gate(d, gate, &verdicts);
		next = field_at(gate, GATE_NEXT, unit);
	}
	return verdicts;
}

static void put_node(struct drawing *d, uint32_t at, const struct node *n)
{
	const int e = (n->head & NODE_E) != 0;
	unsigned verdicts = d->m->ranked ? 0 : 1u << e;
	put(d, "\t");
	put_node_name(d, at + TARGET_NODE);
	put_number(d, " [label=\"", at);
	if (d->m->ranked && e)
		verdicts = put_mark(d, n->mark);
	put(d, "\", ");
	put(d, verdicts == VERDICTS || (e && !verdicts) ? DEPENDS : verdicts ? (verdicts & 1 ? DISALLOWS : ALLOWS) : GRAY);
	put(d, at == 0 ? ", shape=doublecircle];\n" : d->m->ranked && e ? ", shape=box];\n" : "];\n");
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

/* A set as it could be written. */
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

/* A program is a pattern that is tried as a whole. */
static void put_program(struct drawing *d, const struct glob *glob)
{
	put(d, "\t");
	put_node_name(d, (uint32_t)(glob->text - d->m->code) + TARGET_NODE);
	put(d, " [label=\"");
	for (const uint8_t *item = glob->text; item < glob->text + glob->len; item += glob_item_size(item))
		if (*item == PROGRAM_SET)
			put_set(d, item);
		else if (*item < PROGRAM_SET)
			put_octet(d, *item);
		else
			put(d, *item == PROGRAM_ONE ? "?" : *item == PROGRAM_STAR ? "*" : " at end");
	put_number(d, "\\nrank ", glob->rank);
	put(d, glob->rank & 1 ? "\", shape=box, " ALLOWS "];\n" : "\", shape=box, " DISALLOWS "];\n");
}

static void put_machine(struct drawing *d)
{
	for (uint32_t i = 0; i < d->m->nglobs; i++)
		put_program(d, &d->m->globs[i]);
	const uint32_t size = has_programs(d->m) ? 0 : machine_field(d->m->at, MACHINE_CODE);
	d->verdicts = 0;
	for (uint32_t at = 0; at < size; at = robotsc__node_end(d->m, at)) {
		const struct node n = robotsc__node_read(d->m, at);
		put_node(d, at, &n);
	}
	if (d->verdicts & 1u << TARGET_ALLOW)
		put_number(d, "\tallow", d->machine), put(d, " [shape=box, label=\"allow\", " ALLOWS "];\n");
	if (d->verdicts & 1u << TARGET_DISALLOW)
		put_number(d, "\tdisallow", d->machine), put(d, " [shape=box, label=\"disallow\", " DISALLOWS "];\n");
}

enum robotsc_status robotsc_dot(const struct robotsc_group *group, struct robotsc_text name,
                                void (*write)(void *ctx, const char *text, size_t len), void *ctx,
                                const struct robotsc_alloc *alloc)
{
	struct machine_source machines;
	struct drawing d = {write, ctx, NULL, 0, 0};
	struct arena arena;
	robotsc__arena_init(&arena, alloc);
	const enum robotsc_status status = robotsc__machine_open(&arena, group, &machines);
	if (status == ROBOTSC_OK) {
		put(&d, "digraph \"");
		put_text(&d, (const uint8_t *)name.at, (uint32_t)name.len);
		put(&d, "\" {\n\trankdir=LR;\n\tnode [shape=circle, style=\"filled,rounded\", fillcolor=white, fontname=monospace, "
		        "fontsize=11];\n"
		        "\tedge [fontname=monospace, fontsize=12, arrowsize=0.7];\n");
		if (!machines.n)
			put(&d, machines.fallback ? "\tverdict [shape=box, label=\"allow\", " ALLOWS "];\n"
			                          : "\tverdict [shape=box, label=\"disallow\", " DISALLOWS "];\n");
		for (; d.machine < machines.n; d.machine++) {
			d.m = &machines.machines[d.machine];
			put_machine(&d);
		}
		put(&d, "}\n");
	}
	robotsc__arena_free(&arena);
	return status;
}
