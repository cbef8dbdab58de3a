/* hash.h - hashes of several numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HASH_H
#define ROBOTSC_HASH_H

#include <stdint.h>

/* The hash with one more number. */
static inline uint32_t hash_add(uint32_t hash, uint32_t value)
{
	hash = (hash ^ value) * 2654435761u;
	return hash ^ hash >> 15;
}

#endif
