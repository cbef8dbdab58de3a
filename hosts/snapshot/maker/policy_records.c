/* policy_records.c - writes the policies, in the order in which entries first name them.
 *
 * Several threads open the blobs and make their fronts, each a batch of blobs at a time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "hosts/octets.h"
#include "runtime/match/ask_index.h"
#include "runtime/match/checksum.h"
#include "shard_steps.h"
#include "hosts/pipeline.h"

#define BATCH (256u << 10) /* octets of records; a larger one is a batch by itself */

/* Records that are made together.  First each has only its blob and the blob's size. */
struct record_batch {
	uint8_t *octets;
	size_t len, room;
	enum robotsc_store_status status;
};

struct recording {
	struct shard_file *f;
	struct spool_reader blobs;
	struct spool out;
	struct record_batch *batches;
	unsigned nbatches, filling;
	struct pipeline *pipeline;
	uint64_t blob;   /* the place of the last blob */
	uint64_t offset; /* of the record of that blob */
	uint32_t record; /* the size of that record, as in an entry */
	bool any;
};

/* ---- a record ------------------------------------------------------------------------ */

/* True for a blob of the snapshot's dialect that answers for its robots. */
static bool fits(const struct robotsc_blob *blob, const struct robotsc_store_settings *settings)
{
	return blob->dialect == settings->dialect && (settings->nagents > 0 || !(blob->flags & BLOB_PARTIAL));
}

static bool put_fronts(const struct robotsc_blob *blob, const struct robotsc_store_settings *settings, uint8_t *at)
{
	for (size_t i = 0; i < settings->nagents; i++, at += FRONT_SIZE) {
		struct index_answer answer;
		if (ask_index(blob, &settings->agents[i], 1, &answer) != ROBOTSC_OK)
			return false;
		put_little(at + FRONT_AT_FIELD, 4, answer.field);
		put_little(at + FRONT_AT_NAME, 3, answer.name);
		at[FRONT_AT_SELECTED] = answer.selected;
	}
	return true;
}

/* Open the blob of a record, and write its fronts and its checksum.  False: it does not fit. */
static bool finish_record(const struct robotsc_store_settings *settings, uint8_t *at, uint32_t size)
{
	const size_t begin = RECORD_AT_FRONTS + FRONT_SIZE * settings->nagents;
	struct robotsc_blob blob;
	if (robotsc_open(&blob, at + begin, size) != ROBOTSC_OK || !fits(&blob, settings) ||
	    !put_fronts(&blob, settings, at + RECORD_AT_FRONTS))
		return false;
	put_little(at + RECORD_AT_SUM, 4, (uint32_t)robotsc_checksum(at + RECORD_AT_SIZE, begin - RECORD_AT_SIZE));
	return true;
}

static void work(void *ctx, unsigned worker, unsigned slot)
{
	const struct recording *const r = ctx;
	const struct robotsc_store_settings *const settings = &r->f->maker->settings;
	struct record_batch *const b = &r->batches[slot];
	(void)worker;
	b->status = ROBOTSC_STORE_OK;
	for (size_t at = 0; at < b->len && b->status == ROBOTSC_STORE_OK;) {
		const uint32_t size = (uint32_t)get_little(b->octets + at + RECORD_AT_SIZE, 4);
		if (!finish_record(settings, b->octets + at, size))
			b->status = ROBOTSC_STORE_BLOB;
		at += (size_t)record_size(settings->nagents, size);
	}
}

static int sink(void *ctx, unsigned slot)
{
	struct recording *const r = ctx;
	struct record_batch *const b = &r->batches[slot];
	const enum robotsc_store_status status =
		b->status == ROBOTSC_STORE_OK ? robotsc__spool_put(&r->out, b->octets, b->len) : b->status;
	b->len = 0;
	return (int)status;
}

/* ---- batches --------------------------------------------------------------------------- */

static enum robotsc_store_status submit(struct recording *r)
{
	int slot;
	robotsc__pipeline_submit(r->pipeline);
	slot = robotsc__pipeline_free(r->pipeline);
	if (slot < 0)
		return ROBOTSC_STORE_STOPPED;
	r->filling = (unsigned)slot;
	return ROBOTSC_STORE_OK;
}

/* Make room for a record in the batch that is being filled.  Its octets are 0. */
static enum robotsc_store_status make_room(struct recording *r, size_t size, uint8_t **at)
{
	struct record_batch *b = &r->batches[r->filling];
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (b->len > 0 && b->len + size > BATCH)
		status = submit(r);
	if (status != ROBOTSC_STORE_OK)
		return status;
	b = &r->batches[r->filling];
	if (b->len + size > b->room) {
		const size_t room = size > BATCH ? size : BATCH;
		uint8_t *const octets = realloc(b->octets, room);
		if (!octets)
			return ROBOTSC_STORE_NOMEM;
		b->octets = octets;
		b->room = room;
	}
	*at = b->octets + b->len;
	memset(*at, 0, size);
	b->len += size;
	return ROBOTSC_STORE_OK;
}

