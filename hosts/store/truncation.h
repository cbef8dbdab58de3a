/* truncation.h - finds a data.mdb that was cut.  Reading past its end would end the process
 * (SIGBUS).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRUNCATION_H
#define ROBOTSC_TRUNCATION_H

#include "handle.h"

/* Called once, when a store is opened.  OK, or DAMAGED when pages in use are missing. */
enum robotsc_store_status robotsc__truncation_check(MDB_env *env, const char *folder);

/* Called after a commit.  LMDB does not write pages that a transaction took and gave back, and
 * these may be the last of the file.  This makes the file as long as if they were written. */
void robotsc__truncation_prevent(MDB_env *env);

#endif
