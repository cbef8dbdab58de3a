/* soundness_test.c - two blobs that decide differently about a path are never proved to be the
 * same.
 *
 * Blobs are made by hand, in pairs.  Both hold the same globs, and robotsc_open takes both.  The
 * wrong blob breaks one thing that the walk relies on, so that it gives a path another verdict.  A
 * proof that looked at the globs only would fail here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "handmade.h"
#include "tests/support/product.h"
#include "runtime/match/percent.h"

#include <robotsc/prove.h>

#include <stdlib.h>
#include <string.h>

/* ---- what is broken: ranks --------------------------------------------------- */

/* The highest rank is too low, so the filter is not walked at all. */
static void top(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", RANK(2));
	b->filters->top = wrong ? 1 : 2;
}

/* The search for floating strings ends before it begins. */
static void alone(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "q", RANK(2));
	b->filters->alone = wrong ? 0 : 2;
}

/* The search for floating strings is left out, although a floating string or glob outranks the best
 * rule and reverses the verdict. */
static void stop_allowed(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", RANK(5));
	handmade_floating(b->filters, "q", RANK(6));
	handmade_floating(b->filters, "r", RANK(2));
	b->filters->stop[0] = 0;
	b->filters->stop[1] = wrong ? 4 : 5;
}

static void stop_disallowed(struct forgery *b, int wrong)
{
	b->filters->first = RANK(4);
	handmade_floating(b->filters, "q", RANK(5));
	b->filters->stop[0] = wrong ? 3 : 4;
	b->filters->stop[1] = 1;
}

static void stop_glob_allowed(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", RANK(5));
	handmade_floating(b->filters, "q", LITERAL(0));
	GLOB(b->filters, 0, 6, "/" STAR "q" STAR "x");
	b->filters->stop[1] = wrong ? 4 : 5;
}

static void stop_glob_disallowed(struct forgery *b, int wrong)
{
	b->filters->first = RANK(4);
	handmade_floating(b->filters, "q", LITERAL(0));
	GLOB(b->filters, 0, 5, "/" STAR "q" STAR "x");
	b->filters->stop[0] = wrong ? 3 : 4;
}

/* The search is left out although a floating string, of the best rule's verdict, also outranks a
 * glob between the two ranks, which reverses the verdict. */
static void stop_between_allowed(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", LITERAL(0));
	handmade_anchored(b->filters, "ab", RANK(5));
	handmade_anchored(b->filters, "b", LITERAL(1));
	GLOB(b->filters, 0, 10, "/a" STAR "w");
	GLOB(b->filters, 0, 6, "/a" STAR "x");
	GLOB(b->filters, 1, 8, "/b" STAR "x");
	handmade_floating(b->filters, "q", RANK(7));
	b->filters->stop[1] = wrong ? 4 : 6;
}

static void stop_between_disallowed(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", LITERAL(0));
	handmade_anchored(b->filters, "ab", RANK(4));
	GLOB(b->filters, 0, 5, "/a" STAR "x");
	handmade_floating(b->filters, "q", RANK(8));
	b->filters->stop[0] = wrong ? 3 : 5;
}

/* As in stop_between, but the rule between the two ranks is in a further filter of the list. */
static void stop_list(struct forgery *b, int wrong)
{
	b->n = 2;
	handmade_anchored(&b->filters[0], "a", RANK(7));
	handmade_floating(&b->filters[0], "q", RANK(9));
	handmade_anchored(&b->filters[1], "ab", RANK(8));
	b->filters->stop[1] = wrong ? 6 : 7;
}

static void stop_list_disallowed(struct forgery *b, int wrong)
{
	b->n = 2;
	handmade_anchored(&b->filters[0], "a", RANK(8));
	handmade_floating(&b->filters[0], "q", RANK(10));
	handmade_anchored(&b->filters[1], "ab", RANK(9));
	b->filters->stop[0] = wrong ? 7 : 8;
}

/* A further filter is not walked. */
static void top_list(struct forgery *b, int wrong)
{
	b->n = 2;
	handmade_anchored(&b->filters[0], "a", RANK(5));
	handmade_anchored(&b->filters[1], "ab", RANK(6));
	b->filters[0].top = 7;
	b->filters[1].top = wrong ? 5 : 6;
}

