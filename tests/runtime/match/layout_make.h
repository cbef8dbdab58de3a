/* layout_make.h - makes a blob from the rows of layout.h, with some values changed, and finds the
 * rows that refuse it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAYOUT_MAKE_H
#define ROBOTSC_LAYOUT_MAKE_H

#include "layout.h"

#define LAYOUT_NODES 4     /* of a machine that is made */
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
	int policies;          /* the section is there, with a constant */
	int list;              /* and a list of all filters */
	unsigned names, width; /* of the agents; 0: 2 octets */
	int empty;             /* no names, machines and policies */
	int machines_end;      /* only a section of unknown type follows the machines */
	int fetch, extensions; /* 2: without records */
};

/* A change: another value as the nth one of a row. */
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
	enum layout_id violated[LAYOUT_CALLS]; /* the first of them, or LAYOUT_COUNT */
	int status[LAYOUT_CALLS];              /* status of that row */
	int skip;                              /* such a blob cannot be made */
	int unknown;                           /* the blob has a meaning that no row covers */
};

void layout_make(struct layout_made *made, const struct layout_base *base, const struct layout_change *changes, size_t n);

/* The greatest value that a field can hold. */
uint64_t layout_most(const struct layout_row *row, const struct layout_base *base);

#endif
