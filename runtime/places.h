/* places.h - programs of form K, all at once.  docs/format.md, "Programs"
 *
 * A position is where a program begins, or behind an instruction that reads a unit; a bit says that the program
 * has come there.  The positions of all programs stand in a row, 64 in a word.  One word after the other reads
 * the path from its beginning; what moves on from its last position is noted, for the next word, at the unit
 * that moves it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLACES_H
#define ROBOTSC_PLACES_H

#include "path.h"
#include "score.h"

#define GLOB_UNITS 4096 /* of a path, at most */
#define UNIT_SLASH 256  /* "%2F" and "%25", which are in no set */
#define UNIT_PERCENT 257
#define UNIT_KINDS 258
#define UNIT_MOVES 0x8000u /* the last position of the word before moves on with this unit */

struct globs {
	uint16_t unit[GLOB_UNITS];
	size_t n, moved; /* units; behind the last one with UNIT_MOVES */
	/* The word in the making. */
	unsigned positions;
	uint64_t reads[UNIT_KINDS + 1]; /* positions where it matters whether a unit is this one or that before */
	uint64_t begin, stay, accept;   /* where programs begin, wait behind a star, and have matched if the path ends */
};

static inline unsigned unit_of_pair(unsigned lead, unsigned trail)
{
	const unsigned value = lead << 4 | (trail & 15);
	return value == '/' ? UNIT_SLASH : value == '%' ? UNIT_PERCENT : value;
}

/* Returns 0 where there is no room for them. */
static inline int read_units(struct globs *g, struct path *path)
{
	struct cursor c = path_start(path);
	for (g->n = 0;; g->n++) {
		const int octet = next_octet(path, &c);
		if (octet == PATH_END)
			return 1;
		if (g->n == GLOB_UNITS)
			return 0;
		g->unit[g->n] = (uint16_t)octet;
		if (octet < FORM_K_LIMIT)
			g->unit[g->n] = (uint16_t)unit_of_pair((unsigned)octet, (unsigned)next_octet(path, &c));
	}
}

static inline void begin_word(struct globs *g)
{
	g->positions = 0;
	g->begin = g->stay = g->accept = 0;
	for (unsigned i = 0; i <= UNIT_KINDS; i++)
		g->reads[i] = 0;
}

/* Let the word read the path, and begin the next.  Has one of its programs matched? */
static int end_word(struct globs *g)
{
	uint64_t at = g->begin;
	size_t moved = 0;
	for (unsigned i = 1; i < UNIT_KINDS; i++)
		g->reads[i] ^= g->reads[i - 1];
	for (size_t i = 0; i < g->n && (at || i < g->moved); i++) {
		const unsigned unit = g->unit[i] & ~UNIT_MOVES, moves = g->unit[i] / UNIT_MOVES;
		g->unit[i] = (uint16_t)(unit | (unsigned)(at >> 63) * UNIT_MOVES);
		moved = at >> 63 ? i + 1 : moved;
		at = ((at << 1 | moves) & g->reads[unit]) | (at & g->stay);
	}
	const int matches = (at & g->accept) != 0;
	g->moved = moved;
	begin_word(g);
	return matches;
}

/* The bit of the next position.  *matches: there was no room for it, and the word before has matched. */
static inline uint64_t next_position(struct globs *g, int *matches)
{
	*matches = g->positions == 64 && end_word(g);
	return (uint64_t)1 << g->positions++;
}

/* A position reads the units from first to last. */
static inline void read_range(struct globs *g, uint64_t position, unsigned first, unsigned last)
{
	g->reads[first] ^= position;
	g->reads[last + 1] ^= position;
}

/* A position reads what an instruction reads.  Returns what is behind it. */
static inline const uint8_t *read_item(struct globs *g, uint64_t position, const uint8_t *p)
{
	if (*p == PROGRAM_SET) {
		for (unsigned n = *++p; n > 0; n--, p += 2)
			read_range(g, position, p[1], p[2]);
	} else if (*p == PROGRAM_ONE) {
		read_range(g, position, 0, UNIT_KINDS - 1);
	} else {
		const int pair = *p < FORM_K_LIMIT;
		const unsigned unit = pair ? unit_of_pair(p[0], p[1]) : *p;
		read_range(g, position, unit, unit);
		p += pair;
	}
	return p + 1;
}

/* Add a program, but not what is behind a word from which nothing moves on.  Returns whether it has matched, or one
 * of the same rank before it. */
static inline int put_program(struct globs *g, const uint8_t *p, const uint8_t *end)
{
	int matches, ends = 0;
	uint64_t position = next_position(g, &matches);
	g->begin |= position;
	while (p < end && !matches) {
		if (*p == PROGRAM_STAR || *p == PROGRAM_END) {
			ends = *p++ == PROGRAM_END;
			g->stay |= ends ? 0 : position;
		} else {
			position = next_position(g, &matches);
			if (g->positions == 1 && !g->moved)
				return matches;
			p = read_item(g, position, p);
		}
	}
	g->stay |= ends ? 0 : position;
	g->accept |= position;
	return matches;
}

/* Run the programs of a machine, each word of positions through the whole path. */
static inline void run_globs(const uint8_t *machine, struct globs *g, struct score *score)
{
	const uint32_t unit = machine_unit(machine);
	const uint8_t *p = machine_code(machine), *const end = p + machine_field(machine, MACHINE_CODE);
	uint32_t word = 0; /* the rank of all its programs */
	g->moved = 0;
	begin_word(g);
	while (p < end) {
		const uint32_t rank = field_at(p, PROGRAM_RANK, unit), size = field_at(p, PROGRAM_SIZE, unit);
		p += PROGRAM_FIELDS * unit;
		if (rank != word && end_word(g))
			score->best = word;
		word = rank;
		if (rank > score->best && put_program(g, p, p + size))
			score->best = rank;
		p += size;
	}
	if (end_word(g))
		score->best = word;
}

#endif
