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
#define MAKER_ORIGIN_ROOM 320u /* an origin may be too long */
#define MAKER_ROOM (1u << 19)  /* for any snapshot of a plan */

struct maker_entry {
	char origin[MAKER_ORIGIN_ROOM];
	size_t len;
	uint64_t expires, fetched, since, length, digest;
	uint16_t status;
	uint8_t flags, outcome, end, profile, row;
	size_t blob; /* of the plan's */
};

struct maker_blob {
	const uint8_t *bytes;
	size_t len;
};

/* What a snapshot is made of. */
struct snapshot_plan {
	enum robotsc_dialect dialect;
	uint8_t settings, scope, challenge;
	uint64_t limit;
	int64_t time; /* -1: the latest fetch */
	uint32_t shard, shards, nagents;
	const struct robotsc_text *agents;
	struct maker_entry entries[MAKER_ENTRIES];
	size_t nentries;
	struct maker_blob blobs[MAKER_BLOBS];
	size_t nblobs;
	int as_is;         /* entries stay in their order */
	size_t more;       /* octets after the agents, of a later minor version; a multiple of 64 */
	uint32_t nameless; /* agents without octets, in those of more */
	uint64_t seed;     /* the first seed that is tried; a writer begins with 0 */
};

/* Where the parts of a written snapshot are, from its beginning. */
struct snapshot_map {
	size_t head, agents, agents_end, section[SECOND_SECTIONS], size[SECOND_SECTIONS];
	size_t entry[MAKER_ENTRIES], nentries;
	size_t record[MAKER_BLOBS], record_size[MAKER_BLOBS], nrecords;
	uint32_t nagents, nbuckets;
};

/* Make up a plan of any size and of all that the format allows. */
void snapshot_make_plan(struct snapshot_plan *plan, uint64_t *state);

/* Write a plan.  out: MAKER_ROOM octets.  Returns the octets of the snapshot. */
size_t snapshot_write(struct snapshot_plan *plan, uint8_t *out, struct snapshot_map *map);

/* A blob that was compiled from one of some texts, for a plan's agents or for every agent; the
 * dialect may be another. */
struct maker_blob snapshot_blob(const struct snapshot_plan *plan, enum robotsc_dialect dialect, size_t text);

/* A canonical origin of any kind.  Returns its octets. */
size_t snapshot_origin(char origin[MAKER_ORIGIN_ROOM], uint64_t *state);

#endif
