/* handmade.h - makes blobs octet by octet, also blobs that no compiler makes.
 * docs/formats/blob.md
 *
 * Nothing is checked: parts that do not fit end the program, or make a blob that robotsc_open
 * refuses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HANDMADE_H
#define ROBOTSC_HANDMADE_H

#include "robotsc/compile.h"
#include "runtime/match/blob_layout.h"

#include <stddef.h>
#include <stdint.h>

struct octets {
	uint8_t at[8192];
	size_t n;
};

void handmade_put(struct octets *to, const void *from, size_t n);

/* Append an integer of size octets. */
void handmade_put_int(struct octets *to, uint64_t value, unsigned size);

/* ---- nodes ------------------------------------------------------------------- */

#define NO_MARK UINT32_MAX
#define RANK(rank) (2u * (rank))
#define LITERAL(number) (2u * (uint32_t)(number) + MARK_LITERAL)

/* Append the first octets of a node, up to its mark.  head: without NODE_BIT; in a DFA with
 * NODE_E. */
void handmade_put_head(struct octets *code, unsigned head, size_t count, uint32_t mark);

/* Append a run, whose target is the node after it. */
void handmade_put_run(struct octets *code, uint32_t mark, const char *octets, size_t n);

/* Append a branch whose targets are set later.  head: the flags of a DFA's node, else 0.  Returns
 * the offset of the targets. */
size_t handmade_put_branch(struct octets *code, unsigned head, const char *ways, size_t n);

/* Append a branch without ways. */
void handmade_put_leaf(struct octets *code, uint32_t mark);

/* Set the target of a way; or make the next node its target. */
void handmade_set(struct octets *code, size_t targets, size_t way, uint32_t target);
void handmade_lead(struct octets *code, size_t targets, size_t way);

/* ---- machines ---------------------------------------------------------------- */

#define STRINGS 6
#define LITERALS 3
#define PREFIXES 2

/* A string of a trie, or a prefix of the prefix table and its node.  A string that begins with
 * another string comes after it. */
struct string {
	const char *octets;
	uint32_t mark;
};

struct prefix {
	const char *octets;
	uint32_t mark;
	unsigned hash, entry; /* its hash; the value that has it, below PREFIXES */
	int more;
};

struct filter {
	struct string anchored[STRINGS], floating[STRINGS];
	struct prefix prefixes[PREFIXES];
	size_t nanchored, nfloating, nprefixes;
	unsigned hashed; /* octets of a prefix that are hashed */
	unsigned unit;   /* entries of the prefix table have 2^unit octets */
	struct octets globs[LITERALS], code;
	size_t nliterals;
	uint32_t first, stop[2], top, alone, fallback, floats;
	uint8_t start[START_SIZE];
};

/* A DFA.  Its code is written as it is. */
struct dfa {
	unsigned flags, root;
	struct octets prefix_table, tables, code;
};

struct forgery {
	struct filter filters[2]; /* the filters of a list */
	size_t n;
	struct dfa dfa; /* used instead of filters if it has code or a prefix table */
};

/* Add to a filter a string of one of its tries, a prefix, or a glob of a literal.  The highest
 * ranks, and the numbers that end the search, are raised to fit.  Add a floating literal before its
 * globs. */
void handmade_anchored(struct filter *f, const char *octets, uint32_t mark);
void handmade_floating(struct filter *f, const char *octets, uint32_t mark);
void handmade_prefix(struct filter *f, const char *octets, uint32_t mark, unsigned hash);
void handmade_glob(struct filter *f, size_t literal, uint32_t rank, const char *text, size_t n);

#define GLOB(f, literal, rank, text) handmade_glob(f, literal, rank, text, sizeof(text) - 1)
#define STAR "\xFD"
#define KNOWN(n) "\xF9" n

/* Make a blob whose policy for "*" consists of these machines. */
void handmade_blob(struct octets *to, enum robotsc_dialect dialect, unsigned form, struct forgery *forged);

#endif
