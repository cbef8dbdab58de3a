/* truncation.h - is all of data.mdb there?  Reading what is not would end the process (SIGBUS).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_TRUNCATION_H
#define STORE_TRUNCATION_H

#include "handle.h"

/* Once, when a store is opened: OK, or DAMAGED when the file is shorter than what is in it. */
enum robotsc_store_status robotsc__truncation_check(MDB_env *env, const char *folder);

/* After a commit: LMDB does not write pages that a transaction has taken and given back, and these may be
 * the file's last.  Makes the file as long as if it did. */
void robotsc__truncation_prevent(MDB_env *env);

#endif
