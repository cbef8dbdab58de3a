/* splitmix.h - pseudo-random numbers that are the same everywhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SPLITMIX_H
#define ROBOTSC_SPLITMIX_H

#include <stdint.h>

/* The next number.  *state may begin with any value. */
static inline uint64_t splitmix(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

/* A number in 0 .. n - 1; 0 if n is 0. */
static inline uint32_t splitmix_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)((splitmix(state) >> 32) * n >> 32);
}

#endif
