/* robotsc/store.h - a store on LMDB, in a folder, that maps the origins of many hosts to blobs.
 *
 * Any number of processes and threads may read a store while one writes.  Readers never wait for a
 * writer's lock; they see what was committed when their session began.  A batch of changes is one
 * transaction: if a process is killed, all of it is there or nothing.  Blobs are read in place.
 * docs/formats/store.md describes the content and the guarantees.
 *
 *     robotsc_store_open(&store, "policies", ROBOTSC_STORE_READ, NULL);
 *     robotsc_reader_open(&reader, store);                    (one for each thread)
 *     robotsc_reader_begin(reader);
 *     if (robotsc_reader_find(reader, url, len, &entry) == ROBOTSC_STORE_OK &&
 *         robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_OK)
 *             ... robotsc_select(&blob, ...), robotsc_check_url(...) ...
 *     robotsc_reader_end(reader);
 *
 * Link librobotsc_store and librobotsc (pkg-config robotsc-store).  The static library also needs
 * what pkg-config --static names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_H
#define ROBOTSC_STORE_H

#include "robotsc/access.h"
#include "robotsc/check.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_STORE_FORMAT 3u /* format version of the folder; docs/formats/store.md */

#define ROBOTSC_STORE_DIGEST 16u /* octets of a digest: XXH3-128, canonical (big-endian) */

/* The result of a call.  Values are ABI: they are never renumbered. */
enum robotsc_store_status {
	ROBOTSC_STORE_OK = 0,
	ROBOTSC_STORE_NOT_FOUND = 1,  /* the origin is not in the store; the end of a scan */
	ROBOTSC_STORE_ORIGIN = 2,     /* robotsc_origin refuses the URL */
	ROBOTSC_STORE_BLOB = 3,       /* robotsc_open refuses the blob */
	ROBOTSC_STORE_ABSENT = 4,     /* the folder contains no store */
	ROBOTSC_STORE_VERSION = 5,    /* the store has another format version */
	ROBOTSC_STORE_BLOBS = 6,      /* this library cannot read the blobs' format version */
	ROBOTSC_STORE_SETTINGS = 7,   /* the store exists with other settings */
	ROBOTSC_STORE_EXISTS = 8,     /* the folder to create exists */
	ROBOTSC_STORE_READONLY = 9,   /* opened for reading, or a read-only file system */
	ROBOTSC_STORE_SPACE = 10,     /* the disk or a quota is full */
	ROBOTSC_STORE_ADDRESSES = 11, /* the address space of the process is too small */
	ROBOTSC_STORE_READERS = 12,   /* too many concurrent reader sessions */
	ROBOTSC_STORE_DAMAGED = 13,   /* the content is inconsistent */
	ROBOTSC_STORE_NOMEM = 14,     /* out of memory */
	ROBOTSC_STORE_SYSTEM = 15,    /* a system call failed: see errno */
	ROBOTSC_STORE_INPUT = 16,     /* robotsc_import_add: no WARC file, and no list */
	ROBOTSC_STORE_STOPPED = 17,   /* a callback has ended the run */
	ROBOTSC_STORE_AGENT = 18,     /* the store was made for other product tokens */
	ROBOTSC_STORE_ARGUMENT = 19   /* an option has no meaning */
};

/* Return an English phrase for a status.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_store_strerror(enum robotsc_store_status status);

struct robotsc_store;  /* an open store; threads may share it */
struct robotsc_reader; /* a reader, for one thread at a time */

enum robotsc_store_mode {
	ROBOTSC_STORE_READ = 0,  /* it must exist */
	ROBOTSC_STORE_WRITE = 1, /* it must exist; changes are allowed */
	ROBOTSC_STORE_CREATE = 2 /* as WRITE; creates it if it does not exist */
};

