/* verify.c - statistics and verification of a whole store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "handle.h"
#include "databases.h"

#define META_ENTRIES 2u /* header and tally */

/* Visit every pack and every entry in order.  A visitor returns OK to go on. */
struct visit {
	struct robotsc_reader *reader;
	struct verified_set names;
	struct robotsc_store_stats *stats;
	uint64_t blobs;     /* seen */
	struct tally tally; /* of the entries that were seen */
	MDB_cursor *digests;
	void (*report)(void *ctx, const char *line);
	void *ctx;
	int faults;
};

typedef enum robotsc_store_status visit_pack(struct visit *v, uint32_t number, const MDB_val *octets);
typedef enum robotsc_store_status visit_entry(struct visit *v, const MDB_val *key, const MDB_val *octets);

static enum robotsc_store_status walk(struct visit *v, MDB_dbi dbi, visit_pack *on_pack, visit_entry *on_entry)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	MDB_cursor *cursor;
	MDB_val key, value;
	int rc = mdb_cursor_open(v->reader->txn, dbi, &cursor);
	if (rc)
		return robotsc__store_status(rc);
	while (status == ROBOTSC_STORE_OK && (rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
		uint32_t number = 0;
		if (on_entry) {
			status = on_entry(v, &key, &value);
		} else {
			memcpy(&number, key.mv_data, sizeof number);
			status = on_pack(v, number, &value);
		}
	}
	mdb_cursor_close(cursor);
	return rc == 0 || rc == MDB_NOTFOUND ? status : robotsc__store_status(rc);
}

/* ---- statistics ---------------------------------------------------------------- */

static enum robotsc_store_status count_entry(struct visit *v, const MDB_val *key, const MDB_val *octets)
{
	struct robotsc_store_entry entry;
	v->stats->origins++;
	if (robotsc__entry_get(key, octets, &entry) != ROBOTSC_STORE_OK)
		return ROBOTSC_STORE_DAMAGED;
	return robotsc__verified_set_add(&v->names, entry.policy, VERIFIED_SET_FANOUT - 1) < 0 ? ROBOTSC_STORE_NOMEM
	                                                                                       : ROBOTSC_STORE_OK;
}

static enum robotsc_store_status count_pack(struct visit *v, uint32_t number, const MDB_val *octets)
{
	struct pack pack;
	size_t len;
	if (robotsc__pack_open(&pack, octets->mv_data, octets->mv_size) < 0)
		return ROBOTSC_STORE_DAMAGED;
	for (unsigned i = 0; i < pack.count; i++) {
		if (!robotsc__pack_blob(&pack, i, &len))
			return ROBOTSC_STORE_DAMAGED;
		v->stats->blobs++;
		v->stats->blob_bytes += len;
		if (robotsc__verified_set_has(&v->names, (uint64_t)number << 16 | i)) {
			v->stats->policies++;
			v->stats->policy_bytes += len;
		}
	}
	return ROBOTSC_STORE_OK;
}

/* LMDB's database 0 lists free pages: each value is a count, and that number of page numbers. */
static void count_pages(struct robotsc_reader *r, struct robotsc_store_stats *stats)
{
	MDB_envinfo info;
	MDB_stat st;
	MDB_cursor *cursor;
	MDB_val key, value;
	size_t pages = 0, n;
	mdb_env_info(r->store->env, &info);
	mdb_env_stat(r->store->env, &st);
	if (mdb_cursor_open(r->txn, 0, &cursor) == 0) {
		while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0 && value.mv_size >= sizeof n) {
			memcpy(&n, value.mv_data, sizeof n);
			pages += n;
		}
		mdb_cursor_close(cursor);
	}
	stats->file_bytes = ((uint64_t)info.me_last_pgno + 1) * st.ms_psize;
	stats->free_bytes = (uint64_t)pages * st.ms_psize;
}

enum robotsc_store_status robotsc_reader_stats(struct robotsc_reader *reader, struct robotsc_store_stats *stats)
{
	struct visit v = {.reader = reader, .stats = stats};
	enum robotsc_store_status status;
	memset(stats, 0, sizeof *stats);
	if (robotsc__verified_set_init(&v.names) < 0)
		return ROBOTSC_STORE_NOMEM;
	status = walk(&v, reader->store->origins, NULL, count_entry);
	if (status == ROBOTSC_STORE_OK)
		status = walk(&v, reader->store->packs, count_pack, NULL);
	robotsc__verified_set_free(&v.names);
	count_pages(reader, stats);
	return status;
}

