/* cmd_gen.c - robotsc gen: paths that a crawler may fetch and may not, to test other matchers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/agent.h"
#include "cli/answers.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/policy.h"
#include "cli/sides.h"
#include "cli/text_print.h"

/* Options that no other command has. */
struct gen_own {
	uint64_t count, seed; /* seed: at most INT64_MAX; above: not random */
	int only;             /* a word, and an enum robotsc_verdict; below 0: both */
	bool tsv;
};

struct printer {
	const struct gen_own *own;
	struct cli_answers json;
};

static void print_path(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict)
{
	struct printer *const p = ctx;
	const char *const word = verdict == ROBOTSC_ALLOW ? "allow" : "disallow";
	const struct cli_cell row[] = {{"path", 2, CLI_PATH, .text = path},
	                               {"verdict", p->own->tsv ? 1 : 0, CLI_WORD, .word = word}};
	cli_answers_row(&p->json, row, 2);
}

static int run(struct cli_settings *s)
{
	const struct gen_own *const own = s->own;
	struct printer printer = {.own = own};
	struct cli_side side;
	int ended = 0;
	struct robotsc_sampling how = {.budget = s->budget,
	                               .count = own->count > UINT32_MAX ? UINT32_MAX : (uint32_t)own->count,
	                               .verdicts = own->only < 0 ? 3u : 1u << own->only,
	                               .random = own->seed <= INT64_MAX,
	                               .seed = own->seed,
	                               .path = print_path,
	                               .ctx = &printer,
	                               .ended = &ended};
	uint32_t given = 0;
	enum robotsc_status status;
	if (cli_open_side(s, s->operands[0], &s->options, &side) < 0 ||
	    (side.side.blob && !cli_same_dialect(s, side.file.name, side.options.dialect))) {
		cli_close_side(&side);
		return CLI_TROUBLE;
	}
	s->tokens.at[0] = cli_text(s->operands[1]);
	for (size_t i = 0; i < s->tokens.n; i++)
		if (cli_check_agent(side.options.dialect, s->tokens.at[i]) < 0) {
			cli_close_side(&side);
			return CLI_TROUBLE;
		}
	cli_answers_begin(&printer.json, s, "path,verdict");
	status = robotsc_generate(&side.side, s->tokens.at, s->tokens.n, &how, &given);
	cli_answers_end(&printer.json);
	if (status == ROBOTSC_ERR_AGENT)
		cli_print_known_agents(side.file.name, &side.blob);
	else if (status != ROBOTSC_OK)
		cli_complain("%s: %s", side.file.name, cli_why(status));
	if (ended)
		cli_complain("%s: the budget ended before all paths were found; --budget raises it", side.file.name);
	cli_close_side(&side);
	if (status != ROBOTSC_OK)
		return CLI_TROUBLE;
	return given ? CLI_OK : CLI_DISALLOWED;
}

#define CLI_OWNER struct gen_own

static const char *const only_words[] = {"disallow", "allow", NULL};

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"count", 0, "NUMBER", "print NUMBER paths at most; 1000 by default", CLI_SETS_NUMBER(count, 1, CLI_MOST)},
	{"only", 0, "VERDICT", "only those with this verdict: allow or disallow", CLI_SETS_WORD(only, only_words)},
	{"seed", 0, "NUMBER", "random paths; the same number gives the same paths", CLI_SETS_NUMBER(seed, 0, CLI_MOST)},
	{"tsv", 0, NULL, "print the verdict and a tab before each path", CLI_SETS_ON(tsv)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_BUDGET,  CLI_OPT_OWN,  CLI_OPT_DIALECT, CLI_OPT_FALLBACK, CLI_OPT_LIMIT,
                                        CLI_OPT_AS_TEXT, CLI_OPT_OWN,  CLI_OPT_OWN,     CLI_OPTS_RULES,   CLI_OPT_OWN,
                                        CLI_OPT_FORMAT,  CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_gen = {
	.name = "gen",
	.operands = "FILE AGENT",
	.summary = "print paths that show what an agent may fetch",
	.text = cli_help_gen,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), &(const CLI_OWNER){.count = 1000, .seed = UINT64_MAX, .only = -1}},
	.formats = CLI_FORMATS_CSV,
	.run = run,
};
