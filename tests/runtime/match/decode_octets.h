/* decode_octets.h - integers and memory for both halves of the second reader.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DECODE_OCTETS_H
#define ROBOTSC_DECODE_OCTETS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Zeroed memory, with room for one more.  Ends the program if there is none. */
static inline void *take(size_t count, size_t size)
{
	void *p = calloc(count + 1, size);
	if (!p) {
		fputs("decode: out of memory\n", stderr);
		exit(2);
	}
	return p;
}

/* Little-endian, n octets. */
static inline uint64_t load(const uint8_t *p, unsigned n)
{
	uint64_t v = 0;
	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

static inline uint32_t get(const uint8_t *p, unsigned n)
{
	return (uint32_t)load(p, n);
}

#endif
