/* ask_urls.c - see ask_urls.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_urls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/command_time.h"
#include "cli/messages.h"
#include "cli/text_print.h"
#include "filter_lines.h"
#include "robotsc/extensions.h"

/* Open the extensions of a blob.  A blob that was not made from a text has none.  Returns false if
 * the blob is damaged. */
static bool open_uses(const struct robotsc_blob *blob, struct robotsc_extensions *ext, bool *found)
{
	const enum robotsc_status status = robotsc_open_extensions(blob, ext);
	*found = status == ROBOTSC_OK;
	return *found || status == ROBOTSC_ERR_ABSENT;
}

/* The uses of a URL that its blob permits. */
struct uses {
	struct robotsc_extensions ext;
	struct robotsc_usage usage;
	bool found; /* the blob has extensions */
};

/* Find the uses of a URL that its blob permits.  Returns the exit status. */
static int find_uses(const struct cli_asking *a, const char *url, struct uses *uses)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	bool found = false;
	const int result = a->find_blob(a->ctx, url, &blob, &found);
	uses->found = false;
	if (result != CLI_OK || !found)
		return result;
	if (robotsc_select(&blob, a->tokens.at, a->tokens.n, &group) != ROBOTSC_OK || !open_uses(&blob, &uses->ext, &uses->found))
		return a->trouble(a->ctx, ROBOTSC_STORE_DAMAGED);
	if (uses->found)
		robotsc_check_usage(&uses->ext, &group, url, strlen(url), &uses->usage);
	return CLI_OK;
}

/* Print an answer.  uses NULL: without --usage. */
static void print(const struct cli_asking *a, const char *url, const char *verdict, const struct uses *uses)
{
	const struct cli_cell row[] = {
		{"url", 3, CLI_WORD, .word = url},
		{"verdict", 1, CLI_WORD, .word = verdict},
		{"usage", 2, CLI_USAGE, .ext = uses ? &uses->ext : NULL, .usage = uses && uses->found ? &uses->usage : NULL}};
	cli_answers_row(a->json, row, uses ? 3 : 2);
}

#define VERDICT_ROOM 16

/* Counts of the URLs so far. */
struct asked_urls {
	struct cli_urls urls;
	struct robotsc_filter_report counts;
};

/* Find the verdict of a URL, which is a line that ends with NUL.  Returns the exit status. */
static int find_verdict(const struct cli_asking *a, struct asked_urls *seen, const char *url, char verdict[VERDICT_ROOM])
{
	struct robotsc_filter_answers answers;
	const enum robotsc_store_status status = robotsc_filter_lines(a->filter, url, strlen(url), &answers);
	if (status != ROBOTSC_STORE_OK)
		return a->trouble(a->ctx, status);
	seen->counts.stale += answers.report.stale;
	seen->counts.unknown += answers.report.unknown;
	if (answers.len)
		snprintf(verdict, VERDICT_ROOM, "%.*s", (int)strcspn(answers.at, "\t"), answers.at);
	return strcmp(verdict, "allow") == 0 ? CLI_OK : CLI_DISALLOWED;
}

static int ask_one(const struct cli_asking *a, struct asked_urls *seen, const char *url)
{
	const bool taken = cli_take_url(&seen->urls, cli_text(url));
	struct uses uses = {.found = false};
	char verdict[VERDICT_ROOM] = "unknown";
	int result = CLI_OK; /* also if it is no URL: cli_end_urls returns that exit status */
	if (taken)
		result = find_verdict(a, seen, url, verdict);
	if (taken && result != CLI_TROUBLE && a->s->usage && find_uses(a, url, &uses) != CLI_OK)
		result = CLI_TROUBLE;
	if (result == CLI_TROUBLE)
		return result;
	print(a, url, verdict, a->s->usage ? &uses : NULL);
	return result;
}

void cli_asking_options(struct robotsc_filter_options *o, const struct cli_settings *s, struct cli_list tokens, int64_t now)
{
	robotsc_filter_options_init(o);
	o->tokens = tokens.at;
	o->ntokens = tokens.n;
	o->print = ROBOTSC_PRINT_ALL;
	o->stale = (enum robotsc_filter_stale)s->stale;
	o->end = '\0';
	o->max_line = SIZE_MAX;
	o->timed = true;
	o->now = now;
}

int cli_ask_urls(const struct cli_asking *a, char **urls, size_t n)
{
	struct asked_urls seen = {.urls = {.only_urls = true}};
	int result = CLI_OK;
	for (size_t i = 0; i < n && result != CLI_TROUBLE; i++) {
		const int one = ask_one(a, &seen, urls[i]);
		result = one > result ? one : result;
	}
	if (!a->s->quiet)
		cli_print_counts(&seen.counts, (enum robotsc_filter_stale)a->s->stale, a->where);
	return cli_end_urls(&seen.urls) == CLI_OK ? result : CLI_TROUBLE;
}

/* ---- URLs, answered by a snapshot ---- */

/* Find the entry of a URL's origin, and the shard that has it. */
static enum robotsc_status find_entry(const struct robotsc_snapshot_files *f, const char *url,
                                      const struct robotsc_snapshot **shard, struct robotsc_snapshot_entry *entry)
{
	const size_t len = strlen(url);
	enum robotsc_status status = ROBOTSC_OK;
	const uint32_t number = f->n > 1 ? robotsc_shard(url, len, (uint32_t)f->n, &status) : 0;
	*shard = &f->shards[number];
	return status == ROBOTSC_OK ? robotsc_snapshot_find(*shard, url, len, entry) : status;
}

int cli_snapshot_entry(const struct robotsc_snapshot_files *f, const char *url, const struct robotsc_snapshot **shard,
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
	const struct robotsc_snapshot_files *const f = ctx;
	return cli_maker_trouble(f->name, status);
}

static int find_blob(void *ctx, const char *url, struct robotsc_blob *blob, bool *found)
{
	const struct robotsc_snapshot_files *const f = ctx;
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

static int check_all(struct cli_settings *s, struct robotsc_snapshot_files *f, struct cli_asking *a, char **urls, size_t n)
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

int cli_snapshot_check(struct cli_settings *s, struct robotsc_snapshot_files *f, struct cli_answers *json, char **urls, size_t n)
{
	struct cli_asking a = {.s = s, .json = json, .where = "snapshot", .ctx = f, .find_blob = find_blob, .trouble = trouble};
	int result;
	if (s->usage && !f->settings.extensions)
		return cli_complain("%s: made without --extensions; make it of a store that was made with it", f->name);
	result = cli_cut_tokens(s, f->settings.dialect, &a.tokens);
	if (result == 0)
		result = cli_snapshot_choose(f, &a.tokens);
	if (result == 0)
		result = check_all(s, f, &a, urls, n);
	return result;
}