/* What all blobs of a store have in common.  The store keeps it. */
struct robotsc_store_settings {
	enum robotsc_dialect dialect;
	int strict_fields;                          /* as in robotsc_options */
	uint64_t limit;                             /* octets to read of a robots.txt */
	const struct robotsc_text *agents;          /* product tokens to compile for */
	size_t nagents;                             /* 0: every agent */
	int conner2_rest_deny, extensions;          /* as in robotsc_options */
	int aipref_rule;                            /* as in robotsc_options */
	enum robotsc_redirect_scope redirect_scope; /* which redirects an import follows */
	enum robotsc_challenge challenge;           /* what challenges count as in an import */
};

/* Open a store.
 *
 * store     out: filled on ROBOTSC_STORE_OK; close it with robotsc_store_close.
 * folder    contains data.mdb and lock.mdb.
 * mode      CREATE makes a missing folder; its parent must exist.
 * settings  with CREATE: a new store gets them; an existing one must have them.  NULL: a new store
 *           gets the defaults, an existing one is not compared.  Copied.
 *
 * LMDB requires that a process opens a store at most once, and does not use it after a fork.  If a
 * file is shorter than expected, a child process reads it first, since that read may crash:
 * docs/formats/store.md.  Errors: all but NOT_FOUND, ORIGIN and BLOB.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_store_open(struct robotsc_store **store, const char *folder,
                                                         enum robotsc_store_mode mode,
                                                         const struct robotsc_store_settings *settings);

/* Close a store.  Close its readers first.  NULL is allowed.  Since 0.1. */
ROBOTSC_API void robotsc_store_close(struct robotsc_store *store);

/* Return the settings of an open store; they live as long as the store.  Any thread.  Since 0.1. */
ROBOTSC_API const struct robotsc_store_settings *robotsc_store_settings(const struct robotsc_store *store);

/* What a store knows about an origin. */
struct robotsc_store_entry {
	/* Names the blob.  Equal blobs have one name; the blob of a name never changes. */
	uint64_t policy;
	struct robotsc_decision decision; /* on the fetch; times are kept from 0 to 2^40 - 1 */
};

/* ---- writing ---- */

/* A change of a batch. */
struct robotsc_store_change {
	struct robotsc_text origin; /* any URL of the origin */
	const void *blob;           /* NULL: remove the origin */
	size_t blob_len;
	struct robotsc_store_entry entry; /* what to keep with it; policy is ignored */
	int keep;                         /* 1, for failed fetches: outcome PARSE stays */
};

/* The effect of a batch. */
struct robotsc_store_report {
	size_t added, replaced, removed; /* origins */
	size_t kept;                     /* changes without effect: later fetch known, or keep */
	size_t blobs;                    /* blobs that are new in the store */
	size_t refused;                  /* skipped: an invalid origin; an invalid blob, or one of
	                                  * another dialect or for other robots than the store */
};

/* Apply n changes in one transaction: all of them or, on any error, none.
 *
 * store    opened for writing.  The calling thread must not be in a session of a reader.
 * changes  in any order.  For each origin the latest fetch wins, also over the store's entry; among
 *          equal times the last change wins.  This includes changes that remove.  Borrowed for the
 *          call.
 * report   out, may be NULL: filled on ROBOTSC_STORE_OK.
 *
 * Verifies blobs before it stores them.  Waits for other writing processes.  The file grows as
 * needed.  Any thread.
 * Errors: READONLY, SPACE, ADDRESSES, DAMAGED, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_store_write(struct robotsc_store *store, const struct robotsc_store_change *changes,
                                                          size_t n, struct robotsc_store_report *report);

/* Compute the store's digest of any octets.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_store_digest(const void *octets, size_t len, uint8_t digest[ROBOTSC_STORE_DIGEST]);

/* ---- reading ---- */

