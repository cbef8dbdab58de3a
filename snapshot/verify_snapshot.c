/* verify_snapshot.c - verifies a snapshot as a whole.
 *
 * A file that passes is what a writer makes: the index is not built again, but no other one has the
 * entries in this order in buckets that are as full.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "index_bucket.h"
#include "origin_key.h"
#include "robotsc/snapshot_make.h"
#include "runtime/match/ask_index.h"

#define FAULTS_MOST 1000u

struct verifying {
	const struct robotsc_snapshot *s;
	void (*report)(void *ctx, const char *line);
	void *ctx;
	unsigned faults;
	/* A bit for each unit of SNAPSHOT_UNIT octets: one begins there. */
	uint8_t *entries, *records;
};

__attribute__((format(printf, 2, 3))) static void fault(struct verifying *v, const char *format, ...)
{
	char line[ROBOTSC_ORIGIN_MAX + 128];
	va_list ap;
	if (v->faults++ >= FAULTS_MOST)
		return;
	va_start(ap, format);
	vsnprintf(line, sizeof line, format, ap);
	va_end(ap);
	v->report(v->ctx, line);
}

static bool all_zero(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p == 0)
		p++;
	return p >= end;
}

static void set_bit(uint8_t *bits, uint64_t offset)
{
	bits[offset / SNAPSHOT_UNIT / 8] |= (uint8_t)(1u << offset / SNAPSHOT_UNIT % 8);
}

/* offset: below the size of the section. */
static bool has_bit(const uint8_t *bits, uint64_t offset)
{
	return offset % SNAPSHOT_UNIT == 0 && (bits[offset / SNAPSHOT_UNIT / 8] >> offset / SNAPSHOT_UNIT % 8 & 1);
}

/* ---- head and sections ----------------------------------------------------------------- */

static const char *const section_names[] = {"entries", "marks", "index", "policies"};

static void verify_sections(struct verifying *v)
{
	const uint8_t *const head = v->s->bytes;
	const uint8_t *end = head + get_little(head + HEAD_AT_HEAD_SIZE, 4);
	for (unsigned i = 0; i < SNAPSHOT_SECTIONS; i++) {
		const uint8_t *const row = head + HEAD_AT_SECTIONS + HEAD_SECTION * i;
		const uint8_t *const start = head + get_little(row + SECTION_AT_START, 8);
		const uint64_t size = get_little(row + SECTION_AT_SIZE, 8);
		struct robotsc_sha256 sha;
		uint8_t digest[ROBOTSC_SNAPSHOT_ROOT];
		robotsc_sha256_begin(&sha);
		robotsc_sha256_add(&sha, start, (size_t)size);
		robotsc_sha256_end(&sha, digest);
		if (memcmp(digest, row + SECTION_AT_DIGEST, sizeof digest) != 0)
			fault(v, "%s: the digest is that of other octets", section_names[i]);
		if (!all_zero(end, start))
			fault(v, "%s: the space before them is not filled with zeros", section_names[i]);
		end = start + size;
	}
}

static void verify_head(struct verifying *v)
{
	const uint8_t *const head = v->s->bytes, *const root = head + get_little(head + HEAD_AT_HEAD_SIZE, 4) - HEAD_ROOT;
	const uint8_t *at = head + HEAD_AT_TOKENS;
	for (uint32_t i = 0; i < v->s->nagents; i++)
		at += 2 + get_little(at, 2);
	if (get_little(head + HEAD_AT_MINOR, 2) > SNAPSHOT_MINOR)
		return; /* what a later version has there */
	if (!all_zero(at, root))
		fault(v, "head: it is not filled with zeros");
	if (root - at >= SNAPSHOT_ALIGN)
		fault(v, "head: it is larger than it needs to be");
	if (head[HEAD_AT_SETTINGS] >= 2 * SETTING_AIPREF_RULE)
		fault(v, "head: a setting has an unknown value");
}

