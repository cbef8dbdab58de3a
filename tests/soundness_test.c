/* soundness_test.c - two blobs that decide differently about a path are never proved to be the same.
 *
 * Blobs are made by hand, in pairs.  Both hold the same globs, and robotsc_open takes both.  The wrong one breaks one thing
 * that the walk relies on, so that it decides otherwise about a path.  A proof that looked at the globs only would fail here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "product.h"
#include "runtime/blob_layout.h"
#include "runtime/checksum.h"

#include <robotsc/prove.h>

#include <stdlib.h>
#include <string.h>

/* ---- octets ------------------------------------------------------------------ */

struct octets {
	uint8_t at[8192];
	size_t n;
};

static void put(struct octets *to, const void *from, size_t n)
{
	if (n > sizeof to->at - to->n)
		abort();
	memcpy(to->at + to->n, from, n);
	to->n += n;
}

/* Integers of some octets; of 7 bits in each. */
static void put_int(struct octets *to, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		put(to, &(uint8_t){(uint8_t)(value >> 8 * i)}, 1);
}

static void put_int7(struct octets *to, uint32_t value)
{
	put_int(to, (value & 0x7F) | (value >> 7 & 0x7F) << 8, 2);
}

/* ---- nodes ------------------------------------------------------------------- */

#define NO_MARK UINT32_MAX
#define RANK(rank) (2u * (rank))
#define LITERAL(number) (2u * (uint32_t)(number) + MARK_LITERAL)

static void put_head(struct octets *code, unsigned head, size_t count, uint32_t mark)
{
	put_int(code, NODE_BIT | head | (mark == NO_MARK ? 0 : NODE_E), 1);
	put_int(code, count, 1);
	if (mark != NO_MARK)
		put_int7(code, mark);
}

/* A run that falls to the node after it. */
static void put_run(struct octets *code, uint32_t mark, const char *octets, size_t n)
{
	put_head(code, 0, n, mark);
	put(code, octets, n);
}

/* A branch whose targets are set later.  Returns where they stand. */
static size_t put_branch(struct octets *code, const char *ways, size_t n)
{
	static const uint8_t none[3 * BRANCH_MAX];

	put_head(code, NODE_BRANCH, n, NO_MARK);
	put(code, ways, n);
	const size_t targets = code->n;

	put(code, none, 2 * n);
	return targets;
}

static void put_leaf(struct octets *code, uint32_t mark)
{
	put_head(code, NODE_BRANCH, 0, mark);
}

/* The node that comes next is the target of a way. */
static void lead(struct octets *code, size_t targets, size_t way)
{
	struct octets target = {.n = 0};

	put_int7(&target, (uint32_t)code->n + TARGET_NODE);
	memcpy(code->at + targets + 2 * way, target.at, 2);
}

/* ---- filters ----------------------------------------------------------------- */

#define STRINGS 6
#define LITERALS 3
#define LABELS 2

/* A string of a trie, or a label of the fan and its node.  One string that begins with another stands after it. */
struct string {
	const char *octets;
	uint32_t mark;
};

struct label {
	const char *octets;
	uint32_t mark;
	unsigned hash, entry; /* what it hashes to; under which value it stands, below LABELS */
	int more;
};

struct filter {
	struct string anchored[STRINGS], floating[STRINGS];
	struct label labels[LABELS];
	size_t nanchored, nfloating, nlabels;
	unsigned hashed; /* octets of a label's hash */
	struct octets globs[LITERALS], code;
	size_t nliterals;
	uint32_t first, stop[2], top, alone, fallback, floats;
	uint8_t start[START_SIZE];
};

struct forgery {
	struct filter filters[2]; /* of a list */
	size_t n;
};

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

static void anchored(struct filter *f, const char *octets, uint32_t mark)
{
	f->anchored[f->nanchored++] = (struct string){octets, mark};
	if (!(mark & MARK_LITERAL))
		add_rank(f, mark >> 1, 0);
}

/* The bits of the start table that let a string begin. */
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

static void floating(struct filter *f, const char *octets, uint32_t mark)
{
	add_start(f, octets, (unsigned)f->nfloating);
	f->floating[f->nfloating++] = (struct string){octets, mark};
	if (mark & MARK_LITERAL)
		return;
	add_rank(f, mark >> 1, 1);
	f->alone = most(f->alone, mark >> 1);
}

