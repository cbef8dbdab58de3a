/* layout_test.c - robotsc_open, robotsc_stamp_read, robotsc_open_extensions and the second reader
 * refuse the blobs that the rows of layout.h refuse, and no others.
 *
 *     layout_test [-v | N [M]]    -v: reports each row; N: analysis/ reads each N-th blob only;
 *                                 M: each M-th DFA and filter alone has its values changed
 *     layout_test -q FILE         writes questions about some blobs for pseudocode.py
 *
 * Blobs are made from the table, with one or two values changed, and end at an unreadable page.
 * Nodes are made in all combinations.  Each row must be tried, allow a blob, and be the only one
 * that refuses a blob.  Blobs that open are read by analysis/, robotsc_dot and inspect.h, too
 * (layout_readers.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "tests/support/test.h"
#include "decode.h"
#include "tests/runtime/records/decode_extensions.h"
#include "tests/support/fence.h"
#include "layout_make.h"
#include "layout_readers.h"
#include "robotsc/check.h"

#define EACH_QUESTION 2 /* questions are asked about one in this number of blobs */

static struct fence fence;
static struct layout_made made;
static unsigned long blobs, opened, read_each = 1;
static unsigned change_each = 1;
static struct layout_readers walked;
static struct {
	unsigned long tried, allowed, alone; /* blobs: tried; accepted; refused by this row alone */
} tally[LAYOUT_COUNT];

/* ---- one blob ------------------------------------------------------------------- */

static int decode_says(enum decode_status status)
{
	static const int statuses[] = {[DECODE_OK] = ROBOTSC_OK,
	                               [DECODE_TRUNCATED] = ROBOTSC_ERR_TRUNCATED,
	                               [DECODE_MAGIC] = ROBOTSC_ERR_MAGIC,
	                               [DECODE_VERSION] = ROBOTSC_ERR_VERSION,
	                               [DECODE_CORRUPT] = ROBOTSC_ERR_CORRUPT,
	                               [DECODE_CHECKSUM] = ROBOTSC_ERR_CHECKSUM};

	return statuses[status];
}

/* The status of each call, from the runtime and the second reader.  A section that is absent counts
 * as good. */
struct answers {
	int runtime[LAYOUT_CALLS], reader[LAYOUT_CALLS];
};

static struct answers ask(void)
{
	const uint8_t *bytes = (const uint8_t *)at_end(&fence, made.bytes, made.len);
	struct answers a = {{0}, {0}};
	struct robotsc_extensions extensions;
	struct robotsc_decision decision;
	struct decode_extensions decoded;
	struct decode_fetch fetch;
	struct robotsc_blob blob, again;
	struct decode_blob b;

	a.runtime[CALL_OPEN] = (int)robotsc_open(&blob, bytes, made.len);
	CHECK(a.runtime[CALL_OPEN] != ROBOTSC_OK || robotsc_reopen(&again, bytes, made.len) == ROBOTSC_OK);
	/* robotsc_reopen verifies less, so it may accept the blob, but it must not read outside. */
	if (a.runtime[CALL_OPEN] != ROBOTSC_OK)
		robotsc_reopen(&again, bytes, made.len);
	a.reader[CALL_OPEN] = decode_says(decode_open(&b, bytes, made.len));
	if (a.runtime[CALL_OPEN] == ROBOTSC_OK && a.reader[CALL_OPEN] == ROBOTSC_OK) {
		a.runtime[CALL_FETCH] = (int)robotsc_stamp_read(&blob, &decision);
		a.runtime[CALL_EXTENSIONS] = (int)robotsc_open_extensions(&blob, &extensions);
		a.reader[CALL_FETCH] = decode_fetch(&b, &fetch) < 0 ? ROBOTSC_ERR_CORRUPT : ROBOTSC_OK;
		a.reader[CALL_EXTENSIONS] = decode_extensions_open(&decoded, &b) < 0 ? ROBOTSC_ERR_CORRUPT : ROBOTSC_OK;
		decode_extensions_close(&decoded);
		for (int call = CALL_FETCH; call < LAYOUT_CALLS; call++)
			if (a.runtime[call] == ROBOTSC_ERR_ABSENT)
				a.runtime[call] = ROBOTSC_OK;
	}
	decode_close(&b);
	return a;
}