/* ---- policies --------------------------------------------------------------------------- */

/* True for a front of each agent that says what the blob says. */
static bool fronts_ok(const struct robotsc_snapshot *s, const struct robotsc_blob *blob, const uint8_t *front)
{
	for (uint32_t i = 0; i < s->nagents; i++, front += FRONT_SIZE) {
		const struct robotsc_text agent = robotsc_snapshot_agent(s, i);
		struct index_answer answer;
		if (ask_index(blob, &agent, 1, &answer) != ROBOTSC_OK || get_little(front + FRONT_AT_FIELD, 4) != answer.field ||
		    get_little(front + FRONT_AT_NAME, 3) != answer.name || front[FRONT_AT_SELECTED] != answer.selected)
			return false;
	}
	return true;
}

static void verify_record(struct verifying *v, uint64_t offset, uint64_t size, uint64_t blob_at, uint32_t blob_size)
{
	const uint8_t *const at = v->s->policies + offset;
	struct robotsc_blob blob;
	const enum robotsc_status status = robotsc_open(&blob, at + blob_at, blob_size);
	if (get_little(at + RECORD_AT_SUM, 4) != (uint32_t)robotsc_checksum(at + RECORD_AT_SIZE, (size_t)blob_at - RECORD_AT_SIZE))
		fault(v, "policy %llu: the checksum is wrong", (unsigned long long)offset);
	if (!all_zero(at + blob_at + blob_size, at + size))
		fault(v, "policy %llu: it is not filled with zeros", (unsigned long long)offset);
	if (status != ROBOTSC_OK)
		fault(v, "policy %llu: %s", (unsigned long long)offset, robotsc_strerror(status));
	else if (blob.dialect != v->s->dialect ||
	         ((blob.flags & BLOB_PARTIAL) && (v->s->nagents == 0 || blob.match != v->s->match)))
		fault(v, "policy %llu: it is of another dialect, or for other robots", (unsigned long long)offset);
	else if (!fronts_ok(v->s, &blob, at + RECORD_AT_FRONTS))
		fault(v, "policy %llu: what is worked out beforehand differs from the blob", (unsigned long long)offset);
}

static void verify_policies(struct verifying *v)
{
	const struct robotsc_snapshot *const s = v->s;
	const uint64_t blob_at = RECORD_AT_FRONTS + (uint64_t)FRONT_SIZE * s->nagents;
	const uint64_t least = blob_at > RECORD_SMALLEST ? blob_at : RECORD_SMALLEST;
	uint64_t at = 0, n = 0, size;
	for (; at < s->policies_size; at += size, n++) {
		uint32_t blob_size;
		if (s->policies_size - at < least)
			break;
		blob_size = (uint32_t)get_little(s->policies + at + RECORD_AT_SIZE, 4);
		size = (blob_at + blob_size + SNAPSHOT_UNIT - 1) / SNAPSHOT_UNIT * SNAPSHOT_UNIT;
		size = size < RECORD_SMALLEST ? RECORD_SMALLEST : size;
		if (size > s->policies_size - at)
			break;
		verify_record(v, at, size, blob_at, blob_size);
		set_bit(v->records, at);
	}
	if (at < s->policies_size)
		fault(v, "policy %llu: it does not fit", (unsigned long long)at);
	else if (n != s->npolicies)
		fault(v, "policies: there are %llu, not %llu", (unsigned long long)n, (unsigned long long)s->npolicies);
}

/* The size of a record in units, as an entry has it. */
static uint64_t units_of(const struct robotsc_snapshot *s, uint64_t offset)
{
	const uint64_t blob = get_little(s->policies + offset + RECORD_AT_SIZE, 4);
	const uint64_t units = (RECORD_AT_FRONTS + (uint64_t)FRONT_SIZE * s->nagents + blob + SNAPSHOT_UNIT - 1) / SNAPSHOT_UNIT;
	return units < RECORD_SMALLEST / SNAPSHOT_UNIT ? RECORD_SMALLEST / SNAPSHOT_UNIT : units;
}

