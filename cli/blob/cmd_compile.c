/* cmd_compile.c - robotsc compile: compiles a robots.txt to a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/agent.h"
#include "cli/command.h"
#include "cli/fetch.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/output.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "cli/sides.h"
#include "robotsc/access.h"
#include "compile_parts.h"

static void print_diag(void *ctx, const struct robotsc_diag *diag)
{
	if (!cli_is_content(diag->kind)) /* cli_refuse_content said so */
		cli_warn_diag(ctx, diag);
}

/* Read the text to compile or, if the decision is that the rules of a copy stay valid, its blob.
 * Returns 0, or -1 after a message. */
static int get_input(const struct cli_settings *s, const char *constant, int copy, struct cli_file *file)
{
	memset(file, 0, sizeof *file);
	file->name = "robots.txt";
	if (constant)
		return 0;
	if (cli_read_file(s->noperands ? s->operands[0] : "-", s->options.limit, file) < 0)
		return -1;
	cli_warn_empty(s->noperands ? s->operands[0] : "-", file);
	if (cli_refuse_content(s, file) == 0) { /* a diagnostic says so if the text is cut */
		if (file->is_blob == copy)
			return 0;
		cli_complain(copy ? "%s: the rules of the copy stay valid: name its blob, not a text"
		                  : "%s: this is a blob already; compile its robots.txt",
		             file->name);
	}
	free(file->bytes);
	return -1;
}

/* Choose by the decision what is compiled or copied.  Returns 0, or -1 after a message. */
static int obey(const struct robotsc_decision *d, const char **constant, int *copy)
{
	switch ((enum robotsc_outcome)d->outcome) {
	case ROBOTSC_OUTCOME_PARSE:
		return 0;
	case ROBOTSC_OUTCOME_ALLOW:
		*constant = "";
		return 0;
	case ROBOTSC_OUTCOME_DENY:
		*constant = CLI_DENY_ALL;
		return 0;
	case ROBOTSC_OUTCOME_CACHED:
		*copy = 1;
		return 0;
	case ROBOTSC_OUTCOME_DEFER:
		cli_complain("nothing to compile: %s: visit nothing and try again", robotsc_row_text((enum robotsc_row)d->row));
		return -1;
	case ROBOTSC_OUTCOME_FOLLOW:
		cli_complain("nothing to compile: %s: fetch what Location names", robotsc_row_text((enum robotsc_row)d->row));
		return -1;
	}
	return -1;
}

/* Write a copy of the blob with the decision in it. */
static int write_stamped(const struct cli_settings *s, const struct cli_file *file, const void *bytes, size_t len,
                         const struct robotsc_decision *decision)
{
	const size_t room = len + ROBOTSC_STAMP_SIZE;
	void *out = malloc(room);
	struct robotsc_blob blob;
	enum robotsc_status status = robotsc_open(&blob, bytes, len);
	size_t n = 0;
	int result = CLI_TROUBLE;
	if (status == ROBOTSC_OK)
		status = out ? robotsc_stamp(&blob, decision, out, room, &n) : ROBOTSC_ERR_NOMEM;
	if (status == ROBOTSC_OK)
		result = cli_write_blob(s, file, out, n);
	else
		cli_complain("%s: cannot use it: %s", file->name, cli_why(status));
	free(out);
	return result;
}

/* Note the length and digest of the text; a copy keeps those of its text.  A long text was read
 * only as far as the compiler reads it. */
static void describe_text(const struct cli_settings *s, const struct cli_file *file, struct robotsc_decision *d)
{
	struct robotsc_decision before;
	struct robotsc_blob blob;
	if (!file->is_blob) {
		d->length = file->len <= s->options.limit ? file->len : s->options.limit + 1;
		d->digest = robotsc_digest(file->bytes, (size_t)d->length);
	} else if (robotsc_open(&blob, file->bytes, file->len) == ROBOTSC_OK && robotsc_stamp_read(&blob, &before) == ROBOTSC_OK) {
		d->length = before.length;
		d->digest = before.digest;
	}
}

