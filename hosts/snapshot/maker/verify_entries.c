/* verify_entries.c - verifies the entries of a snapshot: their order, fields and policies, and the
 * marks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "origin_key.h"
#include "runtime/match/checksum.h"
#include "verify_steps.h"

#define fault robotsc__verify_fault
#define PIECE (64u << 10) /* octets, about */

static struct robotsc_text origin_of(const uint8_t *entry)
{
	return (struct robotsc_text){(const char *)entry + ENTRY_AT_ORIGIN, (size_t)get_little(entry + ENTRY_AT_SIZE, 2)};
}

/* ---- one after the other ------------------------------------------------------------------- */

/* A policy that was not named before must be the next one in the section. */
static void pass_policy(struct verifying *v, struct verify_piece *piece, const uint8_t *entry)
{
	const uint64_t offset = get_little(entry + ENTRY_AT_POLICY, 5) * SNAPSHOT_UNIT;
	const struct robotsc_text origin = origin_of(entry);
	if (offset < v->named || offset >= v->s->policies_size || !has_bit(v->records, offset))
		return;
	if (offset > v->named)
		fault(&piece->faults, "%.*s: its policy is out of order", (int)origin.len, origin.at);
	else
		v->named += record_octets(v->s, offset);
}

static bool fits(const struct robotsc_snapshot *s, uint64_t at)
{
	return s->entries_size - at >= ENTRY_SMALLEST && origin_of(s->entries + at).len <= ROBOTSC_ORIGIN_MAX &&
	       entry_octets(s->entries + at) <= s->entries_size - at;
}

static bool take_entries(struct verifying *v, struct verify_piece *piece)
{
	const struct robotsc_snapshot *const s = v->s;
	piece->from = v->at;
	piece->first = v->before;
	while (v->at - piece->from < PIECE && fits(s, v->at)) {
		const uint64_t mark = v->n / MARK_STEP * MARK_SIZE;
		pass_policy(v, piece, s->entries + v->at);
		if (v->n % MARK_STEP == 0 && v->n < s->nentries && get_little(s->marks + mark, MARK_SIZE) != v->at)
			fault(&piece->faults, "marks: that of entry %llu is wrong", (unsigned long long)v->n);
		set_bit(v->entries, v->at);
		v->before = v->at;
		v->at += entry_octets(s->entries + v->at);
		v->n++;
	}
	piece->to = v->at;
	return piece->to > piece->from;
}

/* ---- each ---------------------------------------------------------------------------------- */

/* The key of the previous entry; 0 octets: there is none. */
struct last_key {
	uint8_t octets[ORIGIN_KEY_MAX];
	size_t len;
};

static void verify_origin(const struct verifying *v, struct verify_faults *f, struct robotsc_text origin, struct last_key *p)
{
	char canonical[ROBOTSC_ORIGIN_MAX];
	uint8_t key[ORIGIN_KEY_MAX];
	size_t n, len;
	if (robotsc_origin(origin.at, origin.len, canonical, sizeof canonical, &len) != ROBOTSC_OK || len != origin.len ||
	    memcmp(canonical, origin.at, len) != 0) {
		fault(f, "%.*s: this is not how an origin is written", (int)origin.len, origin.at);
		return;
	}
	if (v->s->shards > 1 && robotsc_shard(origin.at, origin.len, v->s->shards, NULL) != v->s->shard)
		fault(f, "%.*s: it belongs to another shard", (int)origin.len, origin.at);
	n = robotsc__origin_key(origin, key);
	len = n < p->len ? n : p->len;
	if (p->len > 0 && memcmp(p->octets, key, len) >= 0)
		fault(f, "%.*s: it is out of order", (int)origin.len, origin.at);
	memcpy(p->octets, key, n);
	p->len = n;
}

static void verify_place(const struct verifying *v, struct verify_faults *f, const uint8_t *entry, struct robotsc_text origin)
{
	const uint64_t offset = get_little(entry + ENTRY_AT_POLICY, 5) * SNAPSHOT_UNIT;
	uint64_t units;
	if (offset >= v->s->policies_size || !has_bit(v->records, offset)) {
		fault(f, "%.*s: its policy is not there", (int)origin.len, origin.at);
		return;
	}
	units = record_octets(v->s, offset) / SNAPSHOT_UNIT;
	if (get_little(entry + ENTRY_AT_RECORD, 3) != (units < ENTRY_RECORD_MAX ? units : ENTRY_RECORD_MAX))
		fault(f, "%.*s: its policy has another size", (int)origin.len, origin.at);
}

static void verify_fields(struct verify_faults *f, const uint8_t *entry, struct robotsc_text origin, size_t size)
{
	const uint8_t *const since = entry + ENTRY_AT_ORIGIN + origin.len;
	const uint8_t *const end = since + (entry[ENTRY_AT_FLAGS] & ENTRY_SINCE ? ENTRY_SINCE_SIZE : 0);
	if (get_little(entry + ENTRY_AT_SUM, 4) != (uint32_t)robotsc_checksum(entry + ENTRY_AT_SIZE, size - ENTRY_AT_SIZE))
		fault(f, "%.*s: the checksum of its entry is wrong", (int)origin.len, origin.at);
	if (!all_zero(end, entry + size))
		fault(f, "%.*s: its entry is not filled with zeros", (int)origin.len, origin.at);
	if (entry[ENTRY_AT_FLAGS] > (ENTRY_REVALIDATE | ENTRY_CHALLENGE | ENTRY_SINCE) ||
	    entry[ENTRY_AT_OUTCOME] > ROBOTSC_OUTCOME_FOLLOW || entry[ENTRY_AT_END] > ROBOTSC_END_NO_LOCATION ||
	    entry[ENTRY_AT_ROW] > ROBOTSC_ROW_MALFORMED || !robotsc_profile_name((enum robotsc_profile)entry[ENTRY_AT_PROFILE]) ||
	    (entry[ENTRY_AT_FLAGS] & ENTRY_SINCE && memcmp(since, entry + ENTRY_AT_FETCHED, ENTRY_SINCE_SIZE) == 0))
		fault(f, "%.*s: a field of its entry has an unknown value", (int)origin.len, origin.at);
}

static void check_entries(const struct verifying *v, struct verify_piece *piece)
{
	struct verify_faults *const f = &piece->faults;
	struct last_key passed = {.len = 0};
	size_t size;
	if (piece->first != VERIFY_NONE)
		verify_origin(v, NULL, origin_of(v->s->entries + piece->first), &passed);
	for (uint64_t at = piece->from; at < piece->to; at += size) {
		const uint8_t *const entry = v->s->entries + at;
		const struct robotsc_text origin = origin_of(entry);
		size = entry_octets(entry);
		verify_fields(f, entry, origin, size);
		verify_origin(v, f, origin, &passed);
		verify_place(v, f, entry, origin);
	}
}

bool robotsc__verify_entries(struct verifying *v)
{
	const struct robotsc_snapshot *const s = v->s;
	v->at = v->n = v->named = 0;
	v->before = VERIFY_NONE;
	if (!robotsc__verify_step(v, take_entries, check_entries))
		return false;
	if (v->at != s->entries_size)
		fault(&v->faults, "entry %llu does not fit", (unsigned long long)v->n);
	else if (v->n != s->nentries)
		fault(&v->faults, "entries: there are %llu, not %llu", (unsigned long long)v->n, (unsigned long long)s->nentries);
	else if (v->named != s->policies_size)
		fault(&v->faults, "policy %llu: no entry has it", (unsigned long long)v->named);
	return true;
}
