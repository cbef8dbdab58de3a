/* snapshot_forger.c - see snapshot_forger.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_forger.h"

#include <stdlib.h>
#include <string.h>

const char *snapshot_change_name(enum snapshot_change change)
{
	static const char *const names[SNAPSHOT_CHANGES] = {"blob",  "plant",  "dialect", "agents",  "order", "twice", "origin",
	                                                    "grow",  "head",   "wrap",    "section", "agent", "field", "policy",
	                                                    "swap",  "bucket", "slot",    "tags",    "chain", "mark",  "record",
	                                                    "front", "fill",   "bit",     "cut"};

	return names[change];
}

/* ---- what is put right ---------------------------------------------------------- */

/* Write the checksum of an entry, or of octets that are read as one. */
static void repair_entry(struct snapshot_forgery *f, size_t at)
{
	const size_t end = f->map.section[SECOND_ENTRIES] + f->map.size[SECOND_ENTRIES];
	uint8_t *p = f->bytes + at;

	if (at > end || end - at < SECOND_ENTRY)
		return;
	const size_t size = (SECOND_ENTRY + (size_t)second_load(p + 4, 2) + (p[6] & 4 ? 5 : 0) + 7) / 8 * 8;

	if (size <= end - at)
		second_store(p, second_checksum32(p + 4, size - 4), 4);
}

static void repair_checksums(struct snapshot_forgery *f)
{
	const struct snapshot_map *m = &f->map;

	for (size_t i = 0; i < f->ninner; i++)
		repair_entry(f, m->section[SECOND_ENTRIES] + f->inner[i]);
	for (size_t i = 0; i < m->nentries; i++)
		repair_entry(f, m->entry[i]);
	for (uint32_t i = 0; i < m->nbuckets; i++) {
		uint8_t *bucket = f->bytes + m->section[SECOND_INDEX] + SECOND_BUCKET * i;

		second_store(bucket, second_bucket_checksum(i, bucket), 4);
	}
	for (size_t i = 0; i < m->nrecords; i++) {
		uint8_t *p = f->bytes + m->record[i];

		second_store(p, second_checksum32(p + 4, 4 + 8 * (size_t)m->nagents), 4);
	}
}

static void repair_digests(struct snapshot_forgery *f)
{
	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		uint8_t *p = f->bytes + 72 + 48 * i;
		const uint64_t at = second_load(p, 8), size = second_load(p + 8, 8);

		if (at <= f->len && size <= f->len - at)
			second_digest(f->bytes + at, (size_t)size, p + 16);
	}
}

void snapshot_repair(struct snapshot_forgery *f, int checksums, int digests, int root)
{
	if (checksums)
		repair_checksums(f);
	if (digests)
		repair_digests(f);
	const size_t head = (size_t)second_load(f->bytes + 12, 4);

	if (root && head >= SECOND_DIGEST && head <= f->len)
		second_digest(f->bytes, head - SECOND_DIGEST, f->bytes + head - SECOND_DIGEST);
}

/* ---- forging -------------------------------------------------------------------- */

/* Let an entry name the planted record. */
static void lead_to_plant(struct snapshot_forgery *f)
{
	const size_t n = f->map.nentries;

	for (size_t i = 0; i < n; i++)
		if (f->plan.entries[i].blob == f->plant - 1) {
			const uint64_t record = second_load(f->bytes + f->map.entry[i] + 36, 5);
			const size_t other = (i + 1 + (n > 1 ? below(f, n - 1) : 0)) % n;

			second_store(f->bytes + f->map.entry[other] + 36, record + f->planted / 8, 5);
			return;
		}
}

static void draw_changes(struct snapshot_forgery *f)
{
	f->nchanges = below(f, 2) == 0 ? 1 : 1 + below(f, FORGED_CHANGES);
	for (size_t i = 0; i < f->nchanges; i++)
		f->changes[i] = (enum snapshot_change)below(f, SNAPSHOT_CHANGES);
}

static void write_changed(struct snapshot_forgery *f)
{
	const size_t repair = below(f, 16);

	f->blobs_changed = 0;
	f->nown = f->ninner = f->plant = 0;
	for (size_t i = 0; i < f->nchanges; i++)
		if (f->changes[i] < CHANGE_HEAD)
			snapshot_change_plan(f, f->changes[i]);
	f->len = snapshot_write(&f->plan, f->bytes, &f->map);
	if (f->plant > 0)
		lead_to_plant(f);
	for (size_t i = 0; i < f->nchanges; i++)
		if (f->changes[i] >= CHANGE_HEAD)
			snapshot_change_octets(f, f->changes[i]);
	if (f->nchanges > 0)
		snapshot_repair(f, repair > 1, repair > 2, repair > 0);
}

void snapshot_forge(struct snapshot_forgery *f, uint64_t number, int valid)
{
	f->chance = number;
	f->chance = product_random(&f->chance);
	snapshot_make_plan(&f->plan, &f->chance);
	f->valid = valid;
	f->nchanges = 0;
	if (!valid)
		draw_changes(f);
	write_changed(f);
}

void snapshot_forge_planted(struct snapshot_forgery *f, uint64_t number)
{
	static const char *const origins[] = {"https://host.example", "https://planted.example"};

	f->valid = 0;
	f->chance = number;
	f->changes[0] = CHANGE_PLANT;
	f->nchanges = 1;
	do {
		snapshot_make_plan(&f->plan, &f->chance);
		f->plan.nagents %= 2;
		f->plan.shards = 1;
		f->plan.shard = 0;
		f->plan.settings = 0;
		f->plan.nentries = 2;
		f->plan.nblobs = 2;
		for (size_t i = 0; i < 2; i++) {
			struct maker_entry *e = &f->plan.entries[i];

			*e = (struct maker_entry){.len = strlen(origins[i]), .blob = 0};
			memcpy(e->origin, origins[i], e->len);
			f->plan.blobs[i] = snapshot_blob(&f->plan, f->plan.dialect, 4 + i);
		}
		write_changed(f);
	} while (f->plant != 1 || f->planted >= SECOND_RECORD_MIN);
	snapshot_repair(f, 1, 1, 1);
}
