/* snapshot_lookup.h - the steps from an origin to its entry, and from the entry to its policy.
 *
 * Each stays within the file whatever its octets are.  docs/formats/snapshot.md, "Trust"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_LOOKUP_H
#define ROBOTSC_SNAPSHOT_LOOKUP_H

#include "match/half_sip_hash.h"
#include "match/checksum.h"
#include "robotsc/snapshot.h"
#include "snapshot_layout.h"

static inline uint64_t ld40(const uint8_t *p)
{
	return ld32(p) | (uint64_t)p[4] << 32;
}

/* Fuzzers do not compute checksums. */
static inline int sums_differ(uint32_t computed, uint32_t stored)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	(void)computed;
	(void)stored;
	return 0;
#else
	return computed != stored;
#endif
}

static inline int is_verified(const struct robotsc_snapshot *s)
{
	return s->trust != ROBOTSC_TRUST_KNOWN;
}

/* The token of an agent in the head, from its size and its octets. */
static inline struct robotsc_text head_token(const uint8_t *at)
{
	return (struct robotsc_text){(const char *)at + 2, ld16(at)};
}

/* ---- entries ------------------------------------------------------------------------ */

/* An entry that lies within the section of entries. */
struct entry_octets {
	const uint8_t *at;
	uint32_t size; /* with the octets that fill it */
	struct robotsc_text origin;
};

/* Reads the entry at an offset. */
static inline enum robotsc_status read_entry(const struct robotsc_snapshot *s, uint64_t offset, struct entry_octets *entry)
{
	if (s->entries_size < ENTRY_SMALLEST || offset > s->entries_size - ENTRY_SMALLEST || offset % SNAPSHOT_UNIT)
		return ROBOTSC_ERR_CORRUPT;
	const uint8_t *const at = s->entries + (size_t)offset;
	const uint32_t origin = ld16(at + ENTRY_AT_SIZE), since = at[ENTRY_AT_FLAGS] & ENTRY_SINCE ? ENTRY_SINCE_SIZE : 0;
	const uint32_t size = (ENTRY_AT_ORIGIN + origin + since + SNAPSHOT_UNIT - 1) & ~(uint32_t)(SNAPSHOT_UNIT - 1);
	if (origin > ROBOTSC_ORIGIN_MAX || size > s->entries_size - offset)
		return ROBOTSC_ERR_CORRUPT;
	if (is_verified(s) &&
	    sums_differ((uint32_t)robotsc_checksum(at + ENTRY_AT_SIZE, size - ENTRY_AT_SIZE), ld32(at + ENTRY_AT_SUM)))
		return ROBOTSC_ERR_CHECKSUM;
	*entry = (struct entry_octets){at, size, {(const char *)at + ENTRY_AT_ORIGIN, origin}};
	return ROBOTSC_OK;
}

/* The offset of the record with the entry's policy. */
static inline uint64_t entry_policy(const uint8_t *entry)
{
	return ld40(entry + ENTRY_AT_POLICY) * SNAPSHOT_UNIT;
}

/* At FORGED: true if the members of an entry have valid values. */
static inline int entry_values_ok(const struct robotsc_snapshot *s, const uint8_t *entry)
{
	return s->trust != ROBOTSC_TRUST_FORGED ||
	       (entry[ENTRY_AT_OUTCOME] <= ROBOTSC_OUTCOME_FOLLOW && entry[ENTRY_AT_END] <= ROBOTSC_END_NO_LOCATION &&
	        entry[ENTRY_AT_PROFILE] <= ROBOTSC_PROFILE_DRAFT2019 && entry[ENTRY_AT_ROW] <= ROBOTSC_ROW_MALFORMED);
}

/* Decodes an entry.  OK, or CORRUPT. */
enum robotsc_status robotsc__entry_decode(const struct robotsc_snapshot *s, const struct entry_octets *octets,
                                          struct robotsc_snapshot_entry *entry);

/* ---- the index ------------------------------------------------------------------------ */

/* A search in the index. */
struct lookup {
	struct robotsc_text origin;
	uint64_t bucket;      /* number of the next bucket */
	const uint8_t *slots; /* the slots of the bucket that was read last */
	uint32_t tag;
	uint8_t hits; /* bit i: slot i has the tag, and its entry was not tried yet */
	uint8_t left; /* how many buckets may still be read */
};

