/* shard.c - the shard of a host.  docs/formats/snapshot.md, "Shards"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "access/plain_origin.h"
#include "match/half_sip_hash.h"
#include "snapshot_layout.h"
#include "snapshot_lookup.h"

uint32_t robotsc__shard_of(struct robotsc_text origin, uint32_t shards)
{
	const struct robotsc_text host = robotsc__origin_host(origin);
	const uint64_t hash = half_sip_hash(SHARD_KEY, (const uint8_t *)host.at, host.len);
	return (uint32_t)(((hash >> 32) * shards + ((hash & UINT32_MAX) * shards >> 32)) >> 32);
}

uint32_t robotsc_shard(const char *url, size_t len, uint32_t shards, enum robotsc_status *status)
{
	char room[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text origin;
	size_t rest;
	const enum robotsc_status found = robotsc__find_origin(url, len, room, &origin, &rest);
	if (status)
		*status = found;
	return found == ROBOTSC_OK ? robotsc__shard_of(origin, shards) : 0;
}
