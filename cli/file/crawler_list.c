/* crawler_list.c - finds the crawlers that --crawlers names, to compare two texts for them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "file_parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/agent.h"
#include "cli/crawler_sources.h"
#include "cli/messages.h"
#include "cli/text_print.h"

static const char between[] = ", \t\r\n";

/* The two sides, compiled for all. */
struct two_sides {
	struct robotsc_blob blobs[2];
	void *bytes[2];
	size_t len[2];
};

static enum robotsc_status open_side(const struct cli_side *side, struct two_sides *two, int i)
{
	struct robotsc_options options = side->options;
	enum robotsc_status status;
	if (side->side.blob) {
		two->blobs[i] = *side->side.blob;
		return ROBOTSC_OK;
	}
	options.nagents = 0;
	options.one_robot = 0;
	options.diag = NULL;
	status = robotsc_compile(&options, side->file.bytes, side->file.len, &two->bytes[i], &two->len[i]);
	return status == ROBOTSC_OK ? robotsc_open(&two->blobs[i], two->bytes[i], two->len[i]) : status;
}

static bool is_named(const struct two_sides *two, struct robotsc_text token)
{
	struct robotsc_group group;
	for (int i = 0; i < 2; i++)
		if (robotsc_select(&two->blobs[i], &token, 1, &group) == ROBOTSC_OK && group.selected == ROBOTSC_SELECTED_TOKEN)
			return true;
	return false;
}

/* Add a token, unless it is there. */
static void add(struct cli_list *list, struct robotsc_text token)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i].len == token.len && strncasecmp(list->at[i].at, token.at, token.len) == 0)
			return;
	list->at[list->n++] = token;
}

/* Add the token whose group a crawler obeys.  If no side names one, a crawler without a family that
 * heeds "*" adds its own token: what holds for all others holds for it. */
static void add_crawler(struct cli_list *list, const struct two_sides *two, const struct robotsc_crawler *c)
{
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	const size_t n = cli_crawler_tokens(c, tokens);
	for (size_t i = 0; i < n; i++)
		if (is_named(two, tokens[i])) {
			add(list, tokens[i]);
			return;
		}
	if (!c->obeys && !c->ignores_star)
		add(list, tokens[0]);
}

/* Add the crawlers of a purpose, or a robot.  False: the word means nobody. */
static bool add_word(struct cli_list *list, const struct two_sides *two, struct robotsc_text word)
{
	bool found = false, robot = false;
	for (size_t i = 0; i < cli_ncrawlers; i++) {
		const struct robotsc_crawler *const c = &cli_crawlers()[i];
		if (!cli_is_word(c->purpose, word))
			continue;
		found = true;
		add_crawler(list, two, c);
	}
	for (size_t i = 0; i < cli_nnames() && !found; i++)
		robot |= cli_is_word(cli_crawlers()[i].token, word);
	if (!found && (robot || is_named(two, word)))
		add(list, word);
	return found || robot || is_named(two, word);
}

int cli_crawler_list(const char *words, const struct cli_side sides[2], struct cli_list *list)
{
	struct two_sides two = {.bytes = {NULL, NULL}};
	enum robotsc_status status = ROBOTSC_OK;
	int result = 0;
	bool all = false;
	*list = (struct cli_list){calloc(cli_nnames() + strlen(words) + 1, sizeof *list->at), 0};
	if (!list->at)
		return cli_complain("out of memory");
	for (int i = 0; i < 2 && status == ROBOTSC_OK; i++)
		status = open_side(&sides[i], &two, i);
	if (status != ROBOTSC_OK)
		result = cli_complain("cannot compile: %s", cli_why(status));
	for (const char *at = words + strspn(words, between); *at && result == 0; at += strspn(at, between)) {
		const struct robotsc_text word = {at, strcspn(at, between)};
		at += word.len;
		if (cli_is_word("all", word)) {
			list->n = 0;
			all = true;
			break;
		}
		if (!add_word(list, &two, word))
			result =
				cli_complain("--crawlers=%.*s: no purpose, no crawler of 'robotsc crawlers', and no group names it",
			                     (int)word.len, word.at);
	}
	if (result == 0 && list->n == 0 && !all)
		result = cli_complain("--crawlers=%s names nobody whom a group is for; name purposes, such as search, or tokens",
		                      words);
	for (int i = 0; i < 2; i++)
		robotsc_free_blob(NULL, two.bytes[i], two.len[i]);
	return result;
}
