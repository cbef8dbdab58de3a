/* cmd_diff.c - robotsc diff: what changes between two files, folders or archives, for which robots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/collection.h"
#include "cli/command.h"
#include "cli/hosts/ask_urls.h"
#include "cli/messages.h"
#include "cli/parallel.h"
#include "cli/read_file.h"
#include "cli/sides.h"
#include "cli/text_print.h"
#include "file_parts.h"

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
	struct cli_collection *sources; /* A and B, sorted by keys */
	struct robotsc_report report;   /* its ctx: the file that an answer goes to */
	size_t next[2];                 /* by source: the member to read next */
	struct robotsc_diff_total total;
};

/* Two members with the same key, one of each source; or a member that only one source has. */
struct diff_input {
	const struct cli_member *only; /* NULL: both */
	int side;                      /* of only */
	const char *name;              /* name of the pair, or NULL */
	struct cli_side sides[2];
	bool unread;
};

/* The directions of change that --fail-on names, as bits of the new verdict. */
static unsigned failures(const struct cli_settings *s)
{
	static const unsigned bits[] = {[FAIL_ANY] = 1u << ROBOTSC_DISALLOW | 1u << ROBOTSC_ALLOW,
	                                [FAIL_DISALLOWED] = 1u << ROBOTSC_DISALLOW,
	                                [FAIL_ALLOWED] = 1u << ROBOTSC_ALLOW,
	                                [FAIL_NEVER] = 0};
	return bits[s->fail_on];
}

/* True if a difference was found that --fail-on names, or could not be excluded. */
static bool has_failed(const struct diffing *d)
{
	const struct robotsc_diff_total *const t = &d->total;
	bool result = d->s->fail_on == FAIL_ANY && (t->only[0] || t->only[1]);
	for (int to = 0; to < 2; to++)
		result |= (failures(d->s) & 1u << to) && t->changed[to];
	return result;
}

/* Say that other agents are not compared if a blob was compiled for some agents only. */
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
	if (cli_collection_judge(s, &d->sources[i], &file, options.limit) < 0) {
		free(file.bytes);
		return -1;
	}
	result = cli_take_side(file, &options, side);
	if (s->warc)
		side->label = s->operands[i];
	return result;
}

static uint64_t results(const struct robotsc_diff_total *t)
{
	return t->results[ROBOTSC_SAME] + t->results[ROBOTSC_DIFFERENT] + t->results[ROBOTSC_UNKNOWN];
}

/* Compare a pair.  The memory for it is kept for the next pair. */
static enum robotsc_status report_pair(const struct robotsc_report *report, const struct robotsc_report_pair *asked,
                                       const struct robotsc_question *question, struct robotsc_diff_total *total)
{
	struct robotsc_compiler *const compiler = cli_compiler_take();
	struct robotsc_report_pair pair = *asked;
	struct robotsc_options options[2];
	for (int i = 0; i < 2; i++) {
		options[i] = *pair.sides[i].options;
		options[i].alloc = robotsc_compiler_alloc(compiler);
		pair.sides[i].options = &options[i];
	}
	const enum robotsc_status status = robotsc_diff_report_pair(report, &pair, question, NULL, total);
	cli_compiler_give(compiler);
	return status;
}

/* Compare the sides of a pair.  Returns 0, or -1 after a message. */
static int compare_sides(const struct diffing *d, const struct robotsc_report *report, const struct diff_input *in,
                         struct robotsc_diff_total *total)
{
	const struct cli_settings *const s = d->s;
	const struct cli_side *const sides = in->sides;
	const struct robotsc_question question = {.budget = s->budget, .most = EXAMPLES, .usual = s->usual};
	const uint64_t before = results(total);
	struct robotsc_report_pair pair = cli_pair(s, sides);
	struct cli_list crawlers = {NULL, 0};
	int result = s->crawlers && cli_crawler_list(s->crawlers, sides, &crawlers) != 0 ? -1 : 0;
	if (in->name)
		pair.name = cli_text(in->name);
	if (crawlers.n) {
		pair.agents = crawlers.at;
		pair.nagents = crawlers.n;
	}
	pair.errors = failures(s);
	if (result == 0)
		result = cli_end_compare(sides, report_pair(report, &pair, &question, total));
	free(crawlers.at);
	if (result < 0)
		return -1;
	if (results(total) == before)
		return cli_complain(
			"%s and %s have no agent in common that both were compiled for; compile for all, or for the same",
			sides[0].file.name, sides[1].file.name);
	if (!pair.nagents && !s->one_robot)
		tell_partial(sides);
	return 0;
}

/* Move to the next pair or single member.  Returns below 0: of A; 0: a pair; above 0: of B. */
static int step(const struct diffing *d, size_t next[2])
{
	const struct cli_collection *const a = &d->sources[0], *const b = &d->sources[1];
	const size_t i = next[0], j = next[1];
	const int keys = i == a->n ? 1 : j == b->n ? -1 : d->report.many ? strcmp(a->at[i].key, b->at[j].key) : 0;
	next[0] += keys <= 0;
	next[1] += keys >= 0;
	return keys;
}

