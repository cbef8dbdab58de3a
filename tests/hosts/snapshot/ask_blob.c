/* ask_blob.c - see ask_snapshot.h: asks a snapshot that has one blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "snapshot_maker.h"
#include "tests/support/product.h"

#define SPARE 8192 /* octets of a snapshot of one origin, but for its blob */

/* Of one origin, for every agent or for one. */
static void plan_one(struct snapshot_plan *plan, const uint8_t *blob, size_t len, uint32_t nagents)
{
	static const struct robotsc_text agent = {"ExampleBot", 10};
	static const char origin[] = "https://www.example.com";
	struct maker_entry *e = plan->entries;

	memset(plan, 0, sizeof *plan);
	plan->dialect = (enum robotsc_dialect)blob[6];
	plan->limit = 512000;
	plan->time = -1;
	plan->shards = 1;
	plan->agents = &agent;
	plan->nagents = nagents;
	*e = (struct maker_entry){.len = sizeof origin - 1, .expires = 2000, .fetched = 1000, .since = 1000, .status = 200};
	memcpy(e->origin, origin, e->len);
	plan->blobs[0] = (struct maker_blob){blob, len};
	plan->nentries = plan->nblobs = 1;
}

const char *ask_snapshot_of(const void *blob, size_t len, uint64_t *state, struct snapshot_counts *counts)
{
	static struct snapshot_plan plan;
	static struct snapshot_map map;
	static uint8_t *room;
	struct snapshot_octets octets = {.blobs_changed = 1, .level = 1 + (int)product_below(state, 3)};
	const char *wrong;

	if (len > MAKER_ROOM - SPARE)
		return NULL;
	if (room == NULL)
		room = product_alloc(NULL, MAKER_ROOM);
	plan_one(&plan, blob, len, (uint32_t)product_below(state, 2));
	octets.len = snapshot_write(&plan, room, &map);
	uint8_t *copy = product_alloc(NULL, octets.len); /* sanitizers report a read beyond it */

	memcpy(copy, room, octets.len);
	octets.bytes = copy;
	wrong = ask_snapshot(&octets, state, counts);
	free(copy);
	return wrong;
}
