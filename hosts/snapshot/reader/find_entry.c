/* find_entry.c - find the entry of a URL's origin.  docs/formats/snapshot.md, "Index"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/plain_origin.h"
#include "snapshot_lookup.h"

_Static_assert(sizeof(struct robotsc_snapshot_entry) == sizeof(struct robotsc_text) + sizeof(struct robotsc_decision) + 24,
               "the size of an entry");

enum robotsc_status robotsc__entry_decode(const struct robotsc_snapshot *s, const struct entry_octets *octets,
                                          struct robotsc_snapshot_entry *entry)
{
	const uint8_t *const at = octets->at;
	if (!entry_values_ok(s, at))
		return ROBOTSC_ERR_CORRUPT;
	*entry = (struct robotsc_snapshot_entry){.origin = octets->origin, .policy = entry_policy(at)};
	entry->decision = (struct robotsc_decision){.fetched = (int64_t)ld40(at + ENTRY_AT_FETCHED),
	                                            .expires = (int64_t)ld40(at + ENTRY_AT_EXPIRES),
	                                            .status = (uint16_t)ld16(at + ENTRY_AT_STATUS),
	                                            .end = at[ENTRY_AT_END],
	                                            .profile = at[ENTRY_AT_PROFILE],
	                                            .outcome = at[ENTRY_AT_OUTCOME],
	                                            .row = at[ENTRY_AT_ROW],
	                                            .revalidate = (at[ENTRY_AT_FLAGS] & ENTRY_REVALIDATE) != 0,
	                                            .challenge = (at[ENTRY_AT_FLAGS] & ENTRY_CHALLENGE) != 0,
	                                            .length = ld40(at + ENTRY_AT_LENGTH),
	                                            .digest = ld64(at + ENTRY_AT_DIGEST)};
	struct robotsc_decision *const d = &entry->decision;
	d->since = at[ENTRY_AT_FLAGS] & ENTRY_SINCE ? (int64_t)ld40(at + ENTRY_AT_ORIGIN + octets->origin.len) : d->fetched;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__lookup_finish(const struct robotsc_snapshot *s, struct lookup *l, struct entry_octets *entry)
{
	for (;;) {
		enum robotsc_status status = ROBOTSC_OK;
		while (!l->hits && l->left && status == ROBOTSC_OK)
			status = read_bucket(s, l);
		if (status == ROBOTSC_OK && !l->hits)
			status = s->shards > 1 && robotsc__shard_of(l->origin, s->shards) != s->shard ? ROBOTSC_ERR_SHARD
			                                                                              : ROBOTSC_ERR_UNKNOWN;
		if (status == ROBOTSC_OK)
			status = read_entry(s, first_hit(l), entry);
		if (status != ROBOTSC_OK || same_texts(entry->origin, l->origin))
			return status;
		l->hits &= (uint8_t)(l->hits - 1);
	}
}

enum robotsc_status robotsc_snapshot_find(const struct robotsc_snapshot *snapshot, const char *url, size_t len,
                                          struct robotsc_snapshot_entry *entry)
{
	char room[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text origin;
	struct lookup lookup;
	struct entry_octets octets;
	size_t rest;
	enum robotsc_status status = robotsc__find_origin(url, len, room, &origin, &rest);
	if (status != ROBOTSC_OK)
		return status;
	begin_lookup(snapshot, origin, &lookup);
	status = robotsc__lookup_finish(snapshot, &lookup, &octets);
	return status == ROBOTSC_OK ? robotsc__entry_decode(snapshot, &octets, entry) : status;
}
