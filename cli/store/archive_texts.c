/* archive_texts.c - the texts of archives, for commands that read many robots.txt files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/collection.h"
#include "store_common.h"

static int print_fault(void *ctx, const struct robotsc_import_fault *fault)
{
	struct cli_collection *const c = ctx;

	cli_print_fault(fault);
	c->trouble = true;
	return 0;
}

/* Add a text.  What a redirect leads to is none of the origin's own. */
static int add_text(void *ctx, const struct robotsc_import_text *text)
{
	char url[ROBOTSC_ROBOTS_URL_MAX];
	const int len = snprintf(url, sizeof url, "%.*s/robots.txt", (int)text->origin.len, text->origin.at);

	if (text->redirected)
		return 0;
	return cli_collection_add(ctx, (struct robotsc_text){url, (size_t)len}, text->fetched, text->text);
}

int cli_collection_add_archives(struct cli_collection *c, const struct cli_settings *s, char **operands, size_t n)
{
	const struct robotsc_import_options options = {.jobs = 1,
	                                               .ctx = c,
	                                               .fault = print_fault,
	                                               .text = add_text,
	                                               .dialect = s->options.dialect,
	                                               .limit = s->options.limit};
	enum robotsc_store_status status = ROBOTSC_STORE_INPUT;
	struct robotsc_import *import;
	size_t refused;

	if (robotsc_import_open(&import, &options) != ROBOTSC_STORE_OK)
		return cli_complain("out of memory");
	refused = cli_add_inputs(import, operands, n);
	c->trouble |= refused > 0;
	if (refused < n)
		status = robotsc_import_run(import, NULL, NULL);
	robotsc_import_close(import);
	if (status == ROBOTSC_STORE_NOMEM)
		return cli_complain("out of memory");
	return status == ROBOTSC_STORE_OK ? 0 : CLI_TROUBLE;
}
