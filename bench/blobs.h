/* blobs.h - compiling, for the parts that measure it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BLOBS_H
#define ROBOTSC_BLOBS_H

#include "measure.h"
#include "robotsc/compile.h"

/* Octets of heap of a compilation: now, and the maximum. */
struct memory {
	size_t live, peak;
};

/* What compiles, if memory is not counted; NULL: robotsc_compile. */
extern struct robotsc_compiler *bench_compiler;

/* The blob of a text of any length, for all agents. */
void *blob_make_whole(struct robotsc_text text, size_t *size);

/* The blob of a text for one agent, or for all if agent is NULL.  Counts memory unless that is
 * NULL. blob_free releases it, with the same memory. */
void *blob_make(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory, size_t *size);
void blob_free(void *blob, size_t size, struct memory *memory);

/* Make a blob and release it; returns its octets. */
size_t blob_size(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory);

#endif
