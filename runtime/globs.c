/* globs.c - see globs.h.  docs/format.md, "Programs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "globs.h"

#include "compare.h"

void *memchr(const void *at, int octet, size_t n); /* of the functions that every program has */

/* ---- one program, octet by octet --------------------------------------------- */

#define NOT_IN_SETS 0x100

/* Read an octet, or with whole a unit: an octet, or a pair as the octet that it stands for. */
NOT_INLINE static int read_unit(struct path *path, struct cursor *c, int whole)
{
	const int octet = robotsc__next_octet(path, c);
	if (!whole || octet >= FORM_K_LIMIT || octet == PATH_END)
		return octet;
	if (octet >= FORM_K_TRAIL)
		return PATH_END - 1; /* the second octet of a pair begins nothing */
	const int value = octet << 4 | (robotsc__next_octet(path, c) & 15);
	return value == '/' || value == '%' ? NOT_IN_SETS : value;
}

/* Is what was read what an instruction wants? */
static inline int is_wanted(const uint8_t *p, int value)
{
	if (*p == PROGRAM_END)
		return value == PATH_END;
	if (*p < PROGRAM_SET || value < 0)
		return value == *p;
	unsigned n = *p == PROGRAM_SET ? p[1] : 0;
	int found = !n && *p == PROGRAM_ONE;
	for (; n-- > 0; p += 2)
		found |= value >= p[2] && value <= p[3];
	return found;
}

/* Do the instructions from p to end match the path?  Leftmost, going back to the last star only. */
static inline int run_program(const uint8_t *p, const uint8_t *end, struct path *path)
{
	struct cursor c = path_start(path), again = c;
	const uint8_t *star = NULL;
	while (p < end) {
		if (*p == PROGRAM_STAR) {
			star = ++p;
			again = c;
			continue;
		}
		const int value = read_unit(path, &c, *p == PROGRAM_SET || *p == PROGRAM_ONE);
		if (is_wanted(p, value)) {
			p += *p == PROGRAM_SET ? 2 + 2 * p[1] : 1;
			continue;
		}
		if (!star || value == PATH_END || read_unit(path, &again, 0) == PATH_END)
			return 0;
		c = again;
		p = star;
	}
	return 1;
}

/* Try the programs of a machine, until none that is left matters. */
void robotsc__run_programs(const uint8_t *machine, struct path *path, struct score *score)
{
	const uint32_t unit = machine_unit(machine);
	const uint8_t *p = machine_code(machine), *const end = p + machine_field(machine, MACHINE_CODE);
	while (p < end && !score_enough(score)) {
		const uint32_t rank = field_at(p, PROGRAM_RANK, unit), size = field_at(p, PROGRAM_SIZE, unit);
		p += PROGRAM_FIELDS * unit;
		if (rank > score->best && run_program(p, p + size, path))
			score->best = rank;
		p += size;
	}
}

#if !ROBOTSC_SMALL

/* ---- one program without sets, many octets at a time ------------------------- */

#define SHORT 8 /* octets; so many literals and stars are read one by one */

/* A program that is being tried: what is left of it, and of the path. */
struct trial {
	const uint8_t *text, *stop;
	const uint8_t *begin, *at, *end; /* begin: of the path */
};

/* Does a literal end here? */
static inline int literal_ends(const struct trial *t)
{
	return t->text == t->stop || *t->text >= 0x80;
}

/* Read octets of a literal while they stand there; it ends before an operator.  BLOB_OVERREAD octets may be
 * read behind it. */
static inline void read_same(struct trial *t)
{
	const size_t left = (size_t)(t->stop - t->text), room = (size_t)(t->end - t->at), most = left < room ? left : room;
	size_t same = most;
	for (size_t i = 0; i < most; i += 8) {
		const uint64_t word = ld64(t->text + i);
		const uint64_t differ = (word ^ load_octets(t->at + i, t->begin, t->end)) | (word & 0x8080808080808080u);
		if (differ) {
			same = i + lowest_octet(differ) < most ? i + lowest_octet(differ) : most;
			break;
		}
	}
	t->text += same;
	t->at += same;
}

enum reading {
	READ_ALL,   /* the literal stands there */
	READ_OTHER, /* another octet does */
	READ_END    /* the path ends before it does */
};

/* Read a literal as far as it goes. */
static inline enum reading read_literal(struct trial *t)
{
	read_same(t);
	return literal_ends(t) ? READ_ALL : t->at < t->end ? READ_OTHER : READ_END;
}

