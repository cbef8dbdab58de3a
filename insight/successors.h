/* successors.h - the states that follow one state of a lazy DFA.
 *
 * A state distinguishes few octets, so most of the symbols that may come next lead to a state
 * that is already known.  The DFA is stepped once for each that is not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUCCESSORS_H
#define ROBOTSC_SUCCESSORS_H

#include "alphabet.h"
#include "lazy_dfa.h"

/* The state after some octets, and its own successors as far as they were asked for. */
struct successor {
	const uint8_t *state;
	size_t len;
	/* By octet; the last one for all octets that the state does not name. */
	struct successor **next;
	uint8_t *named;
};

struct successors {
	struct arena arena;
	struct arena_mark mark;
	struct lazy_dfa *dfa;
	uint8_t *room; /* for one state */
	struct successor root;
};

/* They have an arena of their own, which each state empties. */
void robotsc__successors_make(struct successors *s, const struct robotsc_alloc *alloc);
void robotsc__successors_free(struct successors *s);

/* Begin with a state, which stays borrowed until another one begins.  All states must be of one
 * DFA.  False: no memory. */
bool robotsc__successors_begin(struct successors *s, struct lazy_dfa *dfa, const uint8_t *state, size_t len);

/* True if a symbol becomes one octet that the state does not tell from others. */
static inline bool robotsc__successors_is_other(const struct successors *s, const struct becomes *becomes)
{
	return becomes->n == 1 && !s->root.named[becomes->octets[0]];
}

/* The state after a symbol; the same for all symbols that the DFA cannot tell apart there.  NULL:
 * no memory. */
const struct successor *robotsc__successors_step(struct successors *s, const struct becomes *becomes);

#endif
