/* store_common.h - what import, filter and store share: opening stores.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_COMMON_H
#define ROBOTSC_STORE_COMMON_H

#include "cli/cli_settings.h"
#include "robotsc/filter.h"
#include "robotsc/import.h"

/* Open the store that --store names.  NULL after a message. */
struct robotsc_store *cli_open_store(const struct cli_settings *s, enum robotsc_store_mode mode,
                                     const struct robotsc_store_settings *settings);

/* A reader in a session.  NULL after a message. */
struct robotsc_reader *cli_open_reader(const struct cli_settings *s, struct robotsc_store *store);

/* Print why the store failed.  Returns CLI_TROUBLE. */
int cli_store_trouble(const struct cli_settings *s, enum robotsc_store_status status);

/* Print what could not be imported. */
void cli_print_fault(const struct robotsc_import_fault *fault);

/* Add all inputs to an import.  Returns how many were refused, after a message for each. */
size_t cli_add_inputs(struct robotsc_import *import, char **names, size_t n);

#endif
