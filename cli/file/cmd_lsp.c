/* cmd_lsp.c - robotsc lsp: a language server, with which editors show the findings of lint.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/crawler_sources.h"
#include "cli/lsp/lsp.h"
#include "cli/messages.h"

static bool write_out(const char *octets, size_t len)
{
	return fwrite(octets, 1, len, stdout) == len && fflush(stdout) == 0 && !cli_output_failed();
}

static int run(struct cli_settings *s)
{
	const struct lsp_settings settings = {.options = &s->options,
	                                      .budget = s->steps,
	                                      .crawlers = cli_crawlers(),
	                                      .ncrawlers = cli_nnames(),
	                                      .in = STDIN_FILENO,
	                                      .write = write_out};
	if (isatty(STDIN_FILENO))
		cli_complain("this speaks with an editor, which starts it; 'robotsc lint FILE' prints what it would show");
	return robotsc__lsp_serve(&settings);
}

static const unsigned char options[] = {CLI_OPT_STEPS,  CLI_OPT_DIALECT, CLI_OPT_LIMIT, CLI_OPTS_RULES,
                                        CLI_OPT_PUBLIC, CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_lsp = {
	.name = "lsp",
	.operands = "",
	.summary = "serve editors: show in them what 'lint' finds, and mend it",
	.text = cli_help_lsp,
	.options = options,
	.run = run,
};
