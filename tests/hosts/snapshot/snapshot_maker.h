/* snapshot_maker.h - makes up small snapshots and writes them, from docs/formats/snapshot.md alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_MAKER_H
#define ROBOTSC_SNAPSHOT_MAKER_H

#include "second_reader.h"
#include "robotsc/common.h"

#define MAKER_ENTRIES 200u
#define MAKER_AGENTS 3u
#define MAKER_BLOBS 24u
#define MAKER_ORIGIN_ROOM 320u /* octets of an origin, which may be too long */
#define MAKER_ROOM (1u << 19)  /* octets, enough for the snapshot of any plan */

struct maker_entry {
	char origin[MAKER_ORIGIN_ROOM];
	size_t len;
	uint64_t expires, fetched, since, length, digest;
	uint16_t status;
	uint8_t flags, outcome, end, profile, row;
	size_t blob; /* index in the blobs of the plan */
};

struct maker_blob {
	const uint8_t *bytes;
	size_t len;
};

/* The contents of a snapshot. */
struct snapshot_plan {
	enum robotsc_dialect dialect;
	uint8_t settings, scope, challenge;
	uint64_t limit;
	int64_t time; /* -1: the time of the latest fetch */
	uint32_t shard, shards, nagents;
	const struct robotsc_text *agents;
	struct maker_entry entries[MAKER_ENTRIES];
	size_t nentries;
	struct maker_blob blobs[MAKER_BLOBS];
	size_t nblobs;
	int as_is;         /* entries stay in their order, unsorted */
	size_t more;       /* octets after the agents, of a later minor version: 64 times n */
	uint32_t nameless; /* empty agents in these additional octets */
	uint64_t seed;     /* the first seed to try; writers begin with 0 */
};

/* Offsets of the parts of a written snapshot. */
struct snapshot_map {
	size_t head, agents, agents_end, section[SECOND_SECTIONS], size[SECOND_SECTIONS];
	size_t entry[MAKER_ENTRIES], nentries;
	size_t record[MAKER_BLOBS], record_size[MAKER_BLOBS], nrecords;
	uint32_t nagents, nbuckets;
};

/* Make up a plan of any size, with all that the format allows. */
void snapshot_make_plan(struct snapshot_plan *plan, uint64_t *state);

/* Write a plan.  out: MAKER_ROOM octets.  Returns the size of the snapshot. */
size_t snapshot_write(struct snapshot_plan *plan, uint8_t *out, struct snapshot_map *map);

/* The blob of a text in this dialect, compiled for the plan's agents or for every agent. */
struct maker_blob snapshot_blob(const struct snapshot_plan *plan, enum robotsc_dialect dialect, size_t text);

/* Make up a canonical origin of any kind.  Returns its octets. */
size_t snapshot_origin(char origin[MAKER_ORIGIN_ROOM], uint64_t *state);

#endif
