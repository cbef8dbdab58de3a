/* walk_filter.c - walk a buffer of canonical octets through filters.
 * docs/formats/blob.md, "The walk"
 *
 * walk_dfa.c lists what this code takes for granted since robotsc_open has verified it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter_parts.h"

#include "canonical.h"
#include "walk.h"

#if !ROBOTSC_SMALL

/* ---- literals ----------------------------------------------------------------------- */

#if VECTOR_X86
SHUFFLE void walk_starts_2(const struct filter *f, uint32_t alone, const struct path_part *path, struct found *found)
{
	walk_starts(f, 2, alone, path->begin + 1, path->end, NULL, found);
}
#endif

/* Finds the literals that begin the path. */
SPECIALIZED void find_anchored(const struct filter *f, const unsigned width, const struct path_part *path, struct found *found)
{
	if (width == 2)
		walk_anchored(f, 2, path, NULL, found);
	else
		robotsc__filter_parts_anchored(f, path, NULL, found);
}

/* Finds the floating literals.  alone: the highest rank of a literal without globs. */
SPECIALIZED void find_floating(const struct filter *f, const unsigned width, uint32_t alone, const struct path_part *path,
                               struct found *found)
{
	if (width != 2) {
		robotsc__filter_parts_places(f, alone, path->begin + 1, path->end, NULL, found);
		return;
	}
#if VECTOR_X86
	if (vector_has_shuffle()) {
		walk_starts_2(f, alone, path, found);
		return;
	}
#endif
	walk_places(f, 2, alone, path->begin + 1, path->end, NULL, found);
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
	for (uint32_t k = 0; k < (f->nliterals + 63) / 64; k++)
		for (uint64_t seen = found->seen[k]; seen; seen &= seen - 1)
			if (!try_literal(f, 64 * k + lowest_bit(seen), found, text))
				return;
}

/* try_literals for form K, where globs read units. */
NOT_INLINE static void try_units(const struct filter *f, const struct path_part *path, struct found *found)
{
	uint8_t units[UNITS_MAX + PADDING];
	uint64_t escaped[UNIT_WORDS];
	struct glob_text text = robotsc__glob_match_units(path->begin, path->end, units, escaped);
	try_literals(f, found, &text);
}

/* Walks one filter.  field_size: octets of a field; width: octets of an int7. */
SPECIALIZED void walk_filter(const uint8_t *machine, const uint32_t field_size, const unsigned width, uint8_t form,
                             const struct path_part *path, struct found *found)
{
	const struct filter f = filter_of(machine, field_size, width);
	forget_literals(found, &f);
	complete(found, field_at(machine + 1, MACHINE_FIRST, field_size));
	find_anchored(&f, width, path, found);
	if (f.root && found->best <= field_at(machine + 1, MACHINE_STOP + (found->best & 1), field_size))
		find_floating(&f, width, field_at(machine + 1, MACHINE_ALONE, field_size), path, found);
	if (found->unseen == f.nliterals)
		return;
	if (form == FORM_K) {
		try_units(&f, path, found);
	} else {
		struct glob_text text = {.begin = path->begin, .end = path->end};
		try_literals(&f, found, &text);
	}
}

NOT_INLINE static void walk_filter_wide(const uint8_t *machine, uint8_t form, const struct path_part *path, struct found *found)
{
	walk_filter(machine, machine_field_size(machine), machine_width(machine), form, path, found);
}

/* Walks the filters of a group and keeps the best rank.  The list is in descending order of the
 * highest ranks, so the walk ends at the first filter that cannot raise it. */
static inline int walk_list(const struct robotsc_group *group, const struct path_part *path)
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
		return robotsc__walk_long(group, &path, room);
	pad(c.end);
	const struct path_part octets = {room, c.end};
	return walk_list(group, &octets);
}

#endif
