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
#include "cli/text_print.h"
#include "robotsc/access.h"

static void print_line(const char *state, const char *name)
{
	printf("%s\t", state);
	cli_print_string(stdout, name);
	putchar('\n');
}

/* decision: NULL for a blob that does not say when its robots.txt was fetched. */
static void print_object(struct cli_answers *j, const char *state, const char *name, const struct robotsc_decision *decision)
{
	cli_answers_open(j);
	cli_answers_text(j, "blob", cli_text(name));
	cli_answers_word(j, "state", state);
	if (decision) {
		cli_answers_signed(j, "fetched", decision->fetched);
		cli_answers_signed(j, "expires", decision->expires);
	}
	cli_answers_close(j);
}

/* Print an answer.  json: NULL for text.  Returns 1 when the blob is fresh, 0 when it is not, -1
 * after a message. */
static int answer(struct cli_answers *json, const char *path, int64_t at)
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
	if (fresh >= 0 && json)
		print_object(json, state, file.name, status == ROBOTSC_OK ? &decision : NULL);
	else if (fresh >= 0)
		print_line(state, file.name);
	free(file.bytes);
	return fresh;
}

static int run(struct cli_settings *s)
{
	struct cli_answers room = {0}, *const json = cli_is_structured(s) ? &room : NULL;
	int64_t at = cli_now();
	int result = CLI_OK;
	if (s->at && cli_take_time("at", s->at, &at) < 0)
		return CLI_TROUBLE;
	if (json)
		cli_answers_begin(json, s, NULL);
	for (size_t i = 0; i < s->noperands; i++) {
		const int fresh = answer(json, s->operands[i], at);
		if (fresh < 0)
			result = CLI_TROUBLE;
		else if (!fresh && result == CLI_OK)
			result = CLI_NOT_FRESH;
	}
	if (json)
		cli_answers_end(json);
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
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run,
};