static void add_glob(struct filter *f, size_t literal, uint32_t rank, const char *text, size_t n)
{
	f->nliterals = most((uint32_t)f->nliterals, (uint32_t)literal + 1);
	put_int(&f->globs[literal], rank, 2);
	put_int(&f->globs[literal], n, 2);
	put(&f->globs[literal], text, n);
	add_rank(f, rank, is_floating(f, literal));
}

#define GLOB(f, literal, rank, text) add_glob(f, literal, rank, text, sizeof(text) - 1)
#define STAR "\xFD"
#define KNOWN(n) "\xF9" n

static void label(struct filter *f, const char *octets, uint32_t mark, unsigned hash)
{
	f->labels[f->nlabels++] = (struct label){octets, mark, hash, hash, 0};
	f->hashed = 2;
	add_rank(f, mark >> 1, 0);
}

/* Write a trie: a branch of all first octets, then runs. */
static void put_trie(struct octets *code, const struct string *all, size_t n)
{
	char ways[STRINGS];
	size_t nways = 0;

	for (size_t i = 0; i < n; i++)
		if (i == 0 || all[i].octets[0] != all[i - 1].octets[0])
			ways[nways++] = all[i].octets[0];
	const size_t targets = put_branch(code, ways, nways);

	for (size_t i = 0, way = 0; i < n; i++) {
		const int first = i == 0 || all[i].octets[0] != all[i - 1].octets[0];
		const size_t from = first ? 1 : strlen(all[i - 1].octets), len = strlen(all[i].octets);

		if (first)
			lead(code, targets, way++);
		if (len > from)
			put_run(code, first ? NO_MARK : all[i - 1].mark, all[i].octets + from, len - from);
		if (i + 1 == n || strncmp(all[i + 1].octets, all[i].octets, len) != 0)
			put_leaf(code, all[i].mark);
	}
}

static unsigned hash_of(const struct filter *f, const char *octets, unsigned seed)
{
	uint64_t key = 0;

	for (unsigned i = 0; i < f->hashed && octets[i]; i++)
		key |= (uint64_t)(uint8_t)octets[i] << 8 * i;
	return (unsigned)(key * FAN_PRIME * (2 * (uint64_t)seed + 1) >> 63);
}

/* A fan of two values, with the first seed that gives each label its hash. */
static void put_fan(struct octets *to, struct filter *f)
{
	struct octets labels = {.n = 0};
	uint8_t entries[2] = {0, 0};
	unsigned seed = 0, fits = 0;

	for (; seed < FAN_SEEDS && !fits; seed += !fits) {
		fits = 1;
		for (size_t i = 0; i < f->nlabels; i++)
			fits &= hash_of(f, f->labels[i].octets, seed) == f->labels[i].hash;
	}
	if (!fits)
		abort();
	for (size_t i = 0; i < f->nlabels; i++) {
		const struct label *l = &f->labels[i];

		if (i == 0 || !l[-1].more)
			entries[l->entry] = (uint8_t)labels.n;
		put_int(&labels, (strlen(l->octets) - 1) | NEXT_GOTO << LABEL_NEXT_SHIFT | (l->more ? LABEL_MORE : 0), 1);
		put(&labels, l->octets, strlen(l->octets));
		put_int7(&labels, (uint32_t)f->code.n + TARGET_NODE);
		put_leaf(&f->code, l->mark);
	}
	put_int(to, ELSE_DISALLOW, 1);
	put_int(to, 1, 1);
	put_int(to, seed, 1);
	put_int(to, (FAN_KEYS - f->hashed) * (UINT64_MAX / 15), 8);
	put_int(to, (uint64_t)entries[1] | (uint64_t)entries[0] << 8, 2);
	put(to, labels.at, labels.n);
}

static void put_filter(struct octets *to, struct filter *f)
{
	struct octets fan = {.n = 0};
	uint32_t hub = 0, offset = 0, globs = 0;

	if (f->nanchored)
		put_trie(&f->code, f->anchored, f->nanchored);
	if (f->nfloating) {
		hub = (uint32_t)f->code.n + 1;
		put_trie(&f->code, f->floating, f->nfloating);
	}
	if (f->nlabels)
		put_fan(&fan, f);
	for (size_t i = 0; i < f->nliterals; i++)
		globs += (uint32_t)f->globs[i].n;
	const uint32_t fields[] = {(uint32_t)f->code.n,    hub,   f->stop[0],     f->stop[1], f->top, f->alone, f->first,
	                           (uint32_t)f->nliterals, globs, (uint32_t)fan.n};

	put_int(to, MACHINE_IS_FILTER | (f->fallback ? MACHINE_FALLBACK : 0) | (hub ? MACHINE_SCAN : 0) | (fan.n ? MACHINE_FAN : 0),
	        1);
	for (size_t i = 0; i < (fan.n ? 10 : 9); i++)
		put_int(to, fields[i], 2);
	put(to, fan.at, fan.n);
	put(to, f->start, hub ? START_SIZE : 0);
	for (size_t i = 0; i < f->nliterals; offset += (uint32_t)f->globs[i++].n)
		put_int(to, offset, 2);
	put(to, f->code.at, f->code.n);
	for (size_t i = 0; i < f->nliterals; i++)
		put(to, f->globs[i].at, f->globs[i].n);
}

