/* family.c - see family.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "family.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "guess.h"
#include "messages.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "text_print.h"

const struct robotsc_crawler *cli_crawler_named(const char *token)
{
	for (size_t i = 0; token && i < cli_nnames(); i++)
		if (strcasecmp(cli_crawlers()[i].token, token) == 0)
			return &cli_crawlers()[i];
	return NULL;
}

size_t cli_crawler_tokens(const struct robotsc_crawler *crawler, struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS])
{
	return robotsc_crawler_tokens(cli_crawlers(), cli_nnames(), cli_text(crawler->token), tokens);
}

const struct robotsc_crawler *cli_crawler_like(const char *token, size_t *distance)
{
	struct cli_guess guess = {token, NULL, 0};
	for (size_t i = 0; i < cli_nnames(); i++)
		cli_guess(&guess, cli_crawlers()[i].token);
	*distance = guess.distance;
	return cli_crawler_named(guess.best);
}

static bool is_of_family(const struct robotsc_crawler *crawler)
{
	return crawler->obeys || crawler->ignores_star;
}

/* A robots.txt that names each crawler of a family: malloc'd, or NULL. */
static char *name_families(size_t *len)
{
	static const char line[] = "User-agent: ", rule[] = "Disallow:\n";
	size_t room = sizeof rule, n = 0;
	char *text;
	for (size_t i = 0; i < cli_ncrawlers; i++)
		room += sizeof line + strlen(cli_crawlers()[i].token);
	text = malloc(room);
	if (!text)
		return NULL;
	for (size_t i = 0; i < cli_ncrawlers; i++)
		if (is_of_family(&cli_crawlers()[i]))
			n += (size_t)snprintf(text + n, room - n, "%s%s\n", line, cli_crawlers()[i].token);
	*len = n + (size_t)snprintf(text + n, room - n, "%s", rule);
	return text;
}

/* The longest product token of the agent that a robots.txt with all families names. */
static enum robotsc_status find_token(struct robotsc_text agent, struct robotsc_text *token)
{
	size_t n = 0, len = 0;
	char *const text = name_families(&n);
	struct robotsc_blob blob;
	void *bytes = NULL;
	enum robotsc_status status = text ? robotsc_compile(NULL, text, n, &bytes, &len) : ROBOTSC_ERR_NOMEM;
	token->len = 0;
	free(text);
	if (status == ROBOTSC_OK)
		status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK)
		robotsc_header_tokens(&blob, agent.at, agent.len, token, 1);
	robotsc_free_blob(NULL, bytes, len);
	return status;
}

int cli_family_of(struct robotsc_text agent, const struct robotsc_crawler **row)
{
	struct robotsc_text token;
	const enum robotsc_status status = find_token(agent, &token);
	*row = NULL;
	if (status != ROBOTSC_OK) {
		cli_complain("cannot look up the crawler's family: %s", cli_why(status));
		return -1;
	}
	for (size_t i = 0; i < cli_ncrawlers; i++)
		if (is_of_family(&cli_crawlers()[i]) && strlen(cli_crawlers()[i].token) == token.len &&
		    strncasecmp(cli_crawlers()[i].token, token.at, token.len) == 0)
			*row = &cli_crawlers()[i];
	return 0;
}
