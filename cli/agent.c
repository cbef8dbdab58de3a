/* agent.c - the product tokens of a crawler; refuses other words, such as a whole User-Agent
 * header.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "agent.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "messages.h"
#include "option_table.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "text_print.h"

/* The length of the longest beginning that the dialect compares whole; 0: there is none. */
static size_t token_length(enum robotsc_dialect dialect, const char *at, size_t len)
{
	size_t n = 0;
	for (size_t i = 1; i <= len; i++)
		if (robotsc_is_token(dialect, at, i))
			n = i;
		else if (at[i - 1] != ' ' && at[i - 1] != '\t')
			break;
	return n;
}

/* In "Mozilla/5.0 (compatible; ExampleBot/2.1; ...)" the crawler's own token is the second. */
static struct robotsc_text own_token(enum robotsc_dialect dialect, struct robotsc_text agent)
{
	static const char mark[] = "compatible; ";
	const size_t skip = sizeof mark - 1;
	struct robotsc_text own = {NULL, 0};
	for (size_t i = 0; i + skip < agent.len && own.len == 0; i++)
		if (memcmp(agent.at + i, mark, skip) == 0) {
			own.at = agent.at + i + skip;
			own.len = token_length(dialect == ROBOTSC_GOOGLE ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, own.at,
			                       agent.len - i - skip);
		}
	return own;
}

static void quoted(struct robotsc_text text)
{
	putc('"', cli_messages());
	cli_print_text(cli_messages(), text);
	putc('"', cli_messages());
}

int cli_check_agent(enum robotsc_dialect dialect, struct robotsc_text agent)
{
	const struct robotsc_text used = {agent.at, token_length(dialect, agent.at, agent.len)};
	const struct robotsc_text own = own_token(dialect, agent);
	if (robotsc_is_token(dialect, agent.at, agent.len) || (agent.len == 1 && agent.at[0] == '*'))
		return 0;
	if (agent.len == 0) {
		cli_complain("the agent is empty; give a product token, such as ExampleBot, or '*' for robots without a group");
		return -1;
	}
	fputs("robotsc: agent ", cli_messages());
	quoted(agent);
	fputs(" is no product token of ", cli_messages());
	fputs(robotsc_dialect_name(dialect), cli_messages());
	if (dialect == ROBOTSC_GOOGLE) {
		fputs(": no group can name it", cli_messages());
	} else {
		fputs(": only ", cli_messages());
		quoted(used);
		fputs(" would be compared", cli_messages());
	}
	fputs("; give the token alone", cli_messages());
	if (own.len > 0 || used.len > 0) {
		fputs(", such as ", cli_messages());
		quoted(own.len > 0 ? own : used);
	}
	fputs("; 'check' and 'explain' take a whole User-Agent header as --header-agent=HEADER\n", cli_messages());
	return -1;
}

/* ---- the tokens of one crawler ----------------------------------------------- */

/* True if the first of the tokens is missing or empty. */
static bool is_no_token(const struct cli_list *tokens)
{
	return tokens->n == 0 || tokens->at[0].len == 0 || tokens->at[0].at[0] == ',';
}

int cli_check_robot(const struct cli_settings *s, enum robotsc_dialect dialect)
{
	if (s->one_robot && (s->all_dialects || (dialect != ROBOTSC_RFC9309 && dialect != ROBOTSC_GOOGLE)))
		return cli_complain("--one-robot is for rfc9309 and google; elsewhere the first record decides that names a robot");
	for (size_t i = 0; s->one_robot && i < s->agents.n; i++) {
		if (cli_check_agent(dialect, s->agents.at[i]) < 0)
			return CLI_TROUBLE;
		if (s->agents.at[i].at[0] == '*')
			return cli_complain("--one-robot takes names, and '*' is none");
	}
	return 0;
}

int cli_take_robot(struct cli_settings *s, bool is_operand)
{
	/* Options that exclude --one-robot: they ask for other names or other policies. */
	static const unsigned char apart[] = {CLI_OPT_FAMILY, CLI_OPT_HEADER_AGENT, CLI_OPT_FALLBACK,   CLI_OPT_CRAWLERS,
	                                      CLI_OPT_TABLE,  CLI_OPT_SNAPSHOT,     CLI_OPT_SNAPSHOT_B, CLI_OPT_END};
	for (const unsigned char *id = apart; *id != CLI_OPT_END; id++)
		if (s->given[*id])
			return cli_complain("--one-robot and --%s exclude each other", cli_options[*id].name);
	if (is_operand && s->noperands > 1) {
		cli_add_tokens(&s->agents, s->operands[1]);
		memcpy(s->tokens.at, s->agents.at, s->agents.n * sizeof *s->agents.at);
		s->tokens.n = s->agents.n;
	}
	s->options.agents = s->agents.at;
	s->options.nagents = s->agents.n;
	s->options.one_robot = 1;
	if (is_no_token(&s->agents))
		return cli_complain("--one-robot needs the product tokens of the robot: %s",
		                    is_operand ? "AGENT, with commas between them" : "--agent=TOKEN for each");
	if (is_operand)
		s->operands[1] = (char *)s->agents.at[0].at;
	return cli_check_robot(s, s->options.dialect);
}

int cli_cut_tokens(const struct cli_settings *s, enum robotsc_dialect dialect, struct cli_list *tokens)
{
	*tokens = s->agents;
	if (s->agent_times == 0)
		return cli_complain("--agent=TOKEN is missing: the product token of the crawler");
	if (s->agent_times > 1)
		return cli_complain("--agent is given %zu times, but one crawler is answered at a time: run once for each; "
		                    "--fallback=TOKEN names the fallbacks of one",
		                    s->agent_times);
	if (is_no_token(tokens))
		return cli_complain("--agent='%s' names no crawler; give its product token, such as ExampleBot", tokens->at[0].at);
	for (size_t i = 1; i < s->tokens.n; i++) /* cli_parse has left room */
		tokens->at[tokens->n++] = s->tokens.at[i];
	for (size_t i = 0; i < tokens->n; i++)
		if (cli_check_agent(dialect, tokens->at[i]) < 0)
			return CLI_TROUBLE;
	return 0;
}

int cli_refuse_agent(const char *name, const struct robotsc_store_settings *made_for, const char *instead)
{
	fputs("robotsc: ", stderr);
	cli_print_string(stderr, name);
	fputs(" was made for these agents only:", stderr);
	for (size_t i = 0; i < made_for->nagents; i++) {
		putc(' ', stderr);
		cli_print_text(stderr, made_for->agents[i]);
	}
	fprintf(stderr, "; name no other, or %s\n", instead);
	return CLI_TROUBLE;
}

/* ---- the crawlers of crawler_table ---- */

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

bool cli_is_word(const char *name, struct robotsc_text word)
{
	return strlen(name) == word.len && strncasecmp(name, word.at, word.len) == 0;
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
		if (is_of_family(&cli_crawlers()[i]) && cli_is_word(cli_crawlers()[i].token, token))
			*row = &cli_crawlers()[i];
	return 0;
}