/* Make a reader, for one thread at a time.  robotsc_reader_close releases it; NULL is allowed.
 * Errors: NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_open(struct robotsc_reader **reader, struct robotsc_store *store);
ROBOTSC_API void robotsc_reader_close(struct robotsc_reader *reader);

/* Begin a session: until robotsc_reader_end the reader sees the store as it is now.
 *
 * changed  out, may be NULL: 0 if nothing was committed since the last session, so that what was
 *          borrowed in earlier sessions is valid again.  1 if it must not be used any more.
 *
 * Space that changes free is reused only after the session, so long jobs should begin a new one
 * from time to time.
 * Cost: a few cache misses.
 * Errors: READERS, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_begin(struct robotsc_reader *reader, int *changed);
ROBOTSC_API void robotsc_reader_end(struct robotsc_reader *reader);

/* Find the entry of a URL's origin.  In a session.  Cost O(log origins).
 * Errors: NOT_FOUND, ORIGIN; DAMAGED, for example if its checksum is wrong.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_find(struct robotsc_reader *reader, const char *url, size_t len,
                                                          struct robotsc_store_entry *entry);

/* Open the blob of an entry, in place.  In a session; valid until it ends.
 *
 * The writer verified the blob with robotsc_open.  The first call in a process for a blob uses
 * robotsc_open_intact; later calls verify its header only, since a committed blob is never
 * changed, renamed or overwritten.
 * Cost O(log blobs).
 * Errors: DAMAGED; BLOBS: a later version of the library made it.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_blob(struct robotsc_reader *reader, uint64_t policy,
                                                          struct robotsc_blob *blob);

/* As robotsc_reader_blob for n policies, while the memory of the next ones is prefetched: faster
 * than single calls for blobs that are in no cache.  Ends at the first error and returns it; the
 * blobs are then undefined.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_blobs(struct robotsc_reader *reader, const uint64_t policies[], size_t n,
                                                           struct robotsc_blob blobs[]);

/* Scan origins in the order of host, port, scheme.
 *
 * robotsc_reader_seek moves before the first origin that is not below that of url; NULL: before
 * all.  robotsc_reader_next returns the next one: origin as "https://example.com:8443", not
 * terminated, and *entry.  In a session.
 * Errors: NOT_FOUND at the end; ORIGIN, DAMAGED.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_seek(struct robotsc_reader *reader, const char *url, size_t len);
ROBOTSC_API enum robotsc_store_status robotsc_reader_next(struct robotsc_reader *reader, char origin[ROBOTSC_ORIGIN_MAX],
                                                          size_t *origin_len, struct robotsc_store_entry *entry);

/* ---- the store as a whole ---- */

/* Statistics of a store, from a scan of all but the content of blobs. */
struct robotsc_store_stats {
	uint64_t origins;
	uint64_t policies;     /* distinct blobs that origins have */
	uint64_t blobs;        /* distinct blobs; a copy drops those without an origin */
	uint64_t policy_bytes; /* octets of policies */
	uint64_t blob_bytes;   /* octets of blobs */
	uint64_t file_bytes;   /* octets of data.mdb */
	uint64_t free_bytes;   /* octets of it in unused pages */
	uint64_t reserved[4];
};

/* Count.  In a session.  Memory: a bit for each blob.  Errors: DAMAGED, NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_stats(struct robotsc_reader *reader, struct robotsc_store_stats *stats);

/* Verify that every blob opens and matches its digest, every origin has a blob, and nothing is
 * lost, outdated or duplicated.  In a session.
 *
 * report  called with a line of text for each fault.
 *
 * LMDB may crash on a damaged file: call this in a child process that opens the store itself, as
 * `robotsc store verify` does.
 * Errors: DAMAGED after any fault, NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_verify(struct robotsc_reader *reader,
                                                            void (*report)(void *ctx, const char *line), void *ctx);

/* Copy the session's snapshot to a new store, without free space and without blobs that no origin
 * has.  Blobs of neighbouring origins are adjacent.
 *
 * folder  must not exist.  It appears when the copy is complete; until then it takes twice its
 * space.
 *
 * Errors: EXISTS, SPACE, ADDRESSES, DAMAGED, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_copy(struct robotsc_reader *reader, const char *folder);

#ifdef __cplusplus
}
#endif
#endif
