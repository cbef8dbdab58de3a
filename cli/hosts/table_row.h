/* table_row.h - a row of a table of origins: what its robots.txt says, in numbers and words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TABLE_ROW_H
#define ROBOTSC_TABLE_ROW_H

#include <stdbool.h>

#include "cli/answers.h"
#include "cli/cli_settings.h"
#include "cli/crawler_sources.h"
#include "origin_source.h"
#include "robotsc/check.h"

/* ---- how much of a site is open to each crawler of crawler_table ---- */

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

/* ---- rows ---- */

/* What all rows share. */
struct cli_table {
	const struct cli_settings *s;
	struct cli_access_bounds bounds;
};

/* Print the names of the columns: the first line of CSV. */
void cli_table_columns(FILE *out);

/* Print the row of an origin that was read.  What only a text says is null without one.  Any
 * thread.  0, or CLI_TROUBLE after a message. */
int cli_table_row(const struct cli_table *t, struct cli_answers *j, const struct cli_origin *origin,
                  const struct robotsc_blob *blob);

/* ---- robotsc snapshot table ---- */

/* Print a row for each origin of a snapshot, or with --warc of archives.  Returns the exit
 * status. */
int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n);

#endif
