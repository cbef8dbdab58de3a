/* plain_writer.c - see plain_writer.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_writer.h"

#include <stdlib.h>
#include <string.h>

#include "plain_hashes.h"
#include "plain_parts.h"

struct octets {
	uint8_t *at;
	size_t len, room;
	int failed;
};

static void put(struct octets *o, const void *from, size_t n)
{
	if (o->len + n > o->room) {
		const size_t room = 2 * (o->len + n) + 4096;
		uint8_t *at = realloc(o->at, room);

		if (!at) {
			o->failed = 1;
			return;
		}
		o->at = at;
		o->room = room;
	}
	if (n > 0)
		memcpy(o->at + o->len, from, n);
	o->len += n;
}

static void put_number(struct octets *o, uint64_t value, size_t n)
{
	uint8_t p[8];
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = (uint8_t)(value >> 8 * i);
	put(o, p, n);
}

static void fill_up(struct octets *o, size_t unit)
{
	while (o->len % unit != 0 && !o->failed)
		put_number(o, 0, 1);
}

static void set(uint8_t *p, uint64_t value, size_t n)
{
	for (; n > 0; n--, value >>= 8)
		*p++ = (uint8_t)value;
}

/* ---- the parts --------------------------------------------------------------------------- */

struct item {
	const struct plain_entry *entry;
	uint8_t *key;
	size_t key_len;
	size_t number;   /* index in the input */
	uint64_t offset; /* of the entry */
	uint64_t record; /* offset of the policy's record */
	uint64_t record_size;
	uint64_t hash;
	struct item *same; /* the item whose blob it shares */
};

