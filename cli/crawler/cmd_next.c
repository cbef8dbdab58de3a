/* cmd_next.c - robotsc next: when an agent may fetch next.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "cli/messages.h"
#include "cli/option_table.h"
#include "cli/policy.h"
#include "robotsc/access.h"
#include "robotsc/extensions.h"

/* Options that no other command has. */
struct next_own {
	const char *last, *took, *at_least, *at_most; /* or NULL */
};

struct question {
	struct robotsc_extensions ext;
	struct robotsc_group group;
	int64_t now, last, took, at_least, at_most; /* milliseconds */
};

static void print(const struct cli_settings *s, int64_t at, const struct robotsc_pace *pace)
{
	static const char *const reasons[] = {"no-record", "crawl-delay", "request-rate"};
	/* by enum robotsc_pace_cut */
	static const char *const cuts[] = {NULL, "at-least", "at-most"};
	char words[64];
	const struct cli_cell row[] = {{"at", 1, CLI_MILLISECONDS, .time = at},
	                               {NULL, 2, CLI_TIME, .time = at / 1000 - (at % 1000 < 0)},
	                               {"pause", 3, CLI_MILLISECONDS, .time = pace->pause},
	                               {NULL, 4, CLI_WORD, .word = words},
	                               {"reason", 0, CLI_WORD, .word = reasons[pace->reason]},
	                               {"visit-time", 0, CLI_BOOL, .number = pace->shut},
	                               {"cut", 0, CLI_WORD, .word = cuts[pace->cut]}};
	struct cli_answers one = {.is_text = !cli_is_structured(s)};
	snprintf(words, sizeof words, "%s%s%s%s", reasons[pace->reason], pace->cut ? "," : "", pace->cut ? cuts[pace->cut] : "",
	         pace->shut ? ",visit-time" : "");
	cli_answers_row(&one, row, sizeof row / sizeof row[0]);
}

/* Find the group and the lines.  A constant blob, in place of a missing file, has the lines of an
 * empty text.  Returns 0, or -1 after a message. */
static int find_lines(struct cli_settings *s, struct cli_policy *policy, struct question *q)
{
	struct robotsc_decision decision;
	const bool constant = policy->file.is_blob && robotsc_is_constant(&policy->blob);
	if ((!constant && cli_open_extensions(policy, &q->ext) < 0) || cli_select(s, policy, s->operands[1], &q->group) < 0)
		return -1;
	cli_warn_stale(policy, q->now / 1000);
	if (!constant)
		return 0;
	if (robotsc_stamp_read(&policy->blob, &decision) != ROBOTSC_OK)
		cli_complain("%s: warning: this blob was compiled without --extensions; if there is a robots.txt of it, compile "
		             "that again, with it",
		             policy->file.name);
	return cli_empty_policy(s, policy, &q->group) < 0 ? -1 : cli_open_extensions(policy, &q->ext);
}

/* Take an option with a number of seconds.  Returns 0, or CLI_TROUBLE after a message. */
static int take_seconds(const char *option, const char *value, int64_t *ms)
{
	if (value && (!cli_read_seconds(value, ms) || *ms < 0))
		return cli_complain("--%s takes a number of seconds, not '%s'", option, value);
	return 0;
}

static int take_times(const struct cli_settings *s, struct question *q)
{
	const struct next_own *const own = s->own;
	if ((s->at && cli_take_milliseconds("at", s->at, &q->now) < 0) ||
	    (own->last && cli_take_milliseconds("last", own->last, &q->last) < 0) || take_seconds("took", own->took, &q->took) ||
	    take_seconds("at-least", own->at_least, &q->at_least) || take_seconds("at-most", own->at_most, &q->at_most))
		return CLI_TROUBLE;
	return q->at_least <= q->at_most ? 0 : cli_complain("--at-least=%s is more than --at-most=%s", own->at_least, own->at_most);
}

static int run(struct cli_settings *s)
{
	struct question q = {.now = cli_now() * 1000, .last = ROBOTSC_NEVER, .at_most = INT64_MAX};
	struct cli_policy policy;
	struct robotsc_pace pace;
	int result = CLI_TROUBLE;
	if (take_times(s, &q) != 0)
		return CLI_TROUBLE;
	s->options.extensions = 1;
	if (cli_open_policy(s, s->operands[0], &policy) == 0 && find_lines(s, &policy, &q) == 0) {
		result = CLI_OK;
		const int64_t at = robotsc_next_fetch_within(&q.ext, &q.group, q.now, q.last, q.took, q.at_least, q.at_most, &pace);
		print(s, at, &pace);
	}
	cli_close_policy(&policy);
	return result;
}

#define CLI_OWNER struct next_own

/* clang-format off */
static const struct cli_option_row own_options[] = {
	{"last", 0, "TIME", "when the last fetch was; default: there was none", CLI_SETS_TEXT(last)},
	{"took", 0, "SECONDS", "how long the last fetch took; default 0", CLI_SETS_TEXT(took)},
	{"at-least", 0, "SECONDS", "the pause is no shorter, whatever the file asks for", CLI_SETS_TEXT(at_least)},
	{"at-most", 0, "SECONDS", "the pause is no longer", CLI_SETS_TEXT(at_most)},
};
/* clang-format on */

static const unsigned char options[] = {CLI_OPT_AT,       CLI_OPT_OWN,     CLI_OPT_OWN,   CLI_OPT_OWN,     CLI_OPT_OWN,
                                        CLI_OPT_FALLBACK, CLI_OPT_DIALECT, CLI_OPT_LIMIT, CLI_OPT_AS_TEXT, CLI_OPTS_RULES,
                                        CLI_OPT_FORMAT,   CLI_OPT_HELP,    CLI_OPT_END};

const struct cli_command cli_next = {
	.name = "next",
	.operands = "FILE AGENT",
	.summary = "say when an agent may fetch next",
	.text = cli_help_next,
	.options = options,
	.own = {own_options, sizeof(CLI_OWNER), NULL},
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
