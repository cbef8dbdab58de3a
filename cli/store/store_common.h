/* store_common.h - what import, filter and store share: opening stores, and the product tokens of a
 * crawler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_COMMON_H
#define ROBOTSC_STORE_COMMON_H

#include "cli/cli.h"
#include "robotsc/store.h"

/* Open the store that --store names.  NULL after a message. */
struct robotsc_store *cli_open_store(const struct cli_settings *s, enum robotsc_store_mode mode,
                                     const struct robotsc_store_settings *settings);

/* A reader in a session.  NULL after a message. */
struct robotsc_reader *cli_open_reader(const struct cli_settings *s, struct robotsc_store *store);

/* Print why the store failed.  Returns CLI_TROUBLE. */
int cli_store_trouble(const struct cli_settings *s, enum robotsc_store_status status);

/* Run a function that reads the store in this folder, in a child process.  When the child crashes
 * or does not end, the store is damaged, and a message says so.  The child has a minute of
 * processor time, and a second for each MiB of the file.  Returns the exit status; other signals
 * that end the child end this process too. */
int cli_in_child(const char *folder, int (*run)(void *ctx), void *ctx);

/* The product tokens of a crawler: those of every --agent, cut at commas. */
struct cli_crawler {
	struct robotsc_text *tokens;
	size_t n;
};

/* 0; or -1 after a message: no --agent, or one that the store was not made for. */
int cli_crawler_init(struct cli_crawler *c, const struct cli_settings *s, const struct robotsc_store *store);
void cli_crawler_free(struct cli_crawler *c);

#endif
