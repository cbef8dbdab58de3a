/* kit_layout.c - layout.kit: blobs from the rows of tests/runtime/match/layout.h, those that a row
 * refuses and those that it allows.
 *
 * Their contents that no reader verifies make no sense.  So paths are asked only where all readers
 * must agree: of DFAs, without scan and pair tables, with octets that every form leaves alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "kit_decode.h"
#include "tests/runtime/match/layout_bases.h"
#include "tests/support/product.h"
#include "tests/support/splitmix.h"
#include "tests/support/status_word.h"

#define REFUSED 16 /* most blobs that a row refuses */
#define ALLOWED 9  /* most that it allows */
#define PATHS 6
#define LONGEST 60

struct layout_kit {
	struct kit *k;
	struct layout_made made;
	unsigned refused[LAYOUT_COUNT], allowed[LAYOUT_COUNT];
	uint64_t seen[LAYOUT_COUNT][REFUSED + ALLOWED]; /* values, and the base's kind */
	unsigned number;
	uint64_t state;
	struct {
		unsigned allowed, alone; /* blobs of the kit: accepted; refused by no other row */
	} tally[LAYOUT_COUNT];
};

static struct layout_kit all;

/* ---- questions ------------------------------------------------------------------- */

static int is_plain(const struct decode_machine *m)
{
	return !m->filter && m->scan == NULL && m->pairs == NULL;
}

/* A path of octets that the nodes read, and others. */
static size_t make_path(const struct decode_machine *m, char path[LONGEST])
{
	static const char octets[] = "abcdxyz/.-_09AZ~!$*,:";
	size_t len = 1;
	path[0] = '/';
	for (uint32_t more = splitmix_below(&all.state, LONGEST - 1); more > 0; more--) {
		const struct decode_node *n = m->nnodes ? &m->nodes[splitmix_below(&all.state, m->nnodes)] : NULL;
		const char other = octets[splitmix_below(&all.state, sizeof octets - 1)];
		uint8_t c = (uint8_t)other;
		if (n && n->count && n->octets && splitmix_below(&all.state, 4))
			c = n->octets[splitmix_below(&all.state, n->count)];
		path[len++] = memchr(octets, c, sizeof octets - 1) ? (char)c : other;
	}
	return len;
}

static void ask_paths(const struct decode_blob *b, uint32_t policy)
{
	const struct decode_policy *p = policy ? &b->policies[policy - 1] : NULL;
	const struct decode_machine *m = p && p->kind != 2 ? &b->machines[p->machines[0]] : NULL;
	if (m && !is_plain(m))
		return;
	for (int i = 0; i < (m ? PATHS : 1); i++) {
		char path[LONGEST] = "/";
		const size_t len = i == 0 || m == NULL ? 1 : make_path(m, path);
		kit_word(all.k, "steps");
		kit_unsigned(all.k, kit_decoded_most(b, policy, path, len));
		kit_number(all.k, decode_check(b, policy, path, len));
		kit_text(all.k, path, len);
		kit_end(all.k);
	}
}

static void ask(const struct layout_made *made)
{
	struct decode_blob b;
	uint32_t policy;
	if (decode_open(&b, made->bytes, made->len) != DECODE_OK) {
		fputs("make_kit: the plain reader refuses what layout.h allows\n", stderr);
		exit(1);
	}
	kit_beside(all.k, &b);
	kit_star(all.k, &b, &policy);
	ask_paths(&b, policy);
	decode_close(&b);
}

/* ---- blobs ----------------------------------------------------------------------- */

static unsigned violations(const struct layout_made *made)
{
	return made->violations[CALL_OPEN] + made->violations[CALL_FETCH] + made->violations[CALL_EXTENSIONS];
}

static int is_allowed(const struct layout_made *made, int id)
{
	return made->tried[id] > 0 && violations(made) == 0;
}

/* True if a row alone refuses a blob.  One that was cut has no checksum: the first row counts. */
static int is_alone(const struct layout_made *made, int id)
{
	return made->refused[id] > 0 &&
	       (violations(made) == made->refused[id] || ((int)made->violated[CALL_OPEN] == id && id <= LAYOUT_CHECKSUM));
}

