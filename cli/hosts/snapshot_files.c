/* snapshot_files.c - see snapshot_files.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* madvise */
#include "snapshot_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/agent.h"
#include "cli/exit_status.h"
#include "cli/messages.h"
#include "cli/read_file.h"

#define PATH_ROOM 4096
#define LARGE_PAGE ((size_t)2 << 20)
#define TRIES 10 /* while a maker replaces shards */

/* ---- messages ------------------------------------------------------------------------- */

static const char *why_not(enum robotsc_status status)
{
	switch (status) {
	case ROBOTSC_ERR_TRUNCATED:
		return "the snapshot is cut off";
	case ROBOTSC_ERR_MAGIC:
		return "not a snapshot; 'robotsc snapshot make' makes one";
	case ROBOTSC_ERR_VERSION:
		return "a snapshot of another format version";
	case ROBOTSC_ERR_CHECKSUM:
		return "the snapshot is damaged, or has another root";
	case ROBOTSC_ERR_ARGUMENT:
		return "--trust=known needs --root=HEX";
	case ROBOTSC_ERR_NOMEM:
		return "out of memory";
	default:
		return "the snapshot is damaged; 'robotsc snapshot verify' lists what is wrong";
	}
}

int cli_snapshot_trouble(const char *name, enum robotsc_status status)
{
	return cli_complain("%s: %s", name, why_not(status));
}

int cli_maker_trouble(const char *name, enum robotsc_store_status status)
{
	const int error = errno;
	switch (status) {
	case ROBOTSC_STORE_DAMAGED:
		return cli_complain("%s: %s", name, why_not(ROBOTSC_ERR_CORRUPT));
	case ROBOTSC_STORE_SYSTEM:
		return cli_complain("%s: cannot write: %s", name, strerror(error));
	case ROBOTSC_STORE_READONLY:
		return cli_complain("%s: cannot write: the file system is read-only", name);
	case ROBOTSC_STORE_BLOB:
		return cli_complain("%s: a policy of the input is no valid blob for these settings", name);
	case ROBOTSC_STORE_SPACE:
		return cli_complain("%s: no space left on the disk; what was there before is still there", name);
	case ROBOTSC_STORE_ARGUMENT:
		return cli_complain("%s: too many agents, or too many origins for one file", name);
	default:
		return cli_complain("%s: %s", name, robotsc_store_strerror(status));
	}
}

/* ---- octets in memory ------------------------------------------------------------------ */

