/* verify_index.c - verifies the index of a snapshot: each entry has its place, and no smaller seed
 * works.
 *
 * The index is not built again, as only one has the entries in this order in the fullest buckets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "index_bucket.h"
#include "verify_steps.h"

#define fault robotsc__verify_fault
#define PIECE 4096u /* buckets */
#define AHEAD 3u    /* buckets ahead whose entries are prefetched */

/* What is known from the slots so far.  entry: the last one; n: how many entries. */
struct slots_seen {
	uint64_t entry, n;
	uint32_t home, probes, bucket; /* the last bucket that was not full */
	bool any, any_room;
};

/* The offset of the entry that a slot names, or VERIFY_NONE. */
static uint64_t place_of(const struct verifying *v, const uint8_t *slot)
{
	const uint64_t offset = get_little(slot, SLOT_OFFSET_BITS / 8) * SNAPSHOT_UNIT;
	return offset < v->s->entries_size && has_bit(v->entries, offset) ? offset : VERIFY_NONE;
}

static uint64_t hash_of(const struct robotsc_snapshot *s, uint64_t seed, uint64_t place)
{
	const uint8_t *const entry = s->entries + place;
	return half_sip_hash(seed, entry + ENTRY_AT_ORIGIN, (size_t)get_little(entry + ENTRY_AT_SIZE, 2));
}

/* Verify a slot: it has the tag of its entry, and its home bucket and its offset give its place. */
static void verify_slot(const struct verifying *v, struct verify_faults *f, uint32_t number, const uint8_t *slot,
                        struct slots_seen *p)
{
	const uint64_t place = place_of(v, slot);
	uint64_t hash;
	uint32_t home;
	if (place == VERIFY_NONE) {
		fault(f, "index: bucket %lu names an entry that is not there", (unsigned long)number);
		return;
	}
	hash = hash_of(v->s, v->s->seed, place);
	home = home_of(hash, v->s->buckets);
	if (get_little(slot, SLOT_SIZE) >> SLOT_OFFSET_BITS != tag_of(hash))
		fault(f, "index: a tag in bucket %lu is wrong", (unsigned long)number);
	if (home > number || number - home >= PROBES_MAX || (p->any && (home < p->home || (home == p->home && place <= p->entry))))
		fault(f, "index: bucket %lu is out of order", (unsigned long)number);
	/* An earlier bucket, not before its home, has room for the entry. */
	else if (home < number && home <= p->bucket && p->any_room)
		fault(f, "index: an entry of bucket %lu has its place in an earlier one", (unsigned long)number);
	if (home <= number && number - home + 1 > p->probes)
		p->probes = number - home + 1;
	*p = (struct slots_seen){place, p->n + 1, home, p->probes, p->bucket, true, p->any_room};
}

/* The octets of a bucket, or NULL after the last one. */
static const uint8_t *bucket_at(const struct robotsc_snapshot *s, uint32_t number)
{
	return number < s->buckets + PROBES_MAX - 1 ? s->index + (uint64_t)number * BUCKET_SIZE : NULL;
}

/* The home bucket of the entry in a bucket's first slot; UINT32_MAX: there is no such entry. */
static uint32_t first_home(const struct verifying *v, uint32_t number)
{
	const uint8_t *const bucket = bucket_at(v->s, number);
	const uint64_t place = bucket && bucket[BUCKET_AT_COUNT] > 0 ? place_of(v, bucket + BUCKET_AT_SLOTS) : VERIFY_NONE;
	return place == VERIFY_NONE ? UINT32_MAX : home_of(hash_of(v->s, v->s->seed, place), v->s->buckets);
}

/* Prefetch the entries that a bucket names. */
static void prefetch(const struct verifying *v, const uint8_t *bucket)
{
	for (unsigned i = 0; bucket && i < BUCKET_SLOTS && i < bucket[BUCKET_AT_COUNT]; i++) {
		const uint64_t place = get_little(bucket + BUCKET_AT_SLOTS + SLOT_SIZE * i, SLOT_OFFSET_BITS / 8) * SNAPSHOT_UNIT;
		if (place < v->s->entries_size)
			__builtin_prefetch(v->s->entries + place);
	}
}

