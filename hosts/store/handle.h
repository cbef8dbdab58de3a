/* handle.h - the structs of an open store and of a reader, for the files of this folder.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_HANDLE_H
#define ROBOTSC_HANDLE_H

#include <lmdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "pack.h"
#include "robotsc/store.h"

/* A set of blobs: a bit for each name.  Any thread may ask and add without locks.
 *
 * An open store has one for the blobs that this process found intact.  A name is added when its
 * blob was accepted, and is never removed: it always means the same octets (databases.h).  The
 * worst effect of a race is a second check. */
#define VERIFIED_SET_FANOUT 65536u

/* A tree of two levels, which leads from the number of a pack to the bits of its blobs. */
struct verified_set {
	_Atomic(_Atomic(_Atomic uint8_t *) *) *top;
};

/* 0, or -1 without memory. */
int robotsc__verified_set_init(struct verified_set *t);
void robotsc__verified_set_free(struct verified_set *t);

bool robotsc__verified_set_has(const struct verified_set *t, uint64_t name);

/* count: the number of blobs in the pack.  0, or -1 without memory. */
int robotsc__verified_set_add(struct verified_set *t, uint64_t name, unsigned count);

struct robotsc_store {
	MDB_env *env;
	MDB_dbi meta, origins, digests, packs;
	struct robotsc_store_settings settings;
	int writable;
	struct verified_set trusted;
	/* LMDB must map the file again when it outgrows the map, while no transaction of the
	 * process is open:  a session holds this lock for reading, a change of the map for
	 * writing. */
	pthread_rwlock_t map_lock;
	pthread_mutex_t gate; /* held while a change of the map waits; new sessions wait, too */
	unsigned map_number;  /* counts the maps; under map_lock */
};

/* The status for an error of LMDB or of the system; errno is set for SYSTEM. */
enum robotsc_store_status robotsc__store_status(int rc);

/* Use the map size that another process chose; with grow, double the size. */
enum robotsc_store_status robotsc__store_remap(struct robotsc_store *s, int grow);

/* settings.c: the header.  put returns 0, or LMDB's error. */
int robotsc__settings_put(MDB_txn *txn, MDB_dbi meta, const struct robotsc_store_settings *settings);
enum robotsc_store_status robotsc__settings_get(const MDB_val *header, struct robotsc_store_settings *settings);
bool robotsc__settings_equal(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b);
/* True for a blob of a later minor version than this library writes.  The library may refuse it. */
bool robotsc__settings_is_later(const void *blob, size_t len);
void robotsc__settings_free(struct robotsc_store_settings *settings);

/* Called once, when a store is opened.  OK, or DAMAGED when pages in use are missing: reading past
 * the end of the file would end the process (SIGBUS). */
enum robotsc_store_status robotsc__truncation_check(MDB_env *env, const char *folder);

/* Called after a commit.  LMDB does not write pages that a transaction took and gave back, even at
 * the end of the file.  This makes the file as long as if they were written. */
void robotsc__truncation_prevent(MDB_env *env);

struct robotsc_reader {
	struct robotsc_store *store;
	MDB_txn *txn;
	MDB_cursor *cursor; /* of scans */
	/* For look-ups: a key near the previous one is found without a descent of the tree. */
	MDB_cursor *origins, *packs;
	struct key from; /* where a scan begins */
	int live;        /* in a session */
	int placed;      /* cursor belongs to this session */
	int pending;     /* cursor is at the entry that next returns, not before it */
	int began;       /* a session was begun before */
	size_t number;   /* number of the session's snapshot */
	unsigned map_number;
};

/* Find a blob and its pack.  0, or -1 when there is none. */
int robotsc__reader_octets(struct robotsc_reader *r, uint64_t name, struct pack *pack, MDB_val *blob);

#endif
