/* walk_filter.c - walk a buffer of canonical octets through filters.  docs/format.md, "The walk"
 *
 * walk_dfa.c lists what this code relies on robotsc_open for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "found.h"

#include "canonical.h"
#include "compare_octets.h"
#include "glob_match.h"
#include "skip.h"
#include "walk.h"

#if !ROBOTSC_SMALL

/* A canonical path.  The padding after it differs from every octet of a filter, so that no
 * comparison needs to test for the end. */
struct octets {
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

/* Walks a trie from a node on and records the marks on the way. */
SPECIALIZED void walk_trie(const uint8_t *code, const unsigned width, const uint8_t *node, const uint8_t *at, struct found *found)
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
				return;
			node = code + (code_int(field + count + way * width, width) - TARGET_NODE);
		} else {
			const int goes = (head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
			const uint8_t *const run = field + (goes ? width : 0);
			if (!run_stands(run, count, at))
				return;
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

/* Finds the anchored prefixes of the path. */
SPECIALIZED void walk_anchored(const struct filter *f, const unsigned width, const struct octets *path, struct found *found)
{
	const uint8_t *node = f->first, *at = path->begin + 1;
	if (f->prefix_table) {
		const uint8_t *const prefix = find_prefix(f->prefix_table, width, at);
		if (!prefix)
			return;
		node = f->code + (prefix_target(prefix, width) - TARGET_NODE);
		at += prefix_count(prefix[0]);
	}
	if (node)
		walk_trie(f->code, width, node, at, found);
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
SHUFFLE_INLINE void walk_starts(const struct filter *f, const unsigned width, uint32_t alone, const struct octets *path,
                                struct found *found)
{
	struct start_tables t;
	for (unsigned j = 0; j < START_PLACES; j++) {
		const long long high = (long long)ld64(f->start + START_HIGH + 8 * j);
		t.low[j] = vector_load(f->start + START_LOW + 16 * j);
		t.high[j] = (vector_octets)(vector_words){high, high};
	}
	for (const uint8_t *at = path->begin + 1; at < path->end && !found_all(found, alone); at += 32) {
		uint32_t starts = starts_in(&t, at) | starts_in(&t, at + 16) << 16;
		starts &= path->end - at < 32 ? ((uint32_t)1 << (path->end - at)) - 1 : UINT32_MAX;
		for (; starts; starts &= starts - 1)
			walk_trie(f->code, width, f->root, at + __builtin_ctz(starts), found);
	}
}

SHUFFLE void walk_starts_2(const struct filter *f, uint32_t alone, const struct octets *path, struct found *found)
{
	walk_starts(f, 2, alone, path, found);
}

SHUFFLE void walk_starts_wide(const struct filter *f, uint32_t alone, const struct octets *path, struct found *found)
{
	walk_starts(f, f->width, alone, path, found);
}
#endif

/* Finds the floating literals.  alone: the highest rank of a literal without globs. */
SPECIALIZED void walk_floating(const struct filter *f, const unsigned width, uint32_t alone, const struct octets *path,
                               struct found *found)
{
#if VECTOR_X86
	if (vector_has_shuffle()) {
		if (width == 2)
			walk_starts_2(f, alone, path, found);
		else
			walk_starts_wide(f, alone, path, found);
		return;
	}
#endif
	for (const uint8_t *at = path->begin + 1; at < path->end && !found_all(found, alone); at++)
		if (may_start(f->start, at[0], at[1], at[2]))
			walk_trie(f->code, width, f->root, at, found);
}

/* ---- filters ------------------------------------------------------------------------ */

/* Tries the globs of a literal.  Returns 0 if no later literal can raise the rank. */
SPECIALIZED int try_literal(const struct filter *f, uint32_t literal, struct found *found, struct glob_text *text)
{
	const uint8_t *glob = f->globs + field_at(f->literals, literal, f->field_size);
	const uint8_t *const end =
		f->globs + (literal + 1 < f->nliterals ? field_at(f->literals, literal + 1, f->field_size) : f->globs_size);
	for (int first = 1; glob < end; first = 0) {
		const uint32_t rank = field_at(glob, GLOB_RANK, f->field_size), size = field_at(glob, GLOB_SIZE, f->field_size);
		if (rank <= found->best)
			return !first;
		glob += GLOB_FIELDS * f->field_size;
		if (robotsc__glob_match_run(text, glob, glob + size)) {
			found->best = rank;
			return 1;
		}
		glob += size;
	}
	return 1;
}

/* Tries the globs of all literals that were found. */
SPECIALIZED void try_literals(const struct filter *f, struct found *found, struct glob_text *text)
{
	if (found->unseen == f->nliterals)
		return;
	for (uint32_t k = 0; k < (f->nliterals + 63) / 64; k++)
		for (uint64_t seen = found->seen[k]; seen; seen &= seen - 1)
			if (!try_literal(f, 64 * k + lowest_bit(seen), found, text))
				return;
}

/* try_literals for form K, where globs read units. */
NOT_INLINE static void try_units(const struct filter *f, const struct octets *path, struct found *found)
{
	uint8_t units[UNITS_MAX + PADDING];
	uint64_t apart[UNIT_WORDS];
	struct glob_text text = robotsc__glob_match_units(path->begin, path->end, units, apart);
	try_literals(f, found, &text);
}

/* Walks one filter.  field_size: octets of a field; width: octets of an int7. */
SPECIALIZED void walk_filter(const uint8_t *machine, const uint32_t field_size, const unsigned width, uint8_t form,
                             const struct octets *path, struct found *found)
{
	const struct filter f = filter_of(machine, field_size, width);
	forget_literals(found, &f);
	complete(found, field_at(machine + 1, MACHINE_FIRST, field_size));
	walk_anchored(&f, width, path, found);
	if (f.root && found->best <= field_at(machine + 1, MACHINE_STOP + (found->best & 1), field_size))
		walk_floating(&f, width, field_at(machine + 1, MACHINE_ALONE, field_size), path, found);
	if (found->unseen == f.nliterals)
		return;
	if (form == FORM_K) {
		try_units(&f, path, found);
	} else {
		struct glob_text text = {.begin = path->begin, .end = path->end};
		try_literals(&f, found, &text);
	}
}

NOT_INLINE static void walk_filter_wide(const uint8_t *machine, uint8_t form, const struct octets *path, struct found *found)
{
	walk_filter(machine, machine_field_size(machine), machine_width(machine), form, path, found);
}

/* Walks the filters of a group and keeps the best rank.  The list is in descending order of the
 * highest ranks, so the walk ends at the first filter that cannot raise it. */
static inline int walk_list(const struct robotsc_group *group, const struct octets *path)
{
	struct found found;
	const uint8_t *machine = group->machine;
	found.best = group->verdict;
	for (uint32_t i = 0; found.best < machine_field(machine, MACHINE_TOP); machine = next_machine(group, i++)) {
		if (machine[0] & (MACHINE_WIDTH | MACHINE_WIDE))
			walk_filter_wide(machine, group->form, path, &found);
		else
			walk_filter(machine, 2, 2, group->form, path, &found);
		if (i == group->more)
			break;
	}
	return (int)(found.best & 1);
}

int robotsc__walk_filters(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	uint8_t room[FILTER_PATH_MAX + 16 + PADDING];
	struct path path = path_of(begin, len, group->form);
	struct canonical c = canonical_begin(&path, begin, room);
	if (!canonical_all(&c, FILTER_PATH_MAX))
		return robotsc__walk_small(group, &path);
	pad(c.end);
	const struct octets octets = {room, c.end};
	return walk_list(group, &octets);
}

#endif
