/* machine.h - the machines that a blob has for a robot, as a source.
 *
 * A state says where in the code each machine stands, and for ranked machines the best rank and which
 * registers are open since when.
 *
 * Cost of a step: O(machines + octets of a run that is read again + registers open).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MACHINE_SOURCE_H
#define ROBOTSC_MACHINE_SOURCE_H

#include "arena.h"
#include "robotsc/check.h"
#include "source.h"

struct machine_reader; /* one machine, taken apart */

struct machine_source {
	struct source source; /* first */
	struct machine_reader *machines;
	uint32_t n;       /* 0: constant */
	int fallback;     /* the verdict where no rule matches */
	int doubtful;     /* what makes the walk faster does not fit the nodes: it may go other ways than a step */
	void *reading[2]; /* room for the machines' places, before and after a step */
};

/* The group stays borrowed.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__machine_open(struct arena *a, const struct robotsc_group *group, struct machine_source *out);

/* Do two have the same machines, octet by octet? */
int robotsc__machine_same(const struct machine_source *x, const struct machine_source *y);

#endif
