/* visitor.h - the crawler for which check and explain answer: AGENT or --header-agent, with
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
	bool ignores;                         /* it ignores "*", and no other group is for it */
};

/* Find the visitor's tokens and its group in a blob; print on standard error how the group was
 * found, unless the command line says that.  Returns 0, or -1 after a message; free v in any
 * case. */
int cli_visitor_find(struct cli_visitor *v, const struct cli_settings *s, const char *file, const struct robotsc_blob *blob);

void cli_visitor_free(struct cli_visitor *v);

/* The visitor in each dialect. */
struct cli_visitors {
	struct cli_visitor in[CLI_DIALECTS];
	struct cli_file empty; /* the file of a visitor that ignores "*" */
};

/* Find it in the text of a file, for one dialect or all.  Afterwards, no group is valid. */
int cli_visitors_find(struct cli_visitors *v, const struct cli_settings *s, const struct cli_file *file);
void cli_visitors_free(struct cli_visitors *v);

#endif
