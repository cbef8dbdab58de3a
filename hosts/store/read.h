/* read.h - a reader, as the files of this folder share it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_READ_H
#define ROBOTSC_READ_H

#include "pack.h"
#include "handle.h"

struct robotsc_reader {
	struct robotsc_store *store;
	MDB_txn *txn;
	MDB_cursor *cursor; /* of scans */
	/* For look-ups: a key near the last one is found without a descent of the tree. */
	MDB_cursor *origins, *packs;
	struct key from; /* where a scan begins */
	int live;        /* in a session */
	int placed;      /* the cursor is of this session */
	int pending;     /* it is at the entry that next returns, not before it */
	int began;       /* a session was begun before */
	size_t number;   /* of its snapshot */
	unsigned map_number;
};

/* Find a blob and its pack.  0, or -1 when there is none. */
int robotsc__reader_octets(struct robotsc_reader *r, uint64_t name, struct pack *pack, MDB_val *blob);

#endif
