/* apply_delta.c - makes a snapshot of another one and a delta.  docs/snapshot-delta.md
 *
 * A delta may come from anybody.  What is read lies within its part, and a policy of OLD within its
 * policies; numbers of entries and octets are compared with those of the head before anything is
 * added.  robotsc_maker_finish opens each blob, and the roots are compared before the rename.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "delta_layout.h"
#include "delta_policies.h"
#include "maker_state.h"
#include "runtime/snapshot/snapshot_layout.h"

/* A part that is being read. */
struct applying {
	const struct robotsc_snapshot *before;
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_maker *maker;
	const uint8_t *begin, *at, *end;
	uint64_t shift;
	uint64_t entries, octets; /* that NEW may still have */
};

/* ---- octets of the part ------------------------------------------------------------------- */

static uint64_t left(const struct applying *a)
{
	return (uint64_t)(a->end - a->at);
}

static bool take(struct applying *a, uint64_t n, const uint8_t **octets)
{
	if (n > left(a))
		return false;
	*octets = a->at;
	a->at += n;
	return true;
}

static bool take_number(struct applying *a, uint64_t *v)
{
	*v = 0;
	for (unsigned i = 0; i < NUMBER_OCTETS && a->at < a->end; i++) {
		const uint8_t octet = *a->at++;
		if (i == NUMBER_OCTETS - 1 && octet > 1)
			return false;
		*v |= (uint64_t)(octet & 0x7F) << 7 * i;
		if (octet < 0x80)
			return true;
	}
	return false;
}

static bool take_signed(struct applying *a, uint64_t *v)
{
	const bool taken = take_number(a, v);
	*v = unfold_sign(*v);
	return taken;
}

/* ---- items ---------------------------------------------------------------------------------- */

/* Read the times of an item.  They wrap around until they are compared with what times may be. */
static bool take_times(struct applying *a, unsigned item, struct robotsc_decision *d)
{
	uint64_t shift, lifetime = (uint64_t)d->expires - (uint64_t)d->fetched, more = 0, since = 0, fetched;
	if (!take_signed(a, &shift))
		return false;
	if ((item & ITEM_KIND) == ITEM_CHANGED)
		a->shift = shift += a->shift;
	if ((item & ITEM_LIFETIME && !take_signed(a, &more)) || (item & ITEM_SINCE && !take_signed(a, &since)))
		return false;
	fetched = (uint64_t)d->fetched + shift;
	lifetime += more;
	if (fetched > DELTA_TIME_MOST || fetched + lifetime > DELTA_TIME_MOST || fetched + since > DELTA_TIME_MOST)
		return false;
	d->fetched = (int64_t)fetched;
	d->expires = (int64_t)(fetched + lifetime);
	d->since = (int64_t)(fetched + since);
	return true;
}

static bool take_facts(struct applying *a, struct robotsc_decision *d)
{
	const uint8_t *facts;
	if (!take(a, FACTS_OCTETS, &facts) || facts[6] > (ENTRY_REVALIDATE | ENTRY_CHALLENGE))
		return false;
	d->status = (uint16_t)get_little(facts, 2);
	d->end = facts[2];
	d->profile = facts[3];
	d->outcome = facts[4];
	d->row = facts[5];
	d->revalidate = facts[6] & ENTRY_REVALIDATE ? 1 : 0;
	d->challenge = facts[6] & ENTRY_CHALLENGE ? 1 : 0;
	return true;
}

static bool take_text(struct applying *a, struct robotsc_decision *d)
{
	const uint8_t *digest;
	if (!take_number(a, &d->length) || d->length > DELTA_TIME_MOST || !take(a, 8, &digest))
		return false;
	d->digest = get_little(digest, 8);
	return true;
}

/* A policy that follows, or that stood at an offset of the part. */
static bool take_blob(struct applying *a, uint64_t offset, struct robotsc_text *blob)
{
	const uint8_t *const here = a->at, *octets;
	uint64_t size;
	if (offset > (uint64_t)(here - a->begin))
		return false;
	if (offset > 0)
		a->at = a->begin + offset;
	if (!take_number(a, &size) || size > UINT32_MAX || !take(a, size, &octets))
		return false;
	*blob = (struct robotsc_text){(const char *)octets, (size_t)size};
	if (offset > 0)
		a->at = here;
	return true;
}

static bool take_policy(struct applying *a, struct robotsc_text *blob)
{
	uint64_t reference;
	if (!take_number(a, &reference))
		return false;
	if (reference & 1)
		return take_blob(a, reference / 2, blob);
	return reference / 2 <= UINT64_MAX / SNAPSHOT_UNIT && robotsc__policy_at(a->before, reference / 2 * SNAPSHOT_UNIT, blob);
}

