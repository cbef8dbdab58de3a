/* filter_by_store.c - robotsc filter with a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "store_common.h"
#include "cli/agent.h"
#include "cli/messages.h"
#include "cli/hosts/filter_lines.h"
#include "cli/hosts/store_input.h"

static void ignore_fault(void *ctx, const char *line)
{
	(void)ctx;
	(void)line;
}

/* Runs in a child process, and opens the store itself: opening may crash, too. */
static int verify(void *ctx)
{
	const struct cli_settings *const s = ctx;
	struct robotsc_store *const store = cli_open_store(s, ROBOTSC_STORE_READ, NULL);
	struct robotsc_reader *const reader = store ? cli_open_reader(s, store) : NULL;
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	int result = CLI_TROUBLE;
	if (reader) {
		status = robotsc_reader_verify(reader, ignore_fault, NULL);
		result = status == ROBOTSC_STORE_OK ? CLI_OK : cli_store_trouble(s, status);
	}
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	return result;
}

static enum robotsc_store_status by_store(void *ctx, const struct robotsc_filter_options *options,
                                          const struct robotsc_filter_streams *streams, struct robotsc_filter_report *report)
{
	return robotsc_filter_run(ctx, options, streams, report);
}

int cli_filter_by_store(struct cli_settings *s, struct robotsc_filter_options *options)
{
	struct robotsc_store *store;
	struct cli_list tokens;
	int result = CLI_TROUBLE;
	if (((const struct cli_filter_own *)s->own)->verify && cli_in_child(s->store, verify, s) != CLI_OK)
		return CLI_TROUBLE;
	store = cli_open_store(s, ROBOTSC_STORE_READ, NULL);
	if (store && cli_cut_tokens(s, robotsc_store_settings(store)->dialect, &tokens) == 0) {
		enum robotsc_store_status status;
		options->tokens = tokens.at;
		options->ntokens = tokens.n;
		result = cli_filter_run(s, options, by_store, store, &status);
		if (status == ROBOTSC_STORE_AGENT)
			cli_refuse_agent(s->store, robotsc_store_settings(store), "import again");
		else if (status != ROBOTSC_STORE_OK)
			cli_store_trouble(s, status);
	}
	robotsc_store_close(store);
	return result;
}

/* ---- a store as an input of snapshot make ---- */

struct robotsc_store *cli_input_open(const char *folder, const struct robotsc_store_settings **settings)
{
	const struct cli_settings named = {.store = folder};
	struct robotsc_store *const store = cli_open_store(&named, ROBOTSC_STORE_READ, NULL);
	if (store)
		*settings = robotsc_store_settings(store);
	return store;
}

enum robotsc_store_status cli_input_add(struct robotsc_store *store, struct robotsc_maker *maker)
{
	struct robotsc_reader *reader = NULL;
	enum robotsc_store_status status = robotsc_reader_open(&reader, store);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_begin(reader, NULL);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_maker_add_store(maker, store, reader);
	robotsc_reader_close(reader);
	return status;
}

void cli_input_close(struct robotsc_store *store)
{
	robotsc_store_close(store);
}
