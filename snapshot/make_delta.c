/* make_delta.c - writes a delta: the head, and a part for each shard.  docs/snapshot-delta.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "delta_items.h"
#include "delta_layout.h"
#include "publish.h"
#include "runtime/snapshot/snapshot_layout.h"

struct delta_file {
	struct delta_part *parts;
	uint32_t n;
	bool folder;
	struct robotsc_delta_report report;
};

static enum robotsc_store_status compare_settings(const struct delta_part *p)
{
	struct robotsc_store_settings settings[2];
	struct robotsc_text *const agents = calloc((size_t)p->before->nagents + p->after->nagents + 1, sizeof *agents);
	enum robotsc_store_status status;
	if (!agents)
		return ROBOTSC_STORE_NOMEM;
	robotsc_snapshot_settings(p->before, &settings[0], agents);
	robotsc_snapshot_settings(p->after, &settings[1], agents + p->before->nagents);
	status = robotsc_settings_difference(&settings[0], &settings[1]) ? ROBOTSC_STORE_SETTINGS : ROBOTSC_STORE_OK;
	free(agents);
	return status;
}

/* A writer gives a snapshot the time of its latest fetch, or all shards one that was asked for. */
static enum robotsc_store_status put_time(const struct delta_file *d, uint8_t *head)
{
	struct robotsc_snapshot_info info, one;
	bool latest = true, equal = true;
	robotsc_snapshot_info(d->parts[0].after, &info);
	for (uint32_t i = 0; i < d->n; i++) {
		robotsc_snapshot_info(d->parts[i].after, &one);
		latest = latest && one.time == d->parts[i].latest;
		equal = equal && one.time == info.time;
	}
	if (!latest && !equal)
		return ROBOTSC_STORE_ARGUMENT;
	if (!latest)
		put_little(head + DELTA_AT_TIME, 8, (uint64_t)info.time);
	head[DELTA_AT_FLAGS] = (uint8_t)((d->folder ? DELTA_FOLDER : 0) | (latest ? 0 : DELTA_TIMED));
	return ROBOTSC_STORE_OK;
}

static void put_row(uint8_t *row, const struct delta_part *p)
{
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(p->before, &info);
	memcpy(row + DELTA_ROW_AT_OLD, info.root, HEAD_ROOT);
	robotsc_snapshot_info(p->after, &info);
	memcpy(row + DELTA_ROW_AT_NEW, info.root, HEAD_ROOT);
	memcpy(row + DELTA_ROW_AT_DIGEST, p->digest, sizeof p->digest);
	put_little(row + DELTA_ROW_AT_SIZE, 8, p->size);
	put_little(row + DELTA_ROW_AT_FILE, 8, info.size);
	put_little(row + DELTA_ROW_AT_ENTRIES, 8, p->entries);
	put_little(row + DELTA_ROW_AT_OCTETS, 8, p->octets);
}

static enum robotsc_store_status write_head(struct delta_file *d, int fd, size_t size)
{
	uint8_t *const head = calloc(1, size);
	struct robotsc_sha256 sha;
	struct spool out = {0};
	enum robotsc_store_status status = head ? robotsc__spool_begin(&out, fd, 0, false) : ROBOTSC_STORE_NOMEM;
	if (status == ROBOTSC_STORE_OK)
		status = put_time(d, head);
	if (status == ROBOTSC_STORE_OK) {
		put_little(head + DELTA_AT_MAGIC, 8, DELTA_MAGIC);
		put_little(head + DELTA_AT_MAJOR, 2, DELTA_MAJOR);
		put_little(head + DELTA_AT_MINOR, 2, DELTA_MINOR);
		put_little(head + DELTA_AT_PARTS, 4, d->n);
		put_little(head + DELTA_AT_SIZE, 8, d->report.octets);
		for (uint32_t i = 0; i < d->n; i++)
			put_row(head + DELTA_AT_ROWS + (size_t)DELTA_ROW * i, &d->parts[i]);
		robotsc_sha256_begin(&sha);
		robotsc_sha256_add(&sha, head, size - ROBOTSC_SNAPSHOT_ROOT);
		robotsc_sha256_end(&sha, head + size - ROBOTSC_SNAPSHOT_ROOT);
		status = robotsc__spool_put(&out, head, size);
	}
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_flush(&out);
	robotsc__spool_free(&out);
	free(head);
	return status;
}

static enum robotsc_store_status write_file(struct delta_file *d, int fd)
{
	const size_t head = DELTA_AT_ROWS + (size_t)DELTA_ROW * d->n + ROBOTSC_SNAPSHOT_ROOT;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	d->report.octets = head;
	for (uint32_t i = 0; i < d->n && status == ROBOTSC_STORE_OK; i++) {
		status = compare_settings(&d->parts[i]);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc__delta_items(&d->parts[i], fd, d->report.octets, &d->report);
		d->report.octets += d->parts[i].size;
	}
	return status == ROBOTSC_STORE_OK ? write_head(d, fd, head) : status;
}

static enum robotsc_store_status write_beside(struct delta_file *d, const char *output)
{
	char *const folder = robotsc__folder_of(output);
	struct part part = {.fd = -1};
	enum robotsc_store_status status = folder ? robotsc__part_open(&part, folder) : ROBOTSC_STORE_NOMEM;
	if (status == ROBOTSC_STORE_OK)
		status = write_file(d, part.fd);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__part_close(&part);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__part_rename(&part, folder, output);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__sync_folder(folder);
	if (folder)
		robotsc__part_drop(&part, folder);
	free(folder);
	return status;
}

enum robotsc_store_status robotsc_delta_make(const char *output, const struct robotsc_snapshot *before,
                                             const struct robotsc_snapshot *after, uint32_t shards,
                                             struct robotsc_delta_report *report)
{
	struct delta_file d = {.n = shards ? shards : 1, .folder = shards > 0};
	enum robotsc_store_status status;
	if (!output || !*output || shards > ROBOTSC_SNAPSHOT_SHARDS_MAX)
		return ROBOTSC_STORE_ARGUMENT;
	for (uint32_t i = 0; i < d.n; i++)
		if (before[i].shards != d.n || after[i].shards != d.n || before[i].shard != i || after[i].shard != i)
			return ROBOTSC_STORE_ARGUMENT;
	d.parts = calloc(d.n, sizeof *d.parts);
	if (!d.parts)
		return ROBOTSC_STORE_NOMEM;
	for (uint32_t i = 0; i < d.n; i++) {
		d.parts[i].before = &before[i];
		d.parts[i].after = &after[i];
	}
	status = write_beside(&d, output);
	if (status == ROBOTSC_STORE_OK && report)
		*report = d.report;
	free(d.parts);
	return status;
}
