/* harness.h - what every harness has in common.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HARNESS_H
#define ROBOTSC_HARNESS_H

#include "tests/product.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* The end of the run unless it holds. */
static inline void must(int holds)
{
	if (!holds)
		abort();
}

/* A copy in memory of its exact size, so that a sanitizer sees every octet read beyond it. */
static inline char *harness_copy(const void *at, size_t len)
{
	char *copy = product_alloc(NULL, len);

	if (len > 0)
		memcpy(copy, at, len);
	return copy;
}

/* Chance that depends on the input alone, for what is made from it. */
static inline uint64_t harness_seed(const uint8_t *bytes, size_t len)
{
	uint64_t h = 0xCBF29CE484222325u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ bytes[i]) * 0x100000001B3u;
	return h;
}

#endif
