/* lazy_machines.h - the machines that a blob has for a robot, as a lazy DFA.
 *
 * A state of a DFA is a position in its code.  Filters become globs, which are stepped as
 * the rules of a text are.
 *
 * Cost of a step: O(octets of a run that is read again) for a DFA; as of lazy_rules.h for filters.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LAZY_MACHINES_H
#define ROBOTSC_LAZY_MACHINES_H

#include "robotsc/check.h"
#include "lazy_rules.h"

struct machine_reader; /* one machine, taken apart */

struct lazy_machines {
	struct lazy_rules rules; /* first; the globs of filters, else none */
	struct machine_reader *machines;
	uint32_t n; /* 0: constant */
	/* Tables or numbers for the walk do not fit the rest: its verdicts may differ from
	 * these. */
	bool doubtful;
};

/* The group stays borrowed.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__lazy_machines_open(struct arena *a, const struct robotsc_group *group, struct lazy_machines *out);

/* Where a state of a DFA stands. */
enum place_kind {
	PLACE_START,    /* before the path's first octet */
	PLACE_PREFIXES, /* in the prefix table */
	PLACE_NODE,
	PLACE_VERDICT
};
struct place {
	enum place_kind kind;
	uint32_t at;   /* of a node: its offset in the code; else the verdict, or 0 */
	uint32_t read; /* octets that were read there */
};

/* The place of a state of machines that are no filters. */
struct place robotsc__lazy_machines_place(const uint8_t *state);

/* True if two have the same machines, octet by octet. */
bool robotsc__lazy_machines_same(const struct lazy_machines *x, const struct lazy_machines *y);

#endif
