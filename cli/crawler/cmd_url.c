/* cmd_url.c - robotsc url: the origins of URLs, and where their robots.txt are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "robotsc/access.h"
#include "robotsc/snapshot.h"

/* Options that no other command has. */
struct url_own {
	uint64_t shards; /* 0: print no shard */
};

/* Print a URL's origin and the URL of its robots.txt.  shards: 0: print no shard. */
static void answer(struct cli_urls *urls, struct cli_answers *answers, struct robotsc_text url, uint32_t shards)
{
	char text[ROBOTSC_ROBOTS_URL_MAX];
	size_t n;
	if (!cli_take_url(urls, url) || robotsc_robots_url(url.at, url.len, text, sizeof text, &n) != ROBOTSC_OK)
		return;
	const struct robotsc_text origin = {text, n - (ROBOTSC_ROBOTS_URL_MAX - ROBOTSC_ORIGIN_MAX)}, robots = {text, n};
	const uint32_t shard = shards ? robotsc_shard(url.at, url.len, shards, NULL) : 0;
	const struct cli_cell row[] = {{"shard", 1, CLI_NUMBER, .number = shard},
	                               {"url", 4, CLI_TEXT, .text = url},
	                               {"origin", 2, CLI_TEXT, .text = origin},
	                               {"robots", 3, CLI_TEXT, .text = robots}};

	cli_answers_row(answers, row + !shards, shards ? 4 : 3);
}

static int run(struct cli_settings *s)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	struct cli_urls urls = {.only_urls = true, .lines = s->noperands == 0, .each = true};
	struct cli_answers answers = {0};
	const uint32_t shards = (uint32_t)((const struct url_own *)s->own)->shards;
	int more = 0;
	cli_answers_begin(&answers, s, shards ? "shard,url,origin,robots" : "url,origin,robots");
	for (size_t i = 0; i < s->noperands; i++)
		answer(&urls, &answers, cli_text(s->operands[i]), shards);
	while (s->noperands == 0 && (more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed())
		answer(&urls, &answers, url, shards);
	cli_answers_end(&answers);
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : cli_end_urls(&urls);
}

#define CLI_OWNER struct url_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"shards", 0, "N", "print the number of each URL's shard, of N shards of a snapshot, and a tab first",
		CLI_SETS_NUMBER(shards, 1, 1024)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_OWN, CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_url = {
	.name = "url",
	.operands = "[URL...]",
	.summary = "say where the robots.txt of URLs is",
	.text = cli_help_url,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.formats = CLI_FORMATS_CSV,
	.run = run,
};
