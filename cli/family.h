/* family.h - the crawlers of crawler_table.h by their names.  Those of a family do not obey a
 * robots.txt by their own name and "*" alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAMILY_H
#define ROBOTSC_FAMILY_H

#include "cli/crawler_sources.h"
#include "robotsc/common.h"

/* The row of a product token, in any case of letters; NULL: there is none. */
const struct robotsc_crawler *cli_crawler_named(const char *token);

/* robotsc_crawler_tokens of the table. */
size_t cli_crawler_tokens(const struct robotsc_crawler *crawler, struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS]);

/* The row whose token is most like a misspelt one; NULL: none is like it. */
const struct robotsc_crawler *cli_crawler_like(const char *token, size_t *distance);

/* The row of a crawler of a family that an agent, or a whole User-Agent header, names; NULL: there
 * is none.  Returns 0, or -1 after a message. */
int cli_family_of(struct robotsc_text agent, const struct robotsc_crawler **row);

#endif
