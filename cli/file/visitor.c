/* visitor.c - see visitor.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/agent.h"
#include "cli/cli_settings.h"
#include "cli/crawler_sources.h"
#include "cli/messages.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "robotsc/check.h"
#include "robotsc/inspect.h"

#define HEADER_TOKENS 8 /* tokens of a header to look at: the longest ones */
#define SHORTEST 4      /* least letters of a name that may be like another one */

static void add(struct cli_visitor *v, struct robotsc_text token)
{
	v->tokens.at[v->tokens.n++] = token;
}

/* The crawler's own token, then tokens of its family, of its header, and of --fallback. */
static int fill_tokens(struct cli_visitor *v, const struct cli_settings *s, const struct robotsc_blob *blob)
{
	const struct robotsc_text agent = cli_text(s->operands[1]);
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	struct cli_list *const list = &v->tokens;
	list->at = calloc(s->tokens.n + ROBOTSC_CRAWLER_TOKENS + HEADER_TOKENS, sizeof *list->at);
	if (!list->at)
		return cli_complain("out of memory");
	if (s->family && cli_family_of(agent, &v->family) < 0)
		return -1;
	if (!s->header_agent)
		add(v, agent);
	else if (v->family)
		add(v, cli_text(v->family->token));
	const size_t family = v->family ? cli_crawler_tokens(v->family, tokens) : 0;
	for (size_t i = 1; i < family; i++)
		add(v, tokens[i]);
	if (s->header_agent)
		list->n += robotsc_header_tokens(blob, agent.at, agent.len, list->at + list->n, HEADER_TOKENS);
	for (size_t i = 1; i < s->tokens.n; i++)
		add(v, s->tokens.at[i]);
	return 0;
}

/* Refuse AGENT and names of --fallback that are no tokens.  A family or a header needs no check. */
static int check_agents(const struct cli_settings *s, enum robotsc_dialect dialect)
{
	if (!s->header_agent && cli_check_agent(dialect, cli_text(s->operands[1])) < 0)
		return -1;
	for (size_t i = 1; i < s->tokens.n; i++)
		if (cli_check_agent(dialect, s->tokens.at[i]) < 0)
			return -1;
	return 0;
}

static void say(const char *who, const char *does, const char *source)
{
	fprintf(stderr, "robotsc: %s %s: %s\n", who, does, source);
}

static bool is_obeyed(const char *token)
{
	for (size_t i = 0; i < cli_nnames(); i++)
		if (cli_crawlers()[i].obeys && strcasecmp(cli_crawlers()[i].obeys, token) == 0)
			return true;
	return false;
}

/* If no crawler has this name, say which crawler it is most like.  A name that only files use
 * counts as unknown, unless a crawler obeys its groups. */
static void hint(const char *agent)
{
	const struct robotsc_crawler *const known = cli_crawler_named(agent), *like = NULL;
	struct cli_guess guess = {agent, NULL, 0};
	if (strlen(agent) < SHORTEST || (known && !known->only_named))
		return;
	for (size_t i = 0; known && !like && i < cli_ncrawlers && !is_obeyed(agent); i++)
		if (strncasecmp(cli_crawlers()[i].token, agent, strlen(agent)) == 0)
			like = &cli_crawlers()[i];
	for (size_t i = 0; !known && i < cli_ncrawlers; i++)
		cli_guess(&guess, cli_crawlers()[i].token);
	if (guess.best && guess.distance <= 1 + strlen(agent) / 8)
		like = cli_crawler_named(guess.best);
	if (like)
		cli_complain("no crawler has the name '%s'; did you mean '%s'? 'robotsc crawlers' lists them", agent, like->token);
}

