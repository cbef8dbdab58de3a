/* crawler_list.h - the crawlers that --crawlers names, as a comparison of two texts asks for them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CRAWLER_LIST_H
#define ROBOTSC_CRAWLER_LIST_H

#include "cli/cli_settings.h"
#include "cli/sides.h"

/* Find the product tokens for words with commas or white space between them: purposes of described
 * crawlers, and tokens.  A crawler stands by the token whose group it obeys.  One of a family that
 * no side names is left out: what holds for it is what holds for the others.
 *
 * list  out: tokens; empty for the word "all".  at is to be freed.
 *
 * Returns 0, or CLI_TROUBLE after a message: a word means nobody, or a side cannot be compiled. */
int cli_crawler_list(const char *words, const struct cli_side sides[2], struct cli_list *list);

#endif
