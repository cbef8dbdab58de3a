/* robotsc/snapshot.h - reads a snapshot: one file with the policies of many origins, made once and
 * never changed.  docs/formats/snapshot.md describes it; `robotsc snapshot make` writes it.
 *
 * Freestanding as robotsc/check.h: the caller maps or reads the file.  Nothing is allocated, and
 * nothing to free.  An opened snapshot is read-only, so threads may share it.
 *
 *     struct robotsc_snapshot_options options = {.tokens = &me, .ntokens = 1};
 *     if (robotsc_snapshot_open(&snapshot, bytes, len, &options) == ROBOTSC_OK &&
 *         robotsc_snapshot_find(&snapshot, url, url_len, &entry) == ROBOTSC_OK &&
 *         robotsc_snapshot_group(&snapshot, &entry, &group) == ROBOTSC_OK)
 *             verdict = robotsc_check_url(&group, url, url_len);
 *
 * Link librobotsc_runtime.a, or librobotsc.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_H
#define ROBOTSC_SNAPSHOT_H

#include "robotsc/access.h"
#include "robotsc/check.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_SNAPSHOT_ROOT 32u        /* octets of a root: SHA-256 */
#define ROBOTSC_SNAPSHOT_HEAD_MAX 65536u /* octets of a head or a manifest, at most */
#define ROBOTSC_SNAPSHOT_SHARDS_MAX 1024u

/* What a reader verifies.  docs/formats/snapshot.md, "Trust" */
enum robotsc_trust {
	ROBOTSC_TRUST_INTACT = 0, /* checksums: finds accidents */
	ROBOTSC_TRUST_FORGED = 1, /* everything: the file may come from anybody */
	ROBOTSC_TRUST_KNOWN = 2   /* the root alone: the file was verified before */
};

struct robotsc_snapshot_options {
	const struct robotsc_text *tokens; /* the robot, as for robotsc_select; borrowed */
	size_t ntokens;
	enum robotsc_trust trust;
	const uint8_t *root; /* ROBOTSC_SNAPSHOT_ROOT octets that the root must equal, or NULL */
	/* A bit for each policy that was used: robotsc_snapshot_used_size octets, zero at first.
	 * Borrowed and changed.  Threads, and snapshots opened from the same octets with the same
	 * trust, may share it.  NULL: each use is the first. */
	uint64_t *used;
	uint64_t reserved[4]; /* zero */
};

/* An opened snapshot.  The caller allocates it.  The members are not part of the interface. */
struct robotsc_snapshot {
	const uint8_t *bytes, *entries, *marks, *index, *policies;
	uint64_t entries_size, nentries, policies_size, npolicies, seed;
	const struct robotsc_text *tokens;
	size_t ntokens;
	uint64_t *used;
	uint32_t buckets, probes, nagents, agent, shard, shards;
	uint8_t dialect, trust, match;
	uint8_t reserved[5];
	uint64_t reserved_words[8];
};

/* Return how many octets the bits of used take, a multiple of 8.  bytes, len: the first octets of
 * the file, at least 320.  0 for what is no snapshot.  Since 0.1. */
ROBOTSC_API uint64_t robotsc_snapshot_used_size(const void *bytes, size_t len);

