/* dialects.c - the verdict about a URL in every dialect, with the line that decides.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli.h"
#include "robotsc/explain.h"

static void keep_deciding(void *ctx, const struct robotsc_match *match)
{
	if (match->deciding)
		*(struct robotsc_match *)ctx = *match;
}

/* The reason of a verdict that no line decides. */
static void print_reason(const struct robotsc_explanation *e)
{
	if (e->implied)
		puts("/robots.txt may always be fetched");
	else if (e->selected == ROBOTSC_SELECTED_NONE)
		puts("no group speaks to this agent");
	else
		printf("no rule of the group on line %lu matches\n", (unsigned long)e->agent_line);
}

/* Print a line of the table.  Returns the exit status. */
static int print_dialect(const struct cli_settings *s, const struct cli_file *file, const struct robotsc_options *options,
                         struct robotsc_text url)
{
	struct robotsc_match match = {.line = 0};
	struct robotsc_explanation e;
	const enum robotsc_status status =
		robotsc_explain(options, file->bytes, file->len, s->tokens.at, s->tokens.n, url, keep_deciding, &match, &e);

	if (status != ROBOTSC_OK)
		return cli_complain("%s: cannot explain: %s", file->name, cli_why(status));
	if (s->quiet)
		return e.verdict == ROBOTSC_ALLOW ? CLI_OK : CLI_DISALLOWED;
	printf("  %-10s  ", robotsc_dialect_name(options->dialect));
	cli_print_verdict(e.verdict);
	fputs(e.verdict == ROBOTSC_ALLOW ? "     " : "  ", stdout);
	if (e.deciding == 0 || e.implied) {
		print_reason(&e);
	} else {
		printf("line %lu: ", (unsigned long)match.line);
		cli_print_text(stdout, match.text);
		putchar('\n');
	}
	return e.verdict == ROBOTSC_ALLOW ? CLI_OK : CLI_DISALLOWED;
}

static int print_url(const struct cli_settings *s, const struct cli_file *file, struct robotsc_text url)
{
	struct robotsc_options options = s->options;
	int result = CLI_OK;

	cli_warn_url(ROBOTSC_RFC9309, url);
	if (!s->quiet) {
		cli_print_start(stdout, url);
		putchar('\n');
	}
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d) && result != CLI_TROUBLE; d++) {
		options.dialect = (enum robotsc_dialect)d;
		const int one = print_dialect(s, file, &options, url);

		result = one > result ? one : result;
	}
	return result;
}

static int print_input(const struct cli_settings *s, const struct cli_file *file)
{
	struct cli_lines lines = {NULL, 0, 0, 0, 0};
	struct robotsc_text url;
	int more = 1, result = CLI_OK;

	while (result != CLI_TROUBLE && (more = cli_next_line(&lines, &url)) > 0 && !cli_output_failed()) {
		const int one = print_url(s, file, url);

		result = one > result ? one : result;
	}
	free(lines.buffer);
	return more < 0 ? CLI_TROUBLE : result;
}

int cli_compare_dialects(struct cli_settings *s)
{
	struct cli_file file;
	int result = CLI_OK;

	if (s->usage)
		return cli_complain("--usage needs one dialect, not all");
	if (cli_read_robots(s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	s->tokens.at[0] = cli_text(s->operands[1]);
	if (file.is_blob)
		result = cli_complain("%s: a blob is of one dialect; give its robots.txt", file.name);
	else if (s->noperands == 2)
		result = print_input(s, &file);
	for (size_t i = 2; i < s->noperands && result != CLI_TROUBLE; i++) {
		const int one = print_url(s, &file, cli_text(s->operands[i]));

		result = one > result ? one : result;
	}
	free(file.bytes);
	return result;
}