/* ---- verification -------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void fault(struct visit *v, const char *format, ...)
{
	char line[ROBOTSC_ORIGIN_MAX + 128];
	va_list ap;
	va_start(ap, format);
	vsnprintf(line, sizeof line, format, ap);
	va_end(ap);
	v->faults++;
	v->report(v->ctx, line);
}

static void verify_blob(struct visit *v, uint64_t name, const uint8_t *octets, size_t len)
{
	uint8_t digest[ROBOTSC_STORE_DIGEST], text[NAME_SIZE];
	MDB_val key = {sizeof digest, digest}, value = {sizeof text, text};
	struct robotsc_blob blob;
	const enum robotsc_status status = robotsc_open(&blob, octets, len);
	if (status != ROBOTSC_OK)
		fault(v, "blob %llu: %s", (unsigned long long)name,
		      robotsc__settings_is_later(octets, len) ? "of a later format than this version reads"
		                                              : robotsc_strerror(status));
	robotsc_store_digest(octets, len, digest);
	put_little(text, NAME_SIZE, name);
	if (mdb_cursor_get(v->digests, &key, &value, MDB_GET_BOTH))
		fault(v, "blob %llu: its digest is not in the index", (unsigned long long)name);
}

static enum robotsc_store_status verify_pack(struct visit *v, uint32_t number, const MDB_val *octets)
{
	struct pack pack;
	if (robotsc__pack_open(&pack, octets->mv_data, octets->mv_size) < 0) {
		fault(v, "pack %lu: not a pack", (unsigned long)number);
		return ROBOTSC_STORE_OK;
	}
	for (unsigned i = 0; i < pack.count; i++) {
		const uint64_t name = (uint64_t)number << 16 | i;
		size_t len;
		const uint8_t *blob = robotsc__pack_blob(&pack, i, &len);
		v->blobs++;
		if (blob)
			verify_blob(v, name, blob, len);
		else
			fault(v, "blob %llu: outside its pack", (unsigned long long)name);
		if (robotsc__verified_set_add(&v->names, name, pack.count) < 0)
			return ROBOTSC_STORE_NOMEM;
	}
	return ROBOTSC_STORE_OK;
}

static bool is_origin(const MDB_val *key, char origin[ROBOTSC_ORIGIN_MAX], size_t *len)
{
	struct key again;
	*len = robotsc__key_origin(key->mv_data, key->mv_size, origin);
	return *len > 0 && robotsc__key_make(&again, origin, *len) == ROBOTSC_STORE_OK && again.len == key->mv_size &&
	       memcmp(again.at, key->mv_data, again.len) == 0;
}

static enum robotsc_store_status verify_entry(struct visit *v, const MDB_val *key, const MDB_val *octets)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t len;
	struct robotsc_store_entry entry;
	if (!is_origin(key, origin, &len)) {
		fault(v, "a key of %zu octets is no origin", key->mv_size);
		return ROBOTSC_STORE_OK;
	}
	if (robotsc__entry_get(key, octets, &entry) != ROBOTSC_STORE_OK) {
		fault(v, "%.*s: its entry is damaged", (int)len, origin);
		return ROBOTSC_STORE_OK;
	}
	v->tally.origins++;
	v->tally.sum += robotsc__entry_hash(key, octets->mv_data, octets->mv_size);
	if (!robotsc__verified_set_has(&v->names, entry.policy))
		fault(v, "%.*s: there is no blob %llu", (int)len, origin, (unsigned long long)entry.policy);
	return ROBOTSC_STORE_OK;
}

/* True when a key comes after the last one, and a search finds it.  That keys ascend also proves
 * that the walk ends: a damaged tree may have cycles. */
