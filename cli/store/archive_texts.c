/* archive_texts.c - see archive_texts.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/archive_texts.h"
#include "cli/messages.h"
#include "store_common.h"

struct reading {
	enum cli_texts wanted;
	cli_take_text *take;
	void *ctx;
	bool *trouble;
};

static int print_fault(void *ctx, const struct robotsc_import_fault *fault)
{
	const struct reading *const r = ctx;
	if (r->wanted == CLI_TEXTS_OWN)
		cli_print_fault(fault);
	*r->trouble = true;
	return 0;
}

/* Pass a text on.  The text that a redirect leads to belongs to another origin. */
static int add_text(void *ctx, const struct robotsc_import_text *text)
{
	const struct reading *const r = ctx;
	char url[ROBOTSC_ROBOTS_URL_MAX];
	const int len = snprintf(url, sizeof url, "%.*s/robots.txt", (int)text->origin.len, text->origin.at);
	if (r->wanted == CLI_TEXTS_ALL ? text->same_as.len > 0 : text->redirected)
		return 0;
	return r->take(r->ctx, (struct robotsc_text){url, (size_t)len}, text->fetched, text->text);
}

int cli_read_archives(const struct cli_settings *s, char **operands, size_t n, enum cli_texts wanted, cli_take_text *take,
                      void *ctx, bool *trouble)
{
	struct reading reading = {wanted, take, ctx, trouble};
	const struct robotsc_import_options options = {.jobs = 1,
	                                               .ctx = &reading,
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
	*trouble |= refused > 0;
	if (refused < n)
		status = robotsc_import_run(import, NULL, NULL);
	robotsc_import_close(import);
	if (status == ROBOTSC_STORE_NOMEM)
		return cli_complain("out of memory");
	return status == ROBOTSC_STORE_OK ? 0 : CLI_TROUBLE;
}
