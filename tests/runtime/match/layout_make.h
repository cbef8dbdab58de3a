/* layout_make.h - makes a blob from the rows of layout.h, with some values changed, and finds the
 * rows that refuse it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_MAKE_H
#define ROBOTSC_LAYOUT_MAKE_H

#include "layout.h"

#define LAYOUT_NODES 4     /* nodes of a machine that is made */
#define LAYOUT_ROOM 250000 /* octets of a blob */
#define LAYOUT_FIELDS 400

struct layout_node {
	unsigned kind; /* NODE_BRANCH, as in a head; 0: a run */
	unsigned otherwise, next, e;
	unsigned count; /* octets or ways out */
};

struct layout_prefix_table {
	unsigned there;
	unsigned otherwise, e, count, bits, unit; /* count: prefixes, 1 or 2 */
	unsigned more;                            /* of its first prefix */
};

/* A blob without changes. */
struct layout_base {
	unsigned machines; /* number; the fields below are of the first, others are small filters */
	unsigned flags;    /* of the first, without MACHINE_PREFIXES */
	unsigned root;     /* number of its node, plus 1; 0: none */
	int bare;          /* the code is empty */
	struct layout_node nodes[LAYOUT_NODES];
	int default_edges; /* a chain of default edges follows */
	struct layout_prefix_table prefix_table;
	unsigned literals; /* of a filter; the first has two globs, others have one */
	unsigned form;
	int policies;          /* there is a policies section, with a constant */
	int list;              /* the policies have a list of all filters */
	unsigned names, width; /* width: octets of the agents' integers; 0: 2 */
	int empty;             /* no names, machines and policies */
	int machines_end;      /* only a section of unknown type follows the machines */
	int fetch, extensions; /* 2: without records */
};

/* A change: another value as the nth value of a row. */
struct layout_change {
	enum layout_id id;
	unsigned nth;
	uint64_t value;
};

/* A value that was written, and the range that is allowed. */
struct layout_field {
	enum layout_id id;
	unsigned nth;
	uint64_t typical, low, high;
};

enum layout_call {
	CALL_OPEN,
	CALL_FETCH,
	CALL_EXTENSIONS,
	LAYOUT_CALLS
};

struct layout_made {
	uint8_t bytes[LAYOUT_ROOM];
	size_t len;
	struct layout_field fields[LAYOUT_FIELDS];
	size_t nfields;
	uint32_t offsets[LAYOUT_NODES + 1]; /* of the nodes, then the size of the code */
	unsigned tried[LAYOUT_COUNT], refused[LAYOUT_COUNT];
	unsigned violations[LAYOUT_CALLS];     /* rows that refuse the blob */
	enum layout_id violated[LAYOUT_CALLS]; /* the first of these rows, or LAYOUT_COUNT */
	int status[LAYOUT_CALLS];              /* status of that row */
	int skip;                              /* the changed blob cannot be made */
	int unknown;                           /* the blob has a meaning that no row covers */
};

void layout_make(struct layout_made *made, const struct layout_base *base, const struct layout_change *changes, size_t n);

/* The greatest value that a field can hold. */
uint64_t layout_most(const struct layout_row *row, const struct layout_base *base);

/* ---- layout_put.c: values of rows of layout.h, and the rows that refuse them are counted ---- */

#define LAYOUT_MACHINES 4
#define LAYOUT_CUT 1000 /* most octets or nodes that a change adds */

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

/* As layout_take, but returns the value as bits of an octet. */
uint8_t layout_take_bits(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t *v);
uint8_t layout_bits(uint64_t v, unsigned mask);

/* As layout_take, and writes the value as the row's type says. */
uint64_t layout_put(struct layout_making *w, enum layout_id id, uint64_t typical, uint64_t low, uint64_t high);
uint64_t layout_put_any(struct layout_making *w, enum layout_id id, uint64_t typical);

/* Write octets that belong to no row. */
void layout_put_octets(struct layout_making *w, uint64_t v, unsigned n);
void layout_put7(struct layout_making *w, uint64_t v);
void layout_put_as(struct layout_making *w, enum layout_type type, uint64_t v);

/* Cut or lengthen what was written since begin, to the octets that the row of its size says.  low,
 * high: the octets that are allowed. */
void layout_put_end(struct layout_making *w, enum layout_id id, size_t begin, size_t low, size_t high);

/* Write the machines section (layout_machine.c). */
void layout_put_machines(struct layout_making *w);

/* ---- layout_bases.c: blobs to begin with, and the values of their fields that are tried ---- */

#define LAYOUT_VALUES 64 /* most values of a row that are tried */
#define LAYOUT_PREFIX_TABLES 5u

extern const struct layout_base layout_plain;
extern const struct layout_node layout_root_node, layout_leaf, layout_trie_root;
extern const struct layout_prefix_table layout_prefix_tables[LAYOUT_PREFIX_TABLES];

/* A machine with these flags.  The last node of a filter is a leaf. */
struct layout_base layout_with_nodes(unsigned flags, unsigned root, struct layout_node second, struct layout_node third);

/* The values of a field that are tried: lowest, highest, one outside of each, the typical one, and
 * for offsets all nodes and the octets beside them.  made: the blob without changes. */
size_t layout_boundaries(const struct layout_made *made, const struct layout_base *base, const struct layout_field *field,
                         uint64_t values[LAYOUT_VALUES]);

#endif
