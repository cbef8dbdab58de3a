/* cmd_check.c - robotsc check: may these URLs be fetched?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "policy.h"

static enum robotsc_verdict answer(const struct robotsc_group *group, struct robotsc_text url)
{
	const enum robotsc_verdict verdict = robotsc_check_url(group, url.at, url.len);

	fputs(verdict == ROBOTSC_ALLOW ? "allow\t" : "disallow\t", stdout);
	fwrite(url.at, 1, url.len, stdout);
	putchar('\n');
	return verdict;
}

static int check_arguments(const struct robotsc_group *group, char **urls, size_t n)
{
	int result = CLI_OK;

	for (size_t i = 0; i < n; i++)
		if (answer(group, cli_text(urls[i])) == ROBOTSC_DISALLOW)
			result = CLI_DISALLOWED;
	return result;
}

static int check_input(const struct robotsc_group *group)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more, result = CLI_OK;

	while ((more = cli_next_line(&lines, &url)) > 0 && !ferror(stdout))
		if (answer(group, url) == ROBOTSC_DISALLOW)
			result = CLI_DISALLOWED;
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : result;
}

static int run(struct cli_settings *s)
{
	const size_t urls = s->noperands - 2;
	struct cli_policy policy;
	struct robotsc_group group;
	int result = CLI_TROUBLE;

	if (urls == 0 && strcmp(s->operands[0], "-") == 0)
		return cli_complain("FILE and the URLs cannot both come from standard input; give the URLs as arguments");
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && cli_select(s, &policy, s->operands[1], &group) == 0)
		result = urls ? check_arguments(&group, s->operands + 2, urls) : check_input(&group);
	cli_close_policy(&policy);
	return result;
}

static const unsigned char options[] = {CLI_OPT_FALLBACK,      CLI_OPT_DIALECT, CLI_OPT_LIMIT,
                                        CLI_OPT_STRICT_FIELDS, CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_check = {
	.name = "check",
	.operands = "FILE AGENT [URL...]",
	.summary = "say which URLs an agent may fetch",
	.text = "FILE is a blob or a robots.txt ('-': standard input), AGENT the product token of a\n"
		"crawler.  URLs, or paths with query, are the arguments, or else the lines of standard\n"
		"input.  For each, in order, a line is printed: allow or disallow, a tab, the URL.\n"
		"\n"
		"Exit status: 0 all allowed, 1 at least one disallowed, 2 trouble.\n",
	.options = options,
	.min_operands = 2,
	.max_operands = SIZE_MAX,
	.run = run,
};
