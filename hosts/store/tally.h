/* tally.h - what the last transaction left: its number, and a checksum of all origins.
 *
 * The checksums of entries find octets that changed.  The tally finds entries that are missing or
 * old.  LMDB keeps pages of earlier transactions, and a flipped bit in the number of a page or of a
 * transaction leads to them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TALLY_H
#define ROBOTSC_TALLY_H

#include <lmdb.h>
#include <stdint.h>

struct tally {
	uint64_t txn;     /* number of the transaction; for 0 see databases.h */
	uint64_t origins; /* their number */
	uint64_t sum;     /* of robotsc__entry_hash, modulo 2^64 */
};

/* 0, or LMDB's error. */
int robotsc__tally_put(MDB_txn *txn, MDB_dbi meta, const struct tally *tally);
int robotsc__tally_get(MDB_txn *txn, MDB_dbi meta, struct tally *tally);

/* Commit the tally alone.  LMDB keeps the last two transactions and reads the one with the greater
 * number.  After this call both hold the same origins, so a flipped bit in a number does not bring
 * back an earlier batch.  0, or LMDB's error. */
int robotsc__tally_repeat(MDB_env *env, MDB_dbi meta);

/* The same for LMDB's compacting copy, which numbers its only transaction 1. */
int robotsc__tally_of_copy(MDB_env *env, MDB_dbi meta);

#endif
