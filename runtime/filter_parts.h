/* filter_parts.h - the parts of a filter, and what a walk through it has found.  docs/format.md, "Filters"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_PARTS_H
#define ROBOTSC_FILTER_PARTS_H

#include "code.h"

struct filter {
	const uint8_t *fan, *start, *literals, *code, *globs;
	const uint8_t *first; /* node of the anchored trie, or NULL */
	const uint8_t *root;  /* of the floating trie, or NULL */
	uint32_t nliterals, globs_size;
	unsigned unit, width; /* octets of a field, and of an integer in the code */
};

/* unit and width: of the machine; constants where it is known to be narrow. */
static inline struct filter filter_of(const uint8_t *machine, uint32_t unit, unsigned width)
{
	const uint8_t *const fields = machine + 1, *const fan =
							   fields +
							   (MACHINE_FILTER_FIELDS + (machine[0] & MACHINE_FAN ? 1u : 0u)) * unit;
	const uint32_t hub = field_at(fields, MACHINE_HUB, unit), code = field_at(fields, MACHINE_CODE, unit);
	struct filter f = {.nliterals = field_at(fields, MACHINE_LITERALS, unit),
	                   .globs_size = field_at(fields, MACHINE_GLOBS, unit),
	                   .unit = unit,
	                   .width = width};
	f.fan = machine[0] & MACHINE_FAN ? fan : NULL;
	f.start = fan + (f.fan ? field_at(fields, MACHINE_FILTER_FIELDS, unit) : 0);
	f.literals = f.start + tables_size(machine[0]);
	f.code = f.literals + (size_t)unit * f.nliterals;
	f.globs = f.code + code;
	f.root = hub ? f.code + hub - 1 : NULL;
	f.first = f.fan || code == 0 || hub == 1 ? NULL : f.code;
	return f;
}

/* What was found in a path. */
struct found {
	uint32_t best;   /* rank; its low bit is the verdict */
	uint32_t unseen; /* literals */
	uint64_t seen[LITERALS_MAX / 64];
};

/* Before a filter is walked. */
static inline void forget_literals(struct found *found, const struct filter *f)
{
	found->unseen = f->nliterals;
	for (uint32_t k = 0; k < (f->nliterals + 63) / 64; k++)
		found->seen[k] = 0;
}

/* Take a mark. */
static inline void complete(struct found *found, uint32_t mark)
{
	const uint32_t value = mark >> 1;
	if (mark & MARK_LITERAL) {
		uint64_t *const word = &found->seen[value / 64];
		const uint64_t bit = (uint64_t)1 << (value % 64);
		found->unseen -= !(*word & bit);
		*word |= bit;
	} else if (value > found->best) {
		found->best = value;
	}
}

/* Does a glob match a path? */
typedef int glob_matcher(void *path, const uint8_t *glob, const uint8_t *end);

/* Try the globs of a literal.  Returns 0 when no further literal matters. */
SPECIALIZED int try_literal(const struct filter *f, uint32_t literal, struct found *found, glob_matcher *matches, void *path)
{
	const uint8_t *glob = f->globs + field_at(f->literals, literal, f->unit);
	const uint8_t *const end =
		f->globs + (literal + 1 < f->nliterals ? field_at(f->literals, literal + 1, f->unit) : f->globs_size);
	for (int first = 1; glob < end; first = 0) {
		const uint32_t rank = field_at(glob, GLOB_RANK, f->unit), size = field_at(glob, GLOB_SIZE, f->unit);
		if (rank <= found->best)
			return !first;
		glob += GLOB_FIELDS * f->unit;
		if (matches(path, glob, glob + size)) {
			found->best = rank;
			return 1;
		}
		glob += size;
	}
	return 1;
}

/* Try the globs of the literals that were seen. */
SPECIALIZED void try_literals(const struct filter *f, struct found *found, glob_matcher *matches, void *path)
{
	if (found->unseen == f->nliterals)
		return;
	for (uint32_t k = 0; k < (f->nliterals + 63) / 64; k++)
		for (uint64_t seen = found->seen[k]; seen; seen &= seen - 1)
			if (!try_literal(f, 64 * k + lowest_bit(seen), found, matches, path))
				return;
}

#endif
