/* read.c - sessions: each is a snapshot of the store, with look-ups and scans.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <time.h>

#include "handle.h"

#define GATE_NANOSECONDS 50000000
#define AHEAD 8u /* blobs that are prefetched before they are opened */
#define AHEAD_OCTETS 768u
#define LINE 64u

/* A blob and the pack in which it is. */
struct packed_blob {
	struct pack pack;
	MDB_val blob;
};

enum robotsc_store_status robotsc_reader_open(struct robotsc_reader **reader, struct robotsc_store *store)
{
	struct robotsc_reader *r = calloc(1, sizeof *r);
	if (!r)
		return ROBOTSC_STORE_NOMEM;
	r->store = store;
	*reader = r;
	return ROBOTSC_STORE_OK;
}

void robotsc_reader_close(struct robotsc_reader *r)
{
	if (!r)
		return;
	if (r->live)
		robotsc_reader_end(r);
	if (r->cursor)
		mdb_cursor_close(r->cursor);
	if (r->origins)
		mdb_cursor_close(r->origins);
	if (r->packs)
		mdb_cursor_close(r->packs);
	if (r->txn)
		mdb_txn_abort(r->txn);
	free(r);
}

/* Take a snapshot.  When all slots for readers are taken, free those of killed processes and try
 * once more. */
static int snapshot(struct robotsc_reader *r)
{
	int dead = 0, rc;
	for (int again = 1;; again = 0) {
		rc = r->txn ? mdb_txn_renew(r->txn) : mdb_txn_begin(r->store->env, NULL, MDB_RDONLY, &r->txn);
		if (rc != MDB_READERS_FULL || !again || mdb_reader_check(r->store->env, &dead) || dead == 0)
			return rc;
	}
}

/* Bind a cursor to this session. */
static int get_cursor(struct robotsc_reader *r, MDB_cursor **cursor, MDB_dbi dbi)
{
	return *cursor ? mdb_cursor_renew(r->txn, *cursor) : mdb_cursor_open(r->txn, dbi, cursor);
}

/* Let a change of the map go first: sessions without a gap between them would keep it out.  The
 * wait is short, because the change may itself wait for another session of this thread. */
static void pass_gate(struct robotsc_store *s)
{
	struct timespec until;
	if (pthread_mutex_trylock(&s->gate) != 0) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += GATE_NANOSECONDS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_mutex_timedlock(&s->gate, &until) != 0)
			return;
	}
	pthread_mutex_unlock(&s->gate);
}

enum robotsc_store_status robotsc_reader_begin(struct robotsc_reader *r, int *changed)
{
	enum robotsc_store_status status;
	size_t number;
	int rc;
	for (;;) {
		pass_gate(r->store);
		pthread_rwlock_rdlock(&r->store->map_lock);
		rc = snapshot(r);
		if (rc == 0)
			break;
		pthread_rwlock_unlock(&r->store->map_lock);
		if (rc != MDB_MAP_RESIZED)
			return robotsc__store_status(rc);
		status = robotsc__store_remap(r->store, 0);
		if (status != ROBOTSC_STORE_OK)
			return status;
	}
	rc = get_cursor(r, &r->origins, r->store->origins);
	if (rc == 0)
		rc = get_cursor(r, &r->packs, r->store->packs);
	if (rc) {
		robotsc_reader_end(r);
		return robotsc__store_status(rc);
	}
	r->live = 1;
	number = mdb_txn_id(r->txn);
	if (changed)
		*changed = !r->began || number != r->number || r->map_number != r->store->map_number;
	r->began = 1;
	r->number = number;
	r->map_number = r->store->map_number;
	return ROBOTSC_STORE_OK;
}

void robotsc_reader_end(struct robotsc_reader *r)
{
	mdb_txn_reset(r->txn);
	r->live = r->placed = 0;
	pthread_rwlock_unlock(&r->store->map_lock);
}

/* ---- look-ups ------------------------------------------------------------------ */

enum robotsc_store_status robotsc_reader_find(struct robotsc_reader *r, const char *url, size_t len,
                                              struct robotsc_store_entry *entry)
{
	struct key key;
	MDB_val octets, value;
	int rc;
	if (robotsc__key_make(&key, url, len) != ROBOTSC_STORE_OK)
		return ROBOTSC_STORE_ORIGIN;
	octets = (MDB_val){key.len, key.at};
	rc = mdb_cursor_get(r->origins, &octets, &value, MDB_SET);
	return rc ? robotsc__store_status(rc) : robotsc__entry_get(&octets, &value, entry);
}

