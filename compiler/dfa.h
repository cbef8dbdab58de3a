/* dfa.h - a deterministic automaton over canonical octets, whose states are verdicts in the making.
 *
 * State 0 is "disallow, whatever follows", state 1 "allow, whatever follows".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DFA_H
#define ROBOTSC_DFA_H

#include <stdint.h>

#define DFA_SINKS 2 /* states 0 and 1 */

struct dfa {
	uint32_t n, start;
	uint8_t *end;    /* verdict if the path ends in the state */
	uint32_t *other; /* where an octet goes that no edge names */
	uint32_t *first; /* edges of a state, n + 1 entries */
	uint8_t *octet;  /* of an edge, ascending within a state */
	uint32_t *target;
};

/* Where an octet goes. */
static inline uint32_t dfa_step(const struct dfa *d, uint32_t state, uint8_t octet)
{
	uint32_t low = d->first[state], high = d->first[state + 1];
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (d->octet[middle] < octet)
			low = middle + 1;
		else
			high = middle;
	}
	return low < d->first[state + 1] && d->octet[low] == octet ? d->target[low] : d->other[state];
}

#endif
