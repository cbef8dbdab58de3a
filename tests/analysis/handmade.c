/* handmade.c - see handmade.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "handmade.h"

#include "runtime/match/checksum.h"

#include <stdlib.h>
#include <string.h>

void handmade_put(struct octets *to, const void *from, size_t n)
{
	if (n > sizeof to->at - to->n)
		abort();
	memcpy(to->at + to->n, from, n);
	to->n += n;
}

/* Integers: of size octets, and of two octets that each have 7 bits of it. */
void handmade_put_int(struct octets *to, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		handmade_put(to, &(uint8_t){(uint8_t)(value >> 8 * i)}, 1);
}

static void put_int7(struct octets *to, uint32_t value)
{
	handmade_put_int(to, (value & 0x7F) | (value >> 7 & 0x7F) << 8, 2);
}

/* ---- nodes ------------------------------------------------------------------- */

void handmade_put_head(struct octets *code, unsigned head, size_t count, uint32_t mark)
{
	handmade_put_int(code, NODE_BIT | head | (mark == NO_MARK ? 0 : NODE_E), 1);
	handmade_put_int(code, count, 1);
	if (mark != NO_MARK)
		put_int7(code, mark);
}

void handmade_put_run(struct octets *code, uint32_t mark, const char *octets, size_t n)
{
	handmade_put_head(code, 0, n, mark);
	handmade_put(code, octets, n);
}

/* A branch whose targets are set later.  Returns their offset. */
size_t handmade_put_branch(struct octets *code, unsigned head, const char *ways, size_t n)
{
	static const uint8_t none[3 * BRANCH_MAX];

	handmade_put_head(code, NODE_BRANCH | head, n, NO_MARK);
	handmade_put(code, ways, n);
	const size_t targets = code->n;

	handmade_put(code, none, 2 * n);
	return targets;
}

void handmade_put_leaf(struct octets *code, uint32_t mark)
{
	handmade_put_head(code, NODE_BRANCH, 0, mark);
}

void handmade_set(struct octets *code, size_t targets, size_t way, uint32_t target)
{
	struct octets written = {.n = 0};

	put_int7(&written, target);
	memcpy(code->at + targets + 2 * way, written.at, 2);
}

void handmade_lead(struct octets *code, size_t targets, size_t way)
{
	handmade_set(code, targets, way, (uint32_t)code->n + TARGET_NODE);
}

/* ---- filters ----------------------------------------------------------------- */

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static int is_floating(const struct filter *f, size_t literal)
{
	for (size_t i = 0; i < f->nfloating; i++)
		if (f->floating[i].mark == LITERAL(literal))
			return 1;
	return 0;
}

static void add_rank(struct filter *f, uint32_t rank, int floats)
{
	f->top = most(f->top, rank);
	if (!floats)
		return;
	f->stop[0] = most(f->stop[0], rank);
	f->stop[1] = f->stop[0];
}

void handmade_anchored(struct filter *f, const char *octets, uint32_t mark)
{
	f->anchored[f->nanchored++] = (struct string){octets, mark};
	if (!(mark & MARK_LITERAL))
		add_rank(f, mark >> 1, 0);
}

/* Set the bits of the start table that let a string begin. */
static void add_start(struct filter *f, const char *octets, unsigned bucket)
{
	const uint8_t bit = (uint8_t)(1u << bucket);
	const size_t n = strlen(octets);

	for (size_t j = 0; j < START_PLACES; j++)
		for (unsigned c = 0; c < 0x80; c++)
			if (j >= n || (uint8_t)octets[j] == c) {
				f->start[START_LOW + 16 * j + (c & 15)] |= bit;
				f->start[START_HIGH + 8 * j + (c >> 4)] |= bit;
			}
}

void handmade_floating(struct filter *f, const char *octets, uint32_t mark)
{
	add_start(f, octets, (unsigned)f->nfloating);
	f->floating[f->nfloating++] = (struct string){octets, mark};
	if (mark & MARK_LITERAL)
		return;
	add_rank(f, mark >> 1, 1);
	f->alone = most(f->alone, mark >> 1);
}

void handmade_glob(struct filter *f, size_t literal, uint32_t rank, const char *text, size_t n)
{
	f->nliterals = most((uint32_t)f->nliterals, (uint32_t)literal + 1);
	handmade_put_int(&f->globs[literal], rank, 2);
	handmade_put_int(&f->globs[literal], n, 2);
	handmade_put(&f->globs[literal], text, n);
	add_rank(f, rank, is_floating(f, literal));
}

