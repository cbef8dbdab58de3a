/* lazy_dfa.h - a deterministic automaton whose states are made as they are reached.
 *
 * It reads the canonical octets of a path.  After each it gives the verdict if the path ends there.
 * A state is a short run of octets; after equal states all verdicts are equal.
 * There are two kinds: the rules of a text (lazy_rules.h) and the machines of a blob
 * (lazy_machines.h).  They share the stepper of globs (glob_set.h) and no other code, and neither
 * uses the passes that make a blob of a text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAZY_DFA_H
#define ROBOTSC_LAZY_DFA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LAZY_DFA_OPEN (-1) /* not settled */

struct lazy_dfa {
	uint8_t form;     /* FORM_..., of the canonical octets it reads */
	size_t state_max; /* octets of its largest state */
	/* Work done so far, in positions looked at.  It begins with the work of opening the DFA. */
	uint64_t steps;
	/* Set named[] of every octet that some state distinguishes from other octets. */
	void (*name_octets)(const struct lazy_dfa *dfa, uint8_t named[256]);
	/* Set named[] of every octet that this state distinguishes from other octets; these all
	 * lead to one state. */
	void (*name_next)(struct lazy_dfa *dfa, const uint8_t *state, size_t len, uint8_t named[256]);
	/* The state before the first octet.  Returns its size. */
	size_t (*start)(struct lazy_dfa *dfa, uint8_t *state);
	/* The state after an octet.  Returns its size. */
	size_t (*step)(struct lazy_dfa *dfa, const uint8_t *state, size_t len, uint8_t octet, uint8_t *next);
	/* The verdict if the path ends here. */
	int (*verdict)(struct lazy_dfa *dfa, const uint8_t *state, size_t len);
	/* The verdict of all paths that go on from here, or LAZY_DFA_OPEN: it is not known. */
	int (*settled)(const struct lazy_dfa *dfa, const uint8_t *state, size_t len);
};

#endif
