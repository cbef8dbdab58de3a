/* ask_delta.c - see ask_delta.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_delta.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "robotsc/snapshot_make.h"
#include "second_delta.h"
#include "snapshot_world.h"
#include "support/product.h"

#define HEAD (DELTA_SECOND_ROWS + DELTA_SECOND_ROW + SECOND_DIGEST)
#define AGENTS 8u

/* A delta, what the second reader says of it, and what comes of that. */
struct asked {
	struct second_snapshot old;
	struct robotsc_snapshot snapshot;
	uint8_t *delta;
	size_t len;
	enum delta_answer second;
	struct delta_new items;
	int brings;   /* a blob that OLD has not */
	int finished; /* all items were taken, so that NEW was written */
	uint8_t *made;
	size_t made_len;
};

const uint8_t *ask_delta_old(size_t *len)
{
	static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"a-bot", 5}};
	static const struct world_plan plan = {24, 7, 35, ROBOTSC_RFC9309, agents, 2};
	static struct world w;

	if (w.bytes == NULL && world_make(&w, &plan) != 0)
		abort();
	*len = w.len;
	return w.bytes;
}

/* True if a blob is one that OLD has: these are good. */
static int is_of_old(const struct asked *a, const uint8_t *blob)
{
	return blob >= a->old.bytes && blob < a->old.bytes + a->old.len;
}

/* NEW, as the plain writer has it.  Nothing where a blob is refused. */
static void make_new(struct asked *a)
{
	struct robotsc_text agents[AGENTS];
	struct plain_settings settings = {.dialect = (enum robotsc_dialect)a->old.dialect,
	                                  .settings = a->old.settings,
	                                  .scope = (enum robotsc_redirect_scope)a->old.scope,
	                                  .challenge = (enum robotsc_challenge)a->old.challenge,
	                                  .limit = a->old.limit,
	                                  .agents = agents,
	                                  .nagents = a->old.nagents,
	                                  .timed = a->items.timed,
	                                  .time = (int64_t)a->items.time};
	struct plain_entry *entries = product_alloc(NULL, (a->items.n + 1) * sizeof *entries);
	int good = a->old.nagents <= AGENTS;

	for (uint32_t i = 0; good && i < a->old.nagents; i++) {
		uint32_t n;

		agents[i].at = second_agent(&a->old, i, &n);
		agents[i].len = n;
	}
	for (size_t i = 0; good && i < a->items.n; i++) {
		const struct delta_entry *e = &a->items.entries[i];
		struct robotsc_blob blob;

		if (!is_of_old(a, e->blob)) {
			a->brings = 1;
			good = robotsc_open(&blob, e->blob, e->blob_len) == ROBOTSC_OK && blob.dialect == settings.dialect;
		}
		entries[i] = (struct plain_entry){.origin = {e->origin, e->origin_len},
		                                  .decision = {.status = e->status,
		                                               .end = e->end,
		                                               .profile = e->profile,
		                                               .outcome = e->outcome,
		                                               .row = e->row,
		                                               .revalidate = e->flags & 1,
		                                               .challenge = e->flags >> 1 & 1,
		                                               .fetched = (int64_t)e->fetched,
		                                               .expires = (int64_t)e->expires,
		                                               .since = (int64_t)e->since,
		                                               .length = e->length,
		                                               .digest = e->digest},
		                                  .blob = e->blob,
		                                  .blob_len = e->blob_len};
	}
	if (a->second != DELTA_OK || !good || plain_snapshot(&settings, entries, a->items.n, &a->made, &a->made_len) != 0)
		a->made = NULL;
	free(entries);
}

static void put_root(struct asked *a)
{
	if (a->made != NULL)
		memcpy(a->delta + DELTA_SECOND_ROWS + 32, a->made + second_load(a->made + 12, 4) - SECOND_DIGEST, SECOND_DIGEST);
}

/* Make a delta of items, with a head that is right, but for a number of these with counted. */
static void put_head(struct asked *a, const uint8_t *bytes, size_t len, int counted, uint64_t *state)
{
	uint8_t *row, *count;

	a->len = HEAD + len;
	a->delta = product_alloc(NULL, a->len);
	memset(a->delta, 0, HEAD);
	memcpy(a->delta + HEAD, bytes, len);
	row = a->delta + DELTA_SECOND_ROWS;
	second_store(a->delta + 8, 1, 2);
	second_store(a->delta + 12, 1, 4);
	a->delta[32] = len % 4 == 0 ? 2 : 0;
	second_store(a->delta + 24, a->delta[32] ? 4000000000u : 0, 8);
	memcpy(row, a->old.root, SECOND_DIGEST);
	a->second = second_delta_items(&a->old, a->delta + HEAD, len, &a->items);
	a->items.timed = a->delta[32] != 0;
	a->items.time = 4000000000u;
	second_store(row + 112, a->items.n, 8);
	second_store(row + 120, a->items.octets, 8);
	make_new(a);
	put_root(a);
	if (counted) {
		count = row + (product_below(state, 2) ? 112 : 120);
		second_store(count, second_load(count, 8) + (product_below(state, 2) ? 1 : UINT64_MAX), 8);
	}
	second_delta_seal(a->delta, a->len);
	free(a->items.entries);
	free(a->made);
	a->items = (struct delta_new){.n = 0};
	a->made = NULL;
}

