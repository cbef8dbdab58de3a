/* automaton.h - a machine of a blob as a plain table, and naive ways to count and walk its states.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUTOMATON_H
#define ROBOTSC_AUTOMATON_H

#include "decode.h"

/* A DFA over all octets after the path's first "/": the states that its start, and default edges
 * from there, reach.  States 0 and 1 are the verdicts. */
struct automaton {
	uint32_t n;
	uint32_t (*next)[256];
	int *end;    /* verdict if the path ends here */
	int *prefix; /* inside a prefix of a prefix table */
};

/* The state where paths start. */
#define AUTOMATON_START 2u

void automaton_make(struct automaton *a, const struct decode_machine *m);
void automaton_free(struct automaton *a);

/* The number of states outside prefixes, and that of their classes of equivalent states, by Moore's
 * refinement on full tables. */
uint32_t automaton_states(const struct automaton *a);
uint32_t automaton_classes(const struct automaton *a);

/* The verdict for a path's canonical octets. */
int automaton_verdict(const struct automaton *a, const uint8_t *octets, size_t n);

/* How many states of a filter have the mark and the ways out of another state.  Roots, prefix
 * tables and prefixes are not counted. */
uint32_t automaton_twins(const struct decode_machine *m);

#endif
