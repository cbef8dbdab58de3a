/* index_bucket.h - the buckets of the index.  docs/formats/snapshot.md, "Index"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_INDEX_BUCKET_H
#define ROBOTSC_INDEX_BUCKET_H

#include <stdbool.h>
#include <string.h>

#include "hosts/octets.h"
#include "runtime/match/checksum.h"
#include "runtime/match/half_sip_hash.h"
#include "hosts/snapshot/reader/snapshot_layout.h"

/* How many home buckets n entries get; above UINT32_MAX, they are too many. */
static inline uint64_t home_buckets(uint64_t n)
{
	const uint64_t buckets = n / 28 * 5 + (n % 28 * 5 + 27) / 28; /* n * 10 / 56, rounded up */
	return buckets ? buckets : 1;
}

static inline uint32_t home_of(uint64_t hash, uint32_t buckets)
{
	return (uint32_t)((hash >> 32) * buckets >> 32);
}

static inline uint32_t tag_of(uint64_t hash)
{
	return (uint32_t)hash & ((1u << SLOT_TAG_BITS) - 1);
}

/* entry: the offset of the entry, divided by SNAPSHOT_UNIT. */
static inline void put_slot(uint8_t *bucket, unsigned slot, uint64_t entry, uint32_t tag)
{
	put_little(bucket + BUCKET_AT_SLOTS + SLOT_SIZE * slot, SLOT_SIZE, entry | (uint64_t)tag << SLOT_OFFSET_BITS);
}

/* Write count and checksum of a bucket with n slots.  more: entries wait for the next one. */
static inline void end_bucket(uint8_t *bucket, uint64_t number, unsigned n, bool more)
{
	uint8_t summed[8 + BUCKET_SIZE - BUCKET_AT_COUNT];
	bucket[BUCKET_AT_COUNT] = (uint8_t)n;
	bucket[BUCKET_AT_MORE] = more;
	put_little(summed, 8, number);
	memcpy(summed + 8, bucket + BUCKET_AT_COUNT, BUCKET_SIZE - BUCKET_AT_COUNT);
	put_little(bucket + BUCKET_AT_SUM, 4, (uint32_t)robotsc_checksum(summed, sizeof summed));
}

#endif
