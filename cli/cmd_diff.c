/* cmd_diff.c - robotsc diff: what changes between two files, folders or archives, for which robots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "collection.h"
#include "sides.h"

#define EXAMPLES 3 /* in each direction */

/* The words of --fail-on, in their order. */
enum {
	FAIL_ANY,
	FAIL_DISALLOWED,
	FAIL_ALLOWED,
	FAIL_NEVER
};

struct diffing {
	const struct cli_settings *s;
	struct cli_collection *sources; /* A and B */
	struct robotsc_report report;
	struct robotsc_diff_total total;
};

/* The new verdicts that --fail-on names, as bits. */
static unsigned failures(const struct cli_settings *s)
{
	static const unsigned bits[] = {[FAIL_ANY] = 1u << ROBOTSC_DISALLOW | 1u << ROBOTSC_ALLOW,
	                                [FAIL_DISALLOWED] = 1u << ROBOTSC_DISALLOW,
	                                [FAIL_ALLOWED] = 1u << ROBOTSC_ALLOW,
	                                [FAIL_NEVER] = 0};

	return bits[s->fail_on];
}

/* True when what was found, or not excluded, is what --fail-on names. */
static bool has_failed(const struct diffing *d)
{
	const struct robotsc_diff_total *const t = &d->total;
	bool result = d->s->fail_on == FAIL_ANY && (t->only[0] || t->only[1]);

	for (int to = 0; to < 2; to++)
		result |= (failures(d->s) & 1u << to) && t->changed[to];
	return result;
}

/* A blob for some agents has no rules for others, so no others are listed. */
static void tell_partial(const struct cli_side sides[2])
{
	for (int i = 0; i < 2; i++)
		if (cli_is_partial(&sides[i]))
			cli_complain("%s was compiled for some agents only; no others were compared", sides[i].file.name);
}

/* Read a member of a source.  Returns 0, or -1 after a message; close the side in any case. */
static int open_side(const struct diffing *d, int i, size_t member, struct cli_side *side)
{
	const struct cli_settings *const s = d->s;
	struct robotsc_options options = s->options;
	struct cli_file file;
	int result;

	if (s->given[CLI_OPT_DIALECT_A + i])
		options.dialect = s->dialect_of[i];
	if (cli_collection_read(&d->sources[i], member, options.limit, &file) < 0)
		return -1;
	cli_collection_warn(&d->sources[i], &file, options.limit);
	result = cli_take_side(file, &options, side);
	if (s->warc)
		side->label = s->operands[i];
	return result;
}

static uint64_t results(const struct robotsc_diff_total *t)
{
	return t->results[ROBOTSC_SAME] + t->results[ROBOTSC_DIFFERENT] + t->results[ROBOTSC_UNKNOWN];
}

/* name: of the pair, or NULL.  Returns 0, or -1 after a message. */
static int compare_sides(struct diffing *d, const struct cli_side sides[2], const char *name)
{
	const struct cli_settings *const s = d->s;
	const struct robotsc_question question = {.budget = s->budget, .most = EXAMPLES, .usual = s->usual};
	const uint64_t before = results(&d->total);
	struct robotsc_report_pair pair = cli_pair(s, sides);

	if (cli_refuse_agents(s, sides))
		return -1;
	if (name)
		pair.name = cli_text(name);
	pair.errors = failures(s);
	if (cli_end_compare(sides, robotsc_diff_report_pair(&d->report, &pair, &question, NULL, &d->total)) < 0)
		return -1;
	if (results(&d->total) == before)
		return cli_complain(
			"%s and %s have no agent in common that both were compiled for; compile for all, or for the same",
			sides[0].file.name, sides[1].file.name);
	if (!s->options.nagents)
		tell_partial(sides);
	return 0;
}

/* Compare a member of each source. */
static void compare_pair(struct diffing *d, size_t a, size_t b)
{
	struct cli_side sides[2] = {{.file = {0}}, {.file = {0}}};
	const char *const name = d->report.many ? d->sources[0].at[a].key : NULL;

	if (open_side(d, 0, a, &sides[0]) < 0 || open_side(d, 1, b, &sides[1]) < 0 || compare_sides(d, sides, name) != 0)
		d->total.unread++;
	cli_close_side(&sides[0]);
	cli_close_side(&sides[1]);
}