void handmade_prefix(struct filter *f, const char *octets, uint32_t mark, unsigned hash)
{
	f->prefixes[f->nprefixes++] = (struct prefix){octets, mark, hash, hash, 0};
	f->hashed = 2;
	add_rank(f, mark >> 1, 0);
}

/* Write a trie: a branch of all first octets, then a run for each string. */
static void put_trie(struct octets *code, const struct string *all, size_t n)
{
	char ways[STRINGS] = {0};
	size_t nways = 0;

	for (size_t i = 0; i < n; i++)
		if (i == 0 || all[i].octets[0] != all[i - 1].octets[0])
			ways[nways++] = all[i].octets[0];
	const size_t targets = handmade_put_branch(code, 0, ways, nways);

	for (size_t i = 0, way = 0; i < n; i++) {
		const int first = i == 0 || all[i].octets[0] != all[i - 1].octets[0];
		const size_t from = first ? 1 : strlen(all[i - 1].octets), len = strlen(all[i].octets);

		if (first)
			handmade_lead(code, targets, way++);
		if (len > from)
			handmade_put_run(code, first ? NO_MARK : all[i - 1].mark, all[i].octets + from, len - from);
		if (i + 1 == n || strncmp(all[i + 1].octets, all[i].octets, len) != 0)
			handmade_put_leaf(code, all[i].mark);
	}
}

static unsigned hash_of(const struct filter *f, const char *octets, unsigned seed)
{
	uint64_t key = 0;

	for (unsigned i = 0; i < f->hashed && octets[i]; i++)
		key |= (uint64_t)(uint8_t)octets[i] << 8 * i;
	return (unsigned)(key * PREFIX_PRIME * (2 * (uint64_t)seed + 1) >> 63);
}

/* A prefix table of two values, with the first seed for which each prefix has its hash. */
static void put_prefix_table(struct octets *to, struct filter *f)
{
	struct octets prefixes = {.n = 0};
	uint8_t entries[2] = {0, 0};
	unsigned seed = 0, fits = 0;

	for (; seed < PREFIX_SEEDS && !fits; seed += !fits) {
		fits = 1;
		for (size_t i = 0; i < f->nprefixes; i++)
			fits &= hash_of(f, f->prefixes[i].octets, seed) == f->prefixes[i].hash;
	}
	if (!fits)
		abort();
	for (size_t i = 0; i < f->nprefixes; i++) {
		const struct prefix *l = &f->prefixes[i];

		if (i == 0 || !l[-1].more)
			entries[l->entry] = (uint8_t)(prefixes.n >> f->unit);
		handmade_put_int(&prefixes, (strlen(l->octets) - 1) | NEXT_GOTO << PREFIX_NEXT_SHIFT | (l->more ? PREFIX_MORE : 0),
		                 1);
		handmade_put(&prefixes, l->octets, strlen(l->octets));
		put_int7(&prefixes, (uint32_t)f->code.n + TARGET_NODE);
		handmade_put_leaf(&f->code, l->mark);
		while (prefixes.n & ((1u << f->unit) - 1))
			handmade_put_int(&prefixes, 0, 1);
	}
	handmade_put_int(to, ELSE_DISALLOW, 1);
	handmade_put_int(to, 1 | f->unit << PREFIX_UNIT_SHIFT, 1);
	handmade_put_int(to, seed, 1);
	handmade_put_int(to, (PREFIX_KEYS - f->hashed) * (UINT64_MAX / 15), 8);
	handmade_put_int(to, (uint64_t)entries[1] | (uint64_t)entries[0] << 8, 2);
	handmade_put(to, prefixes.at, prefixes.n);
}

