/* machine.h - what both automaton forms become before they are octets: states with few ways out and
 * a way to share the rest.
 *
 * A state has edges (octet to state) and says what any other octet does: stop with a verdict, try
 * the state it links to, stay, or go to a state.  A state may be glued to the only one that leads
 * to it: together they are a run of literal octets, and another octet is tried, from the run's
 * beginning, at the state that the run's first state links to.  docs/format.md, "Nodes"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_H
#define ROBOTSC_MACHINE_H

#include "arena.h"
#include "blob_layout.h"
#include "fan.h"

#define LINK_LEVELS 4 /* links that may follow each other in a DFA */

enum state_flag {
	STATE_SETTLED = 1,  /* not a node: the verdict is the state's STATE_E */
	STATE_E = 2,        /* DFA: the verdict if the path ends here */
	STATE_GLUED = 4,    /* continues the run of its predecessor */
	STATE_MERGED = 8,   /* another state stands for it */
	STATE_LABELLED = 16 /* a label of the fan leads there */
};

/* A glob of a filter: of its text so many octets that begin the path are known to be right, and are left out. */
struct machine_glob {
	const uint8_t *text;
	uint32_t len, rank;
	uint8_t known;
};

struct machine {
	uint32_t n, start;  /* behind the '/' that begins every path; NO_STATE: a filter has no literal that begins the path */
	uint32_t hub;       /* DFA: state that links name in short; filter: root of the floating literals; or NO_STATE */
	uint32_t *first;    /* edges of a state: first.. */
	uint16_t *count;    /* ..how many, in octet order */
	uint8_t *octet;     /* of an edge */
	uint32_t *target;   /* of an edge; NULL: edge e leads to state e */
	uint8_t *otherwise; /* ELSE_... but never ELSE_HUB */
	uint32_t *link;     /* for ELSE_LINK and ELSE_GOTO */
	uint8_t *flags;     /* enum state_flag */
	struct fan fan;     /* n is 0: none; else its labels stand for the edges of the start */
	uint32_t fallback;  /* its low bit is the verdict where nothing matches */
	/* Of a filter, else 0 */
	uint32_t *mark;                           /* of each state: docs/format.md, "Marks"; 0: none.  NULL: it is a DFA */
	uint32_t stop[2], top, alone, first_mark; /* MACHINE_... */
	struct machine_glob *globs;
	uint32_t *literals; /* of each, its first glob */
	uint32_t nglobs, nliterals;
	const uint8_t *starts; /* the start table, where literals float */
};

/* Glue the states of a filter to runs, and make its fan.  Edges lead to states of higher number. */
enum robotsc_status robotsc__machine_glue(struct arena *a, struct machine *m);

/* Mark the states that labels lead to. */
void robotsc__machine_label(struct machine *m);

static inline uint32_t machine_target(const struct machine *m, uint32_t edge)
{
	return m->target ? m->target[edge] : edge;
}

#endif
