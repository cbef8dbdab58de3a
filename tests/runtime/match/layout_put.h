/* layout_put.h - writes the values of rows of layout.h for layout_make.c, and counts the rows that
 * refuse them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_PUT_H
#define ROBOTSC_LAYOUT_PUT_H

#include "layout_make.h"

#define LAYOUT_MACHINES 4
#define LAYOUT_CUT 1000 /* no blob is made with more octets of a kind */

struct layout_buffer {
	uint8_t bytes[LAYOUT_ROOM];
	size_t n;
};

struct layout_making {
	const struct layout_base *base;
	const struct layout_change *changes;
	size_t nchanges;
	struct layout_made *made;
	int last;                    /* the second of two rounds, in which all offsets are known */
	unsigned seen[LAYOUT_COUNT]; /* number of values of each row, so far */
	struct layout_buffer *to;
	unsigned in; /* IN_... */
	/* The machine that is written, as changed: */
	unsigned unit, width, filter, scan, prefix_table, nliterals;
	uint64_t root; /* its offset, plus 1; 0: none */
	int64_t at;    /* offset of the node that is written; below 0: of the prefix table */
	size_t zeros;  /* after the last prefix; there may be fewer */
	size_t slack;  /* octets of the section after the machine */
	/* The blob: */
	unsigned form, nmachines, npolicies;
	size_t machine_at[LAYOUT_MACHINES + 1];
	unsigned machine_filter[LAYOUT_MACHINES];
	uint64_t machine_top[LAYOUT_MACHINES];
};

/* Count a value.  ok: the row allows it. */
void layout_note(struct layout_making *w, enum layout_id id, int ok);

/* The next value of a row: the changed or the typical one.  low, high: the range that is allowed,
 * where the row does not state it. */
uint64_t layout_take(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high);
uint64_t layout_take_any(struct layout_making *w, enum layout_id id, uint64_t typical);

/* The same, as bits of an octet. */
uint8_t layout_take_bits(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t *v);
uint8_t layout_bits(uint64_t v, unsigned mask);

/* The same, written as the row's type says. */
uint64_t layout_put(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high);
uint64_t layout_put_any(struct layout_making *w, enum layout_id id, uint64_t typical);

/* Write octets that belong to no row. */
void layout_put_octets(struct layout_making *w, uint64_t v, unsigned n);
void layout_put7(struct layout_making *w, uint64_t v);
void layout_put_as(struct layout_making *w, enum layout_type type, uint64_t v);

/* Cut what was written since begin to the value of the row of its size, or add to it.  low, high:
 * the octets that are allowed. */
void layout_put_end(struct layout_making *w, enum layout_id id, size_t begin, size_t low, size_t high);

/* Write the machines section (layout_machine.c). */
void layout_put_machines(struct layout_making *w);

#endif