static void verify_bucket(const struct verifying *v, struct verify_faults *f, uint32_t number, struct slots_seen *p)
{
	const uint8_t *const bucket = bucket_at(v->s, number);
	const unsigned n = bucket[BUCKET_AT_COUNT];
	const bool more = first_home(v, number + 1) <= number;
	uint8_t again[BUCKET_SIZE];
	if (n > BUCKET_SLOTS) {
		fault(f, "index: bucket %lu has more slots than fit", (unsigned long)number);
		return;
	}
	memcpy(again, bucket, BUCKET_SIZE);
	memset(again, 0, BUCKET_AT_SLOTS);
	memset(again + BUCKET_AT_SLOTS + SLOT_SIZE * n, 0, BUCKET_SIZE - BUCKET_AT_SLOTS - SLOT_SIZE * n);
	end_bucket(again, number, n, more);
	if (memcmp(again, bucket, BUCKET_SIZE) != 0)
		fault(f, "index: bucket %lu is not as it is written", (unsigned long)number);
	for (unsigned i = 0; i < n; i++)
		verify_slot(v, f, number, bucket + BUCKET_AT_SLOTS + SLOT_SIZE * i, p);
	if (n < BUCKET_SLOTS) {
		p->bucket = number;
		p->any_room = true;
	}
}

static bool take_buckets(struct verifying *v, struct verify_piece *piece)
{
	const uint64_t end = (uint64_t)v->s->buckets + PROBES_MAX - 1;
	piece->from = v->at;
	v->at = v->at + PIECE < end ? v->at + PIECE : end;
	piece->to = v->at;
	return piece->to > piece->from;
}

/* Begin PROBES_MAX buckets before the piece: no entry stands further from its home. */
static void check_buckets(const struct verifying *v, struct verify_piece *piece)
{
	struct slots_seen passed = {.probes = 1};
	uint32_t number = (uint32_t)(piece->from > PROBES_MAX ? piece->from - PROBES_MAX : 0);
	for (; number < piece->from; number++)
		verify_bucket(v, NULL, number, &passed);
	passed.n = 0;
	passed.probes = 1;
	for (; number < piece->to; number++) {
		prefetch(v, bucket_at(v->s, number + AHEAD));
		verify_bucket(v, &piece->faults, number, &passed);
	}
	piece->slots = passed.n;
	piece->probes = passed.probes;
}

bool robotsc__verify_index(struct verifying *v)
{
	const struct robotsc_snapshot *const s = v->s;
	v->at = v->slots = 0;
	v->probes = 1;
	if (!robotsc__verify_step(v, take_buckets, check_buckets))
		return false;
	if (v->slots != s->nentries)
		fault(&v->faults, "index: it has %llu entries, not %llu", (unsigned long long)v->slots,
		      (unsigned long long)s->nentries);
	if (v->probes != s->probes)
		fault(&v->faults, "index: the longest probe is %lu, not %lu", (unsigned long)v->probes, (unsigned long)s->probes);
	return true;
}

/* ---- the seed -------------------------------------------------------------------------------- */

/* True if all entries fit near enough to their homes.  homes: how many entries each home has. */
static bool near_enough(const uint8_t *homes, uint32_t buckets)
{
	uint64_t left = homes[0];
	uint32_t home = 0;
	for (uint64_t number = 0; number < (uint64_t)buckets + PROBES_MAX - 1; number++) {
		unsigned room = BUCKET_SLOTS;
		while (room > 0 && home < buckets && home <= number) {
			const uint64_t taken = left < room ? left : room;
			if (taken > 0 && number - home >= PROBES_MAX)
				return false;
			left -= taken;
			room -= (unsigned)taken;
			if (left > 0)
				break;
			left = ++home < buckets ? homes[home] : 0;
		}
	}
	return home == buckets;
}

static bool take_seed(struct verifying *v, struct verify_piece *piece)
{
	piece->from = v->n++;
	return piece->from < v->s->seed;
}

/* A home's count stops at UINT8_MAX: even that number does not fit into PROBES_MAX buckets. */
static void check_seed(const struct verifying *v, struct verify_piece *piece)
{
	const struct robotsc_snapshot *const s = v->s;
	uint8_t *const homes = calloc(s->buckets, 1);
	if (!homes) {
		piece->faults.nomem = true;
		return;
	}
	for (uint64_t at = 0; at < s->entries_size; at += entry_octets(s->entries + at)) {
		uint8_t *const home = &homes[home_of(hash_of(s, piece->from, at), s->buckets)];
		*home = (uint8_t)(*home + (*home < UINT8_MAX));
	}
	piece->last = near_enough(homes, s->buckets);
	if (piece->last)
		fault(&piece->faults, "index: its seed is %llu, but %llu would do", (unsigned long long)s->seed,
		      (unsigned long long)piece->from);
	free(homes);
}

/* To be called when no fault was found: then all entries lie within the section. */
bool robotsc__verify_seed(struct verifying *v)
{
	v->n = 0;
	return robotsc__verify_step(v, take_seed, check_seed);
}
