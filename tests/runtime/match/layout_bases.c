/* layout_bases.c - see layout_make.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout_make.h"

#include "runtime/match/blob_layout.h"

static void add(uint64_t values[LAYOUT_VALUES], size_t *n, uint64_t v)
{
	for (size_t i = 0; i < *n; i++)
		if (values[i] == v)
			return;
	if (*n < LAYOUT_VALUES)
		values[(*n)++] = v;
}

size_t layout_boundaries(const struct layout_made *made, const struct layout_base *base, const struct layout_field *field,
                         uint64_t values[LAYOUT_VALUES])
{
	const struct layout_row *row = &layout[field->id];
	const uint64_t most = layout_most(row, base),
		       wanted[] = {0, 1, row->low, row->high, field->low, field->high, field->typical, most};
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		for (int near = -1; near <= 1; near++)
			add(values, &n, wanted[i] + (uint64_t)(int64_t)near);
	for (unsigned i = 0; row->rule >= RULE_NODE && row->rule <= RULE_EARLIER && i <= LAYOUT_NODES && !base->bare; i++)
		for (uint64_t near = 0; near < 4; near++)
			add(values, &n, made->offsets[i] + near);
	for (int c = 0; row->rule == RULE_LITERAL && c < 8; c++)
		add(values, &n, (uint64_t) "#%\"$&/ z"[c]);
	for (int k = GLOB_KNOWN - 1; row->rule == RULE_VALUES && k <= GLOB_QUERY; k++)
		add(values, &n, (uint64_t)k);
	for (unsigned k = 2; row->rule == RULE_VALUES && k < 8; k++)
		add(values, &n, k);
	for (unsigned k = 2; row->type == TYPE_SIZE && k < 24 && k <= field->typical; k++)
		add(values, &n, field->typical - k);
	for (unsigned k = 0; field->id == LAYOUT_SECTION_AT_TYPE && k < 7; k++)
		add(values, &n, k);
	if (row->rule == RULE_MINUTE)
		add(values, &n, MINUTES), add(values, &n, MINUTE_NONE - 1);
	for (size_t i = 0; i < n; i++)
		if (values[i] <= most)
			values[kept++] = values[i];
	return kept;
}

#define RUN_TO(next_)                     \
	{                                 \
		.next = next_, .count = 1 \
	}

const struct layout_base layout_plain = {
	.machines = 1,
	.form = FORM_R,
	.policies = 1,
	.names = 2,
	.nodes = {RUN_TO(NEXT_FALL), RUN_TO(NEXT_FALL), RUN_TO(NEXT_FALL), RUN_TO(NEXT_ALLOW)},
};

const struct layout_node layout_root_node = {.kind = NODE_BRANCH, .otherwise = ELSE_SELF, .count = 2},
			 layout_leaf = {.kind = NODE_BRANCH, .e = 1}, layout_trie_root = {.kind = NODE_BRANCH, .count = 2};

struct layout_base layout_with_nodes(unsigned flags, unsigned root, struct layout_node second, struct layout_node third)
{
	struct layout_base b = layout_plain;

	b.flags = flags;
	b.root = root;
	b.nodes[1] = second;
	b.nodes[2] = third;
	if (flags & MACHINE_IS_FILTER) {
		b.nodes[3] = layout_leaf;
		b.literals = 2;
	}
	return b;
}

const struct layout_prefix_table layout_prefix_tables[LAYOUT_PREFIX_TABLES] = {
	{.there = 0},
	{.there = 1, .count = 2, .bits = 1, .unit = 2, .more = 1},
	{.there = 1, .count = 2, .bits = 2, .unit = PREFIX_WIDE},
	{.there = 1, .otherwise = ELSE_ROOT, .e = 1, .count = 1, .bits = 1},
	{.there = 1, .otherwise = ELSE_ALLOW, .count = 1, .bits = PREFIX_BITS_MAX},
};
