/* cmd_edit.c - robotsc edit: shuts crawlers out of a site, or lets them in, in its robots.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/agent.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/output.h"
#include "cli/read_file.h"
#include "cli/text_print.h"
#include "sitemaps.h"

/* Options that no other command has. */
struct edit_own {
	const char *shut_out, *let_in; /* or NULL */
};

struct edit_run {
	const struct cli_settings *s;
	const struct cli_file *file;
	int result;
};

/* ---- for whom ------------------------------------------------------------------------ */

/* Read an option's names.  Returns 0, or CLI_TROUBLE after a message; free them in any case. */
static int take_names(const struct cli_settings *s, const struct cli_file *file, const char *option, const char *words,
                      struct cli_list *names)
{
	const struct robotsc_crawler *like;
	size_t distance;
	names->at = calloc(words ? strlen(words) + 1 : 1, sizeof *names->at);
	if (!names->at)
		return cli_complain("out of memory");
	if (words)
		cli_add_tokens(names, (char *)words);
	for (size_t i = 0; i < names->n; i++) {
		if (names->at[i].len && memchr(names->at[i].at, '*', 1))
			return cli_complain("--%s is for crawlers, by their purposes or tokens; the rules of '*' stay as they are",
			                    option);
		if (cli_is_listed(names->at[i]) || cli_is_named(s, file, names->at[i]))
			continue;
		if (cli_check_agent(s->options.dialect, names->at[i]) < 0)
			return CLI_TROUBLE;
		like = cli_crawler_like(names->at[i].at, &distance);
		cli_complain("--%s: warning: %s is no purpose, no crawler of 'robotsc crawlers', and no group names it%s%s%s",
		             option, names->at[i].at, like ? "; did you mean '" : "", like ? like->token : "", like ? "'?" : "");
	}
	return 0;
}

/* Refuse a name that both options have.  Returns 0, or CLI_TROUBLE after a message. */
static int refuse_both(const struct cli_list names[2])
{
	for (size_t i = 0; i < names[0].n; i++)
		for (size_t k = 0; k < names[1].n; k++)
			if (strcasecmp(names[0].at[i].at, names[1].at[k].at) == 0)
				return cli_complain("--shut-out and --let-in both name %s", names[0].at[i].at);
	return names[0].n + names[1].n ? 0
	                               : cli_complain("say for whom, with --shut-out=WORDS or --let-in=WORDS; "
	                                              "'robotsc crawlers' lists purposes and tokens");
}

/* ---- what came of it ----------------------------------------------------------------- */

/* Print the robots on which an edit has this effect. */
static void print_robots(const struct robotsc_access_edit *edit, enum robotsc_edit_effect effect, const char *words)
{
	FILE *const f = cli_messages();
	bool any = false;
	for (size_t i = 0; i < edit->nrobots; i++) {
		if (edit->robots[i].effect != effect)
			continue;
		fputs(any ? ", " : words, f);
		cli_print_text(f, edit->robots[i].token);
		any = true;
	}
	if (any)
		fputs("\n", f);
}

static int refuse(const struct edit_run *r, const struct robotsc_access_edit *edit)
{
	static const char *const why[] = {
		[ROBOTSC_EDIT_NOT_CLOSED] = "it would not be closed out",
		[ROBOTSC_EDIT_NOT_OPEN] = "it would not be let in",
		[ROBOTSC_EDIT_CHANGES] = "not named, and yet what is closed to it would change",
		[ROBOTSC_EDIT_RECORDS] = "not named, and yet other lines would hold for it, such as Crawl-delay",
		[ROBOTSC_EDIT_UNKNOWN] = "--budget does not suffice to prove it",
	};
	FILE *const f = cli_messages();
	fputs("robotsc: ", f);
	cli_print_string(f, r->file->name);
	fputs(": nothing is written, since what was asked for cannot be proved for ", f);
	if (edit->robot.len)
		cli_print_text(f, edit->robot);
	else
		fputs("robots that nobody names", f);
	fprintf(f, ": %s", why[edit->outcome]);
	if (edit->path.len) {
		fputs(", for instance ", f);
		cli_print_text(f, edit->path);
	}
	fputs("; edit the file by hand, and see 'robotsc summary --against'\n", f);
	return CLI_FOUND;
}

static void edited(void *ctx, const struct robotsc_access_edit *edit)
{
	struct edit_run *const r = ctx;
	if (edit->outcome != ROBOTSC_EDIT_PROVED) {
		r->result = refuse(r, edit);
		return;
	}
	r->result = cli_write_text(r->s, r->file, edit->text.at, edit->text.len);
	if (r->result != CLI_OK)
		return;
	print_robots(edit, ROBOTSC_EDIT_CLOSED, "closed now: ");
	print_robots(edit, ROBOTSC_EDIT_WAS_CLOSED, "closed before, too: ");
	print_robots(edit, ROBOTSC_EDIT_OPEN, "open now: ");
	print_robots(edit, ROBOTSC_EDIT_WAS_OPEN, "open before, too: ");
	print_robots(edit, ROBOTSC_EDIT_KEPT, "named now, so that nothing changes for them: ");
	fputs("proved: for all other robots nothing changes\n", cli_messages());
}

static int edit_file(const struct cli_settings *s, const struct cli_file *file, const struct cli_list names[2])
{
	const struct robotsc_summary_question question = {
		.options = &s->options, .crawlers = cli_crawlers(), .ncrawlers = cli_nnames(), .budget = s->steps};
	struct edit_run r = {s, file, CLI_TROUBLE};
	const enum robotsc_status status = robotsc_edit_access(&question, file->bytes, file->len, names[0].at, names[0].n,
	                                                       names[1].at, names[1].n, edited, &r);
	return status == ROBOTSC_OK ? r.result : cli_complain("%s: cannot be edited: %s", file->name, cli_why(status));
}

static int run(struct cli_settings *s)
{
	const struct edit_own *const own = s->own;
	struct cli_list names[2] = {{NULL, 0}, {NULL, 0}};
	struct cli_file file = {.name = ""};
	int result = cli_read_text(s, s->operands[0], &file);
	if (result == 0)
		result = take_names(s, &file, "shut-out", own->shut_out, &names[0]);
	if (result == 0)
		result = take_names(s, &file, "let-in", own->let_in, &names[1]);
	if (result == 0)
		result = refuse_both(names);
	if (result == 0)
		result = edit_file(s, &file, names);
	free(file.bytes);
	free(names[0].at);
	free(names[1].at);
	return result;
}

#define CLI_OWNER struct edit_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"shut-out", 0, "WORDS", "who may fetch nothing: purposes, such as ai-training, or tokens; commas part them",
		CLI_SETS_TEXT(shut_out)},
	{"let-in", 0, "WORDS", "who may fetch everything: likewise", CLI_SETS_TEXT(let_in)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_OWN,    CLI_OPT_OWN,     CLI_OPT_OUTPUT, CLI_OPT_FORCE,
                                        CLI_OPT_STEPS,  CLI_OPT_DIALECT, CLI_OPT_LIMIT,  CLI_OPT_AS_TEXT,
                                        CLI_OPTS_RULES, CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_edit = {
	.name = "edit",
	.operands = "ROBOTS",
	.summary = "shut crawlers out, or let them in, and prove it",
	.text = cli_help_edit,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.run = run,
};
