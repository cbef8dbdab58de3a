/* snapshot_files.h - snapshots on the command line: a file, or a folder of shards.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_FILES_H
#define ROBOTSC_SNAPSHOT_FILES_H

#include "cli/cli_settings.h"
#include "robotsc/snapshot_make.h"

/* Open a file or a folder, with the --trust, --root and --preload of the settings.  0, or
 * CLI_TROUBLE after a message. */
int cli_snapshot_open(struct robotsc_snapshot_files *f, const struct cli_settings *s, const char *name);

/* Set options as in the snapshot.  0, or CLI_TROUBLE after a message: s sets some, too. */
int cli_snapshot_options(const struct robotsc_snapshot_files *f, const struct cli_settings *s, struct robotsc_options *options);

/* Write the host of a domain, as origins have it, into host.  0, or CLI_TROUBLE after a message. */
int cli_take_domain(const char *domain, char host[ROBOTSC_ORIGIN_MAX], size_t *len);

/* Choose the robot for which the snapshot answers; its tokens are borrowed.  0, or CLI_TROUBLE
 * after a message. */
int cli_snapshot_choose(struct robotsc_snapshot_files *f, const struct cli_list *tokens);

/* Print why a snapshot cannot be read or made.  Returns CLI_TROUBLE. */
int cli_snapshot_trouble(const char *name, enum robotsc_status status);
int cli_maker_trouble(const char *name, enum robotsc_store_status status);

#endif