/* The globs of a literal are not sorted by rank: the first match ends the trial. */
static void globs_order(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", LITERAL(0));
	GLOB(b->filters, 0, 7, "/a" STAR "z");
	if (!wrong)
		GLOB(b->filters, 0, 5, "/a" STAR "y");
	GLOB(b->filters, 0, 4, "/a" STAR "x");
	if (wrong)
		GLOB(b->filters, 0, 5, "/a" STAR "y");
}

/* Literals are not sorted by the rank of their first globs: the first literal that cannot outrank
 * the best rule ends the trial. */
static void literals_order(struct forgery *b, int wrong)
{
	const size_t low = wrong ? 0 : 1, high = wrong ? 1 : 0;

	handmade_anchored(b->filters, "a", LITERAL(low));
	handmade_anchored(b->filters, "ab", RANK(5));
	handmade_anchored(b->filters, "abc", LITERAL(high));
	GLOB(b->filters, low, 3, "/a" STAR "x");
	GLOB(b->filters, high, 6, "/abc" STAR "y");
	GLOB(b->filters, high, 2, "/abc" STAR "z");
}

/* A third literal's rank is above that of the second literal's first glob only. */
static void literals_order_later(struct forgery *b, int wrong)
{
	const size_t low = wrong ? 1 : 2, high = wrong ? 2 : 1;

	handmade_anchored(b->filters, "a", LITERAL(low));
	handmade_anchored(b->filters, "ab", RANK(5));
	handmade_anchored(b->filters, "abc", LITERAL(high));
	handmade_anchored(b->filters, "b", LITERAL(0));
	GLOB(b->filters, 0, 9, "/b" STAR "x");
	GLOB(b->filters, low, 3, "/a" STAR "x");
	GLOB(b->filters, high, 6, "/abc" STAR "y");
}

/* ---- literals ---------------------------------------------------------------- */

/* No string completes the literal. */
static void literal_missing(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "a", wrong ? RANK(0) : LITERAL(0));
	GLOB(b->filters, 0, 2, "/a" STAR "x");
}

/* Two strings complete the literal, and the known octets are those of one of them. */
static void literal_twice(struct forgery *b, int wrong)
{
	if (wrong)
		handmade_anchored(b->filters, "a", LITERAL(0));
	handmade_anchored(b->filters, "b", LITERAL(0));
	GLOB(b->filters, 0, 2, KNOWN("\2") STAR "x");
}

/* The glob does not have the octets of its literal, which is anchored, or floats. */
static void literal_other(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, wrong ? "ab" : "ac", LITERAL(0));
	GLOB(b->filters, 0, 2, "/ac" STAR "x");
}

static void literal_floats_other(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, wrong ? "ab" : "ac", LITERAL(0));
	GLOB(b->filters, 0, 2, "/" STAR "ac" STAR "x");
}

/* The glob has its literal as the path's first octet, where the walk does not look for it. */
static void literal_first(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, wrong ? "/a" : "a", LITERAL(0));
	GLOB(b->filters, 0, 2, "/a" STAR "x");
}

static void literal_first_star(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, wrong ? "/a" : "a", LITERAL(0));
	GLOB(b->filters, 0, 2, STAR "/a" STAR "x");
}

/* The glob does not have its literal.  In the right blob it has: its star reads at least the path's
 * '/'. */
static void literal_star(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, wrong ? "ab" : "a", LITERAL(0));
	GLOB(b->filters, 0, 2, STAR "ax");
}

/* The glob has a set whose ranges only look like the literal. */
static void literal_set(struct forgery *b, int wrong)
{
	if (wrong)
		handmade_floating(b->filters, "ac", LITERAL(0));
	else
		b->filters->first = LITERAL(0);
	GLOB(b->filters, 0, 2, "/\xFA\1ac" STAR "x");
}

/* The literal goes on where the glob ends. */
static void literal_end(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, wrong ? "o/" : "o", LITERAL(0));
	GLOB(b->filters, 0, 2, "/abcdefghijklmno");
}

