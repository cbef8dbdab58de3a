/* snapshot_check.c - see snapshot_check.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_check.h"

#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "ask_urls.h"
#include "cli/command_time.h"
#include "cli/exit_status.h"
#include "cli/messages.h"

/* Find the entry of a URL's origin, and the shard that has it. */
static enum robotsc_status find_entry(const struct cli_snapshot_files *f, const char *url, const struct robotsc_snapshot **shard,
                                      struct robotsc_snapshot_entry *entry)
{
	const size_t len = strlen(url);
	enum robotsc_status status = ROBOTSC_OK;
	const uint32_t number = f->n > 1 ? robotsc_shard(url, len, (uint32_t)f->n, &status) : 0;
	*shard = &f->shards[number];
	return status == ROBOTSC_OK ? robotsc_snapshot_find(*shard, url, len, entry) : status;
}

int cli_snapshot_entry(const struct cli_snapshot_files *f, const char *url, const struct robotsc_snapshot **shard,
                       struct robotsc_snapshot_entry *entry)
{
	const enum robotsc_status status = find_entry(f, url, shard, entry);
	if (status == ROBOTSC_ERR_UNKNOWN || status == ROBOTSC_ERR_SHARD)
		return cli_complain("'%s': not in the snapshot; 'robotsc snapshot list' lists what is", url);
	if (status == ROBOTSC_ERR_SCHEME || status == ROBOTSC_ERR_HOST || status == ROBOTSC_ERR_PORT)
		return cli_complain("'%s': not a URL that has a robots.txt; write it as https://example.com", url);
	return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(f->name, status);
}

static int trouble(void *ctx, enum robotsc_store_status status)
{
	const struct cli_snapshot_files *const f = ctx;
	return cli_maker_trouble(f->name, status);
}

static int find_blob(void *ctx, const char *url, struct robotsc_blob *blob, bool *found)
{
	const struct cli_snapshot_files *const f = ctx;
	const struct robotsc_snapshot *shard;
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status = find_entry(f, url, &shard, &entry);
	*found = status == ROBOTSC_OK;
	if (*found)
		status = robotsc_snapshot_blob(shard, &entry, blob);
	else if (status != ROBOTSC_ERR_CORRUPT && status != ROBOTSC_ERR_CHECKSUM)
		return CLI_OK;
	return status == ROBOTSC_OK ? CLI_OK : cli_snapshot_trouble(f->name, status);
}

static int check_all(struct cli_settings *s, struct cli_snapshot_files *f, struct cli_asking *a, char **urls, size_t n)
{
	struct robotsc_filter_options o;
	enum robotsc_store_status status;
	int64_t now = cli_now();
	int result;
	if (s->at && cli_take_time("at", s->at, &now) < 0)
		return CLI_TROUBLE;
	cli_asking_options(&o, s, a->tokens, now);
	status = robotsc_filter_open_snapshot(&a->filter, f->shards, f->n, &o);
	if (status != ROBOTSC_STORE_OK)
		return cli_maker_trouble(f->name, status);
	result = cli_ask_urls(a, urls, n);
	robotsc_filter_close(a->filter);
	return result;
}

int cli_snapshot_check(struct cli_settings *s, struct cli_snapshot_files *f, struct cli_answers *json, char **urls, size_t n)
{
	struct cli_asking a = {.s = s, .json = json, .where = "snapshot", .ctx = f, .find_blob = find_blob, .trouble = trouble};
	int result;
	if (s->usage && !f->settings.extensions)
		return cli_complain("%s: made without --extensions; make it of a store that was made with it", f->name);
	result = cli_cut_tokens(s, f->settings.dialect, &a.tokens);
	if (result == 0)
		result = cli_snapshot_choose(f, s, &a.tokens);
	if (result == 0)
		result = check_all(s, f, &a, urls, n);
	free(a.tokens.at);
	return result;
}