/* ---- entries ----------------------------------------------------------------------------- */

/* The entry before, and the first policy that no entry has named. */
struct passed {
	uint8_t key[ORIGIN_KEY_MAX];
	size_t key_len;
	uint64_t policies;
};

static void verify_origin(struct verifying *v, struct robotsc_text origin, struct passed *p)
{
	char canonical[ROBOTSC_ORIGIN_MAX];
	uint8_t key[ORIGIN_KEY_MAX];
	size_t n, len;
	if (robotsc_origin(origin.at, origin.len, canonical, sizeof canonical, &len) != ROBOTSC_OK || len != origin.len ||
	    memcmp(canonical, origin.at, len) != 0) {
		fault(v, "%.*s: this is not how an origin is written", (int)origin.len, origin.at);
		return;
	}
	if (v->s->shards > 1 && robotsc_shard(origin.at, origin.len, v->s->shards, NULL) != v->s->shard)
		fault(v, "%.*s: it belongs to another shard", (int)origin.len, origin.at);
	n = robotsc__origin_key(origin, key);
	len = n < p->key_len ? n : p->key_len;
	if (p->key_len > 0 && memcmp(p->key, key, len) >= 0)
		fault(v, "%.*s: it is out of order", (int)origin.len, origin.at);
	memcpy(p->key, key, n);
	p->key_len = n;
}

/* The policies stand in the order in which entries first name them. */
static void verify_place(struct verifying *v, const uint8_t *entry, struct robotsc_text origin, struct passed *p)
{
	const uint64_t offset = get_little(entry + ENTRY_AT_POLICY, 5) * SNAPSHOT_UNIT;
	uint64_t units;
	if (offset >= v->s->policies_size || !has_bit(v->records, offset)) {
		fault(v, "%.*s: its policy is not there", (int)origin.len, origin.at);
		return;
	}
	units = units_of(v->s, offset);
	if (get_little(entry + ENTRY_AT_RECORD, 3) != (units < ENTRY_RECORD_MAX ? units : ENTRY_RECORD_MAX))
		fault(v, "%.*s: its policy has another size", (int)origin.len, origin.at);
	if (offset > p->policies)
		fault(v, "%.*s: its policy is out of order", (int)origin.len, origin.at);
	if (offset == p->policies)
		p->policies += units * SNAPSHOT_UNIT;
}

static void verify_fields(struct verifying *v, const uint8_t *entry, struct robotsc_text origin, size_t end, size_t size)
{
	const uint8_t *const since = entry + ENTRY_AT_ORIGIN + origin.len;
	if (get_little(entry + ENTRY_AT_SUM, 4) != (uint32_t)robotsc_checksum(entry + ENTRY_AT_SIZE, size - ENTRY_AT_SIZE))
		fault(v, "%.*s: the checksum of its entry is wrong", (int)origin.len, origin.at);
	if (!all_zero(entry + end, entry + size))
		fault(v, "%.*s: its entry is not filled with zeros", (int)origin.len, origin.at);
	if (entry[ENTRY_AT_FLAGS] > (ENTRY_REVALIDATE | ENTRY_CHALLENGE | ENTRY_SINCE) ||
	    entry[ENTRY_AT_OUTCOME] > ROBOTSC_OUTCOME_FOLLOW || entry[ENTRY_AT_END] > ROBOTSC_END_NO_LOCATION ||
	    entry[ENTRY_AT_ROW] > ROBOTSC_ROW_MALFORMED || !robotsc_profile_name((enum robotsc_profile)entry[ENTRY_AT_PROFILE]) ||
	    (entry[ENTRY_AT_FLAGS] & ENTRY_SINCE && memcmp(since, entry + ENTRY_AT_FETCHED, ENTRY_SINCE_SIZE) == 0))
		fault(v, "%.*s: a field of its entry has an unknown value", (int)origin.len, origin.at);
}

