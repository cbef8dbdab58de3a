/* snapshot_check.h - URLs, answered by a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_CHECK_H
#define ROBOTSC_SNAPSHOT_CHECK_H

#include "cli/answers.h"
#include "snapshot_files.h"

/* Find the entry of a URL's origin, and the shard that has it.  Returns 0, or CLI_TROUBLE after a
 * message. */
int cli_snapshot_entry(const struct cli_snapshot_files *f, const char *url, const struct robotsc_snapshot **shard,
                       struct robotsc_snapshot_entry *entry);

/* Answer the URLs.  Returns the exit status. */
int cli_snapshot_check(struct cli_settings *s, struct cli_snapshot_files *f, struct cli_answers *json, char **urls, size_t n);

#endif