static int read_all(int fd, char *at, size_t len)
{
	while (len > 0) {
		const ssize_t n = cli_read(fd, at, len);
		if (n <= 0) {
			errno = n < 0 ? errno : EIO;
			return -1;
		}
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

/* Read a file into memory, on large pages where the system has some. */
static int preload(struct cli_mapped *m, int fd)
{
	const size_t room = (m->len + LARGE_PAGE) & ~(LARGE_PAGE - 1);
	if (posix_memalign(&m->bytes, LARGE_PAGE, room) != 0) {
		m->bytes = NULL;
		errno = ENOMEM;
		return -1;
	}
	m->preloaded = true;
#ifdef MADV_HUGEPAGE
	madvise(m->bytes, room, MADV_HUGEPAGE);
#endif
	return read_all(fd, m->bytes, m->len);
}

static int map(struct cli_mapped *m, int fd)
{
	void *const at = mmap(NULL, m->len, PROT_READ, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		return -1;
	m->bytes = at;
	return 0;
}

/* Bring the octets of a file into memory.  0, or -1 with errno. */
static int load(struct cli_mapped *m, const char *path, bool in_memory)
{
	struct stat st;
	int result = -1;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0) {
		if (S_ISDIR(st.st_mode))
			errno = EISDIR;
		else if ((uint64_t)st.st_size > SIZE_MAX / 2)
			errno = EFBIG;
		else {
			m->len = (size_t)st.st_size;
			result = m->len == 0 ? 0 : in_memory ? preload(m, fd) : map(m, fd);
		}
	}
	if (result < 0) {
		const int error = errno;
		close(fd);
		errno = error;
		return -1;
	}
	close(fd);
	return 0;
}

/* Print why a file cannot be loaded: programs of 32 bits map 2 GB, and users may be limited. */
static int load_trouble(const char *name)
{
	if (errno == ENOMEM || errno == EFBIG || errno == EOVERFLOW)
		return cli_complain("%s: too large to map or read as a whole here; 'snapshot make --shards=N' makes it of parts",
		                    name);
	return cli_complain("%s: cannot read: %s", name, strerror(errno));
}

static void unload(struct cli_mapped *m)
{
	if (m->preloaded)
		free(m->bytes);
	else if (m->bytes)
		munmap(m->bytes, m->len);
	free(m->used);
	*m = (struct cli_mapped){NULL, 0, false, NULL};
}

/* ---- roots ------------------------------------------------------------------------------- */

/* Read the digits of --root.  0, or CLI_TROUBLE after a message. */
static int take_root(const struct cli_settings *s, uint8_t root[ROBOTSC_SNAPSHOT_ROOT])
{
	static const char digits[] = "0123456789abcdef";
	const char *const hex = s->snapshot.root;
	if (strlen(hex) == 2 * ROBOTSC_SNAPSHOT_ROOT && strspn(hex, digits) == 2 * ROBOTSC_SNAPSHOT_ROOT) {
		for (size_t i = 0; i < ROBOTSC_SNAPSHOT_ROOT; i++)
			root[i] = (uint8_t)((strchr(digits, hex[2 * i]) - digits) * 16 + (strchr(digits, hex[2 * i + 1]) - digits));
		return 0;
	}
	return cli_complain("--root takes 64 hexadecimal digits, as 'robotsc snapshot stat' prints them");
}

/* ---- one file ------------------------------------------------------------------------------ */

/* Open a snapshot whose octets are there. */
static enum robotsc_status open_one(struct cli_snapshot_files *f, size_t i, const struct cli_settings *s, const uint8_t *root,
                                    const struct cli_list *tokens)
{
	struct cli_mapped *const m = &f->files[i];
	struct robotsc_snapshot_options options = {.trust = (enum robotsc_trust)s->snapshot.trust, .root = root};
	if (tokens) {
		options.tokens = tokens->at;
		options.ntokens = tokens->n;
	}
	if (!m->used && m->bytes)
		m->used = calloc((size_t)robotsc_snapshot_used_size(m->bytes, m->len) / 8 + 1, 8);
	options.used = m->used;
	return m->bytes ? robotsc_snapshot_open(&f->shards[i], m->bytes, m->len, &options) : ROBOTSC_ERR_TRUNCATED;
}

static int allocate(struct cli_snapshot_files *f, size_t n)
{
	f->shards = calloc(n, sizeof *f->shards);
	f->files = calloc(n, sizeof *f->files);
	f->n = n;
	return f->shards && f->files ? 0 : cli_complain("out of memory");
}

static int open_file(struct cli_snapshot_files *f, const struct cli_settings *s, const uint8_t *root)
{
	struct robotsc_snapshot_info info;
	enum robotsc_status status;
	if (allocate(f, 1) != 0)
		return CLI_TROUBLE;
	if (load(f->files, f->name, s->snapshot.preload) < 0)
		return load_trouble(f->name);
	status = open_one(f, 0, s, root, NULL);
	if (status != ROBOTSC_OK)
		return cli_snapshot_trouble(f->name, status);
	robotsc_snapshot_info(f->shards, &info);
	memcpy(f->root, info.root, sizeof f->root);
	return 0;
}

/* ---- a folder ------------------------------------------------------------------------------- */

static bool is_as_named(const struct cli_snapshot_files *f, size_t i, const struct robotsc_manifest_row *row)
{
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(&f->shards[i], &info);
	return info.shards == f->n && info.shard == i && info.size == row->size && info.entries == row->entries;
}

/* Open the shards of a manifest.  1: one has gone, since a maker has replaced it. */
static int open_shards(struct cli_snapshot_files *f, const struct cli_settings *s, const struct robotsc_manifest *m)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct robotsc_manifest_row row = robotsc_manifest_row(m, (uint32_t)i);
		char path[PATH_ROOM], name[ROBOTSC_SHARD_NAME];
		enum robotsc_status status;
		robotsc_shard_name(name, (uint32_t)i, row.root);
		if (snprintf(path, sizeof path, "%s/%s", f->name, name) >= PATH_ROOM)
			return cli_complain("%s: the name is too long", f->name);
		if (load(&f->files[i], path, s->snapshot.preload) < 0) {
			if (errno == ENOENT)
				return 1;
			return load_trouble(path);
		}
		status = open_one(f, i, s, row.root, NULL);
		if (status == ROBOTSC_OK && !is_as_named(f, i, &row))
			status = ROBOTSC_ERR_CORRUPT;
		if (status != ROBOTSC_OK)
			return cli_snapshot_trouble(path, status);
	}
	return 0;
}

