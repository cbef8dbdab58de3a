/* cmd_summary.c - robotsc summary: what a robots.txt means, for all crawlers at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "blob_summary.h"
#include "check_sitemaps.h"
#include "cli/command.h"
#include "cli/crawler_sources.h"
#include "cli/messages.h"
#include "cli/read_file.h"
#include "cli/sides.h"
#include "cli/text_print.h"

static int read_file(const struct cli_settings *s, const char *name, struct cli_file *file)
{
	return cli_read_file(name, s->options.limit, file) == 0 ? 0 : CLI_TROUBLE;
}

static struct robotsc_report_file report_file(const struct cli_file *file)
{
	return (struct robotsc_report_file){.name = cli_text(file->name), .robots = file->bytes, .len = file->len};
}

/* What changed is said of two texts alone. */
static int refuse_blob(const struct cli_file *file)
{
	return file->is_blob ? cli_complain("%s: this is a blob; --against needs two texts", file->name) : 0;
}

static int summarize(struct cli_settings *s, const struct robotsc_summary_question *question)
{
	const struct robotsc_report report = {
		.write = cli_put, .ctx = stdout, .format = (enum robotsc_report_format)s->format, .color = cli_has_color()};
	struct cli_file file = {.name = ""}, old = {.name = ""};
	if (s->sitemaps.n && s->format != ROBOTSC_REPORT_TEXT)
		return cli_complain("--sitemap adds a line of text; 'robotsc check --sitemap' has --format=jsonl");
	if (s->against && cli_both_stdin(s->operands[0], s->against))
		return CLI_TROUBLE;
	int result = read_file(s, s->operands[0], &file);
	if (result == 0 && s->against)
		result = read_file(s, s->against, &old);
	if (result == 0 && s->sitemaps.n && file.is_blob)
		result = cli_complain("%s: this is a blob, which has no lines; --sitemap needs the robots.txt", file.name);
	if (result == 0 && s->against)
		result = refuse_blob(file.is_blob ? &file : &old);
	if (result == 0 && file.is_blob) {
		result = cli_blob_summary(s, question, &file);
	} else if (result == 0) {
		const struct robotsc_report_file robots = report_file(&file), against = report_file(&old);
		const enum robotsc_status status = robotsc_summary_report(&report, question, &robots, s->against ? &against : NULL);
		if (status != ROBOTSC_OK)
			result = cli_complain("%s: cannot be summarized: %s", file.name, cli_why(status));
		else if (s->sitemaps.n)
			result = cli_count_sitemaps(s, &file);
	}
	free(file.bytes);
	free(old.bytes);
	return result;
}

static int run(struct cli_settings *s)
{
	const struct robotsc_summary_question question = {
		.options = &s->options, .crawlers = cli_crawlers(), .ncrawlers = cli_nnames(), .budget = s->steps};
	return summarize(s, &question);
}

static const unsigned char options[] = {CLI_OPT_AGAINST,      CLI_OPT_SITEMAP, CLI_OPT_STEPS,         CLI_OPT_DIALECT,
                                        CLI_OPT_FORMAT,       CLI_OPT_LIMIT,   CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
                                        CLI_OPT_CONNER2_REST, CLI_OPT_COLOR,   CLI_OPT_HELP,          CLI_OPT_END};

const struct cli_command cli_summary = {
	.name = "summary",
	.operands = "ROBOTS",
	.summary = "say on one screen what a robots.txt means, and for whom",
	.text = cli_help_summary,
	.options = options,
	.formats = CLI_FORMATS_JSON | CLI_FORMAT(HTML),
	.min_operands = 1,
	.max_operands = 1,
	.run = run,
};
