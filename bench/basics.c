/* basics.c - the small things of measure.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "tests/support/splitmix.h"

volatile uint64_t bench_sink;

void bench_die(const char *what, const char *why)
{
	fprintf(stderr, "bench: %s: %s\n", what, why);
	exit(2);
}

void *bench_alloc(size_t size)
{
	void *p = malloc(size > 0 ? size : 1);

	if (p == NULL)
		bench_die("memory", "out of it");
	return p;
}

uint32_t bench_random(uint64_t *seed, uint32_t n)
{
	return splitmix_below(seed, n);
}

int bench_quick;
