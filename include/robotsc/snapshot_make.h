/* robotsc/snapshot_make.h - makes snapshots (robotsc/snapshot.h) of stores, other snapshots, and
 * what a caller has, of any size in bounded memory; opens their files, and verifies them.
 *
 *     robotsc_maker_open(&maker, &options);
 *     robotsc_maker_add_snapshot(maker, &old);    (what stores and snapshots have, in any order)
 *     robotsc_maker_add_store(maker, reader);
 *     status = robotsc_maker_finish(maker, &report);
 *     robotsc_maker_close(maker);
 *
 * A snapshot is a pure function of its origins, their policies and the settings: the same octets
 * whatever the order, the memory and the number of threads.  docs/formats/snapshot.md describes it.
 *
 * Link librobotsc_store (pkg-config robotsc-store).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_MAKE_H
#define ROBOTSC_SNAPSHOT_MAKE_H

#include "robotsc/snapshot.h"
#include "robotsc/store.h"

#ifdef __cplusplus
extern "C" {
#endif

struct robotsc_maker; /* for one thread at a time */

/* How far a maker is. */
enum robotsc_maker_phase {
	ROBOTSC_MAKER_READING = 0, /* done: origins that were added; total: 0 */
	ROBOTSC_MAKER_SORTING = 1, /* 1-3, for each shard; total: origins of all shards */
	ROBOTSC_MAKER_POLICIES = 2,
	ROBOTSC_MAKER_INDEX = 3
};

/* All 0 but settings and output. */
struct robotsc_maker_options {
	const char *output; /* a file, or with shards a folder; copied */
	/* What all blobs have in common; copied. */
	const struct robotsc_store_settings *settings;
	uint32_t shards; /* 1 to ROBOTSC_SNAPSHOT_SHARDS_MAX; 0: a file */
	int timed;       /* 1: the snapshot has this time; 0: that of the latest fetch */
	int64_t time;    /* seconds since 1970 */
	uint64_t memory; /* octets to sort in, about; 0: 512 MiB */
	unsigned jobs;   /* threads; 0: one for each processor */
	void *ctx;
	/* Called now and then, in the thread that adds or finishes; may be NULL.  Another result
	 * than 0 ends the work. */
	int (*progress)(void *ctx, enum robotsc_maker_phase phase, uint64_t done, uint64_t total);
	uint64_t reserved[4]; /* 0 */
};

/* Begin a snapshot.  With shards, the folder is made if it does not exist.  Temporary files have no
 * names, or begin with a dot; they stand beside the output, and take about twice its room.
 * Errors: ARGUMENT; NOMEM, SPACE, READONLY, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_maker_open(struct robotsc_maker **maker, const struct robotsc_maker_options *options);
/* Release a maker, finished or not.  NULL is allowed.  Since 0.1. */
ROBOTSC_API void robotsc_maker_close(struct robotsc_maker *maker);

/* Add an origin.  Of several entries of an origin the latest fetch wins; among equal times the
 * greater entry wins, then the greater blob, by their octets.
 *
 * url       any URL of the origin.
 * decision  on the fetch; times are kept from 0 to 2^40 - 1.
 * blob      a blob of the settings' dialect, for their agents.  robotsc_maker_finish opens it.
 *
 * Errors: ORIGIN, with nothing added; NOMEM, SPACE, SYSTEM; STOPPED.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_maker_add(struct robotsc_maker *maker, const char *url, size_t len,
                                                        const struct robotsc_decision *decision, const void *blob, size_t blob_len);

/* Add all origins of a snapshot, or of the session of a reader.
 * Errors: those of robotsc_maker_add; SETTINGS: the settings differ, see
 * robotsc_settings_difference; DAMAGED.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_maker_add_snapshot(struct robotsc_maker *maker,
                                                                 const struct robotsc_snapshot *snapshot);
ROBOTSC_API enum robotsc_store_status robotsc_maker_add_store(struct robotsc_maker *maker, struct robotsc_store *store,
                                                              struct robotsc_reader *reader);

struct robotsc_maker_report {
	uint64_t added;    /* entries */
	uint64_t origins;  /* distinct origins */
	uint64_t policies; /* distinct blobs, of each shard */
	uint64_t octets;   /* octets of all files */
	uint64_t reserved[4];
};

/* Write the snapshot: the file, or the shards and then their manifest, appear when they are
 * complete and on the disk, in the place of those that were there.  Shards that the manifest does
 * not name any more are removed.  On an error, what was there stays.
 *
 * report  out, may be NULL: filled on ROBOTSC_STORE_OK.
 *
 * Call it once.
 * Errors: BLOB: robotsc_open refuses a blob, or it is one of another dialect or for other robots;
 * NOMEM, SPACE, READONLY, SYSTEM; STOPPED.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_maker_finish(struct robotsc_maker *maker, struct robotsc_maker_report *report);

/* Return the name of the first setting that differs ("dialect", "agents"); NULL: none differs.
 * Agents may be in another order: a snapshot has them in ascending order.
 * Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_settings_difference(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b);

/* Fill in the settings that a snapshot has.  agents: room for those of its head
 * (robotsc_snapshot_info), which borrow the snapshot.  Since 0.1. */
ROBOTSC_API void robotsc_snapshot_settings(const struct robotsc_snapshot *snapshot, struct robotsc_store_settings *settings,
                                           struct robotsc_text *agents);

/* ---- files ---- */

