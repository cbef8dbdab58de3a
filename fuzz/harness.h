/* harness.h - common functions of all harnesses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HARNESS_H
#define ROBOTSC_HARNESS_H

#include "tests/support/product.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* Abort unless the condition holds. */
static inline void must(int holds)
{
	if (!holds)
		abort();
}

/* A copy in memory of its exact size: a sanitizer reports any read beyond it. */
static inline char *harness_copy(const void *at, size_t len)
{
	char *copy = product_alloc(NULL, len);

	if (len > 0)
		memcpy(copy, at, len);
	return copy;
}

/* A seed for random numbers that depends on the input alone. */
static inline uint64_t harness_seed(const uint8_t *bytes, size_t len)
{
	uint64_t h = 0xCBF29CE484222325u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ bytes[i]) * 0x100000001B3u;
	return h;
}

#endif