/* No path completes the literal, which in the right blob every path does. */
static void literal_every(struct forgery *b, int wrong)
{
	b->filters->first = wrong ? 0 : LITERAL(0);
	GLOB(b->filters, 0, 2, STAR "a" STAR "x");
}

/* ---- known octets ------------------------------------------------------------ */

/* More octets are known than a floating literal gives.  The right glob has its star written out. */
static void known_floating(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "xy", LITERAL(0));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\4") "z");
	else
		GLOB(b->filters, 0, 2, KNOWN("\1") STAR "xyz");
}

/* As in known_floating, but the right blob has no glob, since none can be written out. */
static void known_left_out(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "xy", wrong ? LITERAL(0) : RANK(0));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\4") "z");
}

/* More octets are known than an anchored literal gives: the '/' of another string is behind it. */
static void known_anchored(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "abcdefghijklmno", LITERAL(0));
	handmade_anchored(b->filters, "bb", RANK(4));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\x11") "z");
	else
		GLOB(b->filters, 0, 2, KNOWN("\x10") "/z");
}

/* The known octets end inside a pair. */
static void known_pair(struct forgery *b, int wrong)
{
	handmade_anchored(b->filters, "\x02", LITERAL(0));
	if (wrong)
		GLOB(b->filters, 0, 2, KNOWN("\2") STAR "x");
	else
		GLOB(b->filters, 0, 2, KNOWN("\1") "\x02\x15" STAR "x");
	if (!wrong)
		GLOB(b->filters, 0, 2, KNOWN("\1") "\x02\x1F" STAR "x");
}

/* ---- operators --------------------------------------------------------------- */

/* An operator that reads "%2F" in one form reads nothing in another. */
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

/* The offset of an octet in the start table that lacks the bit of a literal. */
static size_t start_hole;

static void start(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "abc", RANK(2));
	if (wrong)
		b->filters->start[start_hole] = 0;
}

/* A short literal may end the path: the walk then looks for FF in the table, in place of the octets
 * after it. */
static void start_short(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "ab", RANK(2));
	if (wrong)
		b->filters->start[START_LOW + 32 + 15] = 0;
}

static void start_single(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "a", RANK(2));
	if (wrong)
		b->filters->start[START_HIGH + 8 + 7] = 0;
}

/* Each octet has a bit, but no bit is that of all octets. */
static void start_buckets(struct forgery *b, int wrong)
{
	handmade_floating(b->filters, "abc", RANK(2));
	if (wrong)
		b->filters->start[START_HIGH + 8 + 6] = 2;
	if (wrong)
		b->filters->start[START_LOW + 16 + 2] = 2;
}

/* ---- strings ----------------------------------------------------------------- */

#define X10 "xxxxxxxxxx"
#define X50 X10 X10 X10 X10 X10
#define X500 X50 X50 X50 X50 X50 X50 X50 X50 X50 X50

/* Write the second way out of a branch: runs, then a mark.  A reader that gives up in the first
 * way, which spells too much, does not reach it. */
static void put_way(struct octets *code, size_t targets, int wrong, size_t runs)
{
	handmade_lead(code, targets, 1);
	for (size_t i = 0; i < runs; i++)
		handmade_put_run(code, NO_MARK, X50, 50);
	handmade_put_leaf(code, wrong ? RANK(2) : RANK(0));
}

/* Branches one after the other; all ways of each lead to the next one. */
static void put_levels(struct octets *code, unsigned levels)
{
	char ways[BRANCH_MAX];

	for (int i = 0; i < BRANCH_MAX; i++)
		ways[i] = (char)i;
	for (unsigned level = 0; level < levels; level++) {
		const size_t targets = handmade_put_branch(code, 0, ways, sizeof ways);

		for (size_t i = 0; i < sizeof ways; i++)
			handmade_lead(code, targets, i);
	}
}

/* The first node has a mark: every path completes it. */
static void first_node(struct forgery *b, int wrong)
{
	b->filters->top = 2;
	handmade_put_leaf(&b->filters->code, wrong ? RANK(2) : RANK(0));
}

