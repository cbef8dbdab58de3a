/* entry.c - see pack.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <xxhash.h>

#include "pack.h"

static const struct {
	const char *text; /* the octet that stands for the scheme is the index in the table */
	size_t len;
} schemes[] = {{"", 0}, {"http://", 7}, {"https://", 8}, {"ftp://", 6}};

#define NSCHEMES (sizeof schemes / sizeof schemes[0])

enum robotsc_store_status robotsc__key_make(struct key *key, const char *url, size_t len)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t n;
	if (robotsc_origin(url, len, origin, sizeof origin, &n) != ROBOTSC_OK)
		return ROBOTSC_STORE_ORIGIN;
	for (size_t i = 1; i < NSCHEMES; i++) {
		const size_t skip = schemes[i].len;
		if (n > skip && memcmp(origin, schemes[i].text, skip) == 0) {
			memcpy(key->at, origin + skip, n - skip);
			key->at[n - skip] = (uint8_t)i;
			key->len = (uint16_t)(n - skip + 1);
			return ROBOTSC_STORE_OK;
		}
	}
	return ROBOTSC_STORE_ORIGIN;
}

size_t robotsc__key_origin(const void *key, size_t len, char origin[ROBOTSC_ORIGIN_MAX])
{
	const uint8_t *k = key;
	const unsigned scheme = len > 1 ? k[len - 1] : 0;
	size_t skip;
	if (scheme == 0 || scheme >= NSCHEMES)
		return 0;
	skip = schemes[scheme].len;
	if (len - 1 > ROBOTSC_ORIGIN_MAX - skip)
		return 0;
	memcpy(origin, schemes[scheme].text, skip);
	memcpy(origin + skip, k, len - 1);
	return skip + len - 1;
}

static uint64_t time_in_range(int64_t time)
{
	return time < 0 ? 0 : (uint64_t)(time < TIME_MAX ? time : TIME_MAX);
}

uint64_t robotsc__entry_hash(const MDB_val *key, const void *octets, size_t len)
{
	return XXH3_64bits_withSeed(octets, len - CHECKSUM_SIZE, XXH3_64bits(key->mv_data, key->mv_size));
}

size_t robotsc__entry_put(uint8_t out[ENTRY_LONG], const MDB_val *key, const struct robotsc_store_entry *entry)
{
	const struct robotsc_decision *r = &entry->decision;
	const int is_long = time_in_range(r->since) != time_in_range(r->fetched);
	const size_t len = is_long ? ENTRY_LONG : ENTRY_SIZE;
	put_little(out + ENTRY_AT_NAME, NAME_SIZE, entry->policy);
	put_little(out + ENTRY_AT_FETCHED, TIME_SIZE, time_in_range(r->fetched));
	put_little(out + ENTRY_AT_EXPIRES, TIME_SIZE, time_in_range(r->expires));
	put_little(out + ENTRY_AT_STATUS, 2, r->status);
	out[ENTRY_AT_END] = r->end;
	out[ENTRY_AT_PROFILE] = r->profile;
	out[ENTRY_AT_OUTCOME] = r->outcome;
	out[ENTRY_AT_ROW] = r->row;
	out[ENTRY_AT_FLAGS] = (uint8_t)((r->revalidate ? ENTRY_REVALIDATE : 0) | (r->challenge ? ENTRY_CHALLENGE : 0));
	put_little(out + ENTRY_AT_LENGTH, 5, r->length);
	put_little(out + ENTRY_AT_DIGEST, 8, r->digest);
	if (is_long)
		put_little(out + ENTRY_AT_SINCE, TIME_SIZE, time_in_range(r->since));
	put_little(out + len - CHECKSUM_SIZE, CHECKSUM_SIZE, robotsc__entry_hash(key, out, len));
	return len;
}

enum robotsc_store_status robotsc__entry_get(const MDB_val *key, const MDB_val *octets, struct robotsc_store_entry *entry)
{
	const uint8_t *p = octets->mv_data;
	const size_t len = octets->mv_size;
	if (len != ENTRY_SIZE && len != ENTRY_LONG)
		return ROBOTSC_STORE_DAMAGED;
	if (p[ENTRY_AT_FLAGS] > (ENTRY_REVALIDATE | ENTRY_CHALLENGE) ||
	    get_little(p + len - CHECKSUM_SIZE, CHECKSUM_SIZE) != (uint32_t)robotsc__entry_hash(key, p, len))
		return ROBOTSC_STORE_DAMAGED;
	entry->policy = get_little(p + ENTRY_AT_NAME, NAME_SIZE);
	entry->decision = (struct robotsc_decision){.fetched = (int64_t)get_little(p + ENTRY_AT_FETCHED, TIME_SIZE),
	                                            .expires = (int64_t)get_little(p + ENTRY_AT_EXPIRES, TIME_SIZE),
	                                            .status = (uint16_t)get_little(p + ENTRY_AT_STATUS, 2),
	                                            .end = p[ENTRY_AT_END],
	                                            .profile = p[ENTRY_AT_PROFILE],
	                                            .outcome = p[ENTRY_AT_OUTCOME],
	                                            .row = p[ENTRY_AT_ROW],
	                                            .revalidate = (p[ENTRY_AT_FLAGS] & ENTRY_REVALIDATE) != 0,
	                                            .challenge = (p[ENTRY_AT_FLAGS] & ENTRY_CHALLENGE) != 0,
	                                            .length = get_little(p + ENTRY_AT_LENGTH, 5),
	                                            .digest = get_little(p + ENTRY_AT_DIGEST, 8)};
	entry->decision.since = len == ENTRY_LONG ? (int64_t)get_little(p + ENTRY_AT_SINCE, TIME_SIZE) : entry->decision.fetched;
	return ROBOTSC_STORE_OK;
}