/* Open a snapshot.
 *
 * snapshot  out: filled on ROBOTSC_OK, untouched otherwise.
 * bytes     the whole file, at any alignment.  Borrowed: must stay as it is while the snapshot, or
 *           what comes from it, is in use.  A mapped file must not be cut or written: replace it by
 *           a rename.
 * options   NULL: for robots without a token, INTACT.
 *
 * Verifies the head, its root and what it says of the sections.  Cost O(octets of the head).  No
 * allocation.  Any thread.
 * Errors: ROBOTSC_ERR_TRUNCATED, _MAGIC, _VERSION, _CORRUPT, _CHECKSUM: another root; _AGENT: it
 * was made for other product tokens; _ARGUMENT: KNOWN without a root.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_open(struct robotsc_snapshot *snapshot, const void *bytes, size_t len,
                                                      const struct robotsc_snapshot_options *options);

/* What a snapshot says of itself. */
struct robotsc_snapshot_info {
	uint64_t size, entries, policies;
	int64_t time; /* the latest fetch, or the time that was asked for */
	uint32_t shard, shards;
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT];
	/* The settings, as in struct robotsc_store_settings. */
	enum robotsc_dialect dialect;
	int strict_fields, conner2_rest_deny, extensions, aipref_rule;
	enum robotsc_redirect_scope redirect_scope;
	enum robotsc_challenge challenge;
	uint64_t limit;
	uint32_t agents;
	uint64_t seed;
	uint32_t longest_probe;
	uint64_t section[4]; /* octets of entries, marks, index, policies */
};

/* Fill in *info.  robotsc_snapshot_agent returns the product token of a number below info.agents;
 * it borrows the snapshot; empty for other numbers.  Since 0.1. */
ROBOTSC_API void robotsc_snapshot_info(const struct robotsc_snapshot *snapshot, struct robotsc_snapshot_info *info);
ROBOTSC_API struct robotsc_text robotsc_snapshot_agent(const struct robotsc_snapshot *snapshot, uint32_t number);

/* What a snapshot knows about an origin. */
struct robotsc_snapshot_entry {
	struct robotsc_text origin; /* as robotsc_origin writes it; borrows the snapshot */
	struct robotsc_decision decision;
	uint64_t policy; /* names the policy: where its record begins */
	uint64_t reserved[2];
};

/* Find the entry of a URL's origin.
 *
 * Cost: the octets of the origin, and some cache lines.  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_UNKNOWN: the origin is not in the snapshot; _SHARD: it belongs to another
 * shard; _CORRUPT or _CHECKSUM: the snapshot is damaged; _SCHEME, _HOST, _PORT: the URL has no
 * origin.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_find(const struct robotsc_snapshot *snapshot, const char *url, size_t len,
                                                      struct robotsc_snapshot_entry *entry);

/* Open the blob of an entry, in place.  Trust says what is verified.
 * Errors: as robotsc_open.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_blob(const struct robotsc_snapshot *snapshot,
                                                      const struct robotsc_snapshot_entry *entry, struct robotsc_blob *blob);

/* Find the rules of an entry for the robot of the options: as robotsc_snapshot_blob and
 * robotsc_select, without a search if the robot has one token, one of those the snapshot is made
 * for.  Errors: as both.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_group(const struct robotsc_snapshot *snapshot,
                                                       const struct robotsc_snapshot_entry *entry, struct robotsc_group *group);

/* ---- in order ---- */

/* A place between entries, which stand in the order of host (labels from the last to the first),
 * port and scheme.  The members are not part of the interface. */
struct robotsc_snapshot_cursor {
	const struct robotsc_snapshot *snapshot;
	uint64_t at, end;
};

/* Begin before the first of all entries, or of the entries of a domain and the hosts below it
 * ("example.com"; a canonical host, as in an origin).  Cost: O(1); of _domain O(log entries).
 * Errors of _domain: ROBOTSC_ERR_CORRUPT, _CHECKSUM: damaged.  Since 0.1. */
ROBOTSC_API void robotsc_snapshot_begin(const struct robotsc_snapshot *snapshot, struct robotsc_snapshot_cursor *cursor);
ROBOTSC_API enum robotsc_status robotsc_snapshot_domain(const struct robotsc_snapshot *snapshot, const char *domain, size_t len,
                                                        struct robotsc_snapshot_cursor *cursor);

/* Return the next entry.  Errors: ROBOTSC_ERR_UNKNOWN: there is none left; _CORRUPT, _CHECKSUM:
 * damaged, and then none is left.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_next(struct robotsc_snapshot_cursor *cursor, struct robotsc_snapshot_entry *entry);

/* Compare two origins in this order, which is that of every snapshot: so two snapshots can be read
 * side by side.  Origins as robotsc_origin writes them; others get some place.
 *
 * Returns less than 0 where a stands before b, 0 where they are equal, else more.  Cost: O(octets).
 * No allocation.  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_origin_order(const struct robotsc_text *a, const struct robotsc_text *b);

/* ---- many URLs ---- */

