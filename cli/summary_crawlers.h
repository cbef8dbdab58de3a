/* summary_crawlers.h - the crawlers of crawler_table.h, as a summary takes them.
 *
 * The Python package has this file too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SUMMARY_CRAWLERS_H
#define ROBOTSC_SUMMARY_CRAWLERS_H

#include "robotsc/summary.h"

/* All of them: malloc'd, or NULL.  n: out: how many. */
struct robotsc_crawler *cli_summary_crawlers(size_t *n);

#endif
