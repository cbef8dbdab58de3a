/* crawler_table.h - crawlers, and what the pages of their makers say of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CRAWLER_TABLE_H
#define ROBOTSC_CRAWLER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* A page of a maker, or of others. */
struct cli_source {
	const char *url;
	const char *read; /* the month or the day when it was read, "2026-11" */
	const char *who;  /* who wrote it, if not the maker; or NULL */
};

/* A crawler.  data/crawlers.py says what each of its members is. */
struct cli_crawler {
	const char *token;
	const char *maker; /* NULL: unknown */
	const char *purpose;
	const char *then;    /* whose group it obeys where none names it; NULL: nobody's */
	bool ignores_star;   /* the groups of "*" do not hold for it */
	const char *dialect; /* NULL: rfc9309 */
	const struct cli_source *source;
	const char *note; /* or NULL */
};

extern const struct cli_crawler cli_crawlers[];
extern const size_t cli_ncrawlers; /* the first ones: those that answers about all crawlers list */
extern const size_t cli_nnames;    /* all, with names that files also use */

#endif
