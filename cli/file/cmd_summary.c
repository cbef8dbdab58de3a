/* cmd_summary.c - robotsc summary: what a robots.txt means, for all crawlers at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "file_parts.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/crawler_sources.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/read_file.h"
#include "cli/sides.h"
#include "cli/text_print.h"

/* Options that no other command has. */
struct summary_own {
	const char *against; /* a file, or NULL */
};

static int read_file(const struct cli_settings *s, const char *name, struct cli_file *file)
{
	return cli_read_file(name, s->options.limit, file) == 0 ? 0 : CLI_TROUBLE;
}

static struct robotsc_report_file report_file(const struct cli_file *file)
{
	return (struct robotsc_report_file){.name = cli_text(file->name), .robots = file->bytes, .len = file->len};
}

/* Refuse a blob: only two texts show what has changed. */
static int refuse_blob(const struct cli_file *file)
{
	return file->is_blob ? cli_complain("%s: this is a blob; --against needs two texts", file->name) : 0;
}

static int run(struct cli_settings *s)
{
	const struct robotsc_summary_question question = {
		.options = &s->options, .crawlers = cli_crawlers(), .ncrawlers = cli_nnames(), .budget = s->steps};
	const struct robotsc_report report = cli_report(s);
	const char *const old_name = ((const struct summary_own *)s->own)->against;
	struct cli_file file = {.name = ""}, old = {.name = ""};
	if (s->sitemaps.n && s->format != ROBOTSC_REPORT_TEXT)
		return cli_complain("--sitemap adds a line of text; 'robotsc check --sitemap' has --format=jsonl");
	if (old_name && cli_both_stdin(s->operands[0], old_name))
		return CLI_TROUBLE;
	int result = read_file(s, s->operands[0], &file);
	if (result == 0 && old_name)
		result = read_file(s, old_name, &old);
	if (result == 0 && s->sitemaps.n && file.is_blob)
		result = cli_complain("%s: this is a blob, which has no lines; --sitemap needs the robots.txt", file.name);
	if (result == 0 && old_name)
		result = refuse_blob(file.is_blob ? &file : &old);
	if (result == 0 && file.is_blob) {
		result = cli_blob_summary(s, &question, &file);
	} else if (result == 0) {
		const struct robotsc_report_file robots = report_file(&file), against = report_file(&old);
		const enum robotsc_status status = robotsc_summary_report(&report, &question, &robots, old_name ? &against : NULL);
		if (status != ROBOTSC_OK)
			result = cli_complain("%s: cannot be summarized: %s", file.name, cli_why(status));
		else if (s->sitemaps.n)
			result = cli_count_sitemaps(s, &file);
	}
	free(file.bytes);
	free(old.bytes);
	return result;
}

#define CLI_OWNER struct summary_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"against", 0, "OLD", "also say what changed since this robots.txt, and for whom", CLI_SETS_TEXT(against)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_OWN,   CLI_OPT_SITEMAP, CLI_OPT_STEPS, CLI_OPT_DIALECT, CLI_OPT_FORMAT,
                                        CLI_OPT_LIMIT, CLI_OPTS_RULES,  CLI_OPT_COLOR, CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_summary = {
	.name = "summary",
	.operands = "ROBOTS",
	.summary = "say on one screen what a robots.txt means, and for whom",
	.text = cli_help_summary,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.formats = CLI_FORMATS_JSON | CLI_FORMAT(HTML),
	.run = run,
};
