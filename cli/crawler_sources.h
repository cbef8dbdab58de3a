/* crawler_sources.h - the list of crawlers, and the pages from which its rows come.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CRAWLER_SOURCES_H
#define ROBOTSC_CRAWLER_SOURCES_H

#include "robotsc/summary.h"

/* A page of a maker, or of others. */
struct cli_source {
	const char *url;
	const char *read; /* the month or the day when it was read, "2026-11" */
	const char *who;  /* who wrote it, if not the maker; or NULL */
};

extern const struct cli_source *const cli_crawler_sources[]; /* of each crawler */

/* How many crawlers pages of makers describe; these come first. */
extern const size_t cli_ncrawlers;

static inline const struct robotsc_crawler *cli_crawlers(void)
{
	return robotsc_crawlers(&(size_t){0});
}

static inline size_t cli_nnames(void)
{
	size_t n;
	robotsc_crawlers(&n);
	return n;
}

static inline const struct cli_source *cli_crawler_source(const struct robotsc_crawler *crawler)
{
	return cli_crawler_sources[crawler - cli_crawlers()];
}

#endif
