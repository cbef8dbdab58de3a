/* tally.c - see databases.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "databases.h"

int robotsc__tally_put(MDB_txn *txn, MDB_dbi meta, const struct tally *tally)
{
	uint8_t octets[TALLY_SIZE];
	MDB_val key = {sizeof TALLY_KEY - 1, (void *)TALLY_KEY}, value = {sizeof octets, octets};
	put_little(octets + TALLY_AT_TXN, 8, tally->txn);
	put_little(octets + TALLY_AT_ORIGINS, 8, tally->origins);
	put_little(octets + TALLY_AT_SUM, 8, tally->sum);
	return mdb_put(txn, meta, &key, &value, 0);
}

int robotsc__tally_get(MDB_txn *txn, MDB_dbi meta, struct tally *tally)
{
	MDB_val key = {sizeof TALLY_KEY - 1, (void *)TALLY_KEY}, value;
	const uint8_t *p;
	const int rc = mdb_get(txn, meta, &key, &value);
	if (rc == MDB_NOTFOUND || (rc == 0 && value.mv_size != TALLY_SIZE))
		return MDB_CORRUPTED;
	if (rc)
		return rc;
	p = value.mv_data;
	tally->txn = get_little(p + TALLY_AT_TXN, 8);
	tally->origins = get_little(p + TALLY_AT_ORIGINS, 8);
	tally->sum = get_little(p + TALLY_AT_SUM, 8);
	return 0;
}

static int renew(MDB_env *env, MDB_dbi meta, int of_copy)
{
	struct tally tally;
	MDB_txn *txn;
	int rc = mdb_txn_begin(env, NULL, 0, &txn);
	if (rc)
		return rc;
	rc = robotsc__tally_get(txn, meta, &tally);
	tally.txn = of_copy ? 0 : mdb_txn_id(txn);
	if (rc == 0)
		rc = robotsc__tally_put(txn, meta, &tally);
	if (rc == 0)
		return mdb_txn_commit(txn);
	mdb_txn_abort(txn);
	return rc;
}

int robotsc__tally_repeat(MDB_env *env, MDB_dbi meta)
{
	return renew(env, meta, 0);
}

int robotsc__tally_of_copy(MDB_env *env, MDB_dbi meta)
{
	return renew(env, meta, 1);
}
