/* summary_crawlers.c - see summary_crawlers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "summary_crawlers.h"

#include <stdlib.h>
#include <string.h>

#include "crawler_table.h"

struct robotsc_crawler *cli_summary_crawlers(size_t *n)
{
	struct robotsc_crawler *const all = calloc(cli_nnames, sizeof *all);
	*n = cli_nnames;
	for (size_t i = 0; all && i < cli_nnames; i++) {
		const struct cli_crawler *const c = &cli_crawlers[i];
		all[i] = (struct robotsc_crawler){.token = c->token,
		                                  .maker = c->maker,
		                                  .purpose = c->purpose,
		                                  .obeys = c->then,
		                                  .note = c->note,
		                                  .ignores_star = c->ignores_star,
		                                  .only_named = i >= cli_ncrawlers};
		for (int d = 0; c->dialect && robotsc_dialect_name((enum robotsc_dialect)d); d++)
			if (strcmp(robotsc_dialect_name((enum robotsc_dialect)d), c->dialect) == 0)
				all[i].dialect = (enum robotsc_dialect)d;
	}
	return all;
}