static inline void begin_lookup(const struct robotsc_snapshot *s, struct robotsc_text origin, struct lookup *l)
{
	const uint64_t hash = half_sip_hash(s->seed, (const uint8_t *)origin.at, origin.len);
	l->origin = origin;
	l->bucket = (hash >> 32) * s->buckets >> 32;
	l->tag = (uint32_t)hash & ((1u << SLOT_TAG_BITS) - 1);
	l->hits = 0;
	l->left = (uint8_t)s->probes;
}

static inline const uint8_t *bucket_at(const struct robotsc_snapshot *s, uint64_t bucket)
{
	return s->index + (size_t)(bucket * BUCKET_SIZE);
}

/* The checksum of the number of a bucket and of the octets after its checksum. */
static inline uint32_t bucket_sum(uint64_t number, const uint8_t *bucket)
{
	struct checksum c = checksum_begin(bucket + BUCKET_AT_COUNT - 8);
	checksum_add(&c, number, ld64(bucket + BUCKET_AT_COUNT));
	c.at = bucket + BUCKET_AT_COUNT + 8;
	return (uint32_t)checksum_end(&c, bucket + BUCKET_SIZE);
}

/* Reads the next bucket, from octets of the caller. */
static inline enum robotsc_status read_bucket_octets(const struct robotsc_snapshot *s, struct lookup *l, const uint8_t *bucket)
{
	const unsigned count = bucket[BUCKET_AT_COUNT];
	unsigned hits = 0;
	if (is_verified(s) && sums_differ(bucket_sum(l->bucket, bucket), ld32(bucket + BUCKET_AT_SUM)))
		return ROBOTSC_ERR_CHECKSUM;
	if (count > BUCKET_SLOTS)
		return ROBOTSC_ERR_CORRUPT;
	l->slots = bucket + BUCKET_AT_SLOTS;
	for (unsigned i = BUCKET_SLOTS; i-- > 0;)
		hits = 2 * hits + (ld64(l->slots + i * SLOT_SIZE) >> SLOT_OFFSET_BITS == l->tag);
	l->hits = (uint8_t)(hits & ((1u << count) - 1));
	l->left = (uint8_t)(bucket[BUCKET_AT_MORE] ? l->left - 1 : 0);
	l->bucket++;
	return ROBOTSC_OK;
}

/* Reads the next bucket.  It is in the file: 15 buckets stand after the home buckets, and a search
 * reads at most 16. */
static inline enum robotsc_status read_bucket(const struct robotsc_snapshot *s, struct lookup *l)
{
	return read_bucket_octets(s, l, bucket_at(s, l->bucket));
}

/* The offset of the entry that the first slot with the tag names. */
static inline uint64_t first_hit(const struct lookup *l)
{
	const uint64_t slot = ld64(l->slots + lowest_bit(l->hits) * SLOT_SIZE);
	return (slot & (((uint64_t)1 << SLOT_OFFSET_BITS) - 1)) * SNAPSHOT_UNIT;
}

static inline int same_octets_as(const char *a, const char *b, size_t n)
{
	const uint8_t *const x = (const uint8_t *)a, *const y = (const uint8_t *)b;
	if (n < 8) {
		while (n > 0 && x[n - 1] == y[n - 1])
			n--;
		return n == 0;
	}
	for (size_t i = 0; i < n - 8; i += 8)
		if (ld64(x + i) != ld64(y + i))
			return 0;
	return ld64(x + n - 8) == ld64(y + n - 8);
}

static inline int same_texts(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && same_octets_as(a.at, b.at, a.len);
}

/* Goes on with a search until the entry is found.  UNKNOWN: there is none; SHARD: there is none,
 * since the origin belongs to another shard. */
enum robotsc_status robotsc__lookup_finish(const struct robotsc_snapshot *s, struct lookup *l, struct entry_octets *entry);

uint32_t robotsc__shard_of(struct robotsc_text origin, uint32_t shards);

/* ---- policies ------------------------------------------------------------------------ */

/* The number of a record's bit in used.  At FORGED, records may overlap, so each offset has its own
 * bit. */
static inline uint64_t used_number(const struct robotsc_snapshot *s, uint64_t policy)
{
	return policy / (s->trust == ROBOTSC_TRUST_FORGED ? SNAPSHOT_UNIT : RECORD_SMALLEST);
}

static inline uint8_t *used_octet(const struct robotsc_snapshot *s, uint64_t number)
{
	return (uint8_t *)s->used + (size_t)(number / 8);
}

/* Makes the group of the record that begins at an offset. */
enum robotsc_status robotsc__policy_group(const struct robotsc_snapshot *s, uint64_t policy, struct robotsc_group *group);

#endif
