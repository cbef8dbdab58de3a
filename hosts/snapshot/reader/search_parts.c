/* search_parts.c - find an entry and its policy in a remote file: says which octets it wants, and
 * takes them.  docs/formats/snapshot.md, "Over HTTP"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/plain_origin.h"
#include "snapshot_lookup.h"

/* The part of the file that the search wants next. */
enum {
	WANTS_NOTHING,
	WANTS_BUCKETS,
	WANTS_ENTRY,
	WANTS_RECORD_SIZE,
	WANTS_RECORD
};

#define ENTRY_LARGEST 320 /* octets of an entry, at most */
#define RECORD_BEGIN 8    /* the octets of a record up to the end of its size */

static inline uint64_t section_at(const struct robotsc_snapshot *s, unsigned section)
{
	return ld64(s->bytes + HEAD_AT_SECTIONS + section * HEAD_SECTION + SECTION_AT_START);
}

static void want(struct robotsc_snapshot_search *search, uint8_t what, uint64_t at, uint64_t size)
{
	search->wants = what;
	search->at = at;
	search->size = size;
}

static struct robotsc_text origin_of(const struct robotsc_snapshot_search *search)
{
	return (struct robotsc_text){search->origin, ld16(search->origin_size)};
}

/* Read the state of the look-up from the search; keep_lookup writes it back. */
static struct lookup load_lookup(const struct robotsc_snapshot_search *search)
{
	return (struct lookup){.origin = origin_of(search),
	                       .bucket = search->bucket,
	                       .slots = search->buckets + search->slots,
	                       .tag = search->tag,
	                       .hits = search->hits,
	                       .left = search->left};
}

static void keep_lookup(struct robotsc_snapshot_search *search, const struct lookup *l)
{
	search->bucket = l->bucket;
	search->slots = l->hits ? (uint32_t)(l->slots - search->buckets) : 0;
	search->tag = l->tag;
	search->hits = l->hits;
	search->left = l->left;
}