static void many_strings(struct forgery *b, int wrong)
{
	struct octets *code = &b->filters->code;
	const size_t targets = handmade_put_branch(code, 0, "ab", 2);

	b->filters->top = 2;
	handmade_lead(code, targets, 0);
	put_levels(code, wrong ? 3 : 1);
	handmade_put_leaf(code, NO_MARK);
	put_way(code, targets, wrong, 8);
}

static void much_text(struct forgery *b, int wrong)
{
	struct octets *code = &b->filters->code;
	const size_t targets = handmade_put_branch(code, 0, "ab", 2);

	b->filters->top = 2;
	handmade_lead(code, targets, 0);
	put_levels(code, wrong ? 2 : 1);
	for (int i = 0; i < 6; i++)
		handmade_put_run(code, NO_MARK, X50, 50);
	handmade_put_leaf(code, RANK(0));
	put_way(code, targets, wrong, 10);
}

/* ---- prefix tables -------------------------------------------------------------------- */

/* The hash of each prefix leads to the other one. */
static void prefix_hash(struct forgery *b, int wrong)
{
	handmade_prefix(b->filters, "ab", RANK(2), (unsigned)wrong);
	handmade_prefix(b->filters, "cd", RANK(4), (unsigned)!wrong);
	b->filters->prefixes[0].entry = 0;
	b->filters->prefixes[1].entry = 1;
	b->filters->unit = 3;
}

/* The hash is made of more octets than a prefix has, so it depends on the octet that follows. */
static void prefix_table_keys(struct forgery *b, int wrong)
{
	handmade_prefix(b->filters, "ab", RANK(2), 0);
	handmade_prefix(b->filters, "cd", RANK(4), 1);
	b->filters->hashed = wrong ? 3 : 2;
}

/* Two prefixes of one hash: the first does not lead on to the second. */
static void prefix_table_more(struct forgery *b, int wrong)
{
	handmade_prefix(b->filters, "ab", RANK(2), 0);
	handmade_prefix(b->filters, "cd", RANK(4), 0);
	b->filters->prefixes[0].more = !wrong;
	b->filters->prefixes[1].entry = wrong ? 1 : 0;
}

/* One prefix begins with another one, so only the shorter is taken; _twice: two are equal. */
static void prefix_table_begins(struct forgery *b, int wrong)
{
	if (wrong) {
		handmade_prefix(b->filters, "ab", RANK(2), 0);
		handmade_prefix(b->filters, "abc", RANK(5), 0);
		b->filters->prefixes[0].more = 1;
	} else {
		handmade_anchored(b->filters, "ab", RANK(2));
		handmade_anchored(b->filters, "abc", RANK(5));
	}
}

static void prefix_table_twice(struct forgery *b, int wrong)
{
	if (wrong) {
		handmade_prefix(b->filters, "ab", RANK(2), 0);
		handmade_prefix(b->filters, "ab", RANK(5), 0);
		b->filters->prefixes[0].more = 1;
	} else {
		handmade_anchored(b->filters, "ab", RANK(5));
	}
}

/* With a prefix table no walk begins at the first node. */
static void prefix_table_first(struct forgery *b, int wrong)
{
	handmade_prefix(b->filters, "ab", RANK(2), 0);
	handmade_anchored(b->filters, wrong ? "c" : "d", wrong ? RANK(4) : RANK(0));
	if (!wrong)
		handmade_prefix(b->filters, "c", RANK(4), 1);
	b->filters->hashed = 1;
}

/* ---- DFAs -------------------------------------------------------------------- */

#define RUN(otherwise, next) ((otherwise) << RUN_ELSE_SHIFT | (next) << RUN_NEXT_SHIFT | NODE_E)

/* A run says that it may be compared as written, which is wrong: '"' is "%22" in form R. */
static void careful(struct forgery *b, int wrong)
{
	struct octets *code = &b->dfa.code;

	handmade_put_head(code, RUN(ELSE_ALLOW, NEXT_DISALLOW) | (wrong ? 0 : RUN_CAREFUL), 2, NO_MARK);
	handmade_put(code, "\"a", 2);
}

#define C60 "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"
#define NONE 0xFF /* an octet that no table has */

/* Put a root that loops, and a scan table that has the slow octets and the octets of scanned, but
 * not octet `not`. */
