/* store.c - open and close a store; turn errors into a status.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "databases.h"
#include "robotsc/compile.h"
#include "handle.h"

#define MAP_FIRST (UINT64_C(64) << 20) /* octets of the first map; doubled as needed */
#define READERS 1024u                  /* sessions at a time, in all processes together */

enum robotsc_store_status robotsc__store_status(int rc)
{
	switch (rc) {
	case MDB_SUCCESS:
		return ROBOTSC_STORE_OK;
	case MDB_NOTFOUND:
		return ROBOTSC_STORE_NOT_FOUND;
	case MDB_READERS_FULL:
		return ROBOTSC_STORE_READERS;
	case MDB_VERSION_MISMATCH:
		return ROBOTSC_STORE_VERSION;
	case ENOMEM:
		return ROBOTSC_STORE_NOMEM;
	case ENOSPC:
	case EDQUOT:
	case EFBIG:
		return ROBOTSC_STORE_SPACE;
	case EROFS:
		return ROBOTSC_STORE_READONLY;
	default:
		if (rc < 0) /* LMDB found no page, a page of another type, or a tree too deep */
			return ROBOTSC_STORE_DAMAGED;
		errno = rc;
		return ROBOTSC_STORE_SYSTEM;
	}
}

enum robotsc_store_status robotsc__store_remap(struct robotsc_store *s, int grow)
{
	MDB_envinfo info;
	size_t size = 0;
	int rc;
	pthread_mutex_lock(&s->gate);
	pthread_rwlock_wrlock(&s->map_lock);
	mdb_env_info(s->env, &info);
	if (grow)
		size = info.me_mapsize > SIZE_MAX / 2 ? SIZE_MAX : 2 * info.me_mapsize;
	rc = size == SIZE_MAX ? ENOMEM : mdb_env_set_mapsize(s->env, size);
	s->map_number++;
	pthread_rwlock_unlock(&s->map_lock);
	pthread_mutex_unlock(&s->gate);
	return rc == ENOMEM ? ROBOTSC_STORE_ADDRESSES : robotsc__store_status(rc);
}

/* ---- open -------------------------------------------------------------------- */

/* Open the databases.  flags: MDB_CREATE makes them when they are missing. */
static int open_databases(struct robotsc_store *s, MDB_txn *txn, unsigned flags)
{
	int rc = mdb_dbi_open(txn, "meta", flags, &s->meta);
	if (!rc)
		rc = mdb_dbi_open(txn, "origins", flags, &s->origins);
	if (!rc)
		rc = mdb_dbi_open(txn, "digests", flags | MDB_DUPSORT | MDB_DUPFIXED, &s->digests);
	if (!rc)
		rc = mdb_dbi_open(txn, "packs", flags | MDB_INTEGERKEY, &s->packs);
	return rc;
}

/* Read the header first: in another version, the other databases may be arranged in another way. */
static enum robotsc_store_status read_header(struct robotsc_store *s, MDB_txn *txn)
{
	MDB_val key = {sizeof HEADER_KEY - 1, (void *)HEADER_KEY}, value;
	int rc = mdb_dbi_open(txn, "meta", 0, &s->meta);
	if (!rc)
		rc = mdb_get(txn, s->meta, &key, &value);
	return rc ? robotsc__store_status(rc) : robotsc__settings_get(&value, &s->settings);
}

static enum robotsc_store_status make_databases(struct robotsc_store *s, MDB_txn *txn,
                                                const struct robotsc_store_settings *settings)
{
	const struct robotsc_store_settings usual = {.dialect = ROBOTSC_RFC9309, .limit = ROBOTSC_MIN_LIMIT};
	struct tally none = {.txn = mdb_txn_id(txn)};
	int rc = open_databases(s, txn, MDB_CREATE);
	if (!rc)
		rc = robotsc__settings_put(txn, s->meta, settings ? settings : &usual);
	if (!rc)
		rc = robotsc__tally_put(txn, s->meta, &none);
	return rc ? robotsc__store_status(rc) : read_header(s, txn);
}

/* One transaction opens the store or makes it.  So when two processes make a store, the second
 * opens it. */
