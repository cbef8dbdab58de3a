/* family.h - crawlers that do not obey a robots.txt by their own name and "*" alone, as the pages
 * of their makers say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAMILY_H
#define ROBOTSC_FAMILY_H

#include "cli.h"

/* A crawler of a family. */
struct cli_family {
	const char *token;
	const char *then;  /* whose group it obeys where none names it; NULL: nobody's */
	bool ignores_star; /* the groups of "*" do not hold for it */
	const char *source;
};

/* The row of a crawler that an agent, or a whole User-Agent header, names; NULL: there is none.
 * Returns 0, or -1 after a message. */
int cli_family_of(struct robotsc_text agent, const struct cli_family **row);

/* The row of a product token, as the table spells it; NULL: there is none. */
const struct cli_family *cli_family_row(const char *token);

#endif
