/* table_row.h - a row of a table of origins: what its robots.txt says, in numbers and words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TABLE_ROW_H
#define ROBOTSC_TABLE_ROW_H

#include "answers.h"
#include "crawler_access.h"
#include "read_file.h"
#include "robotsc/access.h"

/* What all rows share. */
struct cli_table {
	const struct cli_settings *s;
	struct cli_access_bounds bounds;
};

/* An origin. */
struct cli_table_origin {
	struct robotsc_text origin;
	struct robotsc_decision decision; /* of a text: outcome, fetched and length only */
	const struct robotsc_blob *blob;
	const struct cli_file *text; /* NULL: what only a text says is null */
};

/* Print the names of the columns: the first line of CSV. */
void cli_table_columns(FILE *out);

/* Print a row.  Any thread.  0, or CLI_TROUBLE after a message. */
int cli_table_row(const struct cli_table *t, struct cli_answers *j, const struct cli_table_origin *o);

#endif