/* ---- blobs ------------------------------------------------------------------- */

/* A blob of some machines, whose last policy "*" has. */
static void put_blob(struct octets *to, enum robotsc_dialect dialect, unsigned form, const struct octets *machines,
                     const uint32_t *at, size_t n)
{
	const uint32_t table = BLOB_HEADER + 3 * SECTION_ENTRY, policies = table + (uint32_t)machines->n,
		       entries = (uint32_t)n + (n > 1), lists = 4 + 4 * entries,
		       agents = policies + lists + (n > 1 ? 4 + 4 * (uint32_t)n : 0);
	const uint32_t begin[3] = {table, policies, agents};

	to->n = 0;
	put_int(to, BLOB_MAGIC, 4);
	put_int(to, BLOB_MAJOR | BLOB_MINOR << 8, 2);
	put_int(to, (unsigned)dialect | form << 8, 2);
	put_int(to, agents + 3 + BLOB_TRAILER, 4);
	put_int(to, MATCH_TOKEN, 2);
	for (unsigned i = 0; i < 3; i++) {
		put_int(to, SECTION_MACHINES + i, 1);
		put_int(to, begin[i], 4);
	}
	put(to, machines->at, machines->n);
	put_int(to, entries, 4);
	for (size_t i = 0; i < n; i++)
		put_int(to, POLICY_MACHINE | at[i], 4);
	if (n > 1) {
		put_int(to, POLICY_LIST | lists, 4);
		put_int(to, n, 4);
		for (size_t i = 0; i < n; i++)
			put_int(to, i, 4);
	}
	put_int(to, 1, 1);
	put_int(to, 0, 1);
	put_int(to, 2 * entries + AGENT_NAMED, 1);
	put_int(to, robotsc_checksum(to->at, to->n), 8);
}

static void put_forgery(struct octets *to, enum robotsc_dialect dialect, unsigned form, struct forgery *forged)
{
	struct octets machines = {.n = 0};
	uint32_t at[2] = {0, 0};

	for (size_t i = 0; i < forged->n; i++) {
		at[i] = (uint32_t)machines.n;
		put_filter(&machines, &forged->filters[i]);
	}
	put_blob(to, dialect, form, &machines, at, forged->n);
}

/* ---- what is broken: ranks --------------------------------------------------- */

/* The filter is not walked at all. */
static void top(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", RANK(2));
	b->filters->top = wrong ? 1 : 2;
}

/* The search for what floats ends before it begins. */
static void alone(struct forgery *b, int wrong)
{
	floating(b->filters, "q", RANK(2));
	b->filters->alone = wrong ? 0 : 2;
}

/* It is left out, although it would outrank and turn the best one around: marks and globs of both verdicts. */
static void stop_allowed(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", RANK(5));
	floating(b->filters, "q", RANK(6));
	floating(b->filters, "r", RANK(2));
	b->filters->stop[0] = 0;
	b->filters->stop[1] = wrong ? 4 : 5;
}

static void stop_disallowed(struct forgery *b, int wrong)
{
	b->filters->first = RANK(4);
	floating(b->filters, "q", RANK(5));
	b->filters->stop[0] = wrong ? 3 : 4;
	b->filters->stop[1] = 1;
}

static void stop_glob_allowed(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", RANK(5));
	floating(b->filters, "q", LITERAL(0));
	GLOB(b->filters, 0, 6, "/" STAR "q" STAR "x");
	b->filters->stop[1] = wrong ? 4 : 5;
}

static void stop_glob_disallowed(struct forgery *b, int wrong)
{
	b->filters->first = RANK(4);
	floating(b->filters, "q", LITERAL(0));
	GLOB(b->filters, 0, 5, "/" STAR "q" STAR "x");
	b->filters->stop[0] = wrong ? 3 : 4;
}

