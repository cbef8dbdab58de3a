/* store_job.h - an action of 'robotsc store', such as stat and check.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_JOB_H
#define ROBOTSC_STORE_JOB_H

#include "cli/answers.h"
#include "store_common.h"

/* An action's state: the store, and a session of its reader. */
struct job {
	struct cli_settings *s;
	const struct action *action;
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	int64_t now;     /* the present time, or --at */
	char **operands; /* after the action */
	size_t noperands;
	struct cli_answers json; /* of the answers */
};

/* Called by a scan for each entry; a result other than CLI_OK ends the scan. */
typedef int visit(struct job *j, struct robotsc_text origin, const struct robotsc_store_entry *entry, void *ctx);

/* store_scan.c: visit the entries in order, those from an origin on, or all (NULL).  Returns the
 * exit status. */
int cli_store_scan(struct job *j, const char *from, visit *on_entry, void *ctx);

/* store_stat.c and store_check.c: actions.  They return the exit status. */
int cli_store_stat(struct job *j);
int cli_store_check(struct job *j);

#endif
