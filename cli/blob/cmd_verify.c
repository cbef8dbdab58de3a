/* cmd_verify.c - robotsc verify: proves that a blob gives every path the verdict of its robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "compile_parts.h"

#include <stdio.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/sides.h"
#include "cli/text_print.h"

static int verify(const struct cli_settings *s, const struct cli_side sides[2])
{
	const struct robotsc_report report = {.write = cli_put, .ctx = stdout, .format = (enum robotsc_report_format)s->format};
	const struct robotsc_question question = {.budget = s->budget, .most = 1};
	const struct robotsc_report_pair pair = cli_pair(s, sides);
	struct robotsc_diff_total total = {.written = 0};
	if (cli_refuse_agents(s, sides) ||
	    cli_end_compare(sides, robotsc_verify_report(&report, &pair, &question, NULL, &total)) < 0)
		return CLI_TROUBLE;
	return total.results[ROBOTSC_DIFFERENT] || total.results[ROBOTSC_UNKNOWN] ? CLI_DISALLOWED : CLI_OK;
}

/* The text is read with the options that the blob was compiled with. */
static int open_both(struct cli_settings *s, struct cli_side sides[2])
{
	if (cli_open_side(s, s->operands[0], &s->options, &sides[1]) < 0)
		return -1;
	if (!sides[1].side.blob) {
		cli_complain("%s: not a blob; 'robotsc compile -o FILE' makes one", sides[1].file.name);
		return -1;
	}
	if (!s->given[CLI_OPT_DIALECT])
		s->options.dialect = sides[1].options.dialect;
	if (cli_open_side(s, s->operands[1], &s->options, &sides[0]) < 0)
		return -1;
	if (sides[0].side.blob) {
		cli_complain("%s: a blob; give the robots.txt that %s was compiled from", sides[0].file.name, sides[1].file.name);
		return -1;
	}
	return 0;
}

static int run(struct cli_settings *s)
{
	struct cli_side sides[2] = {{.file = {0}}, {.file = {0}}};
	int result = CLI_TROUBLE;
	if (!cli_lacks_agent(s) && !cli_both_stdin(s->operands[0], s->operands[1]) && open_both(s, sides) == 0)
		result = verify(s, sides);
	cli_close_side(&sides[0]);
	cli_close_side(&sides[1]);
	return result;
}

static void show_unproved(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	int *different = ctx;
	if (c->answer == ROBOTSC_SAME)
		return;
	*different |= c->answer == ROBOTSC_DIFFERENT;
	fprintf(stderr, "robotsc: %s for ", c->answer == ROBOTSC_DIFFERENT ? "the blob differs from the text" : "not proved");
	robotsc_spell_robots(robots, cli_put, stderr);
	putc('\n', stderr);
}

int cli_verify_blob(const struct cli_settings *s, const char *name, const struct robotsc_side *text, const void *bytes, size_t len)
{
	int different = 0;
	const struct robotsc_question question = {.budget = s->budget, .most = 1, .ctx = &different};
	struct robotsc_blob blob;
	const struct robotsc_side compiled = {&blob, NULL, NULL, 0};
	enum robotsc_status status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK)
		status = robotsc_compare_all(text, &compiled, &question, NULL, show_unproved);
	if (status == ROBOTSC_OK && !different)
		return 0;
	cli_complain("%s: nothing is written: %s", name,
	             different ? "please report this robots.txt as a mistake of robotsc" : cli_why(status));
	return -1;
}

static const unsigned char options[] = {CLI_OPT_AGENT,   CLI_OPT_ONE_ROBOT, CLI_OPT_FALLBACK, CLI_OPT_BUDGET,
                                        CLI_OPT_DIALECT, CLI_OPT_LIMIT,     CLI_OPT_AS_TEXT,  CLI_OPTS_RULES,
                                        CLI_OPT_FORMAT,  CLI_OPT_HELP,      CLI_OPT_END};

const struct cli_command cli_verify = {
	.name = "verify",
	.operands = "BLOB ROBOTS",
	.summary = "prove that a blob gives the verdicts of its robots.txt",
	.text = cli_help_verify,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