static void show(const struct layout_base *base, const struct layout_change *changes, size_t n)
{
	printf("    machine %02X, form %u, root %u, literals %u, prefix table %u else %u;", base->flags, base->form, base->root,
	       base->literals, base->prefix_table.there, base->prefix_table.otherwise);
	for (unsigned i = 0; i < LAYOUT_NODES; i++)
		printf(" node %02X else %u next %u e %u count %u;", base->nodes[i].kind, base->nodes[i].otherwise,
		       base->nodes[i].next, base->nodes[i].e, base->nodes[i].count);
	for (size_t i = 0; i < n; i++)
		printf(" %s (%u) = %llu", layout[changes[i].id].name, changes[i].nth, (unsigned long long)changes[i].value);
	printf("\n");
}

static void count(int taken)
{
	unsigned violations = 0;

	for (int call = 0; call < LAYOUT_CALLS; call++)
		violations += made.violations[call];
	blobs++;
	opened += (unsigned long)taken;
	for (int id = 0; id < LAYOUT_COUNT; id++) {
		tally[id].tried += made.tried[id] > 0;
		tally[id].allowed += made.tried[id] > 0 && taken && violations == 0;
		/* A blob that was cut has no checksum: the first row of the header counts. */
		tally[id].alone += made.refused[id] > 0 &&
		                   (violations == made.refused[id] || (int)made.violated[CALL_OPEN] == id) &&
		                   (violations == made.refused[id] || id <= LAYOUT_CHECKSUM);
	}
}

/* Make a blob, and compare the answers with its rows. */
static void try(const struct layout_base *base, const struct layout_change *changes, size_t n)
{
	static const char *const calls[] = {"open", "stamp_read", "open_extensions"};

	layout_make(&made, base, changes, n);
	if (made.skip)
		return;
	if (made.unknown && made.violations[CALL_OPEN] + made.violations[CALL_FETCH] + made.violations[CALL_EXTENSIONS] == 0)
		return;
	const struct answers a = ask();
	for (int call = CALL_OPEN; call < LAYOUT_CALLS && (call == CALL_OPEN || a.runtime[CALL_OPEN] == ROBOTSC_OK); call++) {
		const enum layout_id row = made.violated[call];

		if (made.unknown && row == LAYOUT_COUNT)
			continue;
		if (CHECK_MSG(a.runtime[call] == made.status[call] && a.reader[call] == made.status[call],
		              "%s says %d, the second reader %d, but %s %d", calls[call], a.runtime[call], a.reader[call],
		              row < LAYOUT_COUNT ? layout[row].name : "no row", made.status[call]))
			continue;
		if (check_failed < CHECK_SHOWN)
			show(base, changes, n);
	}
	if (a.runtime[CALL_OPEN] == ROBOTSC_OK && a.reader[CALL_OPEN] == ROBOTSC_OK && opened % read_each == 0) {
		const char *wrong = layout_readers((const uint8_t *)at_end(&fence, made.bytes, made.len), made.len, &walked);

		if (!CHECK_MSG(!wrong, "readers differ: %s", wrong ? wrong : "") && check_failed < CHECK_SHOWN)
			show(base, changes, n);
	}
	count(a.runtime[CALL_OPEN] == ROBOTSC_OK);
}

/* ---- values --------------------------------------------------------------------- */

/* Change each value of a blob to the values at its boundaries. */
static void try_each(const struct layout_base *base)
{
	static struct layout_field fields[LAYOUT_FIELDS];
	uint64_t values[LAYOUT_VALUES];

	layout_make(&made, base, NULL, 0);
	const size_t n = made.nfields;
	memcpy(fields, made.fields, sizeof fields);
	CHECK(n < LAYOUT_FIELDS);
	for (size_t i = 0; i < n; i++) {
		layout_make(&made, base, NULL, 0);
		const size_t nvalues = layout_boundaries(&made, base, &fields[i], values);
		for (size_t k = 0; k < nvalues; k++)
			try(base, &(struct layout_change){fields[i].id, fields[i].nth, values[k]}, 1);
	}
}

