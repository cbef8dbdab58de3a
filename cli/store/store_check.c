/* store_check.c - URLs, answered by a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/hosts/ask_urls.h"
#include "cli/exit_status.h"
#include "cli/messages.h"
#include "store_job.h"

static int trouble(void *ctx, enum robotsc_store_status status)
{
	const struct job *const j = ctx;
	return cli_store_trouble(j->s, status);
}

static int find_blob(void *ctx, const char *url, struct robotsc_blob *blob, bool *found)
{
	const struct job *const j = ctx;
	struct robotsc_store_entry entry;
	enum robotsc_store_status status = robotsc_reader_find(j->reader, url, strlen(url), &entry);
	if (status == ROBOTSC_STORE_NOT_FOUND || status == ROBOTSC_STORE_ORIGIN)
		return CLI_OK;
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(j->reader, entry.policy, blob);
	*found = status == ROBOTSC_STORE_OK;
	return *found ? CLI_OK : trouble(ctx, status);
}

static int check_all(struct job *j, struct cli_list tokens)
{
	struct cli_asking a = {j->s, &j->json, tokens, NULL, "store", j, find_blob, trouble};
	struct robotsc_filter_options o;
	enum robotsc_store_status status;
	int result;
	cli_asking_options(&o, j->s, tokens, j->now);
	status = robotsc_filter_open(&a.filter, j->store, &o);
	if (status != ROBOTSC_STORE_OK)
		return status == ROBOTSC_STORE_AGENT
		               ? cli_refuse_agent(j->s->store, robotsc_store_settings(j->store), "import again")
		               : cli_store_trouble(j->s, status);
	result = cli_ask_urls(&a, j->operands, j->noperands);
	robotsc_filter_close(a.filter);
	return result;
}

int cli_store_check(struct job *j)
{
	struct cli_list tokens;
	int result;
	if (j->s->usage && !robotsc_store_settings(j->store)->extensions)
		return cli_complain("%s: this store was made without --extensions; import into a new store, with it", j->s->store);
	if (cli_cut_tokens(j->s, robotsc_store_settings(j->store)->dialect, &tokens) != 0)
		return CLI_TROUBLE;
	result = check_all(j, tokens);
	free(tokens.at);
	return result;
}
