/* cmd_check.c - robotsc check: may these URLs be fetched?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "policy.h"

/* What is asked of: a group, and with --usage what its blob keeps beside the rules. */
struct question {
	struct robotsc_group group;
	struct robotsc_extensions ext;
	int usage;
};

/* What is stated, as "Content-Usage: train-ai=n; Noindex"; "-" where nothing is. */
static void print_usage(const struct question *q, const struct robotsc_usage *usage)
{
	enum robotsc_line_field last = ROBOTSC_FIELD_UNKNOWN;
	struct robotsc_label label;

	for (uint32_t i = 0; robotsc_label_at(&q->ext, i, &label); i++) {
		const int no = usage->preferences[i] == ROBOTSC_NO, full = label.field == ROBOTSC_FIELD_CONTENT_SIGNAL;

		if (usage->preferences[i] == ROBOTSC_UNSTATED)
			continue;
		if (label.field == last)
			fputs(", ", stdout);
		else
			printf("%s%s", last ? "; " : "", robotsc_field_name(label.field));
		if (label.field != ROBOTSC_FIELD_NOINDEX) {
			fputs(label.field == last ? "" : ": ", stdout);
			cli_print_text(stdout, label.name);
			printf("=%s", full ? (no ? "no" : "yes") : (no ? "n" : "y"));
		}
		last = label.field;
	}
	if (!last)
		putchar('-');
}

static enum robotsc_verdict answer(const struct question *q, struct robotsc_text url)
{
	struct robotsc_usage usage;
	const enum robotsc_verdict verdict = q->usage ? robotsc_check_usage(&q->ext, &q->group, url.at, url.len, &usage)
	                                              : robotsc_check_url(&q->group, url.at, url.len);

	fputs(verdict == ROBOTSC_ALLOW ? "allow\t" : "disallow\t", stdout);
	if (q->usage) {
		print_usage(q, &usage);
		putchar('\t');
	}
	fwrite(url.at, 1, url.len, stdout);
	putchar('\n');
	return verdict;
}

static int check_arguments(const struct question *q, char **urls, size_t n)
{
	int result = CLI_OK;

	for (size_t i = 0; i < n; i++)
		if (answer(q, cli_text(urls[i])) == ROBOTSC_DISALLOW)
			result = CLI_DISALLOWED;
	return result;
}

static int check_input(const struct question *q)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more, result = CLI_OK;

	while ((more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed())
		if (answer(q, url) == ROBOTSC_DISALLOW)
			result = CLI_DISALLOWED;
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : result;
}

static int run(struct cli_settings *s)
{
	const size_t urls = s->noperands - 2;
	struct question q = {.usage = s->usage};
	struct cli_policy policy;
	int result = CLI_TROUBLE;

	if (urls == 0 && strcmp(s->operands[0], "-") == 0)
		return cli_complain("FILE and the URLs cannot both come from standard input; give the URLs as arguments");
	if (s->all_dialects)
		return cli_compare_dialects(s);
	s->options.extensions = s->usage ? 1 : 0;
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && (!s->usage || cli_open_extensions(&policy, &q.ext) == 0) &&
	    cli_select(s, &policy, s->operands[1], &q.group) == 0)
		result = urls ? check_arguments(&q, s->operands + 2, urls) : check_input(&q);
	cli_close_policy(&policy);
	return result;
}

static const unsigned char options[] = {CLI_OPT_CONNER2_REST, CLI_OPT_FALLBACK,      CLI_OPT_DIALECTS,
                                        CLI_OPT_LIMIT,        CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
                                        CLI_OPT_USAGE,        CLI_OPT_HELP,          CLI_OPT_END};

const struct cli_command cli_check = {
	.name = "check",
	.operands = "FILE AGENT [URL...]",
	.summary = "say which URLs an agent may fetch",
	.text = "FILE is a blob or a robots.txt ('-': standard input), AGENT the product token of a\n"
		"crawler.  URLs, or paths with query, are the arguments, or else the lines of standard\n"
		"input.  For each, in order, a line is printed: allow or disallow, a tab, the URL.\n"
		"\n"
		"With --dialect=all, a robots.txt is read in every dialect: for each URL, a line for each\n"
		"dialect says its verdict and the line that decides.\n"
		"\n"
		"With --usage, which needs a robots.txt or a blob that was compiled with --extensions, what\n"
		"Content-Usage, Content-Signal and Noindex say of the URL stands before it, and a tab; or '-'.\n"
		"\n"
		"Exit status: 0 all allowed, 1 at least one disallowed, 2 trouble.\n",
	.options = options,
	.min_operands = 2,
	.max_operands = SIZE_MAX,
	.run = run,
};
