/* basics.c - the small things of bench.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

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
	uint64_t z = *seed += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	z ^= z >> 31;
	return (uint32_t)((z >> 32) * n >> 32);
}

int bench_quick;
