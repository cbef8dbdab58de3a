/* cmd_lint.c - robotsc lint: findings for the author of a robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "lint_print.h"
#include "option_table.h"

struct linting {
	struct cli_lint lint;
	const struct cli_lint_format *format;
	int worst; /* severity */
};

static void print_finding(void *ctx, const struct robotsc_finding *f)
{
	struct linting *l = ctx;

	l->format->finding(&l->lint, f);
	l->lint.n++;
	if ((int)f->rule->severity > l->worst)
		l->worst = (int)f->rule->severity;
}

/* The length of a byte order mark.  Columns count after it.  google skips a part of one too. */
static size_t bom_length(const struct cli_settings *s, const struct cli_file *file)
{
	static const unsigned char bom[3] = {0xEF, 0xBB, 0xBF};
	size_t n = 0;

	while (n < sizeof bom && n < file->len && file->bytes[n] == bom[n])
		n++;
	return n == sizeof bom || s->options.dialect == ROBOTSC_GOOGLE ? n : 0;
}

static int lint(const struct cli_settings *s, const struct cli_file *file)
{
	struct linting l = {.lint = {.file = file, .most = s->most},
	                    .format = cli_lint_format(cli_options[CLI_OPT_FORMAT].words[s->format])};
	struct robotsc_lint_summary summary;

	if (file->is_blob)
		return cli_complain("%s: this is a blob; name its robots.txt", file->name);
	l.lint.at = bom_length(s, file);
	l.format->begin(&l.lint);
	const enum robotsc_status status = robotsc_lint(&s->options, file->bytes, file->len, s->steps, print_finding, &l, &summary);

	if (status != ROBOTSC_OK)
		return cli_complain("%s: cannot be linted: %s", file->name, cli_why(status));
	l.format->end(&l.lint, &summary);
	return l.worst >= ROBOTSC_NOTE + s->error_on ? CLI_FOUND : CLI_OK;
}

static int run(struct cli_settings *s)
{
	struct cli_file file;
	int result;

	if (cli_read_file(s->operands[0], s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	result = lint(s, &file);
	free(file.bytes);
	return result;
}

static const unsigned char options[] = {CLI_OPT_STEPS,        CLI_OPT_DIALECT, CLI_OPT_ERROR_ON,      CLI_OPT_FORMAT,
                                        CLI_OPT_MOST,         CLI_OPT_LIMIT,   CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
                                        CLI_OPT_CONNER2_REST, CLI_OPT_COLOR,   CLI_OPT_HELP,          CLI_OPT_END};

const struct cli_command cli_lint = {
	.name = "lint",
	.operands = "ROBOTS",
	.summary = "list mistakes and surprises in a robots.txt",
	.text = "ROBOTS is a robots.txt file ('-': standard input).  Each finding has a place, a severity, an\n"
		"id and a hint.  Findings about rules are proved over all paths: that a line never decides, which\n"
		"lines decide in its place, or that no verdict depends on it.\n"
		"\n"
		"Exit status: 0 no finding as severe as --error-on, 1 there is one, 2 trouble.\n",
	.options = options,
	.min_operands = 1,
	.max_operands = 1,
	.run = run,
};
