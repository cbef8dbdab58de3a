/* maker_state.h - a maker.
 *
 * robotsc_maker_add sorts records of origins by shard, key, facts and blob.  robotsc_maker_finish
 * makes the shards one after the other: the last record of each key, the winner, becomes the entry.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MAKER_STATE_H
#define ROBOTSC_MAKER_STATE_H

#include <stdbool.h>

#include "robotsc/access.h"
#include "robotsc/snapshot_make.h"
#include "sorter.h"

/* The facts of a fetch, in octets whose order is that of the times. */
enum {
	FACTS_AT_FETCHED = 0,
	FACTS_AT_EXPIRES = 5,
	FACTS_AT_SINCE = 10,
	FACTS_AT_STATUS = 15,
	FACTS_AT_END = 17,
	FACTS_AT_PROFILE = 18,
	FACTS_AT_OUTCOME = 19,
	FACTS_AT_ROW = 20,
	FACTS_AT_FLAGS = 21, /* ENTRY_REVALIDATE, ENTRY_CHALLENGE */
	FACTS_AT_LENGTH = 22,
	FACTS_AT_DIGEST = 27,
	FACTS_SIZE = 35
};

/* The record of an origin that becomes its entry. */
struct winner {
	struct robotsc_text origin;
	const uint8_t *facts;
	const uint8_t *blob;
	size_t blob_len;
};

struct winners {
	struct sorter *sorter;
	struct kept_record {
		uint8_t *at;
		size_t len, room;
	} now, ahead; /* ahead: the first record of the next key */
	bool has_ahead;
};

/* Add the record of an origin to the sorter. */
enum robotsc_store_status robotsc__winners_add(struct sorter *sorter, uint32_t shard, struct robotsc_text origin,
                                               const struct robotsc_decision *decision, const void *blob, size_t blob_len);

/* Begin to read records, which are sorted now. */
enum robotsc_store_status robotsc__winners_begin(struct winners *w, struct sorter *sorter);
void robotsc__winners_free(struct winners *w);

/* Return the next entry of a shard, valid until the next call.  NOT_FOUND: there is none left. */
enum robotsc_store_status robotsc__winners_next(struct winners *w, uint32_t shard, struct winner *winner);

struct robotsc_maker {
	struct robotsc_maker_options options;
	struct robotsc_store_settings settings;
	char *output, *folder; /* folder: of the temporary files */
	unsigned workers;
	uint64_t memory; /* of a sorter; two sorters are in use at a time */
	struct sorter *origins;
	uint64_t added;
	/* The roots that the shards must have, expected_step octets apart; or NULL. */
	const uint8_t *expected;
	size_t expected_step;
	/* of robotsc_maker_finish */
	uint64_t done; /* origins in the shards that are written */
};

/* The progress is called once for this number of items. */
#define PROGRESS_STEP 4096u

/* Call the progress.  Errors: STOPPED. */
static inline enum robotsc_store_status call_progress(const struct robotsc_maker *m, enum robotsc_maker_phase phase, uint64_t done,
                                                      uint64_t total)
{
	return m->options.progress && m->options.progress(m->options.ctx, phase, done, total) ? ROBOTSC_STORE_STOPPED
	                                                                                      : ROBOTSC_STORE_OK;
}

/* The row of a shard in a manifest. */
struct shard_row {
	uint64_t size, entries, policies;
	int64_t time;
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
};

/* Write the snapshot of a shard into a file that is open and empty. */
enum robotsc_store_status robotsc__shard_write(struct robotsc_maker *m, struct winners *winners, uint32_t shard, int fd,
                                               struct shard_row *row);

/* A file under a temporary name; it gets its own name when it is complete. */
struct part {
	int fd; /* -1: none */
	char name[64];
};

/* The folder of a path, to be freed; NULL without memory. */
char *robotsc__folder_of(const char *path);

/* Remove files that killed makers have left, if they were written more than a day ago: a younger
 * file may be that of a process with the same number on another machine. */
void robotsc__parts_clear(const char *folder);

/* Make a file in a folder. */
enum robotsc_store_status robotsc__part_open(struct part *part, const char *folder);
/* Write what the system still has in memory to the disk, and close the file. */
enum robotsc_store_status robotsc__part_close(struct part *part);
/* Rename the file to a path.  A file of that name is replaced. */
enum robotsc_store_status robotsc__part_rename(struct part *part, const char *folder, const char *path);
/* Remove the file, unless it was renamed. */
void robotsc__part_drop(struct part *part, const char *folder);

/* Sync a folder: write the names of its files to the disk. */
enum robotsc_store_status robotsc__sync_folder(const char *folder);

/* Rename the parts to shards, write their manifest, and remove the shards that it does not name.
 * Only one maker at a time does so in a folder. */
enum robotsc_store_status robotsc__publish_shards(const char *folder, struct part *parts, const struct shard_row *rows,
                                                  uint32_t shards);

#endif