/* Change two values of the first machine at once, if they do not depend on others. */
static void try_pairs(const struct layout_base *base, unsigned every, unsigned from)
{
	static struct layout_field fields[LAYOUT_FIELDS];
	uint64_t values[2][LAYOUT_VALUES];

	layout_make(&made, base, NULL, 0);
	const size_t n = made.nfields;
	const struct layout_made whole = made;
	memcpy(fields, made.fields, sizeof fields);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++) {
			const enum layout_part a = layout[fields[i].id].part, b = layout[fields[k].id].part;

			/* Octets that are cut off or added could undo another change. */
			if (fields[i].id == LAYOUT_NODE_END || fields[k].id == LAYOUT_NODE_END ||
			    fields[i].id == LAYOUT_MACHINE_END || fields[k].id == LAYOUT_MACHINE_END)
				continue;
			if (a < PART_FLAGS || a > PART_GLOB || b < PART_FLAGS || b > PART_GLOB || (i * n + k) % every != from)
				continue;
			memcpy(made.offsets, whole.offsets, sizeof made.offsets);
			const size_t nv[] = {layout_boundaries(&made, base, &fields[i], values[0]),
			                     layout_boundaries(&made, base, &fields[k], values[1])};
			for (size_t x = 0; x < nv[0]; x++)
				for (size_t y = x % 3; y < nv[1]; y += 3)
					try(base,
					    (const struct layout_change[]){{fields[i].id, fields[i].nth, values[0][x]},
					                                   {fields[k].id, fields[k].nth, values[1][y]}},
					    2);
		}
}

/* ---- blobs to begin with ---------------------------------------------------------- */

/* Nodes of all kinds in machines of all kinds: else x next x E x place of the root x its kind x
 * skip tables x prefix table. */
static void try_nodes(void)
{
	static const unsigned kinds[] = {0, NODE_BRANCH};
	static const unsigned tables[] = {0, MACHINE_SCAN, MACHINE_SCAN | MACHINE_PAIRS, MACHINE_PAIRS};

	for (unsigned i = 0; i < 2 * 8 * 4 * 2 * 2 * 5 * 4; i++) {
		const unsigned kind = kinds[i % 2], otherwise = i / 2 % 8, next = i / 16 % 4, e = i / 64 % 2, filter = i / 128 % 2;
		const unsigned root = i / 256 % 5, table = tables[i / 1280 % 4];
		const struct layout_node n = {.kind = kind, .otherwise = otherwise, .next = next, .e = e, .count = 2};

		if ((kind != 0 && next > 0) || (kind == 0 && otherwise > ELSE_DEFAULT))
			continue;
		/* n is after a root of the usual kind, or before it; then n is the root itself, or
		 * after a root of its own kind. */
		struct layout_base b = layout_with_nodes(filter | table, root, filter ? layout_trie_root : layout_root_node, n);
		b.policies = i % 5 != 0;
		b.prefix_table = layout_prefix_tables[i % 3];
		try(&b, NULL, 0);
		if (!filter)
			b.nodes[3] = layout_root_node;
		try(&b, NULL, 0);
		b = layout_with_nodes(filter | table, root, n, n);
		try(&b, NULL, 0);
		b.nodes[1].otherwise = ELSE_DISALLOW;
		b.prefix_table = layout_prefix_tables[i % 3];
		try(&b, NULL, 0);
	}
}

/* Prefix tables of all kinds, in machines with a root or none, with code or none. */
static void try_prefix_tables(void)
{
	for (unsigned i = 0; i < 2 * 5 * 4 * 2 * 2; i++) {
		const unsigned filter = i % 2, root = i / 2 % 5, bare = i / 80;
		struct layout_base b = layout_with_nodes(filter, root, filter ? layout_trie_root : layout_root_node, layout_leaf);

		b.prefix_table =
			(struct layout_prefix_table){.there = 1, .otherwise = i / 10 % 4, .e = i / 40 % 2, .count = 2, .bits = 1};
		b.nodes[2].e = !filter;
		b.bare = bare != 0;
		try(&b, NULL, 0);
	}
}

/* Runs and branches of all lengths, with each "else". */
static void try_lengths(void)
{
	for (unsigned count = 0; count <= 128; count++)
		for (unsigned otherwise = 0; otherwise < 6; otherwise++)
			for (unsigned filter = 0; filter < 2; filter++) {
				struct layout_node n = {.otherwise = otherwise, .next = NEXT_GOTO, .count = count, .e = filter};
				struct layout_base b =
					layout_with_nodes(filter, 2, filter ? layout_trie_root : layout_root_node, n);

				if (otherwise <= ELSE_DEFAULT)
					try(&b, NULL, 0);
				b.nodes[2].kind = NODE_BRANCH;
				try(&b, NULL, 0);
			}
}

