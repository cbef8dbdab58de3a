/* cmd_compile.c - robotsc compile: a robots.txt in, a blob out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static void print_diag(void *ctx, const struct robotsc_diag *diag)
{
	const struct cli_file *file = ctx;

	fprintf(stderr, "%s:%lu:%lu: warning: %s [%s]\n", file->name, (unsigned long)diag->line, (unsigned long)diag->column,
	        robotsc_diag_text(diag->kind), robotsc_diag_id(diag->kind));
}

static int write_blob(const struct cli_settings *s, const void *blob, size_t len)
{
	if (s->output)
		return cli_write_file(s->output, blob, len) < 0 ? CLI_TROUBLE : CLI_OK;
	fwrite(blob, 1, len, stdout);
	return CLI_OK;
}

static int run(struct cli_settings *s)
{
	struct cli_file file;
	enum robotsc_status status;
	void *blob = NULL;
	size_t len = 0;
	int result = CLI_TROUBLE;

	if (s->output && strcmp(s->output, "-") == 0)
		s->output = NULL;
	if (!s->output && isatty(STDOUT_FILENO))
		return cli_complain("a blob is no text for a terminal; name a file with -o, or redirect the output");
	if (cli_read_file(s->noperands ? s->operands[0] : "-", s->options.limit, &file) < 0)
		return CLI_TROUBLE;
	for (size_t i = 0; i < s->options.nagents; i++)
		cli_warn_agent(s->options.dialect, s->agents[i]);
	if (!s->quiet) {
		s->options.diag = print_diag;
		s->options.diag_ctx = &file;
	}
	status = file.is_blob ? ROBOTSC_OK : robotsc_compile(&s->options, file.bytes, file.len, &blob, &len);
	if (file.is_blob)
		cli_complain("%s: this is a blob already; compile its robots.txt", file.name);
	else if (status != ROBOTSC_OK)
		cli_complain("%s: cannot compile: %s", file.name, cli_why(status));
	else
		result = write_blob(s, blob, len);
	robotsc_free_blob(NULL, blob, len);
	free(file.bytes);
	return result;
}

static const unsigned char options[] = {CLI_OPT_DIALECT, CLI_OPT_AGENT, CLI_OPT_OUTPUT,        CLI_OPT_QUIET,      CLI_OPT_LIMIT,
                                        CLI_OPT_FORM,    CLI_OPT_HELP,  CLI_OPT_STRICT_FIELDS, CLI_OPT_EXTENSIONS, CLI_OPT_END};

const struct cli_command cli_compile = {
	.name = "compile",
	.operands = "[ROBOTS]",
	.summary = "compile a robots.txt to a blob",
	.text = "ROBOTS is a robots.txt; without it, or as '-', standard input.  The blob goes to\n"
		"standard output unless -o names a file.  What is odd in the text is said on standard\n"
		"error as FILE:LINE:COLUMN: warning: TEXT [ID]; none of it stops the compiler.\n"
		"\n"
		"With --agent the blob answers for the named tokens only, and is smaller.  With --extensions it\n"
		"keeps Sitemap, Crawl-delay, Content-Usage and the like, and is larger.\n",
	.options = options,
	.min_operands = 0,
	.max_operands = 1,
	.run = run,
};
