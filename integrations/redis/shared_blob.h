/* shared_blob.h - blobs that keys share: equal ones are kept once, with a count of references.
 *
 * A blob never changes after redis_blob_take.  Any thread may take, hold and drop one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHARED_BLOB_H
#define ROBOTSC_SHARED_BLOB_H

#include "robotsc/check.h"

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

/* Choose where blobs go in the table, so that nobody else can.  Once, before the first blob. */
void redis_blobs_seed(uint64_t seed);

/* Whether a compiler here made it, which is what REDIS_COMPILED says. */
void redis_blob_trust(struct shared_blob *blob, int compiled);

/* Find an equal blob, or verify and copy the octets.  *blob is one reference more; untouched when
 * refused.  Cost O(len).  Errors: those of robotsc_open, TOO_LARGE. */
enum robotsc_status redis_blob_take(struct shared_blob **blob, const void *bytes, size_t len, unsigned trust);

/* One reference more, and one less.  NULL is allowed. */
struct shared_blob *redis_blob_hold(struct shared_blob *blob);
void redis_blob_drop(struct shared_blob *blob);

/* The octets of memory that one of its references stands for. */
size_t redis_blob_share(struct shared_blob *blob, uint32_t *refs);

struct redis_blob_sums {
	uint64_t blobs, octets, refs, octets_unshared, opaque;
};
void redis_blob_sums(struct redis_blob_sums *sums);

#endif
