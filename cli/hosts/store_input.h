/* store_input.h - stores and imported files as inputs of snapshot make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_INPUT_H
#define ROBOTSC_STORE_INPUT_H

#include "cli/cli_settings.h"
#include "robotsc/snapshot_make.h"

/* Open a store (NULL after a message); add all of it to a snapshot; close it.  The calls are in
 * cli/store/ and cli/no_store/. */
struct robotsc_store *cli_input_open(const char *folder, const struct robotsc_store_settings **settings);
enum robotsc_store_status cli_input_add(struct robotsc_store *store, struct robotsc_maker *maker);
void cli_input_close(struct robotsc_store *store);

/* Import files into a new store, beside the output.  cli_input_close removes that store.
 *
 * others    the settings of other inputs, which hold unless options say otherwise; or NULL.
 * settings  out: those of the new store.
 * skipped   out: some records were skipped.
 *
 * NULL after a message. */
struct robotsc_store *cli_input_import(struct cli_settings *s, char **names, size_t n, const struct robotsc_store_settings *others,
                                       const struct robotsc_store_settings **settings, bool *skipped);

#endif