/* Add an entry to NEW. */
static enum robotsc_store_status add(struct applying *a, const struct robotsc_snapshot_entry *e, struct robotsc_text blob)
{
	enum robotsc_store_status status;
	if (a->entries == 0 || blob.len > a->octets)
		return ROBOTSC_STORE_DAMAGED;
	a->entries--;
	a->octets -= blob.len;
	status = robotsc_maker_add(a->maker, e->origin.at, e->origin.len, &e->decision, blob.at, blob.len);
	return status == ROBOTSC_STORE_ORIGIN ? ROBOTSC_STORE_DAMAGED : status;
}

/* Entries of OLD that NEW has as they are, or has not. */
static enum robotsc_store_status apply_run(struct applying *a, bool same)
{
	uint64_t n;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (!take_number(a, &n))
		return ROBOTSC_STORE_DAMAGED;
	for (; n > 0 && status == ROBOTSC_STORE_OK; n--) {
		struct robotsc_snapshot_entry entry;
		struct robotsc_text blob;
		if (robotsc_snapshot_next(&a->cursor, &entry) != ROBOTSC_OK || !robotsc__policy_at(a->before, entry.policy, &blob))
			return ROBOTSC_STORE_DAMAGED;
		if (same)
			status = add(a, &entry, blob);
	}
	return status;
}

static enum robotsc_store_status apply_item(struct applying *a, unsigned item)
{
	const unsigned whole = ITEM_FACTS | ITEM_TEXT | ITEM_POLICY;
	struct robotsc_snapshot_entry entry = {.policy = 0};
	struct robotsc_text blob;
	const uint8_t *origin;
	uint64_t size;
	if ((item & ITEM_KIND) == ITEM_CHANGED) {
		if (robotsc_snapshot_next(&a->cursor, &entry) != ROBOTSC_OK)
			return ROBOTSC_STORE_DAMAGED;
	} else {
		if ((item & whole) != whole || !take_number(a, &size) || size > ROBOTSC_ORIGIN_MAX || !take(a, size, &origin))
			return ROBOTSC_STORE_DAMAGED;
		entry.origin = (struct robotsc_text){(const char *)origin, (size_t)size};
	}
	if (!take_times(a, item, &entry.decision) || (item & ITEM_FACTS && !take_facts(a, &entry.decision)) ||
	    (item & ITEM_TEXT && !take_text(a, &entry.decision)) ||
	    !(item & ITEM_POLICY ? take_policy(a, &blob) : robotsc__policy_at(a->before, entry.policy, &blob)))
		return ROBOTSC_STORE_DAMAGED;
	return add(a, &entry, blob);
}

static enum robotsc_store_status apply_part(struct applying *a)
{
	const unsigned known = ITEM_KIND | ITEM_LIFETIME | ITEM_SINCE | ITEM_FACTS | ITEM_TEXT | ITEM_POLICY;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	struct robotsc_snapshot_entry entry;
	robotsc_snapshot_begin(a->before, &a->cursor);
	while (a->at < a->end && status == ROBOTSC_STORE_OK) {
		const unsigned item = *a->at++, kind = item & ITEM_KIND;
		if (item & ~known || (kind < ITEM_CHANGED && item != kind))
			return ROBOTSC_STORE_DAMAGED;
		status = kind < ITEM_CHANGED ? apply_run(a, kind == ITEM_SAME) : apply_item(a, item);
	}
	if (status == ROBOTSC_STORE_OK &&
	    (a->entries > 0 || a->octets > 0 || robotsc_snapshot_next(&a->cursor, &entry) != ROBOTSC_ERR_UNKNOWN))
		return ROBOTSC_STORE_DAMAGED;
	return status;
}

/* ---- the head -------------------------------------------------------------------------------- */

static bool has_digest(const uint8_t *octets, uint64_t len, const uint8_t *expected)
{
	uint8_t digest[ROBOTSC_SNAPSHOT_ROOT];
	struct robotsc_sha256 sha;
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, octets, (size_t)len);
	robotsc_sha256_end(&sha, digest);
	return memcmp(digest, expected, sizeof digest) == 0;
}

