/* filter_parts.h - the parts of a filter, and the search for its literals.  docs/formats/blob.md,
 * "Filters"
 *
 * walk_dfa.c lists what this code takes for granted since robotsc_open has verified it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_PARTS_H
#define ROBOTSC_FILTER_PARTS_H

#include "compare_octets.h"
#include "glob_match.h"
#include "nodes.h"
#include "skip.h"

/* Canonical octets: a path, or a part of it.  The padding after them differs from every octet of a
 * filter, so that no comparison needs to test for the end. */
struct path_part {
	const uint8_t *begin, *end;
};

/* The parts of a filter. */
struct filter {
	const uint8_t *prefix_table, *start, *literals, *code, *globs;
	const uint8_t *first; /* root of the anchored trie, or NULL */
	const uint8_t *root;  /* root of the floating trie, or NULL */
	uint32_t nliterals, globs_size;
	unsigned field_size, width; /* octets of a field; octets of an int7 */
};

/* Locates the parts of a filter.  field_size, width: constants where the machine is narrow. */
static inline struct filter filter_of(const uint8_t *machine, uint32_t field_size, unsigned width)
{
	const uint8_t *const fields = machine + 1, *const prefix_table = fields + (MACHINE_FILTER_FIELDS +
	                                                                           (machine[0] & MACHINE_PREFIXES ? 1u : 0u)) *
	                                                                                  field_size;
	const uint32_t root = field_at(fields, MACHINE_ROOT, field_size), code = field_at(fields, MACHINE_CODE, field_size);
	struct filter f = {.nliterals = field_at(fields, MACHINE_LITERALS, field_size),
	                   .globs_size = field_at(fields, MACHINE_GLOBS, field_size),
	                   .field_size = field_size,
	                   .width = width};
	f.prefix_table = machine[0] & MACHINE_PREFIXES ? prefix_table : NULL;
	f.start = prefix_table + (f.prefix_table ? field_at(fields, MACHINE_FILTER_FIELDS, field_size) : 0);
	f.literals = f.start + tables_size(machine[0]);
	f.code = f.literals + (size_t)field_size * f.nliterals;
	f.globs = f.code + code;
	f.root = root ? f.code + root - 1 : NULL;
	f.first = f.prefix_table || code == 0 || root == 1 ? NULL : f.code;
	return f;
}

/* Resets the set of found literals, before each filter. */
static inline void forget_literals(struct found *found, const struct filter *f)
{
	found->unseen = f->nliterals;
	/* Nearly always the only word.  The loop may become "rep stos", which costs 27 ns. */
	found->seen[0] = 0;
	for (uint32_t k = 1; k < (f->nliterals + 63) / 64; k++)
		found->seen[k] = 0;
}

/* ---- tries ------------------------------------------------------------------------ */

/* True if at begins with the n octets of run.  May read BLOB_OVERREAD octets past both. */
static inline int run_stands(const uint8_t *run, uint32_t n, const uint8_t *at)
{
#if VECTOR_X86
	for (; n > 16; n -= 16, run += 16, at += 16)
		if (vector_mask((vector_octets)(vector_load(run) == vector_load(at))) != 0xFFFF)
			return 0;
	return (vector_mask((vector_octets)(vector_load(run) == vector_load(at))) | ~0u << n) == ~0u;
#else
	for (; n > 8; n -= 8, run += 8, at += 8)
		if (ld64(run) != ld64(at))
			return 0;
	return (ld64(run) ^ ld64(at)) << (64 - 8 * n) == 0;
#endif
}

/* Walks a trie from a node on and records the marks on the way.  end: NULL if the path ends with
 * the buffer.  Otherwise the buffer ends there: returns 1 if what follows may matter, too. */
SPECIALIZED int walk_trie(const uint8_t *code, const unsigned width, const uint8_t *node, const uint8_t *at, const uint8_t *end,
                          struct found *found)
{
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		if (head & NODE_E) {
			complete(found, code_int(field, width));
			field += width;
		}
		if (head & NODE_BRANCH) {
			const uint32_t way = find_way(field, count, *at++);
			if (way >= count)
				return end && at > end;
			node = code + (code_int(field + count + way * width, width) - TARGET_NODE);
		} else {
			const int goes = (head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
			const uint8_t *const run = field + (goes ? width : 0);
			if (!run_stands(run, count, at))
				return end && count > (size_t)(end - at);
			at += count;
			node = goes ? code + (code_int(field, width) - TARGET_NODE) : run + count;
		}
	}
}