static enum robotsc_store_status settle(struct robotsc_store *s, enum robotsc_store_mode mode,
                                        const struct robotsc_store_settings *settings)
{
	const int create = mode == ROBOTSC_STORE_CREATE;
	enum robotsc_store_status status;
	MDB_txn *txn;
	int rc;
	while ((rc = mdb_txn_begin(s->env, NULL, create ? 0 : MDB_RDONLY, &txn)) == MDB_MAP_RESIZED)
		if ((status = robotsc__store_remap(s, 0)) != ROBOTSC_STORE_OK)
			return status;
	if (rc)
		return robotsc__store_status(rc);
	status = read_header(s, txn);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		status = create ? make_databases(s, txn, settings) : ROBOTSC_STORE_ABSENT;
	else if (status == ROBOTSC_STORE_OK && create && settings && !robotsc__settings_equal(settings, &s->settings))
		status = ROBOTSC_STORE_SETTINGS;
	if (status == ROBOTSC_STORE_OK && (rc = open_databases(s, txn, 0)) != 0)
		status = rc == MDB_NOTFOUND ? ROBOTSC_STORE_DAMAGED : robotsc__store_status(rc);
	if (status != ROBOTSC_STORE_OK) {
		mdb_txn_abort(txn);
		return status;
	}
	return robotsc__store_status(mdb_txn_commit(txn));
}

/* Readers must be able to write LMDB's lock file, except on a read-only file system. */
static enum robotsc_store_status open_environment(struct robotsc_store *s, const char *folder, enum robotsc_store_mode mode,
                                                  int exists)
{
	const unsigned flags = MDB_NOTLS | (mode == ROBOTSC_STORE_READ ? MDB_RDONLY : 0);
	int rc = mdb_env_create(&s->env), dead;
	if (!rc)
		rc = mdb_env_set_maxdbs(s->env, 4);
	if (!rc)
		rc = mdb_env_set_maxreaders(s->env, READERS);
	if (!rc && !exists)
		rc = mdb_env_set_mapsize(s->env, MAP_FIRST);
	if (!rc)
		rc = mdb_env_open(s->env, folder, flags, 0666);
	if (rc == ENOENT)
		return ROBOTSC_STORE_ABSENT;
	if (rc == ENOMEM)
		return ROBOTSC_STORE_ADDRESSES;
	if (rc == MDB_INVALID)
		return ROBOTSC_STORE_DAMAGED;
	if (rc)
		return robotsc__store_status(rc);
	mdb_reader_check(s->env, &dead); /* the sessions of killed processes */
	return robotsc__truncation_check(s->env, folder);
}

/* Set *exists if the folder has the file of a store: opening a folder for writing would make the
 * file.  ABSENT: it has none, and mode does not make one. */
static enum robotsc_store_status look_at(const char *folder, enum robotsc_store_mode mode, int *exists)
{
	static const char name[] = "/data.mdb";
	const size_t len = strlen(folder);
	struct stat st;
	char *path;
	if (mode == ROBOTSC_STORE_CREATE && mkdir(folder, 0777) < 0 && errno != EEXIST)
		return robotsc__store_status(errno);
	path = malloc(len + sizeof name);
	if (!path)
		return ROBOTSC_STORE_NOMEM;
	memcpy(path, folder, len);
	memcpy(path + len, name, sizeof name);
	*exists = stat(path, &st) == 0 && st.st_size > 0;
	free(path);
	if (*exists || mode == ROBOTSC_STORE_CREATE)
		return ROBOTSC_STORE_OK;
	return errno == EACCES ? robotsc__store_status(errno) : ROBOTSC_STORE_ABSENT;
}

enum robotsc_store_status robotsc_store_open(struct robotsc_store **store, const char *folder, enum robotsc_store_mode mode,
                                             const struct robotsc_store_settings *settings)
{
	struct robotsc_store *s;
	int exists = 0, error;
	enum robotsc_store_status status = look_at(folder, mode, &exists);
	if (status != ROBOTSC_STORE_OK)
		return status;
	s = calloc(1, sizeof *s);
	if (!s)
		return ROBOTSC_STORE_NOMEM;
	s->writable = mode != ROBOTSC_STORE_READ;
	pthread_rwlock_init(&s->map_lock, NULL);
	pthread_mutex_init(&s->gate, NULL);
	status = robotsc__verified_set_init(&s->trusted) < 0 ? ROBOTSC_STORE_NOMEM : open_environment(s, folder, mode, exists);
	if (status == ROBOTSC_STORE_OK)
		status = settle(s, mode, settings);
	if (status == ROBOTSC_STORE_OK) {
		*store = s;
		return status;
	}
	error = errno;
	robotsc_store_close(s);
	errno = error;
	return status;
}

void robotsc_store_close(struct robotsc_store *s)
{
	if (!s)
		return;
	if (s->env)
		mdb_env_close(s->env);
	robotsc__verified_set_free(&s->trusted);
	robotsc__settings_free(&s->settings);
	pthread_rwlock_destroy(&s->map_lock);
	pthread_mutex_destroy(&s->gate);
	free(s);
}

const struct robotsc_store_settings *robotsc_store_settings(const struct robotsc_store *store)
{
	return &store->settings;
}