/* It is left out where it would say the same; but then a glob between the two turns the verdict around. */
static void stop_between_allowed(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", LITERAL(0));
	anchored(b->filters, "ab", RANK(5));
	anchored(b->filters, "b", LITERAL(1));
	GLOB(b->filters, 0, 10, "/a" STAR "w");
	GLOB(b->filters, 0, 6, "/a" STAR "x");
	GLOB(b->filters, 1, 8, "/b" STAR "x");
	floating(b->filters, "q", RANK(7));
	b->filters->stop[1] = wrong ? 4 : 6;
}

static void stop_between_disallowed(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", LITERAL(0));
	anchored(b->filters, "ab", RANK(4));
	GLOB(b->filters, 0, 5, "/a" STAR "x");
	floating(b->filters, "q", RANK(8));
	b->filters->stop[0] = wrong ? 3 : 5;
}

/* The same; the glob between the two is of a further filter of the list. */
static void stop_list(struct forgery *b, int wrong)
{
	b->n = 2;
	anchored(&b->filters[0], "a", RANK(7));
	floating(&b->filters[0], "q", RANK(9));
	anchored(&b->filters[1], "ab", RANK(8));
	b->filters->stop[1] = wrong ? 6 : 7;
}

static void stop_list_disallowed(struct forgery *b, int wrong)
{
	b->n = 2;
	anchored(&b->filters[0], "a", RANK(8));
	floating(&b->filters[0], "q", RANK(10));
	anchored(&b->filters[1], "ab", RANK(9));
	b->filters->stop[0] = wrong ? 7 : 8;
}

/* A further filter is not walked. */
static void top_list(struct forgery *b, int wrong)
{
	b->n = 2;
	anchored(&b->filters[0], "a", RANK(5));
	anchored(&b->filters[1], "ab", RANK(6));
	b->filters[0].top = 7;
	b->filters[1].top = wrong ? 5 : 6;
}

/* The globs of a literal do not stand by rank: the first that matches ends the trial. */
static void globs_order(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", LITERAL(0));
	GLOB(b->filters, 0, 7, "/a" STAR "z");
	if (!wrong)
		GLOB(b->filters, 0, 5, "/a" STAR "y");
	GLOB(b->filters, 0, 4, "/a" STAR "x");
	if (wrong)
		GLOB(b->filters, 0, 5, "/a" STAR "y");
}

/* Literals do not stand by the rank of their first globs: the first that cannot outrank the best ends the trial. */
static void literals_order(struct forgery *b, int wrong)
{
	const size_t low = wrong ? 0 : 1, high = wrong ? 1 : 0;

	anchored(b->filters, "a", LITERAL(low));
	anchored(b->filters, "ab", RANK(5));
	anchored(b->filters, "abc", LITERAL(high));
	GLOB(b->filters, low, 3, "/a" STAR "x");
	GLOB(b->filters, high, 6, "/abc" STAR "y");
	GLOB(b->filters, high, 2, "/abc" STAR "z");
}

/* A third literal is above the first glob of the second only. */
static void literals_order_later(struct forgery *b, int wrong)
{
	const size_t low = wrong ? 1 : 2, high = wrong ? 2 : 1;

	anchored(b->filters, "a", LITERAL(low));
	anchored(b->filters, "ab", RANK(5));
	anchored(b->filters, "abc", LITERAL(high));
	anchored(b->filters, "b", LITERAL(0));
	GLOB(b->filters, 0, 9, "/b" STAR "x");
	GLOB(b->filters, low, 3, "/a" STAR "x");
	GLOB(b->filters, high, 6, "/abc" STAR "y");
}

/* ---- literals ---------------------------------------------------------------- */

/* No string completes the literal. */
static void literal_missing(struct forgery *b, int wrong)
{
	anchored(b->filters, "a", wrong ? RANK(0) : LITERAL(0));
	GLOB(b->filters, 0, 2, "/a" STAR "x");
}

/* Two strings do, and octets are known of one. */
static void literal_twice(struct forgery *b, int wrong)
{
	if (wrong)
		anchored(b->filters, "a", LITERAL(0));
	anchored(b->filters, "b", LITERAL(0));
	GLOB(b->filters, 0, 2, KNOWN("\2") STAR "x");
}

/* The glob does not hold its literal: it is another; it is longer. */
static void literal_other(struct forgery *b, int wrong)
{
	anchored(b->filters, wrong ? "ab" : "ac", LITERAL(0));
	GLOB(b->filters, 0, 2, "/ac" STAR "x");
}

static void literal_floats_other(struct forgery *b, int wrong)
{
	floating(b->filters, wrong ? "ab" : "ac", LITERAL(0));
	GLOB(b->filters, 0, 2, "/" STAR "ac" STAR "x");
}

