/* cmd_url.c - robotsc url: the origins of URLs, and where their robots.txt are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli.h"
#include "robotsc/access.h"

/* Print the line of a URL.  line is its number in standard input, or 0. */
static int answer(struct robotsc_text url, size_t line)
{
	char text[ROBOTSC_ROBOTS_URL_MAX];
	size_t n;
	const enum robotsc_status status = robotsc_robots_url(url.at, url.len, text, sizeof text, &n);

	if (status != ROBOTSC_OK) {
		if (line)
			fprintf(stderr, "<stdin>:%zu:1: ", line);
		else
			fputs("robotsc: ", stderr);
		putc('\'', stderr);
		cli_print_text(stderr, url);
		fprintf(stderr, "': %s; no robots.txt applies to it\n", robotsc_strerror(status));
		return CLI_TROUBLE;
	}
	cli_print_text(stdout, (struct robotsc_text){text, n - (ROBOTSC_ROBOTS_URL_MAX - ROBOTSC_ORIGIN_MAX)});
	putchar('\t');
	cli_print_text(stdout, (struct robotsc_text){text, n});
	putchar('\t');
	cli_print_text(stdout, url);
	putchar('\n');
	return CLI_OK;
}

static int run(struct cli_settings *s)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more = 0, result = CLI_OK;

	for (size_t i = 0; i < s->noperands; i++)
		if (answer(cli_text(s->operands[i]), 0) != CLI_OK)
			result = CLI_TROUBLE;
	for (size_t line = 1; s->noperands == 0 && (more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed(); line++)
		if (answer(url, line) != CLI_OK)
			result = CLI_TROUBLE;
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : result;
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
