/* cmd_fresh.c - robotsc fresh: whether blobs may be used, or their robots.txt must be fetched
 * again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/answers.h"
#include "cli/command.h"
#include "cli/command_time.h"
#include "cli/messages.h"
#include "cli/read_file.h"
#include "robotsc/access.h"

/* Print the state of a blob.  decision NULL: the blob has no time of a fetch. */
static void print(struct cli_answers *answers, const char *state, const char *name, const struct robotsc_decision *decision)
{
	const struct cli_cell row[] = {{"blob", 2, CLI_WORD, .word = name},
	                               {"state", 1, CLI_WORD, .word = state},
	                               {"fetched", 0, CLI_TIME, .time = decision ? decision->fetched : 0},
	                               {"expires", 0, CLI_TIME, .time = decision ? decision->expires : 0}};
	cli_answers_row(answers, row, decision ? 4 : 2);
}

/* Print an answer.  Returns 1 when the blob is fresh, 0 when it is not, -1 after a message. */
static int answer(struct cli_answers *answers, const char *path, int64_t at)
{
	const char *state;
	struct robotsc_decision decision;
	struct robotsc_blob blob;
	struct cli_file file;
	enum robotsc_status status = ROBOTSC_ERR_MAGIC;
	int fresh = -1;
	if (cli_read_file(path, ROBOTSC_MIN_LIMIT, &file) < 0)
		return -1;
	if (file.is_blob)
		status = robotsc_open(&blob, file.bytes, file.len);
	if (status == ROBOTSC_OK)
		status = robotsc_stamp_read(&blob, &decision);
	if (status == ROBOTSC_OK)
		fresh = robotsc_fresh(&decision, at);
	else if (status == ROBOTSC_ERR_ABSENT)
		fresh = 0;
	else
		cli_complain("%s: cannot use it: %s; compile its robots.txt again", file.name, cli_why(status));
	state = status == ROBOTSC_ERR_ABSENT ? "undated" : fresh ? "fresh" : "stale";
	if (fresh >= 0)
		print(answers, state, file.name, status == ROBOTSC_OK ? &decision : NULL);
	free(file.bytes);
	return fresh;
}

static int run(struct cli_settings *s)
{
	struct cli_answers answers = {0};
	int64_t at = cli_now();
	int result = CLI_OK;
	if (s->at && cli_take_time("at", s->at, &at) < 0)
		return CLI_TROUBLE;
	cli_answers_begin(&answers, s, NULL);
	for (size_t i = 0; i < s->noperands; i++) {
		const int fresh = answer(&answers, s->operands[i], at);
		if (fresh < 0)
			result = CLI_TROUBLE;
		else if (!fresh && result == CLI_OK)
			result = CLI_NOT_FRESH;
	}
	cli_answers_end(&answers);
	return result;
}

static const unsigned char options[] = {CLI_OPT_AT, CLI_OPT_FORMAT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_fresh = {
	.name = "fresh",
	.operands = "BLOB...",
	.summary = "say whether blobs may be used, or their robots.txt must be fetched again",
	.text = cli_help_fresh,
	.options = options,
	.formats = CLI_FORMATS_JSON,
	.run = run,
};