/* Why the files of a snapshot are not open. */
enum robotsc_files_fault {
	ROBOTSC_FILES_OPEN = 0, /* they are open */
	ROBOTSC_FILES_NOMEM = 1,
	ROBOTSC_FILES_UNREAD = 2,        /* a file cannot be read or mapped: error */
	ROBOTSC_FILES_IRREGULAR = 3,     /* it is a device or a pipe */
	ROBOTSC_FILES_REFUSED = 4,       /* robotsc_snapshot_open refuses a file: status */
	ROBOTSC_FILES_ROOT = 5,          /* a file is intact, and has another root */
	ROBOTSC_FILES_NAME = 6,          /* the name of a file in the folder is too long */
	ROBOTSC_FILES_NO_MANIFEST = 7,   /* the folder has no manifest, as is the case for stores */
	ROBOTSC_FILES_MANIFEST = 8,      /* robotsc_manifest_open refuses the manifest: status */
	ROBOTSC_FILES_MANIFEST_ROOT = 9, /* the manifest has another root: root */
	ROBOTSC_FILES_NO_SHARD = 10,     /* a shard that the manifest names is not there: shard */
	ROBOTSC_FILES_SHARD = 11,        /* a file is not the shard of its row: shard */
	ROBOTSC_FILES_SETTINGS = 12      /* shards 0 and shard differ: setting */
};

#define ROBOTSC_FILES_PATH 4096u /* octets of a path, with its end */

/* What belongs to a fault, as its comment says; other members have any value. */
struct robotsc_files_trouble {
	enum robotsc_status status;
	int error; /* as errno */
	uint32_t shard;
	const char *setting; /* as robotsc_settings_difference names it */
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
	char path[ROBOTSC_FILES_PATH]; /* of the file, but for NOMEM and SETTINGS */
};

struct robotsc_files_options {
	enum robotsc_trust trust;
	const uint8_t *root;  /* ROBOTSC_SNAPSHOT_ROOT octets that the root must equal, or NULL */
	int preload;          /* 1: read the files into memory, on large pages; 0: map them */
	uint64_t reserved[4]; /* 0 */
};

/* A snapshot whose files are open: one, or all shards of a folder. */
struct robotsc_snapshot_files {
	const char *name;                       /* as it was given; borrowed */
	struct robotsc_snapshot *shards;        /* in their order, for robots without a token */
	size_t n;                               /* how many; 1 if it is a file */
	int is_folder;                          /* 1: all shards, with a manifest */
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];    /* of the file, or of the manifest */
	uint64_t manifest_time, manifest_spare; /* of a folder; formats/snapshot.md, "Shards" */
	struct robotsc_store_settings settings; /* of all shards; borrow files */
	void *memory;                           /* not part of the interface */
	enum robotsc_trust trust;
	uint64_t reserved[4];
};

/* Open a snapshot by its name.
 *
 * files    out: filled on ROBOTSC_FILES_OPEN, all 0 otherwise.
 * path     a file, or a folder with a manifest; on Windows in UTF-8.  Borrowed.
 * trouble  out: filled on a fault.
 *
 * A maker that replaces the shards meanwhile is waited for: the new manifest is read, ten times at
 * most.  Mapped files must not be cut or written: replace them by a rename.  Cost of mapped files:
 * O(octets of the heads).  Any thread.  Since 0.2. */
ROBOTSC_API enum robotsc_files_fault robotsc_snapshot_files_open(struct robotsc_snapshot_files *files, const char *path,
                                                                 const struct robotsc_files_options *options,
                                                                 struct robotsc_files_trouble *trouble);
/* Unmap the files, and release what was allocated; files that are all 0 stay as they are.
 * Since 0.2. */
ROBOTSC_API void robotsc_snapshot_files_close(struct robotsc_snapshot_files *files);

/* Open all shards for a robot.
 *
 * tokens  n of them, as for robotsc_select; borrowed.
 * shards  out: room for files->n; may be files->shards.
 *
 * Any thread, unless it is files->shards.  Errors: as robotsc_snapshot_open.  Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_files_choose(const struct robotsc_snapshot_files *files,
                                                              const struct robotsc_text *tokens, size_t n,
                                                              struct robotsc_snapshot *shards);

/* Tell the system that it may take back the memory that mapped files had so far.  Since 0.2. */
ROBOTSC_API void robotsc_snapshot_files_rest(const struct robotsc_snapshot_files *files);

/* ---- all of it ---- */

/* Verify a snapshot as a whole: the digests of its sections, the order and the fields of entries,
 * marks and index, the zeros between them, and every blob and front.
 *
 * snapshot  opened; at any trust.
 * report    called with a line of text for each fault, 1,000 at most.
 *
 * Memory: a 64th of the file, and 32 octets a policy.  Cost O(size).
 * Errors: DAMAGED after any fault; NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_snapshot_verify(const struct robotsc_snapshot *snapshot,
                                                              void (*report)(void *ctx, const char *line), void *ctx);

/* Verify a snapshot as a whole, in several threads.
 *
 * jobs    threads; 0: one for each processor.
 * report  called in the thread of the caller; the faults and their order do not depend on jobs.
 *
 * Errors: NOMEM without a thread, too.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_snapshot_verify_jobs(const struct robotsc_snapshot *snapshot, unsigned jobs,
                                                                   void (*report)(void *ctx, const char *line), void *ctx);

#ifdef __cplusplus
}
#endif
#endif
