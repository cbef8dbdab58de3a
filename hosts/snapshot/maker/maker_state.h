/* maker_state.h - a maker.
 *
 * robotsc_maker_add sorts what comes by shard, key, facts and blob.  robotsc_maker_finish makes the
 * shards one after the other: the last record of each key is its entry.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MAKER_STATE_H
#define ROBOTSC_MAKER_STATE_H

#include <stdbool.h>

#include "robotsc/snapshot_make.h"
#include "sorter.h"
#include "winners.h"

struct robotsc_maker {
	struct robotsc_maker_options options;
	struct robotsc_store_settings settings;
	char *output, *folder; /* folder: of the temporary files */
	unsigned workers;
	uint64_t memory; /* of a sorter: two are in use at a time */
	struct sorter *origins;
	uint64_t added;
	/* The roots that the shards must have, or NULL; from each to the next it is a step. */
	const uint8_t *expected;
	size_t expected_step;
	/* of robotsc_maker_finish */
	uint64_t done; /* origins of shards that are written */
};

/* The progress is called for each of these. */
#define PROGRESS_STEP 4096u

/* Call the progress.  Errors: STOPPED. */
static inline enum robotsc_store_status call_progress(const struct robotsc_maker *m, enum robotsc_maker_phase phase, uint64_t done,
                                                      uint64_t total)
{
	return m->options.progress && m->options.progress(m->options.ctx, phase, done, total) ? ROBOTSC_STORE_STOPPED
	                                                                                      : ROBOTSC_STORE_OK;
}

/* What a manifest says of a shard. */
struct shard_row {
	uint64_t size, entries, policies;
	int64_t time;
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
};

/* Write the snapshot of a shard into a file that is open and empty. */
enum robotsc_store_status robotsc__shard_write(struct robotsc_maker *m, struct winners *winners, uint32_t shard, int fd,
                                               struct shard_row *row);

#endif
