/* dfa.h - a DFA over canonical octets.
 *
 * State 0 is "disallow, whatever follows", state 1 "allow, whatever follows": the sinks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DFA_H
#define ROBOTSC_DFA_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

#define DFA_SINKS 2 /* states 0 and 1 */
#define NO_STATE UINT32_MAX

struct dfa {
	uint32_t n, start;
	uint8_t *end;    /* the verdict if the path ends in the state */
	uint32_t *other; /* target of all octets that have no edge */
	uint32_t *first; /* first edge of each state; n + 1 entries */
	uint8_t *octet;  /* of each edge, ascending within a state */
	uint32_t *target;
};

/* The target of an octet. */
static inline uint32_t dfa_step(const struct dfa *d, uint32_t state, uint8_t octet)
{
	uint32_t e = d->first[state], n = d->first[state + 1] - e;
	while (n > 1) { /* without branches, as in trie.h */
		const uint32_t half = n / 2;
		e += d->octet[e + half] <= octet ? half : 0;
		n -= half;
	}
	return n && d->octet[e] == octet ? d->target[e] : d->other[state];
}

/* An iterator over the octets for which two states have different targets.  It skips octets for
 * which neither has an edge. */
struct dfa_pair {
	/* of both states: the next edge, the end of the edges, and dfa->other */
	uint32_t first, first_end, first_other, second, second_end, second_other;
	uint8_t octet;
	uint32_t to_first, to_second;
};

static inline struct dfa_pair dfa_pair(const struct dfa *d, uint32_t first, uint32_t second)
{
	return (struct dfa_pair){.first = d->first[first],
	                         .first_end = d->first[first + 1],
	                         .first_other = d->other[first],
	                         .second = d->first[second],
	                         .second_end = d->first[second + 1],
	                         .second_other = d->other[second]};
}

/* Find the next octet whose targets differ, and both targets.  Returns false if there is none. */
static inline bool dfa_differ(const struct dfa *d, struct dfa_pair *p)
{
	while (p->first < p->first_end || p->second < p->second_end) {
		const unsigned a = p->first < p->first_end ? d->octet[p->first] : 256,
			       b = p->second < p->second_end ? d->octet[p->second] : 256;
		p->octet = (uint8_t)(a < b ? a : b);
		p->to_first = a == p->octet ? d->target[p->first++] : p->first_other;
		p->to_second = b == p->octet ? d->target[p->second++] : p->second_other;
		if (p->to_first != p->to_second)
			return true;
	}
	return false;
}

/* Minimize a DFA.
 *
 * In    a DFA, every state reachable; not modified.
 * Out   states numbered from the sinks and the start, breadth-first in octet order, dfa->other
 *       last.  No edge leads where dfa->other leads.  Or no DFA (n = 0) if it would cost more than
 *       the budget.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(budget). */
enum robotsc_status robotsc__minimize_run(struct arena *a, const struct dfa *in, uint64_t budget, struct dfa *out);

#endif