static size_t read_next(void *ctx, void *input)
{
	struct diffing *const d = ctx;
	struct diff_input *const in = input;
	const size_t a = d->next[0], b = d->next[1];
	const int keys = step(d, d->next);
	if (keys) {
		in->side = keys > 0;
		in->only = in->side ? &d->sources[1].at[b] : &d->sources[0].at[a];
		return 0;
	}
	in->name = d->report.many ? d->sources[0].at[a].key : NULL;
	in->unread = open_side(d, 0, a, &in->sides[0]) < 0 || open_side(d, 1, b, &in->sides[1]) < 0 ||
	             cli_refuse_agents(d->s, in->sides);
	return in->sides[0].file.len + in->sides[1].file.len;
}

static void release(void *input)
{
	struct diff_input *const in = input;
	cli_close_side(&in->sides[0]);
	cli_close_side(&in->sides[1]);
}

/* Report a pair, or a member that only one side has: what its URLs were or will be is not known. */
static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct diffing *const d = ctx;
	const struct diff_input *const in = input;
	struct robotsc_diff_total *const t = total;
	struct robotsc_report report = d->report;
	report.ctx = out;
	if (in->only)
		robotsc_diff_report_only(&report, in->side, cli_text(in->only->key), cli_text(in->only->name), t);
	else if (in->unread || compare_sides(d, &report, in, t) != 0)
		t->unread++;
}

/* A report only has to know whether pairs come before, not how many. */
static void begin(const void *ctx, void *part, bool first)
{
	struct robotsc_diff_total *const t = part;
	memcpy(t->labels, ((const struct diffing *)ctx)->total.labels, sizeof t->labels);
	t->written = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	const struct robotsc_diff_total *const t = part;
	struct robotsc_diff_total *const all = &((struct diffing *)ctx)->total;
	const uint64_t written = t->written - !first;
	if (written && (all->written == 0) != first)
		return false;
	all->written += written;
	all->unread += t->unread;
	for (int i = 0; i < 3; i++) {
		all->answers[i] += t->answers[i];
		all->results[i] += t->results[i];
	}
	for (int i = 0; i < 2; i++) {
		all->only[i] += t->only[i];
		all->changed[i] += t->changed[i];
	}
	return true;
}

/* Compare all pairs.  Returns 0, or -1 after a message. */
static int compare_all(struct diffing *d)
{
	struct cli_parallel p = {.jobs = cli_jobs(d->s),
	                         .input = sizeof(struct diff_input),
	                         .total = sizeof d->total,
	                         .ctx = d,
	                         .all = &d->total,
	                         .read = read_next,
	                         .release = release,
	                         .answer = answer,
	                         .begin = begin,
	                         .add = add};
	int result;
	for (size_t next[2] = {0, 0}; next[0] < d->sources[0].n || next[1] < d->sources[1].n; p.n++)
		step(d, next);
	robotsc_diff_report_begin(&d->report);
	result = cli_parallel_run(&p);
	robotsc_diff_report_end(&d->report, &d->total);
	return result;
}

/* ---- origins of snapshots --------------------------------------------------------------- */

/* Copy the policy that a snapshot has for an origin; file->name becomes the origin.  Returns 0, or
 * CLI_TROUBLE after a message; free the octets in any case. */
static int read_origin(const struct robotsc_snapshot_files *files, const char *url, struct cli_file *file)
{
	const struct robotsc_snapshot *shard;
	struct robotsc_snapshot_entry entry;
	struct robotsc_blob blob;
	enum robotsc_status status;
	char *name;
	*file = (struct cli_file){.bytes = NULL};
	if (cli_snapshot_entry(files, url, &shard, &entry) != 0)
		return CLI_TROUBLE;
	if (entry.decision.outcome == ROBOTSC_OUTCOME_PARSE)
		cli_complain("%.*s: the snapshot has no text of it, only its policy", (int)entry.origin.len, entry.origin.at);
	else
		cli_complain("%.*s: no robots.txt was found (%s), so no line decides", (int)entry.origin.len, entry.origin.at,
		             robotsc_outcome_name((enum robotsc_outcome)entry.decision.outcome));
	status = robotsc_snapshot_blob(shard, &entry, &blob);
	if (status != ROBOTSC_OK)
		return cli_snapshot_trouble(files->name, status);
	*file = (struct cli_file){.bytes = malloc(blob.size + entry.origin.len + 1), .len = blob.size, .is_blob = true};
	if (!file->bytes)
		return cli_complain("out of memory");
	memcpy(file->bytes, blob.bytes, blob.size);
	name = (char *)file->bytes + blob.size;
	memcpy(name, entry.origin.at, entry.origin.len);
	name[entry.origin.len] = '\0';
	file->name = name;
	return 0;
}

