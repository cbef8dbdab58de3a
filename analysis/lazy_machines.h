/* lazy_machines.h - the machines that a blob has for a robot, as a lazy DFA.
 *
 * A state of a DFA is a position in its code.  Filters become globs, which are stepped as
 * the rules of a text are.
 *
 * Cost of a step: O(octets of a run that are read again) for a DFA; for filters that of
 *       lazy_rules.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAZY_MACHINES_H
#define ROBOTSC_LAZY_MACHINES_H

#include "lazy_rules.h"
#include "machine_reader.h"
#include "robotsc/check.h"
#include "support/arena.h"

struct machine_reader; /* one machine, taken apart */

struct lazy_machines {
	struct lazy_rules rules; /* must be first; the globs of filters, if any */
	struct machine_reader *machines;
	uint32_t n; /* 0: constant */
	/* Tables or numbers that the walk uses do not fit the rest: its verdicts may differ from
	 * this DFA's. */
	bool unproven;
};

/* A state of a DFA: the node where it stands, and how far in it. */
struct dfa_state {
	uint32_t at;   /* a target, or one of those below */
	uint32_t read; /* octets that were read in that node */
};
#define DFA_BEFORE 0x7FFFFFFFu /* before the path's first octet */
/* In the prefix table; plus the index of the first prefix that begins with the octets read. */
#define DFA_PREFIXES 0x80000000u

/* Open a group's machines.  It stays borrowed.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__lazy_machines_open(struct arena *a, const struct robotsc_group *group, struct lazy_machines *out);

/* True if x and y have the same machines, octet by octet. */
bool robotsc__lazy_machines_same(const struct lazy_machines *x, const struct lazy_machines *y);

#endif