/* Count the blob.  Returns how many rows had none like it. */
static unsigned count(const struct layout_made *made, int add)
{
	unsigned firsts = 0;
	for (int id = 0; id < LAYOUT_COUNT; id++) {
		firsts += (is_allowed(made, id) && all.tally[id].allowed == 0) || (is_alone(made, id) && all.tally[id].alone == 0);
		all.tally[id].allowed += add && is_allowed(made, id);
		all.tally[id].alone += add && is_alone(made, id);
	}
	return firsts;
}

/* Write a blob of the kit. */
static void put(const char *what)
{
	const struct layout_made *made = &all.made;
	char name[100];
	snprintf(name, sizeof name, "layout-%u-%s", all.number++, what);
	for (char *c = name; *c; c++)
		*c = *c == ' ' ? '-' : *c;
	kit_word(all.k, "blob");
	kit_name(all.k, name);
	kit_name(all.k, status_word((enum robotsc_status)made->status[CALL_OPEN]));
	kit_base64(all.k, made->bytes, made->len);
	kit_end(all.k);
	if (made->status[CALL_OPEN] == ROBOTSC_OK)
		ask(made);
	count(made, 1);
}

/* Make a blob.  Returns 0 where no row says what becomes of it. */
static int make(const struct layout_base *base, const struct layout_change *changes, size_t n)
{
	layout_make(&all.made, base, changes, n);
	return !all.made.skip && (!all.made.unknown || all.made.violations[CALL_OPEN] > 0);
}

/* The first of several blobs that are refused, or allowed, for the same value of a row. */
static int is_new(const struct layout_base *base, const struct layout_change *change)
{
	const unsigned id = change->id;
	const int good = violations(&all.made) == 0;
	const uint64_t key = change->value * 8 + (base->flags & 1) * 4 + (base->prefix_table.there ? 2 : 0) + (uint64_t)good;
	const unsigned n = all.refused[id] + all.allowed[id];
	if (good ? all.allowed[id] == ALLOWED : all.refused[id] == REFUSED)
		return 0;
	for (unsigned i = 0; i < n; i++)
		if (all.seen[id][i] == key)
			return 0;
	all.seen[id][n] = key;
	if (good)
		all.allowed[id]++;
	else
		all.refused[id]++;
	return 1;
}

static void try_each(const struct layout_base *base)
{
	static struct layout_field fields[LAYOUT_FIELDS];
	uint64_t values[LAYOUT_VALUES];
	layout_make(&all.made, base, NULL, 0);
	const size_t n = all.made.nfields;
	memcpy(fields, all.made.fields, sizeof fields);
	for (size_t i = 0; i < n; i++) {
		layout_make(&all.made, base, NULL, 0);
		const size_t nvalues = layout_boundaries(&all.made, base, &fields[i], values);
		for (size_t k = 0; k < nvalues; k++) {
			const struct layout_change change = {fields[i].id, fields[i].nth, values[k]};
			if (make(base, &change, 1) && (is_new(base, &change) || count(&all.made, 0) > 0))
				put(layout[change.id].name);
		}
	}
}

static void try(const struct layout_base *base)
{
	if (make(base, NULL, 0))
		put("base");
}

/* Nodes of all kinds, between others and as the root. */
static void try_nodes(void)
{
	for (unsigned i = 0; i < 2 * 8 * 4 * 2 * 2 * 2; i++) {
		const struct layout_node n = {
			.kind = i % 2 ? NODE_BRANCH : 0, .otherwise = i / 2 % 8, .next = i / 16 % 4, .e = i / 64 % 2, .count = 2};
		const unsigned filter = i / 128 % 2, prefixes = i / 256;
		if ((i % 2 && n.next > 0) || (i % 2 == 0 && n.otherwise > ELSE_DEFAULT))
			continue;
		struct layout_base b = layout_with_nodes(filter, 2, filter ? layout_trie_root : layout_root_node, n);
		b.prefix_table = layout_prefix_tables[prefixes * (1 + i % 3)];
		b.prefix_table.e &= !filter;
		b.prefix_table.otherwise = filter ? 0 : b.prefix_table.otherwise;
		try(&b);
		b = layout_with_nodes(filter, 3, n, n);
		try(&b);
	}
}

