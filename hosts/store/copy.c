/* copy.c - copies a session's origins into a new store, in order, and blobs in the order of their
 * first use.  So the copy is dense, and neighbours stand together.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "handle.h"
#include "databases.h"

#define BATCH 32768u /* changes in a transaction */

struct copy {
	struct robotsc_reader *from;
	struct robotsc_store *to;
	struct robotsc_store_change *changes;
	char (*origins)[ROBOTSC_ORIGIN_MAX];
};

/* Read the next batch of origins.  *n is 0 at the end. */
static enum robotsc_store_status fill(struct copy *c, size_t *n)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	for (*n = 0; *n < BATCH; ++*n) {
		struct robotsc_store_change *change = &c->changes[*n];
		struct robotsc_blob blob;
		size_t len;
		memset(change, 0, sizeof *change);
		status = robotsc_reader_next(c->from, c->origins[*n], &len, &change->entry);
		if (status == ROBOTSC_STORE_NOT_FOUND)
			return ROBOTSC_STORE_OK;
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_reader_blob(c->from, change->entry.policy, &blob);
		if (status != ROBOTSC_STORE_OK)
			return status;
		change->origin = (struct robotsc_text){c->origins[*n], len};
		change->blob = blob.bytes;
		change->blob_len = blob.size;
	}
	return status;
}

static enum robotsc_store_status copy_all(struct copy *c)
{
	struct robotsc_store_report report;
	enum robotsc_store_status status = robotsc_reader_seek(c->from, NULL, 0);
	size_t n = 1;
	c->changes = malloc(BATCH * sizeof *c->changes);
	c->origins = malloc(BATCH * sizeof *c->origins);
	if (!c->changes || !c->origins)
		return ROBOTSC_STORE_NOMEM;
	while (status == ROBOTSC_STORE_OK && n > 0) {
		status = fill(c, &n);
		if (status == ROBOTSC_STORE_OK && n > 0)
			status = robotsc_store_write(c->to, c->changes, n, &report);
		if (status == ROBOTSC_STORE_OK && n > 0 && report.added != n)
			status = ROBOTSC_STORE_DAMAGED;
	}
	return status;
}

/* ---- its files ------------------------------------------------------------------ */

#define DATA "data.mdb"
#define DENSE "dense.mdb"

/* Write the pages in use to a new file. */
static enum robotsc_store_status write_dense(MDB_env *env, const char *path)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int rc;
	if (fd < 0)
		return robotsc__store_status(errno);
	rc = mdb_env_copyfd2(env, fd, MDB_CP_COMPACT);
	if (rc == 0 && fsync(fd) < 0)
		rc = errno;
	if (close(fd) < 0 && rc == 0)
		rc = errno;
	return robotsc__store_status(rc);
}

/* Close the copy, and drop the pages that its own transactions left free. */
static enum robotsc_store_status close_dense(struct robotsc_store *store, const char *folder)
{
	char data[4096], dense[4096];
	enum robotsc_store_status status = ROBOTSC_STORE_SYSTEM;
	errno = ENAMETOOLONG;
	if (snprintf(data, sizeof data, "%s/" DATA, folder) < (int)sizeof data &&
	    snprintf(dense, sizeof dense, "%s/" DENSE, folder) < (int)sizeof dense)
		status = robotsc__store_status(robotsc__tally_of_copy(store->env, store->meta));
	if (status == ROBOTSC_STORE_OK)
		status = write_dense(store->env, dense);
	robotsc_store_close(store);
	if (status == ROBOTSC_STORE_OK && rename(dense, data) < 0)
		status = robotsc__store_status(errno);
	return status;
}

static void remove_store(const char *folder)
{
	static const char *const names[] = {DATA, DENSE, "lock.mdb"};
	const int error = errno; /* why */
	char path[4096];
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) < (int)sizeof path)
			unlink(path);
	rmdir(folder);
	errno = error;
}

/* Build the store in the folder part, then rename part to folder: so a folder of this name is
 * always a complete store. */
static enum robotsc_store_status copy_to(struct robotsc_reader *reader, const char *part, const char *folder)
{
	struct copy c = {.from = reader};
	enum robotsc_store_status status;
	if (mkdir(part, 0777) < 0)
		return errno == EEXIST ? ROBOTSC_STORE_EXISTS : robotsc__store_status(errno);
	status = robotsc_store_open(&c.to, part, ROBOTSC_STORE_CREATE, &reader->store->settings);
	if (status == ROBOTSC_STORE_OK)
		status = copy_all(&c);
	free(c.changes);
	free(c.origins);
	if (status == ROBOTSC_STORE_OK)
		status = close_dense(c.to, part);
	else
		robotsc_store_close(c.to);
	if (status == ROBOTSC_STORE_OK && rename(part, folder) < 0)
		status = errno == EEXIST || errno == ENOTEMPTY ? ROBOTSC_STORE_EXISTS : robotsc__store_status(errno);
	if (status != ROBOTSC_STORE_OK)
		remove_store(part);
	return status;
}

enum robotsc_store_status robotsc_reader_copy(struct robotsc_reader *reader, const char *folder)
{
	static const char suffix[] = ".part";
	size_t len = strlen(folder);
	enum robotsc_store_status status;
	struct stat st;
	char *part;
	while (len > 1 && folder[len - 1] == '/')
		len--;
	if (lstat(folder, &st) == 0)
		return ROBOTSC_STORE_EXISTS;
	part = malloc(len + sizeof suffix);
	if (!part)
		return ROBOTSC_STORE_NOMEM;
	memcpy(part, folder, len);
	memcpy(part + len, suffix, sizeof suffix);
	status = copy_to(reader, part, folder);
	free(part);
	return status;
}