/* Verify all of a delta but the items. */
static enum robotsc_store_status check_head(const uint8_t *delta, size_t len)
{
	uint64_t n, head, rest;
	if (len < DELTA_AT_ROWS || get_little(delta + DELTA_AT_MAGIC, 8) != DELTA_MAGIC)
		return ROBOTSC_STORE_INPUT;
	if (get_little(delta + DELTA_AT_MAJOR, 2) != DELTA_MAJOR)
		return ROBOTSC_STORE_VERSION;
	n = get_little(delta + DELTA_AT_PARTS, 4);
	head = DELTA_AT_ROWS + DELTA_ROW * n + ROBOTSC_SNAPSHOT_ROOT;
	if (n == 0 || n > ROBOTSC_SNAPSHOT_SHARDS_MAX || head > len || get_little(delta + DELTA_AT_SIZE, 8) != len ||
	    !has_digest(delta, head - ROBOTSC_SNAPSHOT_ROOT, delta + head - ROBOTSC_SNAPSHOT_ROOT))
		return ROBOTSC_STORE_DAMAGED;
	rest = len - head;
	for (uint64_t i = 0; i < n; i++) {
		const uint8_t *const row = delta + DELTA_AT_ROWS + DELTA_ROW * i;
		const uint64_t size = get_little(row + DELTA_ROW_AT_SIZE, 8);
		if (size > rest || !has_digest(delta + len - rest, size, row + DELTA_ROW_AT_DIGEST))
			return ROBOTSC_STORE_DAMAGED;
		rest -= size;
	}
	return rest == 0 ? ROBOTSC_STORE_OK : ROBOTSC_STORE_DAMAGED;
}

/* True if the delta was made of this OLD. */
static bool is_of(const uint8_t *delta, const struct robotsc_snapshot *before, uint32_t n, bool folder)
{
	if (get_little(delta + DELTA_AT_PARTS, 4) != n || !(delta[DELTA_AT_FLAGS] & DELTA_FOLDER) != !folder)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&before[i], &info);
		if (memcmp(info.root, delta + DELTA_AT_ROWS + (size_t)DELTA_ROW * i + DELTA_ROW_AT_OLD, HEAD_ROOT) != 0)
			return false;
	}
	return true;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static enum robotsc_store_status apply_parts(struct robotsc_maker *maker, const uint8_t *delta,
                                             const struct robotsc_snapshot *before, uint32_t n)
{
	const uint8_t *at = delta + DELTA_AT_ROWS + (size_t)DELTA_ROW * n + ROBOTSC_SNAPSHOT_ROOT;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	for (uint32_t i = 0; i < n && status == ROBOTSC_STORE_OK; i++) {
		const uint8_t *const row = delta + DELTA_AT_ROWS + (size_t)DELTA_ROW * i;
		const uint64_t size = get_little(row + DELTA_ROW_AT_SIZE, 8);
		struct applying a = {.before = &before[i],
		                     .maker = maker,
		                     .begin = at,
		                     .at = at,
		                     .end = at + size,
		                     .entries = get_little(row + DELTA_ROW_AT_ENTRIES, 8),
		                     .octets = get_little(row + DELTA_ROW_AT_OCTETS, 8)};
		status = apply_part(&a);
		at += size;
	}
	return status;
}

static enum robotsc_store_status make(const struct robotsc_maker_options *options, const uint8_t *delta,
                                      const struct robotsc_snapshot *before, uint32_t n, struct robotsc_maker_report *report)
{
	struct robotsc_maker *maker = NULL;
	enum robotsc_store_status status = robotsc_maker_open(&maker, options);
	if (status != ROBOTSC_STORE_OK)
		return status;
	maker->expected = delta + DELTA_AT_ROWS + DELTA_ROW_AT_NEW;
	maker->expected_step = DELTA_ROW;
	status = apply_parts(maker, delta, before, n);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_maker_finish(maker, report);
	robotsc_maker_close(maker);
	return status;
}

enum robotsc_store_status robotsc_delta_apply(const void *delta, size_t len, const struct robotsc_snapshot *before,
                                              const struct robotsc_maker_options *options, struct robotsc_maker_report *report)
{
	const uint32_t n = options->shards ? options->shards : 1;
	const uint8_t *const octets = delta;
	struct robotsc_maker_options with = *options;
	struct robotsc_store_settings settings;
	struct robotsc_text *agents;
	enum robotsc_store_status status = check_head(octets, len);
	if (status != ROBOTSC_STORE_OK)
		return status;
	if (!is_of(octets, before, n, options->shards > 0))
		return ROBOTSC_STORE_NOT_FOUND;
	agents = calloc((size_t)before->nagents + 1, sizeof *agents);
	if (!agents)
		return ROBOTSC_STORE_NOMEM;
	robotsc_snapshot_settings(before, &settings, agents);
	with.settings = &settings;
	with.timed = octets[DELTA_AT_FLAGS] & DELTA_TIMED;
	with.time = (int64_t)get_little(octets + DELTA_AT_TIME, 8);
	status = make(&with, octets, before, n, report);
	free(agents);
	return status;
}