static void put_filter(struct octets *to, struct filter *f)
{
	struct octets prefix_table = {.n = 0};
	uint32_t root = 0, offset = 0, globs = 0;

	if (f->nanchored)
		put_trie(&f->code, f->anchored, f->nanchored);
	if (f->nfloating) {
		root = (uint32_t)f->code.n + 1;
		put_trie(&f->code, f->floating, f->nfloating);
	}
	if (f->nprefixes)
		put_prefix_table(&prefix_table, f);
	for (size_t i = 0; i < f->nliterals; i++)
		globs += (uint32_t)f->globs[i].n;
	const uint32_t fields[] = {
		(uint32_t)f->code.n,     root, f->stop[0], f->stop[1], f->top, f->alone, f->first, (uint32_t)f->nliterals, globs,
		(uint32_t)prefix_table.n};

	handmade_put_int(to,
	                 MACHINE_IS_FILTER | (f->fallback ? MACHINE_FALLBACK : 0) | (root ? MACHINE_SCAN : 0) |
	                         (prefix_table.n ? MACHINE_PREFIXES : 0),
	                 1);
	for (size_t i = 0; i < (prefix_table.n ? 10 : 9); i++)
		handmade_put_int(to, fields[i], 2);
	handmade_put(to, prefix_table.at, prefix_table.n);
	handmade_put(to, f->start, root ? START_SIZE : 0);
	for (size_t i = 0; i < f->nliterals; offset += (uint32_t)f->globs[i++].n)
		handmade_put_int(to, offset, 2);
	handmade_put(to, f->code.at, f->code.n);
	for (size_t i = 0; i < f->nliterals; i++)
		handmade_put(to, f->globs[i].at, f->globs[i].n);
}

/* ---- blobs ------------------------------------------------------------------- */

/* A blob of some machines; "*" has the last policy. */
static void put_blob(struct octets *to, enum robotsc_dialect dialect, unsigned form, const struct octets *machines,
                     const uint32_t *at, size_t n)
{
	const uint32_t table = BLOB_HEADER + 3 * SECTION_ENTRY, policies = table + (uint32_t)machines->n,
		       entries = (uint32_t)n + (n > 1), lists = 4 + 4 * entries,
		       agents = policies + lists + (n > 1 ? 4 + 4 * (uint32_t)n : 0);
	const uint32_t begin[3] = {table, policies, agents};

	to->n = 0;
	handmade_put_int(to, BLOB_MAGIC, 4);
	handmade_put_int(to, BLOB_MAJOR | BLOB_MINOR << 8, 2);
	handmade_put_int(to, (unsigned)dialect | form << 8, 2);
	handmade_put_int(to, agents + 3 + BLOB_TRAILER, 4);
	handmade_put_int(to, MATCH_TOKEN, 2);
	for (unsigned i = 0; i < 3; i++) {
		handmade_put_int(to, SECTION_MACHINES + i, 1);
		handmade_put_int(to, begin[i], 4);
	}
	handmade_put(to, machines->at, machines->n);
	handmade_put_int(to, entries, 4);
	for (size_t i = 0; i < n; i++)
		handmade_put_int(to, POLICY_MACHINE | at[i], 4);
	if (n > 1) {
		handmade_put_int(to, POLICY_LIST | lists, 4);
		handmade_put_int(to, n, 4);
		for (size_t i = 0; i < n; i++)
			handmade_put_int(to, i, 4);
	}
	handmade_put_int(to, 1, 1);
	handmade_put_int(to, 0, 1);
	handmade_put_int(to, 2 * entries + AGENT_NAMED, 1);
	handmade_put_int(to, robotsc_checksum(to->at, to->n), 8);
}

static void put_dfa(struct octets *to, const struct dfa *m)
{
	handmade_put_int(to, m->flags | (m->prefix_table.n ? MACHINE_PREFIXES : 0), 1);
	handmade_put_int(to, m->code.n, 2);
	handmade_put_int(to, m->root, 2);
	if (m->prefix_table.n)
		handmade_put_int(to, m->prefix_table.n, 2);
	handmade_put(to, m->prefix_table.at, m->prefix_table.n);
	handmade_put(to, m->tables.at, m->tables.n);
	handmade_put(to, m->code.at, m->code.n);
}

void handmade_blob(struct octets *to, enum robotsc_dialect dialect, unsigned form, struct forgery *forged)
{
	struct octets machines = {.n = 0};
	uint32_t at[2] = {0, 0};
	const int is_dfa = forged->dfa.code.n || forged->dfa.prefix_table.n;

	if (is_dfa)
		put_dfa(&machines, &forged->dfa);
	for (size_t i = 0; i < forged->n && !is_dfa; i++) {
		at[i] = (uint32_t)machines.n;
		put_filter(&machines, &forged->filters[i]);
	}
	put_blob(to, dialect, form, &machines, at, is_dfa ? 1 : forged->n);
}
