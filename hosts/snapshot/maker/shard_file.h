/* shard_file.h - the file of a shard.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHARD_FILE_H
#define ROBOTSC_SHARD_FILE_H

#include "maker_state.h"
#include "winners.h"

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