/* It holds it where the walk does not look for it: as the first octet of the path. */
static void literal_first(struct forgery *b, int wrong)
{
	floating(b->filters, wrong ? "/a" : "a", LITERAL(0));
	GLOB(b->filters, 0, 2, "/a" STAR "x");
}

static void literal_first_star(struct forgery *b, int wrong)
{
	floating(b->filters, wrong ? "/a" : "a", LITERAL(0));
	GLOB(b->filters, 0, 2, STAR "/a" STAR "x");
}

/* A star may read nothing, but no literal without '/' is the path's first octet. */
static void literal_star(struct forgery *b, int wrong)
{
	floating(b->filters, wrong ? "ab" : "a", LITERAL(0));
	GLOB(b->filters, 0, 2, STAR "ax");
}

/* It holds the ranges of a set that look like the literal. */
static void literal_set(struct forgery *b, int wrong)
{
	if (wrong)
		floating(b->filters, "ac", LITERAL(0));
	else
		b->filters->first = LITERAL(0);
	GLOB(b->filters, 0, 2, "/\xFA\1ac" STAR "x");
}

/* The literal goes on where the glob ends. */
static void literal_end(struct forgery *b, int wrong)
{
	floating(b->filters, wrong ? "o/" : "o", LITERAL(0));
	GLOB(b->filters, 0, 2, "/abcdefghijklmno");
}

/* Every path completes it: whatever the globs begin with. */
static void literal_every(struct forgery *b, int wrong)
{
	b->filters->first = wrong ? 0 : LITERAL(0);
	GLOB(b->filters, 0, 2, STAR "a" STAR "x");
}

/* ---- known octets ------------------------------------------------------------ */

/* More are known than a literal that floats shows, where the glob is written out with its star. */
static void known_floating(struct forgery *b, int wrong)
{
	floating(b->filters, "xy", LITERAL(0));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\4") "z");
	else
		GLOB(b->filters, 0, 2, KNOWN("\1") STAR "xyz");
}

/* The glob cannot be written out, so it is left out. */
static void known_left_out(struct forgery *b, int wrong)
{
	floating(b->filters, "xy", wrong ? LITERAL(0) : RANK(0));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\4") "z");
}

/* More than one that is anchored shows: behind it stands the '/' of another string. */
static void known_anchored(struct forgery *b, int wrong)
{
	anchored(b->filters, "abcdefghijklmno", LITERAL(0));
	anchored(b->filters, "bb", RANK(4));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\x11") "z");
	else
		GLOB(b->filters, 0, 2, KNOWN("\x10") "/z");
}

/* They end inside a pair. */
static void known_pair(struct forgery *b, int wrong)
{
	anchored(b->filters, "\x02", LITERAL(0));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\2") STAR "x");
	else
		GLOB(b->filters, 0, 2, KNOWN("\1") "\x02\x15" STAR "x");
	if (!wrong)
		GLOB(b->filters, 0, 2, KNOWN("\1") "\x02\x1F" STAR "x");
}

/* ---- operators --------------------------------------------------------------- */

/* "%2F" of one form reads nothing in another. */
static void operator_slash(struct forgery *b, int wrong)
{
	b->filters->first = LITERAL(0);
	if (wrong)
		GLOB(b->filters, 0, 2,
		     "/?" STAR "\xFE"
		     "x");
	else
		GLOB(b->filters, 0, 2, "/?" STAR "/x");
}

static void operator_query(struct forgery *b, int wrong)
{
	b->filters->first = LITERAL(0);
	if (wrong)
		GLOB(b->filters, 0, 2,
		     "/?" STAR "\xFF"
		     "x");
	else
		GLOB(b->filters, 0, 2, "/?" STAR "?x");
}

/* ---- the start table --------------------------------------------------------- */

/* One octet of it lacks the bit of a literal. */
static size_t start_hole;

static void start(struct forgery *b, int wrong)
{
	floating(b->filters, "abc", RANK(2));
	if (wrong)
		b->filters->start[start_hole] = 0;
}

/* A literal that is shorter may end the path: where nothing follows, FF does. */
static void start_short(struct forgery *b, int wrong)
{
	floating(b->filters, "ab", RANK(2));
	if (wrong)
		b->filters->start[START_LOW + 32 + 15] = 0;
}

static void start_single(struct forgery *b, int wrong)
{
	floating(b->filters, "a", RANK(2));
	if (wrong)
		b->filters->start[START_HIGH + 8 + 7] = 0;
}

