/* store_common.h - what import, filter and store share: opening stores, and the product tokens of a
 * crawler.
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

/* The product tokens of the one crawler: those of --agent, cut at commas, then --fallback.  0, and
 * tokens->at is to be freed; or CLI_TROUBLE after a message. */
int cli_cut_tokens(const struct cli_settings *s, const struct robotsc_store *store, struct cli_list *tokens);

/* Print for whom the store was made.  Returns CLI_TROUBLE. */
int cli_refuse_agent(const struct cli_settings *s, const struct robotsc_store *store);

/* Print how many URLs had a stale policy, and what that counted for; how many are of no origin in
 * the store; how many lines are no URLs, or were skipped. */
void cli_print_counts(const struct robotsc_filter_report *r, enum robotsc_filter_stale stale);

/* Print what could not be imported. */
void cli_print_fault(const struct robotsc_import_fault *fault);

/* Add all inputs to an import.  Returns how many were refused, after a message for each. */
size_t cli_add_inputs(struct robotsc_import *import, char **names, size_t n);

#endif
