/* shard_steps.h - the steps that make the file of a shard, each in a source file of its own.
 *
 *     draft_entries.c    the entries in order, to one file; their blobs, to another
 *     equal_policies.c   for each entry the place of the first blob that equals its own
 *     policy_records.c   the policies, in the order of first use
 *     entry_section.c    the entries, with the places of their policies; the marks
 *     index_section.c    the index
 *     shard_file.c       the head
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHARD_STEPS_H
#define ROBOTSC_SHARD_STEPS_H

#include "maker_state.h"
#include "hosts/snapshot/reader/snapshot_layout.h"
#include "spool.h"

struct shard_section {
	uint64_t start, size;
	uint8_t digest[ROBOTSC_SNAPSHOT_ROOT];
};

struct shard_file {
	struct robotsc_maker *maker;
	uint32_t number;
	int fd;
	uint64_t entries, policies; /* how many */
	int64_t time;               /* of the latest fetch */
	uint64_t seed;
	uint32_t buckets, probes;
	struct shard_section sections[SNAPSHOT_SECTIONS];
	/* between the steps */
	int drafts, blobs; /* descriptors of files: drafts of entries; blobs, some equal */
	uint64_t blobs_size;
	struct sorter *equal;  /* EQUAL_...: blobs by their digests */
	struct sorter *used;   /* USED_...: of each blob the entries that have it */
	struct sorter *placed; /* PLACED_...: the policy of each entry */
};

/* The records of the sorters.  PLACE: offset of a blob in its file.  ENTRY: number of an entry. */
#define DIGEST_SIZE 16u
enum {
	EQUAL_AT_DIGEST = 0, /* of the blob */
	EQUAL_AT_PLACE = DIGEST_SIZE,
	EQUAL_AT_ENTRY = EQUAL_AT_PLACE + 8,
	EQUAL_AT_SIZE = EQUAL_AT_ENTRY + 8,
	EQUAL_SIZE = EQUAL_AT_SIZE + 4,

	USED_AT_PLACE = 0, /* of the first equal blob */
	USED_AT_ENTRY = 8,
	USED_AT_SIZE = 16,
	USED_SIZE = 20,

	PLACED_AT_ENTRY = 0,
	PLACED_AT_POLICY = 8,  /* as in an entry */
	PLACED_AT_RECORD = 13, /* as in an entry */
	PLACED_SIZE = 16
};

enum robotsc_store_status robotsc__draft_entries(struct shard_file *f, struct winners *winners);
enum robotsc_store_status robotsc__equal_policies(struct shard_file *f);
enum robotsc_store_status robotsc__policy_records(struct shard_file *f);
enum robotsc_store_status robotsc__entry_section(struct shard_file *f);
enum robotsc_store_status robotsc__index_section(struct shard_file *f);

/* Open a sorter for a step. */
static inline enum robotsc_store_status step_sorter(const struct shard_file *f, struct sorter **sorter)
{
	return robotsc__sorter_open(sorter, f->maker->folder, f->maker->memory, f->maker->workers);
}

/* Where the next section begins after end octets. */
static inline uint64_t section_start(uint64_t end)
{
	return (end + SNAPSHOT_ALIGN - 1) / SNAPSHOT_ALIGN * SNAPSHOT_ALIGN;
}

#endif
