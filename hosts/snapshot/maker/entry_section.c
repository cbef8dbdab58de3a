/* entry_section.c - writes the entries and the marks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "hosts/octets.h"
#include "runtime/match/checksum.h"
#include "shard_steps.h"

#define READ_ROOM (256u << 10)

/* The octets of a draft, computed from its first ENTRY_AT_ORIGIN octets. */
static size_t draft_size(const uint8_t *draft)
{
	const size_t since = draft[ENTRY_AT_FLAGS] & ENTRY_SINCE ? ENTRY_SINCE_SIZE : 0;
	return (size_t)filled(ENTRY_AT_ORIGIN + get_little(draft + ENTRY_AT_SIZE, 2) + since);
}

struct writing {
	struct shard_file *f;
	struct spool_reader drafts;
	struct spool entries, marks;
};

/* Write an entry, with the place of its policy. */
static enum robotsc_store_status put_entry(struct writing *w, const uint8_t *placed)
{
	uint8_t entry[ENTRY_AT_ORIGIN + ROBOTSC_ORIGIN_MAX + ENTRY_SINCE_SIZE + SNAPSHOT_UNIT];
	const uint8_t *draft;
	enum robotsc_store_status status = robotsc__reader_take(&w->drafts, ENTRY_AT_ORIGIN, &draft);
	size_t size;
	if (status != ROBOTSC_STORE_OK)
		return status;
	size = draft_size(draft);
	memcpy(entry, draft, ENTRY_AT_ORIGIN);
	status = robotsc__reader_take(&w->drafts, size - ENTRY_AT_ORIGIN, &draft);
	if (status != ROBOTSC_STORE_OK)
		return status;
	memcpy(entry + ENTRY_AT_ORIGIN, draft, size - ENTRY_AT_ORIGIN);
	memcpy(entry + ENTRY_AT_POLICY, placed + PLACED_AT_POLICY, 5);
	memcpy(entry + ENTRY_AT_RECORD, placed + PLACED_AT_RECORD, 3);
	put_little(entry + ENTRY_AT_SUM, 4, (uint32_t)robotsc_checksum(entry + ENTRY_AT_SIZE, size - ENTRY_AT_SIZE));
	return robotsc__spool_put(&w->entries, entry, size);
}

static enum robotsc_store_status put_all(struct writing *w)
{
	struct shard_file *const f = w->f;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	struct sorted_record placed;
	for (uint64_t i = 0; i < f->entries && status == ROBOTSC_STORE_OK; i++) {
		uint8_t mark[MARK_SIZE];
		put_little(mark, MARK_SIZE, w->entries.at - f->sections[SECTION_ENTRIES].start);
		if (i % MARK_STEP == 0)
			status = robotsc__spool_put(&w->marks, mark, MARK_SIZE);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc__sorter_next(f->placed, &placed);
		if (status == ROBOTSC_STORE_OK)
			status = put_entry(w, placed.at);
	}
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_end(&w->entries, f->sections[SECTION_ENTRIES].digest);
	return status == ROBOTSC_STORE_OK ? robotsc__spool_end(&w->marks, f->sections[SECTION_MARKS].digest) : status;
}

enum robotsc_store_status robotsc__entry_section(struct shard_file *f)
{
	struct writing w = {.f = f};
	enum robotsc_store_status status = robotsc__spool_begin(&w.entries, f->fd, f->sections[SECTION_ENTRIES].start, true);
	robotsc__reader_begin(&w.drafts, f->drafts, 0, f->sections[SECTION_ENTRIES].size, READ_ROOM);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_begin(&w.marks, f->fd, f->sections[SECTION_MARKS].start, true);
	if (status == ROBOTSC_STORE_OK)
		status = put_all(&w);
	robotsc__reader_free(&w.drafts);
	robotsc__spool_free(&w.entries);
	robotsc__spool_free(&w.marks);
	robotsc__sorter_close(f->placed);
	f->placed = NULL;
	return status;
}
