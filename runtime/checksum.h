/* checksum.h - the blob's checksum: finds accidents.  Safety never rests on it.
 * docs/format.md, "Checksum"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHECKSUM_H
#define ROBOTSC_CHECKSUM_H

#include <stddef.h>

#include "blob_layout.h"
#include "load.h"

static inline uint64_t checksum_mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * CHECKSUM_PRIME;
	return h ^ h >> 32;
}

/* Two lanes over words of 8 octets, the rest padded with zeros, then the length. */
static inline uint64_t robotsc_checksum(const uint8_t *p, size_t len)
{
	uint64_t a = CHECKSUM_SEED, b = ~CHECKSUM_SEED;
	const uint8_t *const last = p + (len & ~(size_t)15);
	uint8_t tail[16] = {0};
	for (size_t i = 0; i < (len & 15); i++)
		tail[i] = last[i];
	for (;; p += 16) {
		const uint8_t *const words = p == last ? tail : p;
		a = checksum_mix(a, ld64(words));
		b = checksum_mix(b, ld64(words + 8));
		if (p == last)
			return checksum_mix(checksum_mix(a, b), (uint64_t)len);
	}
}

#endif
