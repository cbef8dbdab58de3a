/* visitor.h - the crawler that check and explain are asked about: AGENT or --header-agent, with
 * --family and --fallback.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_VISITOR_H
#define ROBOTSC_VISITOR_H

#include "cli/agent.h"
#include "cli/policy.h"

#define CLI_DIALECTS 8 /* or fewer */

struct cli_visitor {
	struct cli_list tokens; /* for robotsc_select, in order; borrowed from the command line */
	struct robotsc_group group;
	const struct robotsc_crawler *family; /* NULL: it has none, or none is asked for */
	bool ignores;                         /* only groups of "*" are left: it ignores them */
};

/* Find the visitor's tokens and its group in a blob; print on standard error how it was found,
 * where the command line does not say that.  Returns 0, or -1 after a message; free v in any
 * case. */
int cli_visitor_find(struct cli_visitor *v, const struct cli_settings *s, const char *file, const struct robotsc_blob *blob);

void cli_visitor_free(struct cli_visitor *v);

/* The visitor by dialect. */
struct cli_visitors {
	struct cli_visitor in[CLI_DIALECTS];
	struct cli_file empty; /* what a visitor reads that ignores "*" */
};

/* The same in the text of a file, for the dialect or all dialects.  No group is valid after it. */
int cli_visitors_find(struct cli_visitors *v, const struct cli_settings *s, const struct cli_file *file);
void cli_visitors_free(struct cli_visitors *v);

#endif
