/* store_input.h - stores, and what is imported, as inputs of snapshot make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_INPUT_H
#define ROBOTSC_STORE_INPUT_H

#include "cli/cli_settings.h"
#include "robotsc/snapshot_make.h"

/* In cli/store/ and cli/no_store/.  Open it; NULL after a message.  Add all of it to a snapshot.
 * Close it. */
struct robotsc_store *cli_input_open(const char *folder, const struct robotsc_store_settings **settings);
enum robotsc_store_status cli_input_add(struct robotsc_store *store, struct robotsc_maker *maker);
void cli_input_close(struct robotsc_store *store);

/* Import these into a store of their own, beside the output, which cli_input_close removes.
 *
 * others    the settings of other inputs, which it gets unless options say otherwise; or NULL.
 * settings  out: its own.
 * skipped   out: some records were skipped.
 *
 * NULL after a message. */
struct robotsc_store *cli_input_import(struct cli_settings *s, char **names, size_t n, const struct robotsc_store_settings *others,
                                       const struct robotsc_store_settings **settings, bool *skipped);

#endif
