/* blobs.h - compiling, for the parts that measure it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BLOBS_H
#define ROBOTSC_BLOBS_H

#include "bench.h"
#include "robotsc/compile.h"

/* Octets of heap that a compilation holds, now and at most. */
struct memory {
	size_t live, peak;
};

/* The blob of a text, however long, for all agents. */
void *blob_make_whole(struct robotsc_text text, size_t *size);

/* The blob of a text for one agent, or for all when agent is NULL; it counts memory when that is not
 * NULL.  To be released with blob_free and the same memory. */
void *blob_make(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory, size_t *size);
void blob_free(void *blob, size_t size, struct memory *memory);

/* Make a blob and release it; returns its octets. */
size_t blob_size(struct robotsc_text text, const struct robotsc_text *agent, struct memory *memory);

#endif
