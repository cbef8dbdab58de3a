/* trial.h - programs without sets, tried one by one on the canonical octets of a path.  docs/format.md, "Programs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRIAL_H
#define ROBOTSC_TRIAL_H

#include "compare.h"
#include "step.h"
#include "window.h"

#define SHORT 8 /* octets; so many literals and stars are read one by one */

/* A program that is being tried: what is left of it, and of the octets that are there. */
struct trial {
	const uint8_t *text, *stop;
	const uint8_t *at, *end;
	struct window *window;
};

/* Is there more of the path? */
static inline int more_octets(struct trial *t)
{
	const size_t n = (size_t)(t->at - t->window->begin);
	const int more = window_more(t->window);
	t->at = t->window->begin + n;
	t->end = t->window->end;
	return more;
}

static inline int path_ends(struct trial *t)
{
	return t->at == t->end && !more_octets(t);
}

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
		const uint64_t differ = (word ^ load_octets(t->at + i, t->window->begin, t->end)) | (word & 0x8080808080808080u);
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
	for (;;) {
		read_same(t);
		if (literal_ends(t))
			return READ_ALL;
		if (t->at < t->end)
			return READ_OTHER;
		if (!more_octets(t))
			return READ_END;
	}
}

/* Go to where the first octets of a literal stand, or its first one does at the end of what is there. */
static inline int find_beginning(struct trial *t)
{
	const uint8_t first = t->text[0], second = t->stop - t->text > 1 ? t->text[1] : 0xFF;
	for (;;) {
		if (second < 0x80) {
			t->at = find_pair(t->at, t->end, first, second, 0xFF);
		} else {
			const uint8_t *const near = t->end - t->at > SHORT ? t->at + SHORT : t->end;
			while (t->at < near && *t->at != first)
				t->at++;
			const uint8_t *found = t->at < near ? t->at : memchr(t->at, first, (size_t)(t->end - t->at));
			t->at = found ? found : t->end;
		}
		if (t->at < t->end)
			return 1;
		if (!more_octets(t))
			return 0;
	}
}

/* Find the literal behind a star, and read it.  Returns 0 if it does not stand anywhere. */
static inline int find_literal(struct trial *t)
{
	const uint8_t *const text = t->text;
	while (find_beginning(t)) {
		const size_t start = (size_t)(t->at - t->window->begin);
		const enum reading reading = read_literal(t);
		if (reading == READ_END)
			return 0;
		if (reading == READ_ALL && (t->text == t->stop || *t->text != PROGRAM_END || path_ends(t)))
			return 1;
		t->text = text;
		t->at = t->window->begin + start + 1;
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
	ANSWER_UNKNOWN /* it holds a set, or needs more of the path than there is room for */
};

/* Does a program match the path? */
static inline enum answer try_program(const uint8_t *program, size_t size, struct window *w)
{
	struct trial t = {program, program + size, w->begin, w->end, w};
	w->full = 0;
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
	matches = matches && (t.text == t.stop || path_ends(&t));
	return w->full ? ANSWER_UNKNOWN : matches ? ANSWER_MATCHES : ANSWER_NOT;
}

/* Try the programs of a machine, until none that is left matters. */
static inline void try_programs(const uint8_t *machine, struct window *w, struct score *score)
{
	const uint32_t unit = machine_unit(machine);
	const uint8_t *p = machine_code(machine), *const end = p + machine_field(machine, MACHINE_CODE);
	while (p < end && !score_enough(score)) {
		const uint32_t rank = field_at(p, PROGRAM_RANK, unit), size = field_at(p, PROGRAM_SIZE, unit);
		p += PROGRAM_FIELDS * unit;
		if (rank > score->best) {
			const enum answer answer = try_program(p, size, w);
			if (answer == ANSWER_MATCHES || (answer == ANSWER_UNKNOWN && run_program(p, p + size, w->path)))
				score->best = rank;
		}
		p += size;
	}
}

#endif
