/* second_reader.h - a second reader of snapshots, written from docs/formats/snapshot.md alone.
 *
 * It includes nothing of the library, and is plain rather than fast.  Where it differs from
 * robotsc/snapshot.h, one of the readers or the page is wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SECOND_READER_H
#define ROBOTSC_SECOND_READER_H

#include <stddef.h>
#include <stdint.h>

/* Limits from docs/formats/snapshot.md. */
#define SECOND_SLOTS 7u
#define SECOND_BUCKET 64u
#define SECOND_MORE_BUCKETS 15u /* buckets after the home buckets */
#define SECOND_ORIGIN_MAX 268u
#define SECOND_KEY_MAX (SECOND_ORIGIN_MAX + 8u)
#define SECOND_ENTRY 44u /* octets of an entry before its origin */
#define SECOND_RECORD_MIN 64u
#define SECOND_NO_SIZE 0xFFFFFFu /* size of a record, in an entry, that is too large to state */

enum second_section {
	SECOND_ENTRIES,
	SECOND_MARKS,
	SECOND_INDEX,
	SECOND_POLICIES,
	SECOND_SECTIONS
};

/* The answers of this reader. */
enum second_answer {
	SECOND_OK,
	SECOND_UNKNOWN, /* the origin is not there, or no entry is left */
	SECOND_SHARD,   /* the origin belongs to another shard */
	SECOND_DAMAGED,
	SECOND_TRUNCATED, /* from here to SECOND_ROOT: only second_open answers so */
	SECOND_MAGIC,
	SECOND_VERSION,
	SECOND_CORRUPT,
	SECOND_ROOT
};

/* The levels of trust on the page; second_open sets SECOND_INTACT. */
enum second_trust {
	SECOND_KNOWN,
	SECOND_INTACT,
	SECOND_FORGED
};

struct second_place {
	uint64_t at, size;
	const uint8_t *octets;
};

struct second_snapshot {
	const uint8_t *bytes;
	uint64_t len;
	enum second_trust trust;
	uint32_t head, minor;
	int64_t time;
	uint64_t nentries, npolicies, seed, limit;
	uint32_t longest, homes, shard, shards, nagents;
	struct second_place section[SECOND_SECTIONS];
	uint8_t dialect, settings, scope, challenge;
	const uint8_t *root;
	uint32_t agents_end; /* end of the agents, as an offset in the head */
};

struct second_entry {
	uint64_t at, size; /* offset in the section, and size with the octets that fill it */
	const char *origin;
	uint32_t origin_len;
	uint8_t flags, outcome, end, profile, row;
	uint64_t expires, fetched, since, length, digest;
	uint16_t status;
	uint64_t policy, policy_size; /* of the record: offset; size, or SECOND_NO_SIZE */
};

/* The front for an agent, as select gives it. */
struct second_front {
	uint32_t policy, entry;
	uint8_t selected;
};

struct second_record {
	const uint8_t *fronts;
	const uint8_t *blob;
	uint32_t blob_len;
	uint64_t size; /* octets with padding */
};

/* Open a snapshot, which is borrowed.  root: 32 octets that the root must equal, or NULL. */
enum second_answer second_open(struct second_snapshot *s, const uint8_t *bytes, size_t len, const uint8_t *root);

/* The token of an agent in the head. */
const char *second_agent(const struct second_snapshot *s, uint32_t number, uint32_t *len);

/* The number of the shard to which the host of a canonical origin belongs. */
uint32_t second_shard(const char *origin, size_t len, uint32_t shards);

/* Find a canonical origin by the index. */
enum second_answer second_find(const struct second_snapshot *s, const char *origin, size_t len, struct second_entry *e);

/* The entry at an offset in the section: SECOND_OK, or SECOND_DAMAGED. */
enum second_answer second_entry_at(const struct second_snapshot *s, uint64_t at, struct second_entry *e);

/* The next entry; *at is its offset, 0 at first, and moves on.  SECOND_UNKNOWN at the end. */
enum second_answer second_next(const struct second_snapshot *s, uint64_t *at, struct second_entry *e);

/* The record of an entry; the record at an offset; the front of an agent in a record. */
enum second_answer second_record(const struct second_snapshot *s, const struct second_entry *e, struct second_record *r);
enum second_answer second_record_at(const struct second_snapshot *s, uint64_t at, struct second_record *r);
struct second_front second_front(const struct second_record *r, uint32_t agent);

/* The front that "Look-up" in docs/formats/blob.md gives for one agent.  Returns 0 if the blob is
 * refused, or does not answer. */
int second_select(const uint8_t *blob, size_t len, const char *agent, size_t agent_len, struct second_front *front);

/* The key of an origin; the octets with which the keys of a domain begin.  Returns their number, at
 * most SECOND_KEY_MAX; 0 if it is no origin. */
size_t second_key(const char *origin, size_t len, uint8_t key[SECOND_KEY_MAX]);
size_t second_domain_key(const char *domain, size_t len, uint8_t key[SECOND_KEY_MAX]);

/* True if a key belongs to a host of the domain. */
int second_in_domain(const uint8_t *key, size_t len, const uint8_t *domain, size_t domain_len);

/* Verify all of a snapshot, as the page demands.  Returns NULL, or what is wrong. */
const char *second_verify(const uint8_t *bytes, size_t len);

/* An entry for the index.  second_index writes the index of n entries into second_homes(n) and 15
 * more buckets.  It returns the longest probe, or 0 if it is above 16. */
struct second_indexed {
	uint64_t at; /* offset in the section */
	const char *origin;
	size_t len;
};
uint32_t second_homes(uint64_t n);
uint32_t second_index(const struct second_indexed *entries, size_t n, uint64_t seed, uint8_t *buckets);

/* The checksum of a bucket. */
uint32_t second_bucket_checksum(uint64_t number, const uint8_t *bucket);

/* Read or write integers of n octets. */
uint64_t second_load(const uint8_t *at, size_t n);
void second_store(uint8_t *at, uint64_t value, size_t n);

/* Checksums and hashes for reader and forger, written from docs/formats/snapshot.md,
 * docs/formats/blob.md "Checksum", FIPS 180-4 and the paper of HalfSipHash.  They are slow, and
 * share nothing with the library. */
#define SECOND_DIGEST 32u

/* SHA-256. */
void second_digest(const uint8_t *at, size_t len, uint8_t out[SECOND_DIGEST]);

/* "Checksum" of docs/formats/blob.md, and its low 32 bits. */
uint64_t second_checksum(const uint8_t *at, size_t len);
uint32_t second_checksum32(const uint8_t *at, size_t len);

/* HalfSipHash with c rounds for each 4 octets of input and d rounds at the end.  The output has 8
 * octets, or 4, in the low 32 bits. */
uint64_t second_half_sip_hash(int c, int d, uint64_t key, const uint8_t *at, size_t len, int octets);

/* HalfSipHash-1-3 with 8 octets of output. */
uint64_t second_hash(uint64_t key, const uint8_t *at, size_t len);

#endif
