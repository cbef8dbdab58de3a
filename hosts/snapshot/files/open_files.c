/* open_files.c - opens the files of a snapshot by name: one, or all shards of a folder.
 * docs/formats/snapshot.md, "Shards"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* madvise */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "robotsc/snapshot_make.h"

#define LARGE_PAGE ((size_t)2 << 20)
#define TRIES 10 /* attempts to open a folder in which a maker replaces shards */

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_snapshot_files) == 184, "robotsc_snapshot_files is ABI");

/* A file in memory, and bits of those of its policies that were used. */
struct mapped_octets {
	void *bytes;
	size_t len;
	bool preloaded;
	uint64_t *used;
};

/* ---- octets in memory ------------------------------------------------------------------ */

#ifdef _WIN32

#define fstat _fstat64
#define close _close
#define munmap(at, len) UnmapViewOfFile(at)
#define madvise(at, len, how) (void)(at)
typedef struct _stat64 file_facts;

/* NULL: errno. */
static wchar_t *widen(const char *path)
{
	wchar_t *wide = malloc(ROBOTSC_FILES_PATH * sizeof *wide);
	errno = wide ? ENAMETOOLONG : ENOMEM;
	if (wide && !MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, ROBOTSC_FILES_PATH)) {
		free(wide);
		wide = NULL;
	}
	return wide;
}

static int open_file(const char *path)
{
	wchar_t *const wide = widen(path);
	const int fd = wide ? _wopen(wide, _O_RDONLY | _O_BINARY | _O_NOINHERIT) : -1;
	free(wide);
	return fd;
}

static bool is_folder(const char *path)
{
	wchar_t *const wide = widen(path);
	const DWORD kind = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
	free(wide);
	return kind != INVALID_FILE_ATTRIBUTES && kind & FILE_ATTRIBUTE_DIRECTORY;
}

static int bring(struct mapped_octets *m, int fd, int preload)
{
	const HANDLE mapping = CreateFileMappingW((HANDLE)_get_osfhandle(fd), NULL, PAGE_READONLY, 0, 0, NULL);
	(void)preload;
	m->bytes = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
	if (mapping)
		CloseHandle(mapping);
	errno = ENOMEM;
	return m->bytes ? 0 : -1;
}

#else

typedef struct stat file_facts;

static int open_file(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC);
}

