/* robotsc/store.h - many hosts: a store that maps origins to blobs, in a folder, on LMDB.
 *
 * Any number of processes and threads read a store while one writes; readers take no lock that a
 * writer waits for, and see what was committed when their session began.  A batch of changes is
 * one transaction: all of it, or nothing, whatever is killed.  Blobs are read in place.
 * docs/store.md says what the store holds and what is promised.
 *
 *     robotsc_store_open(&store, "policies", ROBOTSC_STORE_READ, NULL);
 *     robotsc_reader_open(&reader, store);                    (one for each thread)
 *     robotsc_reader_begin(reader);
 *     if (robotsc_reader_find(reader, url, len, &entry) == ROBOTSC_STORE_OK &&
 *         robotsc_reader_blob(reader, entry.policy, &blob) == ROBOTSC_STORE_OK)
 *             ... robotsc_select(&blob, ...), robotsc_check_url(...) ...
 *     robotsc_reader_end(reader);
 *
 * Link librobotsc_store.a, librobotsc, liblmdb, libxxhash and POSIX threads (pkg-config robotsc-store).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_H
#define ROBOTSC_STORE_H

#include "access.h"
#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_STORE_FORMAT 3u /* version of what a store's folder holds; docs/store.md */

#define ROBOTSC_STORE_DIGEST 16u /* octets of a digest: XXH3-128, canonical (big-endian) form */

/* What a call has to say.  Values are ABI: never renumbered. */
enum robotsc_store_status {
	ROBOTSC_STORE_OK = 0,
	ROBOTSC_STORE_NOT_FOUND = 1,  /* the origin is not in the store; a scan is at its end */
	ROBOTSC_STORE_ORIGIN = 2,     /* not a URL that has a robots.txt: robotsc_origin refuses it */
	ROBOTSC_STORE_BLOB = 3,       /* robotsc_open refuses the blob */
	ROBOTSC_STORE_ABSENT = 4,     /* there is no store in this folder */
	ROBOTSC_STORE_VERSION = 5,    /* a store of another format version */
	ROBOTSC_STORE_BLOBS = 6,      /* its blobs are of a format that this library does not read */
	ROBOTSC_STORE_SETTINGS = 7,   /* it exists, for another dialect, other agents or another limit */
	ROBOTSC_STORE_EXISTS = 8,     /* what is to be made is there already */
	ROBOTSC_STORE_READONLY = 9,   /* opened for reading, or the file system takes no changes */
	ROBOTSC_STORE_SPACE = 10,     /* the disk is full, or a quota */
	ROBOTSC_STORE_ADDRESSES = 11, /* the address space of this process is too small for the store */
	ROBOTSC_STORE_READERS = 12,   /* too many reader sessions at a time */
	ROBOTSC_STORE_DAMAGED = 13,   /* what is there contradicts itself */
	ROBOTSC_STORE_NOMEM = 14,     /* out of memory */
	ROBOTSC_STORE_SYSTEM = 15     /* the system refused something: errno says what */
};

/* One English sentence fragment for a status.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_store_strerror(enum robotsc_store_status status);

struct robotsc_store;  /* an open store; any number of threads may share it */
struct robotsc_reader; /* one thread's view of it */

enum robotsc_store_mode {
	ROBOTSC_STORE_READ = 0,  /* it must exist */
	ROBOTSC_STORE_WRITE = 1, /* it must exist, and will be changed */
	ROBOTSC_STORE_CREATE = 2 /* as write, and made if it does not exist */
};

/* What all policies of a store have in common.  Kept in it. */
struct robotsc_store_settings {
	enum robotsc_dialect dialect;
	int strict_fields;                 /* as in robotsc_options */
	uint64_t limit;                    /* octets read of a robots.txt */
	const struct robotsc_text *agents; /* product tokens that the blobs are compiled for */
	size_t nagents;                    /* 0: every agent */
	int conner2_rest_deny, extensions; /* as in robotsc_options */
	int aipref_rule;                   /* likewise */
};

/* Open a store.
 *
 * store     out: filled on ROBOTSC_STORE_OK; to be closed with robotsc_store_close.
 * folder    holds data.mdb and lock.mdb.
 * mode      with CREATE the folder is made when it is missing; its parent must exist.
 * settings  with CREATE, what the store is for: written into a new one, compared with those of
 *           one that exists.  NULL: the defaults for a new one, no comparison.  Copied.
 *
 * A process opens a store once: that is LMDB's rule.  Do not carry it over a fork.  A file shorter than it should be is first
 * read by a child process, which may crash in place of this one: docs/store.md.
 * Errors: all but NOT_FOUND, ORIGIN and BLOB.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_store_open(struct robotsc_store **store, const char *folder,
                                                         enum robotsc_store_mode mode,
                                                         const struct robotsc_store_settings *settings);

/* Close a store; its readers must have been closed.  NULL is fine.  Since 0.1. */
ROBOTSC_API void robotsc_store_close(struct robotsc_store *store);

/* The settings of an open store; they live as long as it.  Any thread.  Since 0.1. */
ROBOTSC_API const struct robotsc_store_settings *robotsc_store_settings(const struct robotsc_store *store);

/* What is known about an origin. */
struct robotsc_store_entry {
	uint64_t policy;                  /* names the blob; equal blobs have one name; a name never changes its meaning */
	struct robotsc_decision decision; /* about the fetch; times are kept from 0 to 2^40 - 1 */
};

/* ---- writing ---- */

/* One change of a batch. */
struct robotsc_store_change {
	struct robotsc_text origin; /* any URL of the origin */
	const void *blob;           /* NULL: forget the origin */
	size_t blob_len;
	struct robotsc_store_entry entry; /* what to keep beside it; policy is not looked at */
	int keep;                         /* 1: a robots.txt that was found before stays (outcome PARSE); for fetches that failed */
};