/* Go to where the first octets of a literal stand, or its first one does at the end of what is there. */
static inline int find_beginning(struct trial *t)
{
	const uint8_t first = t->text[0], second = t->stop - t->text > 1 ? t->text[1] : 0xFF;
	if (second < 0x80) {
		t->at = find_pair(t->at, t->end, first, second, 0xFF);
	} else {
		const uint8_t *const near = t->end - t->at > SHORT ? t->at + SHORT : t->end;
		while (t->at < near && *t->at != first)
			t->at++;
		const uint8_t *found = t->at < near ? t->at : memchr(t->at, first, (size_t)(t->end - t->at));
		t->at = found ? found : t->end;
	}
	return t->at < t->end;
}

/* Find the literal behind a star, and read it.  Returns 0 if it does not stand anywhere. */
static inline int find_literal(struct trial *t)
{
	const uint8_t *const text = t->text;
	while (find_beginning(t)) {
		const uint8_t *const start = t->at;
		const enum reading reading = read_literal(t);
		if (reading == READ_END)
			return 0;
		if (reading == READ_ALL && (t->text == t->stop || *t->text != PROGRAM_END || t->at == t->end))
			return 1;
		t->text = text;
		t->at = start + 1;
	}
	return 0;
}

/* Behind a star: pass short literals that stand near each other, and their stars. */
static inline void pass_short(struct trial *t)
{
	const uint8_t *text = t->text, *at = t->at, *const stop = t->stop, *const end = t->end;
	const uint8_t *p = text, *q = at, *near = at + SHORT; /* p and q are in a literal that may stand at at */
	while (p < stop && q < end && *p < 0x80 && p - text < SHORT) {
		if (*p != *q) {
			if (at == near)
				break;
			p = text;
			q = ++at;
			continue;
		}
		q++;
		if (++p < stop && *p == PROGRAM_STAR) {
			text = ++p;
			at = q;
			near = at + SHORT;
		}
	}
	t->text = text;
	t->at = at;
}

enum answer {
	ANSWER_NOT,
	ANSWER_MATCHES,
	ANSWER_UNKNOWN /* it holds a set */
};

/* Does a program match the path? */
static inline enum answer try_program(const uint8_t *program, size_t size, const struct octets *octets)
{
	struct trial t = {program, program + size, octets->begin, octets->begin, octets->end};
	int matches = read_literal(&t) == READ_ALL;
	while (matches && t.text < t.stop && *t.text == PROGRAM_STAR) {
		t.text++;
		pass_short(&t);
		if (t.text < t.stop && *t.text == PROGRAM_END)
			return ANSWER_MATCHES;
		if (!literal_ends(&t))
			matches = find_literal(&t);
	}
	if (matches && t.text < t.stop && *t.text != PROGRAM_END)
		return ANSWER_UNKNOWN;
	return matches && (t.text == t.stop || t.at == t.end) ? ANSWER_MATCHES : ANSWER_NOT;
}

/* Try the programs of a machine, until none that is left matters. */
static void try_programs(const uint8_t *machine, const struct octets *octets, struct path *raw, struct score *score)
{
	const uint32_t unit = machine_unit(machine);
	const uint8_t *p = machine_code(machine), *const end = p + machine_field(machine, MACHINE_CODE);
	while (p < end && !score_enough(score)) {
		const uint32_t rank = field_at(p, PROGRAM_RANK, unit), size = field_at(p, PROGRAM_SIZE, unit);
		p += PROGRAM_FIELDS * unit;
		if (rank > score->best) {
			const enum answer answer = try_program(p, size, octets);
			if (answer == ANSWER_MATCHES || (answer == ANSWER_UNKNOWN && run_program(p, p + size, raw)))
				score->best = rank;
		}
		p += size;
	}
}

/* ---- programs of form K, all at once ------------------------------------------
 *
 * A position is where a program begins, or behind an instruction that reads a unit; a bit says that the program
 * has come there.  The positions of all programs stand in a row, 64 in a word.  One word after the other reads
 * the path from its beginning; what moves on from its last position is noted, for the next word, at the unit
 * that moves it. */

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
static inline int read_units(struct globs *g, const struct octets *octets)
{
	const uint8_t *at = octets->begin;
	for (g->n = 0; at < octets->end; g->n++) {
		if (g->n == GLOB_UNITS)
			return 0;
		g->unit[g->n] = *at++;
		if (at[-1] < FORM_K_LIMIT && at < octets->end) /* the octets of a pair stand together */
			g->unit[g->n] = (uint16_t)unit_of_pair(at[-1], *at), at++;
	}
	return 1;
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

NOT_INLINE static int run_units(const uint8_t *machine, const struct octets *octets, struct score *score)
{
	struct globs globs;
	if (!read_units(&globs, octets))
		return 0;
	run_globs(machine, &globs, score);
	return 1;
}

void robotsc__try_programs(const uint8_t *machine, const struct octets *octets, struct path *raw, struct score *score)
{
	if (raw->form != FORM_K)
		try_programs(machine, octets, raw, score);
	else if (!run_units(machine, octets, score))
		robotsc__run_programs(machine, raw, score);
}

#endif