static void try_lengths(void)
{
	static const unsigned counts[] = {0, 1, 15, 16, 17, 126, 127, 128};
	for (unsigned i = 0; i < 8 * 6 * 2; i++) {
		const unsigned otherwise = i / 8 % 6, filter = i / 48;
		const struct layout_node n = {.otherwise = otherwise, .next = NEXT_GOTO, .count = counts[i % 8], .e = filter};
		struct layout_base b = layout_with_nodes(filter, 2, filter ? layout_trie_root : layout_root_node, n);
		if (otherwise <= ELSE_DEFAULT)
			try(&b);
		b.nodes[2].kind = NODE_BRANCH;
		try(&b);
	}
}

static void try_machines(void)
{
	static const struct layout_node thirds[] = {{.otherwise = ELSE_DEFAULT, .next = NEXT_GOTO, .count = 16, .e = 1},
	                                            {.kind = NODE_BRANCH, .otherwise = ELSE_GOTO, .count = 2, .e = 1},
	                                            {.otherwise = ELSE_ROOT, .next = NEXT_DISALLOW, .count = 5}};
	for (unsigned i = 0; i < 4 * 2 * 3 * 2; i++) {
		const unsigned wide = i / 4 % 2, width = i / 8 % 3, scan = i / 24;
		const unsigned flags = width << MACHINE_WIDTH_SHIFT | (wide ? MACHINE_WIDE : 0);
		struct layout_base b =
			layout_with_nodes(flags | (scan ? MACHINE_SCAN | MACHINE_PAIRS : 0), 2, layout_root_node, thirds[i % 3]);
		b.prefix_table = layout_prefix_tables[i % 4];
		try_each(&b);
		b = layout_with_nodes(MACHINE_IS_FILTER | flags, scan ? 2 : 0, layout_trie_root,
		                      (struct layout_node){.next = NEXT_GOTO, .count = 3, .e = i & 1});
		b.form = i % FORMS;
		b.prefix_table = layout_prefix_tables[i % 4];
		b.prefix_table.otherwise = b.prefix_table.e = 0;
		b.literals = 1 + i % 3;
		try_each(&b);
		b.bare = 1;
		b.root = 0;
		try_each(&b);
		b = layout_plain;
		b.flags = width << MACHINE_WIDTH_SHIFT;
		b.default_edges = 1;
		try_each(&b);
	}
}

static void try_sections(void)
{
	struct layout_base b = layout_plain;
	b.fetch = b.extensions = 1;
	b.width = 4;
	try_each(&b);
	b.width = 1;
	b.extensions = 2;
	try_each(&b);
	b.policies = 0;
	b.names = b.width = 0;
	b.extensions = 1;
	try_each(&b);
	b.fetch = b.extensions = 0;
	b.machines_end = 1;
	try_each(&b);
	b = layout_plain;
	b.machines = 3;
	b.list = 1;
	try_each(&b);
	b.flags = MACHINE_IS_FILTER;
	b.nodes[3] = layout_leaf;
	try_each(&b);
	try_each(&(struct layout_base){.policies = 1, .empty = 1});
	b = layout_with_nodes(MACHINE_IS_FILTER | MACHINE_WIDE, 0, layout_trie_root, layout_trie_root);
	for (b.literals = LITERALS_MAX; b.literals < LITERALS_MAX + 2; b.literals++)
		try(&b);
}

void kit_layout(struct kit *k)
{
	all.k = k;
	all.state = 7;
	try_each(&layout_plain);
	try_sections();
	try_machines();
	try_nodes();
	try_lengths();
	for (int id = 0; id < LAYOUT_COUNT; id++)
		if (all.tally[id].allowed == 0 || (layout[id].status != ROBOTSC_OK && all.tally[id].alone == 0)) {
			fprintf(stderr, "make_kit: %s: no blob that it allows, or none that it alone refuses\n", layout[id].name);
			exit(1);
		}
}
