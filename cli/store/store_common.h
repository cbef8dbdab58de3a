/* store_common.h - what import, filter and store share: opening stores, an action of "store".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_COMMON_H
#define ROBOTSC_STORE_COMMON_H

#include "cli/answers.h"
#include "cli/cli_settings.h"
#include "robotsc/filter.h"
#include "robotsc/import.h"

/* Open the store that --store names.  NULL after a message. */
struct robotsc_store *cli_open_store(const struct cli_settings *s, enum robotsc_store_mode mode,
                                     const struct robotsc_store_settings *settings);

/* Open a reader in a session.  NULL after a message. */
struct robotsc_reader *cli_open_reader(const struct cli_settings *s, struct robotsc_store *store);

/* Print why the store failed.  Returns CLI_TROUBLE. */
int cli_store_trouble(const struct cli_settings *s, enum robotsc_store_status status);

/* Print what could not be imported. */
void cli_print_fault(const struct robotsc_import_fault *fault);

/* Add all inputs to an import.  Returns how many were refused, after a message for each. */
size_t cli_add_inputs(struct robotsc_import *import, char **names, size_t n);

/* Run a function that reads the store in this folder, in a child process.  When the child crashes
 * or does not end, the store is damaged, and a message says so.  The child has a minute of
 * processor time, and a second for each MiB of the file.  Returns the exit status; other signals
 * that end the child end this process too. */
int cli_in_child(const char *folder, int (*run)(void *ctx), void *ctx);

/* ---- an action of 'robotsc store', such as stat and check ---- */

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

/* Visit the entries in order, from an origin on; NULL: all.  Returns the
 * exit status. */
int cli_store_scan(struct job *j, const char *from, visit *on_entry, void *ctx);

/* Actions.  They return the exit status. */
int cli_store_stat(struct job *j);
int cli_store_check(struct job *j);

#endif
