/* write.c - a batch of changes as one transaction.
 *
 * Changes are sorted, so that each page of the tree is visited once.  When the map is too small,
 * the transaction is aborted, the map is doubled, and the batch begins again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <xxhash.h>

#include "pack.h"
#include "handle.h"
#include "robotsc/inspect.h"
#include "databases.h"

/* A change whose origin is valid. */
struct batch_item {
	union {
		size_t offset; /* index of the key in keys, which may move */
		const uint8_t *key;
	} u;
	size_t key_len;
	const struct robotsc_store_change *change;
};

struct batch {
	const struct robotsc_store_settings *settings;
	struct batch_item *items;
	size_t n;
	uint8_t *keys;
	size_t keys_len, keys_room;
	struct robotsc_store_report report;
	/* state of one attempt */
	MDB_txn *txn;
	MDB_cursor *origins, *digests;
	MDB_dbi packs;
	struct packer packer;
	struct tally tally;
	struct key last; /* the greatest key of the store; len 0: none */
};

void robotsc_store_digest(const void *octets, size_t len, uint8_t digest[ROBOTSC_STORE_DIGEST])
{
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits(octets, len));
	memcpy(digest, canonical.digest, ROBOTSC_STORE_DIGEST);
}

/* ---- the batch in order ------------------------------------------------------- */

static int compare_keys(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
	const int c = memcmp(a, b, a_len < b_len ? a_len : b_len);
	return c ? c : (a_len > b_len) - (a_len < b_len);
}

static int by_key(const void *left, const void *right)
{
	const struct batch_item *a = left, *b = right;
	const int c = compare_keys(a->u.key, a->key_len, b->u.key, b->key_len);
	return c ? c : (a->change > b->change) - (a->change < b->change);
}

static int add_key(struct batch *b, const struct key *key)
{
	if (!b->keys || b->keys_room - b->keys_len < key->len) {
		const size_t room = 2 * b->keys_room + 64 * KEY_ROOM;
		uint8_t *keys = realloc(b->keys, room);
		if (!keys)
			return -1;
		b->keys = keys;
		b->keys_room = room;
	}
	memcpy(b->keys + b->keys_len, key->at, key->len);
	b->keys_len += key->len;
	return 0;
}

static enum robotsc_store_status sort_changes(struct batch *b, const struct robotsc_store_change *changes, size_t n)
{
	struct key key;
	b->items = calloc(n + 1, sizeof *b->items);
	if (!b->items)
		return ROBOTSC_STORE_NOMEM;
	for (size_t i = 0; i < n; i++) {
		struct batch_item *item = &b->items[b->n];
		if (robotsc__key_make(&key, changes[i].origin.at, changes[i].origin.len) != ROBOTSC_STORE_OK) {
			b->report.refused++;
			continue;
		}
		*item = (struct batch_item){.u.offset = b->keys_len, .key_len = key.len, .change = &changes[i]};
		if (add_key(b, &key) < 0)
			return ROBOTSC_STORE_NOMEM;
		b->n++;
	}
	for (size_t i = 0; i < b->n; i++)
		b->items[i].u.key = b->keys + b->items[i].u.offset;
	qsort(b->items, b->n, sizeof *b->items, by_key);
	return ROBOTSC_STORE_OK;
}

/* ---- blobs -------------------------------------------------------------------- */

static int flush_pack(struct batch *b)
{
	MDB_val key = {sizeof b->packer.number, &b->packer.number};
	MDB_val value = {robotsc__packer_size(&b->packer), NULL};
	int rc;
	if (b->packer.count == 0)
		return 0;
	rc = mdb_put(b->txn, b->packs, &key, &value, MDB_RESERVE | MDB_APPEND);
	if (rc)
		return rc;
	robotsc__packer_write(&b->packer, value.mv_data);
	if (b->packer.number == UINT32_MAX)
		return MDB_PAGE_FULL;
	robotsc__packer_next(&b->packer);
	return 0;
}

/* Compare a name's blob with these octets.  1: equal; 0: different; below 0: LMDB's error. */
static int is_blob(struct batch *b, uint64_t name, const void *blob, size_t len)
{
	uint32_t number = (uint32_t)(name >> 16);
	const unsigned place = (unsigned)(name & UINT16_MAX);
	MDB_val key = {sizeof number, &number}, value;
	struct pack pack;
	const uint8_t *have;
	size_t have_len;
	if (number == b->packer.number) {
		const size_t begin = place ? b->packer.ends[place - 1] : 0;
		have = b->packer.octets + begin;
		have_len = b->packer.ends[place] - begin;
	} else {
		if (mdb_get(b->txn, b->packs, &key, &value) || robotsc__pack_open(&pack, value.mv_data, value.mv_size) < 0)
			return MDB_CORRUPTED;
		have = robotsc__pack_blob(&pack, place, &have_len);
		if (!have)
			return MDB_CORRUPTED;
	}
	return have_len == len && memcmp(have, blob, len) == 0;
}

