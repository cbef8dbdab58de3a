/* wasm_snapshot.c - what snapshot.wasm exports: look-ups in a snapshot whose octets JavaScript has
 * or fetches.  src/snapshot-parts.js drives it.
 *
 * One head is there at a time, and one search.  Nothing is allocated: JavaScript puts octets after
 * __heap_base.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "wasm.h"
#include "robotsc/access.h"
#include "robotsc/snapshot.h"

static uint8_t head[ROBOTSC_SNAPSHOT_HEAD_MAX];
static uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
static struct robotsc_snapshot snapshot;
static struct robotsc_snapshot_search search;
static struct robotsc_snapshot_entry entry;
static struct robotsc_blob blob;
static struct robotsc_text found;

static const struct robotsc_text *string(const char *text)
{
	size_t len = 0;
	while (text && text[len])
		len++;
	found = (struct robotsc_text){text, len};
	return &found;
}

/* Where JavaScript puts the head, and the root that it knows. */
EXPORT(head_at) uint8_t *head_at(void)
{
	return head;
}

EXPORT(root_at) uint8_t *root_at(void)
{
	return root;
}

/* len: octets of the head that are there; size: of the file. */
EXPORT(open_head) enum robotsc_status open_head(uint32_t len, double size, enum robotsc_trust trust, int has_root)
{
	const struct robotsc_snapshot_options options = {.trust = trust, .root = has_root ? root : NULL};
	return robotsc_snapshot_open_head(&snapshot, head, len, (uint64_t)size, &options);
}

/* What the head says, as numbers; the root is put where a known one stands. */
EXPORT(head_numbers) const double *head_numbers(void)
{
	static double numbers[12];
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(&snapshot, &info);
	for (unsigned i = 0; i < ROBOTSC_SNAPSHOT_ROOT; i++)
		root[i] = info.root[i];
	numbers[0] = (double)info.size;
	numbers[1] = (double)info.entries;
	numbers[2] = (double)info.policies;
	numbers[3] = (double)info.time;
	numbers[4] = info.shard;
	numbers[5] = info.shards;
	numbers[6] = info.dialect;
	numbers[7] = (double)info.limit;
	numbers[8] = info.agents;
	numbers[9] = head[12] | (uint32_t)head[13] << 8 | (uint32_t)head[14] << 16;
	return numbers;
}

EXPORT(head_agent) const struct robotsc_text *head_agent(uint32_t number)
{
	found = robotsc_snapshot_agent(&snapshot, number);
	return &found;
}

EXPORT(search_begin) enum robotsc_status search_begin(const char *url, uint32_t len)
{
	return robotsc_snapshot_search_begin(&snapshot, url, len, &search);
}

EXPORT(search_next) enum robotsc_status search_next(const uint8_t *octets)
{
	return robotsc_snapshot_search_next(&search, octets, &entry, &blob);
}

/* Which octets are wanted; 0 of them: the search has ended. */
EXPORT(wanted_at) double wanted_at(void)
{
	return (double)search.at;
}

EXPORT(wanted_size) double wanted_size(void)
{
	return (double)search.size;
}

/* The entry that was found: numbers, words, its origin and its blob. */
EXPORT(entry_numbers) const double *entry_numbers(void)
{
	static double numbers[9];
	const struct robotsc_decision *const d = &entry.decision;
	numbers[0] = d->status;
	numbers[1] = (double)d->fetched;
	numbers[2] = (double)d->since;
	numbers[3] = (double)d->expires;
	numbers[4] = d->revalidate;
	numbers[5] = d->challenge;
	numbers[6] = (double)d->length;
	numbers[7] = (double)(d->digest >> 32);
	numbers[8] = (double)(d->digest & UINT32_MAX);
	return numbers;
}

EXPORT(entry_word) const struct robotsc_text *entry_word(uint32_t which)
{
	const struct robotsc_decision *const d = &entry.decision;
	switch (which) {
	case 0:
		return string(robotsc_outcome_name((enum robotsc_outcome)d->outcome));
	case 1:
		return string(robotsc_profile_name((enum robotsc_profile)d->profile));
	case 2:
		return string(robotsc_row_text((enum robotsc_row)d->row));
	default:
		return string(robotsc_end_name((enum robotsc_end)d->end));
	}
}

EXPORT(entry_origin) const struct robotsc_text *entry_origin(void)
{
	return &entry.origin;
}

EXPORT(entry_blob) const struct robotsc_text *entry_blob(void)
{
	found = (struct robotsc_text){(const char *)blob.bytes, blob.size};
	return &found;
}

EXPORT(dialect_word) const struct robotsc_text *dialect_word(enum robotsc_dialect dialect)
{
	return string(robotsc_dialect_name(dialect));
}

/* ---- entries in order: JavaScript puts some of their octets at a time ---- */

static struct robotsc_snapshot part;
static struct robotsc_snapshot_cursor cursor;
static uint64_t taken; /* octets of whole entries */
static char domain[ROBOTSC_ORIGIN_MAX];
static size_t domain_len;

/* Octets of the section of entries, from the beginning of an entry on. */
EXPORT(entries_begin) void entries_begin(const uint8_t *octets, uint32_t len)
{
	part = snapshot;
	part.entries = octets;
	part.entries_size = len;
	robotsc_snapshot_begin(&part, &cursor);
	taken = 0;
}

EXPORT(entries_next) enum robotsc_status entries_next(void)
{
	const enum robotsc_status status = robotsc_snapshot_next(&cursor, &entry);
	if (status == ROBOTSC_OK)
		taken = cursor.at;
	return status;
}

EXPORT(entries_taken) double entries_taken(void)
{
	return (double)taken;
}

/* Take ftp:// and a host, which may be no more than that. */
EXPORT(domain_take) enum robotsc_status domain_take(const char *url, uint32_t len)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	const enum robotsc_status status = robotsc_origin(url, len, origin, sizeof origin, &domain_len);
	if (status != ROBOTSC_OK)
		return status;
	domain_len -= 6;
	for (size_t i = 0; i < domain_len; i++)
		domain[i] = origin[6 + i];
	return ROBOTSC_OK;
}

/* Where one entry stands: -1 before those of the domain, 0 among them, 1 after them. */
EXPORT(domain_order) int domain_order(const uint8_t *octets, uint32_t len)
{
	static const uint8_t mark[8];
	struct robotsc_snapshot_cursor below;
	struct robotsc_snapshot one = snapshot;
	one.entries = octets;
	one.entries_size = len;
	one.marks = mark;
	one.nentries = 1;
	if (robotsc_snapshot_domain(&one, domain, domain_len, &below) != ROBOTSC_OK)
		return 2;
	return below.at > 0 ? -1 : below.end > 0 ? 0 : 1;
}

/* The shard of a URL's origin, or a negative status. */
EXPORT(shard_of) int32_t shard_of(const char *url, uint32_t len, uint32_t shards)
{
	enum robotsc_status status;
	const uint32_t shard = robotsc_shard(url, len, shards, &status);
	return status == ROBOTSC_OK ? (int32_t)shard : -(int32_t)status;
}

/* The digest of octets goes where a root stands. */
EXPORT(digest) void digest(const uint8_t *octets, uint32_t len)
{
	struct robotsc_sha256 sha;
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, octets, len);
	robotsc_sha256_end(&sha, root);
}

EXPORT(phrase) const struct robotsc_text *phrase(enum robotsc_status status)
{
	return string(robotsc_strerror(status));
}
