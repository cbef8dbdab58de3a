/* cmd_crawlers.c - robotsc crawlers: crawlers, by what the pages of their makers say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "answers.h"
#include "command.h"
#include "crawler_table.h"
#include "family.h"
#include "guess.h"
#include "messages.h"
#include "text_print.h"

static const char *maker_of(const struct robotsc_crawler *c)
{
	return c->maker ? c->maker : "unknown";
}

/* Print whose groups a crawler obeys, in order. */
static void print_groups(const struct robotsc_crawler *c, const char *comma)
{
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	const size_t n = cli_crawler_tokens(c, tokens);
	for (size_t i = 0; i < n; i++)
		printf("%s%.*s", i ? comma : "", (int)tokens[i].len, tokens[i].at);
	if (!c->ignores_star)
		printf("%s*", comma);
}

/* A line for a crawler of many. */
static void print_line(const struct robotsc_crawler *c)
{
	printf("%-25s  %-12s  %-11s  ", c->token, maker_of(c), c->purpose);
	print_groups(c, ", ");
	if (c->note)
		printf("  (%s)", c->note);
	putchar('\n');
}

/* All that is known of a crawler that was asked for. */
static void print_whole(const struct robotsc_crawler *c)
{
	printf("%s\n  maker    %s\n  purpose  %s\n  obeys    ", c->token, maker_of(c), c->purpose);
	print_groups(c, ", else ");
	const struct cli_source *const source = cli_crawler_source(c);
	printf("\n  dialect  %s\n", robotsc_dialect_name(c->dialect));
	if (c->note)
		printf("  note     %s\n", c->note);
	printf("  source   %s\n  read     %s\n", source->url, source->read);
	if (source->who)
		printf("  by       %s\n", source->who);
}

static void json_text(struct cli_answers *j, const char *name, const char *value)
{
	if (value)
		cli_answers_text(j, name, cli_text(value));
	else
		cli_answers_word(j, name, NULL);
}

static void print_object(struct cli_answers *j, const struct robotsc_crawler *c)
{
	const struct cli_source *const source = cli_crawler_source(c);
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	const size_t n = cli_crawler_tokens(c, tokens);
	cli_answers_open(j);
	cli_answers_word(j, "token", c->token);
	json_text(j, "maker", c->maker);
	json_text(j, "purpose", c->purpose);
	cli_answers_inner(j, "groups", '[');
	for (size_t i = 0; i < n; i++)
		cli_answers_text(j, NULL, tokens[i]);
	if (!c->ignores_star)
		cli_answers_word(j, NULL, "*");
	cli_answers_outer(j, ']');
	json_text(j, "dialect", robotsc_dialect_name(c->dialect));
	json_text(j, "note", c->note);
	json_text(j, "source", source->url);
	json_text(j, "read", source->read);
	cli_answers_close(j);
}

static int complain_of_token(const char *token)
{
	size_t distance;
	char room[CLI_GUESS_ROOM] = ";";
	const struct robotsc_crawler *const like = cli_crawler_like(token, &distance);
	if (like)
		snprintf(room, sizeof room, "; did you mean '%s'?", like->token);
	return cli_complain("no crawler '%s' is known%s 'robotsc crawlers' lists them", token, room);
}

static int run(struct cli_settings *s)
{
	const size_t n = s->noperands ? s->noperands : cli_nnames;
	struct cli_answers json = {0};
	int result = CLI_OK;
	if (cli_is_structured(s))
		cli_answers_begin(&json, s, NULL);
	for (size_t i = 0; i < n; i++) {
		const struct robotsc_crawler *const c = s->noperands ? cli_crawler_named(s->operands[i]) : &cli_crawlers[i];
		if (!c)
			result = complain_of_token(s->operands[i]);
		else if (cli_is_structured(s))
			print_object(&json, c);
		else
			(s->noperands ? print_whole : print_line)(c);
	}
	cli_answers_end(&json);
	return result;
}

static const unsigned char options[] = {CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_list_crawlers = {
	.name = "crawlers",
	.operands = "[TOKEN...]",
	.summary = "list crawlers of search and AI, and whose groups they obey",
	.text = "Prints a line for each crawler that is known: its product token, its maker, what it fetches for,\n"
		"and the groups that it obeys, the first of them that a robots.txt has.  Crawlers that a page\n"
		"describes come first, then other names that files use.  Of each TOKEN all that is known is printed,\n"
		"with the page that says it, and when that was read.  'check' and 'explain' go by it with --family.\n"
		"\n"
		"Exit status: 0, or 2 if a TOKEN is not known.\n",
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.min_operands = 0,
	.max_operands = SIZE_MAX,
	.run = run,
};
