/* cmd_fresh.c - robotsc fresh: whether blobs may be used, or their robots.txt must be fetched
 * again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "cli.h"
#include "robotsc/access.h"

/* Print a line.  Returns 1 when the blob is fresh, 0 when it is not, -1 after a message. */
static int answer(const char *path, int64_t at)
{
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
	if (fresh >= 0) {
		fputs(status == ROBOTSC_ERR_ABSENT ? "undated\t" : fresh ? "fresh\t" : "stale\t", stdout);
		cli_print_string(stdout, file.name);
		putchar('\n');
	}
	free(file.bytes);
	return fresh;
}

static int run(struct cli_settings *s)
{
	int64_t at = cli_now();
	int result = CLI_OK;

	if (s->at && cli_take_time("at", s->at, &at) < 0)
		return CLI_TROUBLE;
	for (size_t i = 0; i < s->noperands; i++) {
		const int fresh = answer(s->operands[i], at);

		if (fresh < 0)
			result = CLI_TROUBLE;
		else if (!fresh && result == CLI_OK)
			result = CLI_NOT_FRESH;
	}
	return result;
}

static const unsigned char options[] = {CLI_OPT_AT, CLI_OPT_HELP, CLI_OPT_END};

const struct cli_command cli_fresh = {
	.name = "fresh",
	.operands = "BLOB...",
	.summary = "say whether blobs may be used, or their robots.txt must be fetched again",
	.text = "For each blob a line is printed: fresh, stale, or undated if the blob does not say when\n"
		"its robots.txt was fetched; a tab, its name.\n"
		"\n"
		"Exit status: 0 all fresh, 1 at least one is not, 2 trouble.\n",
	.options = options,
	.min_operands = 1,
	.max_operands = SIZE_MAX,
	.run = run,
};
