/* cmd_access.c - robotsc access: what the end of a fetch means.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/fetch.h"
#include "robotsc/access.h"

/* Print how a response is counted that may be a challenge. */
static void print_challenge(enum robotsc_challenge challenge)
{
	static const char *const counts_as[] = {"a robots.txt", "unavailable (4xx)", "unreachable (5xx)"};
	printf("challenge   maybe: a 202, or a web page for a robots.txt; --challenge=%s: it counts as %s\n",
	       robotsc_challenge_name(challenge), counts_as[challenge]);
}

static int run(struct cli_settings *s)
{
	struct robotsc_decision decision;
	if (cli_decide_fetch(s, &decision) < 0)
		return CLI_TROUBLE;
	if (cli_is_structured(s)) {
		struct cli_cell row[CLI_DECISION_MEMBERS + 1];
		cli_decision_members(&decision, row);
		row[CLI_DECISION_MEMBERS] = (struct cli_cell){"challenge", 0, CLI_BOOL, .number = decision.challenge};
		cli_answers_row(&(struct cli_answers){0}, row, CLI_DECISION_MEMBERS + 1);
	} else {
		cli_print_decision(&decision, "");
		if (decision.challenge)
			print_challenge((enum robotsc_challenge)s->fetch.challenge);
	}
	return CLI_OK;
}

static const unsigned char options[] = {CLI_OPTS_FETCH, CLI_OPT_DIALECT, CLI_OPT_JSON, CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_access = {
	.name = "access",
	.operands = "",
	.summary = "say what the end of a fetch of a robots.txt means",
	.text = cli_help_access,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
