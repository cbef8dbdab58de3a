/* cmd_inspect.c - robotsc inspect: the automaton of an agent as a picture.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>

#include "command.h"
#include "messages.h"
#include "policy.h"
#include "robotsc/dot.h"
#include "text_print.h"

static void print_piece(void *ctx, const char *text, size_t len)
{
	fwrite(text, 1, len, ctx);
}

/* Draw through Graphviz.  Returns an exit status. */
static int draw(const struct robotsc_group *group, struct robotsc_text agent, enum robotsc_status *status)
{
	FILE *dot;
	fflush(stdout);
	signal(SIGPIPE, SIG_IGN);
	dot = popen("dot -Tsvg", "w"); /* NOLINT(cert-env33-c): no input is part of the command */
	if (!dot)
		return cli_complain("cannot run dot, which comes with Graphviz");
	*status = robotsc_dot(group, agent, print_piece, dot, NULL);
	return pclose(dot) == 0 ? CLI_OK
	                        : cli_complain("dot, which comes with Graphviz, is missing or failed; --dot prints what it reads");
}

static int run(struct cli_settings *s)
{
	struct cli_policy policy;
	struct robotsc_group group;
	const char *name = s->noperands > 1 ? s->operands[1] : s->options.nagents ? s->agents.at[0].at : NULL;
	enum robotsc_status status = ROBOTSC_OK;
	int result = CLI_TROUBLE;
	if (!name)
		return cli_complain("AGENT is missing; write 'robotsc inspect %s AGENT'", s->operands[0]);
	if (s->options.nagents + s->noperands > 2)
		return cli_complain("one automaton is drawn at a time, and these are %zu agents; --fallback=TOKEN names the "
		                    "fallbacks of one",
		                    s->options.nagents + s->noperands - 1);
	const struct robotsc_text agent = cli_text(name);

	s->options.nagents = 0; /* a text is compiled for all, so that --fallback finds its group */

	if (cli_open_policy(s, s->operands[0], &policy) == 0 && cli_select(s, &policy, name, &group) == 0) {
		result = CLI_OK;
		if (s->svg)
			result = draw(&group, agent, &status);
		else
			status = robotsc_dot(&group, agent, print_piece, stdout, NULL);
		if (status != ROBOTSC_OK)
			result = cli_complain("%s: %s", policy.file.name, cli_why(status));
	}
	cli_close_policy(&policy);
	return result;
}

static const unsigned char options[] = {CLI_OPT_AGENT,        CLI_OPT_DIALECT, CLI_OPT_FALLBACK,      CLI_OPT_FORM,
                                        CLI_OPT_LIMIT,        CLI_OPT_DOT,     CLI_OPT_STRICT_FIELDS, CLI_OPT_AIPREF_RULE,
                                        CLI_OPT_CONNER2_REST, CLI_OPT_SVG,     CLI_OPT_HELP,          CLI_OPT_END};

const struct cli_command cli_inspect = {
	.name = "inspect",
	.operands = "FILE [AGENT]",
	.summary = "draw the automaton of an agent",
	.text = "FILE is a blob or a robots.txt ('-': standard input).  Prints the automaton that decides for AGENT\n"
		"in the language of Graphviz, or with --svg the picture that its program dot makes.  A green node\n"
		"allows a path that ends there, a red one disallows it; its number is its offset in the code.  An\n"
		"edge is read as a whole; a dashed edge takes all other octets; after a dotted edge, the octet that\n"
		"did not fit is read again.  A filter is shown as the patterns that it stands for.\n",
	.options = options,
	.min_operands = 1,
	.max_operands = 2,
	.run = run,
};
