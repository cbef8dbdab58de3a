/* databases.h - the layout of the four databases of a store.  docs/formats/store.md
 *
 * meta     "header"                      the settings of the store
 *          "tally"                       number and checksum of the last transaction
 * origins  host[:port] and scheme        entry: the blob's name and the decision about the fetch
 * digests  XXH3-128 of a blob            the blob's name, or several names if digests collide
 * packs    number, from 1, ascending     blobs, one after the other
 *
 * A blob's name is its pack's number and its index in the pack.  Packs are added, never changed or
 * removed, so a name means the same octets as long as the file exists.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DATABASES_H
#define ROBOTSC_DATABASES_H

#include <lmdb.h>
#include <stdint.h>

#include "hosts/octets.h"

#define HEADER_KEY "header"
#define HEADER_MAGIC "robotsc\n"
enum {
	HEADER_AT_FORMAT = 8,   /* 4: ROBOTSC_STORE_FORMAT */
	HEADER_AT_MAJOR = 12,   /* 1: format of the blobs */
	HEADER_AT_DIALECT = 13, /* 1 */
	HEADER_AT_FLAGS = 14,   /* 1: FLAG_... */
	HEADER_AT_SCOPE = 15,   /* 1: redirect_scope */
	HEADER_AT_LIMIT = 16,   /* 8 */
	HEADER_AT_AGENTS = 24,  /* 4: how many */
	HEADER_TEXT = 28        /* for each agent a length (2) and the token; then a checksum */
};

enum {
	FLAG_STRICT = 1,  /* strict_fields */
	FLAG_REST = 2,    /* conner2_rest_deny */
	FLAG_RECORDS = 4, /* extensions */
	FLAG_USAGE = 8,   /* aipref_rule */
	/* what a challenge counts as; 0: a robots.txt */
	FLAG_UNAVAILABLE = 16,
	FLAG_UNREACHABLE = 32,
	FLAGS = 63 /* all flags */
};

enum {
	ENTRY_AT_NAME = 0,     /* 6: pack << 16 | index */
	ENTRY_AT_FETCHED = 6,  /* 5: seconds since 1970 */
	ENTRY_AT_EXPIRES = 11, /* 5 */
	ENTRY_AT_STATUS = 16,  /* 2 */
	ENTRY_AT_END = 18,     /* 1 */
	ENTRY_AT_PROFILE = 19, /* 1 */
	ENTRY_AT_OUTCOME = 20, /* 1 */
	ENTRY_AT_ROW = 21,     /* 1 */
	ENTRY_AT_FLAGS = 22,   /* 1: ENTRY_REVALIDATE, ENTRY_CHALLENGE */
	ENTRY_AT_LENGTH = 23,  /* 5: octets of the robots.txt */
	ENTRY_AT_DIGEST = 28,  /* 8: robotsc_digest of the robots.txt */
	ENTRY_AT_SINCE = 36,   /* 5: only if it differs from the time of the fetch */
	ENTRY_SIZE = 40,       /* with a checksum at the end */
	ENTRY_LONG = 45
};

enum {
	ENTRY_REVALIDATE = 1,
	ENTRY_CHALLENGE = 2
};

#define TALLY_KEY "tally"
enum {
	TALLY_AT_TXN = 0,     /* 8: its transaction; 0 in a copy, for LMDB's transaction 1 */
	TALLY_AT_ORIGINS = 8, /* 8: number of origins */
	TALLY_AT_SUM = 16,    /* 8: sum of the XXH3 of all entries, modulo 2^64 */
	TALLY_SIZE = 24
};

/* Header and entries end with a checksum: the low 4 octets of the XXH3 of all octets before it. */
#define CHECKSUM_SIZE 4u

#define NAME_SIZE 6u
#define TIME_SIZE 5u
#define TIME_MAX ((INT64_C(1) << 40) - 1)

/* A pack: 2 octets with the number of blobs, 2 of zero, 4 with the end of each blob, the blobs. */
#define PACK_HEAD 4u
#define PACK_END 4u
#define PACK_BLOBS UINT16_MAX
/* LMDB adds 16 octets to a value: then a pack of this size fills whole pages of any size.  A larger
 * blob is alone in its pack. */
#define PACK_ROOM 65520u

/* The last transaction's number, and a checksum of all origins after it.
 *
 * The checksums of entries find octets that changed.  The tally finds entries that are missing or
 * old.  LMDB keeps pages of earlier transactions, and a flipped bit in the number of a page or of a
 * transaction leads to them. */
struct tally {
	uint64_t txn;     /* number of the transaction; for 0 see TALLY_AT_TXN */
	uint64_t origins; /* their number */
	uint64_t sum;     /* sum of robotsc__entry_hash, modulo 2^64 */
};

/* 0, or LMDB's error. */
int robotsc__tally_put(MDB_txn *txn, MDB_dbi meta, const struct tally *tally);
int robotsc__tally_get(MDB_txn *txn, MDB_dbi meta, struct tally *tally);

/* Commit the tally alone.  LMDB keeps the last two transactions and reads the one with the greater
 * number.  Now both have the same origins, so a flipped bit in a number does not bring back an
 * earlier batch.  0, or LMDB's error. */
int robotsc__tally_repeat(MDB_env *env, MDB_dbi meta);

/* Write the tally for LMDB's compacting copy.  0, or LMDB's error. */
int robotsc__tally_of_copy(MDB_env *env, MDB_dbi meta);

#endif
