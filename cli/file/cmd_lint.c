/* cmd_lint.c - robotsc lint: findings for the authors of robots.txt files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/args.h"
#include "cli/collection.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/parallel.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "file_parts.h"

/* Options that no other command has. */
struct lint_own {
	int error_on; /* a word */
	uint64_t most;
	const char *fix; /* kinds of findings, with commas; empty: all; NULL: nothing is fixed */
};

/* What all files share. */
struct linting {
	const struct cli_settings *s;
	struct robotsc_report report; /* its ctx: the file that an answer goes to */
	struct cli_collection files;
	size_t next; /* the file to read next */
	struct robotsc_lint_total total;
};

struct lint_input {
	struct cli_file file;
	bool unread;
};

static size_t read_next(void *ctx, void *input)
{
	struct linting *const l = ctx;
	struct lint_input *const in = input;
	in->unread = cli_collection_read(&l->files, l->next++, l->s->options.limit, &in->file) < 0;
	return in->file.len;
}

static void release(void *input)
{
	free(((struct lint_input *)input)->file.bytes);
}

/* Write the findings of a file.  Returns 0, or -1 after a message. */
static int lint(const struct linting *l, const struct cli_file *file, FILE *out, struct robotsc_lint_total *total)
{
	const struct robotsc_report_file robots = {
		.name = cli_text(file->name), .is_url = l->files.texts != NULL, .robots = file->bytes, .len = file->len};
	struct robotsc_options options = l->s->options;
	struct robotsc_report report = l->report;
	struct robotsc_compiler *compiler;
	enum robotsc_status status;
	if (file->is_blob) {
		cli_complain("%s: this is a blob; name its robots.txt", file->name);
		return -1;
	}
	report.ctx = out;
	compiler = cli_compiler_take();
	options.alloc = robotsc_compiler_alloc(compiler);
	status = robotsc_lint_report_file(&report, &options, &robots, l->s->steps, total);
	cli_compiler_give(compiler);
	if (status == ROBOTSC_OK)
		return 0;
	cli_complain("%s: cannot be linted: %s", file->name, cli_why(status));
	return -1;
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	const struct lint_input *const in = input;
	struct robotsc_lint_total *const t = total;
	if (in->unread || lint(ctx, &in->file, out, t) < 0)
		t->unread++;
}

/* A report only has to know whether files and findings come before, not how many. */
static void begin(const void *ctx, void *part, bool first)
{
	struct robotsc_lint_total *const t = part;
	(void)ctx;
	t->files = t->findings = !first;
}

static bool add(void *ctx, const void *part, bool first)
{
	const struct robotsc_lint_total *const t = part;
	struct robotsc_lint_total *const all = &((struct linting *)ctx)->total;
	const uint64_t files = t->files - !first, findings = t->findings - !first;
	if ((files && (all->files == 0) != first) || (findings && (all->findings == 0) != first))
		return false;
	all->files += files;
	all->findings += findings;
	all->clean += t->clean;
	all->unread += t->unread;
	all->undecided += t->undecided;
	for (int i = ROBOTSC_NOTE; i <= ROBOTSC_ERROR; i++)
		all->with[i] += t->with[i];
	all->worst = t->worst > all->worst ? t->worst : all->worst;
	return true;
}

/* Lint all files.  Returns 0, or -1 after a message. */
static int lint_all(struct linting *l)
{
	const struct cli_parallel p = {.n = l->files.n,
	                               .jobs = cli_jobs(l->s),
	                               .input = sizeof(struct lint_input),
	                               .total = sizeof l->total,
	                               .ctx = l,
	                               .all = &l->total,
	                               .read = read_next,
	                               .release = release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add};
	int result;
	robotsc_lint_report_begin(&l->report);
	result = cli_parallel_run(&p);
	robotsc_lint_report_end(&l->report, &l->total);
	return result;
}

/* Lint files, folders or archives.  Returns 0, or -1 after a message. */
static int lint_files(struct linting *l, struct cli_settings *s)
{
	int result = cli_collection_open(s, s->operands, s->noperands, &l->files);
	l->report.many = l->files.many;
	l->total.trouble = l->files.trouble;
	if (result == 0)
		result = lint_all(l);
	cli_collection_close(&l->files);
	return result == 0 ? 0 : -1;
}

static int run(struct cli_settings *s)
{
	const struct lint_own *const own = s->own;
	struct linting l = {.s = s, .report = cli_report(s)};
	l.report.most = own->most;
	if (own->fix && (s->format != ROBOTSC_REPORT_TEXT || s->noperands > 1 || s->warc))
		return cli_complain("--fix writes the text of one file; without it '--format=json' has each fix, with its edits");
	if (own->fix)
		return cli_fix_lint(s, own->fix, ROBOTSC_NOTE + own->error_on);
	if (s->output || s->force)
		return cli_complain("-o and --force are for --fix, which writes a text");
	if (lint_files(&l, s) != 0 || l.total.trouble || l.total.unread)
		return CLI_TROUBLE;
	return (int)l.total.worst >= ROBOTSC_NOTE + own->error_on ? CLI_FOUND : CLI_OK;
}

#define CLI_OWNER struct lint_own

static const char *const severity_words[] = {"note", "warning", "error", "never", NULL};

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"error-on", 0, "LEVEL", "exit with 1 on: error (default), warning, note or never",
		CLI_SETS_WORD(error_on, severity_words)},
	{"fix", 0, "[=IDS]", "write the text with fixes that change no verdict, or with all of these kinds; commas part them",
		CLI_SETS_TEXT(fix)},
	{"most", 0, "NUMBER", "text: show NUMBER findings of a kind at most; 10 by default, 0: all",
		CLI_SETS_NUMBER(most, 0, CLI_MOST)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_STEPS,  CLI_OPT_DIALECT, CLI_OPT_OWN,    CLI_OPT_FORMAT,  CLI_OPT_OWN,
                                        CLI_OPT_OUTPUT, CLI_OPT_FORCE,   CLI_OPT_OWN,    CLI_OPT_WARC,    CLI_OPT_JOBS,
                                        CLI_OPT_LIMIT,  CLI_OPTS_RULES,  CLI_OPT_PUBLIC, CLI_OPT_AS_TEXT, CLI_OPT_COLOR,
                                        CLI_OPT_HELP,   CLI_OPT_END};

const struct cli_command cli_lint = {
	.name = "lint",
	.operands = "ROBOTS...",
	.summary = "list mistakes and surprises in robots.txt files",
	.text = cli_help_lint,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), &(const CLI_OWNER){.error_on = ROBOTSC_ERROR - ROBOTSC_NOTE, .most = 10}},
	.formats = CLI_FORMATS_JSON | CLI_FORMAT(SARIF) | CLI_FORMAT(GITHUB),
	.run = run,
};
