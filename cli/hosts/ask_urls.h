/* ask_urls.h - URLs on the command line, answered by a store or a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_URLS_H
#define ROBOTSC_ASK_URLS_H

#include "cli/answers.h"
#include "robotsc/filter.h"
#include "snapshot_files.h"

/* A store or a snapshot that answers URLs, and the robot for which it answers. */
struct cli_asking {
	const struct cli_settings *s;
	struct cli_answers *json;
	struct cli_list tokens;
	struct robotsc_filter *filter; /* with the options of cli_asking_options */
	const char *where;             /* "store", "snapshot" */
	void *ctx;
	/* Find the blob of a URL's origin, for --usage.  *found: there is one.  Returns the exit
	 * status. */
	int (*find_blob)(void *ctx, const char *url, struct robotsc_blob *blob, bool *found);
	/* Print why an answer failed.  Returns CLI_TROUBLE. */
	int (*trouble)(void *ctx, enum robotsc_store_status status);
};

/* The options of a filter that answers URLs as of a time. */
void cli_asking_options(struct robotsc_filter_options *o, const struct cli_settings *s, struct cli_list tokens, int64_t now);

/* Answer the URLs.  Returns the exit status. */
int cli_ask_urls(const struct cli_asking *a, char **urls, size_t n);

/* ---- URLs, answered by a snapshot ---- */

/* Find the entry of a URL's origin, and the shard that has it.  Returns 0, or CLI_TROUBLE after a
 * message. */
int cli_snapshot_entry(const struct robotsc_snapshot_files *f, const char *url, const struct robotsc_snapshot **shard,
                       struct robotsc_snapshot_entry *entry);

/* Answer the URLs by a snapshot.  Returns the exit status. */
int cli_snapshot_check(struct cli_settings *s, struct robotsc_snapshot_files *f, struct cli_answers *json, char **urls, size_t n);

#endif
