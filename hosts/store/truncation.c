/* truncation.c - see handle.h.
 *
 * After some commits the file is short for a moment, and stays so when the writer is killed then.
 * To tell such a file from one that was cut, a child process reads every page in use.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handle.h"

#define DATABASES 4u /* named ones */

/* How many octets the file lacks for all pages that LMDB ever took; 0 when this is not known. */
static int64_t missing(MDB_env *env)
{
	mdb_filehandle_t fd;
	MDB_envinfo info;
	MDB_stat pages;
	struct stat file;
	if (mdb_env_get_fd(env, &fd) || mdb_env_info(env, &info) || mdb_env_stat(env, &pages) || fstat(fd, &file) < 0)
		return 0;
	return (int64_t)(info.me_last_pgno + 1) * pages.ms_psize - (int64_t)file.st_size;
}

void robotsc__truncation_prevent(MDB_env *env)
{
	mdb_filehandle_t fd;
	struct stat file;
	MDB_txn *txn;
	int64_t more;
	/* The transaction keeps other writers out while the file grows. */
	if (missing(env) <= 0 || mdb_txn_begin(env, NULL, 0, &txn))
		return;
	more = missing(env);
	if (more > 0 && mdb_env_get_fd(env, &fd) == 0 && fstat(fd, &file) == 0) {
		const int result = ftruncate(fd, file.st_size + (off_t)more);
		(void)result; /* if this fails, the file stays short, which is harmless */
	}
	mdb_txn_abort(txn);
}

/* ---- every page in use ---------------------------------------------------------- */

static void touch(const MDB_val *value)
{
	const volatile unsigned char *p = value->mv_data;
	for (size_t i = 0; i < value->mv_size; i += 512)
		(void)p[i];
	if (value->mv_size)
		(void)p[value->mv_size - 1];
}

static int read_database(MDB_txn *txn, MDB_dbi dbi)
{
	MDB_cursor *cursor;
	MDB_val key, value;
	int rc = mdb_cursor_open(txn, dbi, &cursor);
	while (rc == 0 && (rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
		touch(&key);
		touch(&value);
	}
	return rc;
}

/* Runs in the child, which shares no handle with its parent. */
static int read_all(const char *folder)
{
	static const char *const names[DATABASES] = {"meta", "origins", "digests", "packs"};
	MDB_env *env;
	MDB_txn *txn;
	MDB_dbi dbi;
	int rc = mdb_env_create(&env);
	if (!rc)
		rc = mdb_env_set_maxdbs(env, DATABASES);
	if (!rc)
		rc = mdb_env_open(env, folder, MDB_RDONLY, 0666);
	if (!rc)
		rc = mdb_txn_begin(env, NULL, MDB_RDONLY, &txn);
	if (!rc && (rc = read_database(txn, 0)) == MDB_NOTFOUND)
		rc = 0;
	for (size_t i = 0; i < DATABASES && rc == 0; i++) {
		rc = mdb_dbi_open(txn, names[i], 0, &dbi);
		if (!rc && (rc = read_database(txn, dbi)) == MDB_NOTFOUND)
			rc = 0;
	}
	return rc;
}

enum robotsc_store_status robotsc__truncation_check(MDB_env *env, const char *folder)
{
	static const struct rlimit none = {0, 0};
	int status = -1;
	pid_t child;
	if (missing(env) <= 0)
		return ROBOTSC_STORE_OK;
	child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &none);
		signal(SIGBUS, SIG_DFL);
		_exit(read_all(folder) != 0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child)
		return ROBOTSC_STORE_SYSTEM;
	return status == 0 ? ROBOTSC_STORE_OK : ROBOTSC_STORE_DAMAGED;
}