static void verify_entries(struct verifying *v)
{
	const struct robotsc_snapshot *const s = v->s;
	struct passed passed = {.key_len = 0};
	uint64_t at = 0, n = 0;
	while (s->entries_size - at >= ENTRY_SMALLEST) {
		const uint8_t *const entry = s->entries + at;
		const struct robotsc_text origin = {(const char *)entry + ENTRY_AT_ORIGIN,
		                                    (size_t)get_little(entry + ENTRY_AT_SIZE, 2)};
		const size_t end = ENTRY_AT_ORIGIN + origin.len + (entry[ENTRY_AT_FLAGS] & ENTRY_SINCE ? ENTRY_SINCE_SIZE : 0);
		const size_t size = (end + SNAPSHOT_UNIT - 1) / SNAPSHOT_UNIT * SNAPSHOT_UNIT;
		if (origin.len > ROBOTSC_ORIGIN_MAX || size > s->entries_size - at)
			break;
		verify_fields(v, entry, origin, end, size);
		verify_origin(v, origin, &passed);
		verify_place(v, entry, origin, &passed);
		if (n % MARK_STEP == 0 && n < s->nentries && get_little(s->marks + n / MARK_STEP * MARK_SIZE, MARK_SIZE) != at)
			fault(v, "marks: that of entry %llu is wrong", (unsigned long long)n);
		set_bit(v->entries, at);
		at += size;
		n++;
	}
	if (at != s->entries_size)
		fault(v, "entry %llu does not fit", (unsigned long long)n);
	else if (n != s->nentries)
		fault(v, "entries: there are %llu, not %llu", (unsigned long long)n, (unsigned long long)s->nentries);
	else if (passed.policies != s->policies_size)
		fault(v, "policy %llu: no entry has it", (unsigned long long)passed.policies);
}

/* ---- the index ----------------------------------------------------------------------------- */

/* The slots before: the last one, and how many. */
struct slots_passed {
	uint64_t entry, n;
	uint32_t home, probes, bucket; /* the last bucket that was not full */
	bool any, any_room;
};

/* A slot names an entry with its tag, and stands where its home bucket and its place say. */
static void verify_slot(struct verifying *v, uint32_t number, const uint8_t *slot, struct slots_passed *p)
{
	const struct robotsc_snapshot *const s = v->s;
	const uint64_t word = get_little(slot, SLOT_SIZE),
		       offset = (word & ((UINT64_C(1) << SLOT_OFFSET_BITS) - 1)) * SNAPSHOT_UNIT;
	const uint8_t *const entry = s->entries + offset;
	uint64_t hash;
	uint32_t home;
	if (offset >= s->entries_size || !has_bit(v->entries, offset)) {
		fault(v, "index: bucket %lu names an entry that is not there", (unsigned long)number);
		return;
	}
	hash = half_sip_hash(s->seed, entry + ENTRY_AT_ORIGIN, (size_t)get_little(entry + ENTRY_AT_SIZE, 2));
	home = home_of(hash, s->buckets);
	if (word >> SLOT_OFFSET_BITS != tag_of(hash))
		fault(v, "index: a tag in bucket %lu is wrong", (unsigned long)number);
	if (home > number || number - home >= PROBES_MAX || (p->any && (home < p->home || (home == p->home && offset <= p->entry))))
		fault(v, "index: bucket %lu is out of order", (unsigned long)number);
	/* It would stand in an earlier bucket that has room. */
	else if (home < number && home <= p->bucket && p->any_room)
		fault(v, "index: an entry of bucket %lu has its place in an earlier one", (unsigned long)number);
	if (home <= number && number - home + 1 > p->probes)
		p->probes = number - home + 1;
	*p = (struct slots_passed){offset, p->n + 1, home, p->probes, p->bucket, true, p->any_room};
}

