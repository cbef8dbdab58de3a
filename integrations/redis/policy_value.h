/* policy_value.h - the value of a key, and its octets in an RDB file, an AOF and a replica's link.
 *
 * Nothing here asks the server for more than memory, so that a fuzzer can call it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICY_VALUE_H
#define ROBOTSC_POLICY_VALUE_H

#include "robotsc/access.h"
#include "robotsc/check.h"

/* A blob that keys share: equal blobs are kept once, with a count of references.
 *
 * A blob never changes after redis_blob_take.  Any thread may take, hold and drop a blob. */
struct shared_blob {
	struct shared_blob *next; /* next in its chain of the table */
	uint64_t hash;
	uint32_t refs;
	uint32_t len;
	uint32_t globs;      /* most octets of filters that a check may walk */
	uint32_t names;      /* octets of agents */
	uint32_t extensions; /* octets of other sections: lines beside rules, a decision */
	uint8_t opaque;      /* robotsc_open has refused it: no call may read it */
	uint8_t compiled;    /* by a trusted compiler: a walk costs what limits.md says */
	uint8_t dialect;
	uint8_t lines; /* compiled with extensions */
	uint8_t bytes[];
};

/* How to treat a blob that comes in. */
enum redis_trust {
	REDIS_FORGED = 0,   /* refuse a blob that robotsc_open refuses */
	REDIS_NEWER = 1,    /* the same, but keep a blob of an unknown version as opaque octets */
	REDIS_KEEP_ALL = 2, /* keep every blob: the server loads data, or follows its primary */
	REDIS_COMPILED = 4  /* with one of these: a compiler here or at the primary made it */
};

/* Seed the hash, so that nobody can choose a blob's place in the table.  Once, before any blob. */
void redis_blobs_seed(uint64_t seed);

/* Set whether a compiler here made the blob, as REDIS_COMPILED says. */
void redis_blob_trust(struct shared_blob *blob, int compiled);

/* Find an equal blob, or verify and copy the octets.  *blob gets a reference, or is untouched if
 * the octets are refused.  Cost O(len).  Errors: those of robotsc_open, TOO_LARGE. */
enum robotsc_status redis_blob_take(struct shared_blob **blob, const void *bytes, size_t len, unsigned trust);

/* Add a reference, and drop one.  blob may be NULL. */
struct shared_blob *redis_blob_hold(struct shared_blob *blob);
void redis_blob_drop(struct shared_blob *blob);

/* The memory of the blob in octets, divided by its references.  *refs: how many these are. */
size_t redis_blob_share(struct shared_blob *blob, uint32_t *refs);

struct redis_blob_sums {
	uint64_t blobs, octets, refs, octets_unshared, opaque;
};
void redis_blob_sums(struct redis_blob_sums *sums);

#define VALUE_TIME_MAX ((int64_t)1 << 53) /* greatest time, in milliseconds */

struct policy_value {
	struct shared_blob *rules;      /* of the last robots.txt that was parsed; NULL: none */
	int64_t expires;                /* milliseconds since 1970; at least 1 if known */
	int64_t fetched, since, failed; /* seconds: last fetch, the rules' fetch, first failure */
	uint16_t status;
	uint8_t known; /* a fetch has ended; 0: only a claim of 0.1, which is dropped */
	uint8_t outcome, row, end, profile, dialect, revalidate;
	uint16_t origin_len;
	char origin[];
};

/* Make a value of an origin; all else is 0. */
struct policy_value *redis_value_new(const char *origin, size_t len);
/* Copy a value and refer to its rules.  The origin is this one, or the value's if NULL. */
struct policy_value *redis_value_copy(const struct policy_value *value, const char *origin, size_t len);
void redis_value_free(struct policy_value *value);

/* Set all that a decision tells, except since.  Times out of range become the nearest in range. */
void redis_value_decide(struct policy_value *value, const struct robotsc_decision *decision);
/* The nearest time in seconds that a value can hold. */
int64_t redis_value_seconds(int64_t time);

/* Tell whether the policy may be used without another fetch.  now: milliseconds. */
int redis_value_fresh(const struct policy_value *value, int64_t now);

/* The octets of the blob that answers for the value; NULL if that blob is opaque. */
const void *redis_value_blob(const struct policy_value *value, size_t *len);

/* The octets of a value, which redis.Free frees; *len: how many. */
uint8_t *redis_value_octets(const struct policy_value *value, size_t *len);
int redis_value_says_compiled(const void *octets); /* of octets that are a value */
/* Read a value from its octets.  NULL: they are no value, or trust does not allow their blob.
 * COMPILED counts only if the octets say so, too. */
struct policy_value *redis_value_parse(const void *octets, size_t len, unsigned trust);

#endif