/* DFAs of all sizes, with each kind of node and prefix table in turn. */
static void try_dfas(void)
{
	static const struct layout_node thirds[] = {
		{.otherwise = ELSE_DEFAULT, .next = NEXT_GOTO, .count = 16, .e = 1},
		{.otherwise = ELSE_ROOT, .next = NEXT_DISALLOW, .count = 5},
		{.kind = NODE_BRANCH, .otherwise = ELSE_GOTO, .count = 2, .e = 1},
		{.kind = NODE_BRANCH, .otherwise = ELSE_DEFAULT, .count = 127},
	};
	const unsigned n = sizeof thirds / sizeof *thirds;

	for (unsigned i = 0; i < n * LAYOUT_PREFIX_TABLES * 2 * 3; i += change_each) {
		const struct layout_prefix_table *prefix_table = &layout_prefix_tables[i / n % LAYOUT_PREFIX_TABLES];
		const unsigned wide = i / n / LAYOUT_PREFIX_TABLES % 2, width = i / n / LAYOUT_PREFIX_TABLES / 2;
		const unsigned flags = width << MACHINE_WIDTH_SHIFT | (wide ? MACHINE_WIDE : 0) | MACHINE_FALLBACK;
		struct layout_base b =
			layout_with_nodes(flags | (i % 2 ? MACHINE_SCAN | MACHINE_PAIRS : 0), 2, layout_root_node, thirds[i % n]);

		b.prefix_table = *prefix_table;
		try_each(&b);
		if (prefix_table->bits < 3 && (wide || width == 0))
			try_pairs(&b, 37, i % 37);
	}
}

/* Chains of default edges, with targets of each size. */
static void try_links(void)
{
	for (unsigned width = 0; width < 3; width++) {
		struct layout_base b = layout_plain;

		b.flags = width << MACHINE_WIDTH_SHIFT;
		b.default_edges = 1;
		try_each(&b);
	}
}

/* Filters of all sizes and path forms, with a prefix table and a root or without. */
static void try_filters(void)
{
	for (unsigned i = 0; i < FORMS * LAYOUT_PREFIX_TABLES * 3 * 2 * 3; i += change_each) {
		const unsigned form = i % FORMS, root = i / FORMS / LAYOUT_PREFIX_TABLES % 3,
			       wide = i / FORMS / LAYOUT_PREFIX_TABLES / 3 % 2;
		const unsigned width = i / FORMS / LAYOUT_PREFIX_TABLES / 6;
		struct layout_base b =
			layout_with_nodes(MACHINE_IS_FILTER | width << MACHINE_WIDTH_SHIFT | (wide ? MACHINE_WIDE : 0), root,
		                          layout_trie_root, (struct layout_node){.next = NEXT_GOTO, .count = 3, .e = i & 1});

		b.form = form;
		b.prefix_table = layout_prefix_tables[i / FORMS % LAYOUT_PREFIX_TABLES];
		if (b.prefix_table.bits == PREFIX_BITS_MAX && i % 17 != 0)
			continue; /* blobs with so large a table take long */
		b.prefix_table.otherwise = b.prefix_table.e = 0;
		b.literals = i % 4;
		try_each(&b);
		b.literals = 2;
		if (b.prefix_table.bits < 3 && width == 0)
			try_pairs(&b, 53, i % 53);
		for (unsigned octet = 0; octet < 256 && width == 1 && root == 0 && !b.prefix_table.there; octet++)
			for (unsigned nth = 0; nth < 9; nth++)
				try(&b, &(struct layout_change){LAYOUT_INSTRUCTION, nth, octet}, 1);
		b.bare = 1;
		b.root = 0;
		try_each(&b);
	}
	struct layout_base b = layout_with_nodes(MACHINE_IS_FILTER | MACHINE_WIDE, 0, layout_trie_root, layout_trie_root);
	for (b.literals = LITERALS_MAX - 1; b.literals < LITERALS_MAX + 2; b.literals++)
		try(&b, NULL, 0);
}