/* Print what the family does, or which token of the header has a group. */
static void note(const struct cli_visitor *v, const struct cli_settings *s, const char *file)
{
	const size_t own = v->tokens.n - (s->tokens.n - 1);
	const bool found = v->group.selected == ROBOTSC_SELECTED_TOKEN && v->group.token < own;
	const struct robotsc_text token = found ? v->tokens.at[v->group.token] : cli_text("none of its product tokens");
	char does[64];
	if (!s->header_agent)
		hint(s->operands[1]);
	if (v->ignores) {
		say(v->family->token, "ignores \"*\", and no group names it", cli_crawler_source(v->family)->url);
		return;
	}
	for (const struct robotsc_crawler *row = v->family; row && row->obeys; row = cli_crawler_named(row->obeys))
		if (row->obeys == token.at) {
			snprintf(does, sizeof does, "obeys the group of %s", row->obeys);
			say(v->family->token, does, cli_crawler_source(row)->url);
			return;
		}
	if (!s->header_agent)
		return;
	fputs("robotsc: --header-agent: ", stderr);
	cli_print_string(stderr, file);
	fputs(" names ", stderr);
	cli_print_text(stderr, token);
	putc('\n', stderr);
}

/* Refuse a blob that was compiled for some agents: it lacks names of groups in its file. */
static int refuse_partial(const struct cli_settings *s, const char *file, const struct robotsc_blob *blob)
{
	struct robotsc_info info;
	robotsc_blob_info(blob, &info);
	if (!s->header_agent || !info.partial)
		return 0;
	return cli_complain("%s: a blob for some agents does not have all names of its robots.txt; give AGENT, or the robots.txt",
	                    file);
}

int cli_visitor_find(struct cli_visitor *v, const struct cli_settings *s, const char *file, const struct robotsc_blob *blob)
{
	enum robotsc_status status;
	memset(v, 0, sizeof *v);
	if (refuse_partial(s, file, blob) != 0 || fill_tokens(v, s, blob) != 0)
		return -1;
	if (check_agents(s, s->all_dialects ? ROBOTSC_RFC9309 : (enum robotsc_dialect)blob->dialect) < 0)
		return -1;
	status = robotsc_select(blob, v->tokens.at, v->tokens.n, &v->group);
	if (status == ROBOTSC_ERR_AGENT)
		cli_print_known_agents(file, blob);
	else if (status != ROBOTSC_OK)
		cli_complain("%s: %s", file, cli_why(status));
	if (status != ROBOTSC_OK)
		return -1;
	v->ignores = v->family && v->family->ignores_star && v->group.selected == ROBOTSC_SELECTED_STAR;
	if (!s->quiet && !s->all_dialects)
		note(v, s, file);
	return 0;
}

void cli_visitor_free(struct cli_visitor *v)
{
	free(v->tokens.at);
}

/* ---- texts ------------------------------------------------------------------------ */

static int find_in(struct cli_visitor *v, const struct cli_settings *s, const struct robotsc_options *options,
                   const struct cli_file *file)
{
	struct robotsc_blob blob;
	void *bytes = NULL;
	size_t len = 0;
	int result = -1;
	enum robotsc_status status = robotsc_compile(options, file->bytes, file->len, &bytes, &len);
	if (status == ROBOTSC_OK)
		status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK)
		result = cli_visitor_find(v, s, file->name, &blob);
	else
		cli_complain("%s: cannot compile: %s", file->name, cli_why(status));
	robotsc_free_blob(NULL, bytes, len);
	return result;
}

int cli_visitors_find(struct cli_visitors *v, const struct cli_settings *s, const struct cli_file *file)
{
	static unsigned char none[1];
	struct robotsc_options options = s->options;
	int result = 0;
	memset(v, 0, sizeof *v);
	v->empty = (struct cli_file){.name = file->name, .bytes = none};
	for (int d = 0; d < CLI_DIALECTS && robotsc_dialect_name((enum robotsc_dialect)d) && result == 0; d++) {
		options.dialect = (enum robotsc_dialect)d;
		if (s->all_dialects || options.dialect == s->options.dialect)
			result = find_in(&v->in[d], s, &options, file);
	}
	return result;
}

void cli_visitors_free(struct cli_visitors *v)
{
	for (int d = 0; d < CLI_DIALECTS; d++)
		cli_visitor_free(&v->in[d]);
}
