/* policy_value.h - what a key holds, and its octets in an RDB file, an AOF and a replica's link.
 *
 * Nothing here asks the server for more than memory, so that a fuzzer can call it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICY_VALUE_H
#define ROBOTSC_POLICY_VALUE_H

#include "robotsc/access.h"
#include "robotsc/check.h"

/* Blobs that keys share: equal ones are kept once, with a count of references.
 *
 * A blob never changes after redis_blob_take.  Any thread may take, hold and drop one. */
struct shared_blob {
	struct shared_blob *next; /* of its chain in the table */
	uint64_t hash;
	uint32_t refs;
	uint32_t len;
	uint32_t globs;      /* octets of filters that a check may walk, at most */
	uint32_t names;      /* octets of the agents */
	uint32_t extensions; /* octets beside these */
	uint8_t opaque;      /* robotsc_open has refused it: no call may read it */
	uint8_t compiled;    /* by a trusted compiler: a walk costs what limits.md says */
	uint8_t dialect;
	uint8_t lines; /* compiled with extensions */
	uint8_t bytes[];
};

/* What is to be done with octets that come in. */
enum redis_trust {
	REDIS_FORGED = 0,   /* refuse those that robotsc_open refuses */
	REDIS_NEWER = 1,    /* but keep a blob of an unknown version, as opaque octets */
	REDIS_KEEP_ALL = 2, /* keep all: the server starts, or follows its primary */
	REDIS_COMPILED = 4  /* beside one of these: a compiler here or at the primary made it */
};

/* Seed the hash, so that nobody can choose where blobs go in the table.  Once, before the first. */
void redis_blobs_seed(uint64_t seed);

/* Set whether a compiler here made the blob, as REDIS_COMPILED says. */
void redis_blob_trust(struct shared_blob *blob, int compiled);

/* Find an equal blob, or verify and copy the octets.  *blob is one reference more; untouched when
 * refused.  Cost O(len).  Errors: those of robotsc_open, TOO_LARGE. */
enum robotsc_status redis_blob_take(struct shared_blob **blob, const void *bytes, size_t len, unsigned trust);

/* One reference more, and one less.  NULL is allowed. */
struct shared_blob *redis_blob_hold(struct shared_blob *blob);
void redis_blob_drop(struct shared_blob *blob);

/* The blob's octets of memory divided by its references.  *refs: how many references these are. */
size_t redis_blob_share(struct shared_blob *blob, uint32_t *refs);

struct redis_blob_sums {
	uint64_t blobs, octets, refs, octets_unshared, opaque;
};
void redis_blob_sums(struct redis_blob_sums *sums);

#define VALUE_TIME_MAX ((int64_t)1 << 53) /* times are not later, in milliseconds */

struct policy_value {
	struct shared_blob *rules;      /* of the last robots.txt that was parsed; NULL: none */
	int64_t expires;                /* milliseconds since 1970; of what is known at least 1 */
	int64_t fetched, since, failed; /* seconds: fetch, that of the rules, first failure */
	uint16_t status;
	uint8_t known; /* a fetch has ended; 0: only a claim of 0.1, which is dropped */
	uint8_t outcome, row, end, profile, dialect, revalidate;
	uint16_t origin_len;
	char origin[];
};

/* Make a value of an origin, the rest 0. */
struct policy_value *redis_value_new(const char *origin, size_t len);
/* Copy a value with its rules; for another origin, unless that is NULL. */
struct policy_value *redis_value_copy(const struct policy_value *value, const char *origin, size_t len);
void redis_value_free(struct policy_value *value);

/* Set what a decision says, but for since.  Times out of range become the nearest in range. */
void redis_value_decide(struct policy_value *value, const struct robotsc_decision *decision);
/* A time in seconds as a value holds it. */
int64_t redis_value_seconds(int64_t time);

/* Tell whether there is a policy that may be used without asking the server. */
int redis_value_fresh(const struct policy_value *value, int64_t now);

/* The octets of the blob that answers for the value; NULL if that is opaque. */
const void *redis_value_blob(const struct policy_value *value, size_t *len);

/* The value as octets: *len of them, for redis.Free. */
uint8_t *redis_value_octets(const struct policy_value *value, size_t *len);
int redis_value_says_compiled(const void *octets); /* of octets that are a value */
/* And back.  NULL: they are no value, or trust does not allow their blob.  COMPILED counts only if
 * the octets say so, too. */
struct policy_value *redis_value_parse(const void *octets, size_t len, unsigned trust);

#endif