/* Find an equal blob among those with the same digest; equal digests do not suffice.  1 and its
 * name; 0: there is none; below 0: LMDB's error. */
static int find_blob(struct batch *b, MDB_val *digest, const void *blob, size_t len, uint64_t *name)
{
	MDB_val value;
	int rc = mdb_cursor_get(b->digests, digest, &value, MDB_SET_KEY);
	while (rc == 0) {
		int same;
		*name = value.mv_size == NAME_SIZE ? get_little(value.mv_data, NAME_SIZE) : 0;
		same = is_blob(b, *name, blob, len);
		if (same != 0)
			return same;
		rc = mdb_cursor_get(b->digests, digest, &value, MDB_NEXT_DUP);
	}
	return rc == MDB_NOTFOUND ? 0 : MDB_CORRUPTED;
}

/* True for a blob of the store's dialect that answers for all of its agents. */
static int fits(const struct robotsc_blob *blob, const struct robotsc_store_settings *settings)
{
	struct robotsc_info info;
	struct robotsc_group group;
	robotsc_blob_info(blob, &info);
	for (size_t i = 0; info.partial && i < settings->nagents; i++)
		if (robotsc_select(blob, &settings->agents[i], 1, &group) != ROBOTSC_OK)
			return 0;
	return info.dialect == settings->dialect && (!info.partial || settings->nagents > 0);
}

/* Find the name of a blob, or add the blob under a new name.  0, or LMDB's error; EINVAL when the
 * store cannot take it. */
static int name_blob(struct batch *b, const void *blob, size_t len, uint64_t *name)
{
	uint8_t digest[ROBOTSC_STORE_DIGEST], octets[NAME_SIZE];
	MDB_val key = {sizeof digest, digest}, value = {sizeof octets, octets};
	struct robotsc_blob opened;
	int rc;
	if (robotsc_open(&opened, blob, len) != ROBOTSC_OK || !fits(&opened, b->settings))
		/* Even if the store has this blob: another version may have accepted it. */
		return EINVAL;
	robotsc_store_digest(blob, len, digest);
	rc = find_blob(b, &key, blob, len, name);
	if (rc != 0)
		return rc < 0 ? rc : 0;
	if (robotsc__packer_full(&b->packer, len) && (rc = flush_pack(b)) != 0)
		return rc;
	*name = (uint64_t)b->packer.number << 16 | b->packer.count;
	if (robotsc__packer_add(&b->packer, blob, len) < 0)
		return ENOMEM;
	put_little(octets, NAME_SIZE, *name);
	key = (MDB_val){sizeof digest, digest};
	b->report.blobs++;
	return mdb_cursor_put(b->digests, &key, &value, 0);
}

/* ---- origins ------------------------------------------------------------------ */

/* Find the entry of a key, and its hash.  0; MDB_NOTFOUND: there is none; or another error. */
static int find_entry(struct batch *b, const struct batch_item *item, struct robotsc_store_entry *entry, uint64_t *hash)
{
	MDB_val key = {item->key_len, (void *)item->u.key}, value;
	int rc;
	if (compare_keys(item->u.key, item->key_len, b->last.at, b->last.len) > 0)
		return MDB_NOTFOUND;
	rc = mdb_cursor_get(b->origins, &key, &value, MDB_SET);
	if (rc)
		return rc;
	if (robotsc__entry_get(&key, &value, entry) != ROBOTSC_STORE_OK)
		return MDB_CORRUPTED;
	*hash = robotsc__entry_hash(&key, value.mv_data, value.mv_size);
	return 0;
}

static int put_entry(struct batch *b, const struct batch_item *item, uint64_t name)
{
	struct robotsc_store_entry entry = item->change->entry;
	uint8_t octets[ENTRY_LONG];
	MDB_val key = {item->key_len, (void *)item->u.key}, value = {0, octets};
	const int last = compare_keys(item->u.key, item->key_len, b->last.at, b->last.len) > 0;
	entry.policy = name;
	value.mv_size = robotsc__entry_put(octets, &key, &entry);
	b->tally.origins++;
	b->tally.sum += robotsc__entry_hash(&key, octets, value.mv_size);
	if (last) {
		memcpy(b->last.at, item->u.key, item->key_len);
		b->last.len = (uint16_t)item->key_len;
	}
	return mdb_cursor_put(b->origins, &key, &value, last ? MDB_APPEND : 0);
}

/* Subtract an entry from the tally. */
static void forget(struct batch *b, uint64_t hash)
{
	b->tally.origins--;
	b->tally.sum -= hash;
}