/* What a batch did. */
struct robotsc_store_report {
	size_t added, replaced, removed; /* origins */
	size_t kept;                     /* changes without effect: there is a later fetch, or keep */
	size_t blobs;                    /* blobs that were not in the store before */
	size_t refused;                  /* changes whose origin or blob is none: passed over */
};

/* Apply n changes in one transaction: all of them or, on any error, none.
 *
 * store    opened for writing.  The calling thread has no session of a reader of it.
 * changes  in any order.  For an origin, the latest fetched wins, the store's entry included; at
 *          equal times the last; changes that forget are no exception.  Borrowed for the call.
 * report   out, may be NULL: filled on ROBOTSC_STORE_OK.
 *
 * Blobs are opened before they are stored.  Waits for another process that writes.  The file grows
 * as needed.  Any thread.  Errors: READONLY, SPACE, ADDRESSES, DAMAGED, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_store_write(struct robotsc_store *store, const struct robotsc_store_change *changes,
                                                          size_t n, struct robotsc_store_report *report);

/* The digest that a store uses, of any octets.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_store_digest(const void *octets, size_t len, uint8_t digest[ROBOTSC_STORE_DIGEST]);

/* ---- reading ---- */

/* Make a reader, for one thread at a time; robotsc_reader_close ends it (NULL is fine).
 * Errors: NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_open(struct robotsc_reader **reader, struct robotsc_store *store);
ROBOTSC_API void robotsc_reader_close(struct robotsc_reader *reader);

/* Begin a session: the reader sees the store as of now until robotsc_reader_end.  While it lasts,
 * room that changes set free is not used again: a long job ends and begins it now and then.
 * *changed receives 1 when what was borrowed in earlier sessions must not be used any more, else 0:
 * then nothing was committed since, and all of it is valid again.  changed may be NULL.
 * Cost: about that of a few cache misses.  Errors: READERS, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_begin(struct robotsc_reader *reader, int *changed);
ROBOTSC_API void robotsc_reader_end(struct robotsc_reader *reader);

/* Find the entry of a URL's origin.  In a session.  Cost O(log origins).
 * Errors: NOT_FOUND, ORIGIN; DAMAGED: its checksum is wrong, among others.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_find(struct robotsc_reader *reader, const char *url, size_t len,
                                                          struct robotsc_store_entry *entry);

/* Open the blob that an entry names, in place.  In a session, as long as which it is valid.
 * Whoever put it there verified it, with robotsc_open.  The first time in a process robotsc_open_intact sees to it that it
 * is as it was then; the name is remembered, and later calls look at its header only: a committed blob is never changed, moved
 * to another name or overwritten, so what was intact once is.  Cost O(log blobs).  Errors: DAMAGED; BLOBS: a
 * later version of the library made it.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_blob(struct robotsc_reader *reader, uint64_t policy,
                                                          struct robotsc_blob *blob);

/* The same for n policies, into n blobs, while the memory of those to come is fetched: where blobs are not in the
 * processor's cache, that is faster than one call for each.  Ends at the first that fails, whose error is returned; what
 * the blobs hold then is undefined.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_blobs(struct robotsc_reader *reader, const uint64_t policies[], size_t n,
                                                           struct robotsc_blob blobs[]);

/* Scan the origins in order: by host, then port, then scheme.  robotsc_reader_seek goes before the
 * first origin that is not below that of url (NULL: before all); robotsc_reader_next moves on and fills
 * origin with text such as "https://example.com:8443", not terminated, and *entry.  In a session.
 * Errors: NOT_FOUND at the end; ORIGIN, DAMAGED.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_seek(struct robotsc_reader *reader, const char *url, size_t len);
ROBOTSC_API enum robotsc_store_status robotsc_reader_next(struct robotsc_reader *reader, char origin[ROBOTSC_ORIGIN_MAX],
                                                          size_t *origin_len, struct robotsc_store_entry *entry);

/* ---- the store as a whole ---- */

/* Counted by a scan of everything but the blobs' insides. */
struct robotsc_store_stats {
	uint64_t origins;
	uint64_t policies;     /* distinct blobs that an origin has */
	uint64_t blobs;        /* distinct blobs in the store; those that no origin has are dropped by a copy */
	uint64_t policy_bytes; /* octets of policies */
	uint64_t blob_bytes;   /* octets of blobs */
	uint64_t file_bytes;   /* of data.mdb */
	uint64_t free_bytes;   /* of these, in pages that no snapshot uses */
	uint64_t reserved[4];
};

/* In a session.  Memory: a bit for each blob.  Errors: DAMAGED, NOMEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_stats(struct robotsc_reader *reader, struct robotsc_store_stats *stats);

/* Verify: every blob opens, its digest is its own, every origin has a blob, nothing is lost, old or twice.
 * report is called with a line for each fault.  Returns OK when there was none, else DAMAGED; NOMEM.
 * LMDB may crash on a damaged file: call it in a child process that opens the store itself, as `robotsc store verify` does.
 * In a session.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_verify(struct robotsc_reader *reader,
                                                            void (*report)(void *ctx, const char *line), void *ctx);

/* Copy the session's snapshot to a new store, which has no room to spare and no blob without an
 * origin; blobs of neighbours stand together.  folder must not exist; it appears when it is complete, and takes
 * twice its room till then.
 * Errors: EXISTS, SPACE, ADDRESSES, DAMAGED, NOMEM, SYSTEM.  Since 0.1. */
ROBOTSC_API enum robotsc_store_status robotsc_reader_copy(struct robotsc_reader *reader, const char *folder);

#ifdef __cplusplus
}
#endif
#endif
