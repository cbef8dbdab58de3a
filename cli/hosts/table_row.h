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

/* Print a row for each origin of a snapshot, or with --warc of archives.  Returns the exit
 * status. */
int cli_snapshot_table(struct cli_settings *s, char **operands, size_t n);

#endif
