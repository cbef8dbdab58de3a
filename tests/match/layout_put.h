/* layout_put.h - writes the values of rows of layout.h, and counts which rows refuse them.  For
 * layout_make.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_PUT_H
#define ROBOTSC_LAYOUT_PUT_H

#include "layout_make.h"

#define LAYOUT_MACHINES 4
#define LAYOUT_CUT 1000 /* numbers of octets above this are not made */

struct layout_buffer {
	uint8_t bytes[LAYOUT_ROOM];
	size_t n;
};

struct layout_making {
	const struct layout_base *base;
	const struct layout_change *changes;
	size_t nchanges;
	struct layout_made *made;
	int last;                    /* of two rounds: what is where is known */
	unsigned seen[LAYOUT_COUNT]; /* values of each row, so far */
	struct layout_buffer *to;
	unsigned in; /* IN_... */
	/* Of the machine that is being made, as changed: */
	unsigned unit, width, filter, scan, prefix_table, nliterals;
	uint64_t root; /* its offset, plus 1; 0: none */
	int64_t at;    /* of the node that is being made; below 0: of the prefix table */
	size_t zeros;  /* behind the last prefix of a prefix table: there may be fewer */
	size_t slack;  /* octets of the section behind the machine */
	/* Of the blob: */
	unsigned form, nmachines, npolicies;
	size_t machine_at[LAYOUT_MACHINES + 1];
	unsigned machine_filter[LAYOUT_MACHINES];
	uint64_t machine_top[LAYOUT_MACHINES];
};

/* Count a value that a row allows or not. */
void layout_note(struct layout_making *w, enum layout_id id, int ok);

/* The next value of a row: as it was changed, or the typical one.  low and high: where the row does
 * not say them. */
uint64_t layout_take(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high);
uint64_t layout_take_any(struct layout_making *w, enum layout_id id, uint64_t typical);

/* The same, as bits of an octet. */
uint8_t layout_take_bits(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t *v);
uint8_t layout_bits(uint64_t v, unsigned mask);

/* The same, written as the row's type says. */
uint64_t layout_put(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high);
uint64_t layout_put_any(struct layout_making *w, enum layout_id id, uint64_t typical);

/* Octets of no row. */
void layout_put_octets(struct layout_making *w, uint64_t v, unsigned n);
void layout_put7(struct layout_making *w, uint64_t v);
void layout_put_as(struct layout_making *w, enum layout_type type, uint64_t v);

/* Cut off what was written since begin, or add to it, as the row of its size says: from low to high
 * octets. */
void layout_put_end(struct layout_making *w, enum layout_id id, size_t begin, size_t low, size_t high);

/* The machines section (layout_machine.c). */
void layout_put_machines(struct layout_making *w);

#endif
