/* cmd_url.c - robotsc url: the origins of URLs, and where their robots.txt are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "robotsc/access.h"
#include "robotsc/snapshot.h"

/* shards: 0: print no shard. */
static void print_line(struct robotsc_text origin, struct robotsc_text robots, struct robotsc_text url, uint32_t shards)
{
	if (shards)
		printf("%lu\t", (unsigned long)robotsc_shard(url.at, url.len, shards, NULL));
	cli_print_text(stdout, origin);
	putchar('\t');
	cli_print_text(stdout, robots);
	putchar('\t');
	cli_print_text(stdout, url);
	putchar('\n');
}

static void print_object(struct cli_answers *j, struct robotsc_text origin, struct robotsc_text robots, struct robotsc_text url,
                         uint32_t shards)
{
	cli_answers_open(j);
	if (shards)
		cli_answers_number(j, "shard", robotsc_shard(url.at, url.len, shards, NULL));
	cli_answers_text(j, "url", url);
	cli_answers_text(j, "origin", origin);
	cli_answers_text(j, "robots", robots);
	cli_answers_close(j);
}

/* Answer a URL that has a robots.txt.  json: NULL for text. */
static void answer(struct cli_urls *urls, struct cli_answers *json, struct robotsc_text url, uint32_t shards)
{
	char text[ROBOTSC_ROBOTS_URL_MAX];
	size_t n;
	if (!cli_take_url(urls, url) || robotsc_robots_url(url.at, url.len, text, sizeof text, &n) != ROBOTSC_OK)
		return;
	const struct robotsc_text origin = {text, n - (ROBOTSC_ROBOTS_URL_MAX - ROBOTSC_ORIGIN_MAX)}, robots = {text, n};

	if (json)
		print_object(json, origin, robots, url, shards);
	else
		print_line(origin, robots, url, shards);
}

static int run(struct cli_settings *s)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	struct cli_urls urls = {.only_urls = true, .lines = s->noperands == 0, .each = true};
	struct cli_answers room = {0}, *const json = cli_is_structured(s) ? &room : NULL;
	const uint32_t shards = (uint32_t)s->snapshot.shard_of;
	int more = 0;
	if (json)
		cli_answers_begin(json, s, shards ? "shard,url,origin,robots" : "url,origin,robots");
	for (size_t i = 0; i < s->noperands; i++)
		answer(&urls, json, cli_text(s->operands[i]), shards);
	while (s->noperands == 0 && (more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed())
		answer(&urls, json, url, shards);
	if (json)
		cli_answers_end(json);
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : cli_end_urls(&urls);
}

static const unsigned char options[] = {CLI_OPT_SHARD_OF, CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_url = {
	.name = "url",
	.operands = "[URL...]",
	.summary = "say where the robots.txt of URLs is",
	.text = cli_help_url,
	.options = options,
	.formats = CLI_FORMATS_CSV,
	.min_operands = 0,
	.max_operands = SIZE_MAX,
	.run = run,
};
