/* cmd_diff.c - robotsc diff: what changes between two files, and for which robots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sides.h"

#include <stdlib.h>
#include <string.h>

#define EXAMPLES 3 /* in each direction */

/* A path on which the sides differ.  Kept until all paths of its direction are known. */
struct example {
	char *path;
	size_t len;
	struct robotsc_reason reason[2];
};

struct diffing {
	const struct cli_side *sides;
	struct example examples[2][EXAMPLES];
	size_t n[2];
	unsigned long same, different, unknown;
	int usual; /* only URLs that crawlers write */
};

static void forget(struct diffing *d)
{
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
	struct diffing *d = ctx;
	const int to = (int)difference->verdict[1];
	struct example *e = &d->examples[to][d->n[to]];

	e->path = malloc(difference->path.len);
	e->len = difference->path.len;
	memcpy(e->reason, difference->reason, sizeof e->reason);
	if (!e->path)
		return;
	memcpy(e->path, difference->path.at, e->len);
	d->n[to]++;
}

/* Print the verdict of a side about a path, and the line that decides. */
static void print_reason(const struct diffing *d, int side, const struct robotsc_reason *reason)
{
	static const char *const words[] = {[ROBOTSC_REASON_NO_RULE] = "no rule matches",
	                                    [ROBOTSC_REASON_ROBOTS_TXT] = "/robots.txt may always be fetched",
	                                    [ROBOTSC_REASON_BLOB] = "a blob, without lines",
	                                    [ROBOTSC_REASON_UNKNOWN] = "the budget did not suffice to find the line"};
	const struct cli_side *from = &d->sides[side];

	fputs("      ", stdout);
	cli_print_string(stdout, from->file.name);
	if (d->sides[0].options.dialect != d->sides[1].options.dialect && !from->side.blob)
		printf(" (%s)", robotsc_dialect_name(from->options.dialect));
	if (reason->kind == ROBOTSC_REASON_LINE) {
		printf(": line %lu: ", (unsigned long)reason->line);
		cli_print_text(stdout, reason->text);
	} else {
		printf(": %s", words[reason->kind]);
	}
	putchar('\n');
}

static void print_examples(const struct diffing *d, int to)
{
	for (size_t i = 0; i < d->n[to]; i++) {
		const struct example *e = &d->examples[to][i];

		fputs("    ", stdout);
		cli_print_path((struct robotsc_text){e->path, e->len}, cli_is_google(d->sides), 1);
		putchar('\n');
		for (int side = 0; side < 2; side++)
			print_reason(d, side, &e->reason[side]);
	}
}

static void end(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *c)
{
	static const char *const directions[2] = {"newly disallowed", "newly allowed"};
	struct diffing *d = ctx;

	d->same += c->answer == ROBOTSC_SAME;
	d->different += c->answer == ROBOTSC_DIFFERENT;
	d->unknown += c->answer == ROBOTSC_UNKNOWN;
	cli_print_robots(stdout, robots);
	if (c->answer == ROBOTSC_SAME)
		puts(d->usual ? ": same for every URL that crawlers write" : ": same for every URL");
	else if (c->answer == ROBOTSC_UNKNOWN && !c->states)
		puts(": not explored, the budget was used up before");
	else if (c->answer == ROBOTSC_UNKNOWN)
		printf(": no difference found, but not all was explored (%lu states)\n", (unsigned long)c->states);
	else
		puts(": different");
	for (int to = 0; to < 2 && c->answer == ROBOTSC_DIFFERENT; to++) {
		if (c->found[to])
			printf("  %s%s\n", directions[to], c->found[to] == EXAMPLES ? ", among others" : "");
		else
			printf("  %s: %s\n", directions[to], c->complete ? "nothing" : "nothing found, but not all was explored");
		print_examples(d, to);
	}
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
	struct diffing d = {.sides = sides, .usual = s->usual};
	const struct robotsc_question question = {
		.budget = s->budget, .most = EXAMPLES, .difference = keep, .ctx = &d, .usual = s->usual};
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
	if (cli_compare(s, sides, &question, begin, end) < 0)
		goto close;
	if (d.same + d.different + d.unknown)
		result = d.different || d.unknown ? CLI_DISALLOWED : CLI_OK;
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

static const unsigned char options[] = {
	CLI_OPT_AGENT,        CLI_OPT_ALL,       CLI_OPT_USUAL, CLI_OPT_BUDGET,        CLI_OPT_DIALECT,
	CLI_OPT_DIALECT_A,    CLI_OPT_DIALECT_B, CLI_OPT_LIMIT, CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
	CLI_OPT_CONNER2_REST, CLI_OPT_HELP,      CLI_OPT_END};

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
		"Exit status: 0 the same, 1 different or not known, 2 trouble.\n",
	.options = options,
	.min_operands = 2,
	.max_operands = 2,
	.run = run,
};
