/* automaton.h - a machine of a blob as a plain table, and what can be said of it the naive way.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_AUTOMATON_H
#define ROBOTSC_AUTOMATON_H

#include "decode.h"

/* A DFA over all octets behind the path's first "/", as far as its start and links from there
 * reach.  States 0 and 1 are the verdicts. */
struct automaton {
	uint32_t n;
	uint32_t (*next)[256];
	int *end;    /* verdict if the path ends here */
	int *prefix; /* inside a prefix of a prefix table */
};

/* The first state that is no verdict is the start. */
#define AUTOMATON_START 2u

void automaton_make(struct automaton *a, const struct decode_machine *m);
void automaton_free(struct automaton *a);

/* How many states, those inside prefixes aside, there are, and how many classes of equivalent ones:
 * Moore's refinement, on full tables. */
uint32_t automaton_states(const struct automaton *a);
uint32_t automaton_classes(const struct automaton *a);

/* The verdict for a path's canonical octets. */
int automaton_verdict(const struct automaton *a, const uint8_t *octets, size_t n);

/* Of a filter: how many states have the same mark and ways out as another.  Both roots, and what is
 * in a prefix table or its prefixes, do not count. */
uint32_t automaton_twins(const struct decode_machine *m);

#endif
