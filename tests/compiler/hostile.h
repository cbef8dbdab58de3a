/* hostile.h - robots.txt files made to hurt a compiler, and paths made to hurt a matcher.
 *
 * Deterministic: a case has the same octets on every machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HOSTILE_H
#define ROBOTSC_HOSTILE_H

#include <stddef.h>
#include <stdint.h>

#define HOSTILE_SIZE 512000u /* octets of most cases: a size that every reader must read */

/* Text under construction.  Lines that do not fit are refused whole. */
struct hostile_text {
	char *at;
	size_t len, room;
	uint64_t seed; /* state of hostile_random */
};

struct hostile_case {
	const char *name;
	void (*write)(struct hostile_text *text, uint32_t arg);
	uint32_t arg; /* meaning depends on write */
	size_t room;  /* most octets the case may have */
};

extern const struct hostile_case hostile_cases[];
extern const size_t hostile_ncases;

/* hostile_records.c: cases for the dialects with records. */
void hostile_records(struct hostile_text *text, uint32_t unused);
void hostile_globs(struct hostile_text *text, uint32_t kind);
void hostile_needles(struct hostile_text *text, uint32_t unused);

/* The text of a case; *len its octets.  free() it.  NULL when memory is out. */
char *hostile_make(const struct hostile_case *c, size_t *len);

/* The next number of a splitmix64 sequence, below n (n > 0). */
uint32_t hostile_random(uint64_t *seed, uint32_t n);

/* Kinds of paths that hurt, all derived from the rules of the text they are aimed at. */
enum hostile_path {
	HOSTILE_PATH_RUN,     /* the commonest octet of the rules, again and again */
	HOSTILE_PATH_FIRSTS,  /* first segments of many rules: every gap opens, none closes */
	HOSTILE_PATH_LASTS,   /* last segments only */
	HOSTILE_PATH_BACK,    /* segments in descending order: the nearest miss of a gap */
	HOSTILE_PATH_LONGEST, /* the longest rule without operators, with another last octet */
	HOSTILE_PATH_MIX,     /* rules one after another, without operators */
	HOSTILE_PATH_QUERY,   /* the mix, with %2F, '?', '%' and high octets in it */
	HOSTILE_PATH_ESCAPED, /* runs between segments, then many escapes */
	HOSTILE_PATH_KINDS
};

/* Write a path of at most room octets aimed at text; returns its length.  The same seed gives the
 * same path. */
size_t hostile_path(enum hostile_path kind, const char *text, size_t len, uint64_t seed, char *out, size_t room);

const char *hostile_path_name(enum hostile_path kind);

#endif