static size_t put_root(struct forgery *b, const char *way, const char *scanned, uint8_t not )
{
	uint8_t scan[SCAN_SIZE];

	memcpy(scan, octet_scan[FORM_R], sizeof scan);
	for (; *scanned; scanned++)
		scan[*scanned & 15] |= (uint8_t)(1u << (*scanned >> 4));
	scan[not &15] &= (uint8_t) ~(1u << (not >> 4));
	b->dfa.flags |= MACHINE_SCAN;
	b->dfa.root = 1;
	handmade_put(&b->dfa.tables, scan, sizeof scan);
	return handmade_put_branch(&b->dfa.code, ELSE_SELF | NODE_E, way, 1);
}

/* The scan passes over a way out of the root; and over the '%' of an escape of that way. */
static void scan_way(struct forgery *b, int wrong)
{
	handmade_set(&b->dfa.code, put_root(b, "a", "a", wrong ? 'a' : NONE), 0, TARGET_DISALLOW);
}

static void scan_slow(struct forgery *b, int wrong)
{
	handmade_set(&b->dfa.code, put_root(b, "a", "a", wrong ? '%' : NONE), 0, TARGET_DISALLOW);
}

/* Write a pair table: the octets in first, and the octets in seconds, which may follow them. */
static void put_pairs(struct forgery *b, const char *first, const char *seconds)
{
	uint8_t pairs[PAIR_SIZE] = {0};

	for (; *first; first++) {
		pairs[PAIR_FIRST_LOW + (*first & 15)] = 1;
		pairs[PAIR_FIRST_HIGH + (*first >> 4)] = 1;
	}
	for (; *seconds; seconds++) {
		pairs[PAIR_SECOND_LOW + (*seconds & 15)] = 1;
		pairs[PAIR_SECOND_HIGH + (*seconds >> 4)] = 1;
	}
	b->dfa.flags |= MACHINE_PAIRS;
	handmade_put(&b->dfa.tables, pairs, sizeof pairs);
}

/* A root whose way 'a' leads to a branch with the ways "b" and "c", or none. */
static void put_pair(struct forgery *b, int scanned, unsigned head, size_t ways)
{
	struct octets *code = &b->dfa.code;

	handmade_lead(code, put_root(b, "a", scanned ? "a" : "", NONE), 0);
	const size_t targets = handmade_put_branch(code, head, "bc", ways);

	for (size_t i = 0; i < ways; i++)
		handmade_set(code, targets, i, TARGET_DISALLOW);
}

/* Without a pair table the scan must not pass over such a way, even if the octets after the scan
 * table look like one. */
static void scan_alone(struct forgery *b, int wrong)
{
	struct octets *code = &b->dfa.code;

	handmade_lead(code, put_root(b, "a", wrong ? "" : "a", NONE), 0);
	handmade_put_head(code, RUN(ELSE_ROOT, NEXT_DISALLOW), 1, NO_MARK);
	handmade_put(code, "b", 1);
	handmade_put_head(code, RUN(ELSE_ALLOW, NEXT_ALLOW), 60, NO_MARK);
	handmade_put(code, C60, 60);
}

/* The pair table lacks a second octet: 'b', the first way after 'a', or 'c', the second way. */
static void pair_second(struct forgery *b, int wrong)
{
	put_pair(b, 0, ELSE_ROOT | NODE_E, 2);
	put_pairs(b, "a", wrong ? "c" : "bc");
}

static void pair_third(struct forgery *b, int wrong)
{
	put_pair(b, 0, ELSE_ROOT | NODE_E, 2);
	put_pairs(b, "a", wrong ? "b" : "bc");
}

/* Other octets after 'a' lead to a verdict, not back to the root. */
static void pair_other(struct forgery *b, int wrong)
{
	put_pair(b, !wrong, ELSE_DISALLOW | NODE_E, 2);
	put_pairs(b, "a", "bc");
}

/* The first octet of the pair leads to a verdict. */
static void pair_verdict(struct forgery *b, int wrong)
{
	handmade_set(&b->dfa.code, put_root(b, "a", wrong ? "" : "a", NONE), 0, TARGET_DISALLOW);
	put_pairs(b, "a", "bc");
}

