/* shard_file.c - the file of a shard, step by step.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "maker_state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "index_bucket.h"
#include "hosts/octets.h"
#include "shard_steps.h"

/* ---- the head ------------------------------------------------------------------------ */

static size_t agents_size(const struct robotsc_store_settings *s)
{
	size_t n = 0;
	for (size_t i = 0; i < s->nagents; i++)
		n += 2 + s->agents[i].len;
	return n;
}

static size_t head_size(const struct robotsc_store_settings *s)
{
	return (size_t)section_start(HEAD_AT_TOKENS + agents_size(s) + HEAD_ROOT);
}

/* Set where the sections begin.  The policies come last, since their size is not known yet. */
static enum robotsc_store_status place_sections(struct shard_file *f)
{
	struct shard_section *const s = f->sections;
	const uint64_t buckets = home_buckets(f->entries);
	if (buckets > UINT32_MAX - PROBES_MAX)
		return ROBOTSC_STORE_ARGUMENT;
	f->buckets = (uint32_t)buckets;
	s[SECTION_MARKS].size = (f->entries + MARK_STEP - 1) / MARK_STEP * MARK_SIZE;
	s[SECTION_INDEX].size = (buckets + PROBES_MAX - 1) * BUCKET_SIZE;
	s[SECTION_ENTRIES].start = head_size(&f->maker->settings);
	for (unsigned i = SECTION_MARKS; i < SNAPSHOT_SECTIONS; i++)
		s[i].start = section_start(s[i - 1].start + s[i - 1].size);
	return ROBOTSC_STORE_OK;
}

static uint8_t settings_bits(const struct robotsc_store_settings *s)
{
	return (uint8_t)((s->strict_fields ? SETTING_STRICT_FIELDS : 0) | (s->conner2_rest_deny ? SETTING_CONNER2_REST_DENY : 0) |
	                 (s->extensions ? SETTING_EXTENSIONS : 0) | (s->aipref_rule ? SETTING_AIPREF_RULE : 0));
}

static void put_agents(uint8_t *at, const struct robotsc_store_settings *s)
{
	for (size_t i = 0; i < s->nagents; i++) {
		put_little(at, 2, s->agents[i].len);
		memcpy(at + 2, s->agents[i].at, s->agents[i].len);
		at += 2 + s->agents[i].len;
	}
}

static void put_head(const struct shard_file *f, uint8_t *head, size_t size, struct shard_row *row)
{
	const struct robotsc_store_settings *const s = &f->maker->settings;
	const uint32_t shards = f->maker->options.shards;
	struct robotsc_sha256 sha;
	put_little(head + HEAD_AT_MAGIC, 8, SNAPSHOT_MAGIC);
	put_little(head + HEAD_AT_MAJOR, 2, SNAPSHOT_MAJOR);
	put_little(head + HEAD_AT_MINOR, 2, SNAPSHOT_MINOR);
	put_little(head + HEAD_AT_HEAD_SIZE, 4, size);
	put_little(head + HEAD_AT_FILE_SIZE, 8, row->size);
	put_little(head + HEAD_AT_TIME, 8, (uint64_t)row->time);
	put_little(head + HEAD_AT_ENTRIES, 8, f->entries);
	put_little(head + HEAD_AT_POLICIES, 8, f->policies);
	put_little(head + HEAD_AT_SEED, 8, f->seed);
	put_little(head + HEAD_AT_PROBES, 4, f->probes);
	put_little(head + HEAD_AT_BUCKETS, 4, f->buckets);
	put_little(head + HEAD_AT_SHARD, 4, f->number);
	put_little(head + HEAD_AT_SHARDS, 4, shards ? shards : 1);
	for (unsigned i = 0; i < SNAPSHOT_SECTIONS; i++) {
		uint8_t *const at = head + HEAD_AT_SECTIONS + HEAD_SECTION * i;
		put_little(at + SECTION_AT_START, 8, f->sections[i].start);
		put_little(at + SECTION_AT_SIZE, 8, f->sections[i].size);
		memcpy(at + SECTION_AT_DIGEST, f->sections[i].digest, ROBOTSC_SNAPSHOT_ROOT);
	}
	head[HEAD_AT_DIALECT] = (uint8_t)s->dialect;
	head[HEAD_AT_SETTINGS] = settings_bits(s);
	head[HEAD_AT_SCOPE] = (uint8_t)s->redirect_scope;
	head[HEAD_AT_CHALLENGE] = (uint8_t)s->challenge;
	put_little(head + HEAD_AT_AGENTS, 4, s->nagents);
	put_little(head + HEAD_AT_LIMIT, 8, s->limit);
	put_agents(head + HEAD_AT_TOKENS, s);
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, head, size - HEAD_ROOT);
	robotsc_sha256_end(&sha, row->root);
	memcpy(head + size - HEAD_ROOT, row->root, HEAD_ROOT);
}

static enum robotsc_store_status write_head(struct shard_file *f, struct shard_row *row)
{
	const struct robotsc_maker_options *const o = &f->maker->options;
	const struct shard_section *const last = &f->sections[SECTION_RECORDS];
	const size_t size = head_size(&f->maker->settings);
	uint8_t *const head = calloc(1, size);
	struct spool out = {0};
	enum robotsc_store_status status = head ? robotsc__spool_begin(&out, f->fd, 0, false) : ROBOTSC_STORE_NOMEM;
	*row = (struct shard_row){.size = last->start + last->size,
	                          .entries = f->entries,
	                          .policies = f->policies,
	                          .time = o->timed ? o->time : f->time};
	if (status == ROBOTSC_STORE_OK) {
		put_head(f, head, size, row);
		status = robotsc__spool_put(&out, head, size);
	}
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_flush(&out);
	robotsc__spool_free(&out);
	free(head);
	return status;
}

/* ---- all of it ------------------------------------------------------------------------- */

/* Set the size of the file: without policies, nothing is written after the last hole.  The file
 * system fills holes between sections with zeros. */
static enum robotsc_store_status set_size(const struct shard_file *f)
{
	const struct shard_section *const last = &f->sections[SECTION_RECORDS];
	return ftruncate(f->fd, (off_t)(last->start + last->size)) < 0 ? ROBOTSC_STORE_SYSTEM : ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc__shard_write(struct robotsc_maker *m, struct winners *winners, uint32_t shard, int fd,
                                               struct shard_row *row)
{
	struct shard_file f = {.maker = m, .number = shard, .fd = fd, .drafts = -1, .blobs = -1};
	enum robotsc_store_status status = robotsc__draft_entries(&f, winners);
	if (status == ROBOTSC_STORE_OK)
		status = place_sections(&f);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__equal_policies(&f);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__policy_records(&f);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__entry_section(&f);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__index_section(&f);
	if (status == ROBOTSC_STORE_OK)
		status = set_size(&f);
	if (status == ROBOTSC_STORE_OK)
		status = write_head(&f, row);
	robotsc__sorter_close(f.equal);
	robotsc__sorter_close(f.used);
	robotsc__sorter_close(f.placed);
	if (f.drafts >= 0)
		close(f.drafts);
	if (f.blobs >= 0)
		close(f.blobs);
	m->done += f.entries;
	return status;
}
