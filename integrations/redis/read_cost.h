/* read_cost.h - how long a command will take, at most, before it begins: in nanoseconds of a
 * machine of today.  The bounds are those of docs/limits.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_READ_COST_H
#define ROBOTSC_READ_COST_H

#include "command_args.h"

#define COST_BUDGET 2000000u      /* of the server's thread, for one command */
#define COST_TOO_MUCH 2000000000u /* of another thread */
#define COST_INFINITE ((uint64_t)1 << 50)

/* A check of a URL of len octets.  rules NULL: a policy without a file. */
static inline uint64_t redis_cost_url(const struct shared_blob *rules, size_t len)
{
	/* A DFA reads an octet a few times, and an octet may stand for three. */
	const uint64_t dfa = 150 + 24 * (uint64_t)len;
	uint64_t trials;
	if (!rules || rules->globs == 0)
		return dfa < COST_INFINITE ? dfa : COST_INFINITE;
	if (len > COST_INFINITE / 4 / rules->globs)
		return COST_INFINITE;
	trials = 3 * (uint64_t)len * rules->globs;
	if (!rules->compiled)
		trials /= 2;
	else if (rules->dialect >= ROBOTSC_NEXOR1994)
		trials /= 20;
	else
		trials /= 256;
	return dfa + trials < COST_INFINITE ? dfa + trials : COST_INFINITE;
}

/* To select the group of a robot. */
static inline uint64_t redis_cost_robot(const struct shared_blob *rules, const struct robot *robot)
{
	const uint64_t octets = robot->by_header ? robot->header.len : 0;
	if (rules && rules->dialect >= ROBOTSC_NEXOR1994)
		return 300 + octets * (10 + rules->names);
	return 300 * (robot->n + 1) + 50 * octets;
}

#endif