static bool in_place(struct visit *v, MDB_dbi dbi, MDB_val *key, MDB_val *last, const MDB_val *value)
{
	MDB_txn *txn = v->reader->txn;
	MDB_val found;
	if (last->mv_data && mdb_cmp(txn, dbi, last, key) >= 0)
		return false;
	*last = *key;
	return mdb_get(txn, dbi, key, &found) == 0 && found.mv_data == value->mv_data;
}

/* Check the order and the number of a database's entries.  With key_size, its keys are the numbers
 * from 1 on. */
static enum robotsc_store_status verify_places(struct visit *v, MDB_dbi dbi, const char *name, size_t key_size)
{
	MDB_val key, value, last = {0, NULL};
	MDB_cursor *cursor;
	MDB_stat st;
	size_t n = 0;
	int rc = mdb_cursor_open(v->reader->txn, dbi, &cursor), good = 1;
	if (rc)
		return robotsc__store_status(rc);
	while (good && (rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
		uint32_t number = (uint32_t)++n;
		good = key_size == 0 || (key.mv_size == key_size && memcmp(key.mv_data, &number, key_size) == 0);
		good = good && in_place(v, dbi, &key, &last, &value);
	}
	mdb_cursor_close(cursor);
	if (!good)
		fault(v, "%s: entry %zu is out of order", name, n);
	else if (mdb_stat(v->reader->txn, dbi, &st) || st.ms_entries != n)
		fault(v, "%s: %zu were found, another number was written", name, n);
	return good && rc != MDB_NOTFOUND ? robotsc__store_status(rc) : v->faults ? ROBOTSC_STORE_DAMAGED : ROBOTSC_STORE_OK;
}

/* Check that the store's tally is that of its entries. */
static enum robotsc_store_status verify_tally(struct visit *v)
{
	const size_t txn = mdb_txn_id(v->reader->txn);
	struct tally tally;
	MDB_stat st;
	if (robotsc__tally_get(v->reader->txn, v->reader->store->meta, &tally) != 0)
		return ROBOTSC_STORE_DAMAGED;
	if (mdb_stat(v->reader->txn, v->reader->store->meta, &st) || st.ms_entries != META_ENTRIES)
		fault(v, "the header is damaged");
	if (tally.txn != txn && (tally.txn != 0 || txn != 1))
		fault(v, "the tally is that of transaction %llu; the last is %zu", (unsigned long long)tally.txn, txn);
	if (tally.origins != v->tally.origins || tally.sum != v->tally.sum)
		fault(v, "the origins differ from the %llu that were written", (unsigned long long)tally.origins);
	return ROBOTSC_STORE_OK;
}

static enum robotsc_store_status verify_all(struct visit *v)
{
	const struct robotsc_store *s = v->reader->store;
	enum robotsc_store_status status = verify_places(v, s->packs, "packs", sizeof(uint32_t));
	MDB_stat st;
	if (status == ROBOTSC_STORE_OK)
		status = verify_places(v, s->origins, "origins", 0);
	if (status == ROBOTSC_STORE_OK)
		status = walk(v, s->packs, verify_pack, NULL);
	if (status == ROBOTSC_STORE_OK)
		status = walk(v, s->origins, NULL, verify_entry);
	if (status == ROBOTSC_STORE_OK && (mdb_stat(v->reader->txn, s->digests, &st) || st.ms_entries != v->blobs))
		fault(v, "%zu digests for %llu blobs", st.ms_entries, (unsigned long long)v->blobs);
	return status == ROBOTSC_STORE_OK ? verify_tally(v) : status;
}

enum robotsc_store_status robotsc_reader_verify(struct robotsc_reader *reader, void (*report)(void *ctx, const char *line),
                                                void *ctx)
{
	struct visit v = {.reader = reader, .report = report, .ctx = ctx};
	enum robotsc_store_status status;
	int rc;
	if (robotsc__verified_set_init(&v.names) < 0)
		return ROBOTSC_STORE_NOMEM;
	rc = mdb_cursor_open(reader->txn, reader->store->digests, &v.digests);
	status = rc ? robotsc__store_status(rc) : verify_all(&v);
	if (rc == 0)
		mdb_cursor_close(v.digests);
	robotsc__verified_set_free(&v.names);
	return status == ROBOTSC_STORE_OK && v.faults ? ROBOTSC_STORE_DAMAGED : status;
}