static int compile(struct cli_settings *s, const char *constant, const struct cli_file *file, struct robotsc_decision *decision)
{
	void *blob = NULL;
	size_t len = 0;
	int result = CLI_TROUBLE;
	const struct robotsc_side text = {NULL, &s->options, constant ? constant : (const char *)file->bytes,
	                                  constant ? strlen(constant) : file->len};
	const enum robotsc_status status = robotsc_compile(&s->options, text.robots, text.len, &blob, &len);
	if (status != ROBOTSC_OK)
		cli_complain("%s: cannot compile: %s", file->name, cli_why(status));
	else if (((const struct cli_compile_own *)s->own)->verify && cli_verify_blob(s, file->name, &text, blob, len) < 0)
		result = CLI_TROUBLE;
	else if (decision)
		result = write_stamped(s, file, blob, len, decision);
	else
		result = cli_write_blob(s, file, blob, len);
	robotsc_free_blob(NULL, blob, len);
	return result;
}

/* Decide again if the text is a web page, which may be a challenge.  Returns 0, or -1 after a
 * message. */
static int decide_page(struct cli_settings *s, const struct cli_file *file, struct robotsc_decision *decision,
                       const char **constant)
{
	int copy = 0;
	if (file->is_blob || robotsc_content_kind(file->bytes, file->len) != ROBOTSC_CONTENT_HTML)
		return 0;
	s->fetch.page = true;
	if (cli_decide_fetch(s, decision) < 0 || obey(decision, constant, &copy) < 0)
		return -1;
	if (!copy)
		return 0;
	cli_complain("%s: it counts as %s, so the earlier policy stays; give that blob, and --page", file->name,
	             robotsc_challenge_name((enum robotsc_challenge)s->fetch.challenge));
	return -1;
}

static int run(struct cli_settings *s)
{
	const int fetched = cli_fetch_given(s);
	struct robotsc_decision decision;
	const struct cli_compile_own *const own = s->own;
	const char *constant = !own->constant ? NULL : strcmp(own->constant, "allow-all") == 0 ? "" : CLI_DENY_ALL;
	struct cli_file file;
	int copy = 0, result;
	if (cli_check_output(s) < 0)
		return CLI_TROUBLE;
	if (own->serve)
		return cli_serve(s);
	if (constant && (fetched || s->noperands))
		return cli_complain("--allow-all and --deny-all need no robots.txt and no fetch; leave out '%s'",
		                    s->noperands ? s->operands[0] : "--status and its like");
	if (fetched && (cli_decide_fetch(s, &decision) < 0 || obey(&decision, &constant, &copy) < 0))
		return CLI_TROUBLE;
	if (get_input(s, constant, copy, &file) < 0)
		return CLI_TROUBLE;
	if (fetched && !constant && !copy && !s->fetch.page && decide_page(s, &file, &decision, &constant) < 0) {
		free(file.bytes);
		return CLI_TROUBLE;
	}
	for (size_t i = 0; i < s->options.nagents; i++)
		if (cli_check_agent(s->options.dialect, s->agents.at[i]) < 0) {
			free(file.bytes);
			return CLI_TROUBLE;
		}
	if (!s->quiet) {
		s->options.diag = print_diag;
		s->options.diag_ctx = &file;
	}
	if (fetched && !constant)
		describe_text(s, &file, &decision);
	result = copy ? write_stamped(s, &file, file.bytes, file.len, &decision)
	              : compile(s, constant, &file, fetched ? &decision : NULL);
	free(file.bytes);
	return result;
}

#define CLI_OWNER struct cli_compile_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"allow-all", 0, NULL, "a blob that allows everything; no robots.txt is read", CLI_SETS_NAME(constant)},
	{"deny-all", 0, NULL, "a blob that disallows everything; no robots.txt is read", CLI_SETS_NAME(constant)},
	{"verify", 0, NULL, "prove that the blob gives the verdicts of the text", CLI_SETS_ON(verify)},
	{"serve", 0, NULL, "compile many: frames of texts in, of blobs out", CLI_SETS_ON(serve)},
};
/* clang-format on */

static const unsigned char options[] = {
	CLI_OPT_CONNER2_REST, CLI_OPT_DIALECT, CLI_OPT_AGENT,  CLI_OPT_ONE_ROBOT,     CLI_OPT_OUTPUT,      CLI_OPT_QUIET,
	CLI_OPT_LIMIT,        CLI_OPT_AS_TEXT, CLI_OPT_FORM,   CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE, CLI_OPT_EXTENSIONS,
	CLI_OPT_OWN,          CLI_OPT_OWN,     CLI_OPTS_FETCH, CLI_OPT_OWN,           CLI_OPT_BUDGET,      CLI_OPT_FORCE,
	CLI_OPT_OWN,          CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_compile = {
	.name = "compile",
	.operands = "[ROBOTS]",
	.summary = "compile a robots.txt to a blob",
	.text = cli_help_compile,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.run = run,
};
