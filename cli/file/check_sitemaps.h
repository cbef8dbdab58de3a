/* check_sitemaps.h - robotsc check --sitemap: which URLs of the site's own sitemaps are closed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHECK_SITEMAPS_H
#define ROBOTSC_CHECK_SITEMAPS_H

#include "cli/cli_settings.h"
#include "cli/read_file.h"

/* Returns the exit status. */
int cli_check_sitemaps(const struct cli_settings *s);

/* Print how many URLs are closed to search, in a line, for a summary of the file.  Returns 0, or
 * CLI_TROUBLE after a message. */
int cli_count_sitemaps(const struct cli_settings *s, const struct cli_file *file);

#endif