/* Returns the prefix that the path begins with, or NULL.  The padding may hash to any prefix, but
 * matches none. */
static inline const uint8_t *find_prefix(const uint8_t *prefix_table, unsigned width, const uint8_t *at)
{
	for (const uint8_t *prefix = prefix_lookup(prefix_table, ld64(at));; prefix += prefix_size(prefix[0], width)) {
		if (run_stands(prefix + 1, prefix_count(prefix[0]), at))
			return prefix;
		if (!(prefix[0] & PREFIX_MORE))
			return NULL;
	}
}

/* Finds the anchored prefixes of the path.  end, and what it returns: as for walk_trie. */
SPECIALIZED int walk_anchored(const struct filter *f, const unsigned width, const struct path_part *path, const uint8_t *end,
                              struct found *found)
{
	const uint8_t *node = f->first, *at = path->begin + 1;
	if (f->prefix_table) {
		const uint8_t *const prefix = find_prefix(f->prefix_table, width, at);
		if (!prefix)
			return 0;
		node = f->code + (prefix_target(prefix, width) - TARGET_NODE);
		at += prefix_count(prefix[0]);
	}
	return node && walk_trie(f->code, width, node, at, end, found);
}

/* ---- floating literals ------------------------------------------------------------- */

/* True if the rest of the path can add nothing: all literals with globs were found, and no other
 * literal has a rank above best. */
static inline int found_all(const struct found *found, uint32_t alone)
{
	return !found->unseen && found->best >= alone;
}

#if VECTOR_X86
/* The start table in vectors. */
struct start_tables {
	vector_octets low[START_PLACES], high[START_PLACES];
};

/* Bit i of the result is set if a literal may begin at octet i. */
SHUFFLE_INLINE unsigned starts_in(const struct start_tables *t, const uint8_t *at)
{
	vector_octets both = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	for (unsigned j = 0; j < START_PLACES; j++) {
		const vector_octets octets = vector_load(at + j);
		both &= look_up(t->low[j], t->high[j], octets & 0x7F);
	}
	return not_zero(both);
}

/* walk_floating, 32 octets at a time. */
SHUFFLE_INLINE const uint8_t *walk_starts(const struct filter *f, const unsigned width, uint32_t alone, const uint8_t *at,
                                          const uint8_t *stop, const uint8_t *end, struct found *found)
{
	struct start_tables t;
	for (unsigned j = 0; j < START_PLACES; j++) {
		const long long high = (long long)ld64(f->start + START_HIGH + 8 * j);
		t.low[j] = vector_load(f->start + START_LOW + 16 * j);
		t.high[j] = (vector_octets)(vector_words){high, high};
	}
	for (; at < stop && !found_all(found, alone); at += 32) {
		uint32_t starts = starts_in(&t, at) | starts_in(&t, at + 16) << 16;
		starts &= stop - at < 32 ? ((uint32_t)1 << (stop - at)) - 1 : UINT32_MAX;
		for (; starts; starts &= starts - 1) {
			const uint8_t *const start = at + __builtin_ctz(starts);
			if (walk_trie(f->code, width, f->root, start, end, found))
				return start;
		}
	}
	return NULL;
}

#endif

/* Finds the floating literals that begin from at on and before stop.  alone: the highest rank of a
 * literal without globs.  end: NULL if the path ends with the buffer.  Otherwise the buffer ends
 * there: returns the first place from which a trie leads further, or NULL. */
SPECIALIZED const uint8_t *walk_places(const struct filter *f, const unsigned width, uint32_t alone, const uint8_t *at,
                                       const uint8_t *stop, const uint8_t *end, struct found *found)
{
	for (; at < stop && !found_all(found, alone); at++)
		if (may_start(f->start, at[0], at[1], at[2]) && walk_trie(f->code, width, f->root, at, end, found))
			return at;
	return NULL;
}

/* walk_anchored and walk_places for integers of any width. */
int robotsc__filter_parts_anchored(const struct filter *f, const struct path_part *path, const uint8_t *end, struct found *found);
const uint8_t *robotsc__filter_parts_places(const struct filter *f, uint32_t alone, const uint8_t *at, const uint8_t *stop,
                                            const uint8_t *end, struct found *found);

#endif