/* Read a side: the policy that a snapshot has for an origin, or a file.  Returns 0, or -1 after a
 * message; close the side in any case. */
static int open_origin(const struct diffing *d, const struct robotsc_snapshot_files *files, const char *operand,
                       struct cli_side *side)
{
	struct robotsc_options options = d->s->options;
	struct cli_file file;
	if (cli_snapshot_options(files, d->s, &options) != 0)
		return -1;
	if (!strstr(operand, "://"))
		return cli_open_side(d->s, operand, &options, side);
	if (read_origin(files, operand, &file) == 0)
		return cli_take_side(file, &options, side);
	free(file.bytes);
	return -1;
}

/* Refuse operands that do not name two things to compare.  0, or CLI_TROUBLE after a message. */
static int check_origins(const struct cli_settings *s)
{
	if (s->warc)
		return cli_complain("--snapshot names a snapshot, and no --warc goes with it");
	if (!s->snapshot.name)
		return cli_complain("--snapshot-b needs --snapshot, the snapshot of A");
	if (s->noperands == 1 && !strstr(s->operands[0], "://"))
		return cli_complain("'%s': with --snapshot, write an origin as https://example.com", s->operands[0]);
	if (s->noperands == 1 && !s->snapshot.other)
		return cli_complain("B is missing: an origin, a file, or --snapshot-b");
	return 0;
}

/* Compare two origins of a snapshot, an origin and a file, or an origin in two snapshots. */
static int compare_origins(struct diffing *d)
{
	const struct cli_settings *const s = d->s;
	const char *const names[2] = {s->snapshot.name, s->snapshot.other ? s->snapshot.other : s->snapshot.name};
	struct robotsc_snapshot_files files[2] = {{.name = NULL}, {.name = NULL}};
	struct diff_input in = {.only = NULL};
	int result = check_origins(s);
	for (int i = 0; i < 2 && result == 0; i++)
		result = cli_snapshot_open(&files[i], s, names[i]);
	for (size_t i = 0; i < 2 && result == 0; i++)
		result = open_origin(d, &files[i], s->operands[i < s->noperands ? i : 0], &in.sides[i]);
	if (result == 0 && s->noperands == 1)
		for (int i = 0; i < 2; i++)
			in.sides[i].label = names[i];
	if (result == 0 && !cli_refuse_agents(s, in.sides)) {
		robotsc_diff_report_begin(&d->report);
		result = compare_sides(d, &d->report, &in, &d->total);
		robotsc_diff_report_end(&d->report, &d->total);
	} else {
		result = CLI_TROUBLE;
	}
	for (int i = 0; i < 2; i++) {
		cli_close_side(&in.sides[i]);
		robotsc_snapshot_files_close(&files[i]);
	}
	return result != 0 ? CLI_TROUBLE : has_failed(d) ? CLI_DISALLOWED : CLI_OK;
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
	if (cli_lacks_agent(s))
		return CLI_TROUBLE;
	if (s->crawlers && s->options.nagents)
		return cli_complain("--crawlers and --agent exclude each other");
	if (s->snapshot.name || s->snapshot.other)
		return compare_origins(&d);
	if (s->noperands < 2)
		return cli_complain("an operand is missing; usage: robotsc diff [OPTION]... A B");
	if (cli_both_stdin(s->operands[0], s->operands[1]))
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
			if (compare_all(&d) == 0 && !d.total.unread && !sources[0].trouble && !sources[1].trouble)
				result = has_failed(&d) ? CLI_DISALLOWED : CLI_OK;
		}
	}
	cli_collection_close(&sources[0]);
	cli_collection_close(&sources[1]);
	return result;
}

static const unsigned char options[] = {CLI_OPT_AGENT,    CLI_OPT_ONE_ROBOT,  CLI_OPT_CRAWLERS,  CLI_OPT_FALLBACK,  CLI_OPT_ALL,
                                        CLI_OPT_USUAL,    CLI_OPT_DIALECT,    CLI_OPT_DIALECT_A, CLI_OPT_DIALECT_B, CLI_OPT_LIMIT,
                                        CLI_OPT_AS_TEXT,  CLI_OPTS_RULES,     CLI_OPT_FAIL_ON,   CLI_OPT_FORMAT,    CLI_OPT_WARC,
                                        CLI_OPT_SNAPSHOT, CLI_OPT_SNAPSHOT_B, CLI_OPT_TRUST,     CLI_OPT_ROOT,      CLI_OPT_JOBS,
                                        CLI_OPT_BUDGET,   CLI_OPT_COLOR,      CLI_OPT_HELP,      CLI_OPT_END};

const struct cli_command cli_diff = {
	.name = "diff",
	.operands = "A B",
	.summary = "show which URLs are newly allowed or disallowed",
	.text = cli_help_diff,
	.options = options,
	.formats = CLI_FORMATS_JSON | CLI_FORMAT(GITHUB),
	.fewer_operands = 1,
	.run = run,
};