/* The pair table lacks the first octet, so the scan passes over it, even at the end of the path. */
static void pair_first(struct forgery *b, int wrong)
{
	put_pair(b, 0, ELSE_ROOT, 0);
	put_pairs(b, wrong ? "" : "a", "b");
}

/* ---- the same machines ------------------------------------------------------- */

/* One side has a second machine. */
static void one_more(struct forgery *b, int wrong)
{
	b->n = wrong ? 1 : 2;
	handmade_anchored(&b->filters[0], "a", RANK(4));
	handmade_anchored(&b->filters[1], "b", RANK(2));
}

/* The two sides read paths in different forms. */
static void other_form(struct forgery *b, int wrong)
{
	(void)wrong;
	handmade_anchored(b->filters, "a~b", RANK(2));
}

/* ---- each -------------------------------------------------------------------- */

static const struct row {
	/* The two blobs decide differently about the path, or about it with one letter more. */
	const char *name, *path;
	void (*make)(struct forgery *b, int wrong);
	unsigned form[2]; /* forms of the right and of the wrong blob */
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
	{"hash of a prefix", "/ab", prefix_hash, {FORM_R, FORM_R}},
	{"octets that are hashed", "/ab", prefix_table_keys, {FORM_R, FORM_R}},
	{"prefixes of one hash", "/cd", prefix_table_more, {FORM_R, FORM_R}},
	{"prefix that begins another", "/abc", prefix_table_begins, {FORM_R, FORM_R}},
	{"prefix that stands twice", "/ab", prefix_table_twice, {FORM_R, FORM_R}},
	{"first node beside a prefix table", "/c", prefix_table_first, {FORM_R, FORM_R}},
	{"run that is not careful", "/\"a", careful, {FORM_R, FORM_R}},
	{"scan over a way", "/" X50 "a", scan_way, {FORM_R, FORM_R}},
	{"scan over an escape", "/" X50 "%61", scan_slow, {FORM_R, FORM_R}},
	{"scan without pairs", "/" X50 "ab", scan_alone, {FORM_R, FORM_R}},
	{"pair of the first way", "/" X50 "ab", pair_second, {FORM_R, FORM_R}},
	{"pair of a further way", "/" X50 "ac", pair_third, {FORM_R, FORM_R}},
	{"pair that does not lead back", "/" X50 "ax", pair_other, {FORM_R, FORM_R}},
	{"pair of a verdict", "/" X50 "ax", pair_verdict, {FORM_R, FORM_R}},
	{"first octet of a pair", "/" X50 "a", pair_first, {FORM_R, FORM_R}},
	{"one machine more", "/b", one_more, {FORM_R, FORM_R}},
	{"another form", "/a%7Eb", other_form, {FORM_R, FORM_RAW}},
};

/* A blob, and the group of "*". */
struct made {
	struct octets bytes;
	struct robotsc_blob blob;
	struct robotsc_group group;
};

/* Make a blob.  more is added to all highest ranks; a DFA gets an unreachable node: no verdict
 * changes. */
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
	if (more && b->dfa.code.n)
		handmade_put_leaf(&b->dfa.code, NO_MARK);
	handmade_blob(&m->bytes, dialects[row->form[wrong]], row->form[wrong], b);
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

static unsigned shown; /* differences found */

static int proved(const struct robotsc_blob *a, const struct robotsc_blob *b)
{
	const struct robotsc_side first = {a, NULL, NULL, 0}, second = {b, NULL, NULL, 0};
	const struct robotsc_question question = {.budget = 1000000, .most = 1};
	struct robotsc_comparison c;

	CHECK(robotsc_compare(&first, &second, NULL, 0, &question, &c) == ROBOTSC_OK);
	shown += c.answer == ROBOTSC_DIFFERENT;
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

/* Leave out each octet of the start table that a literal needs. */
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
		if (check_case(rows[i].name))
			forge(&rows[i]);
	if (!check_all_cases())
		return check_done();
	forge_starts();
	compare_constants();
	/* Each row compares the wrong blob twice; most comparisons find a difference, the rest have
	 * no answer. */
	CHECK_MSG(shown > 80, "only %u differences were shown", shown);
	return check_done();
}