/* Begin the record of a blob that was not used before. */
static enum robotsc_store_status add_record(struct recording *r, uint64_t place, uint32_t size)
{
	const size_t agents = r->f->maker->settings.nagents, octets = (size_t)record_size(agents, size);
	struct shard_section *const section = &r->f->sections[SECTION_RECORDS];
	const uint8_t *blob = NULL;
	uint8_t *at;
	enum robotsc_store_status status = robotsc__reader_skip(&r->blobs, place - (r->blobs.next - r->blobs.n));
	if (status == ROBOTSC_STORE_OK && size > 0)
		status = robotsc__reader_take(&r->blobs, size, &blob);
	if (status == ROBOTSC_STORE_OK)
		status = make_room(r, octets, &at);
	if (status != ROBOTSC_STORE_OK)
		return status;
	put_little(at + RECORD_AT_SIZE, 4, size);
	if (size > 0)
		memcpy(at + RECORD_AT_FRONTS + FRONT_SIZE * agents, blob, size);
	r->any = true;
	r->blob = place;
	r->offset = section->size;
	r->record = (uint32_t)(octets / SNAPSHOT_UNIT < ENTRY_RECORD_MAX ? octets / SNAPSHOT_UNIT : ENTRY_RECORD_MAX);
	section->size += octets;
	r->f->policies++;
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status take(struct recording *r, const uint8_t *use)
{
	const uint64_t place = get_big(use + USED_AT_PLACE, 8);
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	uint8_t *placed;
	if (!r->any || place != r->blob)
		status = add_record(r, place, (uint32_t)get_big(use + USED_AT_SIZE, 4));
	if (status != ROBOTSC_STORE_OK)
		return status;
	placed = robotsc__sorter_add(r->f->placed, PLACED_SIZE);
	if (!placed)
		return robotsc__sorter_sort(r->f->placed);
	memcpy(placed + PLACED_AT_ENTRY, use + USED_AT_ENTRY, 8);
	put_little(placed + PLACED_AT_POLICY, 5, r->offset / SNAPSHOT_UNIT);
	put_little(placed + PLACED_AT_RECORD, 3, r->record);
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status take_all(struct recording *r)
{
	struct robotsc_maker *const m = r->f->maker;
	enum robotsc_store_status status;
	struct sorted_record record;
	uint64_t done = 0;
	while ((status = robotsc__sorter_next(r->f->used, &record)) == ROBOTSC_STORE_OK) {
		status = take(r, record.at);
		if (status == ROBOTSC_STORE_OK && ++done % PROGRESS_STEP == 0)
			status = call_progress(m, ROBOTSC_MAKER_POLICIES, m->done + done, m->added);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	if (status != ROBOTSC_STORE_NOT_FOUND)
		return status;
	if (r->batches[r->filling].len > 0)
		robotsc__pipeline_submit(r->pipeline);
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status run(struct recording *r)
{
	const struct pipeline_stages stages = {r->f->maker->workers, r->nbatches, work, sink, r};
	enum robotsc_store_status status, sunk;
	const int error = robotsc__pipeline_start(&r->pipeline, &stages);
	if (error)
		return robotsc__spool_status(error);
	status = take_all(r);
	sunk = (enum robotsc_store_status)robotsc__pipeline_finish(r->pipeline);
	if (sunk != ROBOTSC_STORE_OK)
		return sunk;
	return status == ROBOTSC_STORE_OK ? robotsc__spool_end(&r->out, r->f->sections[SECTION_RECORDS].digest) : status;
}

enum robotsc_store_status robotsc__policy_records(struct shard_file *f)
{
	struct recording r = {.f = f, .nbatches = 2 * f->maker->workers + 2};
	enum robotsc_store_status status = step_sorter(f, &f->placed);
	r.batches = calloc(r.nbatches, sizeof *r.batches);
	robotsc__reader_begin(&r.blobs, f->blobs, 0, f->blobs_size, BATCH);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_begin(&r.out, f->fd, f->sections[SECTION_RECORDS].start, true);
	if (status == ROBOTSC_STORE_OK)
		status = r.batches ? run(&r) : ROBOTSC_STORE_NOMEM;
	for (unsigned i = 0; r.batches && i < r.nbatches; i++)
		free(r.batches[i].octets);
	free(r.batches);
	robotsc__spool_free(&r.out);
	robotsc__reader_free(&r.blobs);
	robotsc__sorter_close(f->used);
	f->used = NULL;
	return status == ROBOTSC_STORE_OK ? robotsc__sorter_sort(f->placed) : status;
}