static void drop_files(struct cli_snapshot_files *f)
{
	for (size_t i = 0; f->files && i < f->n; i++)
		unload(&f->files[i]);
	free(f->files);
	free(f->shards);
	f->files = NULL;
	f->shards = NULL;
	f->n = 0;
}

static int manifest_trouble(const char *folder, enum robotsc_status status)
{
	return cli_complain("%s/manifest: %s", folder,
	                    status == ROBOTSC_ERR_VERSION ? "of another format version; make the snapshot again"
	                                                  : "damaged; copy the snapshot, or make it, again");
}

static int open_manifest(struct cli_snapshot_files *f, const struct cli_settings *s, const uint8_t *root,
                         const struct cli_mapped *manifest)
{
	struct robotsc_manifest m;
	const enum robotsc_status status = robotsc_manifest_open(&m, manifest->bytes, manifest->bytes ? manifest->len : 0);
	if (status != ROBOTSC_OK)
		return manifest_trouble(f->name, status);
	memcpy(f->root, m.root, sizeof f->root);
	f->manifest_time = (uint64_t)m.time;
	f->manifest_spare = m.minor == 0 ? m.zero : 0;
	if (root && memcmp(root, f->root, sizeof f->root) != 0)
		return cli_snapshot_trouble(f->name, ROBOTSC_ERR_CHECKSUM);
	if (allocate(f, m.shards) != 0)
		return CLI_TROUBLE;
	return open_shards(f, s, &m);
}

/* A maker removes old shards after it has renamed its manifest: if one has gone, there is a new
 * manifest. */
static int open_folder(struct cli_snapshot_files *f, const struct cli_settings *s, const uint8_t *root)
{
	char path[PATH_ROOM];
	int result = 1;
	if (snprintf(path, sizeof path, "%s/manifest", f->name) >= PATH_ROOM)
		return cli_complain("%s: the name is too long", f->name);
	for (int i = 0; i < TRIES && result == 1; i++) {
		struct cli_mapped manifest = {NULL, 0, false, NULL};
		drop_files(f);
		const int loaded = load(&manifest, path, true);
		if (loaded < 0 && errno == ENOENT)
			return cli_complain("%s: no manifest of a snapshot; a store is read with --store", f->name);
		if (loaded < 0)
			return load_trouble(path);
		result = open_manifest(f, s, root, &manifest);
		unload(&manifest);
	}
	return result == 1 ? cli_complain("%s: a shard that the manifest names is not there", f->name) : result;
}

/* ---- all of it ---------------------------------------------------------------------------- */

static int take_settings(struct cli_snapshot_files *f)
{
	struct robotsc_snapshot_info info;
	robotsc_snapshot_info(f->shards, &info);
	f->agents = calloc(info.agents + 1, sizeof *f->agents);
	if (!f->agents)
		return cli_complain("out of memory");
	robotsc_snapshot_settings(f->shards, &f->settings, f->agents);
	return 0;
}

