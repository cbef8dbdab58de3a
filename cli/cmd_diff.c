/* cmd_diff.c - robotsc diff: what changes between two files, and for which robots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diff_print.h"

#include <stdlib.h>
#include <string.h>

struct diffing {
	struct cli_diffing print;
	const struct cli_diff_format *format;
};

static void forget(struct diffing *diffing)
{
	struct cli_diffing *d = &diffing->print;

	for (int to = 0; to < 2; to++) {
		for (size_t i = 0; i < d->n[to]; i++)
			free(d->examples[to][i].path);
		d->n[to] = 0;
	}
}

static void begin(void *ctx, const struct robotsc_robots *robots)
{
	(void)robots;
	forget(ctx);
}

static void keep(void *ctx, const struct robotsc_difference *difference)
{
	struct cli_diffing *d = &((struct diffing *)ctx)->print;
	const int to = (int)difference->verdict[1];
	struct cli_example *e = &d->examples[to][d->n[to]];

	e->path = malloc(difference->path.len);
	e->len = difference->path.len;
	memcpy(e->reason, difference->reason, sizeof e->reason);
	if (!e->path)
		return;
	memcpy(e->path, difference->path.at, e->len);
	d->n[to]++;
}

/* True when what was found, or not excluded, is what --fail-on names. */
static bool fails(const struct cli_diffing *d, const struct robotsc_comparison *c)
{
	bool result = false;

	for (int to = 0; to < 2; to++)
		result |= cli_fails(d, to) &&
		          (c->answer == ROBOTSC_UNKNOWN || (c->answer == ROBOTSC_DIFFERENT && (c->found[to] || !c->complete)));
	return result;
}

static void end(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	struct diffing *d = ctx;

	d->print.compared++;
	d->print.failed |= fails(&d->print, c);
	d->format->result(&d->print, robots, c);
	forget(d);
}

/* A blob for some agents has no rules for others, so no others are listed. */
static void tell_partial(const struct cli_side sides[2])
{
	for (int i = 0; i < 2; i++)
		if (cli_is_partial(&sides[i]))
			cli_complain("%s was compiled for some agents only; no others were compared", sides[i].file.name);
}

static int run(struct cli_settings *s)
{
	struct cli_side sides[2] = {{.file = {0}}, {.file = {0}}};
	struct diffing d = {{.sides = sides, .usual = s->usual, .fail_on = (enum cli_fail_on)s->fail_on},
	                    &cli_diff_formats[s->diff_format]};
	const struct robotsc_question question = {
		.budget = s->budget, .most = CLI_EXAMPLES, .difference = keep, .ctx = &d, .usual = s->usual};
	int result = CLI_TROUBLE;

	if (cli_both_stdin(s->operands[0], s->operands[1]))
		return CLI_TROUBLE;
	for (int i = 0; i < 2; i++) {
		struct robotsc_options options = s->options;

		if (s->given[CLI_OPT_DIALECT_A + i])
			options.dialect = s->dialect_of[i];
		if (cli_open_side(s->operands[i], &options, &sides[i]) < 0)
			goto close;
	}
	d.format->begin(&d.print);
	if (cli_compare(s, sides, &question, begin, end) < 0)
		goto close;
	d.format->end(&d.print);
	if (d.print.compared)
		result = d.print.failed ? CLI_DISALLOWED : CLI_OK;
	else
		cli_complain("%s and %s have no agent in common that both were compiled for; compile for all, or for the same",
		             sides[0].file.name, sides[1].file.name);
	if (result != CLI_TROUBLE && !s->options.nagents)
		tell_partial(sides);
close:
	forget(&d);
	cli_close_side(&sides[0]);
	cli_close_side(&sides[1]);
	return result;
}

static const unsigned char options[] = {CLI_OPT_AGENT,         CLI_OPT_ALL,         CLI_OPT_USUAL,        CLI_OPT_BUDGET,
                                        CLI_OPT_DIALECT,       CLI_OPT_DIALECT_A,   CLI_OPT_DIALECT_B,    CLI_OPT_LIMIT,
                                        CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST, CLI_OPT_FAIL_ON,
                                        CLI_OPT_DIFF_FORMAT,   CLI_OPT_COLOR,       CLI_OPT_HELP,         CLI_OPT_END};

const struct cli_command cli_diff = {
	.name = "diff",
	.operands = "A B",
	.summary = "show which URLs are newly allowed or disallowed",
	.text = "A and B are robots.txt files or blobs ('-': standard input).  They are compared for every group\n"
		"of agents that they name and for all others, or for those of --agent.  Prints 'same for every\n"
		"URL', which is proved; or, for each direction, the shortest path on which they differ, some others\n"
		"that do not begin with it, and the lines that decide.  With --dialect-a and --dialect-b, a file\n"
		"can be compared with itself in two dialects.  All agents share the budget: when it does not\n"
		"suffice, 'not all was explored' or 'not explored' is printed for those concerned.\n"
		"\n"
		"A printed path can be pasted after 'robotsc check': it stands in '...' or $'...' when it has\n"
		"characters that shells read, and after http://h when google would take its beginning for a host.\n"
		"\n"
		"With --format=github, each path is an annotation at the line of B that decides, an error if --fail-on\n"
		"names it.\n"
		"\n"
		"Exit status: 0 nothing of what --fail-on names, 1 there is, or it is not known, 2 trouble.\n",
	.options = options,
	.min_operands = 2,
	.max_operands = 2,
	.run = run,
};