/* Each octet has a bit, but no two have the same. */
static void start_buckets(struct forgery *b, int wrong)
{
	floating(b->filters, "abc", RANK(2));
	if (wrong)
		b->filters->start[START_HIGH + 8 + 6] = 2;
	if (wrong)
		b->filters->start[START_LOW + 16 + 2] = 2;
}

/* ---- strings ----------------------------------------------------------------- */

#define X10 "xxxxxxxxxx"
#define X50 X10 X10 X10 X10 X10
#define X500 X50 X50 X50 X50 X50 X50 X50 X50 X50 X50

/* The second way out of a branch: runs, and a mark that is not reached where the first one spells too much. */
static void put_way(struct octets *code, size_t targets, int wrong, size_t runs)
{
	lead(code, targets, 1);
	for (size_t i = 0; i < runs; i++)
		put_run(code, NO_MARK, X50, 50);
	put_leaf(code, wrong ? RANK(2) : RANK(0));
}

/* Branches after each other, whose ways all lead to the next. */
static void put_levels(struct octets *code, unsigned levels)
{
	char ways[BRANCH_MAX];

	for (int i = 0; i < BRANCH_MAX; i++)
		ways[i] = (char)i;
	for (unsigned level = 0; level < levels; level++) {
		const size_t targets = put_branch(code, ways, sizeof ways);

		for (size_t i = 0; i < sizeof ways; i++)
			lead(code, targets, i);
	}
}

/* The first node has a mark: every path completes it. */
static void first_node(struct forgery *b, int wrong)
{
	b->filters->top = 2;
	put_leaf(&b->filters->code, wrong ? RANK(2) : RANK(0));
}

static void many_strings(struct forgery *b, int wrong)
{
	struct octets *code = &b->filters->code;
	const size_t targets = put_branch(code, "ab", 2);

	b->filters->top = 2;
	lead(code, targets, 0);
	put_levels(code, wrong ? 3 : 1);
	put_leaf(code, NO_MARK);
	put_way(code, targets, wrong, 8);
}

static void much_text(struct forgery *b, int wrong)
{
	struct octets *code = &b->filters->code;
	const size_t targets = put_branch(code, "ab", 2);

	b->filters->top = 2;
	lead(code, targets, 0);
	put_levels(code, wrong ? 2 : 1);
	for (int i = 0; i < 6; i++)
		put_run(code, NO_MARK, X50, 50);
	put_leaf(code, RANK(0));
	put_way(code, targets, wrong, 10);
}

/* ---- fans -------------------------------------------------------------------- */

/* The hash leads elsewhere. */
static void fan_hash(struct forgery *b, int wrong)
{
	label(b->filters, "ab", RANK(2), (unsigned)wrong);
	label(b->filters, "cd", RANK(4), (unsigned)!wrong);
	b->filters->labels[0].entry = 0;
	b->filters->labels[1].entry = 1;
}

/* It is made of more octets than a label has, so what follows leads elsewhere. */
static void fan_keys(struct forgery *b, int wrong)
{
	label(b->filters, "ab", RANK(2), 0);
	label(b->filters, "cd", RANK(4), 1);
	b->filters->hashed = wrong ? 3 : 2;
}

/* Two labels of one hash: the first does not lead on to the second. */
static void fan_more(struct forgery *b, int wrong)
{
	label(b->filters, "ab", RANK(2), 0);
	label(b->filters, "cd", RANK(4), 0);
	b->filters->labels[0].more = !wrong;
	b->filters->labels[1].entry = wrong ? 1 : 0;
}

/* One label begins the other: only the first is taken.  The same where both are one. */
static void fan_begins(struct forgery *b, int wrong)
{
	if (wrong) {
		label(b->filters, "ab", RANK(2), 0);
		label(b->filters, "abc", RANK(5), 0);
		b->filters->labels[0].more = 1;
	} else {
		anchored(b->filters, "ab", RANK(2));
		anchored(b->filters, "abc", RANK(5));
	}
}

static void fan_twice(struct forgery *b, int wrong)
{
	if (wrong) {
		label(b->filters, "ab", RANK(2), 0);
		label(b->filters, "ab", RANK(5), 0);
		b->filters->labels[0].more = 1;
	} else {
		anchored(b->filters, "ab", RANK(5));
	}
}

