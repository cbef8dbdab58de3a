/* counters.h - what the processor counts, where the kernel lets a program ask (Linux).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include <stdint.h>

#define COUNTERS 4

struct counters {
	uint64_t of[COUNTERS];
};

extern const char *const counter_names[COUNTERS];

/* Start to count; 0 when there is nothing to count with. */
int counters_begin(void);

/* Add what was counted since. */
void counters_end(struct counters *total);

#endif
