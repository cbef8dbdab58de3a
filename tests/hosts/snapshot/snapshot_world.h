/* snapshot_world.h - origins, policies and decisions at random, and a snapshot of them by the plain
 * writer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_WORLD_H
#define ROBOTSC_SNAPSHOT_WORLD_H

#include "plain_writer.h"
#include "robotsc/snapshot.h"

/* How a world is made. */
struct world_plan {
	size_t n;      /* origins; some are added several times, with earlier fetches */
	size_t texts;  /* different policies */
	uint64_t seed; /* seed of the random numbers */
	enum robotsc_dialect dialect;
	const struct robotsc_text *agents;
	uint32_t nagents;
};

struct world {
	struct plain_settings settings;
	struct plain_entry *entries; /* all added entries; the first n count, one for each origin */
	size_t n, all;
	uint8_t *bytes; /* the snapshot */
	size_t len;
};

int world_make(struct world *world, const struct world_plan *plan);
void world_free(struct world *world);

/* Remove a folder and what is in it. */
void world_remove(const char *folder);

#endif
