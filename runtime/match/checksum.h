/* checksum.h - the checksum of a blob.  docs/formats/blob.md, "Checksum"
 *
 * It detects accidents.  Only robotsc_open_intact relies on it for safety, as its contract states.
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

/* Two lanes over 8-octet words, up to at. */
struct checksum {
	const uint8_t *begin, *at;
	uint64_t a, b;
};

static inline struct checksum checksum_begin(const uint8_t *p)
{
	return (struct checksum){p, p, CHECKSUM_SEED, ~CHECKSUM_SEED};
}

static inline void checksum_add(struct checksum *c, uint64_t first, uint64_t second)
{
	c->a = checksum_mix(c->a, first);
	c->b = checksum_mix(c->b, second);
}

/* Adds words while at least 16 octets remain before end. */
static inline void checksum_read(struct checksum *c, const uint8_t *end)
{
	for (; end - c->at >= 16; c->at += 16)
		checksum_add(c, ld64(c->at), ld64(c->at + 8));
}

/* Adds the rest, padded with zeros, then the length.  Returns the checksum. */
static inline uint64_t checksum_end(struct checksum *c, const uint8_t *end)
{
	checksum_read(c, end);
	const size_t len = (size_t)(end - c->begin), n = (size_t)(end - c->at);
	uint64_t first = 0, second = 0;
	if (n > 8) {
		first = ld64(c->at);
		second = ld64(end - 8) >> 8 * (16 - n);
	} else if (n && len >= 8) {
		first = ld64(end - 8) >> 8 * (8 - n);
	} else {
		for (size_t i = n; i-- > 0;)
			first = first << 8 | c->at[i];
	}
	checksum_add(c, first, second);
	return checksum_mix(checksum_mix(c->a, c->b), (uint64_t)len);
}

static inline uint64_t robotsc_checksum(const uint8_t *p, size_t len)
{
	struct checksum c = checksum_begin(p);
	return checksum_end(&c, p + len);
}

#endif