enum robotsc_status robotsc_snapshot_search_begin(const struct robotsc_snapshot *snapshot, const char *url, size_t len,
                                                  struct robotsc_snapshot_search *search)
{
	char room[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text origin;
	struct lookup lookup;
	size_t rest;
	const enum robotsc_status status = robotsc__find_origin(url, len, room, &origin, &rest);
	*search = (struct robotsc_snapshot_search){.snapshot = snapshot};
	if (status != ROBOTSC_OK)
		return status;
	for (size_t i = 0; i < origin.len; i++)
		search->origin[i] = origin.at[i];
	search->origin_size[0] = (uint8_t)origin.len;
	search->origin_size[1] = (uint8_t)(origin.len >> 8);
	begin_lookup(snapshot, origin_of(search), &lookup);
	search->first = lookup.bucket;
	keep_lookup(search, &lookup);
	want(search, WANTS_BUCKETS, section_at(snapshot, SECTION_INDEX) + lookup.bucket * BUCKET_SIZE,
	     (uint64_t)snapshot->probes * BUCKET_SIZE);
	return ROBOTSC_OK;
}

/* Goes through the buckets to the next slot with the tag, and wants its entry. */
static enum robotsc_status find_slot(struct robotsc_snapshot_search *search)
{
	const struct robotsc_snapshot *const s = search->snapshot;
	struct lookup l = load_lookup(search);
	enum robotsc_status status = ROBOTSC_OK;
	while (!l.hits && l.left && status == ROBOTSC_OK)
		status = read_bucket_octets(s, &l, search->buckets + (size_t)(l.bucket - search->first) * BUCKET_SIZE);
	if (status != ROBOTSC_OK)
		return status;
	if (!l.hits)
		return s->shards > 1 && robotsc__shard_of(l.origin, s->shards) != s->shard ? ROBOTSC_ERR_SHARD
		                                                                           : ROBOTSC_ERR_UNKNOWN;
	const uint64_t offset = first_hit(&l);
	if (s->entries_size < ENTRY_SMALLEST || offset > s->entries_size - ENTRY_SMALLEST)
		return ROBOTSC_ERR_CORRUPT;
	const uint64_t left = s->entries_size - offset;
	l.hits &= (uint8_t)(l.hits - 1);
	keep_lookup(search, &l);
	want(search, WANTS_ENTRY, section_at(s, SECTION_ENTRIES) + offset, left < ENTRY_LARGEST ? left : ENTRY_LARGEST);
	return ROBOTSC_OK;
}

/* Wants the record of an entry: size octets. */
static enum robotsc_status want_record(struct robotsc_snapshot_search *search, uint8_t what, uint64_t size)
{
	const struct robotsc_snapshot *const s = search->snapshot;
	if (size > s->policies_size || search->offset > s->policies_size - size)
		return ROBOTSC_ERR_CORRUPT;
	want(search, what, section_at(s, SECTION_RECORDS) + search->offset, size);
	return ROBOTSC_OK;
}

static enum robotsc_status take_entry(struct robotsc_snapshot_search *search, const uint8_t *octets,
                                      struct robotsc_snapshot_entry *entry)
{
	struct robotsc_snapshot part = *search->snapshot;
	struct entry_octets found;
	part.entries = octets;
	part.entries_size = search->size;
	enum robotsc_status status = read_entry(&part, 0, &found);
	if (status != ROBOTSC_OK)
		return status;
	if (!same_texts(found.origin, origin_of(search)))
		return find_slot(search);
	status = robotsc__entry_decode(&part, &found, entry);
	if (status != ROBOTSC_OK)
		return status;
	const uint32_t units = ld32(octets + ENTRY_AT_RECORD - 1) >> 8;
	entry->origin = origin_of(search);
	search->offset = entry->policy;
	return units == ENTRY_RECORD_MAX ? want_record(search, WANTS_RECORD_SIZE, RECORD_BEGIN)
	                                 : want_record(search, WANTS_RECORD, (uint64_t)units * SNAPSHOT_UNIT);
}

/* Open the blob of the record, as if the snapshot had no other record. */
static enum robotsc_status take_record(struct robotsc_snapshot_search *search, const uint8_t *octets, struct robotsc_blob *blob)
{
	const struct robotsc_snapshot_entry entry = {.policy = 0};
	struct robotsc_snapshot part = *search->snapshot;
	part.policies = octets;
	part.policies_size = search->size;
	part.used = NULL;
	want(search, WANTS_NOTHING, 0, 0);
	return robotsc_snapshot_blob(&part, &entry, blob);
}

static enum robotsc_status take_record_size(struct robotsc_snapshot_search *search, const uint8_t *octets)
{
	const uint64_t size = RECORD_AT_FRONTS + (uint64_t)FRONT_SIZE * search->snapshot->nagents + ld32(octets + RECORD_AT_SIZE);
	return want_record(search, WANTS_RECORD, (size + SNAPSHOT_UNIT - 1) & ~(uint64_t)(SNAPSHOT_UNIT - 1));
}

static enum robotsc_status take(struct robotsc_snapshot_search *search, const uint8_t *octets, struct robotsc_snapshot_entry *entry,
                                struct robotsc_blob *blob)
{
	switch (search->wants) {
	case WANTS_BUCKETS:
		search->buckets = octets;
		return find_slot(search);
	case WANTS_ENTRY:
		return take_entry(search, octets, entry);
	case WANTS_RECORD_SIZE:
		return take_record_size(search, octets);
	case WANTS_RECORD:
		return take_record(search, octets, blob);
	default:
		return ROBOTSC_ERR_ARGUMENT;
	}
}

enum robotsc_status robotsc_snapshot_search_next(struct robotsc_snapshot_search *search, const void *octets,
                                                 struct robotsc_snapshot_entry *entry, struct robotsc_blob *blob)
{
	const enum robotsc_status status = take(search, octets, entry, blob);
	if (status != ROBOTSC_OK)
		want(search, WANTS_NOTHING, 0, 0);
	return status;
}
