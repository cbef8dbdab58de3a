/* table_row.h - a row of a table of origins: what its robots.txt says, in numbers and words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TABLE_ROW_H
#define ROBOTSC_TABLE_ROW_H

#include "cli/answers.h"
#include "crawler_access.h"
#include "origin_source.h"

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

#endif
