/* harness.h - common functions of all harnesses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HARNESS_H
#define ROBOTSC_HARNESS_H

#include "tests/support/product.h"

#include <stdlib.h>
#include <string.h>

/* OSS-Fuzz defines this for fuzzers. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define HARNESS_DRAWS 1
#else
#define HARNESS_DRAWS 0
#endif

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

/* Octets that grow.  Begins as all 0; at is malloc'd. */
struct harness_octets {
	char *at;
	size_t len, room;
};

static inline void harness_add(struct harness_octets *o, const void *at, size_t len)
{
	if (len > o->room - o->len) {
		o->room = 2 * (o->room + len);
		o->at = product_alloc(o->at, o->room);
	}
	if (len > 0)
		memcpy(o->at + o->len, at, len);
	o->len += len;
}

/* A seed for random numbers that depends on the input alone. */
static inline uint64_t harness_seed(const uint8_t *bytes, size_t len)
{
	uint64_t h = 0xCBF29CE484222325u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ bytes[i]) * 0x100000001B3u;
	return h;
}

/* Try case nth of an input, from 0: a dialect, or a dialect and a form of blob. */
typedef void harness_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state);

/* Try all cases of an input; in a fuzzer only one, which a checksum of the input draws, so that
 * there is time for more inputs.  The random state of a case is the same either way. */
static inline void harness_try(const uint8_t *bytes, size_t len, size_t cases, harness_case *try)
{
	uint64_t seed = harness_seed(bytes, len);
	const uint64_t drawn = product_random(&seed) % cases;

	for (size_t i = 0; i < cases; i++) {
		uint64_t state = seed + i;

		if (!HARNESS_DRAWS || i == drawn)
			try(bytes, len, i, &state);
	}
}

#endif
