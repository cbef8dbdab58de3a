/* index_section.c - writes the index, with the first seed whose longest probe is short enough.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "index_bucket.h"
#include "hosts/octets.h"
#include "shard_steps.h"

#define READ_ROOM (256u << 10)

/* A record for each entry; sorted, they are in the order in which entries take slots. */
enum {
	HOME_AT_BUCKET = 0,
	HOME_AT_ENTRY = 4,
	HOME_AT_TAG = 9,
	HOME_SIZE = 12
};

/* Sort the entries by their home buckets. */
static enum robotsc_store_status find_homes(const struct shard_file *f, struct sorter *homes)
{
	const struct shard_section *const entries = &f->sections[SECTION_ENTRIES];
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	struct spool_reader r;
	uint64_t at = 0;
	robotsc__reader_begin(&r, f->fd, entries->start, entries->start + entries->size, READ_ROOM);
	while (at < entries->size && status == ROBOTSC_STORE_OK) {
		const uint8_t *octets;
		uint8_t head[ENTRY_AT_ORIGIN], *home;
		size_t len, size;
		uint64_t hash;
		status = robotsc__reader_take(&r, ENTRY_AT_ORIGIN, &octets);
		if (status != ROBOTSC_STORE_OK)
			break;
		memcpy(head, octets, ENTRY_AT_ORIGIN);
		len = (size_t)get_little(head + ENTRY_AT_SIZE, 2);
		size = (size_t)filled(ENTRY_AT_ORIGIN + len + (head[ENTRY_AT_FLAGS] & ENTRY_SINCE ? ENTRY_SINCE_SIZE : 0));
		status = robotsc__reader_take(&r, size - ENTRY_AT_ORIGIN, &octets);
		home = status == ROBOTSC_STORE_OK ? robotsc__sorter_add(homes, HOME_SIZE) : NULL;
		if (!home)
			break;
		hash = half_sip_hash(f->seed, octets, len);
		put_big(home + HOME_AT_BUCKET, 4, home_of(hash, f->buckets));
		put_big(home + HOME_AT_ENTRY, 5, at / SNAPSHOT_UNIT);
		put_big(home + HOME_AT_TAG, 3, tag_of(hash));
		at += size;
	}
	robotsc__reader_free(&r);
	return status == ROBOTSC_STORE_OK ? robotsc__sorter_sort(homes) : status;
}

struct filling {
	struct shard_file *f;
	struct sorter *homes;
	struct sorted_record next; /* the next entry; len 0: there is none */
	struct spool out;
	uint32_t probes;
};

static enum robotsc_store_status next_entry(struct filling *x)
{
	const enum robotsc_store_status status = robotsc__sorter_next(x->homes, &x->next);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		x->next.len = 0;
	return status == ROBOTSC_STORE_NOT_FOUND ? ROBOTSC_STORE_OK : status;
}

static bool waits_at(const struct filling *x, uint32_t bucket)
{
	return x->next.len > 0 && get_big(x->next.at + HOME_AT_BUCKET, 4) <= bucket;
}

/* Fill a bucket, and write it. */
static enum robotsc_store_status put_bucket(struct filling *x, uint32_t number)
{
	uint8_t bucket[BUCKET_SIZE] = {0};
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	unsigned n = 0;
	for (; n < BUCKET_SLOTS && waits_at(x, number) && status == ROBOTSC_STORE_OK; n++) {
		const uint32_t probes = number - (uint32_t)get_big(x->next.at + HOME_AT_BUCKET, 4) + 1;
		if (probes > x->probes)
			x->probes = probes;
		put_slot(bucket, n, get_big(x->next.at + HOME_AT_ENTRY, 5), (uint32_t)get_big(x->next.at + HOME_AT_TAG, 3));
		status = next_entry(x);
	}
	end_bucket(bucket, number, n, waits_at(x, number));
	return status == ROBOTSC_STORE_OK ? robotsc__spool_put(&x->out, bucket, BUCKET_SIZE) : status;
}

/* Write the index for a seed.  probes is above PROBES_MAX when the seed is not good enough. */
static enum robotsc_store_status fill(struct filling *x)
{
	enum robotsc_store_status status = next_entry(x);
	for (uint32_t i = 0; i < x->f->buckets + PROBES_MAX - 1 && x->probes <= PROBES_MAX && status == ROBOTSC_STORE_OK; i++)
		status = put_bucket(x, i);
	if (x->next.len > 0)
		x->probes = PROBES_MAX + 1;
	if (status == ROBOTSC_STORE_OK && x->probes <= PROBES_MAX)
		status = robotsc__spool_end(&x->out, x->f->sections[SECTION_INDEX].digest);
	return status;
}

static enum robotsc_store_status try_seed(struct shard_file *f)
{
	struct filling x = {.f = f, .probes = 1};
	enum robotsc_store_status status = robotsc__spool_begin(&x.out, f->fd, f->sections[SECTION_INDEX].start, true);
	if (status == ROBOTSC_STORE_OK)
		status = step_sorter(f, &x.homes);
	if (status == ROBOTSC_STORE_OK)
		status = find_homes(f, x.homes);
	if (status == ROBOTSC_STORE_OK)
		status = fill(&x);
	f->probes = x.probes;
	robotsc__sorter_close(x.homes);
	robotsc__spool_free(&x.out);
	return status;
}

enum robotsc_store_status robotsc__index_section(struct shard_file *f)
{
	enum robotsc_store_status status;
	for (f->seed = 0;; f->seed++) {
		status = call_progress(f->maker, ROBOTSC_MAKER_INDEX, f->maker->done, f->maker->added);
		if (status == ROBOTSC_STORE_OK)
			status = try_seed(f);
		if (status != ROBOTSC_STORE_OK || f->probes <= PROBES_MAX)
			return status;
	}
}