/* The home of the entry in the first slot of a bucket; UINT32_MAX: there is none. */
static uint32_t first_home(const struct verifying *v, uint32_t number)
{
	const struct robotsc_snapshot *const s = v->s;
	const uint8_t *const bucket = s->index + (uint64_t)number * BUCKET_SIZE;
	uint64_t offset;
	if (number >= s->buckets + PROBES_MAX - 1 || bucket[BUCKET_AT_COUNT] == 0)
		return UINT32_MAX;
	offset = get_little(bucket + BUCKET_AT_SLOTS, 5) * SNAPSHOT_UNIT;
	if (offset >= s->entries_size || !has_bit(v->entries, offset))
		return UINT32_MAX;
	return home_of(half_sip_hash(s->seed, s->entries + offset + ENTRY_AT_ORIGIN,
	                             (size_t)get_little(s->entries + offset + ENTRY_AT_SIZE, 2)),
	               s->buckets);
}

static void verify_bucket(struct verifying *v, uint32_t number, struct slots_passed *p)
{
	const uint8_t *const bucket = v->s->index + (uint64_t)number * BUCKET_SIZE;
	const unsigned n = bucket[BUCKET_AT_COUNT];
	const bool more = first_home(v, number + 1) <= number;
	uint8_t again[BUCKET_SIZE];
	if (n > BUCKET_SLOTS) {
		fault(v, "index: bucket %lu has more slots than fit", (unsigned long)number);
		return;
	}
	memcpy(again, bucket, BUCKET_SIZE);
	memset(again, 0, BUCKET_AT_SLOTS);
	memset(again + BUCKET_AT_SLOTS + SLOT_SIZE * n, 0, BUCKET_SIZE - BUCKET_AT_SLOTS - SLOT_SIZE * n);
	end_bucket(again, number, n, more);
	if (memcmp(again, bucket, BUCKET_SIZE) != 0)
		fault(v, "index: bucket %lu is not as it is written", (unsigned long)number);
	for (unsigned i = 0; i < n; i++)
		verify_slot(v, number, bucket + BUCKET_AT_SLOTS + SLOT_SIZE * i, p);
	if (n < BUCKET_SLOTS) {
		p->bucket = number;
		p->any_room = true;
	}
}

static void verify_index(struct verifying *v)
{
	struct slots_passed passed = {.probes = 1};
	for (uint32_t i = 0; i < v->s->buckets + PROBES_MAX - 1; i++)
		verify_bucket(v, i, &passed);
	if (passed.n != v->s->nentries)
		fault(v, "index: it has %llu entries, not %llu", (unsigned long long)passed.n, (unsigned long long)v->s->nentries);
	if (passed.probes != v->s->probes)
		fault(v, "index: the longest probe is %lu, not %lu", (unsigned long)passed.probes, (unsigned long)v->s->probes);
}

/* ---- all of it ------------------------------------------------------------------------------ */

enum robotsc_store_status robotsc_snapshot_verify(const struct robotsc_snapshot *snapshot,
                                                  void (*report)(void *ctx, const char *line), void *ctx)
{
	const uint64_t unit = 8 * SNAPSHOT_UNIT;
	struct verifying v = {.s = snapshot, .report = report, .ctx = ctx};
	v.entries = calloc((size_t)(snapshot->entries_size / unit) + 1, 1);
	v.records = calloc((size_t)(snapshot->policies_size / unit) + 1, 1);
	if (!v.entries || !v.records) {
		free(v.entries);
		free(v.records);
		return ROBOTSC_STORE_NOMEM;
	}
	verify_head(&v);
	verify_sections(&v);
	verify_policies(&v);
	verify_entries(&v);
	verify_index(&v);
	free(v.entries);
	free(v.records);
	return v.faults ? ROBOTSC_STORE_DAMAGED : ROBOTSC_STORE_OK;
}