static int has_root(const struct asked *a)
{
	return memcmp(a->items.root, a->made + second_load(a->made + 12, 4) - SECOND_DIGEST, SECOND_DIGEST) == 0;
}

/* Compare what was made with what should be. */
static const char *compare(const struct asked *a, enum robotsc_store_status status, const char *path, struct delta_counts *counts)
{
	static const enum robotsc_store_status refused[] = {[DELTA_NONE] = ROBOTSC_STORE_INPUT,
	                                                    [DELTA_VERSION] = ROBOTSC_STORE_VERSION,
	                                                    [DELTA_DAMAGED] = ROBOTSC_STORE_DAMAGED,
	                                                    [DELTA_TWICE] = ROBOTSC_STORE_DAMAGED,
	                                                    [DELTA_OTHER] = ROBOTSC_STORE_NOT_FOUND};
	FILE *file = fopen(path, "rb");
	uint8_t *octets = product_alloc(NULL, a->made_len + 1);
	const size_t n = file ? fread(octets, 1, a->made_len + 1, file) : 0;
	const int same = n == a->made_len && a->made != NULL && memcmp(octets, a->made, n) == 0;

	if (file)
		fclose(file);
	free(octets);
	counts->made += status == ROBOTSC_STORE_OK;
	counts->refused += status != ROBOTSC_STORE_OK;
	if ((status == ROBOTSC_STORE_OK) != (file != NULL))
		return "a file of a delta that was refused, or none of one that was not";
	if (status == ROBOTSC_STORE_OK)
		return same && a->second == DELTA_OK ? NULL : "NEW is not what the delta says";
	if (a->brings && status == ROBOTSC_STORE_BLOB)
		return NULL;
	if (a->second == DELTA_OK && a->made == NULL)
		return "a blob that is none";
	if (a->second == DELTA_OK)
		return status == ROBOTSC_STORE_DAMAGED && !has_root(a) ? NULL : "a delta that is right was refused";
	if (a->second != DELTA_TWICE && a->finished)
		return "items that are damaged were taken";
	return status == refused[a->second] ? NULL : "refused for another reason";
}

static int note_phase(void *ctx, enum robotsc_maker_phase phase, uint64_t done, uint64_t total)
{
	struct asked *a = ctx;

	(void)done;
	(void)total;
	a->finished |= phase != ROBOTSC_MAKER_READING;
	return 0;
}

static const char *apply(struct asked *a, const char *path, struct delta_counts *counts)
{
	const struct robotsc_maker_options options = {.output = path, .memory = 1, .jobs = 1, .ctx = a, .progress = note_phase};
	const char *wrong;

	a->second = second_delta(&a->old, a->delta, a->len, &a->items);
	/* Blobs that the items bring may be damaged, whatever else is. */
	make_new(a);
	wrong = compare(a, robotsc_delta_apply(a->delta, a->len, &a->snapshot, &options, NULL), path, counts);
	unlink(path);
	return wrong;
}

const char *ask_delta(const uint8_t *old, size_t old_len, enum delta_octets kind, const uint8_t *bytes, size_t len, uint64_t *state,
                      const char *path, struct delta_counts *counts)
{
	struct asked a = {.len = len};
	const char *wrong;

	if (second_open(&a.old, old, old_len, NULL) != SECOND_OK ||
	    robotsc_snapshot_open(&a.snapshot, old, old_len, NULL) != ROBOTSC_OK)
		return "OLD";
	if (kind >= DELTA_ITEMS) {
		put_head(&a, bytes, len, kind == DELTA_COUNTED, state);
	} else {
		a.delta = product_alloc(NULL, len + !len);
		memcpy(a.delta, bytes, len);
		if (kind == DELTA_SEALED && len >= HEAD)
			second_delta_seal(a.delta, len);
	}
	wrong = apply(&a, path, counts);
	free(a.delta);
	free(a.items.entries);
	free(a.made);
	return wrong;
}
