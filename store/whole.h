/* whole.h - is all of data.mdb there?  Reading what is not would end the process (SIGBUS).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_WHOLE_H
#define STORE_WHOLE_H

#include "store.h"

/* Once, when a store is opened: OK, or DAMAGED when the file is shorter than what is in it. */
enum robotsc_store_status robotsc__whole_check(MDB_env *env, const char *folder);

/* After a commit: LMDB does not write pages that a transaction has taken and given back, and these may be
 * the file's last.  Makes the file as long as if it did. */
void robotsc__whole_extend(MDB_env *env);

#endif
