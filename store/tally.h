/* tally.h - what the last transaction left: its number, and a sum over all origins.
 *
 * The entries' checksums notice octets that changed.  The tally notices whole entries that are missing or old: LMDB
 * keeps the pages of earlier transactions, and a flipped bit in a page number or in a transaction's number leads there.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_TALLY_H
#define STORE_TALLY_H

#include <lmdb.h>
#include <stdint.h>

struct tally {
	uint64_t txn;     /* number of the transaction; 0: see databases.h */
	uint64_t origins; /* how many */
	uint64_t sum;     /* of robotsc__entry_hash, modulo 2^64 */
};

/* 0, or LMDB's error. */
int robotsc__tally_put(MDB_txn *txn, MDB_dbi meta, const struct tally *tally);
int robotsc__tally_get(MDB_txn *txn, MDB_dbi meta, struct tally *tally);

/* A transaction that changes nothing else.  LMDB keeps the last two, and takes the one with the greater number: after
 * this, both hold the same origins, and a flipped bit in a number does not bring back an earlier batch.  0, or an error. */
int robotsc__tally_repeat(MDB_env *env, MDB_dbi meta);

/* The same before LMDB's compacting copy, which numbers its only transaction 1. */
int robotsc__tally_of_copy(MDB_env *env, MDB_dbi meta);

#endif