/* Both are in the order of their keys.  What the URLs of a file that only one side has were or will
 * be is not known. */
static void compare_all(struct diffing *d)
{
	const struct cli_collection *const a = &d->sources[0], *const b = &d->sources[1];
	size_t i = 0, j = 0;

	robotsc_diff_report_begin(&d->report);
	while ((i < a->n || j < b->n) && !cli_output_failed()) {
		const int keys = i == a->n ? 1 : j == b->n ? -1 : d->report.many ? strcmp(a->at[i].key, b->at[j].key) : 0;
		const struct cli_member *const m = keys < 0 ? &a->at[i] : &b->at[j];

		if (keys == 0)
			compare_pair(d, i, j);
		else
			robotsc_diff_report_only(&d->report, keys > 0, cli_text(m->key), cli_text(m->name), &d->total);
		i += keys <= 0;
		j += keys >= 0;
	}
	robotsc_diff_report_end(&d->report, &d->total);
}

static int run(struct cli_settings *s)
{
	struct cli_collection sources[2] = {{.at = NULL}, {.at = NULL}};
	struct diffing d = {.s = s,
	                    .sources = sources,
	                    .report = {.write = cli_put,
	                               .ctx = stdout,
	                               .format = (enum robotsc_report_format)s->format,
	                               .color = cli_has_color()}};
	int result = CLI_TROUBLE;

	if (cli_lacks_agent(s) || cli_both_stdin(s->operands[0], s->operands[1]))
		return CLI_TROUBLE;
	if (cli_collection_open(s, s->operands, 1, &sources[0]) == 0 &&
	    cli_collection_open(s, s->operands + 1, 1, &sources[1]) == 0) {
		d.total.labels[0] = cli_text(s->operands[0]);
		d.total.labels[1] = cli_text(s->operands[1]);
		d.report.many = sources[0].many;
		if (sources[0].many != sources[1].many)
			result = cli_complain("%s is a folder and %s is none; name two files, or two folders",
			                      s->operands[sources[1].many], s->operands[sources[0].many]);
		cli_collection_sort(&sources[0]);
		cli_collection_sort(&sources[1]);
		if (sources[0].many == sources[1].many && sources[0].n && sources[1].n) {
			compare_all(&d);
			if (!d.total.unread && !sources[0].trouble && !sources[1].trouble)
				result = has_failed(&d) ? CLI_DISALLOWED : CLI_OK;
		}
	}
	cli_collection_close(&sources[0]);
	cli_collection_close(&sources[1]);
	return result;
}

static const unsigned char options[] = {
	CLI_OPT_AGENT,     CLI_OPT_FALLBACK,  CLI_OPT_ALL,   CLI_OPT_USUAL,         CLI_OPT_BUDGET,      CLI_OPT_DIALECT,
	CLI_OPT_DIALECT_A, CLI_OPT_DIALECT_B, CLI_OPT_LIMIT, CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_CONNER2_REST,
	CLI_OPT_FAIL_ON,   CLI_OPT_FORMAT,    CLI_OPT_WARC,  CLI_OPT_COLOR,         CLI_OPT_HELP,        CLI_OPT_END};

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
		"characters that shells read, and after http://h when its beginning could be taken for a host.\n"
		"\n"
		"A and B may also be two folders, whose files are compared by their names; or, with --warc, two WARC\n"
		"files, whose texts are compared by their URLs.  Then what is the same is left out, and a line at the\n"
		"end says how many pairs are the same, how many changed, and how many files only A or B has.\n"
		"\n"
		"With --format=github, each path is an annotation at the line of B that decides, an error if --fail-on\n"
		"names it.\n"
		"\n"
		"Exit status: 0 nothing of what --fail-on names, 1 there is, or it is not known, 2 trouble.\n",
	.options = options,
	.formats = CLI_FORMATS_JSON | CLI_FORMAT(GITHUB),
	.min_operands = 2,
	.max_operands = 2,
	.run = run,
};
