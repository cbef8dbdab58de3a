/* plain_parts.h - keys of origins, and the agent index of blobs, from docs/formats/snapshot.md and
 * docs/formats/blob.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_PARTS_H
#define ROBOTSC_PLAIN_PARTS_H

#include "robotsc/common.h"

/* A little-endian integer of n octets. */
uint64_t plain_get(const uint8_t *p, size_t n);

/* Write the key of an origin.  Returns its size, at most 300 octets. */
size_t plain_key(struct robotsc_text origin, uint8_t *key);

/* The answer of the agent index for one name. */
struct plain_front {
	uint32_t field, name;
	uint8_t selected;
};

/* Ask a blob that was compiled for some agents, or whose names are compared whole.  0, or -1 if it
 * does not answer. */
int plain_ask(const uint8_t *blob, size_t size, struct robotsc_text name, struct plain_front *front);

#endif
