/* machine.h - the machines that a blob has for a robot, as a source.
 *
 * A state of a DFA says where in the code it stands.  Filters are the globs they stand for, stepped as the rules of a text
 * are.
 *
 * Cost of a step: O(octets of a run that is read again), or as of rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_SOURCE_H
#define ROBOTSC_MACHINE_SOURCE_H

#include "robotsc/check.h"
#include "rules.h"

struct machine_reader; /* one machine, taken apart */

struct machine_source {
	struct rules_source rules; /* first; of filters their globs, else none */
	struct machine_reader *machines;
	uint32_t n;   /* 0: constant */
	int doubtful; /* what makes the walk faster does not fit the rest: it may go other ways than a step */
};

/* The group stays borrowed.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__machine_open(struct arena *a, const struct robotsc_group *group, struct machine_source *out);

/* Do two have the same machines, octet by octet? */
int robotsc__machine_same(const struct machine_source *x, const struct machine_source *y);

#endif
