/* crawler_access.h - how much of a site is open to each crawler of crawler_table.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CRAWLER_ACCESS_H
#define ROBOTSC_CRAWLER_ACCESS_H

#include <stdbool.h>

#include "cli/crawler_sources.h"
#include "robotsc/check.h"

enum cli_crawler_access {
	CLI_ACCESS_UNKNOWN, /* the blob was compiled for others, or the budget did not suffice */
	CLI_ACCESS_OPEN,    /* every URL may be fetched */
	CLI_ACCESS_PARTLY,
	CLI_ACCESS_CLOSED /* none but /robots.txt may be fetched */
};

/* The word for it; NULL: unknown. */
const char *cli_access_name(enum cli_crawler_access access);

/* What blobs of a dialect are compared with.  All 0 at the beginning. */
struct cli_access_bounds {
	struct robotsc_blob open, closed;
	void *bytes[2];
	size_t len[2];
};

/* Compile it.  0, or CLI_TROUBLE after a message; close in any case. */
int cli_access_bounds_open(struct cli_access_bounds *b, enum robotsc_dialect dialect);
void cli_access_bounds_close(struct cli_access_bounds *b);

/* Find what a blob opens to each crawler: cli_ncrawlers of them.  Each is proved over all paths.
 *
 * is_text  it was compiled from a robots.txt, so that some crawlers ignore the groups of "*".
 *
 * Any thread.  Errors: as robotsc_compare. */
enum robotsc_status cli_access_of_crawlers(const struct cli_access_bounds *b, const struct robotsc_blob *blob, bool is_text,
                                           enum cli_crawler_access *access);

#endif
