/* crawler_table.h - crawlers, and what the pages of their makers say of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CRAWLER_TABLE_H
#define ROBOTSC_CRAWLER_TABLE_H

#include <stddef.h>

#include "robotsc/summary.h"

/* A page of a maker, or of others. */
struct cli_source {
	const char *url;
	const char *read; /* the month or the day when it was read, "2026-11" */
	const char *who;  /* who wrote it, if not the maker; or NULL */
};

/* A row for each crawler; analysis/crawlers/crawlers.py says what its members are. */
extern const struct robotsc_crawler cli_crawlers[];
extern const struct cli_source *const cli_crawler_sources[]; /* of each */
/* Those that a page describes are first.  After them stand names that files also use. */
extern const size_t cli_ncrawlers, cli_nnames;

static inline const struct cli_source *cli_crawler_source(const struct robotsc_crawler *crawler)
{
	return cli_crawler_sources[crawler - cli_crawlers];
}

#endif
