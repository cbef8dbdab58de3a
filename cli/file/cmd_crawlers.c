/* cmd_crawlers.c - robotsc crawlers: crawlers, by what the pages of their makers say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/command.h"
#include "cli/crawler_sources.h"
#include "cli/messages.h"
#include "cli/text_print.h"

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

/* Print a crawler on one line. */
static void print_line(const struct robotsc_crawler *c)
{
	printf("%-25s  %-12s  %-11s  ", c->token, maker_of(c), c->purpose);
	print_groups(c, ", ");
	if (c->note)
		printf("  (%s)", c->note);
	putchar('\n');
}

/* Print all that is known of a crawler. */
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

static void print_object(struct cli_answers *j, const struct robotsc_crawler *c)
{
	const struct cli_source *const source = cli_crawler_source(c);
	struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
	const size_t n = cli_crawler_tokens(c, tokens);
	cli_answers_open(j);
	cli_answers_word(j, "token", c->token);
	cli_answers_bool(j, "described", !c->only_named);
	cli_answers_word(j, "maker", c->maker);
	cli_answers_word(j, "purpose", c->purpose);
	cli_answers_inner(j, "groups", '[');
	for (size_t i = 0; i < n; i++)
		cli_answers_text(j, NULL, tokens[i]);
	if (!c->ignores_star)
		cli_answers_word(j, NULL, "*");
	cli_answers_outer(j, ']');
	cli_answers_word(j, "dialect", robotsc_dialect_name(c->dialect));
	cli_answers_word(j, "note", c->note);
	cli_answers_word(j, "source", source->url);
	cli_answers_word(j, "read", source->read);
	cli_answers_close(j);
}

/* ---- which crawlers a word means ------------------------------------------------------- */

static bool is_token(const struct robotsc_crawler *c, const char *word)
{
	return !c->only_named && strcasecmp(c->token, word) == 0;
}

static bool is_purpose(const struct robotsc_crawler *c, const char *word)
{
	return strcasecmp(c->purpose, word) == 0;
}

static bool is_maker(const struct robotsc_crawler *c, const char *word)
{
	return c->maker && strcasecmp(c->maker, word) == 0;
}

static bool is_name(const struct robotsc_crawler *c, const char *word)
{
	return strcasecmp(c->token, word) == 0;
}

/* True if a token has the word in it; '-' and '_' do not count. */
static bool is_like(const struct robotsc_crawler *c, const char *word)
{
	for (const char *from = c->token; *from; from++) {
		const char *a = from, *b = word;
		while (*a && *b && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
			a += 1 + strspn(a + 1, "-_");
			b += 1 + strspn(b + 1, "-_");
		}
		if (!*b)
			return b > word + 1;
	}
	return false;
}

/* What a word may mean, in this order: the first that holds for a crawler counts. */
static bool (*const meanings[])(const struct robotsc_crawler *c, const char *word) = {is_token, is_purpose, is_maker, is_name,
                                                                                      is_like};

static size_t count(bool (*means)(const struct robotsc_crawler *c, const char *word), const char *word)
{
	size_t n = 0;
	for (size_t i = 0; i < cli_nnames(); i++)
		n += means(&cli_crawlers()[i], word);
	return n;
}

static int complain_of_word(const char *word)
{
	size_t distance;
	char room[CLI_GUESS_ROOM] = ";";
	const struct robotsc_crawler *const like = cli_crawler_like(word, &distance);
	if (like)
		snprintf(room, sizeof room, "; did you mean '%s'?", like->token);
	return cli_complain("no crawler '%s' is known%s 'robotsc crawlers' lists them", word, room);
}

static void print(struct cli_answers *json, const struct cli_settings *s, const struct robotsc_crawler *c, bool one)
{
	if (cli_is_structured(s))
		print_object(json, c);
	else
		(one ? print_whole : print_line)(c);
}

/* Print the crawlers that a word means.  Returns an exit status. */
static int print_meant(struct cli_answers *json, const struct cli_settings *s, const char *word)
{
	size_t n = 0, k = 0;
	for (; k < sizeof meanings / sizeof meanings[0] && !(n = count(meanings[k], word));)
		k++;
	for (size_t i = 0; n && i < cli_nnames(); i++)
		if (meanings[k](&cli_crawlers()[i], word))
			print(json, s, &cli_crawlers()[i], n == 1);
	return n ? CLI_OK : complain_of_word(word);
}

static int run(struct cli_settings *s)
{
	struct cli_answers json = {0};
	int result = CLI_OK;
	cli_answers_begin(&json, s, NULL);
	for (size_t i = 0; s->noperands == 0 && i < cli_nnames(); i++)
		print(&json, s, &cli_crawlers()[i], false);
	for (size_t i = 0; i < s->noperands; i++)
		if (print_meant(&json, s, s->operands[i]) != CLI_OK)
			result = CLI_TROUBLE;
	cli_answers_end(&json);
	return result;
}

static const unsigned char options[] = {CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_list_crawlers = {
	.name = "crawlers",
	.operands = "[TOKEN...]",
	.summary = "list crawlers of search and AI, and whose groups they obey",
	.text = cli_help_crawlers,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
