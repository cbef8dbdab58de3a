/* store_check.c - URLs, answered by a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit_status.h"
#include "cli/messages.h"
#include "cli/text_print.h"
#include "cli/url_messages.h"
#include "cli/usage_print.h"
#include "robotsc/extensions.h"
#include "store_job.h"

/* Open the extensions of a blob.  A blob that came from no text has none, which is no damage.
 * Returns false for damage. */
static bool open_uses(const struct robotsc_blob *blob, struct robotsc_extensions *ext, bool *found)
{
	const enum robotsc_status status = robotsc_open_extensions(blob, ext);
	*found = status == ROBOTSC_OK;
	return *found || status == ROBOTSC_ERR_ABSENT;
}

/* What may be done with a URL. */
struct uses {
	struct robotsc_extensions ext;
	struct robotsc_usage usage;
	bool found; /* the blob has extensions */
};

/* Find what may be done with a URL, as its blob says.  Returns the exit status. */
static int find_uses(struct job *j, struct cli_list tokens, const char *url, struct uses *uses)
{
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	struct robotsc_group group;
	enum robotsc_store_status status = robotsc_reader_find(j->reader, url, strlen(url), &entry);
	uses->found = false;
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(j->reader, entry.policy, &blob);
	if (status == ROBOTSC_STORE_OK &&
	    (robotsc_select(&blob, tokens.at, tokens.n, &group) != ROBOTSC_OK || !open_uses(&blob, &uses->ext, &uses->found)))
		status = ROBOTSC_STORE_DAMAGED;
	if (status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_NOT_FOUND && status != ROBOTSC_STORE_ORIGIN)
		return cli_store_trouble(j->s, status);
	if (uses->found)
		robotsc_check_usage(&uses->ext, &group, url, strlen(url), &uses->usage);
	return CLI_OK;
}

/* uses: NULL without --usage. */
static void print_line(struct job *j, const char *url, const char *verdict, const struct uses *uses)
{
	(void)j;
	printf("%s\t", verdict);
	if (uses && uses->found)
		cli_print_usage(&uses->ext, &uses->usage);
	else if (uses)
		putchar('-');
	if (uses)
		putchar('\t');
	cli_print_string(stdout, url);
	putchar('\n');
}

static void print_object(struct job *j, const char *url, const char *verdict, const struct uses *uses)
{
	cli_answers_open(&j->json);
	cli_answers_text(&j->json, "url", cli_text(url));
	cli_answers_word(&j->json, "verdict", verdict);
	if (uses && uses->found)
		cli_answers_usage(&j->json, &uses->ext, &uses->usage);
	cli_answers_close(&j->json);
}

#define VERDICT_ROOM 16

/* What 'store check' has seen. */
struct checking {
	struct cli_list tokens;
	struct cli_urls urls;
	struct robotsc_filter *filter;
	struct robotsc_filter_report counts;
};

/* Find the verdict of a URL, which is a line that ends with NUL.  Returns the exit status. */
static int find_verdict(struct job *j, struct checking *c, const char *url, char verdict[VERDICT_ROOM])
{
	struct robotsc_filter_answers a;
	const enum robotsc_store_status status = robotsc_filter_lines(c->filter, url, strlen(url), &a);
	if (status != ROBOTSC_STORE_OK)
		return cli_store_trouble(j->s, status);
	c->counts.stale += a.report.stale;
	c->counts.unknown += a.report.unknown;
	if (a.len)
		snprintf(verdict, VERDICT_ROOM, "%.*s", (int)strcspn(a.at, "\t"), a.at);
	return strcmp(verdict, "allow") == 0 ? CLI_OK : CLI_DISALLOWED;
}

static int check_one(struct job *j, struct checking *c, const char *url)
{
	const bool taken = cli_take_url(&c->urls, cli_text(url));
	struct uses uses = {.found = false};
	char verdict[VERDICT_ROOM] = "unknown";
	int result = CLI_OK; /* also of what is no URL: cli_end_urls returns the exit status */
	if (taken)
		result = find_verdict(j, c, url, verdict);
	if (taken && result != CLI_TROUBLE && j->s->usage && find_uses(j, c->tokens, url, &uses) != CLI_OK)
		result = CLI_TROUBLE;
	if (result != CLI_TROUBLE)
		(cli_is_structured(j->s) ? print_object : print_line)(j, url, verdict, j->s->usage ? &uses : NULL);
	return result;
}

static int check_all(struct job *j, struct cli_list tokens)
{
	struct checking c = {.tokens = tokens, .urls = {.only_urls = true}};
	struct robotsc_filter_options o;
	enum robotsc_store_status status;
	int result = CLI_OK;
	robotsc_filter_options_init(&o);
	o.tokens = tokens.at;
	o.ntokens = tokens.n;
	o.print = ROBOTSC_PRINT_ALL;
	o.stale = (enum robotsc_filter_stale)j->s->stale;
	o.end = '\0';
	o.max_line = SIZE_MAX;
	o.timed = true;
	o.now = j->now;
	status = robotsc_filter_open(&c.filter, j->store, &o);
	if (status != ROBOTSC_STORE_OK)
		return status == ROBOTSC_STORE_AGENT ? cli_refuse_agent(j->s, j->store) : cli_store_trouble(j->s, status);
	for (size_t i = 0; i < j->noperands && result != CLI_TROUBLE; i++) {
		const int one = check_one(j, &c, j->operands[i]);
		result = one > result ? one : result;
	}
	robotsc_filter_close(c.filter);
	if (!j->s->quiet)
		cli_print_counts(&c.counts, o.stale);
	return cli_end_urls(&c.urls) == CLI_OK ? result : CLI_TROUBLE;
}

int cli_store_check(struct job *j)
{
	struct cli_list tokens;
	int result;
	if (j->s->usage && !robotsc_store_settings(j->store)->extensions)
		return cli_complain("%s: this store was made without --extensions; import into a new store, with it", j->s->store);
	if (cli_cut_tokens(j->s, j->store, &tokens) != 0)
		return CLI_TROUBLE;
	result = check_all(j, tokens);
	free(tokens.at);
	return result;
}
