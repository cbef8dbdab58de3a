/* winners.c - which record of an origin becomes its entry.
 *
 * A record: shard, key of the origin, facts of the fetch, size of the origin, origin, blob.  Of the
 * records with one key, the last one in order counts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "maker_state.h"

#include <stdlib.h>
#include <string.h>

#include "hosts/octets.h"
#include "origin_key.h"
#include "hosts/snapshot/reader/snapshot_layout.h"

#define SHARD_SIZE 2u
#define ORIGIN_LEN_SIZE 2u
#define TIME_OCTETS 5u
#define TIME_MOST ((INT64_C(1) << 40) - 1)

/* ---- records ------------------------------------------------------------------------ */

static uint64_t time_in_range(int64_t time)
{
	return time < 0 ? 0 : (uint64_t)(time < TIME_MOST ? time : TIME_MOST);
}

static void put_facts(uint8_t *p, const struct robotsc_decision *d)
{
	put_big(p + FACTS_AT_FETCHED, TIME_OCTETS, time_in_range(d->fetched));
	put_big(p + FACTS_AT_EXPIRES, TIME_OCTETS, time_in_range(d->expires));
	put_big(p + FACTS_AT_SINCE, TIME_OCTETS, time_in_range(d->since));
	put_big(p + FACTS_AT_STATUS, 2, d->status);
	p[FACTS_AT_END] = d->end;
	p[FACTS_AT_PROFILE] = d->profile;
	p[FACTS_AT_OUTCOME] = d->outcome;
	p[FACTS_AT_ROW] = d->row;
	p[FACTS_AT_FLAGS] = (uint8_t)((d->revalidate ? ENTRY_REVALIDATE : 0) | (d->challenge ? ENTRY_CHALLENGE : 0));
	put_big(p + FACTS_AT_LENGTH, 5, d->length);
	put_big(p + FACTS_AT_DIGEST, 8, d->digest);
}

enum robotsc_store_status robotsc__winners_add(struct sorter *sorter, uint32_t shard, struct robotsc_text origin,
                                               const struct robotsc_decision *decision, const void *blob, size_t blob_len)
{
	uint8_t key[ORIGIN_KEY_MAX], *at;
	const size_t n = robotsc__origin_key(origin, key);
	if (n == 0)
		return ROBOTSC_STORE_ORIGIN;
	at = robotsc__sorter_add(sorter, SHARD_SIZE + n + FACTS_SIZE + ORIGIN_LEN_SIZE + origin.len + blob_len);
	if (!at)
		return robotsc__sorter_sort(sorter);
	put_big(at, SHARD_SIZE, shard);
	at += SHARD_SIZE;
	memcpy(at, key, n);
	at += n;
	put_facts(at, decision);
	at += FACTS_SIZE;
	put_big(at, ORIGIN_LEN_SIZE, origin.len);
	at += ORIGIN_LEN_SIZE;
	memcpy(at, origin.at, origin.len);
	if (blob_len)
		memcpy(at + origin.len, blob, blob_len);
	return ROBOTSC_STORE_OK;
}

/* How many octets shard and key have. */
static size_t key_len(const uint8_t *record, size_t len)
{
	const uint8_t *const end = memchr(record + SHARD_SIZE, KEY_END, len - SHARD_SIZE);
	return (size_t)(end - record) + ORIGIN_KEY_TAIL;
}

/* ---- the last of each key ------------------------------------------------------------ */

static enum robotsc_store_status keep(struct kept_record *kept, struct sorted_record record)
{
	if (kept->room < record.len) {
		uint8_t *const at = realloc(kept->at, 2 * record.len);
		if (!at)
			return ROBOTSC_STORE_NOMEM;
		kept->at = at;
		kept->room = 2 * record.len;
	}
	memcpy(kept->at, record.at, record.len);
	kept->len = record.len;
	return ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__winners_begin(struct winners *w, struct sorter *sorter)
{
	struct sorted_record record;
	enum robotsc_store_status status;
	memset(w, 0, sizeof *w);
	w->sorter = sorter;
	status = robotsc__sorter_next(sorter, &record);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		return ROBOTSC_STORE_OK;
	w->has_ahead = true;
	return status == ROBOTSC_STORE_OK ? keep(&w->ahead, record) : status;
}

void robotsc__winners_free(struct winners *w)
{
	free(w->now.at);
	free(w->ahead.at);
}

/* Go on to the last record with the key of now, and keep it; ahead: the first of the next key. */
static enum robotsc_store_status find_last(struct winners *w)
{
	const size_t n = key_len(w->now.at, w->now.len);
	for (;;) {
		struct sorted_record record;
		enum robotsc_store_status status = robotsc__sorter_next(w->sorter, &record);
		w->has_ahead = status == ROBOTSC_STORE_OK;
		if (status != ROBOTSC_STORE_OK)
			return status == ROBOTSC_STORE_NOT_FOUND ? ROBOTSC_STORE_OK : status;
		if (memcmp(record.at, w->now.at, n < record.len ? n : record.len) != 0)
			return keep(&w->ahead, record);
		status = keep(&w->now, record);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
}

enum robotsc_store_status robotsc__winners_next(struct winners *w, uint32_t shard, struct winner *winner)
{
	const struct kept_record now = w->now;
	enum robotsc_store_status status;
	const uint8_t *at;
	size_t n;
	if (!w->has_ahead || get_big(w->ahead.at, SHARD_SIZE) != shard)
		return ROBOTSC_STORE_NOT_FOUND;
	w->now = w->ahead;
	w->ahead = now;
	status = find_last(w);
	if (status != ROBOTSC_STORE_OK)
		return status;
	at = w->now.at + key_len(w->now.at, w->now.len);
	winner->facts = at;
	n = (size_t)get_big(at + FACTS_SIZE, ORIGIN_LEN_SIZE);
	winner->origin = (struct robotsc_text){(const char *)at + FACTS_SIZE + ORIGIN_LEN_SIZE, n};
	winner->blob = at + FACTS_SIZE + ORIGIN_LEN_SIZE + n;
	winner->blob_len = w->now.len - (size_t)(winner->blob - w->now.at);
	return ROBOTSC_STORE_OK;
}