/* With a fan no walk begins at the first node. */
static void fan_first(struct forgery *b, int wrong)
{
	label(b->filters, "ab", RANK(2), 0);
	anchored(b->filters, wrong ? "c" : "d", wrong ? RANK(4) : RANK(0));
	if (!wrong)
		label(b->filters, "c", RANK(4), 1);
	b->filters->hashed = 1;
}

/* ---- the same machines ------------------------------------------------------- */

/* One of them has another beside it. */
static void one_more(struct forgery *b, int wrong)
{
	b->n = wrong ? 1 : 2;
	anchored(&b->filters[0], "a", RANK(4));
	anchored(&b->filters[1], "b", RANK(2));
}

/* They read paths in different forms. */
static void other_form(struct forgery *b, int wrong)
{
	(void)wrong;
	anchored(b->filters, "a~b", RANK(2));
}

/* ---- each -------------------------------------------------------------------- */

static const struct row {
	const char *name, *path; /* the two decide differently about the path, or one with a letter more */
	void (*make)(struct forgery *b, int wrong);
	unsigned form[2]; /* of the right and of the wrong one */
} rows[] = {
	{"top", "/a", top, {FORM_R, FORM_R}},
	{"top of a list", "/ab", top_list, {FORM_R, FORM_R}},
	{"alone", "/q", alone, {FORM_R, FORM_R}},
	{"stop, allowed", "/aq", stop_allowed, {FORM_R, FORM_R}},
	{"stop, disallowed", "/q", stop_disallowed, {FORM_R, FORM_R}},
	{"stop, a glob, allowed", "/aqx", stop_glob_allowed, {FORM_R, FORM_R}},
	{"stop, a glob, disallowed", "/qx", stop_glob_disallowed, {FORM_R, FORM_R}},
	{"stop, a glob between, allowed", "/abxq", stop_between_allowed, {FORM_R, FORM_R}},
	{"stop, a glob between, disallowed", "/abxq", stop_between_disallowed, {FORM_R, FORM_R}},
	{"stop of a list, allowed", "/abq", stop_list, {FORM_R, FORM_R}},
	{"stop of a list, disallowed", "/abq", stop_list_disallowed, {FORM_R, FORM_R}},
	{"order of globs", "/axy", globs_order, {FORM_R, FORM_R}},
	{"order of literals", "/abcy", literals_order, {FORM_R, FORM_R}},
	{"order of later literals", "/abcy", literals_order_later, {FORM_R, FORM_R}},
	{"literal of no string", "/ax", literal_missing, {FORM_R, FORM_R}},
	{"literal of two strings", "/ax", literal_twice, {FORM_R, FORM_R}},
	{"another literal", "/acx", literal_other, {FORM_R, FORM_R}},
	{"another literal that floats", "/acx", literal_floats_other, {FORM_R, FORM_R}},
	{"literal at the first octet", "/ax", literal_first, {FORM_R, FORM_R}},
	{"literal at the first octet, after a star", "/ax", literal_first_star, {FORM_R, FORM_R}},
	{"literal after a star", "/ax", literal_star, {FORM_R, FORM_R}},
	{"literal in a set", "/bx", literal_set, {FORM_K, FORM_K}},
	{"literal at the end", "/abcdefghijklmno", literal_end, {FORM_R, FORM_R}},
	{"literal of every path", "/ax", literal_every, {FORM_R, FORM_R}},
	{"known of what floats", "/aaazxy", known_floating, {FORM_R, FORM_R}},
	{"known of a glob that is left out", "/aaazxy", known_left_out, {FORM_R, FORM_R}},
	{"known of what is anchored", "/abcdefghijklmnoqz", known_anchored, {FORM_R, FORM_R}},
	{"known half of a pair", "/%25x", known_pair, {FORM_K, FORM_K}},
	{"%2F of another form", "/?/x", operator_slash, {FORM_K, FORM_K}},
	{"%3F of another form", "/??x", operator_query, {FORM_K, FORM_K}},
	{"start table of a short literal", "/ab", start_short, {FORM_R, FORM_R}},
	{"start table of one octet", "/a", start_single, {FORM_R, FORM_R}},
	{"buckets of the start table", "/abc", start_buckets, {FORM_R, FORM_R}},
	{"mark of the first node", "/", first_node, {FORM_R, FORM_R}},
	{"too many strings", "/b" X500, many_strings, {FORM_R, FORM_R}},
	{"too much text", "/b" X500, much_text, {FORM_R, FORM_R}},
	{"hash of a label", "/ab", fan_hash, {FORM_R, FORM_R}},
	{"octets that are hashed", "/ab", fan_keys, {FORM_R, FORM_R}},
	{"labels of one hash", "/cd", fan_more, {FORM_R, FORM_R}},
	{"label that begins another", "/abc", fan_begins, {FORM_R, FORM_R}},
	{"label that stands twice", "/ab", fan_twice, {FORM_R, FORM_R}},
	{"first node beside a fan", "/c", fan_first, {FORM_R, FORM_R}},
	{"one machine more", "/b", one_more, {FORM_R, FORM_R}},
	{"another form", "/a%7Eb", other_form, {FORM_R, FORM_RAW}},
};

