/* cmd_lint.c - robotsc lint: findings for the authors of robots.txt files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "collection.h"

/* Returns 0, or -1 after a message. */
static int lint(const struct cli_settings *s, const struct robotsc_report *report, const struct cli_file *file, bool is_url,
                struct robotsc_lint_total *total)
{
	const struct robotsc_report_file robots = {
		.name = cli_text(file->name), .is_url = is_url, .robots = file->bytes, .len = file->len};
	enum robotsc_status status;

	if (file->is_blob) {
		cli_complain("%s: this is a blob; name its robots.txt", file->name);
		return -1;
	}
	status = robotsc_lint_report_file(report, &s->options, &robots, s->steps, total);
	if (status == ROBOTSC_OK)
		return 0;
	cli_complain("%s: cannot be linted: %s", file->name, cli_why(status));
	return -1;
}

static void lint_all(const struct cli_settings *s, const struct robotsc_report *report, const struct cli_collection *c,
                     struct robotsc_lint_total *total)
{
	robotsc_lint_report_begin(report);
	for (size_t i = 0; i < c->n && !cli_output_failed(); i++) {
		struct cli_file file = {.bytes = NULL};

		if (cli_collection_read(c, i, s->options.limit, &file) < 0 || lint(s, report, &file, c->texts != NULL, total) < 0)
			total->unread++;
		free(file.bytes);
	}
	robotsc_lint_report_end(report, total);
}

static int run(struct cli_settings *s)
{
	struct robotsc_report report = {.write = cli_put,
	                                .ctx = stdout,
	                                .format = (enum robotsc_report_format)s->format,
	                                .color = cli_has_color(),
	                                .most = s->most};
	struct robotsc_lint_total total = {.files = 0};
	struct cli_collection c;
	int result = CLI_TROUBLE;

	if (cli_collection_open(s, s->operands, s->noperands, &c) == 0) {
		report.many = c.many;
		total.trouble = c.trouble;
		lint_all(s, &report, &c, &total);
		if (!c.trouble && !total.unread)
			result = (int)total.worst >= ROBOTSC_NOTE + s->error_on ? CLI_FOUND : CLI_OK;
	}
	cli_collection_close(&c);
	return result;
}

static const unsigned char options[] = {
	CLI_OPT_STEPS,         CLI_OPT_DIALECT,     CLI_OPT_ERROR_ON,     CLI_OPT_FORMAT, CLI_OPT_MOST, CLI_OPT_WARC, CLI_OPT_LIMIT,
	CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST, CLI_OPT_COLOR,  CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_lint = {
	.name = "lint",
	.operands = "ROBOTS...",
	.summary = "list mistakes and surprises in robots.txt files",
	.text = "ROBOTS is a robots.txt file ('-': standard input), or a folder, which stands for its files and\n"
		"for the robots.txt of each folder in it; with --warc, a WARC file.  Each finding has a place, a\n"
		"severity, an id and a hint.  Findings about rules are proved over all paths: that a line never\n"
		"decides, which lines decide in its place, or that no verdict depends on it.  After many files, a\n"
		"line says how many there are with errors, with warnings and with notes.\n"
		"\n"
		"Exit status: 0 no finding as severe as --error-on, 1 there is one, 2 trouble.\n",
	.options = options,
	.formats = CLI_FORMATS_JSON | CLI_FORMAT(SARIF) | CLI_FORMAT(GITHUB),
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run,
};