/* The parts outside machines. */
static void try_sections(void)
{
	struct layout_base b = layout_plain;

	b.fetch = b.extensions = 1;
	try_each(&b);
	for (unsigned nth = 0; nth < 3; nth++)
		try(&b,
		    (const struct layout_change[]){{LAYOUT_NUMBERS_AT_FROM, nth, MINUTE_NONE},
		                                   {LAYOUT_NUMBERS_AT_TO, nth, MINUTE_NONE}},
		    2);
	b.extensions = 2;
	try_each(&b);
	b.extensions = 1;
	b.width = 4;
	try_each(&b);
	b.width = 1;
	try_each(&b);
	b.policies = 0;
	b.names = 0;
	try_each(&b);
	b.fetch = b.extensions = 0;
	b.machines_end = 1;
	try_each(&b);
	b.flags = MACHINE_IS_FILTER | MACHINE_WIDE; /* the longest header, which may be cut */
	b.nodes[3] = layout_leaf;
	try_each(&b);
	b = layout_plain;
	b.machines = 3;
	b.list = 1;
	try_each(&b);
	b.flags = MACHINE_IS_FILTER;
	b.nodes[3] = layout_leaf;
	try_each(&b);
	b.fetch = b.extensions = 1;
	try_each(&b);
	b = layout_plain;
	b.names = 3;
	try_each(&b);
	b = (struct layout_base){.policies = 1, .empty = 1};
	try_each(&b);
	for (uint64_t cut = 0; cut < 300; cut++)
		try(&layout_plain, &(struct layout_change){LAYOUT_LENGTH, 0, cut}, 1);
}

/* Write some of the blobs with plain DFAs, and questions about them. */
static int write_questions(const char *path)
{
	walked.questions = fopen(path, "w");
	read_each = EACH_QUESTION;
	if (walked.questions == NULL)
		return 2;
	try_nodes();
	try_lengths();
	try_prefix_tables();
	try_links();
	return (fclose(walked.questions) != 0) | check_done();
}

int main(int argc, char **argv)
{
	const int all = argc > 1 && strcmp(argv[1], "-v") == 0;

	fence = fence_make(LAYOUT_ROOM);
	if (argc > 2 && strcmp(argv[1], "-q") == 0)
		return write_questions(argv[2]);
	if (argc > 1 && !all)
		read_each = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		change_each = (unsigned)strtoul(argv[2], NULL, 10);
	const unsigned long few = read_each * change_each;
	try(&layout_plain, NULL, 0);
	CHECK(opened == 1);
	CHECK_PART(try_nodes);
	CHECK_PART(try_lengths);
	CHECK_PART(try_prefix_tables);
	CHECK_PART(try_dfas);
	CHECK_PART(try_links);
	CHECK_PART(try_filters);
	CHECK_PART(try_sections);
	if (!check_all_cases())
		return check_done();
	if (all)
		printf("%-24s %9s %9s %9s\n", "row", "tried", "allowed", "refused");
	for (int id = 0; id < LAYOUT_COUNT; id++) {
		if (all)
			printf("%-24s %9lu %9lu %9lu\n", layout[id].name, tally[id].tried, tally[id].allowed, tally[id].alone);
		CHECK_MSG(tally[id].tried > 0, "%s was never tried", layout[id].name);
		CHECK_MSG(tally[id].allowed > 0, "%s was never allowed", layout[id].name);
		CHECK_MSG((tally[id].alone > 0) == (layout[id].status != ROBOTSC_OK), "%s: %lu blobs are refused for it alone",
		          layout[id].name, tally[id].alone);
	}
	const unsigned long before = walked.filters;
	const char *wrong;
	const unsigned long differ = layout_readers_filters(&walked, &wrong);

	CHECK_MSG(differ == 0, "%lu filters are read differently: %s", differ, wrong);
	CHECK_MSG(walked.filters > before + 2000 / few, "%lu paths through filters", walked.filters - before);
	CHECK(walked.nodes > 20000 / few && walked.prefix_tables > 2000 / few && walked.filters > 5000 / few &&
	      walked.lists > 2000 / few);
	printf("paths: %lu through nodes, %lu prefix tables, %lu filters, %lu lists, %lu unproven\n", walked.nodes,
	       walked.prefix_tables, walked.filters, walked.lists, walked.unproven);
	printf("%d rows, %lu blobs, %lu opened\n", (int)LAYOUT_COUNT, blobs, opened);
	return check_done();
}
