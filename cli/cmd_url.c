/* cmd_url.c - robotsc url: the origins of URLs, and where their robots.txt are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli.h"
#include "robotsc/access.h"

/* Print the line of a URL that has a robots.txt. */
static void answer(struct cli_urls *urls, struct robotsc_text url)
{
	char text[ROBOTSC_ROBOTS_URL_MAX];
	size_t n;

	if (!cli_take_url(urls, url) || robotsc_robots_url(url.at, url.len, text, sizeof text, &n) != ROBOTSC_OK)
		return;
	cli_print_text(stdout, (struct robotsc_text){text, n - (ROBOTSC_ROBOTS_URL_MAX - ROBOTSC_ORIGIN_MAX)});
	putchar('\t');
	cli_print_text(stdout, (struct robotsc_text){text, n});
	putchar('\t');
	cli_print_text(stdout, url);
	putchar('\n');
}

static int run(struct cli_settings *s)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	struct cli_urls urls = {.only_urls = true, .lines = s->noperands == 0, .each = true};
	int more = 0;

	for (size_t i = 0; i < s->noperands; i++)
		answer(&urls, cli_text(s->operands[i]));
	while (s->noperands == 0 && (more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed())
		answer(&urls, url);
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : cli_end_urls(&urls);
}

static const unsigned char options[] = {CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_url = {
	.name = "url",
	.operands = "[URL...]",
	.summary = "say where the robots.txt of URLs is",
	.text = "The URLs are the arguments, or else the lines of standard input.  For each a line is\n"
		"printed: its origin, which is the key for its robots.txt; a tab, the URL of that\n"
		"robots.txt; a tab, the URL.  A URL that has no robots.txt gets a message instead.\n"
		"\n"
		"Exit status: 0, or 2 if a URL has no robots.txt.\n",
	.options = options,
	.min_operands = 0,
	.max_operands = SIZE_MAX,
	.run = run,
};
