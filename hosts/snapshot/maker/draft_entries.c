/* draft_entries.c - the entries of a shard in order, without the places of their policies.
 *
 * Often a few blobs belong to many entries.  So recent blobs are kept in memory, and are not
 * written again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hosts/octets.h"
#include "shard_steps.h"

#define KEPT 2048u /* blobs that are kept; a power of 2 */
#define KEPT_OCTETS 1024u

/* A blob that was written. */
struct kept_blob {
	uint64_t place;
	size_t len; /* 0: none */
	uint8_t octets[KEPT_OCTETS];
};

struct drafting {
	struct shard_file *f;
	struct spool drafts, blobs;
	struct kept_blob *kept;
};

/* Write the entry with zeros for its checksum and its policy. */
static enum robotsc_store_status put_draft(struct drafting *d, const struct winner *w)
{
	uint8_t entry[ENTRY_AT_ORIGIN + ROBOTSC_ORIGIN_MAX + ENTRY_SINCE_SIZE + SNAPSHOT_UNIT] = {0};
	const uint8_t *const facts = w->facts;
	const bool since = memcmp(facts + FACTS_AT_SINCE, facts + FACTS_AT_FETCHED, ENTRY_SINCE_SIZE) != 0;
	const size_t end = ENTRY_AT_ORIGIN + w->origin.len;
	put_little(entry + ENTRY_AT_SIZE, 2, w->origin.len);
	entry[ENTRY_AT_FLAGS] = (uint8_t)(facts[FACTS_AT_FLAGS] | (since ? ENTRY_SINCE : 0));
	entry[ENTRY_AT_OUTCOME] = facts[FACTS_AT_OUTCOME];
	put_little(entry + ENTRY_AT_EXPIRES, 5, get_big(facts + FACTS_AT_EXPIRES, 5));
	put_little(entry + ENTRY_AT_FETCHED, 5, get_big(facts + FACTS_AT_FETCHED, 5));
	put_little(entry + ENTRY_AT_STATUS, 2, get_big(facts + FACTS_AT_STATUS, 2));
	entry[ENTRY_AT_END] = facts[FACTS_AT_END];
	entry[ENTRY_AT_PROFILE] = facts[FACTS_AT_PROFILE];
	entry[ENTRY_AT_ROW] = facts[FACTS_AT_ROW];
	put_little(entry + ENTRY_AT_LENGTH, 5, get_big(facts + FACTS_AT_LENGTH, 5));
	put_little(entry + ENTRY_AT_DIGEST, 8, get_big(facts + FACTS_AT_DIGEST, 8));
	memcpy(entry + ENTRY_AT_ORIGIN, w->origin.at, w->origin.len);
	if (since)
		put_little(entry + end, ENTRY_SINCE_SIZE, get_big(facts + FACTS_AT_SINCE, 5));
	return robotsc__spool_put(&d->drafts, entry, (size_t)filled(end + (since ? ENTRY_SINCE_SIZE : 0)));
}

/* Write a blob, unless a kept blob equals it.  *place: where it is in the file. */
static enum robotsc_store_status put_blob(struct drafting *d, const struct winner *w, const uint8_t *digest, uint64_t *place)
{
	struct kept_blob *const k = &d->kept[get_little(digest, 4) & (KEPT - 1)];
	*place = k->place;
	if (k->len && k->len == w->blob_len && memcmp(k->octets, w->blob, k->len) == 0)
		return ROBOTSC_STORE_OK;
	*place = d->blobs.at;
	if (w->blob_len <= KEPT_OCTETS) {
		k->place = *place;
		k->len = w->blob_len;
		memcpy(k->octets, w->blob, w->blob_len);
	}
	return robotsc__spool_put(&d->blobs, w->blob, w->blob_len);
}

static enum robotsc_store_status put_winner(struct drafting *d, const struct winner *w)
{
	struct shard_file *const f = d->f;
	const int64_t fetched = (int64_t)get_big(w->facts + FACTS_AT_FETCHED, 5);
	uint8_t digest[ROBOTSC_SNAPSHOT_ROOT], *record;
	struct robotsc_sha256 sha;
	uint64_t place;
	enum robotsc_store_status status = put_draft(d, w);
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, w->blob, w->blob_len);
	robotsc_sha256_end(&sha, digest);
	if (status == ROBOTSC_STORE_OK)
		status = put_blob(d, w, digest, &place);
	if (status != ROBOTSC_STORE_OK)
		return status;
	record = robotsc__sorter_add(f->equal, EQUAL_SIZE);
	if (!record)
		return robotsc__sorter_sort(f->equal);
	memcpy(record + EQUAL_AT_DIGEST, digest, DIGEST_SIZE);
	put_big(record + EQUAL_AT_PLACE, 8, place);
	put_big(record + EQUAL_AT_ENTRY, 8, f->entries++);
	put_big(record + EQUAL_AT_SIZE, 4, w->blob_len);
	if (fetched > f->time)
		f->time = fetched;
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status put_all(struct drafting *d, struct winners *winners)
{
	struct robotsc_maker *const m = d->f->maker;
	enum robotsc_store_status status;
	struct winner winner;
	while ((status = robotsc__winners_next(winners, d->f->number, &winner)) == ROBOTSC_STORE_OK) {
		status = put_winner(d, &winner);
		if (status == ROBOTSC_STORE_OK && d->f->entries % PROGRESS_STEP == 0)
			status = call_progress(m, ROBOTSC_MAKER_SORTING, m->done + d->f->entries, m->added);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	if (status == ROBOTSC_STORE_NOT_FOUND)
		status = robotsc__spool_flush(&d->drafts);
	return status == ROBOTSC_STORE_OK ? robotsc__spool_flush(&d->blobs) : status;
}

enum robotsc_store_status robotsc__draft_entries(struct shard_file *f, struct winners *winners)
{
	struct drafting d = {.f = f, .kept = calloc(KEPT, sizeof *d.kept)};
	enum robotsc_store_status status = d.kept ? step_sorter(f, &f->equal) : ROBOTSC_STORE_NOMEM;
	f->drafts = robotsc__temporary_file(f->maker->folder);
	f->blobs = robotsc__temporary_file(f->maker->folder);
	if (status == ROBOTSC_STORE_OK && (f->drafts < 0 || f->blobs < 0))
		status = robotsc__spool_status(errno);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_begin(&d.drafts, f->drafts, 0, false);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_begin(&d.blobs, f->blobs, 0, false);
	if (status == ROBOTSC_STORE_OK)
		status = put_all(&d, winners);
	f->sections[SECTION_ENTRIES].size = d.drafts.at;
	f->blobs_size = d.blobs.at;
	robotsc__spool_free(&d.drafts);
	robotsc__spool_free(&d.blobs);
	free(d.kept);
	return status;
}