struct robotsc_snapshot_answer {
	uint8_t status;  /* enum robotsc_status: as of robotsc_snapshot_find and _group */
	uint8_t verdict; /* enum robotsc_verdict; of ROBOTSC_OK only */
	uint8_t outcome; /* enum robotsc_outcome; of ROBOTSC_OK only */
	uint8_t revalidate;
	uint8_t challenge; /* 1: the response may be a challenge, whatever it counted as */
	uint8_t reserved[3];
	int64_t expires; /* until when the verdict holds; of ROBOTSC_OK only */
};

/* Check n URLs, as n calls of robotsc_snapshot_find, _group and robotsc_check_url.  Overlaps the
 * loads of several URLs: faster than single calls for origins in random order.  URLs that follow
 * each other with the same beginning are looked up once.
 *
 * answers  out: n of them.
 *
 * No allocation; 24 KiB of stack.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_snapshot_check_urls(const struct robotsc_snapshot *snapshot, const struct robotsc_text *urls, size_t n,
                                             struct robotsc_snapshot_answer *answers);

/* ---- in parts ---- */

/* Open the head alone, of a file that is elsewhere: for searches in parts, robotsc_snapshot_info
 * and robotsc_snapshot_agent, and for no other call.
 *
 * octets, len  the file from its beginning on, with the whole head: ROBOTSC_SNAPSHOT_HEAD_MAX
 *              octets, or the whole file, are enough.  Borrowed.
 * size         of the whole file
 * options      as for robotsc_snapshot_open; used is not looked at: each use is the first.
 *
 * Cost and errors: as robotsc_snapshot_open.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_open_head(struct robotsc_snapshot *snapshot, const void *octets, size_t len,
                                                           uint64_t size, const struct robotsc_snapshot_options *options);

/* The search for an origin and its policy that says which octets of the file it wants next. */
struct robotsc_snapshot_search {
	uint64_t at;   /* where the wanted octets begin in the file */
	uint64_t size; /* how many are wanted; 0: the search has ended */
	/* The members below are not part of the interface. */
	const struct robotsc_snapshot *snapshot;
	const uint8_t *buckets;
	uint64_t first, bucket, offset;
	uint32_t slots, tag;
	uint8_t hits, left, wants, origin_size[2];
	char origin[ROBOTSC_ORIGIN_MAX];
	uint64_t reserved[4];
};

/* Begin a search for the origin of a URL: it wants the buckets of the index, at most 1,024 octets.
 * Errors: ROBOTSC_ERR_SCHEME, _HOST, _PORT: the URL has no origin.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_search_begin(const struct robotsc_snapshot *snapshot, const char *url, size_t len,
                                                              struct robotsc_snapshot_search *search);

/* Take the wanted octets.  After the buckets the search wants the entry, at most 320 octets, and
 * once more for each other origin with its tag; then the policy, after 8 octets of it if it has
 * 128 MiB or more.
 *
 * octets  search->size of them.  The buckets must stay as they are until the entry is found.
 * entry   out: when the policy is wanted, and after it.  Its origin borrows the search.
 * blob    out: filled when the search has ended with ROBOTSC_OK.  It borrows octets.
 *
 * search->size comes from the file: refuse what is too large.  No allocation.
 * Errors: as robotsc_snapshot_find and robotsc_snapshot_blob; then the search has ended.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_search_next(struct robotsc_snapshot_search *search, const void *octets,
                                                             struct robotsc_snapshot_entry *entry, struct robotsc_blob *blob);

/* ---- shards ---- */

/* Return the shard of a URL's origin among shards, below shards.  docs/formats/snapshot.md,
 * "Shards"
 *
 * status  out: ROBOTSC_OK, or as robotsc_origin; then 0 is returned.  May be NULL.  Since 0.1. */
