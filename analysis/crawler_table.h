/* crawler_table.h - crawlers and names that lint knows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CRAWLER_TABLE_H
#define ROBOTSC_CRAWLER_TABLE_H

#include <string.h>

#include "robotsc/summary.h"

/* The crawlers of search, which a public site is found by. */
extern const struct robotsc_crawler robotsc__crawlers_of_search[];
extern const size_t robotsc__ncrawlers_of_search;

/* Names, each with a NUL after it; an empty one is the last. */
extern const char robotsc__crawler_names[];

/* In the same form: short names, whose misspellings are not looked for, and names that are like one
 * of those above but not misspelt. */
extern const char robotsc__crawler_others[];

/* In the same form: crawlers for which the groups of "*" do not hold. */
extern const char robotsc__crawler_no_star[];

/* A string of the list as a text. */
static inline struct robotsc_text text_of_string(const char *string)
{
	return (struct robotsc_text){string, strlen(string)};
}

#endif
