/* publish.c - see maker_state.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "maker_state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "hosts/octets.h"
#include "hosts/snapshot/reader/snapshot_layout.h"
#include "spool.h"

#define TRIES 1000u
#define A_DAY 86400 /* seconds */
#define LOCK ".lock"
#define MANIFEST "manifest"

static enum robotsc_store_status failed(void)
{
	return robotsc__spool_status(errno);
}

static int path_in(char path[PATH_ROOM], const char *folder, const char *name)
{
	if (snprintf(path, PATH_ROOM, "%s/%s", folder, name) < (int)PATH_ROOM)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

char *robotsc__folder_of(const char *path)
{
	const char *const slash = strrchr(path, '/');
	if (!slash)
		return strdup(".");
	return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

/* ---- parts --------------------------------------------------------------------------- */

enum robotsc_store_status robotsc__part_open(struct part *part, const char *folder)
{
	char path[PATH_ROOM];
	part->fd = -1;
	for (unsigned i = 0; i < TRIES && part->fd < 0; i++) {
		snprintf(part->name, sizeof part->name, ".robotsc-%ld-%u.part", (long)getpid(), i);
		if (path_in(path, folder, part->name) < 0)
			return failed();
		part->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
		if (part->fd < 0 && errno != EEXIST)
			break;
	}
	if (part->fd >= 0)
		return ROBOTSC_STORE_OK;
	part->name[0] = '\0';
	return failed();
}

static bool is_dead(const char *name, const struct stat *st)
{
	static const char begins[] = ".robotsc-", ends[] = ".part";
	const size_t len = strlen(name);
	char *rest;
	long pid;
	if (strncmp(name, begins, sizeof begins - 1) != 0 || len < sizeof begins + sizeof ends ||
	    strcmp(name + len - (sizeof ends - 1), ends) != 0)
		return false;
	pid = strtol(name + sizeof begins - 1, &rest, 10);
	return pid > 0 && *rest == '-' && S_ISREG(st->st_mode) && time(NULL) - st->st_mtime > A_DAY && kill((pid_t)pid, 0) < 0 &&
	       errno == ESRCH;
}

void robotsc__parts_clear(const char *folder)
{
	DIR *const dir = opendir(folder);
	const struct dirent *e;
	while (dir && (e = readdir(dir)) != NULL) {
		char path[PATH_ROOM];
		struct stat st;
		if (e->d_name[0] == '.' && path_in(path, folder, e->d_name) == 0 && lstat(path, &st) == 0 &&
		    is_dead(e->d_name, &st))
			unlink(path);
	}
	if (dir)
		closedir(dir);
}

enum robotsc_store_status robotsc__part_close(struct part *part)
{
	enum robotsc_store_status status = fsync(part->fd) < 0 ? failed() : ROBOTSC_STORE_OK;
	if (close(part->fd) < 0 && status == ROBOTSC_STORE_OK)
		status = failed();
	part->fd = -1;
	return status;
}

enum robotsc_store_status robotsc__part_rename(struct part *part, const char *folder, const char *path)
{
	char from[PATH_ROOM];
	if (path_in(from, folder, part->name) < 0 || rename(from, path) < 0)
		return failed();
	part->name[0] = '\0';
	return ROBOTSC_STORE_OK;
}

void robotsc__part_drop(struct part *part, const char *folder)
{
	const int error = errno; /* why */
	char path[PATH_ROOM];
	if (part->fd >= 0)
		close(part->fd);
	if (part->name[0] && path_in(path, folder, part->name) == 0)
		unlink(path);
	errno = error;
}

enum robotsc_store_status robotsc__sync_folder(const char *folder)
{
	const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (fd < 0)
		return failed();
	/* Some file systems do not sync folders. */
	if (fsync(fd) < 0 && errno != EINVAL && errno != ENOTSUP)
		status = failed();
	close(fd);
	return status;
}

/* ---- shards ---------------------------------------------------------------------------- */

/* The manifest of shards, to be freed; NULL without memory. */
static uint8_t *make_manifest(const struct shard_row *rows, uint32_t shards, size_t *size)
{
	const size_t end = MANIFEST_AT_ROWS + (size_t)MANIFEST_ROW * shards;
	uint8_t *const m = calloc(1, end + HEAD_ROOT);
	struct robotsc_sha256 sha;
	int64_t time = 0;
	if (!m)
		return NULL;
	put_little(m + MANIFEST_AT_MAGIC, 8, MANIFEST_MAGIC);
	put_little(m + MANIFEST_AT_MAJOR, 2, SNAPSHOT_MAJOR);
	put_little(m + MANIFEST_AT_MINOR, 2, SNAPSHOT_MINOR);
	put_little(m + MANIFEST_AT_SHARDS, 4, shards);
	for (uint32_t i = 0; i < shards; i++) {
		uint8_t *const at = m + MANIFEST_AT_ROWS + (size_t)MANIFEST_ROW * i;
		put_little(at + ROW_AT_SIZE, 8, rows[i].size);
		put_little(at + ROW_AT_ENTRIES, 8, rows[i].entries);
		memcpy(at + ROW_AT_ROOT, rows[i].root, HEAD_ROOT);
		time = rows[i].time > time ? rows[i].time : time;
	}
	put_little(m + MANIFEST_AT_TIME, 8, (uint64_t)time);
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, m, end);
	robotsc_sha256_end(&sha, m + end);
	*size = end + HEAD_ROOT;
	return m;
}

static enum robotsc_store_status write_manifest(const char *folder, const struct shard_row *rows, uint32_t shards)
{
	char path[PATH_ROOM];
	struct part part = {.fd = -1};
	struct spool out = {0};
	size_t size = 0;
	uint8_t *const manifest = make_manifest(rows, shards, &size);
	enum robotsc_store_status status = manifest ? robotsc__part_open(&part, folder) : ROBOTSC_STORE_NOMEM;
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_begin(&out, part.fd, 0, false);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_put(&out, manifest, size);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_flush(&out);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__part_close(&part);
	if (status == ROBOTSC_STORE_OK)
		status = path_in(path, folder, MANIFEST) < 0 ? failed() : robotsc__part_rename(&part, folder, path);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__sync_folder(folder);
	robotsc__part_drop(&part, folder);
	robotsc__spool_free(&out);
	free(manifest);
	return status;
}

static bool is_shard_name(const char *name)
{
	return strspn(name, "0123456789") == 4 && name[4] == '-' && strspn(name + 5, "0123456789abcdef") == 16 &&
	       strcmp(name + 21, ".snapshot") == 0;
}

/* Remove the shards that a manifest no longer names.  A shard that cannot be removed stays. */
static void remove_others(const char *folder, const struct shard_row *rows, uint32_t shards)
{
	DIR *const dir = opendir(folder);
	const struct dirent *e;
	while (dir && (e = readdir(dir)) != NULL) {
		char name[ROBOTSC_SHARD_NAME] = "", path[PATH_ROOM];
		const uint32_t number = is_shard_name(e->d_name) ? (uint32_t)strtoul(e->d_name, NULL, 10) : UINT32_MAX;
		if (number == UINT32_MAX)
			continue;
		if (number < shards)
			robotsc_shard_name(name, number, rows[number].root);
		if (strcmp(name, e->d_name) != 0 && path_in(path, folder, e->d_name) == 0)
			unlink(path);
	}
	if (dir)
		closedir(dir);
}

/* Wait until no other maker publishes in the folder.  Returns a descriptor, or -1; as long as it is
 * open, no other maker publishes there. */
static int lock_folder(const char *folder)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char path[PATH_ROOM];
	int fd;
	if (path_in(path, folder, LOCK) < 0)
		return -1;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	while (fd >= 0 && fcntl(fd, F_SETLKW, &lock) < 0)
		if (errno != EINTR) {
			const int error = errno;
			close(fd);
			errno = error;
			return -1;
		}
	return fd;
}

enum robotsc_store_status robotsc__publish_shards(const char *folder, struct part *parts, const struct shard_row *rows,
                                                  uint32_t shards)
{
	const int lock = lock_folder(folder);
	enum robotsc_store_status status = lock < 0 ? failed() : ROBOTSC_STORE_OK;
	for (uint32_t i = 0; i < shards && status == ROBOTSC_STORE_OK; i++) {
		char name[ROBOTSC_SHARD_NAME], path[PATH_ROOM];
		robotsc_shard_name(name, i, rows[i].root);
		status = path_in(path, folder, name) < 0 ? failed() : robotsc__part_rename(&parts[i], folder, path);
	}
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__sync_folder(folder);
	if (status == ROBOTSC_STORE_OK)
		status = write_manifest(folder, rows, shards);
	if (status == ROBOTSC_STORE_OK)
		remove_others(folder, rows, shards);
	if (lock >= 0)
		close(lock);
	return status;
}