int robotsc__reader_octets(struct robotsc_reader *r, uint64_t name, struct pack *pack, MDB_val *blob)
{
	uint32_t number = (uint32_t)(name >> 16);
	MDB_val key = {sizeof number, &number}, value;
	if (mdb_cursor_get(r->packs, &key, &value, MDB_SET) || robotsc__pack_open(pack, value.mv_data, value.mv_size) < 0)
		return -1;
	blob->mv_data = (void *)robotsc__pack_blob(pack, (unsigned)(name & UINT16_MAX), &blob->mv_size);
	return blob->mv_data ? 0 : -1;
}

/* Open a blob.  Its writer verified it, so each process checks only that it is intact, and only
 * once. */
static enum robotsc_store_status open_octets(struct robotsc_reader *r, uint64_t policy, const struct packed_blob *o,
                                             struct robotsc_blob *blob)
{
	struct verified_set *trusted = &r->store->trusted;
	if (robotsc__verified_set_has(trusted, policy))
		return robotsc_reopen(blob, o->blob.mv_data, o->blob.mv_size) == ROBOTSC_OK ? ROBOTSC_STORE_OK
		                                                                            : ROBOTSC_STORE_DAMAGED;
	if (robotsc_open_intact(blob, o->blob.mv_data, o->blob.mv_size) != ROBOTSC_OK)
		return robotsc__settings_is_later(o->blob.mv_data, o->blob.mv_size) ? ROBOTSC_STORE_BLOBS : ROBOTSC_STORE_DAMAGED;
	/* Without memory, the blob is checked again later. */
	(void)robotsc__verified_set_add(trusted, policy, o->pack.count);
	return ROBOTSC_STORE_OK;
}

/* Prefetch AHEAD_OCTETS of a blob and its end: the processor's own prefetcher goes on. */
static void fetch_ahead(const MDB_val *blob)
{
#if defined(__GNUC__)
	for (size_t i = 0; i < blob->mv_size && i < AHEAD_OCTETS; i += LINE)
		__builtin_prefetch((const char *)blob->mv_data + i);
	__builtin_prefetch((const char *)blob->mv_data + blob->mv_size - 1);
#else
	(void)blob;
#endif
}

enum robotsc_store_status robotsc_reader_blobs(struct robotsc_reader *r, const uint64_t policies[], size_t n,
                                               struct robotsc_blob blobs[])
{
	struct packed_blob ahead[AHEAD];
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	for (size_t i = 0, found = 0; i < n && status == ROBOTSC_STORE_OK; i++) {
		for (; found < n && found < i + AHEAD; found++) {
			struct packed_blob *o = &ahead[found % AHEAD];
			if (robotsc__reader_octets(r, policies[found], &o->pack, &o->blob) < 0)
				return ROBOTSC_STORE_DAMAGED;
			fetch_ahead(&o->blob);
		}
		status = open_octets(r, policies[i], &ahead[i % AHEAD], &blobs[i]);
	}
	return status;
}

enum robotsc_store_status robotsc_reader_blob(struct robotsc_reader *r, uint64_t policy, struct robotsc_blob *blob)
{
	return robotsc_reader_blobs(r, &policy, 1, blob);
}

/* ---- scans --------------------------------------------------------------------- */

enum robotsc_store_status robotsc_reader_seek(struct robotsc_reader *r, const char *url, size_t len)
{
	MDB_val key, value;
	int rc = get_cursor(r, &r->cursor, r->store->origins);
	if (rc)
		return robotsc__store_status(rc);
	r->placed = 1;
	r->pending = 0;
	if (!url)
		return ROBOTSC_STORE_OK;
	if (robotsc__key_make(&r->from, url, len) != ROBOTSC_STORE_OK)
		return ROBOTSC_STORE_ORIGIN;
	key = (MDB_val){r->from.len, r->from.at};
	rc = mdb_cursor_get(r->cursor, &key, &value, MDB_SET_RANGE);
	r->pending = rc == 0;
	if (rc == MDB_NOTFOUND)
		rc = mdb_cursor_get(r->cursor, &key, &value, MDB_LAST);
	return rc == MDB_NOTFOUND ? ROBOTSC_STORE_OK : robotsc__store_status(rc);
}

enum robotsc_store_status robotsc_reader_next(struct robotsc_reader *r, char origin[ROBOTSC_ORIGIN_MAX], size_t *origin_len,
                                              struct robotsc_store_entry *entry)
{
	MDB_val key, value;
	int rc;
	if (!r->placed)
		return ROBOTSC_STORE_NOT_FOUND;
	rc = mdb_cursor_get(r->cursor, &key, &value, r->pending ? MDB_GET_CURRENT : MDB_NEXT);
	r->pending = 0;
	if (rc)
		return robotsc__store_status(rc);
	*origin_len = robotsc__key_origin(key.mv_data, key.mv_size, origin);
	return *origin_len ? robotsc__entry_get(&key, &value, entry) : ROBOTSC_STORE_DAMAGED;
}