ROBOTSC_API uint32_t robotsc_shard(const char *url, size_t len, uint32_t shards, enum robotsc_status *status);

/* The opened shards of a snapshot, in their order; a snapshot in one file counts as one shard. */
struct robotsc_shards {
	const struct robotsc_snapshot *at;
	uint32_t n;
};

/* Find the policy of a URL's origin: its shard, its entry and its blob, whose rules are found with
 * robotsc_select.  It fits struct robotsc_audit_hosts of robotsc/audit.h.
 *
 * shards    a const struct robotsc_shards.
 * origin, decision, blob  out: filled on ROBOTSC_OK; origin and blob borrow the snapshot.
 *
 * No allocation.  Any thread.  Errors: as robotsc_snapshot_find and robotsc_snapshot_blob.
 * Since 0.2. */
ROBOTSC_API enum robotsc_status robotsc_snapshot_policy(void *shards, const char *url, size_t len, struct robotsc_text *origin,
                                                        struct robotsc_decision *decision, struct robotsc_blob *blob);

/* The manifest of a folder of shards: the shards, and what the manifest says beside them. */
struct robotsc_manifest {
	uint32_t shards, minor; /* how many, at least 1; the minor version */
	int64_t time;           /* the greatest of all shards */
	uint64_t zero;          /* what a writer of minor version 0 leaves zero */
	const uint8_t *rows;    /* not part of the interface */
	const uint8_t *root;    /* ROBOTSC_SNAPSHOT_ROOT octets, which name the whole snapshot */
	uint64_t reserved[2];
};

/* Read a manifest, the file "manifest" of a folder of shards, or refuse it.
 *
 * manifest  out: filled on ROBOTSC_OK, untouched otherwise.  It borrows bytes.
 * bytes     the whole file: at most ROBOTSC_SNAPSHOT_HEAD_MAX octets, at any alignment
 *
 * No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_TRUNCATED, _MAGIC, _VERSION, _CORRUPT: another size, or no shards or too
 * many; _CHECKSUM: it does not have its digest.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_manifest_open(struct robotsc_manifest *manifest, const void *bytes, size_t len);

/* What a manifest says of a shard.  The root borrows the manifest's octets. */
struct robotsc_manifest_row {
	uint64_t size, entries; /* octets of the file, and how many entries it has */
	const uint8_t *root;
};

/* Return the row of a shard, below manifest->shards.  An opened shard is the one that is meant if
 * robotsc_snapshot_info says the same number of shards, number, size and entries, and its root is
 * that of the row.  Since 0.1. */
ROBOTSC_API struct robotsc_manifest_row robotsc_manifest_row(const struct robotsc_manifest *manifest, uint32_t shard);

/* Write the name of a shard's file, "0000-0123456789abcdef.snapshot", with its end.
 *
 * shard  its number, below ROBOTSC_SNAPSHOT_SHARDS_MAX
 * root   ROBOTSC_SNAPSHOT_ROOT octets.  Since 0.1. */
#define ROBOTSC_SHARD_NAME 31u
ROBOTSC_API void robotsc_shard_name(char name[ROBOTSC_SHARD_NAME], uint32_t shard, const uint8_t *root);

/* ---- digests ---- */

/* Compute SHA-256 of any octets, in pieces: begin, add any number of times, end.  Uses the
 * processor's instructions where it has them.  Since 0.1. */
struct robotsc_sha256 {
	uint32_t state[8];
	uint64_t len;
	uint8_t block[64];
};
ROBOTSC_API void robotsc_sha256_begin(struct robotsc_sha256 *sha);
ROBOTSC_API void robotsc_sha256_add(struct robotsc_sha256 *sha, const void *octets, size_t len);
ROBOTSC_API void robotsc_sha256_end(struct robotsc_sha256 *sha, uint8_t digest[ROBOTSC_SNAPSHOT_ROOT]);

#ifdef __cplusplus
}
#endif
#endif