static bool is_folder(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Read a file into memory, on large pages where the system has some. */
static int preload_file(struct mapped_octets *m, int fd)
{
	const size_t room = (m->len + LARGE_PAGE) & ~(LARGE_PAGE - 1);
	void *bytes;
	errno = posix_memalign(&bytes, LARGE_PAGE, room);
	if (errno)
		return -1;
	m->bytes = bytes;
	m->preloaded = true;
#ifdef MADV_HUGEPAGE
	madvise(bytes, room, MADV_HUGEPAGE);
#endif
	for (size_t at = 0; at < m->len;) {
		const ssize_t n = read(fd, (char *)bytes + at, m->len - at);
		if (n == 0)
			errno = EIO;
		if (n == 0 || (n < 0 && errno != EINTR))
			return -1;
		at += n > 0 ? (size_t)n : 0;
	}
	return 0;
}

/* Map the octets of a file or, with preload, read them.  0, or -1 and errno. */
static int bring(struct mapped_octets *m, int fd, int preload)
{
	void *at;
	if (preload)
		return preload_file(m, fd);
	at = mmap(NULL, m->len, PROT_READ, MAP_SHARED, fd, 0);
	m->bytes = at == MAP_FAILED ? NULL : at;
	return m->bytes ? 0 : -1;
}

#endif

static void unmap(const struct mapped_octets *m)
{
	if (m->preloaded)
		free(m->bytes);
	else if (m->bytes)
		munmap(m->bytes, m->len);
}

void robotsc_snapshot_files_rest(const struct robotsc_snapshot_files *files)
{
	const struct mapped_octets *const all = files->memory;
	for (size_t i = 0; i < files->n; i++)
		if (all[i].bytes && !all[i].preloaded)
			madvise(all[i].bytes, all[i].len, MADV_DONTNEED);
}

/* Load the file that trouble names. */
static enum robotsc_files_fault load(struct mapped_octets *m, int preload, struct robotsc_files_trouble *trouble)
{
	enum robotsc_files_fault fault = ROBOTSC_FILES_UNREAD;
	file_facts st;
	const int fd = open_file(trouble->path);
	if (fd >= 0 && fstat(fd, &st) == 0) {
		m->len = (size_t)st.st_size;
		if (S_ISDIR(st.st_mode))
			errno = EISDIR;
		else if (!S_ISREG(st.st_mode))
			fault = ROBOTSC_FILES_IRREGULAR;
		else if ((uint64_t)st.st_size > SIZE_MAX / 2)
			errno = ENOMEM;
		else if (m->len == 0 || bring(m, fd, preload) == 0)
			fault = ROBOTSC_FILES_OPEN;
	}
	trouble->error = errno;
	if (fd >= 0)
		close(fd);
	return fault;
}

/* ---- one file ------------------------------------------------------------------------------ */

static enum robotsc_status open_shard(const struct robotsc_snapshot_files *files, size_t i, const uint8_t *root,
                                      const struct robotsc_text *tokens, size_t n, struct robotsc_snapshot *shard)
{
	const struct mapped_octets *const m = (const struct mapped_octets *)files->memory + i;
	const struct robotsc_snapshot_options options = {
		.tokens = tokens, .ntokens = n, .trust = files->trust, .root = root, .used = m->used};
	return m->bytes ? robotsc_snapshot_open(shard, m->bytes, m->len, &options) : ROBOTSC_ERR_TRUNCATED;
}

/* Open the file that trouble names. */
static enum robotsc_files_fault add_file(struct robotsc_snapshot_files *files, size_t i, const uint8_t *root, int preload,
                                         struct robotsc_files_trouble *trouble)
{
	struct mapped_octets *const m = (struct mapped_octets *)files->memory + i;
	const enum robotsc_files_fault fault = load(m, preload, trouble);
	struct robotsc_snapshot other;
	if (fault != ROBOTSC_FILES_OPEN)
		return fault;
	if (m->bytes)
		m->used = calloc((size_t)robotsc_snapshot_used_size(m->bytes, m->len) / 8 + 1, 8);
	if (m->bytes && !m->used)
		return ROBOTSC_FILES_NOMEM;
	trouble->status = open_shard(files, i, root, NULL, 0, &files->shards[i]);
	if (trouble->status == ROBOTSC_ERR_CHECKSUM && root && robotsc_snapshot_open(&other, m->bytes, m->len, NULL) == ROBOTSC_OK)
		return ROBOTSC_FILES_ROOT; /* its head is intact, but has another root */
	return trouble->status == ROBOTSC_OK ? ROBOTSC_FILES_OPEN : ROBOTSC_FILES_REFUSED;
}

static bool allocate(struct robotsc_snapshot_files *files, size_t n)
{
	files->shards = calloc(n, sizeof *files->shards);
	files->memory = calloc(n, sizeof(struct mapped_octets));
	files->n = n;
	return files->shards && files->memory;
}

/* ---- a folder ------------------------------------------------------------------------------- */

static bool name_file(const struct robotsc_snapshot_files *files, const char *name, struct robotsc_files_trouble *trouble)
{
	return snprintf(trouble->path, sizeof trouble->path, "%s/%s", files->name, name) < (int)sizeof trouble->path;
}

static bool is_as_named(const struct robotsc_snapshot_files *files, size_t i, const struct robotsc_manifest_row *row)
{
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(&files->shards[i], &info);
	return info.shards == files->n && info.shard == i && info.size == row->size && info.entries == row->entries;
}

static enum robotsc_files_fault open_shards(struct robotsc_snapshot_files *files, const struct robotsc_manifest *m, int preload,
                                            struct robotsc_files_trouble *trouble)
{
	enum robotsc_files_fault fault = allocate(files, m->shards) ? ROBOTSC_FILES_OPEN : ROBOTSC_FILES_NOMEM;
	for (uint32_t i = 0; i < m->shards && fault == ROBOTSC_FILES_OPEN; i++) {
		const struct robotsc_manifest_row row = robotsc_manifest_row(m, i);
		char name[ROBOTSC_SHARD_NAME];
		robotsc_shard_name(name, i, row.root);
		trouble->shard = i;
		fault = name_file(files, name, trouble) ? add_file(files, i, row.root, preload, trouble) : ROBOTSC_FILES_NAME;
		if (fault == ROBOTSC_FILES_UNREAD && trouble->error == ENOENT)
			return ROBOTSC_FILES_NO_SHARD;
		if (fault == ROBOTSC_FILES_OPEN && !is_as_named(files, i, &row))
			return ROBOTSC_FILES_SHARD;
	}
	return fault;
}

static enum robotsc_files_fault read_manifest(struct robotsc_snapshot_files *files, const struct mapped_octets *octets,
                                              const struct robotsc_files_options *options, struct robotsc_files_trouble *trouble)
{
	struct robotsc_manifest m;
	trouble->status = robotsc_manifest_open(&m, octets->bytes, octets->len);
	if (trouble->status != ROBOTSC_OK)
		return ROBOTSC_FILES_MANIFEST;
	memcpy(trouble->root, m.root, sizeof trouble->root);
	if (options->root && memcmp(options->root, m.root, sizeof files->root) != 0)
		return ROBOTSC_FILES_MANIFEST_ROOT;
	memcpy(files->root, m.root, sizeof files->root);
	files->manifest_time = (uint64_t)m.time;
	files->manifest_spare = m.minor == 0 ? m.zero : 0;
	return open_shards(files, &m, options->preload, trouble);
}

static void drop_files(struct robotsc_snapshot_files *files)
{
	struct mapped_octets *const all = files->memory;
	for (size_t i = 0; all && i < files->n; i++) {
		unmap(&all[i]);
		free(all[i].used);
	}
	free(all);
	free(files->shards);
	files->memory = NULL;
	files->shards = NULL;
	files->n = 0;
}

/* Try again when a shard is missing: a maker renames its manifest, and then removes old shards, so
 * there is a new manifest. */
static enum robotsc_files_fault open_folder(struct robotsc_snapshot_files *files, const struct robotsc_files_options *options,
                                            struct robotsc_files_trouble *trouble)
{
	enum robotsc_files_fault fault = ROBOTSC_FILES_NO_SHARD;
	for (int i = 0; i < TRIES && fault == ROBOTSC_FILES_NO_SHARD; i++) {
		struct mapped_octets manifest = {.len = 0};
		drop_files(files);
		if (!name_file(files, "manifest", trouble))
			return ROBOTSC_FILES_NAME;
		fault = load(&manifest, 0, trouble);
		if (fault == ROBOTSC_FILES_UNREAD && trouble->error == ENOENT)
			return ROBOTSC_FILES_NO_MANIFEST;
		if (fault == ROBOTSC_FILES_OPEN)
			fault = read_manifest(files, &manifest, options, trouble);
		unmap(&manifest);
	}
	return fault;
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Take the settings of the first shard, which all must have, and the root of a single file. */
static enum robotsc_files_fault take_settings(struct robotsc_snapshot_files *files, struct robotsc_files_trouble *trouble)
{
	for (size_t i = 0; i < files->n; i++) {
		struct robotsc_store_settings settings;
		struct robotsc_snapshot_info info;
		struct robotsc_text *agents;
		robotsc_snapshot_info(&files->shards[i], &info);
		agents = calloc((size_t)info.agents + 1, sizeof *agents);
		if (!agents)
			return ROBOTSC_FILES_NOMEM;
		robotsc_snapshot_settings(&files->shards[i], &settings, agents);
		if (i == 0) {
			files->settings = settings;
			if (!files->is_folder)
				memcpy(files->root, info.root, sizeof files->root);
			continue;
		}
		trouble->shard = (uint32_t)i;
		trouble->setting = robotsc_settings_difference(&files->settings, &settings);
		free(agents);
		if (trouble->setting)
			return ROBOTSC_FILES_SETTINGS;
	}
	return ROBOTSC_FILES_OPEN;
}

enum robotsc_files_fault robotsc_snapshot_files_open(struct robotsc_snapshot_files *files, const char *path,
                                                     const struct robotsc_files_options *options,
                                                     struct robotsc_files_trouble *trouble)
{
	enum robotsc_files_fault fault;
	*files = (struct robotsc_snapshot_files){.name = path, .is_folder = is_folder(path), .trust = options->trust};
	trouble->status = ROBOTSC_ERR_ARGUMENT;
	trouble->error = ENAMETOOLONG;
	if (snprintf(trouble->path, sizeof trouble->path, "%s", path) >= (int)sizeof trouble->path)
		fault = ROBOTSC_FILES_UNREAD;
	else if (options->trust == ROBOTSC_TRUST_KNOWN && !options->root)
		fault = ROBOTSC_FILES_REFUSED;
	else if (files->is_folder)
		fault = open_folder(files, options, trouble);
	else
		fault = allocate(files, 1) ? add_file(files, 0, options->root, options->preload, trouble) : ROBOTSC_FILES_NOMEM;
	if (fault == ROBOTSC_FILES_OPEN)
		fault = take_settings(files, trouble);
	if (fault != ROBOTSC_FILES_OPEN)
		robotsc_snapshot_files_close(files);
	return fault;
}

void robotsc_snapshot_files_close(struct robotsc_snapshot_files *files)
{
	drop_files(files);
	free((void *)(uintptr_t)files->settings.agents);
	*files = (struct robotsc_snapshot_files){.name = NULL};
}

enum robotsc_status robotsc_snapshot_files_choose(const struct robotsc_snapshot_files *files, const struct robotsc_text *tokens,
                                                  size_t n, struct robotsc_snapshot *shards)
{
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < files->n && status == ROBOTSC_OK; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&files->shards[i], &info);
		status = open_shard(files, i, info.root, tokens, n, &shards[i]);
	}
	return status;
}