/* A blob, and the group of "*". */
struct made {
	struct octets bytes;
	struct robotsc_blob blob;
	struct robotsc_group group;
};

/* more: what all highest ranks are raised by, which changes no verdict. */
static void make(struct made *m, const struct row *row, int wrong, uint32_t more)
{
	static const enum robotsc_dialect dialects[FORMS] = {ROBOTSC_GOOGLE, ROBOTSC_RFC9309, ROBOTSC_CONNER2};
	struct forgery *b = product_alloc(NULL, sizeof *b);

	memset(b, 0, sizeof *b);
	b->n = 1;
	row->make(b, wrong);
	for (size_t i = 0; i < b->n; i++) {
		b->filters[i].fallback = 1;
		b->filters[i].top += more;
	}
	put_forgery(&m->bytes, dialects[row->form[wrong]], row->form[wrong], b);
	free(b);
	CHECK_MSG(robotsc_open(&m->blob, m->bytes.at, m->bytes.n) == ROBOTSC_OK, "%s", row->name);
	CHECK_MSG(robotsc_select(&m->blob, NULL, 0, &m->group) == ROBOTSC_OK, "%s", row->name);
}

static int differ(const struct made *a, const struct made *b, const char *path, size_t len)
{
	return robotsc_check_path(&a->group, path, len) != robotsc_check_path(&b->group, path, len);
}

static int differ_there(const struct made *a, const struct made *b, const char *path)
{
	const size_t len = strlen(path);
	char longer[1000];
	int found = differ(a, b, path, len);

	memcpy(longer, path, len);
	for (longer[len] = 'a'; longer[len] <= 'z'; longer[len]++)
		found |= differ(a, b, longer, len + 1);
	return found;
}

static int proved(const struct robotsc_blob *a, const struct robotsc_blob *b)
{
	const struct robotsc_side first = {a, NULL, NULL, 0}, second = {b, NULL, NULL, 0};
	const struct robotsc_question question = {.budget = 1000000, .most = 1};
	struct robotsc_comparison c;

	CHECK(robotsc_compare(&first, &second, NULL, 0, &question, &c) == ROBOTSC_OK);
	return c.answer == ROBOTSC_SAME;
}

static void forge(const struct row *row)
{
	static struct made right, again, wrong;

	make(&right, row, 0, 0);
	make(&again, row, 0, 2);
	make(&wrong, row, 1, 0);
	CHECK_MSG(differ_there(&right, &wrong, row->path), "%s: no difference", row->name);
	CHECK_MSG(proved(&right.blob, &again.blob), "%s: the right one is not proved", row->name);
	CHECK_MSG(!proved(&right.blob, &wrong.blob), "%s: the wrong one is proved", row->name);
	CHECK_MSG(!proved(&wrong.blob, &right.blob), "%s: the wrong one is proved", row->name);
}

/* Each octet of the start table that a literal needs. */
static void forge_starts(void)
{
	static const size_t holes[] = {START_LOW + 1,  START_LOW + 16 + 2, START_LOW + 32 + 3,
	                               START_HIGH + 6, START_HIGH + 8 + 6, START_HIGH + 16 + 6};
	const struct row row = {"start table", "/abc", start, {FORM_R, FORM_R}};

	for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++) {
		start_hole = holes[i];
		forge(&row);
	}
}

/* Constants have no machines. */
static void compare_constants(void)
{
	struct product p[2];

	for (int i = 0; i < 2; i++) {
		const char *const text = i ? "User-agent: *\nDisallow: /\n" : "User-agent: *\nAllow: /\n";

		CHECK(product_open(&p[i], ORACLE_GOOGLE, ROBOTSC_FORM_AUTO, text, strlen(text), NULL, 0) == ROBOTSC_OK);
	}
	CHECK(!proved(&p[0].blob, &p[1].blob) && proved(&p[0].blob, &p[0].blob));
	product_close(&p[0]);
	product_close(&p[1]);
}

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		forge(&rows[i]);
	forge_starts();
	compare_constants();
	return check_done();
}