/* All shards have the settings of the first. */
static int compare_settings(const struct cli_snapshot_files *f)
{
	for (size_t i = 1; i < f->n; i++) {
		struct robotsc_store_settings settings;
		struct robotsc_snapshot_info info;
		struct robotsc_text *agents;
		const char *other;
		robotsc_snapshot_info(&f->shards[i], &info);
		agents = calloc(info.agents + 1, sizeof *agents);
		if (!agents)
			return cli_complain("out of memory");
		robotsc_snapshot_settings(&f->shards[i], &settings, agents);
		other = robotsc_settings_difference(&f->settings, &settings);
		free(agents);
		if (other)
			return cli_complain("%s: damaged: shards 0 and %zu differ in their %s", f->name, i, other);
	}
	return 0;
}

int cli_snapshot_open(struct cli_snapshot_files *f, const struct cli_settings *s, const char *name)
{
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
	const uint8_t *known = NULL;
	struct stat st;
	int result;
	f->name = name;
	if (s->snapshot.trust == ROBOTSC_TRUST_KNOWN && !s->snapshot.root)
		return cli_complain("%s", why_not(ROBOTSC_ERR_ARGUMENT));
	if (s->snapshot.root && take_root(s, root) != 0)
		return CLI_TROUBLE;
	if (s->snapshot.root)
		known = root;
	f->is_folder = stat(name, &st) == 0 && S_ISDIR(st.st_mode);
	result = f->is_folder ? open_folder(f, s, known) : open_file(f, s, known);
	if (result == 0)
		result = take_settings(f);
	return result == 0 ? compare_settings(f) : result;
}

void cli_snapshot_close(struct cli_snapshot_files *f)
{
	drop_files(f);
	free(f->agents);
	f->agents = NULL;
}

int cli_snapshot_choose(struct cli_snapshot_files *f, const struct cli_settings *s, const struct cli_list *tokens)
{
	for (size_t i = 0; i < f->n; i++) {
		struct robotsc_snapshot_info info;
		enum robotsc_status status;
		robotsc_snapshot_info(&f->shards[i], &info);
		status = open_one(f, i, s, info.root, tokens);
		if (status == ROBOTSC_ERR_AGENT)
			return cli_refuse_agent(f->name, &f->settings, "make it again from a store that has others");
		if (status != ROBOTSC_OK)
			return cli_snapshot_trouble(f->name, status);
	}
	return 0;
}

int cli_snapshot_options(const struct cli_snapshot_files *f, const struct cli_settings *s, struct robotsc_options *options)
{
	const struct robotsc_store_settings *const made = &f->settings;
	if (s->given[CLI_OPT_DIALECT] || s->given[CLI_OPT_DIALECT_A] || s->given[CLI_OPT_DIALECT_B] || s->given[CLI_OPT_LIMIT] ||
	    s->given[CLI_OPT_STRICT_FIELDS] || s->given[CLI_OPT_AIPREF_RULE] || s->given[CLI_OPT_CONNER2_REST])
		return cli_complain("--dialect, --limit and their like are for files; a snapshot has its own");
	options->dialect = made->dialect;
	options->strict_fields = made->strict_fields != 0;
	options->conner2_rest_deny = made->conner2_rest_deny != 0;
	options->aipref_rule = made->aipref_rule != 0;
	options->limit = made->limit > SIZE_MAX ? SIZE_MAX : (size_t)made->limit;
	return 0;
}

void cli_snapshot_rest(const struct cli_snapshot_files *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->files[i].bytes && !f->files[i].preloaded)
			madvise(f->files[i].bytes, f->files[i].len, MADV_DONTNEED);
}

int cli_take_domain(const char *domain, char host[ROBOTSC_ORIGIN_MAX], size_t *len)
{
	char url[ROBOTSC_ORIGIN_MAX];
	const int n = snprintf(url, sizeof url, "ftp://%s", domain);
	if (n >= (int)sizeof url || strcspn(domain, "/?#@") != strlen(domain) || (domain[0] != '[' && strchr(domain, ':')) ||
	    robotsc_origin(url, (size_t)n, host, ROBOTSC_ORIGIN_MAX, len) != ROBOTSC_OK)
		return cli_complain("--domain=%s: not a host; name one as example.com, without scheme, port and path", domain);
	*len -= 6;
	memmove(host, host + 6, *len);
	return 0;
}