static int apply(struct batch *b, const struct batch_item *item)
{
	const struct robotsc_store_change *c = item->change;
	struct robotsc_store_entry old;
	uint64_t name = 0, hash = 0;
	int rc = find_entry(b, item, &old, &hash);
	const int found = rc == 0;
	if (rc && rc != MDB_NOTFOUND)
		return rc;
	if (found &&
	    ((c->keep && old.decision.outcome == ROBOTSC_OUTCOME_PARSE) || old.decision.fetched > c->entry.decision.fetched)) {
		b->report.kept++;
		return 0;
	}
	if (!c->blob) {
		if (!found)
			return 0;
		b->report.removed++;
		forget(b, hash);
		return mdb_cursor_del(b->origins, 0);
	}
	rc = name_blob(b, c->blob, c->blob_len, &name);
	if (rc == EINVAL) {
		b->report.refused++;
		return 0;
	}
	if (rc == 0 && found)
		forget(b, hash);
	if (rc == 0)
		rc = put_entry(b, item, name);
	if (found)
		b->report.replaced++;
	else
		b->report.added++;
	return rc;
}

/* ---- the transaction ---------------------------------------------------------- */

/* Find the greatest origin and the number of the next pack. */
static int find_ends(struct batch *b)
{
	MDB_cursor *packs;
	MDB_val key, value;
	uint32_t number = 0;
	int rc = mdb_cursor_get(b->origins, &key, &value, MDB_LAST);
	b->last.len = 0;
	if (rc == 0 && key.mv_size <= KEY_ROOM) {
		memcpy(b->last.at, key.mv_data, key.mv_size);
		b->last.len = (uint16_t)key.mv_size;
	} else if (rc != MDB_NOTFOUND) {
		return rc ? rc : MDB_CORRUPTED;
	}
	rc = mdb_cursor_open(b->txn, b->packs, &packs);
	if (rc)
		return rc;
	rc = mdb_cursor_get(packs, &key, &value, MDB_LAST);
	if (rc == 0)
		memcpy(&number, key.mv_data, sizeof number);
	mdb_cursor_close(packs);
	if (rc && rc != MDB_NOTFOUND)
		return rc;
	return robotsc__packer_init(&b->packer, number + 1) < 0 ? ENOMEM : 0;
}

static int apply_all(struct batch *b, const struct robotsc_store *s)
{
	int rc = mdb_cursor_open(b->txn, s->origins, &b->origins);
	if (rc == 0)
		rc = mdb_cursor_open(b->txn, s->digests, &b->digests);
	if (rc == 0)
		rc = robotsc__tally_get(b->txn, s->meta, &b->tally);
	if (rc == 0)
		rc = find_ends(b);
	for (size_t i = 0; i < b->n && rc == 0; i++)
		rc = apply(b, &b->items[i]);
	if (rc == 0)
		rc = flush_pack(b);
	b->tally.txn = mdb_txn_id(b->txn);
	return rc ? rc : robotsc__tally_put(b->txn, s->meta, &b->tally);
}

/* Try the transaction once.  0, or LMDB's error: then nothing has changed. */
static int attempt(struct batch *b, const struct robotsc_store *s)
{
	const struct robotsc_store_report before = b->report;
	int rc;
	rc = mdb_txn_begin(s->env, NULL, 0, &b->txn);
	if (rc)
		return rc;
	b->origins = b->digests = NULL;
	b->packs = s->packs;
	memset(&b->packer, 0, sizeof b->packer);
	rc = apply_all(b, s);
	if (b->origins)
		mdb_cursor_close(b->origins);
	if (b->digests)
		mdb_cursor_close(b->digests);
	robotsc__packer_free(&b->packer);
	if (rc)
		mdb_txn_abort(b->txn);
	else
		rc = mdb_txn_commit(b->txn);
	if (rc)
		b->report = before;
	return rc;
}

/* True if the disk has less than 1 MiB left.  LMDB reports every short write as EIO. */
static bool disk_is_full(const struct robotsc_store *s)
{
	struct statvfs st;
	mdb_filehandle_t fd;
	return mdb_env_get_fd(s->env, &fd) == 0 && fstatvfs(fd, &st) == 0 && (uint64_t)st.f_bavail * st.f_frsize < 1u << 20;
}

enum robotsc_store_status robotsc_store_write(struct robotsc_store *store, const struct robotsc_store_change *changes, size_t n,
                                              struct robotsc_store_report *report)
{
	struct batch b = {.settings = robotsc_store_settings(store)};
	enum robotsc_store_status status = store->writable ? sort_changes(&b, changes, n) : ROBOTSC_STORE_READONLY;
	while (status == ROBOTSC_STORE_OK && b.n > 0) {
		const int rc = attempt(&b, store);
		if (rc == MDB_MAP_FULL || rc == MDB_MAP_RESIZED) {
			status = robotsc__store_remap(store, rc == MDB_MAP_FULL);
			continue;
		}
		status = rc == EIO && disk_is_full(store) ? ROBOTSC_STORE_SPACE : robotsc__store_status(rc);
		break;
	}
	if (status == ROBOTSC_STORE_OK && b.n > 0) {
		/* The batch is in the store even if this fails. */
		(void)robotsc__tally_repeat(store->env, store->meta);
		robotsc__truncation_prevent(store->env);
	}
	if (status == ROBOTSC_STORE_OK && report)
		*report = b.report;
	free(b.items);
	free(b.keys);
	return status;
}
