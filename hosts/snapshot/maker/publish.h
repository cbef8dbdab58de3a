/* publish.h - files that appear when they are complete.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PUBLISH_H
#define ROBOTSC_PUBLISH_H

#include "maker_state.h"

/* A file under a name that nobody looks for. */
struct part {
	int fd; /* -1: none */
	char name[64];
};

/* The folder in which a path stands, for free(); or NULL: out of memory. */
char *robotsc__folder_of(const char *path);

/* Remove files that makers have left behind which were killed, if they were written more than a day
 * ago: a process of the same number may run on another machine. */
void robotsc__parts_clear(const char *folder);

/* Make a file in a folder. */
enum robotsc_store_status robotsc__part_open(struct part *part, const char *folder);
/* Write what the system still has in memory to the disk, and close the file. */
enum robotsc_store_status robotsc__part_close(struct part *part);
/* Give it its name, a path; it replaces a file that has it. */
enum robotsc_store_status robotsc__part_rename(struct part *part, const char *folder, const char *path);
/* Remove it, if it has not got its name. */
void robotsc__part_drop(struct part *part, const char *folder);

/* Write the entries of a folder to the disk. */
enum robotsc_store_status robotsc__sync_folder(const char *folder);

/* Give shards their names, write their manifest, and remove the shards that it does not name.  One
 * maker at a time does so in a folder. */
enum robotsc_store_status robotsc__publish_shards(const char *folder, struct part *parts, const struct shard_row *rows,
                                                  uint32_t shards);

#endif