static int by_key(const void *a, const void *b)
{
	const struct item *x = *(struct item *const *)a, *y = *(struct item *const *)b;
	const int d = memcmp(x->key, y->key, x->key_len < y->key_len ? x->key_len : y->key_len);

	if (d != 0 || x->key_len != y->key_len)
		return d != 0 ? d : x->key_len < y->key_len ? -1 : 1;
	if (x->entry->decision.fetched != y->entry->decision.fetched)
		return x->entry->decision.fetched > y->entry->decision.fetched ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

static int compare_blobs(const struct item *x, const struct item *y)
{
	if (x->entry->blob_len != y->entry->blob_len)
		return x->entry->blob_len < y->entry->blob_len ? -1 : 1;
	return memcmp(x->entry->blob, y->entry->blob, x->entry->blob_len);
}

static int by_blob(const void *a, const void *b)
{
	const struct item *x = *(struct item *const *)a, *y = *(struct item *const *)b;
	const int d = compare_blobs(x, y);

	return d != 0 ? d : x->offset < y->offset ? -1 : 1;
}

static int by_home(const void *a, const void *b)
{
	const struct item *x = *(struct item *const *)a, *y = *(struct item *const *)b;

	/* record_size is the home bucket here; the offsets order entries of one home */
	if (x->record_size != y->record_size)
		return x->record_size < y->record_size ? -1 : 1;
	return x->offset < y->offset ? -1 : 1;
}

static int put_record(struct octets *o, const struct plain_settings *s, struct item *item)
{
	const size_t begin = o->len;
	uint32_t i;

	put_number(o, 0, 4);
	put_number(o, item->entry->blob_len, 4);
	for (i = 0; i < s->nagents; i++) {
		struct plain_front front;

		if (plain_ask(item->entry->blob, item->entry->blob_len, s->agents[i], &front) < 0)
			return -1;
		put_number(o, front.field, 4);
		put_number(o, front.name, 3);
		put_number(o, front.selected, 1);
	}
	if (o->failed)
		return -1;
	set(o->at + begin, plain_checksum(o->at + begin + 4, 4 + 8 * (size_t)s->nagents), 4);
	put(o, item->entry->blob, item->entry->blob_len);
	fill_up(o, 8);
	while (o->len - begin < 64 && !o->failed)
		put_number(o, 0, 1);
	item->record = begin;
	item->record_size = o->len - begin;
	return 0;
}

static void put_entry(struct octets *o, struct item *item)
{
	const struct robotsc_decision *d = &item->entry->decision;
	const uint64_t units = item->record_size / 8;
	const int since = d->since != d->fetched;
	const size_t begin = o->len;

	item->offset = begin;
	put_number(o, 0, 4);
	put_number(o, item->entry->origin.len, 2);
	put_number(o, (d->revalidate ? 1u : 0u) | (d->challenge ? 2u : 0u) | (since ? 4u : 0u), 1);
	put_number(o, d->outcome, 1);
	put_number(o, (uint64_t)d->expires, 5);
	put_number(o, (uint64_t)d->fetched, 5);
	put_number(o, d->status, 2);
	put_number(o, d->end, 1);
	put_number(o, d->profile, 1);
	put_number(o, d->row, 1);
	put_number(o, d->length, 5);
	put_number(o, d->digest, 8);
	put_number(o, item->record / 8, 5);
	put_number(o, units < 0xFFFFFF ? units : 0xFFFFFF, 3);
	put(o, item->entry->origin.at, item->entry->origin.len);
	if (since)
		put_number(o, (uint64_t)d->since, 5);
	fill_up(o, 8);
	if (!o->failed)
		set(o->at + begin, plain_checksum(o->at + begin + 4, o->len - begin - 4), 4);
}

/* Fill the buckets with items in the order of homes.  Returns the longest probe; 0: too long. */
static unsigned fill_buckets(uint8_t *buckets, struct item **items, size_t n, size_t home_count)
{
	size_t next = 0, b;
	unsigned longest = 1;

	memset(buckets, 0, (home_count + 15) * 64);
	for (b = 0; b < home_count + 15; b++) {
		uint8_t *p = buckets + 64 * b, sum[68];

		for (; next < n && items[next]->record_size <= b && p[4] < 7; next++) {
			const size_t distance = (size_t)(b - items[next]->record_size);

			if (distance >= 16)
				return 0;
			longest = distance + 1 > longest ? (unsigned)distance + 1 : longest;
			set(p + 8 + 8 * p[4]++, items[next]->offset / 8 | items[next]->hash << 40, 8);
		}
		p[5] = next < n && items[next]->record_size <= b;
		set(sum, b, 8);
		memcpy(sum + 8, p + 4, 60);
		set(p, plain_checksum(sum, 68), 4);
	}
	return next == n ? longest : 0;
}

/* Write the index with the first seed that fits.  From here on record_size is the home bucket. */
static int put_index(struct octets *o, struct item **items, size_t n, uint64_t *seed, unsigned *probes, size_t *home_count)
{
	uint8_t *buckets;
	size_t i;

	*home_count = (n * 10 + 55) / 56;
	if (*home_count == 0)
		*home_count = 1;
	buckets = malloc((*home_count + 15) * 64);
	if (!buckets)
		return -1;
	for (*seed = 0;; ++*seed) {
		for (i = 0; i < n; i++) {
			items[i]->hash = plain_hash(*seed, items[i]->entry->origin.at, items[i]->entry->origin.len);
			items[i]->record_size = (items[i]->hash >> 32) * *home_count >> 32;
		}
		qsort(items, n, sizeof *items, by_home);
		*probes = fill_buckets(buckets, items, n, *home_count);
		if (*probes != 0)
			break;
	}
	put(o, buckets, (*home_count + 15) * 64);
	free(buckets);
	return 0;
}

/* ---- the whole ---------------------------------------------------------------------------- */

struct parts {
	struct octets section[4];
	struct item *items, **order;
	size_t n; /* of order */
	uint64_t policies, seed;
	unsigned probes;
	size_t home_count;
	int64_t time;
};

/* Sort by key, and keep the first entry of each key. */
static int sort_entries(struct parts *p, const struct plain_entry *entries, size_t n)
{
	uint8_t key[300];
	size_t i, kept = 0;

	p->items = calloc(n + 1, sizeof *p->items);
	p->order = calloc(n + 1, sizeof *p->order);
	if (!p->items || !p->order)
		return -1;
	for (i = 0; i < n; i++) {
		struct item *item = &p->items[i];

		item->entry = &entries[i];
		item->number = i;
		item->key_len = plain_key(entries[i].origin, key);
		item->key = malloc(item->key_len);
		if (!item->key)
			return -1;
		memcpy(item->key, key, item->key_len);
		p->order[i] = item;
	}
	qsort(p->order, n, sizeof *p->order, by_key);
	for (i = 0; i < n; i++) {
		const struct item *last = kept > 0 ? p->order[kept - 1] : NULL, *item = p->order[i];

		if (!last || last->key_len != item->key_len || memcmp(last->key, item->key, item->key_len) != 0)
			p->order[kept++] = p->order[i];
	}
	p->n = kept;
	return 0;
}

/* Write a record for each different blob, in the order in which entries first name the blobs. */
static int put_policies(struct parts *p, const struct plain_settings *s)
{
	struct item **blobs = malloc((p->n + 1) * sizeof *blobs);
	int result = 0;
	size_t i;

	if (!blobs)
		return -1;
	for (i = 0; i < p->n; i++) {
		p->order[i]->offset = i;
		blobs[i] = p->order[i];
	}
	qsort(blobs, p->n, sizeof *blobs, by_blob);
	for (i = 0; i < p->n; i++)
		blobs[i]->same = i > 0 && compare_blobs(blobs[i - 1], blobs[i]) == 0 ? blobs[i - 1]->same : blobs[i];
	free(blobs);
	for (i = 0; i < p->n && result == 0; i++) {
		struct item *item = p->order[i];

		if (item->same == item) {
			result = put_record(&p->section[3], s, item);
			p->policies++;
		} else {
			item->record = item->same->record;
			item->record_size = item->same->record_size;
		}
	}
	return result;
}

static int make_parts(struct parts *p, const struct plain_settings *s, const struct plain_entry *entries, size_t n)
{
	size_t i;

	if (sort_entries(p, entries, n) < 0 || put_policies(p, s) < 0)
		return -1;
	for (i = 0; i < p->n; i++) {
		if (i % 64 == 0)
			put_number(&p->section[1], p->section[0].len, 8);
		put_entry(&p->section[0], p->order[i]);
		if (p->order[i]->entry->decision.fetched > p->time)
			p->time = p->order[i]->entry->decision.fetched;
	}
	if (s->timed)
		p->time = s->time;
	return put_index(&p->section[2], p->order, p->n, &p->seed, &p->probes, &p->home_count);
}

static void put_head(struct octets *o, const struct parts *p, const struct plain_settings *s)
{
	uint64_t at;
	uint32_t i;

	put(o, "\x8DRSN\r\n\x1A\n", 8);
	put_number(o, 1, 2);
	put_number(o, 0, 2);
	put_number(o, 0, 4); /* size of the head, set later */
	put_number(o, 0, 8); /* size of the file, set later */
	put_number(o, (uint64_t)p->time, 8);
	put_number(o, p->n, 8);
	put_number(o, p->policies, 8);
	put_number(o, p->seed, 8);
	put_number(o, p->probes, 4);
	put_number(o, p->home_count, 4);
	put_number(o, s->shard, 4);
	put_number(o, s->shards ? s->shards : 1, 4);
	for (i = 0; i < 4 * 48; i++)
		put_number(o, 0, 1);
	put_number(o, s->dialect, 1);
	put_number(o, s->settings, 1);
	put_number(o, s->scope, 1);
	put_number(o, s->challenge, 1);
	put_number(o, s->nagents, 4);
	put_number(o, s->limit, 8);
	for (i = 0; i < s->nagents; i++) {
		put_number(o, s->agents[i].len, 2);
		put(o, s->agents[i].at, s->agents[i].len);
	}
	while ((o->len + 32) % 64 != 0 && !o->failed)
		put_number(o, 0, 1);
	for (i = 0; i < 32; i++)
		put_number(o, 0, 1);
	if (o->failed)
		return;
	set(o->at + 12, o->len, 4);
	at = o->len;
	for (i = 0; i < 4; i++) {
		at = (at + 63) / 64 * 64;
		set(o->at + 72 + 48 * i, at, 8);
		set(o->at + 80 + 48 * i, p->section[i].len, 8);
		plain_sha256(p->section[i].at, p->section[i].len, o->at + 88 + 48 * i);
		at += p->section[i].len;
	}
	set(o->at + 16, at, 8);
}

void plain_seal(uint8_t *snapshot)
{
	const size_t size = (size_t)plain_get(snapshot + 12, 4);

	plain_sha256(snapshot, size - 32, snapshot + size - 32);
}

int plain_snapshot(const struct plain_settings *settings, const struct plain_entry *entries, size_t n, uint8_t **out, size_t *len)
{
	struct parts p = {.n = 0};
	struct octets file = {.at = NULL};
	size_t k;
	int i, result = make_parts(&p, settings, entries, n);

	for (i = 0; i < 4; i++)
		file.failed |= p.section[i].failed;
	if (result == 0) {
		put_head(&file, &p, settings);
		for (i = 0; i < 4 && !file.failed; i++) {
			fill_up(&file, 64);
			put(&file, p.section[i].at, p.section[i].len);
		}
	}
	for (i = 0; i < 4; i++)
		free(p.section[i].at);
	for (k = 0; p.items && k < n; k++)
		free(p.items[k].key);
	free(p.items);
	free(p.order);
	if (result < 0 || file.failed) {
		free(file.at);
		return -1;
	}
	plain_seal(file.at);
	*out = file.at;
	*len = file.len;
	return 0;
}
